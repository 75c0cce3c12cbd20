"""What a delivery is just now, derived from what is recorded, and what will be tried if nothing changes. Pure.

No table holds the state of a delivery; ARCHITECTURE.md lists the rules.
"""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.delivery import ATTEMPTS_MAX, LADDER_S, Retry, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after


class DeliveryState(StrEnum):
    """The one vocabulary of API, command line and console."""

    QUEUED = "queued"
    RETRYING = "retrying"
    HELD = "held"
    DELIVERED = "delivered"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One event for one receiver; `retry` is its row in `retries`, if it has one."""

    receiver_id: ReceiverId
    sequence: int
    state: DeliveryState
    retry: Retry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAttempt:
    """An attempt that is to come: `number` is what the receiver will see in `webhook-attempt`."""

    number: int
    at: Instant


def state_of(
    row: RetryState | None, *, skipped: bool, accepted: bool, beyond_cursor: bool, held: bool
) -> DeliveryState:
    """Derive the state; the first that fits is it.

    `row` is the state of its row in `retries`, `skipped` tells that a row of `skips` spans it, `accepted` that a 2xx is
    recorded, `held` that its receiver is paused or disabled.

    >>> state_of(None, skipped=False, accepted=False, beyond_cursor=False, held=True)
    <DeliveryState.DELIVERED: 'delivered'>
    """
    if row is RetryState.CANCELLED or skipped:
        return DeliveryState.CANCELLED
    if row is RetryState.EXHAUSTED:
        return DeliveryState.EXHAUSTED
    if accepted or (row is None and not beyond_cursor):
        return DeliveryState.DELIVERED
    if held:
        return DeliveryState.HELD
    return DeliveryState.QUEUED if row is None else DeliveryState.RETRYING


def planned_attempts(
    delivery: Delivery, *, now: Instant, scale: float, next_probe_at: Instant | None = None
) -> tuple[PlannedAttempt, ...]:
    """The attempts to come if each of them fails, without jitter; after the last one the delivery is given up.

    The first is due at `next_attempt_at`, but not before `next_probe_at`, when a receiver that is failing or asked for
    a pause is called next. One that a person asked for comes before it and is not charged on the ladder. Of a delivery
    that is not retrying there is none.
    """
    retry = delivery.retry
    if delivery.state is not DeliveryState.RETRYING or retry is None:
        return ()
    due_at = max(retry.next_attempt_at, next_probe_at or retry.next_attempt_at)
    times = [due_at]
    at = max(due_at, now)
    for delay_s in LADDER_S[max(retry.attempts + 1, 1) : ATTEMPTS_MAX]:
        at = after(at, seconds=delay_s / scale)
        times.append(at)
    if retry.asked_at is not None and retry.asked_at < due_at:
        times.insert(0, retry.asked_at)
    return tuple(PlannedAttempt(number=retry.tries + place, at=at) for place, at in enumerate(times, 1))
