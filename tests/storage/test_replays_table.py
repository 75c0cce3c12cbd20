"""Every function of storage/tables/replays.py, and what counts a replay's range."""

from dataclasses import replace
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.replay import ReplayOnly, ReplayState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import events, replays, retries
from tests.makers import NOON, RECEIVER, a_replay, a_retry, an_event

LATER = after(NOON, seconds=60)


def at(tx: Transaction, seconds: float) -> Transaction:
    return Transaction(tx.connection, after(NOON, seconds=seconds))


def test_a_replay_comes_back_as_it_was_stored(tx: Transaction) -> None:
    replay = a_replay(first=3, last=9, only=ReplayOnly.FAILED, pace=0.5, position=4, accepted=1, failed=1)

    replays.insert(tx, replay)

    assert replays.find(tx, RECEIVER, replay.id) == replay
    assert tx.changes.receivers == {RECEIVER}


def test_a_replay_is_found_under_its_own_receiver_only(tx: Transaction) -> None:
    replays.insert(tx, a_replay())

    assert replays.find(tx, ReceiverId(8), "rpl_1") is None
    assert replays.find(tx, RECEIVER, "rpl_2") is None


def test_running_replays_are_listed_oldest_first(tx: Transaction) -> None:
    replays.insert(tx, a_replay("rpl_1", asked_at=LATER))
    replays.insert(tx, a_replay("rpl_2"))
    replays.insert(tx, a_replay("rpl_3", state=ReplayState.DONE, ended_at=LATER))
    replays.insert(tx, a_replay("rpl_4", receiver_id=ReceiverId(8)))

    assert [one.id for one in replays.running(tx, RECEIVER)] == ["rpl_2", "rpl_1"]


def test_replays_are_listed_newest_first(tx: Transaction) -> None:
    for number in range(1, 5):
        replays.insert(tx, a_replay(f"rpl_{number}"))
    replays.insert(tx, a_replay("rpl_5", receiver_id=ReceiverId(8)))

    assert [one.id for one in replays.page(tx, RECEIVER, limit=2)] == ["rpl_4", "rpl_3"]
    assert [one.id for one in replays.page(tx, RECEIVER, keyset=KeysetPage(position="rpl_3"), limit=9)] == [
        "rpl_2",
        "rpl_1",
    ]


def test_progress_adds_up_and_never_moves_back(tx: Transaction) -> None:
    replays.insert(tx, a_replay())

    replays.advance(tx, replay_id="rpl_1", position=6, accepted=4, failed=1)
    replays.advance(tx, replay_id="rpl_1", position=3, accepted=1, failed=0)

    assert replays.find(tx, RECEIVER, "rpl_1") == a_replay(position=6, accepted=5, failed=1)


def test_a_replay_that_reaches_its_end_is_done(tx: Transaction) -> None:
    replays.insert(tx, a_replay())

    replays.advance(at(tx, 60), replay_id="rpl_1", position=10, accepted=10, failed=0)

    done = a_replay(position=10, accepted=10, state=ReplayState.DONE, ended_at=LATER)
    assert replays.find(tx, RECEIVER, "rpl_1") == done


def test_a_cancelled_replay_stays_cancelled_though_its_last_request_arrives(tx: Transaction) -> None:
    replay = a_replay()
    replays.insert(tx, replay)

    tx.changes.receivers.clear()
    replays.cancel(tx, replay)
    replays.advance(at(tx, 60), replay_id="rpl_1", position=10, accepted=1, failed=0)

    found = replays.find(tx, RECEIVER, "rpl_1")
    assert found == a_replay(position=10, accepted=1, state=ReplayState.CANCELLED, ended_at=NOON)
    assert tx.changes.receivers == {RECEIVER}


def test_a_done_replay_cannot_be_cancelled(tx: Transaction) -> None:
    done = a_replay(state=ReplayState.DONE, position=10, ended_at=NOON)
    replays.insert(tx, done)

    replays.cancel(at(tx, 60), done)

    assert replays.find(tx, RECEIVER, "rpl_1") == done


def test_deleting_a_receiver_cancels_only_its_replays(tx: Transaction) -> None:
    done = a_replay("rpl_2", state=ReplayState.DONE, position=10, ended_at=NOON)
    other = a_replay("rpl_3", receiver_id=ReceiverId(8))
    for one in (a_replay(), done, other):
        replays.insert(tx, one)

    replays.cancel_of_receiver(at(tx, 60), RECEIVER)

    assert replays.find(tx, RECEIVER, "rpl_1") == replace(a_replay(), state=ReplayState.CANCELLED, ended_at=LATER)
    assert replays.find(tx, RECEIVER, "rpl_2") == done
    assert replays.find(tx, ReceiverId(8), "rpl_3") == other


@pytest.mark.parametrize(("first", "last", "count"), [(1, 9, 2), (4, 9, 1), (2, 4, 2), (3, 3, 0)])
def test_only_exhausted_deliveries_of_the_range_are_counted(tx: Transaction, first: int, last: int, count: int) -> None:
    given_up: dict[str, Any] = {"attempts": 17, "state": RetryState.EXHAUSTED}
    rows = [a_retry(2, **given_up), a_retry(4, **given_up), a_retry(3), a_retry(5, state=RetryState.CANCELLED)]
    retries.upsert(tx, [*rows, a_retry(3, receiver_id=ReceiverId(8), **given_up)])

    assert retries.count_exhausted(tx, RECEIVER, first=first, last=last) == count


@pytest.mark.parametrize(("first", "last", "count"), [(1, 4, 3), (2, 2, 1), (4, 9, 1), (5, 9, 0), (3, 3, 0)])
def test_only_existing_events_are_counted(tx: Transaction, first: int, last: int, count: int) -> None:
    events.add(tx, [an_event(number) for number in (1, 2)])
    events.add(tx, [an_event(3, body=b"", body_basic=b""), an_event(4)])

    assert events.count_between(tx, first=first, last=last) == count


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize(
    ("sql", "index"),
    [
        ("SELECT * FROM replays WHERE receiver_id = 7 AND id < 'x' ORDER BY id DESC LIMIT 2", "replays_receiver"),
        ("SELECT * FROM replays WHERE receiver_id = 7 AND state = 'running' ORDER BY asked_at, id", "replays_running"),
        (
            "SELECT count(*) FROM retries WHERE receiver_id = 7 AND state = 'exhausted' AND sequence BETWEEN 1 AND 9",
            "COVERING INDEX retries_state",
        ),
    ],
)
def test_every_list_and_count_has_its_index(tx: Transaction, sql: str, index: str) -> None:
    plan = " ".join(str(row[-1]) for row in tx.execute(f"EXPLAIN QUERY PLAN {sql}"))

    assert index in plan, plan
    assert "SCAN" not in plan
    assert "TEMP B-TREE" not in plan
