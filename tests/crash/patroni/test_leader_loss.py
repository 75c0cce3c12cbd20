"""A leader under Patroni freezes: another one takes over without a person, and nothing is lost."""

from pathlib import Path

import pytest

from tests.crash.patroni.losing import Loss, play
from tests.crash.patroni.programs import is_required, why_not
from tests.crash.test_kill import Note, a_seed, summarise

REASON = why_not()


@pytest.mark.skipif(REASON is not None and not is_required(), reason=str(REASON))
@pytest.mark.timeout(300)
def test_a_frozen_leader_is_replaced_and_nothing_acknowledged_is_lost(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = play(tmp_path, [Loss.FROZEN], seed=seed, quick=True)

    summarise(record_property, seed=seed, **figures)
    assert figures["leaders_lost"] == 1
    assert 0 == figures["lost"] < figures["plants"]
