"""The partitions of `attempts`: created in advance, dropped as a whole, without blocking queries."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from psycopg import errors

from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.timestamps import after
from plantstore.operations.partitions import AHEAD, DAY_S, KEPT, Partitions, length_of
from plantstore.operations.retention import Retention
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.protocols import DropResult, Span
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.queries import retention as stored
from plantstore.storage.tables import attempts, receivers, replays
from tests.makers import NOON, RECEIVER, a_receiver, a_replay, an_attempt
from tests.postgres.databases import Databases
from tests.still_clock import StillClock

DAYS = 30
LENGTH = length_of(DAYS)
WAIT_S = 20.0


@pytest.fixture
def engine(databases: Databases) -> Iterator[PostgresEngine]:
    """A database in which no store has made partitions yet."""
    lent = databases.take()
    engine = PostgresEngine(lent.url)
    partitions = engine.partitions()
    for span in partitions.spans():
        assert partitions.drop(span, lambda _connection: True) is DropResult.DONE
    yield engine
    engine.close()
    databases.give_back(lent)


class Kept:
    """An open store on PostgreSQL, whose partitions were created days before its clock's time."""

    def __init__(self, engine: PostgresEngine, database: Database, clock: StillClock, *, days: int = DAYS) -> None:
        self.engine = engine
        self.database = database
        self.clock = clock
        self.partitions = Partitions(engine, clock, attempts_days=days)
        self.retention = Retention(
            database, clock, attempts_days=days, activity_days=365, drop_old=self.partitions.drop_old
        )

    def spans(self) -> list[Span]:
        return self.engine.partitions().spans()

    async def live(self, *, days: int) -> None:
        """Let days pass, and run the jobs of each minute once a day."""
        for _ in range(days):
            await self.partitions.run(self.database)
            self.clock.move(DAY_S)
        await self.partitions.run(self.database)

    async def sequences(self) -> list[int]:
        return [row[0] for row in await self.rows("SELECT sequence FROM attempts ORDER BY 1")]

    async def rows(self, sql: str) -> list[Any]:
        return await self.database.read(lambda tx: tx.execute(sql))


@asynccontextmanager
async def opened(engine: PostgresEngine, clock: StillClock, *, days: int = DAYS) -> AsyncIterator[Kept]:
    settings = Settings()
    database = Database(
        engine,
        clock,
        on_commit=lambda _notices: None,
        readers=2,
        commit_commands_max=settings.commit_commands_max,
        waiting_commands_max=settings.waiting_commands_max,
        waiting_reads_max=settings.waiting_reads_max,
    )
    try:
        yield Kept(engine, database, clock, days=days)
    finally:
        await database.close()


def adding(attempt: Attempt) -> Callable[[Transaction], None]:
    return lambda tx: attempts.add(tx, [attempt])


def at(clock: StillClock, days_ago: float = 0) -> int:
    return Ids.first_attempt_of(after(clock.now(), seconds=-days_ago * DAY_S))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not true():
            await asyncio.sleep(0)


@contextmanager
def a_long_reader(engine: PostgresEngine) -> Iterator[None]:
    """A transaction that has read attempts and stays open, such as a backup or a psql session."""
    with engine.connect() as raw, raw.transaction():
        raw.execute("SELECT 1 FROM attempts LIMIT 1")
        yield


async def test_partitions_exist_for_now_and_the_future(engine: PostgresEngine, clock: StillClock) -> None:
    async with opened(engine, clock) as store:
        store.partitions.make_ahead(newest=0)
        made = store.spans()
        store.partitions.make_ahead(newest=0)

        assert store.spans() == made, "existing partitions are not created again"
        near = [span for span in made if span.end > at(clock)]
        assert len(near) == 1 + AHEAD
        assert near[0].first <= at(clock) < near[0].end
        assert all(earlier.end == later.first for earlier, later in pairwise(near))


@pytest.mark.parametrize("days_ago", [0, 7, 30, 400])
async def test_copied_attempts_find_their_partitions(engine: PostgresEngine, clock: StillClock, days_ago: int) -> None:
    async with opened(engine, clock) as store:
        clock.move(2 * 365 * DAY_S)
        store.partitions.make_since(at(clock, days_ago))
        made = store.spans()
        store.partitions.make_ahead(newest=at(clock))

        assert store.spans() == made, "nothing is missing"
        assert made[0].first <= max(at(clock, days_ago), at(clock, DAYS)) < made[0].end
        assert all(earlier.end == later.first for earlier, later in pairwise(made))


