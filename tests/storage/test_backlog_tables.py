"""What a receiver's worker reads: retries in sequence or as requested, and for replays attempts and the log."""

from collections.abc import Callable

import pytest

from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, Retry, RetryState
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, events, retries
from tests.makers import NOON, RECEIVER, a_retry, an_attempt, an_event
from tests.storage.plans import plans_of

OTHER = ReceiverId(8)


def later(seconds: float) -> Instant:
    return after(NOON, seconds=seconds)


def gave_up(sequence: int, **changes: object) -> Retry:
    return a_retry(sequence, state=RetryState.EXHAUSTED, attempts=ATTEMPTS_MAX, **changes)


@pytest.fixture
def stocked(tx: Transaction) -> Transaction:
    """A log of nine, and of each state something in `retries`, not in the order of its times."""
    events.add(tx, [an_event(number) for number in range(1, 10)])
    rows = [
        a_retry(1, next_attempt_at=later(900)),
        gave_up(2),
        a_retry(3, state=RetryState.CANCELLED),
        a_retry(4, next_attempt_at=later(-900)),
        a_retry(5, next_attempt_at=later(30)),
        gave_up(6),
        gave_up(8),
        a_retry(9),
    ]
    retries.upsert(tx, [*rows, a_retry(4, receiver_id=OTHER), gave_up(6, receiver_id=OTHER)])
    return tx


def sequences(found: list[tuple[Retry, Event]]) -> list[int]:
    assert all(retry.sequence == event.sequence for retry, event in found)
    return [retry.sequence for retry, _ in found]


@pytest.mark.parametrize(
    ("beyond", "last", "limit", "expected"),
    [
        (0, None, 10, [1, 4, 5, 9]),
        (0, None, 2, [1, 4]),
        (1, None, 10, [4, 5, 9]),
        (4, 8, 10, [5]),
        (0, 4, 10, [1, 4]),
        (9, None, 10, []),
    ],
)
def test_waiting_retries_are_read_in_sequence_whenever_they_are_due(
    stocked: Transaction, beyond: int, last: int | None, limit: int, expected: list[int]
) -> None:
    assert sequences(retries.waiting(stocked, RECEIVER, after=beyond, last=last, limit=limit)) == expected


@pytest.mark.parametrize(
    ("beyond", "last", "limit", "expected"),
    [(0, 9, 10, [2, 6, 8]), (0, 9, 2, [2, 6]), (2, 7, 10, [6]), (5, 8, 10, [6, 8]), (8, 9, 10, [])],
)
def test_exhausted_deliveries_are_read_in_sequence(
    stocked: Transaction, beyond: int, last: int, limit: int, expected: list[int]
) -> None:
    assert sequences(retries.exhausted(stocked, RECEIVER, after=beyond, last=last, limit=limit)) == expected


def test_a_retry_is_read_with_its_event(stocked: Transaction) -> None:
    assert retries.waiting(stocked, RECEIVER, after=4, last=5, limit=10) == [
        (a_retry(5, next_attempt_at=later(30)), an_event(5))
    ]


def test_requested_retries_are_read_in_the_order_of_the_requests(stocked: Transaction) -> None:
    first, second = a_retry(5, asked_at=later(1)), a_retry(1, asked_at=later(2))
    retries.upsert(stocked, [second, first, a_retry(9, receiver_id=OTHER, asked_at=NOON)])

    assert retries.requested(stocked, RECEIVER, limit=10) == [(first, an_event(5)), (second, an_event(1))]
    assert retries.requested(stocked, RECEIVER, limit=1) == [(first, an_event(5))]


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda tx: retries.due(tx, RECEIVER, now=NOON, limit=10), id="due"),
        pytest.param(lambda tx: retries.requested(tx, RECEIVER, limit=10), id="asked"),
    ],
)
def test_of_equal_times_the_oldest_event_comes_first(
    tx: Transaction, read: Callable[[Transaction], list[tuple[Retry, Event]]]
) -> None:
    events.add(tx, [an_event(number) for number in range(1, 5)])
    retries.upsert(tx, [a_retry(number, asked_at=NOON) for number in (3, 1, 4, 2)])

    assert sequences(read(tx)) == [1, 2, 3, 4]


def test_a_requested_retry_that_was_cancelled_is_not_read(stocked: Transaction) -> None:
    retries.upsert(stocked, [a_retry(5, asked_at=NOON)])

    retries.cancel_waiting(stocked, RECEIVER)

    assert retries.requested(stocked, RECEIVER, limit=10) == []


def test_an_exhausted_delivery_that_fails_again_waits_on_a_new_schedule(stocked: Transaction) -> None:
    again = a_retry(6, attempts=1, tries=18, next_attempt_at=later(5), last_status=503)

    retries.revive(stocked, again)

    assert retries.find(stocked, RECEIVER, 6) == again
    assert retries.find(stocked, OTHER, 6) == gave_up(6, receiver_id=OTHER)
    assert sequences(retries.exhausted(stocked, RECEIVER, after=0, last=9, limit=10)) == [2, 8]


