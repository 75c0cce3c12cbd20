"""What decides when a receiver's deliveries are sent next: the stored rows that its worker reads as well."""

from collections import defaultdict
from collections.abc import Collection

from plantstore.domain.deliveries.breaker import FAILING_EVENTS_FEW
from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState
from plantstore.domain.deliveries.next_attempt import (
    NextAttempt,
    ReceiverQueue,
    ReceiverStep,
    next_attempt,
    receiver_step,
)
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog
from plantstore.storage.tables import events, replays, retries

DUE_COUNTED_MAX = 10_000  # max due retries counted to estimate a delivery's turn under a rate limit


def receiver_queues(tx: Transaction, chosen: Collection[Receiver]) -> dict[ReceiverId, ReceiverQueue]:
    """Read the queues of some receivers, in a few indexed queries for all of them however long the queues are.

    Each ordered receiver takes one or two more.
    """
    running = defaultdict[ReceiverId, list[tuple[int, int, bool]]](list)
    for replay in replays.running_of(tx, [one.id for one in chosen]):
        running[replay.receiver_id].append((replay.position + 1, replay.last, replay.only is ReplayOnly.FAILED))
    probed = [one.id for one in chosen if one.breaker.is_open and not one.ordered and not one.held]
    few = retries.with_few_waiting(tx, probed, few=FAILING_EVENTS_FEW)
    return {one.id: _queue(tx, one, replays=tuple(running[one.id]), few=one.id in few) for one in chosen}


def _queue(
    tx: Transaction, receiver: Receiver, *, replays: tuple[tuple[int, int, bool], ...], few: bool
) -> ReceiverQueue:
    if receiver.held:
        return ReceiverQueue(receiver=receiver, replays=replays)
    oldest = retries.oldest_waiting(tx, receiver.id) if receiver.ordered else None
    untried = backlog.first_untried(tx, receiver) if few or (receiver.ordered and oldest is None) else None
    return ReceiverQueue(
        receiver=receiver,
        first=_first(receiver, oldest, untried),
        first_untried=untried,
        few_failing=few,
        replays=replays,
    )


def next_of(tx: Transaction, delivery: Delivery, queue: ReceiverQueue) -> NextAttempt | None:
    """Return the next attempt of a delivery to the receiver of the queue."""
    return next_attempt(delivery, queue, now=tx.now, ahead=_ahead(tx, delivery, queue.receiver))


def _first(receiver: Receiver, oldest: Retry | None, untried: int | None) -> tuple[int, Retry | None] | None:
    if not receiver.ordered:
        return None
    if oldest is not None:
        return oldest.sequence, oldest
    return None if untried is None else (untried, None)


def _ahead(tx: Transaction, delivery: Delivery, receiver: Receiver) -> int:
    """Return how many deliveries are sent before this one under a rate limit; 0 if the receiver has no such limit.

    Due retries and new events take turns, so at most one more of the other kind comes before each of its own kind.
    """
    if receiver.max_rate is None or delivery.state not in (DeliveryState.QUEUED, DeliveryState.RETRYING):
        return 0
    if delivery.retry is None:
        own = backlog.count_untried(tx, receiver, head=delivery.sequence - 1)
        other = retries.count_due(tx, receiver.id, until=tx.now, count_max=DUE_COUNTED_MAX)
    elif delivery.retry.next_attempt_at <= tx.now:
        own = retries.count_due(tx, receiver.id, until=delivery.retry.next_attempt_at - 1, count_max=DUE_COUNTED_MAX)
        other = backlog.count_untried(tx, receiver, head=events.head(tx))
    else:
        return 0
    return max(0, own) + min(max(0, own), other)


def step_of(tx: Transaction, receiver: Receiver, *, open_count: int, retrying: int) -> ReceiverStep:
    """Return what happens next at a receiver with this many open deliveries, of which some wait for a retry."""
    next_due_at = None
    if open_count and not receiver.held and retrying == open_count:
        next_due_at = retries.next_due_at(tx, receiver.id, later_than=Instant(0))
    return receiver_step(receiver, open_count=open_count, next_due_at=next_due_at, now=tx.now)
