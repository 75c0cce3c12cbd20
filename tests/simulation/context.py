"""The context that all parts of a scenario share: the world, its monitor, and the disk if it has one."""

import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from plantstore.catalogue.commands import Catalogue
from plantstore.domain.deliveries.breaker import BreakerState
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.receivers.commands import Receivers
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers as stored
from tests.simulation import receiver_invariants
from tests.simulation.disk import Disk
from tests.simulation.invariants import check
from tests.simulation.ledger import ReceiverLedger
from tests.simulation.watch import Watch
from tests.simulation.worlds import Process, World

Answer = TypeVar("Answer")
Act = Callable[[], Awaitable[None]]
ASKED_BY = "tok_1"


class ScenarioContext:
    """The state of a scenario. Subclasses add actions and faults."""

    def __init__(
        self, world: World, *, catalogue: Catalogue, receivers: Receivers, disk: Disk | None, trace: list[str]
    ) -> None:
        self.world = world
        self.catalogue = catalogue
        self.receivers = receivers
        self.disk = disk
        self.trace = trace
        self.watch = world.watcher = Watch(world, trace)
        self.fault_rate = 0.0
        self.poison_rate = 0.0
        self.attempts_days = 30
        self.has_filters = False
        """True if receivers have filters that people change."""
        self.has_formats = False
        """True if receivers have bodies of their own that people change, and plants are changed too."""

    @property
    def chance(self) -> random.Random:
        return self.world.chance

    @property
    def books(self) -> dict[ReceiverId, ReceiverLedger]:
        return self.watch.books

    @contextmanager
    def calm(self) -> Iterator[None]:
        """Suspend the disk's faults inside the block."""
        if self.disk is None:
            yield
        else:
            with self.disk.calm():
                yield

    def any_receiver(self) -> ReceiverId:
        return self.chance.choice(self.watch.live)

    async def start(self) -> None:
        """Start the program, which resumes the work that it finds in the store."""
        with self.calm():
            for receiver_id in self.watch.live:
                found = await self.world.database.read(partial(stored.find, receiver_id=receiver_id))
                check(found is not None, "S1", f"receiver {receiver_id} is gone")
                assert found is not None
                book = self.books[receiver_id]
                book.disabled = found.breaker.state is BreakerState.DISABLED
                book.is_open = found.breaker.is_open
            await Process(self.world).start()

    async def ask(self, question: Callable[[Transaction], Answer]) -> Answer:
        """Read from the tables, without a fault."""
        with self.calm():
            return await self.world.database.read(question)

    async def person(self, receiver_id: ReceiverId, verb: Callable[[Transaction, ReceiverId], object]) -> None:
        """Run a command as a person would; do nothing if the command does not apply."""
        book = self.books[receiver_id]

        def press(tx: Transaction) -> set[int]:
            with suppress(Conflict, NotFound):
                verb(tx, receiver_id)
            return receiver_invariants.cancelled(tx, receiver_id)

        self.trace.append(f"({receiver_id % 1000})")
        with self.calm():
            book.cancelled.update(await self.world.database.write(press))
