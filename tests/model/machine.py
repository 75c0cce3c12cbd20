"""A real store next to the plain model: each rule changes both, then everything that the store shows is compared.

Catalogue, receivers, deliveries, replays, retention, dispatcher, workers and recorder are the program's, on SQLite; the
network, the clock and the death of a process are those of `tests/simulation/worlds.py`. A rule updates the model before
it commits, because the workers act as soon as it is committed.
"""

import asyncio
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar, cast
from zoneinfo import ZoneInfo

from hypothesis.stateful import RuleBasedStateMachine

from plantstore.catalogue.commands import Catalogue
from plantstore.delivery.recorder import AttemptRecord
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.errors import StoreError
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US
from plantstore.operations.retention import DAY_S, Retention
from plantstore.receivers.commands import Receivers, find
from plantstore.sending.request import RequestTemplate
from plantstore.storage.database import Transaction
from tests.makers import an_outcome
from tests.model.looking import look
from tests.model.plain import ACCEPTED, FAILED, OPEN, STOPPED, Plain
from tests.simulation import receiver_invariants
from tests.simulation.virtual_time import VirtualLoop
from tests.simulation.worlds import LeapingClock, Process, World, a_whole_world

Result = TypeVar("Result")
SILENT_TRIES_MIN = 20  # docs/delivery.md: no receiver is disabled for lack of responses before this many requests
HEAL_STEPS_S = (60, 900, 900, 3_600, 6 * 3_600, DAY_S, *[DAY_S] * 20)
GOOD = "204"
GONE = "410"
ANSWERS: dict[str, dict[str, Any]] = {
    GOOD: {"status": 204},
    "500": {"status": 500},
    "404": {"status": 404},
    "429, come back in 30 s": {"status": 429, "retry_after_s": 30.0},
    "503, come back in an hour": {"status": 503, "retry_after_s": 3_600.0},
    GONE: {"status": 410},
    "no server": {"status": None, "kind": OutcomeKind.CONNECTION_REFUSED},
    "no answer": {"status": None, "kind": OutcomeKind.DEADLINE},
}


