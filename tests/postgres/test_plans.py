"""Query plans on PostgreSQL for tables that only grow: rows are found by an index."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.queries import backlog
from plantstore.storage.tables import attempts, events, receivers
from tests.makers import a_receiver, an_attempt, an_event

RECEIVERS, SENT = 5, 2_000
ASKED = 8  # in a table this small, the planner rightly scans for more
pytestmark = pytest.mark.postgresql_only("SQLite takes the index that a query is written for")


def test_old_attempts_are_not_read_to_count_the_backlog(tx: Transaction) -> None:
    _send_much(tx)

    plan, read = _explained(tx, backlog._SETTLED, (10_000, 10_000, SENT))

    assert "Index" in plan
    assert max(read) <= RECEIVERS, plan


def test_summaries_of_many_deliveries_use_an_index(tx: Transaction) -> None:
    _send_much(tx)
    asked: list[tuple[str, Sequence[Any]]] = []

    class Noting(Transaction):
        def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
            asked.append((sql, values))
            return super().execute(sql, values)

    attempts.summarize(
        Noting(tx.connection, tx.now), [(ReceiverId(1 + one % RECEIVERS), one) for one in range(1, ASKED + 1)]
    )

    [(sql, values)] = asked
    plan, read = _explained(tx, sql, values)
    assert "Index" in plan
    assert max(read) <= ASKED, plan


def _send_much(tx: Transaction) -> None:
    events.add(tx, [an_event(one) for one in range(1, SENT + 1)])
    for receiver in map(ReceiverId, range(1, RECEIVERS + 1)):
        receivers.insert(tx, a_receiver(receiver, cursor=SENT - 10))
        attempts.add(
            tx, [an_attempt(one, receiver_id=receiver, id=SENT * receiver + one) for one in range(1, SENT - 9)]
        )
    tx.connection.script("ANALYZE")


def _explained(tx: Transaction, sql: str, values: Sequence[Any]) -> tuple[str, list[int]]:
    """The plan, and how many rows each scan has read or left out."""
    plan = "\n".join(line for (line,) in tx.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {sql}", values))
    found = re.findall(r"Scan.*rows=(\d+)|Removed by Filter: (\d+)", plan)
    return plan, [int(number) for numbers in found for number in numbers if number]
