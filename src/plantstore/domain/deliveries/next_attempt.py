"""When a delivery is sent next, and what it waits for: the same rules as the receiver's worker, from stored rows.

`delivery/receiver_worker.py` decides with what it has in memory. Two of its states are not stored: the size of its
queue, which makes a time under a rate limit an estimate, and the drain after an outage, in which a retry is sent before
it is due.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from plantstore.domain.deliveries.delivery import Retry
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState, PlannedAttempt, planned_attempts
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import SECOND_US, Instant, after


class NextAttemptCode(StrEnum):
    """What decides when a delivery is sent next."""

    DUE = "due"
    REQUESTED = "requested"
    NEXT_SLOT = "next_slot"
    RATE_LIMIT = "rate_limit"
    RETRY_AFTER = "retry_after"
    RECEIVER_RECOVERY = "receiver_recovery"
    EARLIER_DELIVERY = "earlier_delivery"
    RECEIVER_PAUSED = "receiver_paused"
    RECEIVER_DISABLED = "receiver_disabled"
    REPLAY = "replay"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAttempt:
    """The next attempt of a delivery. It is not made before `at`; None if no time is known, or if it is made now.

    `behind` is the sequence number of the event that an ordered receiver gets first, `ahead` the number of deliveries
    that are sent before this one under a rate limit.
    """

    code: NextAttemptCode
    at: Instant | None = None
    behind: int | None = None
    ahead: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverQueue:
    """What decides about the next attempt at a receiver, apart from the delivery.

    `first` is the delivery that an ordered receiver gets next: its sequence number, and its row in `retries` if any.
    `first_untried` is the oldest event that was never attempted, and `few_failing` is True if so few deliveries are in
    retry that an open breaker lets new events through. Both are known only while they matter. `replays` holds the
    ranges of running replays: first and last sequence number still to be sent, and whether only exhausted deliveries
    are sent.
    """

    receiver: Receiver
    first: tuple[int, Retry | None] | None = None
    first_untried: int | None = None
    few_failing: bool = False
    replays: tuple[tuple[int, int, bool], ...] = ()


def next_attempt(delivery: Delivery, queue: ReceiverQueue, *, now: Instant, ahead: int = 0) -> NextAttempt | None:
    """Return the next attempt of a delivery; None if there is none, because the delivery is settled.

    `ahead` is the number of deliveries that can be sent now and come before this one; it matters under a rate limit.
    """
    match delivery.state:
        case DeliveryState.DELIVERED | DeliveryState.EXHAUSTED | DeliveryState.CANCELLED:
            return _replayed(delivery, queue)
        case DeliveryState.FILTERED:
            return None
        case DeliveryState.HELD:
            return NextAttempt(code=_held(queue.receiver))
        case DeliveryState.QUEUED | DeliveryState.RETRYING:
            return _open(delivery, queue, now=now, ahead=ahead)
        case _:
            assert_never(delivery.state)


def _replayed(delivery: Delivery, queue: ReceiverQueue) -> NextAttempt | None:
    exhausted = delivery.state is DeliveryState.EXHAUSTED
    for first, last, only_exhausted in queue.replays:
        if first <= delivery.sequence <= last and (exhausted or not only_exhausted):
            held = queue.receiver.held
            return NextAttempt(code=_held(queue.receiver) if held else NextAttemptCode.REPLAY)
    return None


def _held(receiver: Receiver) -> NextAttemptCode:
    return NextAttemptCode.RECEIVER_PAUSED if receiver.paused else NextAttemptCode.RECEIVER_DISABLED


def _open(delivery: Delivery, queue: ReceiverQueue, *, now: Instant, ahead: int) -> NextAttempt:
    receiver, retry = queue.receiver, delivery.retry
    if retry is not None and retry.asked_at is not None:
        return NextAttempt(code=NextAttemptCode.REQUESTED, at=min(retry.asked_at, retry.next_attempt_at))
    resting_until = _resting_until(receiver, now)
    if receiver.ordered and queue.first is not None and queue.first[0] != delivery.sequence:
        return NextAttempt(
            code=NextAttemptCode.EARLIER_DELIVERY,
            at=_after_earlier(retry, queue, now, resting_until),
            behind=queue.first[0],
        )
    if receiver.breaker.is_open:
        return _at_open_breaker(delivery, queue, now, resting_until)
    due_at = None if retry is None else retry.next_attempt_at
    if resting_until is not None and (due_at is None or due_at < resting_until):
        return NextAttempt(code=NextAttemptCode.RETRY_AFTER, at=resting_until)
    if due_at is not None and due_at > now:
        return NextAttempt(code=NextAttemptCode.DUE, at=due_at)
    if receiver.max_rate is not None and ahead:
        at = after(now, seconds=ahead / receiver.max_rate)
        return NextAttempt(code=NextAttemptCode.RATE_LIMIT, at=at, ahead=ahead)
    return NextAttempt(code=NextAttemptCode.NEXT_SLOT, at=due_at)


def _resting_until(receiver: Receiver, now: Instant) -> Instant | None:
    """Return the end of the wait that the receiver asked for; None if it is over, or too far off to be true."""
    until = receiver.breaker.rest_until
    return until if until is not None and now < until <= now + RETRY_AFTER_S_MAX * SECOND_US else None


def _at_open_breaker(
    delivery: Delivery, queue: ReceiverQueue, now: Instant, resting_until: Instant | None
) -> NextAttempt:
    """Return the next probe: it is this delivery, or this delivery follows it. Its own due time does not matter."""
    receiver = queue.receiver
    is_let_through = queue.few_failing and not receiver.ordered and delivery.sequence == queue.first_untried
    if is_let_through and delivery.retry is None:
        code = NextAttemptCode.NEXT_SLOT if resting_until is None else NextAttemptCode.RETRY_AFTER
        return NextAttempt(code=code, at=resting_until)
    return NextAttempt(code=NextAttemptCode.RECEIVER_RECOVERY, at=receiver.next_probe_at(now))


def _after_earlier(
    retry: Retry | None, queue: ReceiverQueue, now: Instant, resting_until: Instant | None
) -> Instant | None:
    """Return the time before which a delivery of an ordered receiver is not sent, because another one comes first."""
    if queue.receiver.breaker.is_open:
        return queue.receiver.next_probe_at(now)  # once a probe succeeds, all follow, due or not
    assert queue.first is not None
    own = [] if retry is None else [retry.next_attempt_at]
    before = [] if queue.first[1] is None else [queue.first[1].next_attempt_at]
    rest = [] if resting_until is None else [resting_until]
    return max([*own, *before, *rest], default=None)


def planned(
    delivery: Delivery, upcoming: NextAttempt | None, receiver: Receiver, *, now: Instant, scale: float
) -> tuple[PlannedAttempt, ...]:
    """Return the attempts to come if each of them fails, of which the first is `upcoming`.

    Empty if the delivery is not retrying.
    """
    floor = receiver.next_probe_at(now)
    probed_at = None
    if upcoming is not None and upcoming.at is not None:
        if upcoming.code is NextAttemptCode.RECEIVER_RECOVERY:
            probed_at = upcoming.at
        elif upcoming.code is not NextAttemptCode.REQUESTED:
            floor = upcoming.at
    return planned_attempts(delivery, now=now, scale=scale, next_probe_at=floor, probed_at=probed_at)


def next_attempt_note(upcoming: NextAttempt | None, receiver: Receiver) -> str | None:
    """Return a sentence about what the next attempt waits for; None without a next attempt.

    It names no time: the time is in `at`, and readers show it in their time zone.
    """
    if upcoming is None:
        return None
    match upcoming.code:
        case NextAttemptCode.EARLIER_DELIVERY:
            return f"The receiver gets plants in order: event {upcoming.behind} comes first."
        case NextAttemptCode.RATE_LIMIT:
            rate = f"{receiver.max_rate:g} {'request' if receiver.max_rate == 1 else 'requests'}"
            return f"The receiver's rate limit is {rate} a second, and {upcoming.ahead:,} other deliveries come first."
        case _:
            return _NOTES[upcoming.code]


_NOTES = {
    NextAttemptCode.DUE: "Sent again when its retry is due.",
    NextAttemptCode.REQUESTED: "Sent now, because someone requested it.",
    NextAttemptCode.NEXT_SLOT: "Sent as soon as one of the receiver's request slots is free.",
    NextAttemptCode.RETRY_AFTER: "The receiver asked us to wait (Retry-After). Nothing is sent to it before then.",
    NextAttemptCode.RECEIVER_RECOVERY: (
        "The receiver is failing. It is probed then, and this delivery is sent once a probe succeeds."
    ),
    NextAttemptCode.RECEIVER_PAUSED: "The receiver is paused. Sent once someone resumes it.",
    NextAttemptCode.RECEIVER_DISABLED: "The receiver is disabled. Sent once someone resumes it.",
    NextAttemptCode.REPLAY: "A replay is about to send it again.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverStep:
    """What happens next at a receiver: why, not before when, and in a sentence. `code` is None if nothing is open."""

    code: NextAttemptCode | None
    at: Instant | None
    note: str


def receiver_step(receiver: Receiver, *, open_count: int, next_due_at: Instant | None, now: Instant) -> ReceiverStep:
    """Return what happens next at a receiver with this many open deliveries.

    `next_due_at` is when its next retry is due; None if all its open deliveries can be sent now.
    """
    waiting = f"{open_count:,} {'delivery' if open_count == 1 else 'deliveries'}"
    if receiver.held:
        state = "paused" if receiver.paused else "disabled"
        wait = f" {waiting} {'is' if open_count == 1 else 'are'} held until someone resumes it." if open_count else ""
        return ReceiverStep(code=_held(receiver), at=None, note=f"The receiver is {state}.{wait}")
    if receiver.breaker.is_open:
        note = f"The receiver is failing. It is probed then; {waiting} to send once a probe succeeds."
        return ReceiverStep(code=NextAttemptCode.RECEIVER_RECOVERY, at=receiver.next_probe_at(now), note=note)
    if not open_count:
        return ReceiverStep(code=None, at=None, note="All caught up.")
    resting_until = _resting_until(receiver, now)
    if resting_until is not None:
        note = f"The receiver asked us to wait (Retry-After). {waiting} to send then."
        return ReceiverStep(code=NextAttemptCode.RETRY_AFTER, at=resting_until, note=note)
    if next_due_at is not None and next_due_at > now:
        return ReceiverStep(code=NextAttemptCode.DUE, at=next_due_at, note=f"{waiting} to retry, the first then.")
    code = NextAttemptCode.NEXT_SLOT if receiver.max_rate is None else NextAttemptCode.RATE_LIMIT
    return ReceiverStep(code=code, at=None, note=f"{waiting} to send now.")
