"""Breakers, and helpers that apply outcomes to them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from plantstore.domain.deliveries.breaker import (
    FAILURES_MAX,
    HEALTHY,
    ROUND_PROBES,
    Breaker,
    BreakerState,
    DisabledReason,
    after_attempt,
)
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.timestamps import SECOND_US, Instant, after
from tests.makers import NOON, an_outcome

CLOSED, OPEN, DISABLED = BreakerState.CLOSED, BreakerState.OPEN, BreakerState.DISABLED
DAY_S = 86_400
GOOD, BAD, NOTHING_THERE = an_outcome(204), an_outcome(404), an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED)
STOPPED = an_outcome(None, kind=OutcomeKind.STOPPED)


def later(seconds: float) -> Instant:
    return after(NOON, seconds=seconds)


def breaker_after(breaker: Breaker, outcome: Outcome = NOTHING_THERE, **context: Any) -> Breaker:
    """Apply one outcome, by default of event 1, while other events are queued."""
    given: dict[str, Any] = {
        "sequence": 1,
        "probe": False,
        "more_queued": True,
        "now": NOON,
        "jitter": 0.0,
        "scale": 1.0,
    }
    return after_attempt(breaker, outcome, **(given | context))


def breaker_after_all(outcomes: Iterable[Outcome], *, breaker: Breaker = HEALTHY, **context: Any) -> Breaker:
    """Apply these outcomes, each of a different event."""
    for sequence, outcome in enumerate(outcomes, 1):
        breaker = breaker_after(breaker, outcome, **({"sequence": sequence} | context))
    return breaker


def an_open_breaker(**changes: Any) -> Breaker:
    """A breaker that has just opened and pauses for 5 s."""
    return replace(breaker_after_all([NOTHING_THERE] * FAILURES_MAX), **changes)


def a_disabled_breaker() -> Breaker:
    return Breaker(state=DISABLED, reason=DisabledReason.SILENT, opened_at=NOON, last_failed_at=NOON)


def a_failed_round(breaker: Breaker, **context: Any) -> Breaker:
    return breaker_after_all([NOTHING_THERE] * ROUND_PROBES, breaker=breaker, probe=True, **context)


def pause_s(breaker: Breaker, *, now: Instant = NOON) -> float:
    assert breaker.open_until is not None
    return (breaker.open_until - now) / SECOND_US
