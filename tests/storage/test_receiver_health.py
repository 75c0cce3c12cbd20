"""What status and metrics count: every receiver in one state, the rest behind the labelled ones, and by an index."""

import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, receiver_health
from plantstore.storage.tables import breakers, events, receivers, retries
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_event
from tests.storage.plans import plans_of

DISABLED = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON, last_failed_at=NOON)
REMOVED = ReceiverId(9)


def test_each_receiver_is_counted_in_one_state(tx: Transaction) -> None:
    for number, paused, breaker in [(1, False, None), (2, True, DISABLED), (3, False, DISABLED), (4, True, None)]:
        receivers.insert(tx, a_receiver(number, paused=paused))
        if breaker is not None:
            breakers.put(tx, ReceiverId(number), breaker, resumes=0)
    receivers.insert(tx, a_receiver(REMOVED))
    receivers.mark_deleted(tx, REMOVED)

    counted = receiver_health.states(tx)

    assert counted == {
        ReceiverState.ACTIVE: 1,
        ReceiverState.FAILING: 0,
        ReceiverState.PAUSED: 2,
        ReceiverState.DISABLED: 1,
    }
    assert sum(counted.values()) == receivers.count(tx)


def test_the_lag_of_other_receivers_excludes_those_shown_and_deleted(tx: Transaction) -> None:
    events.add(tx, [an_event(sequence) for sequence in range(1, 11)])
    for number, cursor in [(1, 4), (2, 9), (REMOVED, 0)]:
        receivers.insert(tx, a_receiver(number, cursor=cursor))
    receivers.mark_deleted(tx, REMOVED)

    assert backlog.count_beyond_cursors(tx, without=[]) == 6 + 1
    assert backlog.count_beyond_cursors(tx, without=[ReceiverId(1)]) == 1
    assert backlog.count_beyond_cursors(tx, without=[ReceiverId(1), ReceiverId(2)]) == 0


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_retries_are_counted_by_state_up_to_a_bound_and_by_an_index(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver(RECEIVER))
    receivers.insert(tx, a_receiver(REMOVED))
    receivers.mark_deleted(tx, REMOVED)
    retries.upsert(
        tx, [a_retry(1), a_retry(2), a_retry(3, state=RetryState.EXHAUSTED), a_retry(1, receiver_id=REMOVED)]
    )

    def count(tx: Transaction) -> int:
        return receiver_health.retries_in(tx, RetryState.WAITING, count_max=100)

    assert count(tx) == 2
    assert receiver_health.retries_in(tx, RetryState.EXHAUSTED, count_max=100) == 1
    assert receiver_health.retries_in(tx, RetryState.WAITING, count_max=1) == 1
    assert all("SCAN retries" not in plan for plan in plans_of(tx, count)), plans_of(tx, count)
