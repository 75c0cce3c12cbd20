"""Small complete worlds: the real dispatcher, workers, recorder and store, with a test's network, clock, disk and
faults.

A `Process` can be stopped or killed, and another takes over. Its `Link` to the store can be slow and can fail: then a
read result is outdated when it arrives, and a write happens late, or is repeated, or happens although its result is
lost.
"""

import asyncio
import random
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import apsw

from plantstore.core.ids import Ids
from plantstore.delivery.body_sender import NOT_SENT
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.dispatcher import Dispatcher
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.in_flight import InFlightLimit
from plantstore.delivery.recorder import AttemptRecord, Recorder, write_records
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.domain.timestamps import SECOND_US, after
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, Middleware, PostCommitChanges, Prefetch, Transaction, _Command
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.tables import attempts
from tests.simulation.disk import Disk
from tests.simulation.virtual_time import VirtualLoop
from tests.still_clock import StillClock

Result = TypeVar("Result")
OnCommit = Callable[[PostCommitChanges], None]
PAGE_EVENTS = 4  # small, like the next two, so that scenarios reach these limits
RING_EVENTS_MAX, WINDOW_EVENTS_MAX = 20, 64
MEMORY = "memdb"  # SQLite's own file system in memory, shared within a process by names that begin with a slash


class Planted(Exception):
    """An unexpected exception, raised on purpose where another part is called."""


class LeapingClock(StillClock):
    """A clock whose wall time can leap; its monotonic time cannot."""

    def leap(self, seconds: float) -> None:
        self._now = after(self._now, seconds=seconds)


class Watcher(Protocol):
    """The interface of a monitor: it is called for requests, records, and changes of a receiver's breaker."""

    def sending(self, process: "Process", template: RequestTemplate, event: Event, number: int) -> None: ...

    def recorded(self, records: list[AttemptRecord]) -> None: ...

    def judged(self, receiver_id: ReceiverId, breaker: Breaker) -> None: ...


class ThreadlessDatabase(Database):
    """The same transactions on the same files, but on the event loop, so that a scenario can be repeated.

    A result arrives a random number of loop turns later, so a read can be older than the notification of a commit.
    """

    middleware: Sequence[Middleware] = ()

    def __init__(self, engine: SqliteEngine, clock: StillClock, chance: random.Random, on_commit: OnCommit) -> None:
        self._engine = engine
        self._clock = clock
        self._chance = chance
        self._on_commit = on_commit
        self._on_batch = lambda _commands, _seconds: None
        self._on_write = lambda: None
        self._loop = asyncio.get_running_loop()
        self._local = threading.local()
        self._reader_connections = []
        self._connection = engine.connect_writer()
        self._commands: list[_Command] = []
        self._unreleased: deque[tuple[list[_Command], PostCommitChanges]] = deque()

    def write(
        self,
        function: Callable[[Transaction], Result],
        *,
        bypass_queue_limit: bool = False,
        exclusive: bool = True,
        prefetch: Sequence[Prefetch] = (),
    ) -> "asyncio.Future[Result]":
        for wrap in self.middleware:
            function = wrap(function)
        future: asyncio.Future[Result] = self._loop.create_future()
        if not self._commands:
            self._later(self._commit_all)
        self._commands.append(_Command(function, future, exclusive=exclusive, prefetch=prefetch))
        return future

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        result = self._read_once(function)
        for _ in range(self._chance.randint(1, 6)):
            await asyncio.sleep(0)
        return result

    async def read_one(self, function: Callable[[Transaction], Result]) -> Result:
        return await self.read(function)

    def look(self, function: Callable[[Transaction], Result]) -> Result:
        """Read synchronously, which is safe only while no transaction is open."""
        return self._read_once(function)

    async def close(self) -> None:
        self.break_off()

    def break_off(self) -> None:
        """Close without notice: pending writes never happen."""
        self._commands = []
        self._unreleased.clear()
        for connection in [*self._reader_connections, self._connection]:
            with suppress(apsw.Error):  # closing fails too if the disk is gone
                connection.close()

    @property
    def is_in_transaction(self) -> bool:
        return self._connection.raw.in_transaction

    @property
    def changes(self) -> int:
        """The number of rows written so far."""
        return self._connection.rows_changed()

    def checkpoint(self, mode: int) -> None:
        """Run a WAL checkpoint now: so small a store never reaches the size of an automatic checkpoint."""
        with suppress(apsw.Error):
            self._connection.raw.wal_checkpoint(mode=mode)

    def _commit_all(self) -> None:
        """Commit now and report the results later. Changes made by people are announced at the commit."""
        batch, self._commands = self._commands, []
        if not batch:
            return
        changes = self._commit(self._connection, batch)
        self._unreleased.append((batch, changes))
        if changes.receivers:
            self._release_all()
        else:
            self._later(self._release_all)

    def _release_all(self) -> None:
        while self._unreleased:
            batch, changes = self._unreleased.popleft()
            self._release(batch, changes, 0.0)

    def _later(self, function: Callable[[], None]) -> None:
        turns = self._chance.randint(0, 4)
        self._loop.call_soon(lambda: function() if turns == 0 else self._loop.call_soon(function))


