"""What an attempt met, and what follows from it: the main path's fifth step, pure.

`settle()` decides; `delivery/recorder.py` writes it down. Derived states of a delivery are listed in ARCHITECTURE.md.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.timestamps import Instant, after

LADDER_S = (
    0,
    5,
    30,
    120,
    300,
    900,
    1_800,
    3_600,
    7_200,
    14_400,
    21_600,
    28_800,
    43_200,
    43_200,
    86_400,
    86_400,
    86_400,
)
"""Seconds before attempt n (the first is at once): dense in the first hour, then out to a long weekend."""

ATTEMPTS_MAX = len(LADDER_S)
HORIZON_S = sum(LADDER_S)
OVERLOAD_WAIT_S_MIN = 60  # trust.md, section 6: the first rungs are for faults that pass, not for too much to do
JITTER_MAX = 0.2  # added, never subtracted: "not before" stays true (Standard Webhooks asks for jitter)
assert ATTEMPTS_MAX == 17 and HORIZON_S == 117 * 3600 + 52 * 60 + 35, (
    "the promise of README: 17 attempts over 117 h 52 m"
)


class OutcomeKind(StrEnum):
    """What an attempt met. `accepted` is any 2xx, `refused` any other status; the rest say why there was no status."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    DNS_NOT_FOUND = "dns_not_found"
    DNS_FAILED = "dns_failed"
    ADDRESS_REFUSED = "address_refused"
    CONNECTION_REFUSED = "connection_refused"
    CONNECTION_FAILED = "connection_failed"
    CONNECTION_CLOSED = "connection_closed"
    TLS_CERTIFICATE = "tls_certificate"
    TLS_FAILED = "tls_failed"
    ANSWER_INVALID = "answer_invalid"
    ANSWER_TOO_LARGE = "answer_too_large"
    DEADLINE = "deadline"
    STOPPED = "stopped"


class Outcome(NamedTuple):
    """The result of one attempt: data, never an exception.

    `status` is there for `accepted` and `refused` only, `retry_after_s` for `refused` only: how long the answer asks us
    to wait, None when it does not say. `address` is the one dialled, None when none was. `detail` is a sentence for
    people. `excerpt` holds the first 4 KiB of the body of a failed answer, without our credentials. `signed_s` is the
    Unix second with which the request was signed; None if it was never written, or by a version before 0.5.1.
    """

    kind: OutcomeKind
    duration_us: int
    status: int | None = None
    address: str | None = None
    detail: str = ""
    excerpt: bytes = b""
    retry_after_s: float | None = None
    signed_s: int | None = None

    @property
    def accepted(self) -> bool:
        return self.kind is OutcomeKind.ACCEPTED


OVERLOADED = frozenset({408, 425, 429, 502, 503, 504, 529})


def is_overload(outcome: Outcome) -> bool:
    """Tell whether the receiver has too much to do: send less at once, and wait a minute at least."""
    return outcome.kind is OutcomeKind.DEADLINE or outcome.status in OVERLOADED


class RetryState(StrEnum):
    WAITING = "waiting"
    EXHAUSTED = "exhausted"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """A delivery that must be remembered one by one, because its attempt failed. One row of `retries`.

    `attempts` counts what was charged on the ladder (at most 17), `tries` every request made. `asked_at` is when a
    person asked for it to be tried at once, and None again once it was.
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

    def __post_init__(self) -> None:
        assert 0 <= self.attempts <= ATTEMPTS_MAX
        assert self.tries >= self.attempts

    def renewed(self) -> "Retry":
        """As it is when it was given up and a person wants it tried again: waiting, at the foot of the ladder."""
        return replace(self, state=RetryState.WAITING, attempts=0)


class Attempt(NamedTuple):
    """One HTTP request made for a delivery, with its outcome. One row of `attempts`.

    `id` is unique to its maker; `number` is what the receiver saw in `webhook-attempt`, for people. `replay_id` is the
    replay that it was made for, if any.
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
    """Seconds to wait after so many failed attempts: the ladder's, or `least_s` where that is more.

    Jitter in 0…1 adds up to 20 %; `scale` divides all of it.

    >>> [delay_s(attempts=n, jitter=0, scale=1) for n in (1, 2, 16)]
    [5.0, 30.0, 86400.0]
    """
    assert 0 <= jitter <= 1
    return max(LADDER_S[attempts], least_s) / scale * (1 + JITTER_MAX * jitter)


def brought_near(retry: Retry, *, now: Instant, scale: float) -> Retry:
    """The same, due as if it had failed just now: for one that lies further ahead than any wait is long.

    Then the clock went back after it had failed, and how much of its wait is over cannot be known.
    """
    return replace(retry, next_attempt_at=after(now, seconds=delay_s(attempts=retry.attempts, jitter=0, scale=scale)))


def settle(
    attempt: Attempt, *, retry: Retry | None, counted: bool = True, now: Instant, jitter: float, scale: float
) -> Retry | None:
    """Say what a delivery is after this attempt: None when it is delivered, else its row in `retries`.

    An attempt that is not `counted` was made ahead of the delivery's own time, or says more about the receiver than
    about this event: it does not count among the 17. What our own stop cut off is nobody's failure: it is due at once,
    or at its own time if it was tried ahead of that, so that no rung of its ladder is lost.
    """
    outcome = attempt.outcome
    assert _is_possible(outcome)
    if outcome.accepted:
        return None
    if retry is None:
        retry = Retry(
            receiver_id=attempt.receiver_id,
            sequence=attempt.sequence,
            state=RetryState.WAITING,
            attempts=0,
            tries=attempt.number - 1,
            next_attempt_at=now,
            first_failed_at=now,
            last_outcome=outcome.kind,
        )
    if outcome.kind is OutcomeKind.STOPPED:
        due_at = max(now, retry.next_attempt_at)
        tries = retry.tries + 1
        return replace(retry, tries=tries, next_attempt_at=due_at, last_outcome=outcome.kind, last_status=None)
    attempts = retry.attempts + counted
    exhausted = attempts >= ATTEMPTS_MAX
    keeps_its_time = not counted and retry.next_attempt_at > now
    rung = 0 if keeps_its_time else max(attempts, 1)
    wait_s = 0.0 if exhausted else _wait_s(outcome, attempts=rung, jitter=jitter, scale=scale)
    next_at = after(now, seconds=wait_s)
    if keeps_its_time:
        next_at = max(retry.next_attempt_at, next_at)
    return replace(
        retry,
        state=RetryState.EXHAUSTED if exhausted else RetryState.WAITING,
        attempts=attempts,
        tries=retry.tries + 1,
        next_attempt_at=next_at,
        last_outcome=outcome.kind,
        last_status=outcome.status,
        asked_at=None,
    )


def _is_possible(outcome: Outcome) -> bool:
    if (outcome.status is not None) != (outcome.kind in (OutcomeKind.ACCEPTED, OutcomeKind.REFUSED)):
        return False
    wait_s = outcome.retry_after_s
    return wait_s is None or (outcome.kind is OutcomeKind.REFUSED and 0 <= wait_s <= RETRY_AFTER_S_MAX)


def _wait_s(outcome: Outcome, *, attempts: int, jitter: float, scale: float) -> float:
    """Never wait less than the receiver asks for: the scale divides our own delays, not what somebody else said."""
    least_s = OVERLOAD_WAIT_S_MIN if is_overload(outcome) else 0
    return max(delay_s(attempts=attempts, jitter=jitter, scale=scale, least_s=least_s), outcome.retry_after_s or 0.0)
