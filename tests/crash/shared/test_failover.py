"""A synchronous standby replaces a primary that died under load: nothing that was acknowledged is lost."""

from pathlib import Path

import pytest

from tests.crash.shared.failover import prove_failovers
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly


@pytest.mark.timeout(300)
def test_a_promoted_standby_has_everything_acknowledged_and_sending_resumes(
    tmp_path: Path, record_property: Note
) -> None:
    seed = a_seed()

    figures = prove_failovers(tmp_path, count=1, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert 0 < figures["promised_before"] < figures["plants"]
