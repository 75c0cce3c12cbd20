"""How wide the stream to one receiver is."""

from plantstore.domain.flow import AFTER_FIRST_SUCCESS, Flow
from tests.makers import an_outcome

GOOD, BAD, OVERLOADED = an_outcome(204), an_outcome(500), an_outcome(503)


def widths(flow: Flow, *outcomes: object) -> list[int]:
    seen = []
    for outcome in outcomes:
        flow.note(outcome)  # type: ignore[arg-type]
        seen.append(flow.width)
    return seen


def test_one_place_until_the_first_success_then_four() -> None:
    flow = Flow(64)

    assert flow.width == 1
    assert widths(flow, BAD, BAD, GOOD) == [1, 1, AFTER_FIRST_SUCCESS]


def test_one_more_place_for_each_full_round_of_successes() -> None:
    flow = Flow(64)

    assert widths(flow, *[GOOD] * 10) == [4, 4, 4, 4, 5, 5, 5, 5, 5, 6]


def test_overload_halves_and_an_ordinary_failure_does_not() -> None:
    flow = Flow(64)
    flow.width = 9

    assert widths(flow, BAD, OVERLOADED, OVERLOADED, OVERLOADED, OVERLOADED) == [9, 4, 2, 1, 1]


def test_never_more_than_the_receiver_may_have() -> None:
    assert max(widths(Flow(3), *[GOOD] * 50)) == 3
    assert max(widths(Flow(1), *[GOOD] * 50)) == 1
    assert max(widths(Flow(64), *[GOOD] * 5_000)) == 64
