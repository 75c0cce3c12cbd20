"""A receiver worker with a real store and a fake network, which responds when the test says so."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from plantstore.core.ids import Ids
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.in_flight import InFlightLimit
from plantstore.delivery.receiver_snapshot import ReceiverSnapshot, load_checkpoint, load_snapshot
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.delivery.recorder import Recorder
from plantstore.domain.deliveries.delivery import Outcome, Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.sending.request import RequestTemplate
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, PostCommitChanges, Result, Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.tables import events, receivers, retries
from tests.engines import migrated_engine
from tests.makers import NOON, RECEIVER, a_receiver, an_event, an_outcome
from tests.simulation.worlds import LeapingClock

TEMPLATE = cast(RequestTemplate, None)
RESTS_MAX = 20  # of a millisecond each, while the recorder rests between two commits


@dataclass
class Sent:
    sequence: int
    number: int
    done: Callable[[Outcome], None]


@dataclass
class FakeNetwork:
    """Holds every request until the test answers it."""

    open: list[Sent] = field(default_factory=list)
    all: list[tuple[int, int]] = field(default_factory=list)

    def may_send(self, _receiver_id: ReceiverId) -> bool:
        return True

    def send(self, template: RequestTemplate, event: Event, number: int, done: Callable[[Outcome], None]) -> None:
        self.open.append(Sent(event.sequence, number, done))
        self.all.append((event.sequence, number))

    def answer(self, status: int = 204, *, sequence: int | None = None) -> None:
        one = next(sent for sent in self.open if sequence in (None, sent.sequence))
        self.open.remove(one)
        one.done(an_outcome(status))

    @property
    def waiting(self) -> list[int]:
        return [sent.sequence for sent in self.open]


class WatchedDatabase(Database):
    """Counts the reads and writes that have not ended."""

    pending = 0

    def write(self, function: Callable[[Transaction], Result], **options: Any) -> "asyncio.Future[Result]":
        future = super().write(function, **options)
        self.pending += 1
        future.add_done_callback(lambda _: self._ended())
        return future

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        self.pending += 1
        try:
            return await super().read(function)
        finally:
            self._ended()

    def _ended(self) -> None:
        self.pending -= 1


@dataclass
class World:
    """A receiver worker and its parts."""

    database: WatchedDatabase
    clock: LeapingClock
    network: FakeNetwork
    context: DeliveryContext

    async def add(self, count: int) -> None:
        def append(tx: Transaction) -> None:
            first = events.head(tx) + 1
            events.add(tx, [an_event(first + number) for number in range(count)])

        await self.database.write(append)

    async def start(self, **changes: Any) -> ReceiverWorker:
        snapshot = await self.load()
        if changes:
            changed = replace(snapshot.receiver, **changes)
            await self.database.write(lambda tx: receivers.update(tx, changed))
            snapshot = replace(snapshot, receiver=changed)
        checkpoint = await self.database.read(lambda tx: load_checkpoint(tx, snapshot.receiver))
        worker = ReceiverWorker(snapshot, TEMPLATE, checkpoint, self.context)
        worker.pull()
        return worker

    async def load(self) -> ReceiverSnapshot:
        def load(tx: Transaction) -> ReceiverSnapshot:
            receiver = receivers.find(tx, RECEIVER)
            assert receiver is not None
            return load_snapshot(tx, receiver)

        return await self.database.read(load)

    async def command(self, worker: ReceiverWorker, change: Callable[[Transaction], object]) -> None:
        """Change the store as a person does, and update the worker as the dispatcher does."""
        worker.hold()
        await self.database.write(change)
        while not worker.update(await self.load(), TEMPLATE):
            worker.hold()
        await self.quiet()

    async def move(self, worker: ReceiverWorker, seconds: float) -> None:
        self.clock.move(seconds)
        worker.pull()
        await self.quiet()

    async def live(self, worker: ReceiverWorker, status: Callable[[int], int], *, until: Callable[[], bool]) -> None:
        """Let time pass from one due time to the next, and answer each request by its sequence."""
        async with asyncio.timeout(60):
            while not until():
                while self.network.open and not until():
                    one = self.network.open[0]
                    self.network.answer(status(one.sequence), sequence=one.sequence)
                await self.quiet()
                if not self.network.open and not until():
                    await self.move(worker, max(0.001, (await self._next_at(worker) - self.clock.now()) / SECOND_US))

    async def _next_at(self, worker: ReceiverWorker) -> Instant:
        now = self.clock.now()
        due_at = await self.database.read(lambda tx: retries.next_due_at(tx, RECEIVER, later_than=now))
        times = [due_at, worker.breaker.open_until, worker.breaker.rest_until]
        return min((at for at in times if at is not None and at > now), default=after(now, seconds=1))

    async def retry(self, sequence: int) -> Retry | None:
        return await self.database.read(lambda tx: retries.find(tx, RECEIVER, sequence))

    async def rows(self) -> int:
        return await self.database.read(lambda tx: retries.count_waiting(tx, RECEIVER))

    async def quiet(self) -> None:
        """Wait until nothing more happens without a response; a recorder that is stuck stays stuck."""
        for _ in range(3):
            await self.database.write(lambda tx: None)
            await self.database.read(lambda tx: None)
            for _ in range(RESTS_MAX):
                await asyncio.sleep(0.001)
                while self.database.pending:
                    await asyncio.sleep(0.001)
                if not self.context.recorder._flushing:
                    break

    async def stored_cursor(self) -> int:
        found = await self.database.read(lambda tx: receivers.find(tx, RECEIVER))
        assert found is not None
        return found.cursor


@asynccontextmanager
async def a_world(folder: Path, *, places: int = 1_024, page: int = 500, window: int = 65_536) -> AsyncIterator[World]:
    engine = migrated_engine(folder)
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.close()
    clock, network = LeapingClock(), FakeNetwork()

    def committed(changes: PostCommitChanges) -> None:
        log.append(changes.events)

    database = WatchedDatabase(
        engine,
        clock,
        on_commit=committed,
        readers=1,
        commit_commands_max=100,
        waiting_commands_max=1_000,
        waiting_reads_max=1_000,
    )
    log = EventLog(database, ring_events_max=10_000, page_events=page, bytes_max=10**9)
    context = DeliveryContext(
        database=database,
        event_log=log,
        filter_index=FilterIndex(database),
        sender=cast(Sender, network),
        recorder=Recorder(database, on_recorded=lambda records: None),
        in_flight_limit=InFlightLimit(places),
        clock=clock,
        random=lambda: 0.0,
        ids=Ids(clock, lambda count: b"r" * count),
        retry_scale=1.0,
        page_events=page,
        window_events_max=window,
        on_breaker_change=lambda *found: None,
    )
    await log.start()
    await database.write(lambda tx: receivers.insert(tx, a_receiver()))
    world = World(database, clock, network, context)
    try:
        yield world
        await world.quiet()
    finally:
        await database.close()
        engine.close()
