"""Stories of several processes that share a store: they come and go, die, stand still, and lose sight of the store."""

import asyncio
import random
import traceback
from collections.abc import Collection
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from plantstore.audit import Auditor
from plantstore.catalogue import Catalogue
from plantstore.domain.delivery import ATTEMPTS_MAX, Outcome, OutcomeKind
from plantstore.domain.errors import StoreError
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import SECOND_US
from plantstore.domain.lease import Role
from plantstore.receivers import Receivers
from plantstore.storage import retries
from plantstore.storage.database import Transaction
from tests.makers import an_outcome
from tests.simulation.crowd import SLICE_S, CrowdWorld, a_crowd
from tests.simulation.invariants import Broken, check
from tests.simulation.lookout import Lookout
from tests.simulation.loop import tell
from tests.simulation.machines import Machine, Request
from tests.simulation.minds import MindfulLoop
from tests.simulation.nature import NONSENSE, SILENCES, STATUSES
from tests.simulation.people import People
from tests.simulation.story import Told
from tests.simulation.teller import Act
from tests.simulation.worlds import LeapingClock

STEPS = 50
SENDERS_MAX, CALLED_MAX = 4, 2  # processes that send, and those that only answer callers
HEAL_S = 8 * 3_600.0
WAIT_S_MAX = 600.0  # of healing, at once
STEPS_MIDST_MAX = 60  # callbacks of a process after which something happens to it
QUIET_SLICES = 6  # in which nothing is sent: then nothing more is, for now
LEAPS_S = (-3_600.0, -60.0, -1.0, 1.0, 60.0, 3_600.0)


