"""Processes that share one store, each with its own clock, database connection, network and memory.

Each is wired like the program on a server: with leases, a log that follows the additions of other processes, and
notifications that may get lost. Their transactions run one after another, because SQLite has one writer.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from plantstore.core.ids import Ids
from plantstore.delivery.cluster.commit_notifier import CommitNotifier
from plantstore.delivery.cluster.lease_manager import LeaseManager
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.dispatcher import Dispatcher
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.in_flight import LeasedInFlightLimit
from plantstore.delivery.recorder import AttemptRecord, Recorder, write_records
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.errors import Unavailable
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.sender import HANDED_OVER, Sender
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import receivers
from tests.makers import an_outcome
from tests.simulation.event_loops import ProcessLoop
from tests.simulation.worlds import Link, ThreadlessDatabase, was_sent
from tests.still_clock import StillClock

if TYPE_CHECKING:
    from tests.simulation.cluster import ClusterWorld

Result = TypeVar("Result")
PAGE_EVENTS, RING_EVENTS_MAX, WINDOW_EVENTS_MAX = 4, 12, 64  # small, so that scenarios reach these limits
STOP_S_MAX = 5.0  # how long a graceful stop waits for responses
DIAL_S_MAX = 12.0  # until a connection is established


class OwnClock(StillClock):
    """A process's clock: its wall time differs from that of others, and leaps; both of its clocks run at normal
    speed.
    """

    def __init__(self, world: StillClock, *, wrong_s: float, began_s: float) -> None:
        self._world = world
        self.wrong_s = wrong_s
        self._began_s = began_s

    def now(self) -> Instant:
        return after(self._world.now(), seconds=self.wrong_s)

    def monotonic(self) -> float:
        return self._world.monotonic() + self._began_s


class SharedThreadlessDatabase(ThreadlessDatabase):
    """The database of a shared store, on the event loop. Calls `on_written` right after each commit."""

    on_written: Callable[[], None] = staticmethod(lambda: None)
    middleware = (receivers.touching,)

    def _commit_all(self) -> None:
        super()._commit_all()
        self.on_written()


@dataclass(eq=False)
class Request:
    """A request in flight: from the moment its bytes were written until the receiver has finished it."""

    machine: "StoreProcess"
    receiver_id: ReceiverId
    sequence: int
    done: Callable[[Outcome], None]
    since_s: float


class DatabaseLink(Link):
    """A process's connection to the database. It can be cut, and the result of a commit can arrive late (`tardy`)."""

    def __init__(self, machine: "StoreProcess", database: Database, chance: random.Random) -> None:
        super().__init__(cast(ThreadlessDatabase, database), chance, lambda records: None)
        self._machine = machine
        self.away = False
        self.tardy = 0.0

    @property
    def is_troubled(self) -> bool:
        """True if a fault may keep the process from renewing its lease. Errors of attempt records do not count."""
        return self.away or bool(self.slow or self.failing or self.tardy or self._late)

    def mend(self) -> None:
        self.away, self.tardy = False, 0.0
        super().mend()

    def let_go(self, rate: float) -> None:
        """Let some of the slow results arrive."""
        late, self._late = self._late, []
        for go in late:
            if self._chance.random() < rate:
                go()
            else:
                self._late.append(go)

    def cut(self) -> None:
        self._cut = True  # keep the pending results: dropping a future would notify its waiters

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        if self.away:
            await asyncio.sleep(0)
            raise Unavailable
        return await super().read(function)

    def write(
        self, function: Callable[[Transaction], Result], *, bypass_queue_limit: bool = False, exclusive: bool = True
    ) -> "asyncio.Future[Result]":
        if self.away or self._chance.random() < self.failing:
            future: asyncio.Future[Result] = self._loop.create_future()
            self._loop.call_soon(lambda: None if future.cancelled() else future.set_exception(Unavailable()))
            if _writes_records(function):
                future.add_done_callback(self._note_written)
            return future
        failing, self.failing = self.failing, 0.0
        try:
            return super().write(function, bypass_queue_limit=bypass_queue_limit, exclusive=exclusive)
        finally:
            self.failing = failing

    def _forward(self, function: Callable[[Transaction], Result], future: "asyncio.Future[Result]") -> None:
        is_unknown = self._chance.random() < self.unknown
        is_late = self._chance.random() < self.tardy
        watched: Callable[[Transaction], Any] = function
        if _writes_records(function):
            watched = partial(self._machine.world.lookout.writing, self._machine, cast(Any, function))

        def written(done: "asyncio.Future[Result]") -> None:
            if is_late:
                self._late.append(lambda: settle(done))
            else:
                settle(done)

        def settle(done: "asyncio.Future[Result]") -> None:
            error = done.exception()
            if future.cancelled():
                return
            if error is not None or is_unknown:
                future.set_exception(error or Unavailable())
            else:
                future.set_result(done.result())

        self._database.write(watched, bypass_queue_limit=True).add_done_callback(written)


