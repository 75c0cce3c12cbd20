"""The state of a delivery, and the attempts to come."""

from itertools import pairwise, product

import pytest

from plantstore.domain.deliveries.answer_filter import parse_answer_filter
from plantstore.domain.deliveries.delivery import (
    ATTEMPTS_MAX,
    RETRY_SCHEDULE_S,
    OutcomeKind,
    Retry,
    RetryState,
)
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState, planned_attempts, state_of
from plantstore.domain.deliveries.failure_messages import failure_message
from plantstore.domain.timestamps import SECOND_US, after
from tests.makers import NOON, RECEIVER, a_retry


def a_delivery(retry: Retry | None, state: DeliveryState = DeliveryState.RETRYING) -> Delivery:
    return Delivery(receiver_id=RECEIVER, sequence=1, state=state, retry=retry)


@pytest.mark.parametrize(
    ("row", "true", "state"),
    [
        (RetryState.CANCELLED, {"accepted", "held"}, DeliveryState.CANCELLED),
        (RetryState.EXHAUSTED, {"skipped"}, DeliveryState.CANCELLED),
        (None, {"skipped", "accepted"}, DeliveryState.CANCELLED),
        (RetryState.EXHAUSTED, {"accepted", "held"}, DeliveryState.EXHAUSTED),
        (RetryState.WAITING, {"accepted", "held"}, DeliveryState.DELIVERED),
        (None, {"accepted", "beyond_cursor"}, DeliveryState.DELIVERED),
        (None, {"held"}, DeliveryState.DELIVERED),
        (None, {"beyond_cursor", "held"}, DeliveryState.HELD),
        (RetryState.WAITING, {"held"}, DeliveryState.HELD),
        (RetryState.WAITING, {"beyond_cursor"}, DeliveryState.RETRYING),
        (RetryState.WAITING, set(), DeliveryState.RETRYING),
        (None, {"beyond_cursor"}, DeliveryState.QUEUED),
    ],
)
def test_the_first_matching_rule_decides_the_state(
    row: RetryState | None, true: set[str], state: DeliveryState
) -> None:
    facts = {name: name in true for name in ("skipped", "accepted", "beyond_cursor", "held")}

    assert state_of(row, **facts) is state


def test_every_combination_of_records_has_one_state() -> None:
    for row, *facts in product([None, *RetryState], *[(False, True)] * 4):
        skipped, accepted, beyond, held = facts
        state = state_of(row, skipped=skipped, accepted=accepted, beyond_cursor=beyond, held=held)
        assert (state is DeliveryState.HELD) <= held
        assert (state is DeliveryState.CANCELLED) == (skipped or row is RetryState.CANCELLED)


