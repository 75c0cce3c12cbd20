"""Two processes write and deliver: a follower of plant changes or attempts misses none."""

from pathlib import Path

import pytest

from tests.crash.shared.following import RECEIVERS, prove_following
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

ADDED = 400


@pytest.mark.timeout(600)
def test_a_follower_of_each_feed_misses_nothing_that_two_processes_write(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_following(tmp_path, count=ADDED, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["plants"] >= ADDED
    assert figures["changed"] > ADDED * 0.4  # each plant of a list was changed by its second import
    assert figures["attempts"] >= RECEIVERS * figures["plants"]
