"""A commit with unknown outcome: the response is 503, and the same Idempotency-Key then returns the one plant."""

from pathlib import Path

import pytest

from tests.crash.shared.commits import WAYS, prove_cut_commits
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

CUTS = 2 * len(WAYS)


@pytest.mark.timeout(300)
def test_a_broken_connection_during_commit_makes_exactly_one_plant(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_cut_commits(tmp_path, count=CUTS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["cut"] == CUTS
    assert figures["cut_under_load"] >= CUTS
    assert figures["posts_answered_from_their_key"] > 0