def test_after_the_first_failure_sixteen_attempts_are_planned_on_the_schedule() -> None:
    due_at = after(NOON, seconds=5)

    planned = planned_attempts(a_delivery(a_retry(attempts=1, next_attempt_at=due_at)), now=NOON, scale=1)

    assert [one.number for one in planned] == list(range(2, ATTEMPTS_MAX + 1))
    assert planned[0].at == due_at
    assert [(late.at - early.at) // SECOND_US for early, late in pairwise(planned)] == list(RETRY_SCHEDULE_S[2:])


@pytest.mark.parametrize(("probe_s", "first_s"), [(None, 5), (-60, 5), (3, 5), (240, 240)])
def test_nothing_is_planned_before_its_receiver_is_called_next(probe_s: int | None, first_s: int) -> None:
    delivery = a_delivery(a_retry(attempts=1, next_attempt_at=after(NOON, seconds=5)))
    probe_at = None if probe_s is None else after(NOON, seconds=probe_s)

    planned = planned_attempts(delivery, now=NOON, scale=1, next_probe_at=probe_at)

    assert planned[0].at == after(NOON, seconds=first_s)
    assert planned[1].at == after(NOON, seconds=first_s + RETRY_SCHEDULE_S[2])


def test_a_requested_retry_does_not_wait_for_the_next_probe() -> None:
    delivery = a_delivery(a_retry(attempts=1, asked_at=NOON))

    planned = planned_attempts(delivery, now=NOON, scale=1, next_probe_at=after(NOON, seconds=240))

    assert [one.at for one in planned[:2]] == [NOON, after(NOON, seconds=240)]


def test_the_scale_divides_the_planned_delays() -> None:
    planned = planned_attempts(a_delivery(a_retry(attempts=15)), now=NOON, scale=86_400)

    assert [one.at - NOON for one in planned] == [0, SECOND_US]


def test_the_last_attempt_is_planned_and_no_more() -> None:
    planned = planned_attempts(a_delivery(a_retry(attempts=16, tries=20)), now=NOON, scale=1)

    assert [(one.number, one.at) for one in planned] == [(21, NOON)]


def test_a_restarted_delivery_has_all_seventeen_attempts_planned() -> None:
    again = planned_attempts(a_delivery(a_retry(attempts=0, tries=17)), now=NOON, scale=1)

    assert len(again) == ATTEMPTS_MAX
    assert again[1].at - again[0].at == 5 * SECOND_US


def test_an_attempt_that_was_asked_for_comes_first_and_does_not_count() -> None:
    due_at = after(NOON, seconds=3_600)
    retry = a_retry(attempts=16, tries=16, next_attempt_at=due_at, asked_at=NOON)

    planned = planned_attempts(a_delivery(retry), now=NOON, scale=1)

    assert [(one.number, one.at) for one in planned] == [(17, NOON), (18, due_at)]


def test_an_overdue_attempt_delays_the_later_ones() -> None:
    late = after(NOON, seconds=1_000)

    planned = planned_attempts(a_delivery(a_retry(attempts=1)), now=late, scale=1)

    assert planned[0].at == NOON
    assert planned[1].at == after(late, seconds=30)


@pytest.mark.parametrize("state", [state for state in DeliveryState if state is not DeliveryState.RETRYING])
def test_nothing_is_planned_for_deliveries_that_are_not_retrying(state: DeliveryState) -> None:
    assert planned_attempts(a_delivery(a_retry(), state), now=NOON, scale=1) == ()


def test_an_answer_is_a_class_a_status_or_an_outcome() -> None:
    refused = OutcomeKind.REFUSED

    assert [parse_answer_filter("5xx").matches(refused, status) for status in (499, 500, 599, None)] == [
        False,
        True,
        True,
        False,
    ]
    assert [parse_answer_filter("404").matches(refused, status) for status in (403, 404, 405)] == [False, True, False]
    assert parse_answer_filter("deadline").matches(OutcomeKind.DEADLINE, None)
    assert not parse_answer_filter("deadline").matches(refused, 500)


@pytest.mark.parametrize(
    ("text", "failed"),
    [("2xx", False), ("204", False), ("accepted", False), ("3xx", True), ("199", True), ("stopped", True)],
)
def test_an_answer_knows_whether_only_failures_fit(text: str, failed: bool) -> None:
    assert parse_answer_filter(text).only_failures is failed


@pytest.mark.parametrize("text", ["", "6xx", "5XX", "99", "1000", "timeout", "５00"])
def test_an_invalid_answer_filter_is_refused_with_the_valid_forms(text: str) -> None:
    with pytest.raises(ValueError, match="5xx"):
        parse_answer_filter(text)


@pytest.mark.parametrize("kind", [kind for kind in OutcomeKind if kind is not OutcomeKind.ACCEPTED])
def test_every_failure_has_a_reason_and_advice(kind: OutcomeKind) -> None:
    statuses = range(100, 600) if kind is OutcomeKind.REFUSED else [None]

    for status in statuses:
        text = failure_message(kind, status)
        assert text is not None
        assert text.reason.endswith(".") and text.advice.endswith(".")
        assert "{" not in text.reason + text.advice
        assert status is None or str(status) in text.reason


def test_common_failures_have_different_messages() -> None:
    statuses = (301, 400, 401, 404, 410, 413, 429, 500, 503)
    texts = {failure_message(OutcomeKind.REFUSED, status) for status in statuses}

    assert len(texts) == len(statuses)
    assert failure_message(OutcomeKind.REFUSED, 403) is not None
    assert failure_message(OutcomeKind.ACCEPTED, 204) is None
