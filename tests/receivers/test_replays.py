"""Commands on replays, on a real database."""

from typing import Any

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.errors import Conflict, Invalid, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant, after
from plantstore.receivers import replays
from plantstore.receivers.commands import find
from plantstore.receivers.replays import PACE_MAX, PACE_MIN, RUNNING_MAX, Count, ReplayRequest
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, retries
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables import replays as table
from tests.makers import NOON, RECEIVER, a_receiver, a_replay, a_retry, an_event
from tests.still_clock import StillClock

ALL, FAILED = ReplayOnly.ALL, ReplayOnly.FAILED


@pytest.fixture
def ids(clock: StillClock) -> Ids:
    return Ids(clock, lambda count: bytes(count))


def at(seconds: float) -> Instant:
    return after(NOON, seconds=seconds)


def sent(tx: Transaction, *, head: int = 10, cursor: int = 8, **changes: Any) -> Receiver:
    """A receiver, and a log with one event a minute: number 1 at noon, number 2 a minute later."""
    events.add(tx, [an_event(number, occurred_at=at(60 * (number - 1))) for number in range(1, head + 1)])
    stored.insert(tx, a_receiver(cursor=cursor, **changes))
    tx.changes.receivers.clear()
    return find(tx, RECEIVER)


def gave_up(*sequences: int) -> list[Any]:
    return [a_retry(sequence, attempts=17, state=RetryState.EXHAUSTED) for sequence in sequences]


def create(tx: Transaction, ids: Ids, replay_request: ReplayRequest) -> Replay:
    return replays.create(tx, ids=ids, receiver_id=RECEIVER, request=replay_request, asked_by="tok_1")


# Counting


@pytest.mark.parametrize(
    ("replay_request", "first", "last"),
    [
        (ReplayRequest(first=3, only=ALL), 3, 8),
        (ReplayRequest(first=3, last=5, only=ALL), 3, 5),
        (ReplayRequest(first=5, last=5, only=ALL), 5, 5),
        (ReplayRequest(first=1, last=100, only=ALL), 1, 8),
        (ReplayRequest(since=at(120), only=ALL), 3, 8),
        (ReplayRequest(since=at(120.5), only=ALL), 4, 8),
        (ReplayRequest(since=at(120), until=at(240), only=ALL), 3, 4),
        (ReplayRequest(since=at(-60), until=at(99_999), only=ALL), 1, 8),
    ],
)
def test_a_range_is_counted_up_to_the_cursor(
    tx: Transaction, replay_request: ReplayRequest, first: int, last: int
) -> None:
    receiver = sent(tx)

    assert replays.count(tx, receiver, replay_request) == Count(first=first, last=last, total=last - first + 1)


def test_a_range_begins_where_the_receiver_does(tx: Transaction) -> None:
    receiver = sent(tx, start=4)

    assert replays.count(tx, receiver, ReplayRequest(first=1, only=ALL)) == Count(first=4, last=8, total=5)


def test_only_exhausted_deliveries_are_counted_unless_all_are_requested(tx: Transaction) -> None:
    receiver = sent(tx)
    retries.upsert(tx, [*gave_up(2, 5, 7, 9), a_retry(3)])

    assert replays.count(tx, receiver, ReplayRequest(first=3)) == Count(first=3, last=8, total=2)


def test_erased_events_are_not_counted(tx: Transaction) -> None:
    receiver = sent(tx, head=0)
    events.add(tx, [an_event(1), an_event(2, body=b"", body_basic=b""), an_event(3)])

    assert replays.count(tx, receiver, ReplayRequest(first=1, only=ALL)).total == 2


@pytest.mark.parametrize(
    ("replay_request", "start", "cursor", "reason"),
    [
        (ReplayRequest(first=11, only=ALL), 1, 10, "the log ends at 10"),
        (ReplayRequest(since=at(3_600), only=ALL), 1, 10, "the log ends at 10"),
        (ReplayRequest(since=at(61), until=at(62), only=ALL), 1, 10, "No plant was added in that time"),
        (ReplayRequest(first=1, last=3, only=ALL), 4, 8, "gets events from 4 on"),
        (ReplayRequest(first=9, only=ALL), 1, 8, "after 8 are still queued"),
        (ReplayRequest(first=1, only=ALL), 5, 4, "after 4 are still queued"),
        (ReplayRequest(first=2, last=3, only=FAILED), 1, 8, "None of the deliveries of events 2 to 3 has failed"),
    ],
)
def test_a_count_of_zero_says_why(
    tx: Transaction, ids: Ids, replay_request: ReplayRequest, start: int, cursor: int, reason: str
) -> None:
    receiver = sent(tx, start=start, cursor=cursor)

    counted = replays.count(tx, receiver, replay_request)
    with pytest.raises(Conflict) as refused:
        create(tx, ids, replay_request)

    assert counted.total == 0
    assert reason in counted.reason
    assert reason in refused.value.detail
    assert tx.execute("SELECT count(*) FROM replays") == [(0,)]


def test_a_range_of_erased_events_says_so(tx: Transaction) -> None:
    receiver = sent(tx, head=0, cursor=1)
    events.add(tx, [an_event(1, body=b"", body_basic=b"")])

    assert "erased" in replays.count(tx, receiver, ReplayRequest(first=1, only=ALL)).reason


# Invalid requests


