"""Whole small worlds: the real dispatcher, pumps, recorder and store; network, clock and faults are a test's.

A `Process` can be stopped or killed, and another takes over. Its `Link` to the store can be slow and can fail: what was
read then is old when it arrives, and what was to be written is written late, or is tried again.
"""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from plantstore.dispatcher import Dispatcher
from plantstore.domain.breaker import Breaker
from plantstore.domain.delivery import Outcome
from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.domain.event import Event
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import after
from plantstore.gear import Gear, Places
from plantstore.ids import Ids
from plantstore.log import Log
from plantstore.recorder import Record, Recorder, write_records
from plantstore.sending.request import RequestTemplate
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, Notices, Transaction, _Command
from plantstore.storage.migrations import migrate
from plantstore.storage.sealing import KEY_BYTES, Sealer
from plantstore.storage.sqlite import SqliteEngine
from tests.conftest import StillClock
from tests.makers import NOON
from tests.simulation.loop import VirtualLoop

Result = TypeVar("Result")
OnCommit = Callable[[Notices], None]
QUIET_TURNS = 30  # of the loop in which nothing happens


class LeapingClock(StillClock):
    """Its wall time can leap; its monotonic time cannot."""

    def leap(self, seconds: float) -> None:
        self._now = after(self._now, seconds=seconds)


class ThreadlessDatabase(Database):
    """The same transactions on the same file, but on the loop: so that a story can be told again.

    An answer comes some turns of the loop later, as many as chance says: what is read can be older than the news of
    commits.
    """

    def __init__(self, engine: SqliteEngine, clock: StillClock, chance: random.Random, on_commit: OnCommit) -> None:
        self._engine = engine
        self._clock = clock
        self._chance = chance
        self._on_commit = on_commit
        self._on_batch = lambda _commands, _seconds: None
        self._loop = asyncio.get_running_loop()
        self._local = threading.local()
        self._reading = []
        self._connection = engine.connect_writer()
        self._connection.script("PRAGMA synchronous = OFF")  # no power is cut here
        self._commands: list[_Command] = []

    def write(self, function: Callable[[Transaction], Result], *, urgent: bool = False) -> "asyncio.Future[Result]":
        future: asyncio.Future[Result] = self._loop.create_future()
        if not self._commands:
            self._later(self._commit_all)
        self._commands.append(_Command(function, future))
        return future

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        result = self._read_once(function)
        for _ in range(self._chance.randint(1, 6)):
            await asyncio.sleep(0)
        return result

    async def close(self) -> None:
        for connection in [*self._reading, self._connection]:
            connection.close()

    def _commit_all(self) -> None:
        batch, self._commands = self._commands, []
        notices = self._commit(self._connection, batch)
        self._release(batch, notices, 0.0)

    def _later(self, function: Callable[[], None]) -> None:
        turns = self._chance.randint(0, 4)
        self._loop.call_soon(lambda: function() if turns == 0 else self._loop.call_soon(function))


@dataclass
class Sent:
    """A request under way."""

    receiver_id: ReceiverId
    sequence: int
    done: Callable[[Outcome], None]


class Link:
    """One process's way to the store. `slow` and `failing` are how often a read or a write is so."""

    def __init__(self, database: Database, chance: random.Random, on_recorded: Callable[[list[Record]], None]) -> None:
        self.slow = self.failing = 0.0
        self.running = self.acts = 0
        self._on_recorded = on_recorded
        self._database = database
        self._chance = chance
        self._cut = False
        self._late: list[Callable[[], None]] = []
        self._loop = asyncio.get_running_loop()

    @property
    def holds(self) -> bool:
        return bool(self._late)

    def catch_up(self) -> None:
        """Let go of what was slow."""
        late, self._late = self._late, []
        for go in late:
            go()

    def cut(self) -> None:
        """The process is dead: nothing it still wants is done, nothing arrives."""
        self._cut = True
        self._late.clear()

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        if self._cut:
            raise asyncio.CancelledError
        self.running += 1
        self.acts += 1
        try:
            result = await self._database.read(function)
        finally:
            self.running -= 1
        if self._chance.random() < self.failing:
            raise Unavailable
        if self._chance.random() < self.slow:
            await self._gate()
        if self._cut:
            raise asyncio.CancelledError
        return result

    def write(self, function: Callable[[Transaction], Result], *, urgent: bool = False) -> "asyncio.Future[Result]":
        future: asyncio.Future[Result] = self._loop.create_future()
        if self._cut:
            return future
        if self._chance.random() < self.failing:
            self._loop.call_soon(future.set_exception, StoreFull())
        elif self._chance.random() < self.slow:
            self._late.append(lambda: self._forward(function, future))
        else:
            self._forward(function, future)
        return future

    async def _gate(self) -> None:
        opened = asyncio.Event()
        self._late.append(opened.set)
        await opened.wait()

    def _forward(self, function: Callable[[Transaction], Result], future: "asyncio.Future[Result]") -> None:
        self.running += 1
        self.acts += 1

        def written(done: "asyncio.Future[Result]") -> None:
            self.running -= 1
            error = done.exception()
            if error is None:
                if isinstance(function, partial) and function.func is write_records:
                    self._on_recorded(function.keywords["batch"])  # before anybody acts on it
                future.set_result(done.result())
            else:
                future.set_exception(error)

        self._database.write(function, urgent=True).add_done_callback(written)


