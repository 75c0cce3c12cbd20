"""Several processes share a store on PostgreSQL and are killed: no promise is broken."""

from pathlib import Path

import pytest

from tests.crash.shared.kills import prove_pooled_kills, prove_shared_kills
from tests.crash.test_kill import Note, a_seed, summarise
from tests.postgres import binaries, pooler
from tests.proving import quietly

pytestmark = pytest.mark.timeout(300)  # starts of processes on a machine that may be busy
KILLS, POOLED_KILLS = 4, 2


def test_killing_processes_that_share_a_store_loses_nothing(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_shared_kills(tmp_path, count=KILLS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["kills"] == KILLS
    assert figures["plants"] > 0 and figures["connections_ended"] > 0


@pytest.mark.skipif(pooler.find() is None and not binaries.is_required(), reason=pooler.MISSING)
def test_the_same_holds_behind_a_pgbouncer(tmp_path: Path, record_property: Note) -> None:
    seed = a_seed()

    figures = prove_pooled_kills(tmp_path, count=POOLED_KILLS, seed=seed, progress=quietly)

    summarise(record_property, seed=seed, **figures)
    assert figures["kills"] == POOLED_KILLS
    assert figures["plants"] > 0 and figures["connections_ended"] > 0
