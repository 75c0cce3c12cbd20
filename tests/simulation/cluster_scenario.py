"""Scenarios of several processes that share a store: a random mix of actions and faults, then recovery."""

import random
import traceback
from collections.abc import Collection
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from plantstore.catalogue.commands import Catalogue
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US
from plantstore.receivers.commands import Receivers
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries
from tests.simulation.cluster import SLICE_S, ClusterWorld, a_crowd
from tests.simulation.cluster_faults import SENDERS_MAX, ClusterFaults
from tests.simulation.context import Act
from tests.simulation.event_loops import MultiProcessLoop
from tests.simulation.filters import small_pages
from tests.simulation.followers import change_plants
from tests.simulation.invariants import Broken, check
from tests.simulation.scenario import FILTERS, FORMATS, ScenarioResult
from tests.simulation.virtual_time import run_on_virtual_time
from tests.simulation.worlds import LeapingClock

STEPS = 50
HEAL_S, ROUNDS_MAX = 8 * 3_600.0, 300
WAIT_S_MAX = 600.0  # the longest jump of time during recovery
QUIET_SLICES = 6  # slices without a request after which nothing more is expected for now


class ClusterScenario(ClusterFaults):
    """One world of several processes: the actions on it, and the checks of its invariants."""

    def mix(self) -> list[Act]:
        """Choose the weights of the actions, so that an action that is rare in one world is common in another."""
        people: list[tuple[float, Act]] = [
            (3, self.add),
            (0.5, self.ask_again),
            (0.5, self.register),
            (0.2, self.remove),
            (0.5, self.pause),
            (1, self.resume),
            (0.2, self.skip),
            (0.5, self.retry_by_hand),
            (0.5, self.cancel),
            (0.7, self.replay),
            (0.3, self.replay_all_that_failed),
            (0.2, self.cancel_replay),
            (0.5, self.edit),
        ]
        if self.has_filters:
            people += [(2, self.change_filter), (0.5, self.index_filters)]
        if self.has_formats:
            people += [(2, self.change_format)]
        troubles: list[tuple[float, Act]] = [
            (1, self.crash),
            (1.5, self.freeze),
            (1, self.thaw),
            (1, self.slow_down),
            (1, self.stop),
            (2, self.disturb),
            (2, self.mend),
            (1, self.cut_off),
            (1, self.outage),
            (0.3, self.suspend_all),
            (1, self.overtake),
            (1, self.leap),
            (1, self.change_news),
        ]
        flow: list[tuple[float, Act]] = [
            (4, self.answer),
            (4, self.flow_for_a_while),
            (3, self.pass_time),
            (1, self.turn),
            (0.3, self.wear_out),
            (1.5, self.start_one),
            (0.3, self.keep_house),
        ]
        levels = [0, 0, 0.5, 1, 3]
        weighted: list[tuple[float, Act]] = [
            (weight * self.chance.choice(levels), act) for weight, act in (*people, *troubles)
        ]
        weighted += [(weight * self.chance.choice(levels[1:]), act) for weight, act in flow]
        weighted += [(4, self.add), (3, self.answer), (3, self.pass_time), (1, self.start_one), (1, self.resume)]
        if self.chance.random() < 0.4:  # a scenario of leases that end while requests are in flight
            few = [self.overtake, self.replay, self.suspend_all, self.disturb, self.freeze, self.pass_time]
            weighted = [(2, act) for act in few]
            weighted += [(2, self.overtake), (3, self.add), (3, self.answer)]
            weighted += [(0.5, self.start_one), (0.5, self.mend), (0.5, self.resume)]
            if self.has_filters:
                weighted += [(2, self.change_filter)]
            if self.has_formats:
                weighted += [(2, self.change_format)]
        self.fault_rate = self.chance.choice([0.0, 0.0, 0.1, 0.3, 0.8])
        self.poison_rate = self.chance.choice([0.0, 0.0, 0.1, 0.4])
        self.patience = self.chance.choice([0.5, 0.3, 0.1, 0.03])
        self.brisk = self.chance.choice([0.0, 0.1, 0.5, 0.9])
        return self.chance.choices([act for _, act in weighted], [weight for weight, _ in weighted], k=STEPS)

    async def begin(self) -> None:
        for _ in range(self.chance.randint(1, SENDERS_MAX)):
            await self.start_one()
        for _ in range(self.chance.randint(0, 3)):
            await self.add()
        for _ in range(self.chance.choice([1, 2, 3, 5])):
            await self.register()

    async def step(self, act: Act) -> None:
        self.trace.append(act.__name__)
        await act()
        await self.world.quiet()
        for machine in self.world.there:
            machine.mind.at_once()
        self.let_go_of_the_ended()
        change_plants(self.world.engine, self.catalogue, self.world.clock, random.Random(f"{len(self.trace)} plants"))
        await self.watch.look()

    # Actions of people, of which other processes are notified later

    async def pause(self) -> None:
        before = {one for one, book in self.books.items() if book.paused}
        await super().pause()
        for one, book in self.books.items():
            if book.paused and one not in before:
                self.watch.since_s["paused", one, 0] = self.world.now_s

    async def resume(self, receiver_id: ReceiverId | None = None, *, skip: bool = False) -> None:
        receiver_id = receiver_id or self.any_receiver()
        self.watch.since_s.pop(("paused", receiver_id, 0), None)
        await super().resume(receiver_id, skip=skip)

    async def remove(self, receiver_id: ReceiverId | None = None) -> None:
        before = set(self.watch.removed)
        await super().remove(receiver_id)
        for one in self.watch.removed - before:
            self.watch.since_s["removed", one, 0] = self.world.now_s

    async def edit(self) -> None:
        before = {one: (book.ordered, book.concurrency_max) for one, book in self.books.items()}
        await super().edit()
        for one, book in self.books.items():
            was_ordered, most = before[one]
            # the process that owns the receiver learns of it later
            book.concurrency_max = max(most, book.concurrency_max)
            if book.ordered and not was_ordered:
                self.watch.edited.add(one)

    # Recovery

    async def heal(self) -> None:
        """End all faults and all actions of people, then let time pass until nothing is left to do."""
        self.trace.append("HEAL")
        self.fault_rate, self.brisk = 0.0, 1.0
        self.world.deaf = self.chance.choice([0.0, 1.0])  # notifications are optional: without them a process polls
        self.world.wrong = (0.0,)
        for machine in self.world.there:
            machine.clock.wrong_s = 0.0
            self.mend_one(machine)
            if machine.mind.is_frozen:
                self.thaw_one(machine)
        while not any(one.role.sends and not one.is_stopping for one in self.world.there):
            await self.start_one()
        # failed writes are repeated within this time: a receiver that responded 410 is disabled
        await self.world.move(10)
        while self.watch.shop.pending:
            await self.ask_again()
        for receiver_id in self.watch.live:
            book = self.books[receiver_id]
            book.is_down, book.poison = False, set()
            if book.paused and self.chance.random() < 0.2:
                self.watch.held.add(receiver_id)
            else:
                await self.resume(receiver_id)
        await self.become_level()
        healed_s = self.world.now_s
        for _ in range(ROUNDS_MAX):
            if self.world.now_s - healed_s > HEAL_S:
                break
            await self.flow()
            await self.watch.look()
            if await self.ask(self.watch.is_over):
                return
            await self.keep_house()
            await self.world.jump(await self.ask(self.next_s))
        raise Broken("L1", f"after {self.world.now_s - healed_s:.0f} s the store is not at rest")

    async def become_level(self) -> None:
        """Wait until every process has its share of the shards."""
        before_s = self.world.now_s
        while not self.watch.is_level:
            await self.world.move(1)
            self.let_go_of_the_ended()
            check(self.world.now_s - before_s < 300, "L7", "a process does not finish stopping")
        await self.watch.look()
        check(self.watch.shards, "L7", "there are no shards")
        check(all(one.owner for one in self.watch.shards.values()), "L7", "not every shard has an owner")

    async def flow(self) -> None:
        idle = 0
        while idle < QUIET_SLICES:
            before = self.watch.sends
            await self.world.move(SLICE_S)
            idle = 0 if self.watch.sends > before else idle + 1

    def next_s(self, tx: Transaction) -> float:
        """Return the number of seconds in which nothing is due."""
        due = [retries.next_due_at(tx, one, later_than=tx.now) for one in self.watch.live]
        waits_s = [(at - tx.now) / SECOND_US for at in due if at is not None]
        return min([*waits_s, WAIT_S_MAX])

    async def judge(self) -> None:
        """Check at the end that the ledger and the tables agree, and that the store is at rest."""
        await self.keep_house()
        await self.world.move(2)
        await self.ask(self.watch.judge)
        check(not self.world.under_way, "S15", "something is under way")
        for machine in self.world.there:
            self.watch.check_machine(machine)
        before = self.watch.sends
        await self.world.move(20)
        check(self.watch.sends == before, "S5", "a request was sent with an empty backlog")
        await self.become_level()