class Crowd(People):
    """One world of several processes: what is done to it, and what must be true of it."""

    world: CrowdWorld
    watch: Lookout

    def __init__(self, world: CrowdWorld, **how: Any) -> None:
        super().__init__(world, **how)
        self.watch = world.watcher = world.lookout = Lookout(world, self.told)
        world.each_slice = self.pass_slice
        self.auditor = Auditor(world.database, world.clock, retry_scale=world.retry_scale)
        self._tasks: list[asyncio.Task[None]] = []
        self.patience = self.brisk = 0.5
        """How often, in each slice of time, a slow answer of the store comes, and one of a receiver."""
        self.rests_s: tuple[float | None, ...] = (None, None, 3.0)
        """What receivers ask for when they fail."""

    def mix(self) -> list[Act]:
        """Choose what can happen in this world: what is rare in one is common in another."""
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
        weighted = [(weight * self.chance.choice(levels), act) for weight, act in (*people, *troubles)]
        weighted += [(weight * self.chance.choice(levels[1:]), act) for weight, act in flow]
        weighted += [(4, self.add), (3, self.answer), (3, self.pass_time), (1, self.start_one), (1, self.resume)]
        if self.chance.random() < 0.4:  # a story of leases that end while something is under way
            few = [self.overtake, self.replay, self.suspend_all, self.disturb, self.freeze, self.pass_time]
            weighted = [(2.0, act) for act in few] + [(2.0, self.overtake), (3, self.add), (3, self.answer)]
            weighted += [(0.5, self.start_one), (0.5, self.mend), (0.5, self.resume)]
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
        self.told.append(act.__name__)
        await act()
        await self.world.quiet()
        for machine in self.world.there:
            machine.mind.at_once()
        self.let_go_of_the_ended()
        await self.watch.look()

    # Time and answers

    def pass_slice(self) -> None:
        """What happens by itself while time passes."""
        now_s = self.world.now_s
        for machine in self.world.there:
            if machine.frozen_until_s is not None and now_s >= machine.frozen_until_s:
                self.thaw_one(machine)
            if machine.link.is_troubled or machine.mind.is_frozen:
                machine.troubled_s = now_s
            if not machine.mind.is_frozen:
                machine.mind.do(machine.link.let_go, self.patience)
        for one in list(self.world.under_way):
            if now_s - one.since_s >= self.world.deadline_s:
                self.end_request(one, an_outcome(None, kind=OutcomeKind.DEADLINE))
            elif self.chance.random() < self.brisk:
                self.end_request(one, self.outcome_of(one))

    async def answer(self) -> None:
        for _ in range(self.chance.randint(1, 8)):
            if self.world.under_way:
                one = self.chance.choice(self.world.under_way)
                self.end_request(one, self.outcome_of(one))
            if self.chance.random() < 0.5:
                await self.world.quiet()

    async def flow_for_a_while(self) -> None:
        for _ in range(self.chance.randint(1, 10)):
            if self.world.under_way:
                one = self.chance.choice(self.world.under_way)
                self.end_request(one, self.outcome_of(one))
            await self.world.move(SLICE_S)

    async def pass_time(self) -> None:
        await self.world.move(self.chance.choice([0.5, 1, 2, 5, self.world.lease_s / 2, self.world.lease_s + 2]))

    def outcome_of(self, one: Request) -> Outcome:
        book, dice = self.books[one.receiver_id], self.chance.random()
        if book.is_down:
            return an_outcome(None, kind=self.chance.choice(SILENCES))
        if one.sequence in book.poison:
            return an_outcome(500)
        if dice < self.fault_rate / 20:
            return an_outcome(410)
        if dice < self.fault_rate / 3:
            return an_outcome(None, kind=self.chance.choice(NONSENSE))
        if dice < self.fault_rate:
            return an_outcome(self.chance.choice(STATUSES), retry_after_s=self.chance.choice(self.rests_s))
        return an_outcome(self.chance.choice([200, 204]))

    def end_request(self, one: Request, outcome: Outcome) -> None:
        """The receiver is done with it; the process hears so when it can, if it is there."""
        self.world.under_way.remove(one)
        self.watch.answered(one, outcome)
        one.machine.mind.hear(one.done, outcome)

    async def turn(self) -> None:
        book = self.books[self.any_receiver()]
        book.is_down = not book.is_down

    async def wear_out(self) -> None:
        """As if days had passed: what waits is near the end of its ladder."""

        def wear(tx: Transaction, receiver_id: ReceiverId) -> None:
            sql = "UPDATE retries SET attempts = ?, tries = max(tries, ?) WHERE receiver_id = ? AND state = 'waiting'"
            tx.update(sql, (ATTEMPTS_MAX - 1, ATTEMPTS_MAX - 1, receiver_id))
            tx.notices.receivers.add(receiver_id)

        await self.person(self.any_receiver(), wear)

    # Processes come and go

    def any_there(self, *, ending: bool = False) -> Machine | None:
        there = [one for one in self.world.there if ending or not one.is_stopping]
        return self.chance.choice(there) if there else None

    async def start_one(self) -> None:
        there = self.world.there
        role = self.chance.choice([Role.ALL, Role.DISPATCHER, Role.ALL, Role.API])
        most = SENDERS_MAX if role.sends else CALLED_MAX
        if sum(one.role.sends is role.sends for one in there) >= most:
            return
        machine = self.world.machine(role)
        self.told.append(f"{machine.number} {role}")
        machine.troubled_s = self.world.now_s
        await machine.mind.do(asyncio.get_running_loop().create_task, machine.start())

    async def crash(self) -> None:
        """In the midst of what it does, as a kill comes."""
        machine = self.any_there(ending=True)
        if machine is not None:
            self.in_the_midst(machine, machine.vanish)

    async def freeze(self) -> None:
        machine, now_s = self.any_there(ending=True), self.world.now_s
        if machine is not None and not machine.mind.is_frozen:
            lasts_s = self.chance.choice([None, 1.0, self.world.lease_s, 3 * self.world.lease_s])
            machine.frozen_until_s = None if lasts_s is None else now_s + lasts_s
            self.in_the_midst(machine, lambda: self.freeze_one(machine))

    async def overtake(self) -> None:
        """One stands still with requests under way. Most are answered well; others take over, and meet failures."""
        senders = sorted({one.machine.number for one in self.world.under_way if one.machine.is_awake})
        if not senders:
            return await self.flow_for_a_while()
        machine = self.world.machines[self.chance.choice(senders) - 1]
        self.told.append(f"({machine.number})")
        machine.frozen_until_s = None
        self.freeze_one(machine)
        for request in machine.open:
            if self.chance.random() < 0.7:
                self.end_request(request, an_outcome(204))
        before, self.fault_rate, self.rests_s = self.fault_rate, 0.9, (None, 12.0)
        if self.chance.random() < 0.3:  # and the store is slow for them: the one may be back when they are at it
            for one in self.world.awake:
                one.link.slow = 0.5
        await self.world.move(self.world.lease_s + self.chance.choice([0, 0.5, 1, 2, self.world.deadline_s + 3]))
        for _ in range(3):
            await self.answer()
        self.thaw_one(machine)
        await self.world.move(SLICE_S)
        self.fault_rate, self.rests_s = before, (None, None, 3.0)
        for one in self.world.awake:
            self.mend_one(one)
        return None

    async def slow_down(self) -> None:
        """A process that has no time: it stands still again and again, and works a little between."""
        machine = self.any_there()
        for _ in range(4):
            if machine is None or machine.mind.is_frozen or machine.mind.is_gone:
                return
            machine.frozen_until_s = self.world.now_s + self.chance.choice([0.5, 1.0, self.world.lease_s / 2])
            self.in_the_midst(machine, lambda: self.freeze_one(machine))
            await self.world.move(self.chance.choice([1.0, self.world.lease_s / 2 + 1]))

    async def thaw(self) -> None:
        frozen = [one for one in self.world.there if one.mind.is_frozen]
        if frozen:
            self.thaw_one(self.chance.choice(frozen))

    def in_the_midst(self, machine: Machine, happens: Any) -> None:
        self.told.append(f"({machine.number})")
        machine.mind.after_steps(self.chance.randint(0, STEPS_MIDST_MAX), happens)

    def freeze_one(self, machine: Machine) -> None:
        machine.mind.is_frozen = True
        machine.troubled_s = self.world.now_s

    def thaw_one(self, machine: Machine) -> None:
        self.told.append(f"{machine.number} thaws")
        machine.frozen_until_s, machine.troubled_s = None, self.world.now_s
        machine.mind.thaw()

    async def stop(self) -> None:
        """Ask one to end: it hands over what it has, while the story goes on."""
        machine = self.any_there()
        if machine is not None:
            self.told.append(f"({machine.number})")
            machine.is_stopping = True
            self._tasks.append(machine.mind.do(asyncio.get_running_loop().create_task, machine.stop()))

    def let_go_of_the_ended(self) -> None:
        for task in [one for one in self._tasks if one.done()]:
            self._tasks.remove(task)
            task.result()
        for machine in self.world.machines:
            if machine.has_ended:
                self.watch.check_machine(machine)

    # The store and the clocks

    async def disturb(self) -> None:
        machine = self.any_there()
        if machine is not None:
            self.told.append(f"({machine.number})")
            link = machine.link
            link.slow = self.chance.choice([0.0, 0.3, 0.7])
            link.failing = self.chance.choice([0.0, 0.0, 0.3, 0.8])
            link.tardy = self.chance.choice([0.0, 0.3, 0.8])
            link.unknown = self.chance.choice([0.0, 0.3, 0.6])

    async def cut_off(self) -> None:
        """One process loses sight of the store."""
        machine = self.any_there()
        if machine is not None:
            self.told.append(f"({machine.number})")
            machine.link.away = True

    async def mend(self) -> None:
        machine = self.any_there()
        if machine is not None:
            self.mend_one(machine)

    def mend_one(self, machine: Machine) -> None:
        if machine.link.is_troubled:
            machine.troubled_s = self.world.now_s
        machine.mind.do(machine.link.mend)

    async def outage(self) -> None:
        """Nobody reaches the store for a while; then everybody does, at the same moment."""
        for machine in self.world.there:
            machine.link.mend()
        before = {one: one.troubled_s for one in self.world.there}
        for machine in self.world.there:
            machine.link.away = True
        await self.world.move(self.chance.choice([1.0, self.world.lease_s / 2, self.world.lease_s, 40.0]))
        for machine in self.world.there:
            machine.link.away = False
            if not machine.mind.is_frozen:
                machine.troubled_s = before.get(machine, self.world.now_s)
        self.world.troubled_s = self.world.now_s

    async def suspend_all(self) -> None:
        """All machines stand still, and go on at the same moment."""
        self.world.troubled_s = self.world.now_s + 60.0
        await self.world.jump(60.0)

    async def leap(self) -> None:
        machine = self.any_there()
        if machine is not None:
            machine.clock.wrong_s += self.chance.choice(LEAPS_S)

    async def change_news(self) -> None:
        self.world.deaf = self.chance.choice([0.0, 0.5, 1.0])
        self.world.late = self.chance.choice([0.0, 0.5, 1.0])

    async def keep_house(self) -> None:
        try:
            await self.auditor.visit()
        except StoreError as error:
            self.told.append(type(error).__name__)

    # People, of whom others hear later

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
            book.concurrency_max = max(most, book.concurrency_max)  # its owner hears of it later
            if book.ordered and not was_ordered:
                self.watch.edited.add(one)

    # The end

    async def heal(self) -> None:
        """All is well again, nobody presses a button, and time passes until nothing is left to do."""
        self.told.append("HEAL")
        self.fault_rate, self.brisk, self.world.deaf, self.world.late = 0.0, 1.0, 0.0, 0.0
        self.world.wrong = (0.0,)
        for machine in self.world.there:
            machine.clock.wrong_s = 0.0
            self.mend_one(machine)
            if machine.mind.is_frozen:
                self.thaw_one(machine)
        while not any(one.role.sends and not one.is_stopping for one in self.world.there):
            await self.start_one()
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
        while self.world.now_s - healed_s < HEAL_S:
            await self.flow()
            await self.watch.look()
            if await self.ask(self.watch.is_over):
                return
            await self.keep_house()
            await self.world.jump(await self.ask(self.next_s))
        raise Broken("L1", "after eight hours it is not over")

    async def become_level(self) -> None:
        """Wait until all that is there has its share."""
        before_s = self.world.now_s
        while not self.watch.is_level:
            await self.world.move(1)
            self.let_go_of_the_ended()
            check(self.world.now_s - before_s < 300, "L7", "somebody does not come to an end")
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
        """How long nothing will happen."""
        due = [retries.next_due_at(tx, one, later_than=tx.now) for one in self.watch.live]
        waits_s = [(at - tx.now) / SECOND_US for at in due if at is not None]
        return min([*waits_s, WAIT_S_MAX])

    async def judge(self) -> None:
        """When all is over: the books and the tables say the same, and the store is at rest."""
        await self.keep_house()
        await self.world.move(2)
        await self.ask(self.watch.judge)
        check(not self.world.under_way, "S15", "something is under way")
        for machine in self.world.there:
            self.watch.check_machine(machine)
        before = self.watch.sends
        await self.world.move(20)
        check(self.watch.sends == before, "S5", "something is sent although nothing is owed")
        await self.become_level()


