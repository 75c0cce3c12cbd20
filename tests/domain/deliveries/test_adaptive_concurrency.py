"""How wide the stream to one receiver is."""

from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.deliveries.adaptive_concurrency import AFTER_FIRST_SUCCESS, AdaptiveConcurrency
from tests.makers import an_outcome

GOOD, BAD, OVERLOADED = an_outcome(204), an_outcome(500), an_outcome(503)


def widths(flow: AdaptiveConcurrency, *outcomes: object) -> list[int]:
    seen = []
    for outcome in outcomes:
        flow.record(outcome)  # type: ignore[arg-type]
        seen.append(flow.limit)
    return seen


def test_the_limit_is_one_until_the_first_success_then_four() -> None:
    flow = AdaptiveConcurrency(64)

    assert flow.limit == 1
    assert widths(flow, BAD, BAD, GOOD) == [1, 1, AFTER_FIRST_SUCCESS]


def test_the_limit_rises_by_one_after_as_many_successes() -> None:
    flow = AdaptiveConcurrency(64)

    assert widths(flow, *[GOOD] * 10) == [4, 4, 4, 4, 5, 5, 5, 5, 5, 6]


def test_overload_halves_and_an_ordinary_failure_does_not() -> None:
    flow = AdaptiveConcurrency(64)
    flow.limit = 9

    assert widths(flow, BAD, OVERLOADED, OVERLOADED, OVERLOADED, OVERLOADED) == [9, 4, 2, 1, 1]


def test_never_more_than_the_receiver_may_have() -> None:
    assert max(widths(AdaptiveConcurrency(3), *[GOOD] * 50)) == 3
    assert max(widths(AdaptiveConcurrency(1), *[GOOD] * 50)) == 1
    assert max(widths(AdaptiveConcurrency(64), *[GOOD] * 5_000)) == 64


def a_flow(width: int, *, most: int = 64) -> AdaptiveConcurrency:
    """A concurrency limit after the first success."""
    flow = AdaptiveConcurrency(most)
    flow.record(GOOD)
    flow.limit = width
    return flow


def test_after_an_outage_the_limit_restarts_at_one_and_doubles_to_its_old_value() -> None:
    flow = a_flow(21)

    flow.restart()

    assert flow.limit == 1
    assert widths(flow, *[GOOD] * 9) == [1] * 9
    assert widths(flow, *[GOOD] * 41)[::10] == [2, 4, 8, 16, 21]


def test_beyond_where_it_stood_it_grows_as_before() -> None:
    flow = a_flow(2)

    flow.restart()

    assert widths(flow, *[GOOD] * 10)[-1] == 2
    assert widths(flow, *[GOOD] * 5) == [2, 3, 3, 3, 4]


def test_successes_before_an_outage_do_not_count_towards_doubling() -> None:
    flow = a_flow(21)
    widths(flow, *[GOOD] * 9)

    flow.restart()

    assert widths(flow, *[GOOD] * 10) == [*[1] * 9, 2]


def test_a_second_outage_during_the_ramp_forgets_not_where_it_stood() -> None:
    flow = a_flow(16)

    flow.restart()
    widths(flow, *[GOOD] * 15)
    flow.restart()

    assert widths(flow, *[GOOD] * 40)[9::10] == [2, 4, 8, 16]


def test_overload_ends_the_ramp() -> None:
    flow = a_flow(64)
    flow.restart()
    widths(flow, *[GOOD] * 20)

    assert widths(flow, OVERLOADED) == [2]
    assert widths(flow, *[GOOD] * 10) == [2, 3, 3, 3, 4, 4, 4, 4, 5, 5]


def test_an_ordinary_failure_does_not_end_the_ramp() -> None:
    flow = a_flow(64)
    flow.restart()

    assert widths(flow, *[GOOD] * 9, BAD, GOOD) == [*[1] * 10, 2]


def test_the_ramp_stays_below_a_bound_that_was_lowered_meanwhile() -> None:
    flow = a_flow(64)
    flow.restart()

    flow.set_maximum(3)

    assert widths(flow, *[GOOD] * 100)[9::10] == [2, *[3] * 9]


def test_a_lower_maximum_applies_immediately_and_a_higher_one_gradually() -> None:
    flow = a_flow(40)

    flow.set_maximum(5)
    lowered = flow.limit
    flow.set_maximum(64)

    assert (lowered, flow.limit) == (5, 5)
    assert widths(flow, *[GOOD] * 5)[-1] == 6


@given(st.integers(1, 64), st.lists(st.sampled_from(["good", "bad", "overloaded", "restart"]), max_size=400))
def test_the_limit_is_always_between_one_and_the_maximum(most: int, steps: list[str]) -> None:
    flow, outcomes = AdaptiveConcurrency(most), {"good": GOOD, "bad": BAD, "overloaded": OVERLOADED}
    for step in steps:
        before = flow.limit
        if step == "restart":
            flow.restart()
        else:
            flow.record(outcomes[step])

        assert 1 <= flow.limit <= most
        assert step == "good" or flow.limit <= before
