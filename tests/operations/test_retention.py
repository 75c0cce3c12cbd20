"""Retention: what is old goes, what somebody needs stays, and no step is long."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.replay import ReplayState
from plantstore.domain.plants import history
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.operations import retention
from plantstore.operations.audit.auditor import Auditor
from plantstore.operations.retention import DAY_S, RESCAN_S, Retention
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Span
from plantstore.storage.queries import retention as stored
from plantstore.storage.queries.backlog import recorded_beyond
from plantstore.storage.tables import (
    activity,
    attempt_pages,
    attempts,
    cancelled_ranges,
    events,
    plant_history,
    plants,
    receivers,
    replays,
    retries,
)
from plantstore.storage.tables.plant_history import HistoryFilter
from tests.makers import NOON, RECEIVER, a_plant, a_receiver, a_replay, a_retry, an_attempt, an_event
from tests.opened import Opened, opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

OTHER = ReceiverId(8)
DAYS = 30
Change = Callable[[Transaction], object]


def at(days_ago: float, count: int = 0) -> int:
    """The id of an attempt that was made so long before NOON."""
    return Ids.first_attempt_of(after(NOON, seconds=-days_ago * DAY_S)) + count


def retain(store: Opened, *, attempts_days: int = DAYS, activity_days: int = 365) -> Retention:
    return Retention(store.database, store.clock, attempts_days=attempts_days, activity_days=activity_days)


async def sequences(store: Opened, receiver_id: ReceiverId = RECEIVER) -> list[int]:
    def read(tx: Transaction) -> list[int]:
        return [
            row[0]
            for row in tx.execute("SELECT sequence FROM attempts WHERE receiver_id = ? ORDER BY 1", (receiver_id,))
        ]

    return await store.read(read)


def with_attempts(*made: Any, cursor: int = 10, **receiver: Any) -> Change:
    def change(tx: Transaction) -> None:
        receivers.insert(tx, a_receiver(RECEIVER, cursor=cursor, **receiver))
        attempts.add(tx, made)

    return change


async def test_attempts_go_when_they_are_older_than_the_setting_says(tmp_path: Path, clock: StillClock) -> None:
    made = [an_attempt(1, id=at(DAYS, -1)), an_attempt(2, id=at(DAYS)), an_attempt(3, id=at(0))]

    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(*made))

        await retain(store).run()

        assert await sequences(store) == [2, 3]
        assert await store.read(stored.attempts_removed_to) == 1


async def test_the_feed_forgets_old_attempts_and_still_knows_where_it_ended(tmp_path: Path, clock: StillClock) -> None:
    async def feed(store: Opened) -> list[int]:
        places = await store.read(lambda tx: attempt_pages.next_positions(tx, after=0, limit=10))
        return [place.attempt_id for place in places]

    async with opened(tmp_path, clock) as store:
        for made in ([at(DAYS, -9), at(DAYS, -1)], [at(DAYS, -5), at(DAYS)], [at(1)]):
            await store.write(lambda tx, made=made: attempts.add(tx, [an_attempt(1, id=one) for one in made]))  # type: ignore[misc]

        await retain(store).run()
        kept = await feed(store)
        clock.move(2 * DAYS * DAY_S)
        await retain(store).run()

        assert kept == [at(DAYS, -5), at(DAYS), at(1)]
        assert await sequences(store) == []
        assert await store.read(attempt_pages.head) == at(1)


async def test_a_success_beyond_the_cursor_stays_whatever_its_age(tmp_path: Path, clock: StillClock) -> None:
    made = [
        an_attempt(1, id=at(90)),
        an_attempt(2, id=at(90, 1)),
        an_attempt(3, id=at(90, 2)),
        an_attempt(4, id=at(90, 3), status=500),
    ]

    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(*made, cursor=1))

        await retain(store).run()

        assert await sequences(store) == [2, 3]
        receiver = await store.read(lambda tx: receivers.find(tx, RECEIVER))
        assert receiver is not None
        assert await store.read(lambda tx: recorded_beyond(tx, receiver)) == {2, 3}


async def test_what_a_removed_receiver_was_sent_goes_by_its_age_alone(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(an_attempt(2, id=at(90)), an_attempt(3, id=at(1)), cursor=1))
        await store.write(lambda tx: receivers.mark_deleted(tx, RECEIVER))

        await retain(store).run()

        assert await sequences(store) == [3]


async def test_what_a_running_replay_has_sent_beyond_its_position_stays(tmp_path: Path, clock: StillClock) -> None:
    def a_replayed(sequence: int, replay_id: str, status: int = 204) -> Any:
        return an_attempt(sequence, id=at(90, len(made)), replay_id=replay_id, status=status)

    made: list[Any] = []
    made += [a_replayed(3, "rpl_1")]
    made += [a_replayed(4, "rpl_1")]
    made += [a_replayed(5, "rpl_1", 500)]
    made += [a_replayed(6, "rpl_done")]

    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(*made))
        await store.write(lambda tx: replays.insert(tx, a_replay("rpl_1", position=3)))
        ended = a_replay("rpl_done", state=ReplayState.DONE, position=10, ended_at=NOON)
        await store.write(lambda tx: replays.insert(tx, ended))

        await retain(store).run()

        assert await sequences(store) == [4, 5]


async def test_each_step_is_bounded_and_goes_on_where_the_last_one_ended(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "STEP_ROWS_MAX", 3)
    steps: list[tuple[int, stored.RemovalStep]] = []
    remove = stored.remove_attempts

    def watched(tx: Transaction, *, after: int, **rest: Any) -> stored.RemovalStep:
        steps.append((after, remove(tx, after=after, **rest)))
        return steps[-1][1]

    monkeypatch.setattr(stored, "remove_attempts", watched)
    kept = [an_attempt(number, id=at(90, number)) for number in range(11, 18)]
    old = [an_attempt(number, id=at(80, number)) for number in range(1, 8)]

    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(*kept, *old))
        keeper = retain(store)

        await keeper.run()
        assert await sequences(store) == list(range(11, 18))
        assert [step.seen for _, step in steps] == [3, 3, 3, 3, 2]
        assert [after for after, _ in steps] == [0, *(step.last for _, step in steps[:-1])]

        steps.clear()
        await keeper.run()
        assert [step.seen for _, step in steps] == [0], "what had to be kept is not looked at each minute"

        clock.move(RESCAN_S)
        await store.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 17))
        await keeper.run()
        assert await sequences(store) == []


async def test_one_visit_has_an_end(tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "STEP_ROWS_MAX", 2)
    monkeypatch.setattr(retention, "STEPS_MAX", 2)

    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(*(an_attempt(number, id=at(90, number)) for number in range(1, 8))))
        keeper = retain(store)

        await keeper.run()
        assert await sequences(store) == [5, 6, 7]

        await keeper.run()
        assert await sequences(store) == []


async def test_a_visit_that_ends_in_the_midst_of_a_gap_goes_on_there_the_next_time(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "STEP_ROWS_MAX", 2)
    monkeypatch.setattr(retention, "STEPS_MAX", 2)
    old = [an_attempt(number, id=at(90, number)) for number in range(1, 12)]
    kept = Span(old[6].id, old[8].id)  # a partition that is in use: 7 and 8 stay

    async def keep(_before: int) -> list[Span]:
        return [kept]

    async with opened(tmp_path, clock) as store:
        await store.write(with_attempts(*old, cursor=11))
        keeper = Retention(store.database, clock, attempts_days=DAYS, activity_days=365, drop_old=keep)

        left = []
        for _ in range(4):
            await keeper.run()
            left.append(await sequences(store))

        assert left == [[5, 6, 7, 8, 9, 10, 11], [7, 8, 9, 10, 11], [7, 8], [7, 8]]


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_old_attempts_are_found_without_a_search_through_the_others(tx: Transaction) -> None:
    plan = str(tx.execute(f"EXPLAIN QUERY PLAN {stored._OLD_ATTEMPTS}", (0, 1, 1)))

    assert "SEARCH attempts USING INTEGER PRIMARY KEY" in plan
    assert "SCAN" not in plan
    assert "TEMP B-TREE" not in plan


# What people did, replays that ended, receivers that were removed


async def test_activity_and_ended_replays_go_after_their_own_time(tmp_path: Path, clock: StillClock) -> None:
    def fill(tx: Transaction) -> None:
        activity.add(tx, actor="tok_1", actor_name="me", action="pauseReceiver", subject="rcv_1")
        replays.insert(tx, a_replay("rpl_ended", state=ReplayState.CANCELLED, ended_at=tx.now))
        replays.insert(tx, a_replay("rpl_running"))

    async def left(store: Opened) -> tuple[int, list[str]]:
        def read(tx: Transaction) -> tuple[int, list[str]]:
            shown = activity.page(tx, activity.ActivityFilter(), limit=10)
            return len(shown), [replay.id for replay in replays.page(tx, RECEIVER, limit=10)]

        return await store.read(read)

    async with opened(tmp_path, clock) as store:
        await store.write(fill)
        clock.move(2 * DAY_S)
        await retain(store, activity_days=2).run()
        assert await left(store) == (1, ["rpl_running", "rpl_ended"])

        clock.move(0.001)
        await retain(store, activity_days=2).run()

        assert await left(store) == (0, ["rpl_running"])


async def test_a_removed_receiver_leaves_nothing_once_nothing_names_it(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "STEP_ROWS_MAX", 2)

    def fill(tx: Transaction) -> None:
        for receiver_id in (RECEIVER, OTHER):
            receivers.insert(tx, a_receiver(receiver_id))
            retries.upsert(tx, [a_retry(number, receiver_id=receiver_id) for number in range(1, 6)])
            cancelled_ranges.add(tx, receiver_id, [(6, 9)], asked_by="tok_1")
        attempts.add(tx, [an_attempt(1, id=at(0))])
        receivers.mark_deleted(tx, RECEIVER)

    async def rows(store: Opened, receiver_id: ReceiverId) -> list[int]:
        tables = {"receivers": "id", "retries": "receiver_id", "skips": "receiver_id"}

        def read(tx: Transaction) -> list[int]:
            return [
                tx.execute(f"SELECT count(*) FROM {table} WHERE {column} = ?", (receiver_id,))[0][0]
                for table, column in tables.items()
            ]

        return await store.read(read)

    async with opened(tmp_path, clock) as store:
        await store.write(fill)
        clock.move(2 * DAY_S)
        await retain(store, attempts_days=DAYS, activity_days=1).run()
        assert await rows(store, RECEIVER) == [1, 5, 1], "an attempt names it still"

        await retain(store, attempts_days=1, activity_days=1).run()

        assert await rows(store, RECEIVER) == [0, 0, 0]
        assert await rows(store, OTHER) == [1, 5, 1]


# Erasing


def deleted_plants(count: int = 1) -> Change:
    """So many plants that were added and then deleted, and one that is there."""

    def change(tx: Transaction) -> None:
        plants.insert(tx, [a_plant(number) for number in range(1, count + 2)])
        events.add(tx, [an_event(number) for number in range(1, count + 2)])
        for number in range(1, count + 1):
            plants.delete(tx, a_plant(number), deleted_by="tok_1")

    return change


async def erased(store: Opened) -> list[int]:
    return await store.read(lambda tx: events.erased_between(tx, first=1, last=events.head(tx)))


def receiver_who(**changes: Any) -> Change:
    return lambda tx: receivers.insert(tx, a_receiver(RECEIVER, **changes))


async def test_the_event_of_a_plant_deleted_long_ago_is_erased_and_its_row_stays(
    tmp_path: Path, clock: StillClock
) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(deleted_plants())
        await store.write(receiver_who(cursor=2))
        clock.move(DAYS * DAY_S)
        await retain(store).run()
        assert await erased(store) == [], "not a moment too early"

        clock.move(0.001)
        await retain(store).run()

        first, second = await store.read(lambda tx: events.page(tx, after=0, limit=10))
        assert first == an_event(1, body=b"", body_basic=b"")
        assert first.erased
        assert second == an_event(2)


def cancelled(tx: Transaction) -> None:
    retries.upsert(tx, [a_retry(1, state=RetryState.CANCELLED)])


def removed(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver(OTHER))
    retries.upsert(tx, [a_retry(1, receiver_id=OTHER, state=RetryState.EXHAUSTED)])
    receivers.mark_deleted(tx, OTHER)


@pytest.mark.parametrize(
    "needs",
    [
        [],
        [receiver_who(cursor=1)],
        [receiver_who(start=2, cursor=1)],
        [receiver_who(cursor=0), lambda tx: cancelled_ranges.add(tx, RECEIVER, [(1, 1)], asked_by="tok_1")],
        [receiver_who(cursor=2), cancelled],
        [receiver_who(cursor=2), lambda tx: replays.insert(tx, a_replay(position=1, first=1, last=2))],
        [receiver_who(cursor=2), lambda tx: replays.insert(tx, a_replay(state=ReplayState.DONE, ended_at=NOON))],
        [removed],
    ],
    ids=["nobody", "sent", "before its start", "skipped", "cancelled", "replayed", "replay ended", "receiver removed"],
)
async def test_what_nobody_needs_is_erased(tmp_path: Path, clock: StillClock, needs: list[Change]) -> None:
    async with opened(tmp_path, clock) as store:
        for change in (deleted_plants(), *needs):
            await store.write(change)
        clock.move(DAYS * DAY_S + 1)

        await retain(store).run()

        assert await erased(store) == [1]


@pytest.mark.parametrize(
    "needs",
    [
        [receiver_who(cursor=0)],
        [receiver_who(cursor=0, paused=True)],
        [receiver_who(cursor=0), lambda tx: cancelled_ranges.add(tx, RECEIVER, [(2, 2)], asked_by="tok_1")],
        [receiver_who(cursor=2), lambda tx: retries.upsert(tx, [a_retry(1)])],
        [receiver_who(cursor=2), lambda tx: retries.upsert(tx, [a_retry(1, state=RetryState.EXHAUSTED)])],
        [receiver_who(cursor=2), lambda tx: replays.insert(tx, a_replay(first=1, last=1))],
        [receiver_who(cursor=2), lambda tx: receivers.insert(tx, a_receiver(OTHER, cursor=0))],
    ],
    ids=["owed", "held", "another skipped", "waiting", "exhausted", "to be replayed", "owed to one of two"],
)
async def test_what_somebody_needs_is_not_erased(tmp_path: Path, clock: StillClock, needs: list[Change]) -> None:
    async with opened(tmp_path, clock) as store:
        for change in (deleted_plants(), *needs):
            await store.write(change)
        clock.move(3 * DAYS * DAY_S)

        await retain(store).run()

        assert await erased(store) == []


async def test_a_plant_that_is_there_or_was_deleted_as_a_draft_is_left_alone(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(lambda tx: plants.insert(tx, [a_plant(1)]))
        await store.write(lambda tx: plants.delete(tx, a_plant(1), deleted_by="tok_1"))
        clock.move(3 * DAYS * DAY_S)

        await retain(store).run()

        assert await erased(store) == []


async def test_erasing_goes_step_by_step_and_begins_anew_after_a_day(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "STEP_ROWS_MAX", 3)
    monkeypatch.setattr(retention, "ERASED_PER_STEP_MAX", 2)
    at_once: list[int] = []
    erase = events.erase

    def watched(tx: Transaction, sequences: list[int]) -> None:
        at_once.append(len(sequences))
        erase(tx, sequences)

    monkeypatch.setattr(events, "erase", watched)

    async with opened(tmp_path, clock) as store:
        await store.write(deleted_plants(7))
        await store.write(receiver_who(cursor=5))
        clock.move(DAYS * DAY_S + 1)
        keeper = retain(store)
        await keeper.run()
        assert await erased(store) == [1, 2, 3, 4, 5]
        assert at_once == [2, 1, 2]

        await store.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 8))
        await keeper.run()
        assert await erased(store) == [1, 2, 3, 4, 5]

        clock.move(RESCAN_S)
        await keeper.run()
        assert await erased(store) == [1, 2, 3, 4, 5, 6, 7]


async def test_what_is_kept_and_removed_leaves_a_clean_audit(tmp_path: Path, clock: StillClock) -> None:
    made = [an_attempt(number, id=at(90, number)) for number in (1, 2, 3, 5)]

    async with opened(tmp_path, clock) as store:
        await store.write(deleted_plants(5))
        await store.write(with_attempts(*made, cursor=3))
        await store.write(lambda tx: retries.upsert(tx, [a_retry(4, next_attempt_at=after(NOON, seconds=70 * DAY_S))]))
        clock.move(2 * DAYS * DAY_S)
        await retain(store).run()
        assert await sequences(store) == [5]
        assert await erased(store) == [1, 2, 3]

        auditor = Auditor(store.database, clock, retry_scale=0.001)
        await auditor.run()

        assert auditor.last is not None
        assert auditor.last.clean


def test_what_is_judged_is_judged_in_the_transaction_that_erases(tx: Transaction) -> None:
    deleted_plants(2)(tx)
    receivers.insert(tx, a_receiver(RECEIVER, cursor=1))

    assert retention.erase(tx, sequences=[1, 2]) == 1

    assert events.erased_between(tx, first=1, last=3) == [1]


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize(
    ("sql", "index"),
    [
        ("SELECT sequence FROM events WHERE length(body) = 0 AND sequence BETWEEN 1 AND 9", "events_erased"),
        ("SELECT 1 FROM retries WHERE state <> 'cancelled' AND sequence IN (1, 2)", "retries_of_event"),
        ("SELECT position + 1, last FROM replays WHERE state = 'running'", "replays_running"),
        ("SELECT id FROM replays WHERE ended_at < 5 ORDER BY ended_at LIMIT 5", "replays_ended"),
        ("SELECT id FROM activity WHERE at < 5 ORDER BY at LIMIT 5", "activity_age"),
    ],
)
def test_what_retention_asks_is_answered_by_an_index(tx: Transaction, sql: str, index: str) -> None:
    assert index in str(tx.execute(f"EXPLAIN QUERY PLAN {sql}"))


async def test_the_history_of_plants_goes_when_it_is_older_than_the_setting_says(
    tmp_path: Path, clock: StillClock
) -> None:
    async with opened(tmp_path, clock) as store:
        for days_ago, number in ((DAYS + 1, 1), (DAYS - 1, 2)):
            change = history.Change(
                plant_id=number,
                version=2,
                at=after(NOON, seconds=-days_ago * DAY_S),
                author=history.BY_STORE,
                values={"tag": [None, "a"]},
            )
            await store.write(partial(plant_history.add, change=change, version_before=1))

        await Retention(store.database, store.clock, attempts_days=1, activity_days=1, history_days=DAYS).run()

        kept = await store.read(partial(plant_history.of_all, filters=HistoryFilter(with_costs=True), limit=9))
        assert [change.plant_id for change in kept] == [2]