def tell_crowd(folder: Path, seed: int, *, steps: Collection[int] | None = None) -> Told:
    """Tell the story of a seed in an empty folder: all of it, or only these of its steps."""
    told = Told(seed, list(range(STEPS)) if steps is None else sorted(steps))
    clock = LeapingClock()
    try:
        tell(lambda: _tell(folder, told, clock), clock, make=MindfulLoop)
    except Broken as broken:
        told.broken = broken
    except Exception as error:  # of the code under test
        told.broken = Broken("S18", "".join(traceback.format_exception(error)))
    return told


async def _tell(folder: Path, told: Told, clock: LeapingClock) -> None:
    chance = random.Random(f"crowd {told.seed}")
    how: dict[str, Any] = {
        "places": chance.choice([4, 16, 64]),
        "lease_s": chance.choice([3.0, 6.0, 15.0]),
        "deadline_s": chance.choice([3.0, 6.0, 15.0]),
        "retry_scale": chance.choice([1_000.0, 1_000.0, 20.0]),
        "dials": chance.choice([0.0, 0.2, 0.6]),
        "wrong": chance.choice([(0.0,), (0.0, -1.0, 0.3), (0.0, 3_600.0, -3_600.0)]),
    }
    async with a_crowd(folder, chance, clock, **how) as world:
        crowd = _crowd(world, told.words)
        acts = crowd.mix()
        await crowd.begin()
        for number in told.steps:
            chance.seed(f"crowd {told.seed} {number}")
            told.acts.append(acts[number].__name__)
            await crowd.step(acts[number])
        chance.seed(f"crowd {told.seed} end")
        await crowd.heal()
        await crowd.judge()
        told.sends, told.plants = crowd.watch.sends, crowd.watch.head
        told.hands, told.dead = crowd.watch.hands, crowd.watch.dead


def _crowd(world: CrowdWorld, words: list[str]) -> Crowd:
    receivers = Receivers(
        sealer=world.sealer,
        ids=world.ids,
        random_bytes=world.chance.randbytes,
        guard=cast(Any, None),
        resolve=cast(Any, None),
        concurrency_max=8,
        deadline_s=world.deadline_s,
        resolve_s_max=1.0,
        receivers_max=100,
    )
    catalogue = Catalogue(ids=world.ids, currency="EUR", zone=ZoneInfo("Europe/Berlin"), plant_url="")
    return Crowd(world, catalogue=catalogue, receivers=receivers, disk=None, told=words)
