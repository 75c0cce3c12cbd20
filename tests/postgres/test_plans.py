"""How a server finds rows in tables that only grow: by an index, however many there are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plantstore.storage import attempts, events, owed, receivers
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Engine
from tests import engines
from tests.makers import RECEIVER, a_receiver, an_attempt, an_event
from tests.postgres.databases import Databases

SENT = 10_000  # with fewer, reading them all would be as quick


@pytest.fixture
def engine(databases: Databases, tmp_path: Path) -> Iterator[Engine]:
    with engines.on(databases):
        engine = engines.fresh_engine(tmp_path)
        yield engine
        engine.close()


def test_what_was_sent_long_ago_is_not_read_to_count_what_is_owed(tx: Transaction) -> None:
    events.add(tx, [an_event(one) for one in range(1, SENT + 1)])
    receivers.insert(tx, a_receiver(RECEIVER, cursor=SENT - 10))
    attempts.add(tx, [an_attempt(one) for one in range(1, SENT - 9)])
    tx.connection.script("ANALYZE")

    plan = "\n".join(
        line for (line,) in tx.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {owed._SETTLED}", (10_000, 10_000, SENT))
    )

    assert "Index" in plan
    assert f"rows={SENT - 10}" not in plan and f"Removed by Filter: {SENT - 10}" not in plan, plan