@dataclass
class Sent:
    """A request in flight."""

    receiver_id: ReceiverId
    sequence: int
    done: Callable[[Outcome], None]


class Link:
    """One process's connection to the store. `slow`, `failing` and `unknown` are probabilities for a read or a write.

    An unknown write was committed, but its result says that it failed. `planted` is the probability that a read, a
    write or a callback raises an exception that is not a StoreError.
    """

    def __init__(
        self, database: Database, chance: random.Random, on_recorded: Callable[[list[AttemptRecord]], None]
    ) -> None:
        self.slow = self.failing = self.unknown = self.planted = 0.0
        self.is_unwritten = False
        """True if, as far as the process knows, the last write of outcomes failed."""
        self._on_recorded = on_recorded
        self._database = database
        self._chance = chance
        self._cut = False
        self._late: list[Callable[[], None]] = []
        self._loop = asyncio.get_running_loop()

    def catch_up(self) -> None:
        """Deliver the slow results."""
        late, self._late = self._late, []
        for go in late:
            go()

    def mend(self) -> None:
        self.slow = self.failing = self.unknown = self.planted = 0.0
        self.catch_up()

    def trip(self) -> None:
        """Raise an unexpected exception with the probability `planted`."""
        if self.planted and not self._cut and self._chance.random() < self.planted:
            raise Planted

    def cut(self) -> None:
        """Mark the process as dead: none of its writes happens, no result arrives."""
        self._cut = True
        self._late.clear()

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        if self._cut:
            raise asyncio.CancelledError
        result = await self._database.read(function)
        self.trip()
        if self._chance.random() < self.failing:
            raise Unavailable
        if self._chance.random() < self.slow:
            await self._gate()
        if self._cut:
            raise asyncio.CancelledError
        return result

    async def read_one(self, function: Callable[[Transaction], Result]) -> Result:
        return await self.read(function)

    def write(
        self, function: Callable[[Transaction], Result], *, bypass_queue_limit: bool = False, exclusive: bool = True
    ) -> "asyncio.Future[Result]":
        future: asyncio.Future[Result] = self._loop.create_future()
        if self._cut:
            return future
        if _writes_records(function):
            future.add_done_callback(self._note_written)
        if self.planted and self._chance.random() < self.planted:
            self._loop.call_soon(future.set_exception, Planted())
        elif self._chance.random() < self.failing:
            self._loop.call_soon(future.set_exception, StoreFull())
        elif self._chance.random() < self.slow:
            self._late.append(lambda: self._forward(function, future))
        else:
            self._forward(function, future)
        return future

    def _note_written(self, future: "asyncio.Future[Any]") -> None:
        self.is_unwritten = future.exception() is not None

    async def _gate(self) -> None:
        opened = asyncio.Event()
        self._late.append(opened.set)
        await opened.wait()

    def _forward(self, function: Callable[[Transaction], Result], future: "asyncio.Future[Result]") -> None:
        is_unknown = self._chance.random() < self.unknown

        def written(done: "asyncio.Future[Result]") -> None:
            error = done.exception()
            if error is None and _writes_records(function):
                self._on_recorded(cast(Any, function).keywords["batch"])  # before any waiter reacts to it
            if error is not None or is_unknown:
                future.set_exception(error or Unavailable())
            else:
                future.set_result(done.result())

        self._database.write(function, bypass_queue_limit=True).add_done_callback(written)


