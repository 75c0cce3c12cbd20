"""What disables a receiver: an answer 410, and five days of asking in vain. Nothing but a person ends it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.deliveries.breaker import (
    HEALTHY,
    PAUSE_S_LONGEST,
    PAUSE_S_MAX,
    SILENCE_S_MAX,
    Breaker,
    DisabledReason,
)
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.timestamps import SECOND_US, Instant, after
from tests.domain.deliveries.breakers import (
    BAD,
    DAY_S,
    DISABLED,
    GOOD,
    NOTHING_THERE,
    OPEN,
    STOPPED,
    a_disabled_breaker,
    an_open_breaker,
    breaker_after,
    later,
)
from tests.makers import NOON, an_outcome


def probed(breaker: Breaker, outcome: Outcome, *, now: Instant, days: float) -> tuple[Breaker, Instant, int]:
    """Probe as soon as a pause or a rest is over, for so many days, or until disabled; say when and how often."""
    end, tries = after(now, seconds=days * DAY_S), 0
    while breaker.state is OPEN:
        due_at = max(now, breaker.open_until or now, breaker.rest_until or now)
        if due_at > end:
            break
        now, tries = due_at, tries + 1
        breaker = breaker_after(breaker, outcome, probe=True, more_queued=False, now=now)
    return breaker, now, tries


@pytest.mark.parametrize("breaker", [HEALTHY, an_open_breaker(opened_at=later(-60))])
def test_an_answer_410_disables_it_at_once(breaker: Breaker) -> None:
    gone = breaker_after(breaker, an_outcome(410))

    assert (gone.state, gone.reason) == (DISABLED, DisabledReason.GONE)
    assert gone.opened_at == (breaker.opened_at or NOON)


@pytest.mark.parametrize("outcome", [NOTHING_THERE, an_outcome(503), an_outcome(None, kind=OutcomeKind.DEADLINE)])
def test_five_days_of_silence_disable_it_and_not_a_moment_less(outcome: Outcome) -> None:
    breaker, now, _ = probed(an_open_breaker(), outcome, now=NOON, days=6)

    assert (breaker.state, breaker.reason, breaker.opened_at) == (DISABLED, DisabledReason.SILENT, NOON)
    assert breaker.open_until is None, "no probe is planned"
    assert later(SILENCE_S_MAX) <= now <= later(SILENCE_S_MAX + PAUSE_S_MAX)


def test_only_time_in_which_we_asked_is_silence() -> None:
    before, paused_at, _ = probed(an_open_breaker(), NOTHING_THERE, now=NOON, days=4.9)
    resumed_at = after(paused_at, seconds=30 * DAY_S)  # a person held it for a month

    first = breaker_after(before, probe=True, more_queued=False, now=resumed_at)
    breaker, now, _ = probed(first, NOTHING_THERE, now=resumed_at, days=6)

    assert (before.state, first.state, breaker.state) == (OPEN, OPEN, DISABLED)
    assert now - resumed_at >= (0.1 * DAY_S - 2 * PAUSE_S_MAX) * SECOND_US


@pytest.mark.parametrize("kind", [OutcomeKind.ANSWER_INVALID, OutcomeKind.ANSWER_TOO_LARGE])
def test_a_receiver_with_invalid_responses_is_never_disabled_as_silent(kind: OutcomeKind) -> None:
    breaker, _, _ = probed(an_open_breaker(), an_outcome(None, kind=kind), now=NOON, days=30)

    assert breaker.state is OPEN


@pytest.mark.parametrize("years", [10, -10])
def test_a_leap_of_the_clock_disables_nothing(years: int) -> None:
    before, now, _ = probed(an_open_breaker(), NOTHING_THERE, now=NOON, days=4.9)

    leapt = breaker_after(before, probe=True, now=after(now, seconds=years * 365 * DAY_S))
    back = breaker_after(leapt, probe=True, now=now)

    assert (leapt.state, back.state) == (OPEN, OPEN)
    assert back.silence_us - before.silence_us <= 2 * PAUSE_S_LONGEST * SECOND_US


def test_a_clock_that_leaps_to_and_fro_disables_nothing() -> None:
    far = 10 * 365 * DAY_S
    breaker = an_open_breaker(open_until=later(far), rest_until=later(far))  # found while the clock was wrong

    for seconds in (0, far, 1, far, 2, far):
        breaker = breaker_after(breaker, now=later(seconds))

    assert breaker.state is OPEN
    assert breaker.silence_us < SILENCE_S_MAX * SECOND_US / 5


def test_a_receiver_with_long_retry_after_gets_twenty_requests_before_it_is_disabled() -> None:
    tomorrow = an_outcome(503, retry_after_s=float(DAY_S))

    breaker, _, tries = probed(an_open_breaker(), tomorrow, now=NOON, days=60)

    assert breaker.state is DISABLED
    assert 20 <= tries <= 22


@pytest.mark.parametrize("status", [302, 400, 404, 429, 500, 502, 504])
def test_any_response_but_503_restarts_the_five_days(status: int) -> None:
    before, now, _ = probed(an_open_breaker(), NOTHING_THERE, now=NOON, days=4.9)

    answered = breaker_after(before, an_outcome(status), probe=True, now=now)
    breaker, end, _ = probed(answered, NOTHING_THERE, now=now, days=6)

    assert (before.silence_us > 0, answered.silence_us) == (True, 0)
    assert breaker.state is DISABLED
    assert end - now >= SILENCE_S_MAX * SECOND_US


def test_failures_of_our_proxy_are_no_silence_of_the_receiver() -> None:
    before, now, _ = probed(an_open_breaker(), NOTHING_THERE, now=NOON, days=4.9)

    breaker, end, _ = probed(before, an_outcome(None, kind=OutcomeKind.PROXY_FAILED), now=now, days=30)
    again, _, _ = probed(breaker, NOTHING_THERE, now=end, days=0.05)

    assert (breaker.state, breaker.silence_us) == (OPEN, before.silence_us)
    assert again.silence_us > before.silence_us


def test_a_receiver_that_answers_errors_for_a_month_stays_open_and_is_probed() -> None:
    breaker, _, tries = probed(an_open_breaker(), an_outcome(500), now=NOON, days=30)

    assert (breaker.state, breaker.silence_us) == (OPEN, 0)
    assert tries >= 30 * DAY_S / PAUSE_S_LONGEST


@pytest.mark.parametrize("outcome", [GOOD, BAD, NOTHING_THERE, STOPPED, an_outcome(410), an_outcome(500)])
def test_no_outcome_ends_the_disabled_state(outcome: Outcome) -> None:
    disabled = a_disabled_breaker()

    assert breaker_after(disabled, outcome, probe=True, now=later(DAY_S)) is disabled


@pytest.mark.parametrize("breaker", [HEALTHY, an_open_breaker(), a_disabled_breaker()])
def test_an_attempt_interrupted_by_our_stop_changes_nothing(breaker: Breaker) -> None:
    assert breaker_after(breaker, STOPPED, probe=True, now=later(60)) is breaker


@given(st.lists(st.tuples(st.integers(0, 20 * DAY_S), st.booleans()), max_size=80))
def test_silence_is_never_longer_than_the_time_since_the_last_failure_of_the_closed_breaker(
    asked: list[tuple[int, bool]],
) -> None:
    breaker, now = an_open_breaker(), NOON
    for elapsed_s, probe in asked:
        now = after(now, seconds=elapsed_s)
        breaker = breaker_after(breaker, probe=probe, now=now)

    assert breaker.silence_us <= now - NOON
    if breaker.state is DISABLED:
        assert len(asked) >= 20
