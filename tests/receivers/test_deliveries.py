"""Commands on single deliveries: retry now, cancel."""

from collections.abc import Callable
from typing import Any

import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.receivers import deliveries
from plantstore.storage.database import PostCommitChanges, Transaction
from plantstore.storage.tables import attempts, breakers, cancelled_ranges, events, receivers, retries
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_attempt, an_event

LATER = after(NOON, seconds=3_600)


def owing(tx: Transaction, *, head: int = 5, cursor: int = 3, **receiver: Any) -> None:
    """Add a log, and a receiver with a cursor in it."""
    events.add(tx, [an_event(sequence) for sequence in range(1, head + 1)])
    receivers.insert(tx, a_receiver(cursor=cursor, **receiver))
    tx.changes = PostCommitChanges()


def state(tx: Transaction, sequence: int) -> DeliveryState:
    return deliveries.find(tx, RECEIVER, sequence)[1].state


def test_a_manual_retry_keeps_the_step_of_the_retry_schedule(tx: Transaction) -> None:
    owing(tx)
    waiting = a_retry(2, attempts=4, next_attempt_at=LATER)
    retries.upsert(tx, [waiting])

    delivery = deliveries.retry_now(tx, RECEIVER, 2)

    assert delivery.state is DeliveryState.RETRYING
    assert delivery.retry is not None
    assert (delivery.retry.asked_at, delivery.retry.next_attempt_at, delivery.retry.attempts) == (NOON, LATER, 4)
    assert tx.changes.receivers == {RECEIVER}


def test_an_exhausted_delivery_starts_a_new_retry_schedule_and_keeps_its_number_of_tries(tx: Transaction) -> None:
    owing(tx)
    given_up = a_retry(
        2, attempts=ATTEMPTS_MAX, tries=20, state=RetryState.EXHAUSTED, next_attempt_at=after(NOON, seconds=-9)
    )
    retries.upsert(tx, [given_up])

    retry = deliveries.retry_now(tx, RECEIVER, 2).retry

    assert retry is not None
    assert (retry.state, retry.attempts, retry.tries) == (RetryState.WAITING, 0, 20)
    assert (retry.asked_at, retry.next_attempt_at) == (NOON, NOON)
    assert tx.changes.receivers == {RECEIVER}


@pytest.mark.parametrize("row", [RetryState.WAITING, RetryState.EXHAUSTED])
@pytest.mark.parametrize(("paused", "word"), [(True, "paused"), (False, "disabled")])
def test_nothing_is_tried_now_at_a_receiver_that_is_held(
    tx: Transaction, row: RetryState, paused: bool, word: str
) -> None:
    owing(tx, paused=paused)
    silent = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.SILENT, opened_at=NOON)
    breakers.put(tx, RECEIVER, silent, resumes=0)
    retries.upsert(tx, [a_retry(2, state=row)])

    with pytest.raises(Conflict, match=f"The receiver is {word}; resume it first"):
        deliveries.retry_now(tx, RECEIVER, 2)

    assert retries.find(tx, RECEIVER, 2) == a_retry(2, state=row)


@pytest.mark.parametrize(
    ("sequence", "words"),
    [(1, "delivered. A replay of this one event, 1 to 1"), (4, "cancelled. A replay"), (5, "needs no retry")],
)
def test_a_delivery_that_needs_no_retry_is_refused_with_advice(tx: Transaction, sequence: int, words: str) -> None:
    owing(tx)
    cancelled_ranges.add(tx, RECEIVER, [(4, 4)], asked_by="tok_1")

    with pytest.raises(Conflict, match=words):
        deliveries.retry_now(tx, RECEIVER, sequence)

    assert retries.find(tx, RECEIVER, sequence) is None
    assert not tx.changes


def test_an_erased_event_cannot_be_sent_again(tx: Transaction) -> None:
    owing(tx)
    retries.upsert(tx, [a_retry(2, state=RetryState.EXHAUSTED)])
    events.erase(tx, [2])

    with pytest.raises(Conflict, match="erased"):
        deliveries.retry_now(tx, RECEIVER, 2)


@pytest.mark.parametrize("row", [RetryState.WAITING, RetryState.EXHAUSTED])
def test_a_delivery_with_a_row_is_cancelled_there(tx: Transaction, row: RetryState) -> None:
    owing(tx)
    retries.upsert(tx, [a_retry(2, state=row, asked_at=NOON)])

    delivery = deliveries.cancel(tx, RECEIVER, 2, asked_by="tok_1")

    assert delivery.state is DeliveryState.CANCELLED
    assert delivery.retry is not None and delivery.retry.asked_at is None
    assert not cancelled_ranges.contains(tx, RECEIVER, 2)
    assert tx.changes.receivers == {RECEIVER}


@pytest.mark.parametrize("paused", [False, True])
def test_an_untried_delivery_is_cancelled_as_a_range(tx: Transaction, paused: bool) -> None:
    owing(tx, paused=paused)

    deliveries.cancel(tx, RECEIVER, 4, asked_by="tok_1")

    assert tx.execute("SELECT first, last, asked_by, asked_at FROM skips") == [(4, 4, "tok_1", NOON)]
    assert [state(tx, sequence) for sequence in (4, 5)] == [
        DeliveryState.CANCELLED,
        DeliveryState.HELD if paused else DeliveryState.QUEUED,
    ]
    assert tx.changes.receivers == {RECEIVER}


def test_cancelling_twice_is_no_error(tx: Transaction) -> None:
    owing(tx)

    first = deliveries.cancel(tx, RECEIVER, 4, asked_by="tok_1")
    second = deliveries.cancel(tx, RECEIVER, 4, asked_by="tok_2")

    assert first == second
    assert tx.execute("SELECT asked_by FROM skips") == [("tok_1",)]


@pytest.mark.parametrize("sequence", [1, 5])
def test_a_delivered_event_cannot_be_cancelled(tx: Transaction, sequence: int) -> None:
    owing(tx)
    attempts.add(tx, [an_attempt(5)])

    with pytest.raises(Conflict, match="nothing left to cancel"):
        deliveries.cancel(tx, RECEIVER, sequence, asked_by="tok_1")

    assert cancelled_ranges.counts(tx, [RECEIVER]) == {}


@pytest.mark.parametrize(
    "verb",
    [
        lambda tx, id, sequence: deliveries.find(tx, id, sequence),
        lambda tx, id, sequence: deliveries.retry_now(tx, id, sequence),
        lambda tx, id, sequence: deliveries.cancel(tx, id, sequence, asked_by="tok_1"),
    ],
    ids=["find", "retry", "cancel"],
)
@pytest.mark.parametrize(("receiver", "sequence"), [(RECEIVER, 1), (RECEIVER, 6), (ReceiverId(99), 3)])
def test_an_event_outside_the_receivers_range_has_no_delivery(
    tx: Transaction, verb: Callable[..., object], receiver: ReceiverId, sequence: int
) -> None:
    owing(tx, start=2)

    with pytest.raises(NotFound):
        verb(tx, receiver, sequence)