@pytest.mark.parametrize("days", [1, 3_650])  # the other tests have 30
async def test_the_number_of_partitions_hardly_depends_on_the_setting(
    engine: PostgresEngine, clock: StillClock, days: int
) -> None:
    async with opened(engine, clock, days=days) as store:
        clock.move(20 * 365 * DAY_S)
        horizon = at(clock, days)
        for step in range(3 * KEPT):
            store.partitions.make_ahead(newest=horizon + step * length_of(days))
        await store.retention.run()

        kept = [span for span in store.spans() if span.first < at(clock)]
        assert days * length_of(1) <= len(kept) * length_of(days) <= days * length_of(1) + 2 * length_of(days)
        assert len(kept) <= KEPT + 2
        assert all(span.end > horizon for span in kept)


async def test_attempts_are_removed_at_most_a_tenth_late(engine: PostgresEngine, clock: StillClock) -> None:
    async with opened(engine, clock) as store:
        await store.database.write(lambda tx: receivers.insert(tx, a_receiver(RECEIVER, cursor=1_000)))
        for day in range(1, 46):
            await store.live(days=1)
            attempt = an_attempt(day, id=at(clock))
            await store.database.write(adding(attempt))
            await store.retention.run()

        sequences = await store.sequences()
        assert sequences == list(range(sequences[0], 46))
        assert DAYS <= 45 - sequences[0] <= DAYS + DAYS // KEPT
        assert await store.database.read(stored.attempts_removed_to) == sequences[0] - 1
        assert await store.rows("SELECT count(*) FROM attempts_beside") == [(0,)]


async def test_a_partition_is_dropped_as_a_whole(engine: PostgresEngine, clock: StillClock) -> None:
    async with opened(engine, clock) as store:
        await store.live(days=0)
        [first, *_] = [span for span in store.spans() if span.end > at(clock)]
        made = [an_attempt(sequence, id=at(clock) + sequence) for sequence in range(1, 50)]
        await store.database.write(lambda tx: receivers.insert(tx, a_receiver(RECEIVER, cursor=1_000)))
        await store.database.write(lambda tx: attempts.add(tx, made))
        clock.move((DAYS + 1) * DAY_S)
        old = first.end > at(clock, DAYS)

        await store.retention.run()
        assert old, "the first rows are older than is asked for, and the partition is not"
        assert len(await store.sequences()) == 49, "row by row nothing of it goes"

        clock.move(DAYS // KEPT * DAY_S)
        await store.retention.run()
        assert await store.sequences() == []
        assert first not in store.spans()


@pytest.mark.parametrize("why", ["beyond the cursor", "beyond the replay"])
async def test_a_needed_attempt_keeps_its_partition_and_the_others_are_deleted(
    engine: PostgresEngine, clock: StillClock, why: str
) -> None:
    async with opened(engine, clock) as store:
        await store.live(days=0)
        cursor = 10 if why == "beyond the cursor" else 1_000
        replay = "rpl_1" if why == "beyond the replay" else None
        made = [an_attempt(sequence, id=at(clock) + sequence, replay_id=replay) for sequence in range(1, 13)]
        await store.database.write(lambda tx: receivers.insert(tx, a_receiver(RECEIVER, cursor=cursor)))
        await store.database.write(lambda tx: attempts.add(tx, made))
        await store.database.write(lambda tx: replays.insert(tx, a_replay(position=10, last=20)))
        clock.move(2 * DAYS * DAY_S)

        await store.retention.run()
        assert await store.sequences() == [11, 12]
        assert await store.database.read(stored.attempts_removed_to) == 10

        await store.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 12))
        await store.database.write(lambda tx: replays.advance(tx, replay_id="rpl_1", position=12, accepted=2, failed=0))
        await store.retention.run()
        assert await store.sequences() == []
        assert await store.database.read(stored.attempts_removed_to) == 12


async def test_attempts_without_a_partition_are_deleted_row_by_row(engine: PostgresEngine, clock: StillClock) -> None:
    made = [an_attempt(1, id=at(clock, 90)), an_attempt(2, id=at(clock, 1)), an_attempt(3, id=at(clock, -300))]

    async with opened(engine, clock) as store:
        await store.database.write(lambda tx: receivers.insert(tx, a_receiver(RECEIVER, cursor=1_000)))
        await store.database.write(lambda tx: attempts.add(tx, made))
        await store.live(days=0)

        await store.retention.run()

        assert await store.sequences() == [2, 3]
        assert await store.rows("SELECT count(*) FROM attempts_beside") == [(2,)]
        assert any(span.first > at(clock, -300) for span in store.spans()), "what follows has one of its own"


