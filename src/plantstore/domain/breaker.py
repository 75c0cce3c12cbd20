"""What the store found out about a receiver: the breaker, pure. It is for outages, the ladder for single failures.

closed: requests flow. open: one probe at a time after each pause, until a 2xx. disabled: nothing is sent until a person
says so; what is owed stays owed. (trust.md, section 5.9; ARCHITECTURE.md lists the rules.)
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from plantstore.domain.delivery import JITTER_MAX, OVERLOADED, Attempt, Outcome, OutcomeKind, Retry
from plantstore.domain.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.timestamps import SECOND_US, Instant, after

FAILURES_MAX = 5  # in a row, over two deliveries or more: it is the receiver, not the event
REFUSALS_MAX = 20  # in a row, when all of them are refusals such as 404: these are more often about the event
PAUSE_S_MIN, PAUSE_S_MAX = 5, 900  # doubled from the one to the other: a receiver that is back waits no longer
ROUND_PROBES = 3  # different deliveries probed before the next pause: one of them may be poison
FAILING_EVENTS_FEW = 3  # fewer different events than this have failed: it may be the events, not the receiver
PAUSES_MAX = 8  # doublings that reach the longest pause
SILENCE_S_MAX = 5 * 86_400  # without any answer, or with none but 503: disabled …
SILENT_TRIES_MIN = 20  # … after so many requests at least, however long it asks us to stay away (trust.md, section 6)
NEVER = Instant(0)
assert PAUSE_S_MIN * 2**PAUSES_MAX >= PAUSE_S_MAX
PAUSE_S_LONGEST = PAUSE_S_MAX * (1 + JITTER_MAX)
assert PAUSE_S_LONGEST <= 18 * 60, "the promise of docs/delivery.md: found within 18 min"


class BreakerState(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    DISABLED = "disabled"


class DisabledReason(StrEnum):
    """`gone`: it answered 410. `silent`: five days without an answer, or with none but 503."""

    GONE = "gone"
    SILENT = "silent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """One receiver's breaker. `failures` and `failing` are known to the running process only; the rest is stored.

    `failing` holds the first few different events that have failed since the last success. `pauses` counts the rounds
    of probes that failed. `silence_us` is how long we have asked in vain, not counting when we did not ask.
    `rest_until` is how long an answer 429 or 503 asked for all of us to stay away.
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
    breakdowns: int = 0  # those of `failures` that are not refusals such as 404
    failing: frozenset[int] = frozenset()
    probes: int = 0  # of the present round

    def __post_init__(self) -> None:
        assert (self.state is BreakerState.DISABLED) == (self.reason is not None)
        assert self.state is BreakerState.CLOSED or self.opened_at is not None

    @property
    def is_open(self) -> bool:
        return self.state is BreakerState.OPEN

    @property
    def few_failing(self) -> bool:
        """Whether so few different events failed since the last success that they may be to blame themselves."""
        return len(self.failing) < FAILING_EVENTS_FEW

    def with_failing(self, failing: frozenset[int]) -> "Breaker":
        """As it is taken up after a restart: what waits in `retries` is what was failing."""
        return replace(self, failing=failing) if self.is_open else self

    @property
    def worth_storing(self) -> bool:
        return self.state is not BreakerState.CLOSED or self.rest_until is not None


HEALTHY = Breaker()


def is_counted(breaker: Breaker, attempt: Attempt, retry: Retry | None, *, ordered: bool) -> bool:
    """Tell whether a failed attempt counts among the 17 of its delivery (design.md, 4.7, rules 9 and 12).

    One that a person asked for, or that was made ahead of the delivery's own time, does not. During an outage it counts
    only while so few events fail that they may be to blame; for an ordered receiver, only if there was an answer.
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
    """Say what is known of the receiver after this outcome.

    `probe` tells that the request was one of a round while the breaker was open; `more_queued` that there was another
    delivery to try. Nothing but a person ends `disabled`, and what our own stop cut off tells nothing.
    """
    if outcome.kind is OutcomeKind.STOPPED or breaker.state is BreakerState.DISABLED:
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
        silence_us = 0 if _is_alive(outcome) else breaker.silence_us + _asked_in_vain_us(breaker, now)
        failed = replace(failed, silence_us=silence_us)
        return _still_open(failed, probe=probe, more_queued=more_queued, now=now, jitter=jitter, scale=scale)
    return _opened(failed, now=now, jitter=jitter, scale=scale) if _opens(failed, more_queued=more_queued) else failed


def _is_refusal(outcome: Outcome) -> bool:
    """Tell whether the answer is one of those that are more often about one request than about the whole receiver."""
    return outcome.status is not None and 400 <= outcome.status < 500 and outcome.status not in OVERLOADED


def _is_alive(outcome: Outcome) -> bool:
    """Tell whether something answers there, be it an error or nonsense; 503 says itself that nobody is at home."""
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
        return failed  # the next of this round goes at once
    return _paused(failed, now=now, jitter=jitter, scale=scale)


def _paused(failed: Breaker, *, now: Instant, jitter: float, scale: float) -> Breaker:
    pause_s = min(min(PAUSE_S_MIN * 2**failed.pauses, PAUSE_S_MAX) / scale, PAUSE_S_MAX)  # a small scale prolongs none
    open_until = after(now, seconds=pause_s * (1 + JITTER_MAX * jitter))
    return replace(failed, open_until=open_until, pauses=min(failed.pauses + 1, PAUSES_MAX), probes=0)


def _rest_until(breaker: Breaker, outcome: Outcome, now: Instant) -> Instant | None:
    """How long all requests keep away; a success among those under way does not end what another answer asked for."""
    until = breaker.rest_until if breaker.rest_until is not None and breaker.rest_until > now else None
    if outcome.status in (429, 503) and outcome.retry_after_s:
        asked = after(now, seconds=outcome.retry_after_s)
        return asked if until is None else max(until, asked)
    return until


def _asked_in_vain_us(breaker: Breaker, now: Instant) -> int:
    """Time since the last failure, but not the time in which nobody asked, nor that by which a clock leapt."""
    paused_us = _meant_to_wait_us(breaker, breaker.open_until, most_s=PAUSE_S_LONGEST)
    rested_us = _meant_to_wait_us(breaker, breaker.rest_until, most_s=RETRY_AFTER_S_MAX)
    longest_us = max(paused_us, rested_us) + PAUSE_S_MAX * SECOND_US
    one_try_us = SILENCE_S_MAX * SECOND_US // SILENT_TRIES_MIN
    return min(max(0, now - breaker.last_failed_at), longest_us, one_try_us)


def _meant_to_wait_us(breaker: Breaker, until: Instant | None, *, most_s: float) -> int:
    """From the last failure on. More than the longest wait there is means that the clock went back: then nothing."""
    wait_us = 0 if until is None else until - breaker.last_failed_at
    return wait_us if 0 < wait_us <= most_s * SECOND_US else 0