@pytest.mark.parametrize("sequence", [3, 4])
def test_a_cancelled_or_waiting_delivery_is_not_revived(stocked: Transaction, sequence: int) -> None:
    before = retries.find(stocked, RECEIVER, sequence)

    retries.revive(stocked, a_retry(sequence, attempts=1, tries=18))

    assert before is not None
    assert retries.find(stocked, RECEIVER, sequence) == before


def test_a_delivery_without_a_row_is_not_revived(stocked: Transaction) -> None:
    retries.revive(stocked, a_retry(7))

    assert retries.find(stocked, RECEIVER, 7) is None


def test_what_a_replay_has_sent_is_known_whatever_the_outcome(tx: Transaction) -> None:
    made = [
        an_attempt(1, replay_id="rpl_1"),
        an_attempt(3, replay_id="rpl_1", status=500),
        an_attempt(2, replay_id="rpl_1"),
        an_attempt(2, number=2, replay_id="rpl_1"),
        an_attempt(4, replay_id="rpl_2"),
        an_attempt(5),
    ]

    attempts.add(tx, made)

    assert attempts.replayed(tx, "rpl_1", 0) == {1, 2, 3}
    assert attempts.replayed(tx, "rpl_1", 1) == {2, 3}
    assert attempts.replayed(tx, "rpl_1", 3) == set()
    assert attempts.replayed(tx, "rpl_3", 0) == set()


@pytest.mark.parametrize(
    ("seconds", "expected"), [(-1, 1), (0, 1), (0.5, 2), (10, 2), (10.5, 4), (20, 4), (30, 5), (30.5, 6), (9_999, 6)]
)
def test_the_log_is_searched_by_time(tx: Transaction, seconds: float, expected: int) -> None:
    times_s = (0, 10, 10, 20, 30)
    events.add(tx, [an_event(number, occurred_at=later(at_s)) for number, at_s in enumerate(times_s, 1)])

    assert events.first_since(tx, later(seconds)) == expected


def test_an_empty_log_begins_at_one(tx: Transaction) -> None:
    assert events.first_since(tx, NOON) == 1


Read = Callable[[Transaction], object]


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize(
    ("read", "plan"),
    [
        pytest.param(
            lambda tx: retries.due(tx, RECEIVER, now=NOON, limit=10),
            "retries USING INDEX retries_due (receiver_id=? AND next_attempt_at<?)",
            id="due",
        ),
        pytest.param(
            lambda tx: retries.next_due_at(tx, RECEIVER, later_than=NOON),
            "retries USING COVERING INDEX retries_due (receiver_id=? AND next_attempt_at>?)",
            id="next_due_at",
        ),
        pytest.param(
            lambda tx: retries.waiting(tx, RECEIVER, after=1, last=None, limit=10),
            "retries USING INDEX retries_state (receiver_id=? AND state=? AND sequence>?)",
            id="waiting",
        ),
        pytest.param(
            lambda tx: retries.waiting(tx, RECEIVER, after=1, last=9, limit=10),
            "retries USING INDEX retries_state (receiver_id=? AND state=? AND sequence>? AND sequence<?)",
            id="waiting, up to a last",
        ),
        pytest.param(
            lambda tx: retries.exhausted(tx, RECEIVER, after=1, last=9, limit=10),
            "retries USING INDEX retries_state (receiver_id=? AND state=? AND sequence>? AND sequence<?)",
            id="exhausted",
        ),
        pytest.param(
            lambda tx: retries.requested(tx, RECEIVER, limit=10),
            "retries USING INDEX retries_asked (receiver_id=? AND asked_at>?)",
            id="asked",
        ),
        pytest.param(
            lambda tx: retries.sequences_after(tx, RECEIVER, 5),
            "retries USING COVERING INDEX sqlite_autoindex_retries_1 (receiver_id=? AND sequence>?)",
            id="sequences_after",
        ),
        pytest.param(
            lambda tx: attempts.replayed(tx, "rpl_1", 5),
            "attempts USING COVERING INDEX attempts_replay (replay_id=? AND sequence>?)",
            id="replayed",
        ),
        pytest.param(
            lambda tx: attempts.accepted_after(tx, RECEIVER, 5),
            "attempts USING INDEX attempts_delivery (receiver_id=? AND sequence>?)",
            id="delivered_after",
        ),
        pytest.param(
            lambda tx: attempts.is_delivered(tx, RECEIVER, 5),
            "attempts USING INDEX attempts_delivery (receiver_id=? AND sequence=?)",
            id="is_delivered",
        ),
    ],
)
def test_what_a_worker_reads_comes_sorted_from_an_index(tx: Transaction, read: Read, plan: str) -> None:
    [found] = plans_of(tx, read)

    assert f"SEARCH {plan}" in found
    assert "SCAN" not in found
    assert "TEMP B-TREE" not in found


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_a_search_by_time_reads_a_few_events_of_a_long_log(tx: Transaction) -> None:
    events.add(tx, [an_event(number, occurred_at=later(number)) for number in range(1, 1_001)])

    plans = plans_of(tx, lambda tx: events.first_since(tx, later(700)))

    assert len(plans) <= 2 * (1 + 10) + 1, "twice the head and one for each halving, then the events between"
    assert all(plan.startswith("SEARCH events") for plan in plans)
