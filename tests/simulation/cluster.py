"""A world in which several processes share one store: the processes, the requests in flight, the notifications."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from plantstore.core.ids import WORKERS_MAX, Ids
from plantstore.domain.deliveries.lease import Role
from plantstore.storage.database import PostCommitChanges, Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.sqlite.engine import SqliteEngine
from tests.simulation.event_loops import end_all
from tests.simulation.processes import Request, SharedThreadlessDatabase, StoreProcess
from tests.simulation.worlds import LeapingClock, World, in_memory

if TYPE_CHECKING:
    from tests.simulation.monitor import ClusterMonitor

Result = TypeVar("Result")
SLICE_S = 0.5  # step of virtual time: everything due within a step happens together
NEWS_LATE_S = (0.0, 0.0, 0.3, 2.0, 10.0)


class Inbox:
    """The database as API clients see it: any process that can be reached, or one more that only serves requests."""

    def __init__(self, world: "ClusterWorld") -> None:
        self._world = world
        self.own = SharedThreadlessDatabase(world.engine, world.clock, world.chance, self._committed)
        self.own.on_written = lambda: world.lookout.written_by(None)

    def write(self, function: Callable[[Transaction], Result], **_how: Any) -> "asyncio.Future[Result]":
        machine = self._world.chance.choice([None, *(one for one in self._world.awake if not one.link.away)])
        if machine is None:
            return self.own.write(function)
        return machine.mind.do(machine.database.write, function)

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        return self.own._read_once(function)

    def look(self, function: Callable[[Transaction], Result]) -> Result:
        """Read synchronously, which is safe only while no transaction is open."""
        return self.own._read_once(function)

    @property
    def databases(self) -> list[SharedThreadlessDatabase]:
        return [self.own, *(one.database for one in self._world.machines)]

    @property
    def is_in_transaction(self) -> bool:
        return any(one.is_in_transaction for one in self.databases)

    @property
    def changes(self) -> int:
        return sum(one.changes for one in self.databases)

    def _committed(self, _notices: PostCommitChanges) -> None:
        self._world.notify_others(None)


@dataclass(frozen=True)
class Cluster:
    """Stand-in for the request registry: knows the requests in flight of all processes."""

    open: list[Request]


class News:
    """The notification channel of one process. Notifications can be lost or late."""

    def __init__(self, world: "ClusterWorld", machine: StoreProcess, on_news: Callable[[], None]) -> None:
        self._world = world
        self._machine = machine
        self.on_news = on_news
        world.ears[machine.number] = self

    def notify(self) -> None:
        self._world.notify_others(self._machine)

    def close(self) -> None:
        """Do nothing: no connection is open."""


class _Wire:
    """The part of an engine that a process uses for notifications."""

    def __init__(self, world: "ClusterWorld", machine: StoreProcess) -> None:
        self._world = world
        self._machine = machine

    def commit_channel(self, on_commit: Callable[[], None]) -> News:
        return News(self._world, self._machine, on_commit)


@dataclass
class ClusterWorld(World):
    """The store, and the processes that share it.

    `deaf` is the share of notifications that are lost, `late` the share that are late. `dials` is the share of requests
    that wait for a connection, `wrong` the largest error of a wall clock in seconds.
    """

    lease_s: float = 15.0
    deadline_s: float = 15.0
    retry_scale: float = 1_000.0
    dials: float = 0.3
    wrong: tuple[float, ...] = (0.0,)
    late: float = 0.0
    machines: list[StoreProcess] = field(default_factory=list)
    under_way: list[Request] = field(default_factory=list)
    ears: dict[int, News] = field(default_factory=dict)
    troubled_s: float = -1.0
    """The last time at which a fault affected all processes."""
    lookout: "ClusterMonitor" = field(init=False)
    each_slice: Callable[[], None] = lambda: None

    def open_door(self) -> None:
        """Open the database for several processes. Replaces `open`."""
        super().open()
        self.database.break_off()
        self.database = cast(Any, Inbox(self))
        self.process = cast(Any, Cluster(self.under_way))

    def machine(self, role: Role) -> StoreProcess:
        machine = StoreProcess(self, len(self.machines) + 1, role)
        self.machines.append(machine)
        return machine

    @property
    def there(self) -> list[StoreProcess]:
        return [one for one in self.machines if one.is_there]

    @property
    def awake(self) -> list[StoreProcess]:
        return [one for one in self.machines if one.is_awake]

    @property
    def now_s(self) -> float:
        return self.clock.monotonic()

    def wrong_s(self) -> float:
        return self.chance.choice(self.wrong)

    def news_of(self, machine: StoreProcess) -> _Wire:
        return _Wire(self, machine)

    def notify_others(self, sender: StoreProcess | None) -> None:
        for ear in self.ears.values():
            machine = ear._machine
            if machine is sender or not machine.hears or self.chance.random() < self.deaf:
                continue
            wait_s = self.chance.choice(NEWS_LATE_S) if self.chance.random() < self.late else 0.0
            machine.mind.do(asyncio.get_running_loop().call_later, wait_s, ear.on_news)

    async def move(self, seconds: float) -> None:
        """Let time pass for all processes, a slice at a time."""
        while seconds > 0:
            await self.jump(min(SLICE_S, seconds))
            seconds -= SLICE_S

    async def jump(self, seconds: float) -> None:
        """Let time pass as if all machines were suspended for this many seconds."""
        self.clock.move(seconds)
        self.each_slice()
        await self.quiet()


@asynccontextmanager
async def a_crowd(
    folder: Path, chance: random.Random, clock: LeapingClock, *, places: int, **how: Any
) -> AsyncIterator[ClusterWorld]:
    """Yield a new store in memory without processes. The caller sets `lookout` and starts processes."""
    with in_memory():
        engine = SqliteEngine(folder / "plantstore.db")
        anchor = engine.connect_reader()  # the store in memory exists as long as a connection is open
        secret_box, ids = (
            SecretBox(b"k" * KEY_BYTES, chance.randbytes),
            Ids(clock, chance.randbytes, worker=WORKERS_MAX - 1),
        )
        world = ClusterWorld(engine, clock, chance, places, ids, secret_box, **how)
        world.open_door()
        asyncio.get_running_loop().set_exception_handler(world.trip)
        try:
            yield world
        finally:
            for machine in world.machines:
                machine.vanish()
                machine.places.limit = 0
            await end_all(machine.mind for machine in world.machines)
            for database in cast(Any, world.database).databases:
                database.break_off()
            anchor.close()
            engine.close()
