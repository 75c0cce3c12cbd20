"""Faults of processes that share a store: they start, stop, crash, freeze, and lose the database connection."""

import asyncio
from typing import Any

from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, Outcome, OutcomeKind
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.errors import StoreError
from plantstore.domain.public_ids import ReceiverId
from plantstore.operations.audit.auditor import Auditor
from plantstore.storage.database import Transaction
from tests.makers import an_outcome
from tests.simulation.actors import Actors
from tests.simulation.cluster import SLICE_S, ClusterWorld
from tests.simulation.monitor import ClusterMonitor
from tests.simulation.network_faults import NONSENSE, SILENCES, STATUSES
from tests.simulation.processes import Request, StoreProcess

SENDERS_MAX, CALLED_MAX = 4, 2  # processes that send, and processes that only serve requests
STEPS_MIDST_MAX = 60  # callbacks of a process after which something happens to it
LEAPS_S = (-3_600.0, -60.0, -1.0, 1.0, 60.0, 3_600.0)


class ClusterFaults(Actors):
    """Time, responses, and faults of processes, the store and the clocks."""

    world: ClusterWorld
    watch: ClusterMonitor

    def __init__(self, world: ClusterWorld, **how: Any) -> None:
        super().__init__(world, **how)
        self.watch = world.watcher = world.lookout = ClusterMonitor(world, self.trace)
        world.each_slice = self.pass_slice
        self.auditor = Auditor(world.database, world.clock, retry_scale=world.retry_scale)
        self._tasks: list[asyncio.Task[None]] = []
        self.patience = self.brisk = 0.5
        """The probability, in each slice of time, that a slow result of the store arrives, and that a receiver
        responds.
        """
        self.rests_s: tuple[float | None, ...] = (None, None, 3.0)
        """The Retry-After headers that failing receivers may send."""

    # Time and answers

    def pass_slice(self) -> None:
        """Let happen what happens without a person while time passes."""
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
        """The receiver has finished the request; the process is notified as soon as it runs, if it still exists."""
        self.world.under_way.remove(one)
        self.watch.answered(one, outcome)
        one.machine.mind.hear(one.done, outcome)

    async def turn(self) -> None:
        book = self.books[self.any_receiver()]
        book.is_down = not book.is_down

    async def wear_out(self) -> None:
        """Move waiting deliveries near the end of their retry schedule, as if days had passed."""

        def wear(tx: Transaction, receiver_id: ReceiverId) -> None:
            sql = "UPDATE retries SET attempts = ?, tries = max(tries, ?) WHERE receiver_id = ? AND state = 'waiting'"
            tx.update(sql, (ATTEMPTS_MAX - 1, ATTEMPTS_MAX - 1, receiver_id))
            tx.changes.receivers.add(receiver_id)

        await self.person(self.any_receiver(), wear)

    # Processes come and go

    def any_there(self, *, ending: bool = False) -> StoreProcess | None:
        there = [one for one in self.world.there if ending or not one.is_stopping]
        return self.chance.choice(there) if there else None

    async def start_one(self) -> None:
        there = self.world.there
        role = self.chance.choice([Role.ALL, Role.DISPATCHER, Role.ALL, Role.API])
        most = SENDERS_MAX if role.sends else CALLED_MAX
        if sum(one.role.sends is role.sends for one in there) >= most:
            return
        machine = self.world.machine(role)
        self.trace.append(f"{machine.number} {role}")
        machine.troubled_s = self.world.now_s
        await machine.mind.do(asyncio.get_running_loop().create_task, machine.start())

    async def crash(self) -> None:
        """Kill a process in the middle of its work."""
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
        """Freeze a process that has requests in flight. Most of them succeed; other processes take over and meet
        failures.
        """
        senders = sorted({one.machine.number for one in self.world.under_way if one.machine.is_awake})
        if not senders:
            return await self.flow_for_a_while()
        machine = self.world.machines[self.chance.choice(senders) - 1]
        self.trace.append(f"({machine.number})")
        machine.frozen_until_s = None
        self.freeze_one(machine)
        for request in machine.open:
            if self.chance.random() < 0.7:
                self.end_request(request, an_outcome(204))
        before, self.fault_rate, self.rests_s = self.fault_rate, 0.9, (None, 12.0)
        # make the store slow for the others too, so that the frozen process may be back before they finish
        if self.chance.random() < 0.3:
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
        """Starve a process of CPU time: freeze it repeatedly, and let it work a little in between."""
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

    def in_the_midst(self, machine: StoreProcess, happens: Any) -> None:
        self.trace.append(f"({machine.number})")
        machine.mind.after_steps(self.chance.randint(0, STEPS_MIDST_MAX), happens)

    def freeze_one(self, machine: StoreProcess) -> None:
        machine.mind.is_frozen = True
        machine.troubled_s = self.world.now_s

    def thaw_one(self, machine: StoreProcess) -> None:
        self.trace.append(f"{machine.number} thaws")
        machine.frozen_until_s, machine.troubled_s = None, self.world.now_s
        machine.mind.thaw()

    async def stop(self) -> None:
        """Ask a process to stop: it releases its shards while the scenario continues."""
        machine = self.any_there()
        if machine is not None:
            self.trace.append(f"({machine.number})")
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
            self.trace.append(f"({machine.number})")
            link = machine.link
            link.slow = self.chance.choice([0.0, 0.3, 0.7])
            link.failing = self.chance.choice([0.0, 0.0, 0.3, 0.8])
            link.tardy = self.chance.choice([0.0, 0.3, 0.8])
            link.unknown = self.chance.choice([0.0, 0.3, 0.6])

    async def cut_off(self) -> None:
        """Cut one process off the store, perhaps until its lease ends and while it has requests in flight."""
        machine = self.any_there()
        if machine is not None:
            self.trace.append(f"({machine.number})")
            machine.link.away = True
            if machine.open:
                before, self.brisk = self.brisk, 0.0
                await self.world.move(self.world.lease_s + 1.5)
                self.brisk = before

    async def mend(self) -> None:
        machine = self.any_there()
        if machine is not None:
            self.mend_one(machine)

    def mend_one(self, machine: StoreProcess) -> None:
        if machine.link.is_troubled:
            machine.troubled_s = self.world.now_s
        machine.mind.do(machine.link.mend)

    async def outage(self) -> None:
        """Cut all processes off the store for a while, then reconnect all of them at the same moment."""
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
        """Suspend all machines, and resume them at the same moment."""
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
            await self.auditor.run()
        except StoreError as error:
            self.trace.append(type(error).__name__)
