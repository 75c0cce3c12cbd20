"""Processes start, stop, freeze and die while others share their store: the others take over their receivers."""

from pathlib import Path

import pytest

from tests.crash.shared.freezes import prove_freezes
from tests.crash.shared.hand_overs import TEST_LEASE_S, play
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

FREEZES = 2
BUSY_S = 10.0  # how late a busy machine may be; `make proof` is stricter


@pytest.mark.timeout(300)
def test_receivers_are_handed_over_when_processes_start_stop_freeze_or_die(
    tmp_path: Path, record_property: Note
) -> None:
    figures = play(tmp_path, lease_s=TEST_LEASE_S)

    summarise(record_property, **figures)
    assert figures["frozen_under_way"] > 0
    assert figures["longest_beyond_the_lease_ms"] < BUSY_S * 1_000


@pytest.mark.timeout(300)
def test_randomly_frozen_processes_lose_nothing_and_record_their_requests(
    tmp_path: Path, record_property: Note
) -> None:
    seed = a_seed()

    figures = prove_freezes(tmp_path, count=FREEZES, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["freezes"] == FREEZES
    assert figures["plants"] > 0
