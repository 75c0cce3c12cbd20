"""The circuit breaker: when it opens, how it probes, and what closes it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.deliveries.breaker import (
    FAILING_EVENTS_FEW,
    FAILURES_MAX,
    HEALTHY,
    NEVER,
    PAUSE_S_LONGEST,
    REFUSALS_MAX,
    Breaker,
    DisabledReason,
)
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.timestamps import after
from tests.domain.deliveries.breakers import (
    BAD,
    CLOSED,
    DAY_S,
    DISABLED,
    GOOD,
    NOTHING_THERE,
    OPEN,
    STOPPED,
    a_disabled_breaker,
    a_failed_round,
    an_open_breaker,
    breaker_after,
    breaker_after_all,
    later,
    pause_s,
)
from tests.makers import NOON, an_outcome

NO_STATUS = [kind for kind in OutcomeKind if kind not in ("accepted", "refused", "stopped", "body_failed")]


# closed → open


def test_five_failures_in_a_row_open_it() -> None:
    four = breaker_after_all([NOTHING_THERE] * 4)
    five = breaker_after_all([NOTHING_THERE] * 5)

    assert (four.state, four.open_until) == (CLOSED, None)
    assert (five.state, five.opened_at, five.open_until) == (OPEN, NOON, later(5))


def test_two_deliveries_are_enough_for_the_five() -> None:
    four = breaker_after_all([NOTHING_THERE] * 4, sequence=1)

    assert breaker_after(four, sequence=1).state is CLOSED
    assert breaker_after(four, sequence=2).state is OPEN


def test_one_failing_delivery_opens_the_breaker_only_if_nothing_else_is_queued() -> None:
    assert breaker_after_all([NOTHING_THERE] * 19, sequence=1, more_queued=True).state is CLOSED
    assert breaker_after_all([NOTHING_THERE] * 4, sequence=1, more_queued=False).state is CLOSED
    assert breaker_after_all([NOTHING_THERE] * 5, sequence=1, more_queued=False).state is OPEN


def test_a_success_resets_the_failure_count() -> None:
    nearly = breaker_after_all([NOTHING_THERE] * 4)

    assert breaker_after_all([GOOD, *[NOTHING_THERE] * 4], breaker=nearly).state is CLOSED
    assert breaker_after_all([GOOD, *[NOTHING_THERE] * 5], breaker=nearly).state is OPEN


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 409, 413, 415, 422, 451, 499])
def test_refusals_open_it_only_after_twenty_in_a_row(status: int) -> None:
    refusal = an_outcome(status)

    assert breaker_after_all([refusal] * (REFUSALS_MAX - 1)).state is CLOSED
    assert breaker_after_all([refusal] * REFUSALS_MAX).state is OPEN


def test_a_success_between_refusals_resets_their_count() -> None:
    nearly = breaker_after_all([BAD] * 19)

    assert breaker_after_all([GOOD, *[BAD] * 19], breaker=nearly).state is CLOSED
    assert breaker_after_all([GOOD, *[BAD] * 20], breaker=nearly).state is OPEN


@pytest.mark.parametrize("status", [302, 408, 425, 429, 500, 501, 502, 503, 504, 529])
def test_overload_statuses_do_not_count_as_refusals(status: int) -> None:
    assert breaker_after_all([an_outcome(status)] * FAILURES_MAX).state is OPEN


def test_a_body_that_cannot_be_computed_changes_nothing() -> None:
    opened = breaker_after_all([BAD] * 20)
    nothing_sent = an_outcome(None, kind=OutcomeKind.BODY_FAILED)

    assert breaker_after_all([nothing_sent] * 100) == HEALTHY
    assert breaker_after_all([nothing_sent] * 100, breaker=opened) == opened


@pytest.mark.parametrize("kind", NO_STATUS)
def test_no_answer_is_no_refusal(kind: OutcomeKind) -> None:
    assert breaker_after_all([an_outcome(None, kind=kind)] * FAILURES_MAX).state is OPEN


def test_refusals_neither_count_as_breakdowns_nor_reset_them() -> None:
    mixed = breaker_after_all([*[NOTHING_THERE] * 4, *[BAD] * 10])

    assert mixed.state is CLOSED
    assert breaker_after(mixed).state is OPEN


# open: pauses, rounds, what closes it


def test_pauses_double_from_five_seconds_to_a_quarter_of_an_hour() -> None:
    breaker, pauses_s = an_open_breaker(), []
    for _ in range(11):
        pauses_s.append(pause_s(breaker))
        breaker = a_failed_round(breaker)

    assert pauses_s == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]


@given(st.integers(0, 12), st.floats(0, 1))
def test_jitter_only_lengthens_a_pause_and_at_most_by_a_fifth(rounds: int, jitter: float) -> None:
    breaker = an_open_breaker()
    for _ in range(rounds):
        breaker = a_failed_round(breaker)

    plain = pause_s(a_failed_round(breaker))
    jittered = pause_s(a_failed_round(breaker, jitter=jitter))

    assert plain <= jittered <= plain * 1.2 <= PAUSE_S_LONGEST


def test_the_scale_divides_pauses_but_never_exceeds_the_longest() -> None:
    assert pause_s(a_failed_round(an_open_breaker(), scale=100)) == 0.1
    assert pause_s(a_failed_round(an_open_breaker(), scale=0.5)) == 20
    assert pause_s(a_failed_round(an_open_breaker(pauses=8), scale=0.01, jitter=1)) == PAUSE_S_LONGEST


def test_a_round_is_three_probes_at_once_and_then_a_pause() -> None:
    now = later(5)
    first = breaker_after(an_open_breaker(), probe=True, sequence=1, now=now)
    second = breaker_after(first, probe=True, sequence=2, now=now)
    third = breaker_after(second, probe=True, sequence=3, now=now)

    assert [one.open_until for one in (first, second)] == [later(5), later(5)], "the next goes at once"
    assert third.open_until == later(15)
    assert breaker_after(third, probe=True, now=later(15)).open_until == later(15), "a new round"


def test_a_probe_round_ends_early_when_nothing_else_is_queued() -> None:
    assert breaker_after(an_open_breaker(), probe=True, more_queued=False, now=later(5)).open_until == later(15)


def test_failures_of_requests_in_flight_do_not_extend_a_pause() -> None:
    opened = an_open_breaker()

    late = breaker_after_all([NOTHING_THERE] * 60, breaker=opened, probe=False, now=later(3))

    assert (late.open_until, late.pauses, late.probes) == (opened.open_until, opened.pauses, opened.probes)


@pytest.mark.parametrize("probe", [True, False])
def test_a_success_closes_it(probe: bool) -> None:
    assert breaker_after(a_failed_round(an_open_breaker()), GOOD, probe=probe) == HEALTHY


def test_the_next_outage_begins_with_the_shortest_pause() -> None:
    long_out = a_failed_round(a_failed_round(an_open_breaker()))

    assert pause_s(breaker_after_all([GOOD, *[NOTHING_THERE] * 5], breaker=long_out)) == 5


# A rest that the receiver asked for


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_of_429_and_503_stops_all_requests(status: int) -> None:
    resting = breaker_after(HEALTHY, an_outcome(status, retry_after_s=30.0))

    assert (resting.state, resting.rest_until) == (CLOSED, later(30))
    assert resting.worth_storing


@pytest.mark.parametrize("outcome", [an_outcome(500, retry_after_s=30.0), an_outcome(429), an_outcome(503)])
def test_other_answers_ask_for_no_rest(outcome: Outcome) -> None:
    assert breaker_after(HEALTHY, outcome).rest_until is None


def test_a_wait_of_nothing_is_no_rest() -> None:
    assert breaker_after(HEALTHY, an_outcome(429, retry_after_s=0.0)).rest_until is None


def test_of_two_rests_the_longer_counts() -> None:
    rests = [an_outcome(429, retry_after_s=seconds) for seconds in (60.0, 10.0)]

    assert breaker_after_all(rests).rest_until == breaker_after_all(rests[::-1]).rest_until == later(60)


def test_a_success_keeps_the_rest_that_another_answer_asked_for() -> None:
    resting = breaker_after(an_open_breaker(), an_outcome(503, retry_after_s=60.0), probe=True)

    closed = breaker_after(resting, GOOD, now=later(59))

    assert (closed.state, closed.rest_until, closed.failures) == (CLOSED, later(60), 0)
    assert breaker_after(closed, GOOD, now=later(60)) == HEALTHY, "it is over"


# What is known of a breaker


def test_few_events_are_failing_until_the_third_different_one() -> None:
    breakers = [breaker_after_all([NOTHING_THERE] * count) for count in range(5)]

    assert [one.few_failing for one in breakers] == [True, True, True, False, False]
    assert breaker_after_all([NOTHING_THERE] * 4, sequence=1).few_failing, "four failures of one event"


def test_after_a_restart_the_waiting_retries_are_the_failing_events() -> None:
    waiting = frozenset({4, 5})

    assert an_open_breaker().with_failing(waiting).failing == waiting
    assert HEALTHY.with_failing(waiting) is HEALTHY


@pytest.mark.parametrize(
    ("breaker", "worth"),
    [
        (HEALTHY, False),
        (breaker_after_all([NOTHING_THERE] * 4), False),
        (an_open_breaker(), True),
        (a_disabled_breaker(), True),
        (Breaker(rest_until=NOON), True),
    ],
)
def test_only_states_needed_after_a_restart_are_stored(breaker: Breaker, worth: bool) -> None:
    assert breaker.worth_storing is worth


@pytest.mark.parametrize(
    "fields",
    [
        {"state": DISABLED, "opened_at": NOON},
        {"state": OPEN, "opened_at": NOON, "reason": DisabledReason.GONE},
        {"reason": DisabledReason.GONE},
        {"state": OPEN},
    ],
)
def test_a_breaker_that_makes_no_sense_cannot_be_made(fields: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        Breaker(**fields)


# Whatever is heard

OUTCOMES = [GOOD, STOPPED, NOTHING_THERE, *[an_outcome(status) for status in (302, 404, 410, 429, 500, 503)]]
OUTCOMES += [an_outcome(status, retry_after_s=seconds) for status in (429, 503) for seconds in (1.0, 86_400.0)]
STEPS = st.lists(
    st.fixed_dictionaries(
        {
            "outcome": st.sampled_from([*[NOTHING_THERE] * 12, *OUTCOMES]),
            "sequence": st.integers(1, 5),
            "probe": st.booleans(),
            "more_queued": st.booleans(),
            "elapsed_s": st.sampled_from([0, 1, 6, 60, 1_000, DAY_S, 3 * DAY_S, -DAY_S, 3_650 * DAY_S, -3_650 * DAY_S]),
            "jitter": st.floats(0, 1),
        }
    ),
    max_size=80,
)


@given(STEPS)
def test_the_breaker_keeps_its_invariants_for_any_outcomes(steps: list[dict[str, Any]]) -> None:
    breaker, now = HEALTHY, NOON
    for step in steps:
        before, outcome = breaker, step.pop("outcome")
        now = after(now, seconds=step.pop("elapsed_s"))
        breaker = breaker_after(before, outcome, now=now, **step)

        if before.state is DISABLED or outcome is STOPPED:
            assert breaker is before
        elif outcome.accepted:
            assert (breaker.state, breaker.failures, breaker.failing) == (CLOSED, 0, frozenset())
        elif breaker.state is OPEN:
            is_kept = before.state is OPEN
            assert is_kept or breaker.failures >= FAILURES_MAX
            assert breaker.opened_at == (before.opened_at if is_kept else now)
            assert breaker.pauses >= (before.pauses if is_kept else 1)
            if breaker.pauses != before.pauses or breaker.open_until != before.open_until:
                assert 5 <= pause_s(breaker, now=now) <= PAUSE_S_LONGEST
        assert breaker.rest_until is None or breaker.rest_until > now or breaker in (before, HEALTHY)
        assert len(breaker.failing) <= FAILING_EVENTS_FEW
        assert (breaker.open_until is not None) == (breaker.state is OPEN)
        assert breaker.last_failed_at in (NEVER, before.last_failed_at, now)
