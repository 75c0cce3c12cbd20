"""A commit whose end nobody hears of: 503, and the same Idempotency-Key then gives the one plant."""

from pathlib import Path

import pytest

from tests.crash.shared.commits import WAYS, prove_cut_commits
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

CUTS = 2 * len(WAYS)


@pytest.mark.timeout(300)
def test_a_connection_that_breaks_in_a_commit_makes_neither_two_plants_nor_none(
    tmp_path: Path, record_property: Note
) -> None:
    seed = a_seed()

    figures = prove_cut_commits(tmp_path, count=CUTS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["cut"] == CUTS
    assert figures["cut_under_load"] >= CUTS
    assert figures["posts_answered_from_their_key"] > 0