async def test_a_partition_longer_than_the_setting_is_deleted_row_by_row(
    engine: PostgresEngine, clock: StillClock
) -> None:
    async with opened(engine, clock, days=3_650) as store:
        await store.live(days=0)
        made = [an_attempt(1, id=at(clock)), an_attempt(2, id=at(clock, -40))]
        await store.database.write(lambda tx: receivers.insert(tx, a_receiver(RECEIVER, cursor=1_000)))
        await store.database.write(lambda tx: attempts.add(tx, made))
        clock.move((DAYS + 2) * DAY_S)
        shorter = Kept(engine, store.database, clock)

        await shorter.retention.run()

        assert await store.sequences() == [2]


async def test_a_long_reader_delays_a_drop_and_blocks_no_queries(engine: PostgresEngine, clock: StillClock) -> None:
    async with opened(engine, clock) as store:
        await store.live(days=0)
        await store.database.write(lambda tx: receivers.insert(tx, a_receiver(RECEIVER, cursor=1_000)))
        await store.database.write(lambda tx: attempts.add(tx, [an_attempt(1, id=at(clock))]))
        clock.move(2 * DAYS * DAY_S)
        recorded, stop = 0, threading.Event()

        async def record() -> None:
            nonlocal recorded
            while not stop.is_set():
                attempt = an_attempt(recorded + 2, id=at(clock) + recorded)
                await store.database.write(adding(attempt), exclusive=False)
                recorded += 1

        with a_long_reader(engine):
            recording = asyncio.create_task(record())
            await until(lambda: recorded > 0)
            [span, *_] = store.spans()
            drop = partial(engine.partitions().drop, span, lambda _connection: True)
            assert await asyncio.to_thread(drop) is DropResult.BUSY
            await store.retention.run()
            assert 1 in await store.sequences(), "neither dropped nor removed row by row"
            before = recorded
            await until(lambda: recorded > before)

        await store.retention.run()
        stop.set()
        await recording
        assert await store.sequences() == list(range(2, recorded + 2))


async def test_a_long_reader_delays_the_creation_of_a_partition(engine: PostgresEngine, clock: StillClock) -> None:
    async with opened(engine, clock) as store:
        with a_long_reader(engine):
            await store.live(days=0)
            assert store.spans() == []

        await store.live(days=0)
        assert len(store.spans()) >= 1 + AHEAD


async def test_concurrent_processes_create_and_drop_a_partition_once(engine: PostgresEngine, clock: StillClock) -> None:
    async with opened(engine, clock) as store:
        others = [Kept(engine, store.database, clock) for _ in range(4)]
        await asyncio.gather(*(one.live(days=0) for one in others))
        made = store.spans()
        assert len(made) == len(set(made)) >= 1 + AHEAD

        clock.move(3 * DAYS * DAY_S)
        await asyncio.gather(*(one.retention.run() for one in others))
        await store.retention.run()  # who was in another's way tries again
        assert store.spans() == []


async def test_a_partition_is_made_later_if_another_process_is_changing_some(
    engine: PostgresEngine, clock: StillClock
) -> None:
    async with opened(engine, clock) as store:
        with closing(engine.connect_writer()) as other:
            other.begin_write(exclusive=False)
            other.advisory_lock("partitions")
            await store.live(days=0)
            assert store.spans() == []
            other.rollback()

        await store.live(days=0)
        assert len(store.spans()) >= 1 + AHEAD


async def test_a_partition_is_dropped_later_if_another_process_is_dropping_one(
    engine: PostgresEngine, clock: StillClock
) -> None:
    async with opened(engine, clock) as store:
        await store.live(days=0)
        [span, *_] = store.spans()

        def may_go(_: Any) -> bool:
            raise errors.LockNotAvailable

        assert engine.partitions().drop(span, may_go) is DropResult.BUSY
        assert span in store.spans()


async def test_whether_a_partition_is_needed_is_checked_under_the_lock(
    engine: PostgresEngine, clock: StillClock
) -> None:
    """An attempt recorded between the two checks keeps its partition."""

    async with opened(engine, clock) as store:
        await store.live(days=0)
        [span, *_] = store.spans()
        with closing(engine.connect_writer()) as other:
            other.begin_write(exclusive=False)
            receivers.insert(Transaction(other, NOON), a_receiver(RECEIVER, cursor=0))
            other.commit()
        looks = 0

        def may_go(connection: Any) -> bool:
            nonlocal looks
            looks += 1
            free = stored.mark_span_removed(Transaction(connection, NOON), first=span.first, end=span.end)
            if looks == 1:
                with closing(engine.connect_writer()) as other:
                    other.begin_write(exclusive=False)
                    attempts.add(Transaction(other, NOON), [an_attempt(5, id=span.first)])
                    other.commit()
            return free

        assert engine.partitions().drop(span, may_go) is DropResult.NEEDED
        assert looks == 2
        assert await store.sequences() == [5]
        assert await store.database.read(stored.attempts_removed_to) == 0
