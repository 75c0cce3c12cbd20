"""A scenario in a small world: a random mix of actions and faults, its steps, and the recovery at the end.

Each step has a random generator seeded with the seed and the number of the step: a scenario can be repeated, and a step
can be left out without changing the others.
"""

import random
import traceback
from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from plantstore.catalogue.commands import Catalogue
from plantstore.receivers.commands import Receivers
from tests.simulation.actors import Actors
from tests.simulation.context import Act
from tests.simulation.disk import Disk
from tests.simulation.ends import Ends
from tests.simulation.filters import small_pages
from tests.simulation.invariants import Broken, check
from tests.simulation.virtual_time import run_on_virtual_time
from tests.simulation.worlds import LeapingClock, World, a_whole_world

STEPS = 100
FILTERS, FORMATS = "filters", "formats"  # what scenarios can be about
HEAL_S = 40 * 3_600  # the longest step of the retry schedule with its jitter, and a margin
FOUND_WELL_S = 25 * 60  # until a recovery is noticed: 18 minutes, a timer's minute, and a step
STEP_S, LATER_STEP_S = 300, 1_800  # of the recovery: first short steps, then longer ones


@dataclass
class ScenarioResult:
    """The result of a scenario: a short trace of all that happened, and the violation, if there was one.

    `hands` counts shards that changed owners, `dead` the processes that were considered dead.
    """

    seed: int
    steps: list[int]
    words: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    broken: Broken | None = None
    sends: int = 0
    plants: int = 0
    hands: int = 0
    dead: int = 0


class Scenario(Actors, Ends):
    """One world: the actions on it, and the checks of its invariants."""

    def mix(self) -> list[Act]:
        """Choose the weights of the actions, so that an action that is rare in one world is common in another."""
        acts: list[tuple[float, Act]] = [
            (2, self.add),
            (1, self.ask_again),
            (0.5, self.delete_plants),
            (8, self.answer),
            (3, self.flow_for_a_while),
            (3, self.pass_time),
            (1, self.leap),
            (0.15, self.spend_days),
            (0.5, self.turn),
            (1, self.restart),
            (1, self.kill),
            (1, self.pause),
            (3, self.resume),
            (0.4, self.skip),
            (3, self.retry_by_hand),
            (2, self.cancel),
            (3, self.replay),
            (1, self.replay_all_that_failed),
            (1, self.disturb_replays),
            (1, self.cancel_replay),
            (1, self.edit),
            (2, self.touch),
            (1, self.wear_out),
            (0.4, self.register),
            (0.2, self.remove),
            (0.5, self.erase),
            (0.5, self.keep_house),
            (2, self.disturb_the_store),
            (3, self.catch_up),
            (0.7, self.watch_for_a_while),
        ]
        poison_rates = [0.0, 0.05, 0.3]
        if self.chance.random() < 0.4:  # a scenario of deliveries that fail for long and are requested again
            few = {self.add, self.answer, self.flow_for_a_while, self.pass_time, self.kill, self.turn}
            few |= {self.spend_days, self.wear_out, self.watch_for_a_while, self.register, self.disturb_replays}
            few |= {self.replay, self.replay_all_that_failed, self.cancel_replay, self.retry_by_hand, self.cancel}
            acts = [(max(weight, 1), act) for weight, act in acts if act in few]
            acts += [(3, self.wear_out), (2, self.disturb_replays)]
            poison_rates = [0.3, 0.6]
        if self.has_filters:
            acts += [(4, self.change_filter), (2, self.index_filters)]
        if self.has_formats:
            acts += [(4, self.change_format), (3, self.change_plants)]
        if self.disk is not None:
            acts += [(2, self.cut_power), (2, self.cut_power_in_the_midst), (2, self.checkpoint)]
            acts += [(2, self.hurt_the_disk), (3, self.heal_the_disk)]
        weighted = [(weight * self.chance.choice([0, 0.5, 1, 2, 6]), act) for weight, act in acts]
        weighted += [(5, self.answer), (0.5, self.add), (1, self.resume)]
        self.fault_rate = self.chance.choice([0.0, 0.02, 0.1, 0.3, 0.8])
        self.poison_rate = self.chance.choice(poison_rates)
        self.attempts_days = self.chance.choice([1, 30])
        return self.chance.choices([act for _, act in weighted], [weight for weight, _ in weighted], k=STEPS)

    async def begin(self) -> None:
        self.house(attempts_days=self.attempts_days)
        await self.start()
        for _ in range(self.chance.randint(0, 4)):
            await self.add()
        await self.watch.look()
        for _ in range(self.chance.choice([1, 1, 1, 2, 3])):
            await self.register()

    async def step(self, act: Act) -> None:
        self.trace.append(act.__name__)
        await act()
        await self.world.quiet()
        with self.calm():
            await self.watch.look()

    async def heal(self) -> None:
        """End all faults and all actions of people, then let time pass until nothing is left to do."""
        self.trace.append("HEAL")
        self.fault_rate = 0.0
        await self.mend_the_store()
        while self.watch.shop.pending:
            await self.ask_again()
        for receiver_id in self.watch.live:
            book = self.books[receiver_id]
            book.is_down, book.poison = False, set()
            if book.paused and self.chance.random() < 0.2:
                self.watch.held.add(receiver_id)
            elif book.paused or book.disabled:
                await self.resume(receiver_id)
        healed_at = self.world.clock.monotonic()
        while (healing_s := self.world.clock.monotonic() - healed_at) < HEAL_S:
            await self.flow()
            await self.watch.look()
            if await self.ask(self.watch.is_over):
                return
            await self.ask(self.watch.nothing_waits)
            await self.keep_house()
            if healing_s >= FOUND_WELL_S:
                await self.ask(self.watch.found_well)
            await self.world.move(STEP_S if healing_s < FOUND_WELL_S else LATER_STEP_S)
        raise Broken("L1", "the store is not at rest after 40 hours")

    async def judge(self) -> None:
        """Check at the end that the ledger and the tables agree, and that the store is at rest."""
        for _ in range(2):  # the audit repairs a problem when it finds it the second time
            await self.world.move(60)
            await self.keep_house()
        await self.ask(self.watch.judge)
        await self.ask(lambda tx: self.watch.check_records(tx, self.world.process))
        before = self.watch.sends
        for _ in range(60):
            await self.world.move(60)
        check(self.watch.sends == before, "S5", "a request was sent with an empty backlog")

    async def disturb_replays(self) -> None:
        """Start replays, let a few of their requests finish, then let a fault interrupt them."""
        await self.replay_all_that_failed()
        await self.world.quiet()
        await self.answer()
        between = [self.kill, self.restart, self.cancel_replay, self.pause, self.remove, self.turn]
        for act in self.chance.choices([*between, self.replay_all_that_failed, *[self.meddle] * 4], k=2):
            self.trace.append(act.__name__)
            await act()
            if self.chance.random() < 0.5:
                await self.world.quiet()
                await self.answer()

    async def cut_power_in_the_midst(self) -> None:
        """Let the disk fail in the middle of a write, then cut the power."""
        assert self.disk is not None
        self.disk.fail_after(self.chance.randint(0, 12))
        await self.add()
        await self.flow_for_a_while()
        await self.cut_power()


