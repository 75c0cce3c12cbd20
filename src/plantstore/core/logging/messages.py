"""Messages about attempts and receivers, used by both log formats."""

from typing import NamedTuple

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import Attempt, Retry, RetryState
from plantstore.domain.timestamps import SECOND_US

MINUTE_S, HOUR_S = 60, 3_600
GONE = 410  # the status with which a receiver asks us to stop; we then disable it


class SentAttempt(NamedTuple):
    """A recorded attempt. `retry` is the delivery's row in `retries` after the attempt; None if there is no row."""

    attempt: Attempt
    retry: Retry | None
    receiver_name: str
    verified: bool


def breaker_message(breaker: Breaker) -> str:
    """Return a description of a receiver's new state, to follow the receiver's name; "it" means the receiver."""
    if breaker.state is BreakerState.CLOSED:
        return "it responds again; its queued deliveries are sent now, oldest first"
    if breaker.state is BreakerState.OPEN:
        return "it keeps failing; from now on it gets one request at a time until one succeeds"
    if breaker.reason is DisabledReason.GONE:
        return "it asked us to stop (410); its deliveries are held until you resume it"
    return "it has sent no response except 503 for five days; its deliveries are held until you resume it"


def result_of(sent: SentAttempt) -> str:
    """Return the result under which a summary counts an attempt: "accepted", "failed" or "given up"."""
    if sent.attempt.outcome.accepted:
        return "accepted"
    return "failed" if sent.retry is None or sent.retry.state is RetryState.WAITING else "given up"


def attempt_message(sent: SentAttempt) -> tuple[str, str]:
    """Return the parts of an attempt's console line: a word for the result, and the text after it."""
    attempt, outcome, retry = sent.attempt, sent.attempt.outcome, sent.retry
    subject = f"event {attempt.sequence} to “{sent.receiver_name}”"
    if outcome.accepted:
        duration_ms = max(1, round(outcome.duration_us / 1000))
        return "delivered", f"{subject} in {duration_ms} ms{', signature verified' if sent.verified else ''}"
    reason = outcome.detail or (f"status {outcome.status}" if outcome.status else outcome.kind.replace("_", " "))
    reason = reason.removesuffix(".")
    if retry is None:
        return "failed", f"{subject}: {reason}; {'its replay continues' if attempt.replay_id else 'it stays queued'}"
    if retry.state is not RetryState.WAITING:
        return "gave up", f"{subject}: {reason}"
    if outcome.status == GONE:
        return "failed", f"{subject}, attempt {attempt.number}: {reason}; it is held"
    wait_s = (retry.next_attempt_at - attempt.started_at) / SECOND_US
    return "failed", f"{subject}, attempt {attempt.number}: {reason}; next in {format_wait(wait_s)}"


def format_wait(seconds: float) -> str:
    """Format a wait in its largest unit.

    >>> format_wait(5.4), format_wait(125), format_wait(13 * 3600)
    ('5 s', '2 min', '13 h')
    """
    if seconds < 2 * MINUTE_S:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE_S:.0f} min" if seconds < 2 * HOUR_S else f"{seconds / HOUR_S:.0f} h"
