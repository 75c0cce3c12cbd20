"""Every function of storage/tables/events.py, retries.py and attempts.py."""

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, events, retries
from tests.makers import NOON, RECEIVER, a_retry, an_attempt, an_event, an_outcome
from tests.storage.plans import plans_of

OTHER = ReceiverId(8)


def later(seconds: float) -> Instant:
    return after(NOON, seconds=seconds)


def test_the_log_is_read_in_sequence(tx: Transaction) -> None:
    assert events.head(tx) == 0
    log = [an_event(number) for number in (1, 2, 3)]

    events.add(tx, log)

    assert events.head(tx) == 3
    assert events.page(tx, after=1, limit=10) == log[1:]
    assert events.page(tx, after=0, limit=1) == log[:1]
    assert events.find_sequence(tx, log[1].id) == 2
    assert events.find_sequence(tx, "evt_unknown") is None
    assert events.of_plant(tx, 3) == log[2]
    assert events.of_plant(tx, 4) is None
    assert tx.changes.events == log


def test_a_plant_has_one_event_ever(tx: Transaction) -> None:
    events.add(tx, [an_event(1)])

    with pytest.raises(Exception, match=r"(?i)unique"):
        events.add(tx, [an_event(2, plant_id=1)])


def test_a_failure_is_stored_and_becomes_due(tx: Transaction) -> None:
    events.add(tx, [an_event(1), an_event(2), an_event(3)])
    first, second = a_retry(1, next_attempt_at=later(30)), a_retry(2, next_attempt_at=later(5))

    retries.upsert(tx, [first, second, a_retry(3, receiver_id=OTHER)])

    assert retries.find(tx, RECEIVER, 1) == first
    assert retries.due(tx, RECEIVER, now=later(4), limit=10) == []
    assert retries.due(tx, RECEIVER, now=later(30), limit=10) == [(second, an_event(2)), (first, an_event(1))]
    assert retries.due(tx, RECEIVER, now=later(30), limit=1) == [(second, an_event(2))]
    assert retries.next_due_at(tx, RECEIVER, later_than=Instant(0)) == later(5)
    assert retries.next_due_at(tx, RECEIVER, later_than=later(5)) == later(30)
    assert retries.next_due_at(tx, RECEIVER, later_than=later(30)) is None
    assert retries.sequences_after(tx, RECEIVER, 1) == {2}
    assert retries.count_waiting(tx, RECEIVER) == 2


def test_the_next_failure_replaces_the_row(tx: Transaction) -> None:
    retries.upsert(tx, [a_retry(1)])
    again = a_retry(1, attempts=2, next_attempt_at=later(30), last_outcome=OutcomeKind.DEADLINE, last_status=None)

    retries.upsert(tx, [again])

    assert retries.find(tx, RECEIVER, 1) == again


@pytest.mark.parametrize("ended", [RetryState.CANCELLED, RetryState.EXHAUSTED])
def test_a_failure_does_not_revive_a_row_that_no_longer_waits(tx: Transaction, ended: RetryState) -> None:
    row = a_retry(1, state=ended)
    retries.upsert(tx, [row])

    retries.upsert(tx, [a_retry(1, attempts=2)])

    assert retries.find(tx, RECEIVER, 1) == row
    assert retries.count_waiting(tx, RECEIVER) == 0


@pytest.mark.parametrize("state", list(RetryState))
def test_a_success_removes_the_row_in_any_state(tx: Transaction, state: RetryState) -> None:
    others = [a_retry(2, state=state), a_retry(1, state=state, receiver_id=OTHER)]
    retries.upsert(tx, [a_retry(1, state=state), *others])

    retries.remove_delivered(tx, [(RECEIVER, 1), (RECEIVER, 3)])

    assert retries.find(tx, RECEIVER, 1) is None
    assert [retries.find(tx, one.receiver_id, one.sequence) for one in others] == others


def test_cancelling_ends_waiting_deliveries(tx: Transaction) -> None:
    retries.upsert(tx, [a_retry(1), a_retry(2), a_retry(3, receiver_id=OTHER)])

    assert retries.cancel_waiting(tx, RECEIVER) == 2

    assert retries.count_waiting(tx, RECEIVER) == 0
    assert retries.count_waiting(tx, OTHER) == 1


