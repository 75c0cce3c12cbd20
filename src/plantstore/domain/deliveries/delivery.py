"""The outcome of an attempt, and what follows from it (step 5 of "The main path" in ARCHITECTURE.md). Pure functions.

`settle()` computes a delivery's new row in `retries`; `delivery/recorder.py` writes it. The state of a delivery is
derived (domain/deliveries/delivery_state.py), not stored.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after

MINUTE_S, HOUR_S, DAY_S = 60, 3_600, 86_400
RETRY_SCHEDULE_S = (
    *(0, 5, 30, 2 * MINUTE_S, 5 * MINUTE_S, 15 * MINUTE_S, 30 * MINUTE_S),
    *(1 * HOUR_S, 2 * HOUR_S, 4 * HOUR_S, 6 * HOUR_S, 8 * HOUR_S, 12 * HOUR_S, 12 * HOUR_S),
    *(DAY_S, DAY_S, DAY_S),
)
"""Seconds to wait before each attempt: 0 before the first, frequent in the first hour, spanning a weekend in total."""

ATTEMPTS_MAX = len(RETRY_SCHEDULE_S)
HORIZON_S = sum(RETRY_SCHEDULE_S)
OVERLOAD_WAIT_S_MIN = 60  # min wait after an overload, longer than the first steps of the schedule
JITTER_MAX = 0.2  # max share added to a wait; never subtracted, so no attempt is early (Standard Webhooks asks for it)
assert ATTEMPTS_MAX == 17 and HORIZON_S == 117 * HOUR_S + 52 * MINUTE_S + 35, (
    "the promise of README: 17 attempts over 117 h 52 m"
)


class OutcomeKind(StrEnum):
    """How an attempt ended. `accepted` is any 2xx, `refused` any other status; the others say why there is none.

    After `body_failed`, the delivery is exhausted: nothing was sent, and nothing else would come of another attempt.
    """

    ACCEPTED = "accepted"
    REFUSED = "refused"
    DNS_NOT_FOUND = "dns_not_found"
    DNS_FAILED = "dns_failed"
    ADDRESS_REFUSED = "address_refused"
    CONNECTION_REFUSED = "connection_refused"
    CONNECTION_FAILED = "connection_failed"
    CONNECTION_CLOSED = "connection_closed"
    TLS_CERTIFICATE = "tls_certificate"
    TLS_CLIENT_CERTIFICATE = "tls_client_certificate"
    TLS_FAILED = "tls_failed"
    PROXY_FAILED = "proxy_failed"
    BODY_FAILED = "body_failed"
    ANSWER_INVALID = "answer_invalid"
    ANSWER_TOO_LARGE = "answer_too_large"
    DEADLINE = "deadline"
    AUTHORIZATION_FAILED = "authorization_failed"
    STOPPED = "stopped"


class Outcome(NamedTuple):
    """The result of one attempt. A failed attempt is a value, never an exception.

    `status` is set for `accepted` and `refused` only. `retry_after_s` is set for `refused` only, if the response has a
    Retry-After. `address` is the IP address that we connected to; None if we tried none. `detail` is a sentence for
    people. `excerpt` holds the first 4 KiB of a failed attempt's response body, without our credentials. `signed_s` is
    the Unix time in the signature; None if no request was written, or if a version before 0.5.1 recorded the attempt.

    `token_renewed`, which is not stored: the receiver refused a token that a token endpoint can replace.
    """

    kind: OutcomeKind
    duration_us: int
    status: int | None = None
    address: str | None = None
    detail: str = ""
    excerpt: bytes = b""
    retry_after_s: float | None = None
    signed_s: int | None = None
    token_renewed: bool = False

    @property
    def is_repeated(self) -> bool:
        """True if the attempt does not count and is made again: we stopped it, or renew the token it was sent with."""
        return self.kind is OutcomeKind.STOPPED or self.token_renewed

    @property
    def accepted(self) -> bool:
        return self.kind is OutcomeKind.ACCEPTED


OVERLOADED = frozenset({408, 425, 429, 502, 503, 504, 529})


def is_overload(outcome: Outcome) -> bool:
    """True if the outcome means overload: send fewer concurrent requests, and retry after at least a minute."""
    return outcome.kind is OutcomeKind.DEADLINE or outcome.status in OVERLOADED


class RetryState(StrEnum):
    WAITING = "waiting"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """A delivery whose last attempt failed: one row of `retries`.

    `attempts` is the number of attempts that count (at most 17), `tries` the number of all requests. `asked_at` is the
    time at which a person asked to retry the delivery immediately; it is reset to None after that attempt. `previous`
    is what the first attempt had as `plantstore-previous-sequence`; None if the receiver had no filter.
    """

    receiver_id: ReceiverId
    sequence: int
    state: RetryState
    attempts: int
    tries: int
    next_attempt_at: Instant
    first_failed_at: Instant
    last_outcome: OutcomeKind
    last_status: int | None = None
    asked_at: Instant | None = None
    previous: int | None = None

    def __post_init__(self) -> None:
        assert 0 <= self.attempts <= ATTEMPTS_MAX
        assert self.tries >= self.attempts

    def with_new_schedule(self) -> "Retry":
        """Return the delivery in state `waiting`, at the start of its retry schedule."""
        return replace(self, state=RetryState.WAITING, attempts=0)


class Attempt(NamedTuple):
    """One HTTP request for a delivery, with its outcome: one row of `attempts`.

    `id` is unique within the process that made the request. `number` is the value of its `webhook-attempt` header.
    `replay_id` is the replay that the request belongs to, if any.
    """

    id: int
    receiver_id: ReceiverId
    sequence: int
    event_id: str
    number: int
    started_at: Instant
    outcome: Outcome
    replay_id: str | None = None


def delay_s(*, attempts: int, jitter: float, scale: float, least_s: float = 0) -> float:
    """Return the seconds to wait after `attempts` counted attempts: as scheduled, but at least `least_s`.

    A `jitter` of 0 to 1 adds up to 20 %. `scale` divides the result.

    >>> [delay_s(attempts=n, jitter=0, scale=1) for n in (1, 2, 16)]
    [5.0, 30.0, 86400.0]
    """
    assert 0 <= jitter <= 1
    return max(RETRY_SCHEDULE_S[attempts], least_s) / scale * (1 + JITTER_MAX * jitter)


def rescheduled_from_now(retry: Retry, *, now: Instant, scale: float) -> Retry:
    """Return the retry with its next attempt scheduled as if the last one had failed now.

    Used for a retry that is due later than its schedule allows, because the clock was set back after the failure:
    how long the retry has already waited is then unknown.
    """
    return replace(retry, next_attempt_at=after(now, seconds=delay_s(attempts=retry.attempts, jitter=0, scale=scale)))


def settle(
    attempt: Attempt, *, retry: Retry | None, counted: bool = True, now: Instant, jitter: float, scale: float
) -> Retry | None:
    """Return the delivery's row in `retries` after this attempt; None if it was delivered.

    `retry` is the row before this attempt; None if the delivery had none. If not `counted`, the attempt is not one of
    the delivery's 17, because it was made before it was due, or failed because of the receiver, not because of the
    event.
    """
    outcome = attempt.outcome
    assert _is_possible(outcome)
    if outcome.accepted:
        return None
    if retry is None:
        retry = _first_failure(attempt, now)
    if outcome.is_repeated:
        return _failed(retry, outcome, next_attempt_at=max(now, retry.next_attempt_at), asked_at=retry.asked_at)
    if outcome.kind is OutcomeKind.BODY_FAILED:  # it would fail in the same way each time
        attempts = min(retry.attempts + 1, ATTEMPTS_MAX)
        return _failed(retry, outcome, next_attempt_at=now, attempts=attempts, state=RetryState.EXHAUSTED)
    if not counted and retry.next_attempt_at > now:  # made before it was due: keep the due time
        earliest = after(now, seconds=_wait_s(outcome, attempts=0, jitter=jitter, scale=scale))
        return _failed(retry, outcome, next_attempt_at=max(retry.next_attempt_at, earliest), state=RetryState.WAITING)
    attempts = retry.attempts + counted
    if attempts >= ATTEMPTS_MAX:
        return _failed(retry, outcome, next_attempt_at=now, attempts=attempts, state=RetryState.EXHAUSTED)
    due_at = after(now, seconds=_wait_s(outcome, attempts=max(attempts, 1), jitter=jitter, scale=scale))
    return _failed(retry, outcome, next_attempt_at=due_at, attempts=attempts, state=RetryState.WAITING)


def _first_failure(attempt: Attempt, now: Instant) -> Retry:
    return Retry(
        receiver_id=attempt.receiver_id,
        sequence=attempt.sequence,
        state=RetryState.WAITING,
        attempts=0,
        tries=attempt.number - 1,
        next_attempt_at=now,
        first_failed_at=now,
        last_outcome=attempt.outcome.kind,
    )


def _failed(
    retry: Retry, outcome: Outcome, *, next_attempt_at: Instant, asked_at: Instant | None = None, **changes: Any
) -> Retry:
    return replace(
        retry,
        tries=retry.tries + 1,
        next_attempt_at=next_attempt_at,
        last_outcome=outcome.kind,
        last_status=outcome.status,
        asked_at=asked_at,
        **changes,
    )


def _wait_s(outcome: Outcome, *, attempts: int, jitter: float, scale: float) -> float:
    """Return the seconds to wait: our own delay, divided by `scale`, or the receiver's Retry-After if longer."""
    least_s = OVERLOAD_WAIT_S_MIN if is_overload(outcome) else 0
    return max(delay_s(attempts=attempts, jitter=jitter, scale=scale, least_s=least_s), outcome.retry_after_s or 0.0)


def _is_possible(outcome: Outcome) -> bool:
    if (outcome.status is not None) != (outcome.kind in (OutcomeKind.ACCEPTED, OutcomeKind.REFUSED)):
        return False
    wait_s = outcome.retry_after_s
    return wait_s is None or (outcome.kind is OutcomeKind.REFUSED and 0 <= wait_s <= RETRY_AFTER_S_MAX)
