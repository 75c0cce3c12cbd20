"""Processes that come, stop, stand still and die while others share their store: their receivers are gone on with."""

from pathlib import Path

import pytest

from tests.crash.shared.freezes import prove_freezes
from tests.crash.shared.hand_overs import TEST_LEASE_S, play
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

FREEZES = 2
BUSY_S = 10.0  # what a machine may be late that has much else to do; `make proof` is stricter


@pytest.mark.timeout(300)
def test_whoever_comes_stops_stands_still_or_dies_hands_over_and_nothing_is_lost(
    tmp_path: Path, record_property: Note
) -> None:
    figures = play(tmp_path, lease_s=TEST_LEASE_S)

    summarise(record_property, **figures)
    assert figures["frozen_under_way"] > 0
    assert figures["longest_beyond_the_lease_ms"] < BUSY_S * 1_000


@pytest.mark.timeout(300)
def test_processes_that_stand_still_at_random_lose_nothing_and_record_what_they_had_sent(
    tmp_path: Path, record_property: Note
) -> None:
    seed = a_seed()

    figures = prove_freezes(tmp_path, count=FREEZES, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["freezes"] == FREEZES
    assert figures["plants"] > 0
