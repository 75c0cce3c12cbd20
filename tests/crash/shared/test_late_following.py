"""A follower of each feed misses nothing and gets nothing twice, although some of its pages come from a standby."""

from pathlib import Path

import pytest

from tests.crash.shared.late_following import prove_late_following
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

ADDED = 1_000


@pytest.mark.timeout(600)
def test_a_follower_of_each_feed_misses_nothing_although_it_also_reads_a_standby(
    tmp_path: Path, record_property: Note
) -> None:
    seed = a_seed()

    figures = prove_late_following(tmp_path, count=ADDED, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["plants"] >= ADDED
    assert figures["served standby"] > 0
    assert figures["served late"] + figures["served unreachable"] > 0
