"""What is read for many receivers takes as many statements as for a few: each is a round trip on PostgreSQL."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.queries import delivery_counts, delivery_list, delivery_queue
from plantstore.storage.queries.delivery_list import DeliveryQuery
from plantstore.storage.queries.latest_failures import latest_failures
from plantstore.storage.tables import attempts, breakers, cancelled_ranges, events, receivers, retries
from tests.makers import NOON, a_receiver, a_retry, an_attempt, an_event

FEW, MANY = 2, 6
HEAD = 9
Read = Callable[[Transaction, list[Receiver]], object]


class Counting(Transaction):
    """Keeps the statements that it runs."""

    def __init__(self, tx: Transaction) -> None:
        super().__init__(tx.connection, tx.now)
        self.statements: list[str] = []

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self.statements.append(sql)
        return super().execute(sql, values)


def add_receivers(tx: Transaction, count: int) -> list[Receiver]:
    """Add receivers that all have requests in flight, retries and successes."""
    events.add(tx, [an_event(sequence) for sequence in range(1, HEAD + 1)])
    ids = [ReceiverId(number) for number in range(1, count + 1)]
    for id in ids:
        receivers.insert(tx, a_receiver(id, cursor=5))
        breakers.put(tx, id, Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON), resumes=0)
        cancelled_ranges.add(tx, id, [(1, 2)] if id == 1 else [], asked_by="tok_1")
    retries.upsert(tx, [a_retry(one, receiver_id=id) for id in ids for one in (3, 4, 7)])
    attempts.add(tx, [an_attempt(8, receiver_id=id, id=id * 100) for id in ids])
    attempts.add(tx, [an_attempt(7, receiver_id=id, id=id * 100 + 1, status=500) for id in ids])
    return list(receivers.find_many(tx, ids).values())


def page(tx: Transaction, query: DeliveryQuery) -> object:
    return delivery_list.page(tx, query, position=None, limit=50)


READS: dict[str, Read] = {
    "counts of all": lambda tx, _: delivery_counts.of_all(tx, receivers_max=100),
    "counts of some": delivery_counts.of_receivers,
    "list": lambda tx, _: page(tx, DeliveryQuery()),
    "list of retries": lambda tx, _: page(tx, DeliveryQuery(states=frozenset({DeliveryState.RETRYING}))),
    "queues": delivery_queue.receiver_queues,
    "latest failures": latest_failures,
}


@pytest.mark.parametrize("what", READS)
def test_more_receivers_take_no_more_statements(tx: Transaction, what: str) -> None:
    taken = []
    for count in (FEW, MANY):
        chosen = add_receivers(tx, count)
        counting = Counting(tx)
        READS[what](counting, chosen)
        taken.append(counting.statements)
        tx.connection.rollback()
        tx.connection.begin_write()

    few, many = taken
    assert len(few) == len(many), f"{few} {many}"


def test_a_command_sees_the_log_grow(tx: Transaction) -> None:
    before = events.head(tx)
    events.add(tx, [an_event(1)])

    assert (before, events.head(tx)) == (0, 1)
