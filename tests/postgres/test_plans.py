"""How a server finds rows in tables that only grow: by an index, however many there are."""

import re

import pytest

from plantstore.domain.identity import ReceiverId
from plantstore.storage import attempts, events, owed, receivers
from plantstore.storage.database import Transaction
from tests.makers import a_receiver, an_attempt, an_event

RECEIVERS, SENT = 5, 2_000
pytestmark = pytest.mark.postgresql_only("SQLite takes the index that a query is written for")


def test_what_was_sent_long_ago_is_not_read_to_count_what_is_owed(tx: Transaction) -> None:
    events.add(tx, [an_event(one) for one in range(1, SENT + 1)])
    for receiver in map(ReceiverId, range(1, RECEIVERS + 1)):
        receivers.insert(tx, a_receiver(receiver, cursor=SENT - 10))
        attempts.add(
            tx, [an_attempt(one, receiver_id=receiver, id=SENT * receiver + one) for one in range(1, SENT - 9)]
        )
    tx.connection.script("ANALYZE")

    plan = "\n".join(
        line for (line,) in tx.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {owed._SETTLED}", (10_000, 10_000, SENT))
    )

    read = [int(one) for one in re.findall(r"Scan.*rows=(\d+)|Removed by Filter: (\d+)", plan) for one in one if one]
    assert "Index" in plan
    assert max(read) <= RECEIVERS, plan
