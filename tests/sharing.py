"""Several processes on one store, simulated in one process: each has its database, clock and network; tests move time.

Nothing depends on the machine's clock: a process polls when a test lets time pass.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from plantstore.core.ids import Ids
from plantstore.delivery.cluster.lease_manager import LeaseManager
from plantstore.delivery.context import DeliveryContext
from plantstore.delivery.dispatcher import Dispatcher
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.filter_index import FilterIndex
from plantstore.delivery.in_flight import LeasedInFlightLimit
from plantstore.delivery.recorder import Recorder
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.deliveries.lease import SHARDS, Role
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.domain.secret import AccessToken, Secret
from plantstore.sending.request import RequestTemplate, template_for
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import events, receivers, shards
from tests.makers import NOON, a_receiver, an_event, an_outcome
from tests.simulation.worlds import LeapingClock

LEASE_S = 15.0
RECORDED_POLLS_MAX = 5_000  # of a millisecond each: on a busy machine a commit takes long


@dataclass
class Sent:
    """A request in flight."""

    receiver_id: ReceiverId
    sequence: int
    done: Callable[[Outcome], None]


@dataclass
class Network:
    """Holds every request until a test answers it, unless it responds immediately."""

    open: list[Sent] = field(default_factory=list)
    all: list[tuple[ReceiverId, int]] = field(default_factory=list)

    def send(self, template: RequestTemplate, event: Event, number: int, done: Callable[[Outcome], None]) -> None:
        self.open.append(Sent(template.key.receiver_id, event.sequence, done))
        self.all.append((template.key.receiver_id, event.sequence))

    def retire_connections(self, receiver_id: ReceiverId, *, is_gone: bool = False) -> None:
        pass

    def abort_dials(self, receiver_id: ReceiverId, *, detail: str = "") -> None:
        pass

    def abort_requests(self, receiver_id: ReceiverId) -> None:
        self.answer(kind=OutcomeKind.STOPPED, status=None, only=receiver_id)

    def answer(self, *, only: ReceiverId | None = None, **outcome: Any) -> int:
        """Answer the requests in flight now; return how many there were."""
        answered = [one for one in self.open if only in (None, one.receiver_id)]
        self.open = [one for one in self.open if one not in answered]
        for one in answered:
            one.done(an_outcome(**outcome))
        return len(answered)


@dataclass
class StoreProcess:
    """One process."""

    clock: LeapingClock
    database: Database
    network: Network
    places: LeasedInFlightLimit
    ids: Ids
    log: EventLog
    lease_manager: LeaseManager
    dispatcher: Dispatcher
    is_frozen: bool = False
    is_gone: bool = False

    async def start(self) -> "StoreProcess":
        await self.log.start()
        await self.dispatcher.start()
        return self

    async def freeze(self) -> None:
        """Do nothing until it is thawed: it neither polls nor receives notifications, while its clock continues."""
        self.is_frozen = True
        await self.lease_manager._periodic_poll.stop()
        await self.dispatcher._periodic_poll.stop()

    async def kill(self) -> None:
        """Die without warning."""
        await self.freeze()
        self.is_gone = True
        self.places.limit = 0
        await self.database.close()

    async def stop(self) -> None:
        """End as a program does that is asked to stop."""
        await self.dispatcher.stop(wait_s=0)
        self.is_frozen = True

    async def close(self) -> None:
        await self.dispatcher.close()
        self.is_gone = True
        await self.database.close()

    @property
    def held(self) -> int:
        return len(self.lease_manager.held_shards)


class SharedStore:
    """The store, and the processes that share it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.machines: list[StoreProcess] = []
        self.told: list[StoreProcess] = []
        """The processes that have notified the others."""
        self.secret_box = SecretBox(b"k" * KEY_BYTES, random.Random(1).randbytes)

    def machine(self, *, role: Role = Role.ALL, lease_s: float = LEASE_S) -> StoreProcess:
        """Return a process that is not started yet."""
        clock = LeapingClock(max((one.clock.now() for one in self.machines), default=NOON))
        ahead_s = 1_000.0 * len(self.machines)  # no two monotonic clocks have anything in common
        clock.move(ahead_s)
        clock.leap(-ahead_s)
        network, chance = Network(), random.Random(len(self.machines))
        database = Database(
            self.engine,
            clock,
            on_commit=lambda changes: machine.dispatcher.on_commit(changes),
            readers=1,
            commit_commands_max=100,
            waiting_commands_max=1_000,
            waiting_reads_max=1_000,
            middleware=[receivers.touching],
        )
        ids, places = Ids(clock, chance.randbytes), LeasedInFlightLimit(1_024, clock)
        log = EventLog(database, ring_events_max=100, page_events=10, bytes_max=10**9, shared=True)
        lease_manager = LeaseManager(
            database,
            clock,
            ids,
            places,
            role=role,
            host="shop-1",
            pid=len(self.machines),
            version="0.5.1",
            address="http://shop-1:8000",
            lease_s=lease_s,
            notify=lambda: self.told.append(machine),
        )
        context = DeliveryContext(
            database=database,
            event_log=log,
            filter_index=FilterIndex(database),
            sender=cast(Sender, network),
            recorder=Recorder(
                database, on_recorded=lambda records: None, on_stale=lambda stale: lease_manager.poll_now()
            ),
            in_flight_limit=places,
            clock=clock,
            random=lambda: 0.0,
            ids=ids,
            retry_scale=1.0,
            page_events=10,
            window_events_max=1_000,
            on_breaker_change=lambda *found: None,
        )
        dispatcher = Dispatcher(context, self.secret_box, _template, lease_manager)
        machine = StoreProcess(clock, database, network, places, ids, log, lease_manager, dispatcher)
        self.machines.append(machine)
        return machine

    async def started(self, count: int, **how: Any) -> list[StoreProcess]:
        """Start this many processes, and wait until they have their shares."""
        machines = [await self.machine(**how).start() for _ in range(count)]
        await self.quiet()
        return machines

    @property
    def alive(self) -> list[StoreProcess]:
        return [one for one in self.machines if not one.is_frozen and not one.is_gone]

    async def quiet(self) -> None:
        """Let every running process poll, until that changes nothing any more."""
        for _ in range(4):
            for machine in self.alive:
                await machine.lease_manager.poll()
                await machine.dispatcher.poll()
                await self.recorded(machine)

    async def recorded(self, machine: StoreProcess) -> None:
        """Wait until the outcomes so far are recorded and changed receivers are loaded."""
        recorder = machine.dispatcher._context.recorder
        for _ in range(2):
            await machine.database.write(lambda tx: None)
            await machine.database.read(lambda tx: None)
            for _ in range(RECORDED_POLLS_MAX):
                if not recorder._flushing:
                    break
                await asyncio.sleep(0.001)

    async def passes(self, seconds: float, *, step_s: float = 1.0) -> None:
        """Let time pass for all processes, second by second."""
        while seconds > 0:
            for machine in self.machines:
                machine.clock.move(min(step_s, seconds))
            seconds -= step_s
            for machine in self.alive:
                await machine.lease_manager.poll()
                await machine.dispatcher.poll()
                machine.dispatcher._pull()  # timers of the loop do not follow a test's clock
        await self.quiet()

    async def answered(self, **outcome: Any) -> None:
        """Without time passing, answer every request of the running processes with this outcome."""
        await self.quiet()
        while sum([machine.network.answer(**outcome) for machine in self.alive]):
            await self.quiet()

    async def receiver(self, id: int = 1, **changes: Any) -> Receiver:
        """Register a receiver through the first process; its id determines its shard."""
        receiver = a_receiver(id, **changes)

        def insert(tx: Transaction) -> None:
            receivers.insert(tx, receiver)
            receivers.set_access_token(tx, self.secret_box, receiver.id, AccessToken("token"))
            receivers.add_signing_secret(tx, self.secret_box, receiver.id, Secret("whsec_" + "a" * 32))

        await self.alive[0].database.write(insert)
        await self.quiet()
        return receiver

    async def add(self, count: int = 1, *, by: StoreProcess | None = None) -> None:
        """Add events through one process."""

        def append(tx: Transaction) -> None:
            first = events.head(tx) + 1
            events.add(tx, [an_event(first + number) for number in range(count)])

        await (by or self.alive[0]).database.write(append)

    async def epochs(self) -> dict[int, int]:
        return await self.alive[0].database.read(lambda tx: shards.lock_epochs(tx, range(SHARDS)))

    def sent(self, receiver_id: int) -> list[int]:
        """Return what any process has sent to a receiver."""
        return sorted(
            sequence for machine in self.machines for id, sequence in machine.network.all if id == receiver_id
        )


@asynccontextmanager
async def sharing(engine: Engine) -> AsyncIterator[SharedStore]:
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.close()
    shared = SharedStore(engine)
    try:
        yield shared
    finally:
        for machine in shared.machines:
            if not machine.is_gone:
                await machine.freeze()
                await machine.database.close()


def _template(receiver: Receiver, credentials: Credentials) -> RequestTemplate:
    return template_for(receiver, credentials, base_url="http://plants.example", version="1")