def run_scenario(
    folder: Path, seed: int, *, disk: Disk | None = None, theme: str = "", steps: Collection[int] | None = None
) -> ScenarioResult:
    """Run the scenario of a seed in an empty folder: all of its steps, or only the given ones.

    If the theme is `filters`, receivers have filters, which people change; if it is `formats`, bodies of their own.
    """
    run = ScenarioResult(seed, list(range(STEPS)) if steps is None else sorted(steps))
    clock = LeapingClock()
    try:
        with small_pages() if theme == FILTERS else nullcontext():
            run_on_virtual_time(lambda: _run(folder, run, clock, disk, theme), clock)
    except Broken as broken:
        run.broken = broken
    except Exception as error:  # raised by the code under test: a failed assertion or any other defect
        run.broken = Broken("S18", "".join(traceback.format_exception(error)))
    return run


async def _run(folder: Path, run: ScenarioResult, clock: LeapingClock, disk: Disk | None, theme: str) -> None:
    chance = random.Random(run.seed)
    async with a_whole_world(folder, chance, clock, places=chance.choice([4, 16, 64]), disk=disk) as world:
        scenario = _scenario(world, disk, run.words)
        scenario.has_filters, scenario.has_formats = theme == FILTERS, theme == FORMATS
        acts = scenario.mix()
        await scenario.begin()
        for number in run.steps:
            chance.seed(f"{run.seed} {number}")
            run.acts.append(acts[number].__name__)
            await scenario.step(acts[number])
        chance.seed(f"{run.seed} end")
        await scenario.heal()
        await scenario.judge()
        run.sends, run.plants = scenario.watch.sends, scenario.watch.head


def _scenario(world: World, disk: Disk | None, words: list[str]) -> Scenario:
    receivers = Receivers(
        secret_box=world.secret_box,
        ids=world.ids,
        random_bytes=world.chance.randbytes,
        address_policy=cast(Any, None),
        resolve=cast(Any, None),
        concurrency_max=8,
        deadline_s=15.0,
        resolve_s_max=1.0,
        receivers_max=100,
    )
    catalogue = Catalogue(ids=world.ids, currency="EUR", zone=ZoneInfo("Europe/Berlin"), plant_url="")
    return Scenario(world, catalogue=catalogue, receivers=receivers, disk=disk, trace=words)