@pytest.mark.parametrize(
    ("replay_request", "pointers"),
    [
        (ReplayRequest(), ["/first"]),
        (ReplayRequest(last=5), ["/first"]),
        (ReplayRequest(until=at(5)), ["/first"]),
        (ReplayRequest(first=0), ["/first"]),
        (ReplayRequest(first=5, last=4), ["/last"]),
        (ReplayRequest(first=1, since=at(0)), ["/since"]),
        (ReplayRequest(since=at(0), last=4), ["/since"]),
        (ReplayRequest(since=at(5), until=at(5)), ["/until"]),
        (ReplayRequest(first=1, pace=PACE_MIN / 2), ["/pace"]),
        (ReplayRequest(first=1, pace=PACE_MAX + 1), ["/pace"]),
        (
            ReplayRequest(first=0, last=0, since=at(5), until=at(4), pace=0),
            ["/pace", "/since", "/first", "/last", "/until"],
        ),
    ],
)
def test_all_problems_of_a_request_are_reported(
    tx: Transaction, ids: Ids, replay_request: ReplayRequest, pointers: list[str]
) -> None:
    sent(tx)

    with pytest.raises(Invalid) as refused:
        create(tx, ids, replay_request)

    assert [one.pointer for one in refused.value.fields] == pointers
    assert tx.execute("SELECT count(*) FROM replays") == [(0,)]


@pytest.mark.parametrize("pace", [PACE_MIN, PACE_MAX])
def test_a_pace_at_its_edge_is_taken(tx: Transaction, ids: Ids, pace: float) -> None:
    sent(tx)

    assert create(tx, ids, ReplayRequest(first=1, only=ALL, pace=pace)).pace == pace


# Creating


def test_a_replay_is_stored_as_it_was_counted(tx: Transaction, ids: Ids) -> None:
    sent(tx)

    replay = create(tx, ids, ReplayRequest(since=at(120), only=ALL, pace=2.5))

    assert replay == table.find(tx, RECEIVER, replay.id)
    assert (replay.first, replay.last, replay.position, replay.total) == (3, 8, 2, 6)
    assert (replay.state, replay.only, replay.pace, replay.asked_by) == (ReplayState.RUNNING, ALL, 2.5, "tok_1")
    assert (replay.accepted, replay.failed, replay.asked_at, replay.ended_at) == (0, 0, NOON, None)
    assert tx.changes.receivers == {RECEIVER}


def test_events_after_the_request_are_not_covered(tx: Transaction, ids: Ids) -> None:
    sent(tx)
    replay = create(tx, ids, ReplayRequest(first=1, only=ALL))

    stored.move_cursor(tx, RECEIVER, 10)

    assert replays.find_replay(tx, RECEIVER, replay.id).last == 8


def test_a_replay_of_a_paused_receiver_can_be_created(tx: Transaction, ids: Ids) -> None:
    sent(tx, paused=True)

    assert create(tx, ids, ReplayRequest(first=1, only=ALL)).state is ReplayState.RUNNING


def test_a_receiver_that_is_not_there_is_not_found(tx: Transaction, ids: Ids) -> None:
    with pytest.raises(NotFound):
        create(tx, ids, ReplayRequest(first=1))


def test_the_number_of_running_replays_of_a_receiver_is_limited(tx: Transaction, ids: Ids) -> None:
    sent(tx)
    for number in range(RUNNING_MAX - 1):
        table.insert(tx, a_replay(f"rpl_{number}"))
    last = create(tx, ids, ReplayRequest(first=1, only=ALL))

    with pytest.raises(Conflict, match=f"{RUNNING_MAX} replays"):
        create(tx, ids, ReplayRequest(first=1, only=ALL))

    replays.cancel(tx, RECEIVER, last.id)
    assert len(table.running(tx, RECEIVER)) == RUNNING_MAX - 1


# Cancelling


def test_a_cancelled_replay_keeps_its_position(tx: Transaction) -> None:
    sent(tx)
    table.insert(tx, a_replay(position=4, accepted=3, failed=1))
    tx.changes.receivers.clear()

    cancelled = replays.cancel(tx, RECEIVER, "rpl_1")

    assert cancelled == a_replay(position=4, accepted=3, failed=1, state=ReplayState.CANCELLED, ended_at=NOON)
    assert tx.changes.receivers == {RECEIVER}


def test_a_replay_that_has_ended_stays_as_it_is(tx: Transaction) -> None:
    done = a_replay(state=ReplayState.DONE, position=10, ended_at=at(-60))
    sent(tx)
    table.insert(tx, done)

    assert replays.cancel(tx, RECEIVER, "rpl_1") == done


@pytest.mark.parametrize(("receiver_id", "replay_id"), [(8, "rpl_1"), (7, "rpl_2"), (7, "")])
def test_another_receivers_replay_is_not_found(tx: Transaction, receiver_id: int, replay_id: str) -> None:
    sent(tx)
    stored.insert(tx, a_receiver(8))
    table.insert(tx, a_replay())

    for verb in (replays.cancel, replays.find_replay):
        with pytest.raises(NotFound):
            verb(tx, ReceiverId(receiver_id), replay_id)
    assert table.find(tx, RECEIVER, "rpl_1") == a_replay()


def test_a_removed_receivers_replays_are_not_found(tx: Transaction) -> None:
    sent(tx)
    table.insert(tx, a_replay())

    stored.mark_deleted(tx, RECEIVER)

    with pytest.raises(NotFound):
        replays.find_replay(tx, RECEIVER, "rpl_1")