def _writes_records(function: Callable[[Transaction], object]) -> bool:
    return isinstance(function, partial) and function.func is write_records


class StoreProcess:
    """One run of the program among others."""

    def __init__(self, world: "ClusterWorld", number: int, role: Role) -> None:
        self.world = world
        self.number = number
        self.role = role
        self.mind = ProcessLoop()
        self.is_stopping = self.has_ended = self.hears = False
        self.troubled_s = -1.0
        """When a fault last kept the process from working: a freeze, a slow or failing database."""
        self.frozen_until_s: float | None = None
        self.clock = OwnClock(world.clock, wrong_s=world.wrong_s(), began_s=1_000.0 * number)
        self.unrecorded: Counter[tuple[ReceiverId, int]] = Counter()
        self._recorded_ids: set[int] = set()
        self._dialled: dict[int, tuple[ReceiverId, Callable[[Outcome], None]]] = {}
        self._is_closed = False
        self._dials = 0
        self.mind.do(self._compose)

    def _compose(self) -> None:
        world, clock = self.world, self.clock
        self.database = SharedThreadlessDatabase(
            cast(Any, world.engine), clock, world.chance, cast(Any, lambda changes: self._committed(changes))
        )
        self.database.on_written = lambda: world.lookout.written_by(self)
        self.link = DatabaseLink(self, self.database, world.chance)
        database = cast(Database, self.link)
        ids = Ids(clock, world.chance.randbytes)
        self.places = LeasedInFlightLimit(world.places, clock)
        self.commit_notifier = CommitNotifier(cast(Any, world.news_of(self)))
        self.lease_manager = LeaseManager(
            database,
            clock,
            ids,
            self.places,
            role=self.role,
            host="shop",
            pid=self.number,
            version="1",
            address="http://shop:8000",
            lease_s=world.lease_s,
            notify=self.commit_notifier.notify,
        )
        self.log = EventLog(
            database, ring_events_max=RING_EVENTS_MAX, page_events=PAGE_EVENTS, bytes_max=10**9, shared=True
        )
        recorder = Recorder(
            database,
            on_recorded=lambda records: None,
            on_stuck=lambda error: self.places.set_closed(error is not None),
            on_stale=lambda _stale: self.lease_manager.poll_now(),
        )
        context = DeliveryContext(
            database=database,
            event_log=self.log,
            filter_index=FilterIndex(database),
            sender=cast(Sender, self),
            recorder=recorder,
            in_flight_limit=self.places,
            clock=clock,
            random=world.chance.random,
            ids=ids,
            retry_scale=world.retry_scale,
            page_events=PAGE_EVENTS,
            window_events_max=WINDOW_EVENTS_MAX,
            on_breaker_change=lambda receiver_id, _name, breaker: world.lookout.judged(receiver_id, breaker),
        )
        self.dispatcher = Dispatcher(context, world.secret_box, _template, self.lease_manager)
        self.commit_notifier.subscribe(self.dispatcher.poll_now, self.lease_manager.poll_now)

    def _committed(self, changes: Any) -> None:
        self.dispatcher.on_commit(changes)
        self.commit_notifier.notify()

    # Start and end

    @property
    def is_awake(self) -> bool:
        """True if the process is running at this moment."""
        return not (self.mind.is_gone or self.mind.is_frozen or self.is_stopping)

    @property
    def is_there(self) -> bool:
        return not self.mind.is_gone

    async def start(self) -> None:
        await self.log.start()
        await self.dispatcher.start()
        self.commit_notifier.start()
        self.hears = True

    async def stop(self) -> None:
        """End as a program does that is asked to stop."""
        await self.dispatcher.stop(wait_s=STOP_S_MAX)
        self._close()
        settled = await self.dispatcher.settle(wait_s=STOP_S_MAX)
        await self.dispatcher.close()
        self.has_ended = settled
        self.vanish()

    def vanish(self) -> None:
        """Die without warning. Requests stay in flight."""
        self.mind.is_gone = True
        self.hears = False
        self.link.cut()

    # Interface of the sender

    def may_send(self, receiver_id: ReceiverId) -> bool:
        return self.lease_manager.may_send(receiver_id)

    def send(self, template: RequestTemplate, event: Event, number: int, done: Callable[[Outcome], None]) -> None:
        """Begin a request now, or when a connection is established."""
        write = partial(self._write, template, event, number, done)
        receiver_id = template.key.receiver_id
        self.unrecorded[receiver_id, event.sequence] += 1
        self.world.lookout.beginning(self, receiver_id)
        if self._is_closed:
            self._soon(done)
        elif self.world.chance.random() >= self.world.dials:
            write()
        else:
            self._dials += 1
            self._dialled[self._dials] = receiver_id, done
            wait_s = self.world.chance.choice([0.1, 1.0, DIAL_S_MAX])
            asyncio.get_running_loop().call_later(wait_s, self._connected, self._dials, write)

    def _connected(self, dial: int, write: Callable[[], None]) -> None:
        known = self._dialled.pop(dial, None)
        if known is None:
            return
        receiver_id, done = known
        if self.lease_manager.may_send(receiver_id):
            write()
        else:
            done(an_outcome(None, kind=OutcomeKind.STOPPED))

    def _write(self, template: RequestTemplate, event: Event, number: int, done: Callable[[Outcome], None]) -> None:
        receiver_id = template.key.receiver_id
        self.world.lookout.sending(cast(Any, self), template, event, number)
        self.world.under_way.append(Request(self, receiver_id, event.sequence, done, self.world.clock.monotonic()))

    def retire_connections(self, receiver_id: ReceiverId, *, is_gone: bool = False) -> None:
        pass

    def abort_dials(self, receiver_id: ReceiverId, *, detail: str = HANDED_OVER) -> None:
        """Abort every request to this receiver that waits for a connection."""
        for dial in [dial for dial, (one, _) in self._dialled.items() if one == receiver_id]:
            self._dialled.pop(dial)[1](an_outcome(None, kind=OutcomeKind.STOPPED))

    def abort_requests(self, receiver_id: ReceiverId) -> None:
        """Close every connection to this receiver."""
        self.abort_dials(receiver_id)
        for one in [one for one in self.open if one.receiver_id == receiver_id]:
            self._cut_off(one)

    def _close(self) -> None:
        self._is_closed = True
        dialled, self._dialled = self._dialled, {}
        for _, done in dialled.values():
            done(an_outcome(None, kind=OutcomeKind.STOPPED))
        for one in self.open:
            self._cut_off(one)

    def _cut_off(self, request: Request) -> None:
        outcome = an_outcome(None, kind=OutcomeKind.STOPPED)
        self.world.under_way.remove(request)
        self.world.lookout.answered(request, outcome)
        request.done(outcome)

    def _soon(self, done: Callable[[Outcome], None]) -> None:
        asyncio.get_running_loop().call_soon(done, an_outcome(None, kind=OutcomeKind.STOPPED))

    @property
    def open(self) -> list[Request]:
        return [one for one in self.world.under_way if one.machine is self]

    def count_recorded(self, records: list[AttemptRecord]) -> list[AttemptRecord]:
        """Note the records of a write that were not written before an error."""
        new = [record for record in records if record.attempt.id not in self._recorded_ids]
        self._recorded_ids.update(record.attempt.id for record in new)
        for record in filter(was_sent, new):
            pair = record.attempt.receiver_id, record.attempt.sequence
            self.unrecorded[pair] -= 1
        return new

    # State for the monitor

    @property
    def lease_holds(self) -> bool:
        return self.clock.monotonic() < self.lease_manager._ends_s

    @property
    def lapsed_s(self) -> float:
        """Return for how many seconds the lease has been over."""
        return self.clock.monotonic() - self.lease_manager._ends_s


def _template(receiver: Any, credentials: Any) -> RequestTemplate:
    return template_for(receiver, credentials, base_url="http://plants.example", version="1")
