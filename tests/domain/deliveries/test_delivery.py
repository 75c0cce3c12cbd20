"""What follows from an attempt: the retry schedule, its jitter and its end."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.deliveries.delivery import (
    ATTEMPTS_MAX,
    HORIZON_S,
    OVERLOAD_WAIT_S_MIN,
    OVERLOADED,
    RETRY_SCHEDULE_S,
    OutcomeKind,
    Retry,
    RetryState,
    delay_s,
    is_overload,
    settle,
)
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.timestamps import after
from tests.makers import NOON, a_retry, an_attempt, an_outcome

FAILED = [status for status in range(100, 600) if not 200 <= status < 300]


def settled(
    status: int | None = 500, *, retry: Retry | None = None, jitter: float = 0.0, scale: float = 1.0
) -> Retry | None:
    return settle(an_attempt(status=status), retry=retry, now=NOON, jitter=jitter, scale=scale)


def test_any_2xx_delivers() -> None:
    rows = {status: (settled(status), settled(status, retry=a_retry(attempts=3))) for status in range(200, 300)}

    assert {status: row for status, row in rows.items() if row != (None, None)} == {}


def test_every_other_status_is_retried() -> None:
    rows = {status: settled(status) for status in FAILED}

    assert {
        status: row
        for status, row in rows.items()
        if row is None or (row.state, row.attempts, row.last_status) != (RetryState.WAITING, 1, status)
    } == {}


def test_every_failure_without_status_is_retried() -> None:
    for kind in OutcomeKind:
        if kind not in ("accepted", "refused", "stopped"):
            row = settle(an_attempt(outcome=an_outcome(None, kind=kind)), retry=None, now=NOON, jitter=0, scale=1)

            assert row is not None, kind
            assert (row.attempts, row.last_outcome, row.last_status) == (1, kind, None)


def test_waits_follow_the_retry_schedule() -> None:
    waits, row, now = [], None, NOON
    while row is None or row.state is RetryState.WAITING:
        row = settle(an_attempt(status=500), retry=row, now=now, jitter=0, scale=1)
        assert row is not None
        waits.append((row.next_attempt_at - now) / 1e6)
        now = row.next_attempt_at

    assert waits == [*RETRY_SCHEDULE_S[1:], 0]
    assert (now - NOON) / 1e6 == HORIZON_S
    assert (row.state, row.attempts, row.first_failed_at) == (RetryState.EXHAUSTED, ATTEMPTS_MAX, NOON)


def test_the_sixteenth_failure_waits_and_the_seventeenth_ends_it() -> None:
    sixteenth = settled(retry=a_retry(attempts=15))
    seventeenth = settled(retry=a_retry(attempts=16))

    assert sixteenth is not None
    assert seventeenth is not None
    assert (sixteenth.state, seventeenth.state) == (RetryState.WAITING, RetryState.EXHAUSTED)


def test_an_attempt_interrupted_by_our_stop_is_due_now_and_does_not_count() -> None:
    stopped = an_attempt(outcome=an_outcome(None, kind=OutcomeKind.STOPPED))
    last = a_retry(attempts=16, next_attempt_at=after(NOON, seconds=-5))

    first = settle(stopped, retry=None, now=NOON, jitter=1, scale=1)
    again = settle(stopped, retry=last, now=NOON, jitter=1, scale=1)

    assert first is not None
    assert (first.state, first.attempts, first.tries, first.next_attempt_at) == (RetryState.WAITING, 0, 1, NOON)
    assert again == replace(last, tries=17, next_attempt_at=NOON, last_outcome=OutcomeKind.STOPPED, last_status=None)


def test_an_early_attempt_interrupted_by_our_stop_keeps_its_time_and_step() -> None:
    stopped = an_attempt(outcome=an_outcome(None, kind=OutcomeKind.STOPPED))
    later = after(NOON, seconds=43_200)

    again = settle(
        stopped, retry=a_retry(attempts=13, next_attempt_at=later), counted=False, now=NOON, jitter=1, scale=1
    )

    assert again is not None
    assert (again.attempts, again.tries, again.next_attempt_at) == (13, 14, later)


@given(st.integers(1, ATTEMPTS_MAX - 1), st.floats(0, 1), st.floats(0.01, 1e6))
def test_jitter_only_adds_and_at_most_a_fifth(attempts: int, jitter: float, scale: float) -> None:
    wait_s = delay_s(attempts=attempts, jitter=jitter, scale=scale)

    assert RETRY_SCHEDULE_S[attempts] / scale <= wait_s <= RETRY_SCHEDULE_S[attempts] / scale * 1.2 * (1 + 1e-12)


@given(st.floats(0, 1))
def test_a_retry_is_never_due_early(jitter: float) -> None:
    following = settled(retry=a_retry(attempts=4), jitter=jitter)

    assert following is not None
    assert after(NOON, seconds=900) <= following.next_attempt_at <= after(NOON, seconds=1_080)


def test_overload_is_distinguished_from_other_failures() -> None:
    overloads = [status for status in FAILED if is_overload(an_outcome(status))]

    assert overloads == sorted(OVERLOADED)
    assert is_overload(an_outcome(None, kind=OutcomeKind.DEADLINE))
    assert not is_overload(an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED))
    assert not is_overload(an_outcome(204))


def waited_s(*, attempts: int = 0, jitter: float = 0.0, scale: float = 1.0, **answer: Any) -> float:
    """How long an answer makes the next attempt wait, after so many failures before it."""
    attempt = an_attempt(outcome=an_outcome(**answer))
    retry = a_retry(attempts=attempts) if attempts else None

    following = settle(attempt, retry=retry, now=NOON, jitter=jitter, scale=scale)

    assert following is not None
    return (following.next_attempt_at - NOON) / 1e6


@pytest.mark.parametrize("status", sorted(OVERLOADED))
def test_an_overloaded_receiver_waits_at_least_a_minute(status: int) -> None:
    assert [waited_s(status=status, attempts=number) for number in range(4)] == [60, 60, 120, 300]


def test_a_deadline_makes_us_wait_for_a_minute_too() -> None:
    assert waited_s(status=None, kind=OutcomeKind.DEADLINE) == OVERLOAD_WAIT_S_MIN == 60
    assert waited_s(status=None, kind=OutcomeKind.CONNECTION_REFUSED) == 5


def test_the_minute_has_its_jitter_and_its_scale() -> None:
    assert waited_s(status=503, jitter=1) == 72
    assert waited_s(status=503, scale=1_000) == 0.06


@pytest.mark.parametrize(
    ("status", "asked_s", "attempts", "expected_s"),
    [
        (500, 0, 0, 5),
        (500, 4, 0, 5),
        (500, 7.5, 0, 7.5),
        (302, 30, 0, 30),
        (429, 59, 0, 60),
        (429, 61, 0, 61),
        (503, 3_600, 4, 3_600),
        (503, 3_600, 8, 14_400),
        (404, RETRY_AFTER_S_MAX, 0, 86_400),
        (404, RETRY_AFTER_S_MAX, 15, 86_400),
    ],
)
def test_retry_after_is_a_minimum(status: int, asked_s: float, attempts: int, expected_s: float) -> None:
    assert waited_s(status=status, attempts=attempts, retry_after_s=asked_s) == expected_s


@given(st.floats(0, 1), st.floats(0.01, 1e6), st.integers(0, ATTEMPTS_MAX - 2), st.floats(0, RETRY_AFTER_S_MAX))
def test_neither_jitter_nor_scale_undercuts_retry_after(
    jitter: float, scale: float, attempts: int, asked_s: float
) -> None:
    wait_s = waited_s(status=500, attempts=attempts, jitter=jitter, scale=scale, retry_after_s=asked_s)

    assert wait_s == pytest.approx(
        max(asked_s, delay_s(attempts=attempts + 1, jitter=jitter, scale=scale)), abs=1e-6, rel=0
    )


def test_retry_after_does_not_delay_exhaustion() -> None:
    last = an_attempt(outcome=an_outcome(503, retry_after_s=3_600.0))

    following = settle(last, retry=a_retry(attempts=ATTEMPTS_MAX - 1), now=NOON, jitter=0, scale=1)

    assert following is not None
    assert (following.state, following.next_attempt_at) == (RetryState.EXHAUSTED, NOON)


@pytest.mark.parametrize(
    ("status", "asked_s"), [(204, 5.0), (500, -0.5), (500, RETRY_AFTER_S_MAX + 1.0), (500, float("nan"))]
)
def test_an_outcome_holds_only_a_wait_that_may_be_asked_for(status: int, asked_s: float) -> None:
    outcome = an_outcome(status, retry_after_s=asked_s)

    with pytest.raises(AssertionError):
        settle(an_attempt(outcome=outcome), retry=None, now=NOON, jitter=0, scale=1)


def settled_uncounted(status: int | None = 500, *, retry: Retry | None, jitter: float = 0.0, **answer: Any) -> Retry:
    attempt = an_attempt(outcome=an_outcome(status, **answer))

    following = settle(attempt, retry=retry, counted=False, now=NOON, jitter=jitter, scale=1)

    assert following is not None
    return following


def test_an_early_attempt_does_not_count_and_keeps_the_due_time() -> None:
    own_time = after(NOON, seconds=7_200)
    waiting = a_retry(attempts=9, tries=12, next_attempt_at=own_time, asked_at=NOON)

    following = settled_uncounted(503, retry=waiting, jitter=1)

    assert following == replace(waiting, tries=13, last_status=503, asked_at=None)


@pytest.mark.parametrize(
    ("asked_s", "expected_s"), [(0.0, 60), (59.0, 60), (61.0, 61), (RETRY_AFTER_S_MAX, RETRY_AFTER_S_MAX)]
)
def test_an_uncounted_attempt_respects_retry_after(asked_s: float, expected_s: float) -> None:
    waiting = a_retry(next_attempt_at=after(NOON, seconds=60))

    following = settled_uncounted(500, retry=waiting, retry_after_s=asked_s)

    assert following.next_attempt_at == after(NOON, seconds=expected_s)


def test_an_uncounted_attempt_waits_a_minute_on_overload() -> None:
    soon = a_retry(attempts=9, next_attempt_at=after(NOON, seconds=1))

    assert settled_uncounted(503, retry=soon).next_attempt_at == after(NOON, seconds=60)
    assert settled_uncounted(500, retry=soon).next_attempt_at == after(NOON, seconds=1)


def test_a_counted_attempt_waits_for_its_schedule_step() -> None:
    far = a_retry(attempts=3, next_attempt_at=after(NOON, seconds=86_400))  # noted before the clock went back

    following = settled(500, retry=far)

    assert following is not None
    assert following.next_attempt_at == after(NOON, seconds=300)


@pytest.mark.parametrize("overdue_s", [0, 1, 86_400])
@pytest.mark.parametrize(("attempts", "expected_s"), [(0, 5), (1, 5), (2, 30), (16, 86_400)])
def test_an_uncounted_attempt_never_repeats_immediately(overdue_s: int, attempts: int, expected_s: int) -> None:
    due = a_retry(attempts=attempts, next_attempt_at=after(NOON, seconds=-overdue_s))

    following = settled_uncounted(500, retry=due)

    assert (following.state, following.attempts) == (RetryState.WAITING, attempts)
    assert following.next_attempt_at == after(NOON, seconds=expected_s)


def test_an_uncounted_first_attempt_still_leaves_a_retry() -> None:
    following = settled_uncounted(None, kind=OutcomeKind.CONNECTION_REFUSED, retry=None)

    assert (following.state, following.attempts, following.tries) == (RetryState.WAITING, 0, 1)
    assert following.next_attempt_at == after(NOON, seconds=5)


@given(st.lists(st.booleans(), max_size=60), st.floats(0, 1))
def test_only_counted_attempts_exhaust_a_delivery(charges: list[bool], jitter: float) -> None:
    row, now = None, NOON
    for counted in charges:
        before = row
        row = settle(an_attempt(status=500), retry=row, counted=counted, now=now, jitter=jitter, scale=1)
        assert row is not None
        if row.state is RetryState.EXHAUSTED:
            break
        assert row.next_attempt_at > now, "never at once"
        assert counted or before is None or row.next_attempt_at >= before.next_attempt_at, "never earlier"
        now = after(row.next_attempt_at, seconds=-3 if row.tries % 2 else 3)

    if row is not None:
        made = charges[: row.tries]
        assert (row.tries, row.attempts) == (len(made), sum(made))
        assert (row.state is RetryState.EXHAUSTED) == (row.attempts == ATTEMPTS_MAX)


def test_a_requested_retry_is_done_after_its_attempt_but_not_if_our_stop_interrupts_it() -> None:
    asked = a_retry(attempts=3, asked_at=NOON)
    stopped = an_attempt(outcome=an_outcome(None, kind=OutcomeKind.STOPPED))

    tried = settled(500, retry=asked)
    cut_off = settle(stopped, retry=asked, now=NOON, jitter=0, scale=1)

    assert tried is not None
    assert cut_off is not None
    assert (tried.asked_at, cut_off.asked_at) == (None, NOON)


def test_an_exhausted_delivery_restarts_its_schedule() -> None:
    given_up = a_retry(attempts=ATTEMPTS_MAX, tries=20, state=RetryState.EXHAUSTED)

    renewed = given_up.with_new_schedule()
    following = settled(500, retry=renewed)

    assert renewed == replace(given_up, state=RetryState.WAITING, attempts=0)
    assert following is not None
    assert (following.state, following.attempts, following.tries) == (RetryState.WAITING, 1, 21)
    assert following.next_attempt_at == after(NOON, seconds=5)


@pytest.mark.parametrize("attempts", [0, 3, 16])
def test_a_body_that_cannot_be_computed_exhausts_the_delivery_now(attempts: int) -> None:
    before = a_retry(attempts=attempts, tries=attempts) if attempts else None
    failed = an_attempt(outcome=an_outcome(None, kind=OutcomeKind.BODY_FAILED))

    for counted in (True, False):
        row = settle(failed, retry=before, counted=counted, now=NOON, jitter=0, scale=1)

        assert row is not None
        assert (row.state, row.attempts, row.next_attempt_at) == (RetryState.EXHAUSTED, attempts + 1, NOON)
        assert row.last_outcome is OutcomeKind.BODY_FAILED