class Process:
    """A run of the program: what a restart makes anew."""

    def __init__(self, world: "World") -> None:
        self.link = Link(world.database, world.chance, self._recorded)
        self.open: list[Sent] = []
        self.unrecorded: Counter[tuple[ReceiverId, int]] = Counter()
        self._world = world
        self._alive = True
        database = cast(Database, self.link)
        log = Log(database, ring_events_max=20, page_events=4, bytes_max=10**9)
        self._gear = Gear(
            database=database,
            log=log,
            sender=cast(Sender, self),
            recorder=Recorder(database, on_recorded=lambda records: None),
            places=Places(world.places),
            clock=world.clock,
            chance=world.chance.random,
            ids=world.ids,
            retry_scale=1.0,
            page_events=4,
            window_events_max=64,
            judged=lambda receiver_id, _name, breaker: world.judged(receiver_id, breaker),
        )
        self.dispatcher = Dispatcher(self._gear, world.sealer, lambda receiver, _: cast(RequestTemplate, receiver.id))

    async def start(self) -> None:
        await self._gear.log.start()
        self._world.process = self
        await self.dispatcher.start()

    async def end(self) -> None:
        """Send nothing more. What was asked of the store is done or never will be, as after a kill."""
        await self.dispatcher.stop(wait_s=0)
        self._alive = False
        self.link.cut()
        self.open.clear()
        await self._world.database.write(lambda tx: None)

    @property
    def acts(self) -> int:
        """Rises whenever something is done."""
        return self.link.acts + len(self.open)

    @property
    def is_recorded(self) -> bool:
        """Whether all that was answered is on stable storage."""
        return self._gear.places.taken == len(self.open)

    # What the sender does

    def send(self, template: RequestTemplate, event: Event, number: int, done: Callable[[Outcome], None]) -> None:
        assert self._alive
        receiver_id = cast(ReceiverId, template)
        self._world.sending(receiver_id, event)
        self.unrecorded[receiver_id, event.sequence] += 1
        self.open.append(Sent(receiver_id, event.sequence, done))

    def forget(self, receiver_id: ReceiverId) -> None:
        pass

    def _recorded(self, records: list[Record]) -> None:
        for record in records:
            self.unrecorded[record.attempt.receiver_id, record.attempt.sequence] -= 1
        self._world.recorded(records)


@dataclass
class World:
    """The store, its clock, and the process that runs. Who watches it sets the last three."""

    database: Database
    clock: LeapingClock
    chance: random.Random
    places: int
    ids: Ids
    sealer: Sealer
    process: Process = field(init=False)
    sending: Callable[[ReceiverId, Event], None] = field(init=False)
    recorded: Callable[[list[Record]], None] = field(init=False)
    judged: Callable[[ReceiverId, Breaker], None] = field(init=False)
    faults: list[str] = field(default_factory=list)
    """What went wrong where nobody waits for it: an exception in a callback, too."""

    def trip(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Hear of an exception that nobody caught. A killed process leaves tasks behind: that is no fault."""
        if "exception" in context:
            self.faults.append(f"{context['message']}: {context['exception']!r}")

    async def quiet(self) -> None:
        """Let everything happen that can happen without time and without an answer."""
        await cast(VirtualLoop, asyncio.get_running_loop()).rest()

    async def move(self, seconds: float) -> None:
        self.clock.move(seconds)
        await self.quiet()


@asynccontextmanager
async def a_whole_world(
    folder: Path, chance: random.Random, clock: LeapingClock, *, places: int
) -> AsyncIterator[World]:
    engine = SqliteEngine(folder / "plantstore.db")
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.close()
    database = ThreadlessDatabase(engine, clock, chance, lambda notices: world.process.dispatcher.committed(notices))
    sealer = Sealer(b"k" * KEY_BYTES, chance.randbytes)
    world = World(database, clock, chance, places, Ids(clock, chance.randbytes), sealer)
    asyncio.get_running_loop().set_exception_handler(world.trip)
    try:
        yield world
    finally:
        await world.process.end()
        await database.close()
        engine.close()
