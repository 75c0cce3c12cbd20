"""Database.write and Database.read: commits, errors, limits, and what a reader sees."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import apsw
import pytest

from plantstore.domain.errors import Conflict, StoreError, StoreFull, Unavailable
from plantstore.storage.database import Database, PostCommitChanges, Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.sqlite import engine as sqlite
from plantstore.storage.tables import events
from tests.makers import NOON, an_event
from tests.still_clock import StillClock

Test = Callable[[Database, list[PostCommitChanges]], Coroutine[Any, Any, None]]


@asynccontextmanager
async def opened(
    engine: Engine, heard: list[PostCommitChanges], *, clock: StillClock | None = None, **limits: Any
) -> AsyncIterator[Database]:
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.close()
    sizes: Any = {
        "readers": 2,
        "commit_commands_max": 100,
        "waiting_commands_max": 100,
        "waiting_reads_max": 100,
    } | limits
    database = Database(engine, clock or StillClock(), on_commit=heard.append, **sizes)
    try:
        yield database
    finally:
        await database.close()


def append_next(tx: Transaction) -> int:
    sequence = events.head(tx) + 1
    events.add(tx, [an_event(sequence)])
    return sequence


async def test_a_write_resolves_after_its_commit_and_after_on_commit(engine: Engine) -> None:
    heard: list[PostCommitChanges] = []

    async with opened(engine, heard) as database:
        assert await database.write(append_next) == 1
        assert [event.sequence for changes in heard for event in changes.events] == [1]
        assert await database.read(events.head) == 1


async def test_queued_commands_share_a_commit(engine: Engine) -> None:
    heard: list[PostCommitChanges] = []
    gate = threading.Event()

    def hold(tx: Transaction) -> None:
        gate.wait(10)

    async with opened(engine, heard) as database:
        first = database.write(hold)
        rest = [database.write(append_next) for _ in range(20)]
        gate.set()
        await asyncio.gather(first, *rest)
        assert [future.result() for future in rest] == list(range(1, 21))
        assert len(heard) <= 2


async def test_queued_commands_and_batch_durations_are_reported(engine: Engine) -> None:
    gate, started = threading.Event(), threading.Event()
    batches: list[tuple[int, float]] = []
    clock = StillClock()

    def hold(tx: Transaction) -> None:
        started.set()
        gate.wait(10)
        clock.move(2.5)

    async with opened(engine, [], clock=clock, on_batch=lambda *batch: batches.append(batch)) as database:
        first = database.write(hold)
        await asyncio.to_thread(started.wait, 10)
        rest = [database.write(append_next) for _ in range(3)]
        reads = [asyncio.create_task(database.read(lambda tx: gate.wait(10))) for _ in range(5)]
        await asyncio.sleep(0)

        assert (database.waiting_commands, database.waiting_reads) == (3, 3)
        gate.set()
        await asyncio.gather(first, *rest, *reads)
        assert (database.waiting_commands, database.waiting_reads) == (0, 0)
        assert batches == [(1, 2.5), (3, 0.0)]


async def test_one_bad_command_fails_alone(engine: Engine) -> None:
    heard: list[PostCommitChanges] = []
    gate = threading.Event()

    def bad(tx: Transaction) -> None:
        gate.wait(10)
        append_next(tx)
        raise Conflict("no")

    async with opened(engine, heard) as database:
        answers = asyncio.gather(
            database.write(append_next), database.write(bad), database.write(append_next), return_exceptions=True
        )
        gate.set()
        first, refused, last = await answers
        assert (first, last) == (1, 2)
        assert isinstance(refused, Conflict)
        assert await database.read(events.head) == 2
        assert [event.sequence for changes in heard for event in changes.events] == [1, 2]


@pytest.mark.sqlite_only("it makes the file full")
async def test_a_full_disk_fails_the_batch_and_changes_nothing(engine: Engine) -> None:
    heard: list[PostCommitChanges] = []

    def fill(tx: Transaction) -> None:
        pages = tx.execute("PRAGMA page_count")[0][0]
        tx.execute(f"PRAGMA max_page_count = {pages + 2}")

    def large(tx: Transaction) -> None:
        events.add(tx, [an_event(1, body=b"x" * 65_536)])

    def give_space(tx: Transaction) -> None:
        tx.execute("PRAGMA max_page_count = 100000")

    async with opened(engine, heard) as database:
        await database.write(fill)
        assert database.fault is None
        with pytest.raises(StoreFull):
            await database.write(large)
        assert await database.read(events.head) == 0
        assert heard == []
        await database.write(give_space)
        assert isinstance(database.fault, StoreFull), "who writes nothing has not found out whether there is room"
        assert await database.write(append_next) == 1
        assert database.fault is None


async def test_a_reader_cannot_write(engine: Engine) -> None:
    async with opened(engine, []) as database:
        with pytest.raises(Unavailable):
            await database.read(append_next)
        assert await database.read(events.head) == 0


async def test_commands_beyond_the_queue_limit_are_refused(engine: Engine) -> None:
    gate = threading.Event()
    started = threading.Event()

    def hold(tx: Transaction) -> None:
        started.set()
        gate.wait(10)

    async with opened(engine, [], waiting_commands_max=3) as database:
        held = database.write(hold)
        await asyncio.get_running_loop().run_in_executor(None, started.wait, 10)
        waiting = [database.write(append_next) for _ in range(3)]
        with pytest.raises(Unavailable):
            database.write(append_next)
        urgent = database.write(append_next, bypass_queue_limit=True)
        gate.set()
        await asyncio.gather(held, *waiting)
        assert await urgent == 4


async def test_queued_commands_are_written_before_the_store_closes(engine: Engine) -> None:
    async with opened(engine, [], waiting_commands_max=1_000) as database:
        waiting = [database.write(append_next) for _ in range(250)]
    assert [await future for future in waiting] == list(range(1, 251))
    with pytest.raises(Unavailable):
        database.write(append_next)


async def test_a_write_resolves_even_if_on_commit_raises(engine: Engine) -> None:
    class Tripping(list[PostCommitChanges]):
        def append(self, changes: PostCommitChanges) -> None:
            super().append(changes)
            raise BrokenPipeError

    heard, faults = Tripping(), []

    asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["exception"]))
    async with opened(engine, heard) as database, asyncio.timeout(10):
        assert await database.write(append_next) == 1
        assert await database.write(append_next) == 2
    assert (len(heard), len(faults)) == (2, 2)


async def test_a_read_asks_for_the_head_of_the_log_once(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def heads(tx: Transaction) -> list[int]:
        found = [events.head(tx)]
        monkeypatch.setattr(Transaction, "execute", None)
        return [*found, events.head(tx)]

    async with opened(engine, []) as database:
        await database.write(lambda tx: events.append(tx, [an_event(1)]))
        assert await database.read(heads) == [1, 1]
        monkeypatch.undo()


async def test_a_reader_connection_that_failed_is_opened_the_next_time(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = engine.connect_reader
    refusals = [StorageRefused("too many open files"), None]

    def connect_at_last() -> Connection:
        if refusal := refusals.pop(0):
            raise refusal
        return connect()

    monkeypatch.setattr(engine, "connect_reader", connect_at_last)

    async with opened(engine, [], readers=1) as database:
        with pytest.raises(Unavailable):
            await database.read(events.head)
        assert await database.read(events.head) == 0


@pytest.mark.sqlite_only("its faults are those of a file")
@pytest.mark.parametrize("broken", ["COMMIT", "ROLLBACK", "checkpoint"])
async def test_an_error_of_the_file_does_not_end_the_writer(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    class Faulty:
        """A connection whose file cannot be written for a while."""

        def __init__(self, sound: apsw.Connection) -> None:
            self._sound = sound

        def __getattr__(self, name: str) -> Any:
            return getattr(self._sound, name)

        def execute(self, sql: str, values: Any = ()) -> Any:
            if sql == broken or (sql, broken) == ("COMMIT", "ROLLBACK"):
                self._fail()
            return self._sound.execute(sql, values)

        def wal_checkpoint(self, mode: int) -> None:
            if broken == "checkpoint":
                self._fail()

        def _fail(self) -> None:
            if faulty:
                raise apsw.FullError

    faulty: list[bool] = []
    connect = engine.connect_writer

    def connect_faulty() -> Connection:
        connection = cast(Any, connect())
        connection._raw = Faulty(connection._raw)
        return cast(Connection, connection)

    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 0)
    monkeypatch.setattr(engine, "connect_writer", connect_faulty)
    async with opened(engine, []) as database, asyncio.timeout(10):
        faulty.append(True)
        for _ in range(2):
            with suppress(StoreError):
                await database.write(append_next)
        faulty.clear()
        with suppress(Unavailable):  # it ends what the fault left open
            await database.write(lambda tx: None)

        written = 2 if broken == "checkpoint" else 0
        assert await database.write(append_next) == written + 1
        assert await database.read(events.head) == written + 1


async def test_a_long_reader_does_not_delay_every_commit(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 500)
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES_MAX", 20)
    gate, reading = threading.Event(), threading.Event()

    def stay(tx: Transaction) -> None:
        events.head(tx)
        reading.set()
        gate.wait(30)

    async with opened(engine, [], commit_commands_max=1) as database:
        await database.write(append_next)
        staying = asyncio.ensure_future(database.read(stay))
        await asyncio.get_running_loop().run_in_executor(None, reading.wait, 10)
        try:
            async with asyncio.timeout(4):
                await asyncio.gather(*(database.write(append_next) for _ in range(99)))
        finally:
            gate.set()
        await staying
        assert await database.read(events.head) == 100


async def test_a_closed_store_refuses_reads(engine: Engine) -> None:
    async with opened(engine, []) as database:
        await database.read(events.head)
    with pytest.raises(Unavailable):
        await database.read(events.head)


async def test_reads_beyond_the_queue_limit_are_refused(engine: Engine) -> None:
    gate = threading.Event()

    def hold(tx: Transaction) -> None:
        gate.wait(10)

    async with opened(engine, [], readers=1, waiting_reads_max=3) as database:
        waiting = [asyncio.ensure_future(database.read(hold)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="Too many reads"):
            await database.read(events.head)
        gate.set()
        await asyncio.gather(*waiting)
        assert await database.read(events.head) == 0


async def test_reads_run_one_after_another_while_the_event_loop_is_behind(engine: Engine) -> None:
    gate, running = threading.Event(), threading.Semaphore(0)
    is_behind = True

    def hold(_: Transaction) -> bool:
        running.release()
        return gate.wait(10)

    async with opened(engine, [], readers=3) as database:
        database.yield_to_loop(lambda: is_behind)
        reads = [asyncio.ensure_future(database.read(hold)) for _ in range(3)]
        await asyncio.sleep(0)
        assert running.acquire(timeout=10)
        assert not running.acquire(timeout=0.1)
        assert database.waiting_reads == 2
        is_behind = False
        reads.append(asyncio.ensure_future(database.read(hold)))
        await asyncio.sleep(0)
        for _ in range(2):
            assert running.acquire(timeout=10)
        gate.set()
        assert all(await asyncio.gather(*reads))
        assert database.waiting_reads == 0


async def test_on_write_is_called_after_commits_that_changed_rows_or_failed(engine: Engine) -> None:
    wrote: list[bool] = []

    async with opened(engine, [], on_write=lambda: wrote.append(True)) as database:
        await database.write(events.head)
        assert wrote == []
        await database.write(append_next)
        assert wrote == [True]
        database.halt("No room.")
        with pytest.raises(Unavailable):
            await database.write(append_next)
        assert wrote == [True, True]
