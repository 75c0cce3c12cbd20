"""The running store keeps its figures: it counts what it sends, notes what is owed, and lets go of what is old."""

from pathlib import Path

import pytest

from plantstore.app.jobs import store_jobs
from plantstore.app.store import open_store
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.operations import retention, scheduler
from plantstore.operations.retention import DAY_S, Retention
from plantstore.storage.database import Transaction
from plantstore.storage.queries import dashboard
from plantstore.storage.tables import attempts, backlog_samples, events, hourly_stats, receivers
from plantstore.storage.tables.backlog_samples import INTERVAL_US, BacklogSample
from tests.makers import NOON, RECEIVER, a_receiver, an_attempt, an_event
from tests.opened import Opened, opened
from tests.receiver import a_server
from tests.running import add, register, settings
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

LAST = Instant(NOON + 10 * INTERVAL_US)


def noted(tx: Transaction) -> list[BacklogSample]:
    return backlog_samples.between(tx, first=NOON, last=LAST)


async def keep_house(store: Opened) -> None:
    await scheduler.run_jobs_once(scheduler.standard_jobs(store.database))


async def test_what_is_owed_is_noted_every_five_minutes(tmp_path: Path, clock: StillClock) -> None:
    def fill(tx: Transaction) -> None:
        events.add(tx, [an_event(1), an_event(2)])
        receivers.insert(tx, a_receiver(RECEIVER))

    async with opened(tmp_path, clock) as store:
        await store.write(fill)
        for _ in range(8):
            await keep_house(store)
            clock.move(60)
        await store.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 2))
        clock.move(600)
        await keep_house(store)

        assert await store.read(noted) == [
            BacklogSample(at=NOON, waiting=2),
            BacklogSample(at=Instant(NOON + INTERVAL_US), waiting=2),
            BacklogSample(at=Instant(NOON + 3 * INTERVAL_US), waiting=0),
        ]


async def test_where_it_is_noted_already_nothing_is_written(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[BacklogSample] = []

    async with opened(tmp_path, clock) as store:
        await store.write(lambda tx: backlog_samples.insert(tx, BacklogSample(at=NOON, waiting=9)))
        monkeypatch.setattr(backlog_samples, "insert", lambda _, level: written.append(level))

        await keep_house(store)
        assert written == []

        clock.move(300)
        await keep_house(store)
        assert [level.waiting for level in written] == [0]


async def test_old_tallies_and_levels_go(tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "STEP_ROWS_MAX", 2)

    def fill(tx: Transaction) -> None:
        for number in range(5):
            backlog_samples.insert(tx, BacklogSample(at=Instant(NOON + number), waiting=1))
            hourly_stats.add(tx, [an_attempt(1, receiver_id=ReceiverId(number + 1))])

    def count(tx: Transaction) -> list[int]:
        return [int(tx.execute(f"SELECT count(*) FROM {table}")[0][0]) for table in ("tallies", "levels")]

    async with opened(tmp_path, clock) as store:
        await store.write(fill)
        keeper = Retention(store.database, clock, attempts_days=30, activity_days=365)
        clock.move(hourly_stats.KEPT_DAYS * DAY_S)
        await keeper.run()
        assert await store.read(count) == [5, 5]

        clock.move(3_600)
        await keeper.run()

        assert await store.read(count) == [0, 0]


async def test_a_removed_receiver_leaves_no_tallies(tmp_path: Path, clock: StillClock) -> None:
    def fill(tx: Transaction) -> None:
        for one in (RECEIVER, ReceiverId(8)):
            receivers.insert(tx, a_receiver(one))
            hourly_stats.add(tx, [an_attempt(1, receiver_id=one)])
        receivers.mark_deleted(tx, RECEIVER)

    async with opened(tmp_path, clock) as store:
        await store.write(fill)
        clock.move(2 * DAY_S)

        await Retention(store.database, clock, attempts_days=1, activity_days=1).run()

        left = await store.read(lambda tx: tx.execute("SELECT receiver_id FROM tallies"))
        assert left == [(8,)]


async def test_a_running_store_counts_what_it_sends(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        server.answer = lambda got: 500 if got.headers["webhook-attempt"] == "1" else 204
        receiver = await register(store, server)
        await add(store, "Aloe vera", "Hosta")
        await server.until(lambda one: set(one.accepted) == {1, 2})
        assert await store.dispatcher.settle(wait_s=10)
        await scheduler.run_jobs_once(store_jobs(store))

        def look(tx: Transaction) -> tuple[dashboard.PeriodStats, int, list[BacklogSample]]:
            of_it = dashboard.receiver_stats(tx, [receiver.id])[receiver.id]
            return of_it.day, len(attempts.newest_of_all(tx, limit=100)), dashboard.backlog_history(tx)

        day, made, backlog = await store.database.read(look)
        assert day.accepted == 2
        assert day.attempts == made == len(server.got)
        assert [level.waiting for level in backlog] == [0]
