"""A receiver's circuit breaker, as pure functions. It handles outages; the retry schedule handles single failures.

closed: requests are sent. open: after each pause, a few deliveries are sent one at a time (probes), until a probe gets
a 2xx. disabled: nothing is sent until a person resumes the receiver; its deliveries stay queued. docs/delivery.md
explains the rules.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.deliveries.delivery import (
    JITTER_MAX,
    OVERLOADED,
    Attempt,
    Outcome,
    OutcomeKind,
    Retry,
)
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.timestamps import SECOND_US, Instant, after

FAILURES_MAX = 5  # consecutive failures that open the breaker, if several events have failed or no other is queued
REFUSALS_MAX = 20  # consecutive failures that open the breaker even if all are 404 or similar (often the event's fault)
PAUSE_S_MIN, PAUSE_S_MAX = 5, 900  # first and longest pause; each pause is twice the one before
ROUND_PROBES = 3  # different deliveries probed before the next pause, because one of them may itself be faulty
FAILING_EVENTS_FEW = 3  # if fewer different events have failed, the events may be at fault, not the receiver
PAUSES_MAX = 8  # number of doublings after which a pause is PAUSE_S_MAX long
SILENCE_S_MAX = 5 * 86_400  # disable a receiver that has sent no response except 503 for this time …
SILENT_REQUESTS_MIN = 20  # … but only after this many requests, however long Retry-After asks us to wait
NEVER = Instant(0)
assert PAUSE_S_MIN * 2**PAUSES_MAX >= PAUSE_S_MAX
PAUSE_S_LONGEST = PAUSE_S_MAX * (1 + JITTER_MAX)
assert PAUSE_S_LONGEST <= 18 * 60, "docs/delivery.md promises that a recovered receiver is found within 18 min"


class BreakerState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    DISABLED = "disabled"


class DisabledReason(StrEnum):
    """`gone`: the receiver responded 410. `silent`: it sent no response except 503 for five days."""

    GONE = "gone"
    SILENT = "silent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """The state of one receiver's breaker. Counts of failures and probes are kept in memory; the rest is stored.

    `pauses` counts the pauses since the breaker opened. `silence_us` is how long the receiver has not responded, not
    counting time in which we sent nothing. Nothing is sent before `rest_until`, the Retry-After time of a 429 or 503.
    `failures` counts failed attempts since the last success, `breakdowns` only those that are not refusals such as 404.
    `failing` holds the first few different events that have failed since the last success.
    """

    state: BreakerState = BreakerState.CLOSED
    reason: DisabledReason | None = None
    opened_at: Instant | None = None
    open_until: Instant | None = None
    pauses: int = 0
    silence_us: int = 0
    last_failed_at: Instant = NEVER
    rest_until: Instant | None = None
    failures: int = 0
    breakdowns: int = 0
    failing: frozenset[int] = frozenset()
    probes: int = 0  # number of probes sent in the current round

    def __post_init__(self) -> None:
        assert (self.state is BreakerState.DISABLED) == (self.reason is not None)
        assert self.state is BreakerState.CLOSED or self.opened_at is not None

    @property
    def is_open(self) -> bool:
        return self.state is BreakerState.OPEN

    @property
    def few_failing(self) -> bool:
        """True if so few different events have failed that the events may be at fault, not the receiver."""
        return len(self.failing) < FAILING_EVENTS_FEW

    def with_failing(self, failing: frozenset[int]) -> "Breaker":
        """Return a breaker loaded after a restart with its failing events, which are read from `retries`."""
        return replace(self, failing=failing) if self.is_open else self

    @property
    def worth_storing(self) -> bool:
        return self.state is not BreakerState.CLOSED or self.rest_until is not None


HEALTHY = Breaker()


def is_counted(breaker: Breaker, attempt: Attempt, retry: Retry | None, *, ordered: bool) -> bool:
    """True if a failed attempt counts as one of the 17 attempts of its delivery.

    An attempt that a person requested, or that was made before the delivery was due, does not count. While the breaker
    is open, an attempt counts only if so few events fail that the events, not the receiver, may be at fault. If the
    receiver is `ordered`, an attempt then counts only if there was a response.
    """
    if retry is not None and (retry.asked_at is not None or retry.next_attempt_at > attempt.started_at):
        return False
    if not breaker.is_open:
        return True
    if ordered:
        return attempt.outcome.status is not None
    return len(breaker.failing | {attempt.sequence}) < FAILING_EVENTS_FEW


def after_attempt(
    breaker: Breaker,
    outcome: Outcome,
    *,
    sequence: int,
    probe: bool,
    more_queued: bool,
    now: Instant,
    jitter: float,
    scale: float,
) -> Breaker:
    """Return the receiver's breaker after an attempt to send the event `sequence` had this outcome.

    `probe` is True if the request was a probe of an open breaker, `more_queued` if the receiver has other deliveries to
    send. No outcome changes a disabled breaker; only a person can resume it. An attempt that does not count (see
    `Outcome.is_repeated`), or that sent nothing because the body could not be computed, changes nothing.
    """
    no_failure = outcome.is_repeated or outcome.kind is OutcomeKind.BODY_FAILED
    if no_failure or breaker.state is BreakerState.DISABLED:
        return breaker
    rest_until = _rest_until(breaker, outcome, now)
    if outcome.accepted:
        return HEALTHY if rest_until is None else replace(HEALTHY, rest_until=rest_until)
    if outcome.status == 410:
        opened_at = breaker.opened_at or now
        return Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=opened_at, last_failed_at=now)
    failed = replace(
        breaker,
        failures=breaker.failures + 1,
        breakdowns=breaker.breakdowns + (not _is_refusal(outcome)),
        failing=breaker.failing | {sequence} if breaker.few_failing else breaker.failing,
        rest_until=rest_until,
        last_failed_at=now,
    )
    if breaker.is_open:
        silence_us = breaker.silence_us
        if outcome.kind is not OutcomeKind.PROXY_FAILED:  # the receiver was not asked
            silence_us = 0 if _has_responded(outcome) else silence_us + _silence_us(breaker, now)
        failed = replace(failed, silence_us=silence_us)
        return _still_open(failed, probe=probe, more_queued=more_queued, now=now, jitter=jitter, scale=scale)
    return _opened(failed, now=now, jitter=jitter, scale=scale) if _opens(failed, more_queued=more_queued) else failed


def _is_refusal(outcome: Outcome) -> bool:
    """True for a 4xx status that usually concerns one request, not the whole receiver."""
    return outcome.status is not None and 400 <= outcome.status < 500 and outcome.status not in OVERLOADED


def _has_responded(outcome: Outcome) -> bool:
    """True if there was a response other than 503, even an invalid one. Proxies send 503 for a service that is down."""
    if outcome.kind in (OutcomeKind.ANSWER_INVALID, OutcomeKind.ANSWER_TOO_LARGE):
        return True
    return outcome.status not in (None, 503)


def _opens(failed: Breaker, *, more_queued: bool) -> bool:
    if failed.failures >= REFUSALS_MAX:
        return True
    return failed.breakdowns >= FAILURES_MAX and (len(failed.failing) > 1 or not more_queued)


def _opened(failed: Breaker, *, now: Instant, jitter: float, scale: float) -> Breaker:
    opened = replace(failed, state=BreakerState.OPEN, opened_at=now, pauses=0, probes=0, silence_us=0)
    return _paused(opened, now=now, jitter=jitter, scale=scale)


def _still_open(
    failed: Breaker, *, probe: bool, more_queued: bool, now: Instant, jitter: float, scale: float
) -> Breaker:
    if failed.silence_us >= SILENCE_S_MAX * SECOND_US:
        return replace(failed, state=BreakerState.DISABLED, reason=DisabledReason.SILENT, open_until=None)
    if not probe:
        return failed
    failed = replace(failed, probes=failed.probes + 1)
    if failed.probes < ROUND_PROBES and more_queued:
        return failed  # send the next probe of this round now
    return _paused(failed, now=now, jitter=jitter, scale=scale)


def _paused(failed: Breaker, *, now: Instant, jitter: float, scale: float) -> Breaker:
    pause_s = min(min(PAUSE_S_MIN * 2**failed.pauses, PAUSE_S_MAX) / scale, PAUSE_S_MAX)  # `scale` may be below 1
    open_until = after(now, seconds=pause_s * (1 + JITTER_MAX * jitter))
    return replace(failed, open_until=open_until, pauses=min(failed.pauses + 1, PAUSES_MAX), probes=0)


def _rest_until(breaker: Breaker, outcome: Outcome, now: Instant) -> Instant | None:
    """Return the time before which nothing may be sent; None if no Retry-After applies.

    An earlier Retry-After still applies if a request that was already in flight then succeeds.
    """
    until = breaker.rest_until if breaker.rest_until is not None and breaker.rest_until > now else None
    if outcome.status in (429, 503) and outcome.retry_after_s:
        requested = after(now, seconds=outcome.retry_after_s)
        return requested if until is None else max(until, requested)
    return until


def _silence_us(breaker: Breaker, now: Instant) -> int:
    """Return how long the receiver has not responded since the last failure.

    Clock jumps and time in which nothing was sent are left out.
    """
    paused_us = _planned_wait_us(breaker, breaker.open_until, most_s=PAUSE_S_LONGEST)
    rested_us = _planned_wait_us(breaker, breaker.rest_until, most_s=RETRY_AFTER_S_MAX)
    longest_us = max(paused_us, rested_us) + PAUSE_S_MAX * SECOND_US
    one_request_us = SILENCE_S_MAX * SECOND_US // SILENT_REQUESTS_MIN
    return min(max(0, now - breaker.last_failed_at), longest_us, one_request_us)


def _planned_wait_us(breaker: Breaker, until: Instant | None, *, most_s: float) -> int:
    """Return the wait planned at the last failure; 0 if there was none, or if it exceeds `most_s` (a clock change)."""
    wait_us = 0 if until is None else until - breaker.last_failed_at
    return wait_us if 0 < wait_us <= most_s * SECOND_US else 0
