"""Derives a delivery's state and its planned attempts from stored rows. Neither is stored."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RETRY_SCHEDULE_S, Retry, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after


class DeliveryState(StrEnum):
    """The states of a delivery, as shown in the API, the command line and the console."""

    QUEUED = "queued"
    RETRYING = "retrying"
    HELD = "held"
    DELIVERED = "delivered"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """The delivery of one event to one receiver. `retry` is its row in `retries`; None if it has no row."""

    receiver_id: ReceiverId
    sequence: int
    state: DeliveryState
    retry: Retry | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedAttempt:
    """A future attempt at time `at`. `number` will be the value of its `webhook-attempt` header."""

    number: int
    at: Instant


def state_of(
    row: RetryState | None,
    *,
    skipped: bool,
    accepted: bool,
    beyond_cursor: bool,
    held: bool,
    matches: bool = True,
) -> DeliveryState:
    """Return the state of a delivery.

    `row` is the state of the delivery's row in `retries`; None without a row. `skipped` is True if a range in the table
    `skips` contains the delivery, `accepted` if a 2xx is recorded, `beyond_cursor` if its event's sequence
    number is above the receiver's cursor, and `held` if the receiver is paused or disabled. `matches` is False if the
    filter that is in force for the event leaves it out. A delivery with a row was sent, so it is not filtered.

    >>> state_of(None, skipped=False, accepted=False, beyond_cursor=False, held=True)
    <DeliveryState.DELIVERED: 'delivered'>
    """
    if row is None and not matches:
        return DeliveryState.FILTERED
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
    delivery: Delivery,
    *,
    now: Instant,
    scale: float,
    next_probe_at: Instant | None = None,
    probed_at: Instant | None = None,
) -> tuple[PlannedAttempt, ...]:
    """Return the remaining attempts, assuming that each fails, without jitter; empty if the delivery is not retrying.

    The first scheduled attempt is due at `next_attempt_at`, but not before `next_probe_at`, the time of the next
    request to a receiver that is failing or has asked for a pause. An attempt that a person requested comes before the
    scheduled attempts and is not one of them. The same is true of the probe of a failing receiver at `probed_at`, if
    that is before the delivery is due. After the last attempt the delivery is exhausted.
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
    early_at = probed_at if retry.asked_at is None else retry.asked_at
    if early_at is not None and early_at < due_at:
        times.insert(0, early_at)
    return tuple(PlannedAttempt(number=retry.tries + index, at=at) for index, at in enumerate(times, 1))
