"""Which failed attempts count among the 17 of their delivery (rules 9 and 12)."""

import pytest

from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, is_counted
from plantstore.domain.deliveries.delivery import Retry
from tests.domain.deliveries.breakers import NOTHING_THERE, an_open_breaker, later
from tests.makers import NOON, a_retry, an_attempt, an_outcome

DUE, AHEAD = a_retry(1, next_attempt_at=NOON), a_retry(1, next_attempt_at=later(1))
ASKED_FOR = a_retry(1, next_attempt_at=NOON, asked_at=later(-1))
ONE_FAILS = an_open_breaker(failing=frozenset({1}))
TWO_OTHERS_FAIL = an_open_breaker(failing=frozenset({2, 3}))
THREE_FAIL = an_open_breaker(failing=frozenset({1, 2, 3}))


@pytest.mark.parametrize(
    ("breaker", "retry", "status", "ordered", "counted"),
    [
        pytest.param(HEALTHY, None, None, False, True, id="closed, the first try"),
        pytest.param(HEALTHY, DUE, None, False, True, id="closed, at its own time"),
        pytest.param(HEALTHY, AHEAD, 500, False, False, id="closed, ahead of its time: the rush after recovery"),
        pytest.param(HEALTHY, ASKED_FOR, 500, False, False, id="closed, a person asked"),
        pytest.param(ONE_FAILS, None, None, False, True, id="open, few fail, the first try"),
        pytest.param(ONE_FAILS, DUE, None, False, True, id="open, few fail, a probe at its own time"),
        pytest.param(ONE_FAILS, AHEAD, 500, False, False, id="open, few fail, a probe ahead of its time"),
        pytest.param(ONE_FAILS, ASKED_FOR, 500, False, False, id="open, few fail, a person asked"),
        pytest.param(TWO_OTHERS_FAIL, DUE, 500, False, False, id="open, the third that fails"),
        pytest.param(TWO_OTHERS_FAIL, None, 500, False, False, id="open, the third that fails, its first try"),
        pytest.param(THREE_FAIL, DUE, 500, False, False, id="open, many fail"),
        pytest.param(HEALTHY, None, None, True, True, id="ordered, closed, no answer"),
        pytest.param(THREE_FAIL, DUE, 500, True, True, id="ordered, open, an answer"),
        pytest.param(THREE_FAIL, None, 404, True, True, id="ordered, open, an answer to the first try"),
        pytest.param(ONE_FAILS, DUE, None, True, False, id="ordered, open, no answer"),
        pytest.param(THREE_FAIL, AHEAD, 500, True, False, id="ordered, open, ahead of its time"),
        pytest.param(THREE_FAIL, ASKED_FOR, 500, True, False, id="ordered, open, a person asked"),
    ],
)
def test_an_attempt_counts_only_when_due_and_not_during_an_outage(
    breaker: Breaker, retry: Retry | None, status: int | None, ordered: bool, counted: bool
) -> None:
    attempt = an_attempt(1, outcome=NOTHING_THERE if status is None else an_outcome(status))

    assert is_counted(breaker, attempt, retry, ordered=ordered) is counted