def test_accepted_attempts_beyond_the_cursor_are_known_at_a_restart(tx: Transaction) -> None:
    attempts.add(tx, [an_attempt(1), an_attempt(2, status=500), an_attempt(3), an_attempt(4, receiver_id=OTHER)])

    assert attempts.accepted_after(tx, RECEIVER, 0) == {1, 3}
    assert attempts.accepted_after(tx, RECEIVER, 1) == {3}
    assert attempts.is_delivered(tx, RECEIVER, 1)
    assert not attempts.is_delivered(tx, RECEIVER, 2)
    assert not attempts.is_delivered(tx, RECEIVER, 4)


def test_the_attempts_of_a_delivery_are_in_order(tx: Transaction) -> None:
    refused = an_outcome(500, excerpt=b"\xff out of \x00 order", detail="It is broken.")
    unreachable = an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED, address=None)
    again = an_attempt(1, number=3, replay_id="rpl_1")
    made = [an_attempt(1, outcome=refused), an_attempt(1, number=2, outcome=unreachable), again]

    attempts.add(tx, made)

    assert attempts.newest_of_delivery(tx, RECEIVER, 1, event_id=again.event_id, limit=9) == made


def test_many_deliveries_are_summarized_together(tx: Transaction) -> None:
    many = [an_attempt(sequence) for sequence in range(3, 73)]
    others = [an_attempt(1, number=4, receiver_id=OTHER), an_attempt(2, number=5, receiver_id=OTHER)]
    made = [an_attempt(1), an_attempt(1, number=2, status=500), an_attempt(2, status=500), *others, *many]
    attempts.add(tx, made)
    keys = [(RECEIVER, sequence) for sequence in range(1, 74)] + [(OTHER, 1)]

    found = attempts.summarize(tx, keys)

    assert found.keys() == set(keys)
    assert found[RECEIVER, 1] == (2, 102, 101, 2)
    assert found[RECEIVER, 2] == (1, 201, None, 1)
    assert found[RECEIVER, 73] == (0, None, None, 0)
    assert found[OTHER, 1] == (1, 104, 104, 4)
    assert [found[RECEIVER, one.sequence] for one in many] == [(1, one.id, one.id, 1) for one in many]
    wanted = [one for one in made if one not in others]
    event_ids = {one.sequence: one.event_id for one in wanted}
    assert attempts.find(tx, [one.id for one in wanted], event_ids=event_ids) == {one.id: one for one in wanted}
    assert attempts.summarize(tx, []) == {}
    assert attempts.find(tx, [], event_ids={}) == {}


def test_many_events_are_summarized_together(tx: Transaction) -> None:
    log = [an_event(number) for number in range(1, 72)]
    events.add(tx, log)

    found = events.summaries(tx, range(2, 73))

    assert found == {one.sequence: (one.id, one.plant_id, one.occurred_at, one.body_basic) for one in log[1:]}
    assert events.summary(tx, 1).id == log[0].id


@pytest.mark.sqlite_only("tests/postgres/test_plans.py has the other")
def test_summaries_are_found_by_an_index(tx: Transaction) -> None:
    keys = [(RECEIVER, sequence) for sequence in range(1, 65)]

    plans = [
        *plans_of(tx, lambda tx: attempts.summarize(tx, keys)),
        *plans_of(tx, lambda tx: events.summaries(tx, [1, 2])),
    ]

    assert len(plans) == 2
    assert all("SEARCH" in plan and "SCAN attempts" not in plan and "SCAN events" not in plan for plan in plans), plans


def test_a_search_by_time_finds_events_whose_times_are_out_of_order(tx: Transaction) -> None:
    """What took a while to commit comes after events with later times."""
    seconds = [0, 50, 10, 60, 20, 70, 15, 120]
    events.add(tx, [an_event(one, occurred_at=later(at)) for one, at in enumerate(seconds, 1)])

    for at in range(-1, 122):
        moment = later(at)
        here = [sequence for sequence, time in enumerate(seconds, 1) if time >= at]
        gone = [sequence for sequence, time in enumerate(seconds, 1) if time < at]
        assert events.first_since(tx, moment) == min(here, default=len(seconds) + 1)
        assert events.last_before(tx, moment) == max(gone, default=0)
