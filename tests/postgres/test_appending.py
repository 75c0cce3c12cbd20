"""Sequences of the log without gaps, while many processes add plants and others read."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.postgres.appending import FAULTS, WRITERS, append, check
from tests.postgres.databases import Databases

PLANTS = 2_000
FAULTY_PLANTS = 400


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    lent = databases.take()
    yield lent.url
    databases.give_back(lent)


def test_eight_processes_number_their_events_without_gaps(url: str) -> None:
    check(append(url, writers=WRITERS, plants=PLANTS, seed=1), plants=PLANTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_append_is_detected(url: str, fault: str) -> None:
    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute("CREATE SEQUENCE event_numbers")

    with pytest.raises(AssertionError):
        check(append(url, writers=WRITERS, plants=FAULTY_PLANTS, seed=1, fault=fault), plants=FAULTY_PLANTS)
