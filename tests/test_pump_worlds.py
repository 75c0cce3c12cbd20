"""Many small worlds, each from a seed: failures, outages, restarts and people pressing buttons, in any order.

Whatever happened, in the end every event was accepted or cancelled by a person, and nothing that was recorded as
accepted was sent again unless a replay asked for it.
"""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from plantstore import deliveries
from plantstore.domain.breaker import BreakerState
from plantstore.domain.delivery import OutcomeKind
from plantstore.domain.delivery_state import DeliveryState
from plantstore.domain.errors import Conflict
from plantstore.domain.replay import ReplayOnly, ReplayState
from plantstore.receivers import Receivers, find
from plantstore.storage import attempts, events, replays
from plantstore.storage.database import Transaction
from tests.makers import RECEIVER, an_outcome
from tests.pumping import World, a_world
from tests.running import run
from tests.test_pump_wishes import a_replay

STEPS = 50
VERBS = Receivers.__new__(Receivers)  # pause and resume need nothing of what the others are made with


class Story:
    """One world: what was done to it, and what must be true of it."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chance = random.Random(seed)  # a story that can be told again
        self.ordered = seed % 4 == 0
        self.poison = {number for number in range(1, 200) if self.chance.random() < 0.05}
        self.is_down = False
        self.recorded: set[int] = set()
        self.replayed: set[int] = set()
        self.told: list[str] = []

    async def start(self) -> None:
        self.pump = await self.world.start(ordered=self.ordered)

    async def step(self) -> None:
        acts: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (4, self._add),
            (12, self._answer),
            (3, self._pass_time),
            (1, self._turn),
            (1, self._restart),
            (1, self._lose_what_is_under_way),
            (1, lambda: self._person(lambda tx: VERBS.pause(tx, RECEIVER))),
            (2, lambda: self._person(lambda tx: VERBS.resume(tx, RECEIVER, asked_by="tok_1"))),
            (1, self._skip),
            (2, lambda: self._person(lambda tx: deliveries.retry_now(tx, RECEIVER, self._any(tx)))),
            (1, lambda: self._person(lambda tx: deliveries.cancel(tx, RECEIVER, self._any(tx), asked_by="tok_1"))),
            (1, self._replay),
        ]
        act = self.chance.choices([act for _, act in acts], [weight for weight, _ in acts])[0]
        self.told.append(getattr(act, "__name__", "person"))
        await act()
        await self.world.quiet()
        await self.look()

    async def heal(self) -> None:
        """The receiver is well, nobody pauses it any more, and time passes until nothing is left to do."""
        self.is_down, self.poison = False, set()
        await self._person(lambda tx: VERBS.resume(tx, RECEIVER, asked_by="tok_1"))
        for _ in range(400):
            while self.world.network.open:
                self.world.network.answer(204)
                await self.world.quiet()
                await self.look()
            if await self._is_over():
                return
            await self.world.move(self.pump, 3_600)
        raise AssertionError(f"it never ends: {self.told}, {self.pump.breaker}")

    async def look(self) -> None:
        """Nothing that was recorded as accepted is under way again, and a held receiver gets nothing new."""
        for sent in self.world.network.open:
            assert sent.sequence not in self.recorded - self.replayed, (sent.sequence, self.told)
        if self.ordered or self.pump.breaker.state is BreakerState.OPEN:
            assert len(self.world.network.open) <= (1 if self.ordered else 64), self.told
        accepted = await self.world.database.read(lambda tx: attempts.delivered_after(tx, RECEIVER, 0))
        self.recorded = set(accepted)

    async def _is_over(self) -> bool:
        def over(tx: Transaction) -> bool:
            receiver = find(tx, RECEIVER)
            return receiver.cursor == events.head(tx) and not replays.running(tx, RECEIVER)

        return await self.world.rows() == 0 and await self.world.database.read(over)

    async def states(self) -> dict[int, DeliveryState]:
        def read(tx: Transaction) -> dict[int, DeliveryState]:
            return {
                sequence: deliveries.find(tx, RECEIVER, sequence)[1].state for sequence in range(1, events.head(tx) + 1)
            }

        return await self.world.database.read(read)

    def _any(self, tx: Transaction) -> int:
        return self.chance.randint(1, max(1, events.head(tx)))

    async def _add(self) -> None:
        await self.world.add(self.chance.randint(1, 6))
        self.pump.pull()

    async def _answer(self) -> None:
        for _ in range(self.chance.randint(1, 6)):
            if not self.world.network.open:
                return
            one = self.chance.choice(self.world.network.open)
            self.world.network.open.remove(one)
            if self.is_down:
                one.done(an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED))
            elif one.sequence in self.poison or self.chance.random() < 0.15:
                status = self.chance.choice([500, 404, 503, 429])
                one.done(an_outcome(status, retry_after_s=self.chance.choice([None, 30.0])))
            else:
                one.done(an_outcome(204))
            if self.chance.random() < 0.5:
                await self.world.quiet()
                await self.look()

    async def _pass_time(self) -> None:
        await self.world.move(self.pump, self.chance.choice([1, 10, 300, 3_600, 40_000]))

    async def _turn(self) -> None:
        self.is_down = not self.is_down

    async def _restart(self) -> None:
        """A graceful stop cuts off what is under way, and a new process takes over."""
        self.pump.stop()
        while self.world.network.open:
            self.world.network.open.pop().done(an_outcome(None, kind=OutcomeKind.STOPPED))
        await self.world.quiet()
        await self.start()

    async def _lose_what_is_under_way(self) -> None:
        """The process is killed: nobody hears what came of its requests."""
        self.pump.stop()
        self.world.network.open.clear()
        await self.world.quiet()
        self.world.gear.places.taken = 0
        await self.start()

    async def _person(self, verb: Callable[[Transaction], object]) -> None:
        def press(tx: Transaction) -> None:
            try:
                verb(tx)
            except Conflict:
                return

        if await self.world.database.read(events.head):
            await self.world.command(self.pump, press)

    async def _skip(self) -> None:
        if self.chance.random() < 0.3:
            await self._person(lambda tx: VERBS.resume(tx, RECEIVER, skip=True, asked_by="tok_1"))

    async def _replay(self) -> None:
        found = await self.world.database.read(lambda tx: find(tx, RECEIVER))
        if not found.cursor:
            return
        first = self.chance.randint(1, found.cursor)
        last = self.chance.randint(first, found.cursor)
        only = self.chance.choice([*ReplayOnly])
        replay = a_replay(first, last, id=f"rpl_{len(self.told)}", only=only, pace=self.chance.choice([None, 50.0]))
        if only is ReplayOnly.ALL:
            self.replayed.update(range(first, last + 1))
        await self._person(lambda tx: replays.insert(tx, replay))


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_every_event_arrives_or_is_cancelled_by_a_person(tmp_path: Path, seed: int) -> None:
    async def test() -> None:
        async with a_world(tmp_path, places=16, page=4) as world:
            story = Story(world, seed)
            await story.start()
            for _ in range(STEPS):
                await story.step()
            await story.heal()

            states = await story.states()
            ended = await world.database.read(lambda tx: tx.execute("SELECT DISTINCT state FROM replays"))
            assert set(states.values()) <= {DeliveryState.DELIVERED, DeliveryState.CANCELLED}, story.told
            delivered = {sequence for sequence, state in states.items() if state is DeliveryState.DELIVERED}
            assert delivered == story.recorded, story.told
            assert {state for (state,) in ended} <= {ReplayState.DONE}

    run(test)