def _writes_records(function: Callable[[Transaction], object]) -> bool:
    return isinstance(function, partial) and function.func is write_records


class TrippingLog(EventLog):
    """A log that raises now and then when a receiver's worker reads an event."""

    link: Link

    def get(self, sequence: int) -> Event | None:
        self.link.trip()
        return super().get(sequence)


class Process:
    """One run of the program. A restart creates another."""

    def __init__(self, world: "World") -> None:
        self.link = Link(world.database, world.chance, self._recorded)
        self.open: list[Sent] = []
        self.unrecorded: Counter[tuple[ReceiverId, int]] = Counter()
        self._world = world
        self._alive = True
        self._recorded_ids: set[int] = set()
        database = cast(Database, self.link)
        log = TrippingLog(database, ring_events_max=RING_EVENTS_MAX, page_events=PAGE_EVENTS, bytes_max=10**9)
        log.link = self.link
        places = InFlightLimit(world.places)
        self.context = DeliveryContext(
            database=database,
            event_log=log,
            filter_index=FilterIndex(database),
            sender=cast(Sender, self),
            recorder=Recorder(
                database,
                on_recorded=lambda _records: self.link.trip(),
                on_stuck=lambda error: places.set_closed(error is not None),
            ),
            in_flight_limit=places,
            clock=world.clock,
            random=world.chance.random,
            ids=world.ids,
            retry_scale=1.0,
            page_events=PAGE_EVENTS,
            window_events_max=WINDOW_EVENTS_MAX,
            on_breaker_change=self._judged,
        )
        self.dispatcher = Dispatcher(self.context, world.secret_box, _template)

    async def start(self) -> None:
        self._world.ids.continue_attempts_after(await self._world.database.read(attempts.newest_id))
        await self.context.event_log.start()
        self._world.process = self
        await self.dispatcher.start()

    async def end(self) -> None:
        """Send nothing more. Writes in progress finish or never happen, as after a kill."""
        await self.dispatcher.stop(wait_s=0)
        self.vanish()
        with suppress(StoreError):
            await self._world.database.write(lambda tx: None)

    def vanish(self) -> None:
        """Die without warning."""
        self._alive = False
        self.link.cut()
        self.open.clear()

    @property
    def is_recorded(self) -> bool:
        """True if all outcomes are on stable storage."""
        return self.context.in_flight_limit.in_use == len(self.open)

    # Interface of the sender

    def may_send(self, _receiver_id: ReceiverId) -> bool:
        return self._alive

    def send(self, template: RequestTemplate, event: Event, number: int, done: Callable[[Outcome], None]) -> None:
        if not self._alive:
            return  # timers of dead processes still fire, because they share the loop
        receiver_id = template.key.receiver_id
        self._world.watcher.sending(self, template, event, number)
        self.unrecorded[receiver_id, event.sequence] += 1
        self.open.append(Sent(receiver_id, event.sequence, done))

    def retire_connections(self, receiver_id: ReceiverId, *, is_gone: bool = False) -> None:
        pass

    def abort_dials(self, receiver_id: ReceiverId, *, detail: str) -> None:
        pass

    def _judged(self, receiver_id: ReceiverId, _name: str, breaker: Breaker) -> None:
        self._world.watcher.judged(receiver_id, breaker)
        self.link.trip()

    def _recorded(self, records: list[AttemptRecord]) -> None:
        new = [record for record in records if record.attempt.id not in self._recorded_ids]
        self._recorded_ids.update(record.attempt.id for record in new)
        for record in filter(was_sent, new):
            self.unrecorded[record.attempt.receiver_id, record.attempt.sequence] -= 1
        if new:
            self._world.watcher.recorded(new)