class Machine(RuleBasedStateMachine):
    """The store, the model, and what rules share; the rules themselves are in `rules.py`."""

    world: World
    plain: Plain
    verbs: Receivers
    seen: ClassVar[Counter[str]] = Counter()
    """The number of actions in all examples together."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = LeapingClock()
        self._runner = asyncio.Runner(loop_factory=lambda: VirtualLoop(self._clock))
        self._stack = AsyncExitStack()
        self._folder = Path(tempfile.mkdtemp(prefix="plantstore-model-"))
        self._is_well = False
        self.plain = Plain()
        self.promises: dict[str, receiver_invariants.Asked] = {}
        self._just_found_silent: set[ReceiverId] = set()

    # From the first step to the last

    async def open(self, seed: int) -> None:
        chance = random.Random(seed)
        places = chance.choice([4, 16, 64])
        world = await self._stack.enter_async_context(a_whole_world(self._folder, chance, self._clock, places=places))
        self.world, world.watcher = world, self
        self.catalogue = Catalogue(ids=world.ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url="")
        self.verbs = Receivers(
            secret_box=world.secret_box,
            ids=world.ids,
            random_bytes=chance.randbytes,
            address_policy=cast(Any, None),
            resolve=cast(Any, None),
            concurrency_max=8,
            deadline_s=15.0,
            resolve_s_max=1.0,
            receivers_max=100,
        )
        await self._begin()

    async def _begin(self) -> None:
        """Start a process."""
        self.retention = Retention(self.world.database, self.world.clock, attempts_days=1, activity_days=1)
        await Process(self.world).start()

    def do(self, rule: Coroutine[Any, Any, None]) -> None:
        """Run a rule until nothing more happens without time passing, and compare."""
        self._is_well = False
        self._runner.run(self._do(rule))
        self._is_well = True

    async def _do(self, rule: Coroutine[Any, Any, None]) -> None:
        await rule
        await self.world.quiet()
        await self.look()
        self.seen["steps"] += 1

    async def look(self) -> None:
        assert not self.world.faults, self.world.faults
        await self.world.database.read(lambda tx: look(tx, self.plain, self.promises))
        self._just_found_silent.clear()

    def teardown(self) -> None:
        try:
            if self._is_well:
                self._runner.run(self._heal())
                self.seen["runs"] += 1
        finally:
            self._runner.run(self._stack.aclose())
            self._runner.close()
            shutil.rmtree(self._folder)

    async def _heal(self) -> None:
        """End all faults; the only action is to resume receivers. In the end the backlog is empty and the audit is
        clean.
        """
        for receiver_id, known in self.plain.receivers.items():
            if known.held:
                known.resumed(skip=False)
                await self.press(partial(self.verbs.resume, receiver_id=receiver_id, asked_by="tok_1"))
        for step_s in HEAL_STEPS_S:
            await self.flow()
            await self.look()
            if not any(known.of(OPEN) or known.replays for known in self.plain.receivers.values()):
                break
            await self.world.move(step_s)
        else:
            raise AssertionError("it never ends")
        wrong = await self.world.database.read(receiver_invariants.wrong_with_the_store)
        assert not wrong, wrong

    async def flow(self) -> None:
        """Accept every request until no more come."""
        idle = 0
        while idle < 3:
            idle = 0 if self.world.process.open else idle + 1
            while self.world.process.open:
                self.answer(0, GOOD)
                await self.world.quiet()
            await self.world.move(0.5)

    # The receivers

    def sending(self, _process: Process, template: RequestTemplate, event: Event, _number: int) -> None:
        self.seen["sends"] += 1
        sequence, known = event.sequence, self.plain.receivers.get(template.key.receiver_id)
        wrong = "sent to a receiver that is removed" if known is None else known.sent(sequence)
        if sequence in self.plain.erased:
            wrong = wrong or "sent although it is erased"
        if wrong:
            self.world.faults.append(f"{sequence}: {wrong}")

    def recorded(self, records: list[AttemptRecord]) -> None:
        """Do nothing: recorded attempts are compared where they are shown."""

    def judged(self, receiver_id: ReceiverId, breaker: Breaker) -> None:
        """Check that a receiver is disabled only after many failures. The length of its silence is the store's to
        measure.
        """
        known = self.plain.receivers.get(receiver_id)
        if known is not None and breaker.reason is DisabledReason.SILENT:
            known.disabled = True
            self._just_found_silent.add(receiver_id)
            if known.failed_in_a_row < SILENT_TRIES_MIN:
                self.world.faults.append(f"disabled after {known.failed_in_a_row} failures")

    def answer(self, which: int, answer: str, *, surely: bool = True) -> None:
        """Answer one of the requests in flight."""
        one = self.world.process.open.pop(which % len(self.world.process.open))
        known = self.plain.receivers.get(one.receiver_id)
        if known is not None:
            known.answered(one.sequence, ACCEPTED if answer == GOOD else FAILED, surely=surely)
            known.disabled = known.disabled or answer == GONE
        one.done(an_outcome(**ANSWERS[answer]))

    # The process

    async def kill(self) -> None:
        """Kill the process: the outcomes of its requests in flight and its unrecorded outcomes are lost. Reopen the
        store.
        """
        self.world.process.vanish()
        self.world.database.break_off()
        for known in self.plain.receivers.values():
            known.ended()
        self.world.open()
        # the outcome that showed the silence may not have been recorded
        for receiver_id in self._just_found_silent & self.plain.receivers.keys():
            found = await self.world.database.read(partial(find, receiver_id=receiver_id))
            self.plain.receivers[receiver_id].disabled = found.breaker.state is BreakerState.DISABLED
        await self._begin()

    async def restart(self) -> None:
        """Stop gracefully: the process aborts the requests in flight and records them, and another process takes
        over.
        """
        process = self.world.process
        while not process.is_recorded:
            await self.world.move(1)
        stopping = asyncio.create_task(process.dispatcher.stop(wait_s=10))
        await asyncio.sleep(0)
        while process.open:
            one = process.open.pop()
            known = self.plain.receivers.get(one.receiver_id)
            if known is not None:
                known.answered(one.sequence, STOPPED)
            one.done(an_outcome(None, kind=OutcomeKind.STOPPED))
        assert await stopping
        await self.kill()

    # People

    async def press(self, verb: Callable[[Transaction], Result]) -> Result | StoreError:
        """Run a person's command in one transaction, and return its result or its refusal."""

        def press(tx: Transaction) -> Result | StoreError:
            try:
                return verb(tx)
            except StoreError as error:
                return error

        return await self.world.database.write(press)

    async def let_days_pass(self, days: float) -> None:
        """Let days pass. Requests in flight fail first, because no response may take that long."""
        while self.world.process.open:
            self.answer(0, "no answer")
            await self.world.quiet()
        await self.world.move(days * DAY_S)

    def dependencies(self) -> Any:
        """Return the dependencies of the endpoint that adds a plant."""
        world = self.world
        return SimpleNamespace(database=world.database, secret_box=world.secret_box, catalogue=self.catalogue)

    @property
    def now_s(self) -> float:
        return self.world.clock.now() / SECOND_US
