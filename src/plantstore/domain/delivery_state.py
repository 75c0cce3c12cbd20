"""The state of a delivery, derived from what is recorded, and its planned attempts. No table holds either."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.delivery import ATTEMPTS_MAX, RETRY_SCHEDULE_S, Retry, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after


class DeliveryState(StrEnum):
    """The states that the API, the command line and the console show."""

    QUEUED = "queued"
    RETRYING = "retrying"
    HELD = "held"
    DELIVERED = "delivered"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One event for one receiver. `retry` is its row in `retries`, None if it has none."""

    receiver_id: ReceiverId
    sequence: int
    state: DeliveryState
    retry: Retry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAttempt:
    """A future attempt. `number` is what the receiver will see in `webhook-attempt`."""

    number: int
    at: Instant


def state_of(
    row: RetryState | None, *, skipped: bool, accepted: bool, beyond_cursor: bool, held: bool
) -> DeliveryState:
    """Derive the state of a delivery.

    `row` is the state of its row in `retries`. It is `skipped` if a range of the table `skips` holds it, `accepted` if
    a 2xx is recorded, and `held` if its receiver is paused or disabled.

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
    """Return the attempts that follow if each fails, without jitter; empty for a delivery that is not retrying.

    The first is due at `next_attempt_at`, but not before `next_probe_at`, when a receiver that is failing or asked for
    a pause gets its next request. An attempt that a person asked for comes before it and does not count. After the last
    attempt the delivery is exhausted.
    """
    retry = delivery.retry
    if delivery.state is not DeliveryState.RETRYING or retry is None:
        return ()
    due_at = max(retry.next_attempt_at, next_probe_at or retry.next_attempt_at)
    times = [due_at]
    at = max(due_at, now)
    for delay_s in RETRY_SCHEDULE_S[max(retry.attempts + 1, 1) : ATTEMPTS_MAX]:
        at = after(at, seconds=delay_s / scale)
        times.append(at)
    if retry.asked_at is not None and retry.asked_at < due_at:
        times.insert(0, retry.asked_at)
    return tuple(PlannedAttempt(number=retry.tries + index, at=at) for index, at in enumerate(times, 1))