def run_cluster_scenario(
    folder: Path, seed: int, *, theme: str = "", steps: Collection[int] | None = None
) -> ScenarioResult:
    """Run the scenario of a seed in an empty folder: all of its steps, or only the given ones.

    If the theme is `filters`, receivers have filters, which people change; if it is `formats`, bodies of their own.
    """
    run = ScenarioResult(seed, list(range(STEPS)) if steps is None else sorted(steps))
    clock = LeapingClock()
    try:
        with small_pages() if theme == FILTERS else nullcontext():
            run_on_virtual_time(lambda: _run(folder, run, clock, theme), clock, make=MultiProcessLoop)
    except Broken as broken:
        run.broken = broken
    except Exception as error:  # raised by the code under test
        run.broken = Broken("S18", "".join(traceback.format_exception(error)))
    return run


async def _run(folder: Path, run: ScenarioResult, clock: LeapingClock, theme: str) -> None:
    chance = random.Random(f"crowd {run.seed}")
    how: dict[str, Any] = {
        "places": chance.choice([4, 16, 64]),
        "lease_s": chance.choice([3.0, 6.0, 15.0]),
        "deadline_s": chance.choice([3.0, 6.0, 15.0]),
        "retry_scale": chance.choice([1_000.0, 1_000.0, 20.0]),
        "dials": chance.choice([0.0, 0.2, 0.6]),
        "wrong": chance.choice([(0.0,), (0.0, -1.0, 0.3), (0.0, 3_600.0, -3_600.0)]),
    }
    async with a_crowd(folder, chance, clock, **how) as world:
        crowd = _crowd(world, run.words)
        crowd.has_filters, crowd.has_formats = theme == FILTERS, theme == FORMATS
        acts = crowd.mix()
        await crowd.begin()
        for number in run.steps:
            chance.seed(f"crowd {run.seed} {number}")
            run.acts.append(acts[number].__name__)
            await crowd.step(acts[number])
        chance.seed(f"crowd {run.seed} end")
        await crowd.heal()
        await crowd.judge()
        run.sends, run.plants = crowd.watch.sends, crowd.watch.head
        run.hands, run.dead = crowd.watch.hands, crowd.watch.dead


def _crowd(world: ClusterWorld, words: list[str]) -> ClusterScenario:
    receivers = Receivers(
        secret_box=world.secret_box,
        ids=world.ids,
        random_bytes=world.chance.randbytes,
        address_policy=cast(Any, None),
        resolve=cast(Any, None),
        concurrency_max=8,
        deadline_s=world.deadline_s,
        resolve_s_max=1.0,
        receivers_max=100,
    )
    catalogue = Catalogue(ids=world.ids, currency="EUR", zone=ZoneInfo("Europe/Berlin"), plant_url="")
    return ClusterScenario(world, catalogue=catalogue, receivers=receivers, disk=None, trace=words)