def was_sent(record: AttemptRecord) -> bool:
    """True if a request was handed to the sender. Without a body there is none."""
    outcome = record.attempt.outcome
    return outcome.kind is not OutcomeKind.BODY_FAILED and outcome.detail != NOT_SENT


def _template(receiver: Receiver, credentials: Credentials) -> RequestTemplate:
    return template_for(receiver, credentials, base_url="http://plants.example", version="1")


@dataclass
class World:
    """The store, its clock, and the running process. The monitor sets `watcher`."""

    engine: SqliteEngine
    clock: LeapingClock
    chance: random.Random
    places: int
    ids: Ids
    secret_box: SecretBox
    database: ThreadlessDatabase = field(init=False)
    process: Process = field(init=False)
    watcher: Watcher = field(init=False)
    deaf: float = 0.0
    """The share of notifications of new events that are lost."""
    faults: list[str] = field(default_factory=list)
    """Exceptions that no caller waits for, such as those in callbacks."""

    def open(self) -> None:
        """Open the store as a start of the program does."""
        connection = self.engine.connect_writer()
        migrate(connection, now=self.clock.now())
        connection.close()
        self.database = ThreadlessDatabase(self.engine, self.clock, self.chance, self._committed)

    def trip(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Record an uncaught exception. Tasks that a killed process leaves behind do not count."""
        if "exception" in context and not isinstance(context["exception"], Planted):
            self.faults.append(f"{context['message']}: {context['exception']!r}")

    async def quiet(self) -> None:
        """Run everything that can happen without time passing and without a response."""
        await cast(VirtualLoop, asyncio.get_running_loop()).rest()

    async def move(self, seconds: float) -> None:
        self.clock.move(seconds)
        await self.quiet()

    @property
    def second(self) -> int:
        return self.clock.now() // SECOND_US

    def _committed(self, changes: PostCommitChanges) -> None:
        if changes.events and self.chance.random() < self.deaf:
            changes = PostCommitChanges(receivers=changes.receivers)
        self.process.dispatcher.on_commit(changes)


@contextmanager
def in_memory() -> Iterator[None]:
    """Let SQLite keep databases in memory that are opened inside the block."""
    before = apsw.vfs_names()[0]  # the first is the default
    apsw.set_default_vfs(MEMORY)
    try:
        yield
    finally:
        apsw.set_default_vfs(before)


@asynccontextmanager
async def a_whole_world(
    folder: Path, chance: random.Random, clock: LeapingClock, *, places: int, disk: Disk | None = None
) -> AsyncIterator[World]:
    """Yield a new store, in memory unless a disk is given. The caller sets `watcher` and starts a Process."""
    with disk or in_memory():
        engine = SqliteEngine(folder / "plantstore.db")
        # the store in memory exists as long as a connection is open
        anchor = engine.connect_reader() if disk is None else None
        secret_box = SecretBox(b"k" * KEY_BYTES, chance.randbytes)
        world = World(engine, clock, chance, places, Ids(clock, chance.randbytes), secret_box)
        world.open()
        asyncio.get_running_loop().set_exception_handler(world.trip)
        try:
            yield world
        finally:
            world.process.vanish()
            world.database.break_off()
            if anchor is not None:
                anchor.close()
            engine.close()
