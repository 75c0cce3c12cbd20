"""Operational webhooks: events about the store itself, and the programs that subscribe to them. Pure functions.

They are separate from webhooks about plants: own events, own retry schedule, never in the log.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from plantstore.domain.deliveries.delivery import DAY_S, HOUR_S, JITTER_MAX, MINUTE_S, Outcome, OutcomeKind
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.public_ids import OPERATIONAL_EVENT_PREFIX, encode
from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import Scope

RETRY_SCHEDULE_S = (
    *(5, 30, 2 * MINUTE_S, 10 * MINUTE_S, 30 * MINUTE_S),
    *(1 * HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 8 * HOUR_S, 12 * HOUR_S),
)
"""Seconds from a failed request to the next one for the same event. The last wait repeats, if there is still time."""
HORIZON_S = sum(RETRY_SCHEDULE_S)  # an event is given up at the first failed request that is this much later
assert HORIZON_S >= DAY_S, "a program that is repaired within a day gets every event"
KEPT_S = 30 * DAY_S  # how long events, and what became of them, are kept
EVENTS_MAX = 100_000  # max events kept, without those that wait; an outage can exhaust any number of deliveries
SUBSCRIBERS_MAX = 20
BACKLOG_MAX = 10_000  # max events waiting for one subscriber; beyond it, the oldest are given up
PROBE_S_MIN, PROBE_S_MAX = 1.0, 300.0  # pause of a failing subscriber between two requests; doubles each time
DOWN_S = 60.0  # a subscriber that failed for this long, and accepts a request, is sent everything that waits
BACKLOG_EXCEEDED = f"More than {BACKLOG_MAX:,} events were waiting for this subscriber."


class OperationalType(StrEnum):
    """The types of operational events that one can subscribe to."""

    RECEIVER_DISABLED = "receiver.disabled"
    RECEIVER_RECOVERED = "receiver.recovered"
    DELIVERY_EXHAUSTED = "delivery.exhausted"
    IMPORT_COMPLETED = "import.completed"


TEST_TYPE = "test"  # type of test requests, which are not stored and which every subscriber can get
_SCOPES = {OperationalType.IMPORT_COMPLETED: Scope.PLANTS_READ}


def scope_to_subscribe(kind: OperationalType) -> Scope:
    """Return the scope that a token needs to subscribe to events of this type, or to see those who do."""
    return _SCOPES.get(kind, Scope.OPERATIONS_READ)


class OperationalEvent(NamedTuple):
    """An event with the exact bytes that are signed and sent. `id` is the value of `webhook-id`."""

    id: str
    type: OperationalType
    at: Instant
    body: bytes


def event_id(kind: OperationalType, subject: str, at: Instant) -> str:
    """Return the id of an event: `ope_`, 48 bits of milliseconds as in a ULID, and 80 bits of a hash of its cause.

    The same cause has the same id, so a transaction that runs twice makes one event.
    """
    digest = hashlib.sha256(f"{kind}\n{subject}\n{at}".encode()).digest()
    return OPERATIONAL_EVENT_PREFIX + encode(at // 1000, chars=10) + encode(int.from_bytes(digest[:10]), chars=16)


class SubscriberState(StrEnum):
    """`failing`: the last request failed. `disabled`: nothing is sent, and new events are not kept for it."""

    ACTIVE = "active"
    FAILING = "failing"
    DISABLED = "disabled"


class DisabledBecause(StrEnum):
    """`gone`: it responded 410. `failing`: every request failed for the whole retry schedule. `person`: by request."""

    GONE = "gone"
    FAILING = "failing"
    PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscriber:
    """A program that gets operational webhooks. `created_by` is the id of the person or token that created it."""

    id: str
    name: str
    url: str
    types: tuple[OperationalType, ...]
    version: int
    created_by: str
    created_at: Instant
    updated_at: Instant
    disabled_at: Instant | None = None
    disabled_reason: DisabledBecause | None = None
    failing_since: Instant | None = None

    def __post_init__(self) -> None:
        assert self.types, "a subscriber subscribes to something"
        assert (self.disabled_at is None) == (self.disabled_reason is None)

    @property
    def state(self) -> SubscriberState:
        if self.disabled_at is not None:
            return SubscriberState.DISABLED
        return SubscriberState.ACTIVE if self.failing_since is None else SubscriberState.FAILING

    def disabled(self, because: DisabledBecause, now: Instant) -> "Subscriber":
        return replace(self, disabled_at=now, disabled_reason=because)

    def enabled(self) -> "Subscriber":
        return replace(self, disabled_at=None, disabled_reason=None, failing_since=None)


class DeliveryState(StrEnum):
    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationalDelivery:
    """An event for one subscriber: one row of `operational_deliveries`. `began_at`: when its retry schedule began.

    `last_detail` is a sentence for people about the last request, or why the event was given up.
    """

    subscriber_id: str
    event_id: str
    state: DeliveryState
    attempts: int
    began_at: Instant
    next_attempt_at: Instant
    last_attempt_at: Instant | None = None
    last_outcome: OutcomeKind | None = None
    last_status: int | None = None
    last_detail: str = ""
    ended_at: Instant | None = None

    def __post_init__(self) -> None:
        assert (self.ended_at is None) == (self.state is DeliveryState.WAITING)

    def again(self, now: Instant) -> "OperationalDelivery":
        """Return the delivery at the start of a new retry schedule, due now."""
        return replace(self, state=DeliveryState.WAITING, began_at=now, next_attempt_at=now, ended_at=None)


def settle(
    delivery: OperationalDelivery, outcome: Outcome, *, now: Instant, jitter: float, scale: float
) -> OperationalDelivery:
    """Return a waiting delivery after a request had this outcome. `scale` divides the waits and the horizon."""
    sent = replace(
        delivery,
        attempts=delivery.attempts + 1,
        last_attempt_at=now,
        last_outcome=outcome.kind,
        last_status=outcome.status,
        last_detail=outcome.detail,
    )
    if outcome.accepted:
        return replace(sent, state=DeliveryState.DELIVERED, ended_at=now)
    if now >= after(delivery.began_at, seconds=HORIZON_S / scale):
        return replace(sent, state=DeliveryState.GIVEN_UP, ended_at=now)
    step_s = RETRY_SCHEDULE_S[min(delivery.attempts, len(RETRY_SCHEDULE_S) - 1)] / scale
    wait_s = max(step_s * (1 + JITTER_MAX * jitter), min(outcome.retry_after_s or 0.0, RETRY_AFTER_S_MAX))
    return replace(sent, next_attempt_at=after(now, seconds=wait_s))


def subscriber_after(subscriber: Subscriber, outcome: Outcome, *, now: Instant, scale: float) -> Subscriber:
    """Return the subscriber after a request had this outcome: failing, no longer failing, or disabled.

    A subscriber is disabled if it asks for that with 410, or if each request has failed for HORIZON_S.
    """
    if outcome.accepted:
        return replace(subscriber, failing_since=None)
    if outcome.status == 410:
        return subscriber.disabled(DisabledBecause.GONE, now)
    since = subscriber.failing_since or now
    failing = replace(subscriber, failing_since=since)
    is_over = now >= after(since, seconds=HORIZON_S / scale)
    return failing.disabled(DisabledBecause.FAILING, now) if is_over else failing


def was_down(failing_since: Instant, *, now: Instant, scale: float) -> bool:
    """True if requests failed for DOWN_S, so that the subscriber was probably at fault, and not one event."""
    return now >= after(failing_since, seconds=DOWN_S / scale)


def probe_wait_s(failures: int, *, scale: float) -> float:
    """Return for how many seconds to send a subscriber nothing after this number of consecutive failures.

    >>> [probe_wait_s(failures, scale=1) for failures in (1, 2, 9, 10)]
    [1.0, 2.0, 256.0, 300.0]
    """
    return min(PROBE_S_MIN * 2.0 ** min(failures - 1, 16), PROBE_S_MAX) / scale


def read_types(text: str) -> tuple[OperationalType, ...]:
    return tuple(OperationalType(name) for name in text.split())


def write_types(types: Collection[OperationalType]) -> str:
    """Return types as they are stored, each once and in the order of their definition."""
    return " ".join(kind for kind in OperationalType if kind in types)
