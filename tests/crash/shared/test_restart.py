"""The database server goes away under load and comes back: processes wait for it, and nothing is lost or repeated."""

from pathlib import Path

import pytest

from tests.crash.shared.restarts import prove_restarts
from tests.crash.test_kill import Note, a_seed, summarise
from tests.proving import quietly

CRASHES = 3  # one of each way


@pytest.mark.timeout(300)
def test_processes_survive_server_crashes_without_loss_or_repeats(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_restarts(tmp_path, count=CRASHES, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["crashes"] == CRASHES
    assert figures["answered_503"] > 0
