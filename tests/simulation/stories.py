"""A story told of a small world: failures, outages, faults of the store, restarts, and people, in any order.

What must be true at each step, and of each delivery at the end, is checked by what the story knows of the other side,
and in the tables (`truths.py`).
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

from plantstore import deliveries, replays, retention
from plantstore.domain.breaker import Breaker, BreakerState
from plantstore.domain.delivery import ATTEMPTS_MAX, HORIZON_S, OutcomeKind, Retry, RetryState
from plantstore.domain.delivery_state import DeliveryState
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.event import Event
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import SECOND_US, after
from plantstore.domain.receiver import Receiver
from plantstore.domain.replay import ReplayOnly
from plantstore.domain.secret import Secret
from plantstore.gear import TIMER_S_MAX
from plantstore.receivers import UNLIMITED, Change, Receivers, find, lag
from plantstore.recorder import Record
from plantstore.replays import Wish
from plantstore.storage import attempts, audit, delivery_counts, events, retries
from plantstore.storage import receivers as stored
from plantstore.storage import replays as stored_replays
from plantstore.storage.database import Transaction
from plantstore.suspects import Suspects
from tests.makers import a_retry, an_attempt, an_event, an_outcome
from tests.simulation import truths
from tests.simulation.worlds import Process, World

HEAL_S = 40 * 3_600  # the longest rung with its jitter, and more
Act = Callable[[], Awaitable[None]]


@dataclass
class Book:
    """What the story knows of one receiver: the other side's truth, and what people were told."""

    poison: set[int]
    start: int = 1
    last: int = 0
    """The head of the log when the receiver was removed."""
    ordered: bool = False
    is_down: bool = False
    paused: bool = False
    disabled: bool = False
    accepted: set[int] = field(default_factory=set)
    recorded: set[int] = field(default_factory=set)
    cancelled: set[int] = field(default_factory=set)
    given_up: set[int] = field(default_factory=set)
    allowed: Counter[int] = field(default_factory=Counter)
    """How often each may be sent once more although it is recorded, cancelled or given up."""
    over: set[int] = field(default_factory=set)
    """Given up, and nobody has asked for it since."""
    wanted: Counter[int] = field(default_factory=Counter)
    """How often each may be sent although it is over: by replays of what failed."""
    renewed: set[int] = field(default_factory=set)
    """Wanted again since the last look, by hand or by a replay of what failed."""
    seen_given_up: set[int] = field(default_factory=set)
    worn: set[int] = field(default_factory=set)
    """Those of whose ladder the story made up a part."""
    failed_at: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each failed since it was given up last, on the clock that does not leap."""


class Story:
    """One world: what was done to it, and what must be true of it."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chance = world.chance
        self.verbs = Receivers(
            sealer=world.sealer,
            ids=world.ids,
            random_bytes=world.chance.randbytes,
            guard=cast(Any, None),
            resolve=cast(Any, None),
            concurrency_max=8,
            deadline_s=15.0,
            resolve_s_max=1.0,
            receivers_max=100,
        )
        self.books: dict[ReceiverId, Book] = {}
        self.removed: set[ReceiverId] = set()
        self.erased: set[int] = set()
        self.head = 0
        self.told: list[str] = [f"seed {seed}"]
        self.sends = 0
        self.faults = world.faults
        self.promises: dict[str, truths.Asked] = {}
        self.leapt_s = 0.0
        self.held: set[ReceiverId] = set()
        self.suspects = Suspects()
        world.sending, world.recorded, world.judged = self._sending, self._recorded, self._judged
        acts: list[tuple[float, Act]] = [
            (2, self._add),
            (8, self._answer),
            (3, self._flow_for_a_while),
            (3, self._pass_time),
            (0.5, self._leap),
            (0.15, self._spend_days),
            (0.5, self._turn),
            (1, self._restart),
            (1, self._kill),
            (1, self._pause),
            (3, self._resume),
            (0.4, self._skip),
            (3, self._retry_by_hand),
            (2, self._cancel),
            (3, self._replay),
            (1, self._replay_all_that_failed),
            (1, self._disturb_replays),
            (1, self._cancel_replay),
            (1, self._edit),
            (2, self._touch),
            (1, self._wear_out),
            (0.4, self._register),
            (0.2, self._remove),
            (0.5, self._erase),
            (2, self._disturb_the_store),
            (3, self._catch_up),
            (0.7, self._watch),
        ]
        poison_rates = [0.0, 0.05, 0.3]
        if self.chance.random() < 0.4:  # a story of what fails for long, and is wanted again
            few = {self._add, self._answer, self._flow_for_a_while, self._pass_time, self._kill, self._turn}
            few |= {self._spend_days, self._wear_out, self._watch, self._register, self._disturb_replays}
            few |= {self._replay, self._replay_all_that_failed, self._cancel_replay, self._retry_by_hand, self._cancel}
            acts = [(max(weight, 1), act) for weight, act in acts if act in few]
            acts += [(3, self._wear_out), (2, self._disturb_replays)]
            poison_rates = [0.3, 0.6]
        # Each world has its own mixture: what is rare in one is common in another.
        self.acts = [(weight * self.chance.choice([0, 0.5, 1, 2, 6]), act) for weight, act in acts]
        self.acts += [(5, self._answer), (0.5, self._add), (1, self._resume)]
        self.fault_rate = self.chance.choice([0.0, 0.02, 0.1, 0.3, 0.8])
        self.poison_rate = self.chance.choice(poison_rates)

    # What must always be true

    def _sending(self, receiver_id: ReceiverId, event: Event) -> None:
        self.sends += 1
        sequence, book = event.sequence, self.books[receiver_id]
        self.told.append(f"-> {receiver_id % 1000}:{sequence}")
        unrecorded = self.world.process.unrecorded
        if receiver_id in self.removed or book.paused or book.disabled:
            self.faults.append(f"sent to a receiver that is held: {sequence}")
        if sequence in self.erased:
            self.faults.append(f"sent although it is erased: {sequence}")
        if sequence in book.recorded | book.cancelled:
            book.allowed[sequence] -= 1
            self.told.append(f"again {receiver_id % 1000}:{sequence} left {book.allowed[sequence]}")
            if book.allowed[sequence] < 0:
                self.faults.append(f"sent again: {sequence}")
        elif sequence in book.over:
            counted = book.wanted if book.wanted[sequence] > 0 else book.allowed
            counted[sequence] -= 1
            if counted[sequence] < 0:
                self.faults.append(f"sent although it was given up: {sequence}")
        if book.ordered and any(count for (one, _), count in unrecorded.items() if one == receiver_id):
            self.faults.append(f"sent before the one before it was recorded: {sequence}")

    def _recorded(self, records: list[Record]) -> None:
        for record in records:
            book, sequence = self.books[record.attempt.receiver_id], record.attempt.sequence
            if record.attempt.outcome.accepted:
                book.recorded.add(sequence)
            elif record.following is None:
                continue
            elif record.following.state is RetryState.EXHAUSTED:
                book.given_up.add(sequence)
                book.over.add(sequence)
                self._check_ladder(book, sequence)
            elif record.replay is not None and record.replay.only is ReplayOnly.FAILED:
                book.over.discard(sequence)
                book.renewed.add(sequence)

    def _check_ladder(self, book: Book, sequence: int) -> None:
        """Given up is only what has failed so often, over so long a time: less only by what the clock leapt."""
        failed_at = book.failed_at.pop(sequence, [])
        if sequence in book.worn:
            book.worn.discard(sequence)
        elif len(failed_at) < ATTEMPTS_MAX or failed_at[-1] - failed_at[0] < HORIZON_S - self.leapt_s:
            self.faults.append(f"given up too early: {sequence}, it failed at {failed_at}")

    def _judged(self, receiver_id: ReceiverId, breaker: Breaker) -> None:
        self.books[receiver_id].disabled = breaker.state is BreakerState.DISABLED

    async def look(self) -> None:
        """Every delivery is in one state, and what lies behind a cursor is settled."""
        assert not self.faults, (self.faults, self.told)

        def read(tx: Transaction) -> None:
            for receiver_id, book in self.books.items():
                wrong = truths.wrong_with_replays(tx, receiver_id, self.promises)
                wrong += truths.wrong_with_rows(tx, receiver_id)
                if receiver_id in self.removed:
                    wrong += truths.wrong_with_the_end(tx, receiver_id, first=book.start, last=book.last)
                assert not wrong, (wrong, self.told)
                if receiver_id not in self.removed:
                    self._look_at(tx, find(tx, receiver_id), book)

        await self.world.database.read(read)

    def _look_at(self, tx: Transaction, receiver: Receiver, book: Book) -> None:
        counts = delivery_counts.of_receiver(tx, receiver).by_state
        assert sum(counts.values()) == events.head(tx) - receiver.start + 1, self.told
        assert min(counts.values()) >= 0, (counts, self.told)
        assert counts[DeliveryState.DELIVERED] <= len(book.accepted), (counts, self.told)
        found = audit.unsettled(tx, receiver.id, first=receiver.start, last=receiver.cursor)
        assert not found.count, (found, self.told)
        lost = book.cancelled - _cancelled(tx, receiver.id) - book.recorded
        assert not lost, ("no longer cancelled", lost, self.told)
        given_up = truths.given_up(tx, receiver.id)
        lost = book.seen_given_up - given_up - book.recorded - book.cancelled - book.renewed
        assert not lost, ("no longer given up", lost, self.told)
        book.seen_given_up = given_up
        book.renewed.clear()

    # The story

    async def start(self) -> None:
        for receiver_id, book in self.books.items():
            if receiver_id not in self.removed:
                found = await self._read(receiver_id)
                book.disabled = found.breaker.state is BreakerState.DISABLED
        await Process(self.world).start()

    async def step(self) -> None:
        act = self.chance.choices([act for _, act in self.acts], [weight for weight, _ in self.acts])[0]
        self.told.append(act.__name__)
        await act()
        await self.world.quiet()
        await self.look()

    async def heal(self) -> None:
        """All is well again and nobody presses a button: time passes until nothing is left to do."""
        self.told.append("HEAL")
        self.fault_rate = 0.0
        await self._mend_the_store()
        for receiver_id in sorted(self.books.keys() - self.removed):
            book = self.books[receiver_id]
            book.is_down, book.poison = False, set()
            if book.paused and self.chance.random() < 0.2:
                self.held.add(receiver_id)
            elif book.paused or book.disabled:
                await self._resume(receiver_id)
        for _ in range(HEAL_S // 900):
            await self._flow()
            if await self.world.database.read(self._is_over):
                return
            await self.world.database.read(self._nothing_waits)
            await self.world.move(900)
        raise AssertionError(f"it never ends: {self.told}")

    async def _watch(self) -> None:
        """For a while the store is quick and nobody presses a button: what is due goes out by itself."""
        await self._mend_the_store()
        if await self._flow(turns_max=60):
            await self.world.database.read(self._nothing_waits)

    async def _mend_the_store(self) -> None:
        link = self.world.process.link
        link.slow = link.failing = 0.0
        link.catch_up()
        for _ in range(10):  # what failed is tried again within so many seconds
            await self.world.move(1)
        await self.world.move(TIMER_S_MAX)  # so late a timer hears that the clock leapt

    async def _flow(self, *, turns_max: int = 10_000) -> bool:
        """Answer until nothing more is sent; tells whether it came so far."""
        idle = 0
        for _ in range(turns_max):
            before = self.sends
            await self.world.move(0.5)
            while self.world.process.open:
                self._one_answer(0)
                await self.world.quiet()
            idle = 0 if self.sends > before else idle + 1
            if idle == 3:
                await self.look()
                return True
        return False

    def _nothing_waits(self, tx: Transaction) -> None:
        """What is due was sent by now, wherever nothing forbids it."""
        for one in audit.flowing(tx, after=0, limit=100):
            due_at = audit.oldest_waiting_due_at(tx, one.receiver_id) if one.ordered else one.due_at
            assert due_at is None or due_at > tx.now, ("overdue", one, self.told)
            blocked = one.ordered and due_at is not None
            assert blocked or one.cursor == self.head or not lag(tx, find(tx, one.receiver_id)), (one, self.told)
            assert blocked or not stored_replays.running(tx, one.receiver_id), ("a replay hangs", self.told)
            assert not retries.asked(tx, one.receiver_id, limit=1), ("asked for and not tried", self.told)
        verdict = self.suspects.look(tx, monotonic=self.world.clock.monotonic())
        assert not verdict.receivers, (verdict, self.told)

    def _is_over(self, tx: Transaction) -> bool:
        live = self.books.keys() - self.removed - self.held
        return not any(lag(tx, find(tx, one)) or stored_replays.running(tx, one) for one in live)

    async def judge(self) -> None:
        """At the end, state by state."""

        def read(tx: Transaction) -> None:
            for receiver_id in self.books.keys() - self.removed:
                book, start = self.books[receiver_id], find(tx, receiver_id).start
                for sequence in range(start, self.head + 1):
                    state = deliveries.find(tx, receiver_id, sequence)[1].state
                    match state:
                        case DeliveryState.DELIVERED:
                            assert sequence in book.recorded, (sequence, self.told)
                        case DeliveryState.CANCELLED:
                            assert sequence in book.cancelled - book.recorded, (sequence, self.told)
                        case DeliveryState.EXHAUSTED:
                            assert sequence in book.given_up - book.recorded, (sequence, self.told)
                        case DeliveryState.HELD:
                            assert receiver_id in self.held, (sequence, self.told)
                        case _:
                            raise AssertionError((sequence, state, self.told))
            assert not truths.wrong_with_the_store(tx), (truths.wrong_with_the_store(tx), self.told)

        await self.world.database.read(read)

    # What happens by itself

    async def _add(self) -> None:
        count = self.chance.randint(1, 6)

        def append(tx: Transaction) -> None:
            added = [an_event(events.head(tx) + 1 + number) for number in range(count)]
            events.append(tx, added)
            rows = [(event.plant_id, "a plant", tx.now, tx.now, "tok_1") for event in added]
            tx.insert("tombstones", ("plant_id", "name", "added_at", "deleted_at", "deleted_by"), rows)

        self.head += count
        await self.world.database.write(append)

    async def _answer(self) -> None:
        for _ in range(self.chance.randint(1, 8)):
            if not self.world.process.open:
                return
            self._one_answer(self.chance.randrange(len(self.world.process.open)))
            if self.chance.random() < 0.5:
                await self.world.quiet()

    def _one_answer(self, which: int) -> None:
        one = self.world.process.open.pop(which)
        book, dice = self.books[one.receiver_id], self.chance.random()
        if book.is_down:
            kind = self.chance.choice([OutcomeKind.CONNECTION_REFUSED, OutcomeKind.DEADLINE])
            one.done(an_outcome(None, kind=kind))
        elif one.sequence in book.poison:
            one.done(an_outcome(500, retry_after_s=self.chance.choice([None, None, None, 3_600.0])))
        elif dice < self.fault_rate:
            status = self.chance.choice([500, 500, 404, 503, 429, 410 if dice < 0.005 else 500])
            one.done(an_outcome(status, retry_after_s=self.chance.choice([None, None, 30.0, 3_600.0])))
        else:
            book.accepted.add(one.sequence)
            one.done(an_outcome(204))
        if one.sequence not in book.accepted:
            book.failed_at[one.sequence].append(self.world.clock.monotonic())
        self.told.append(f"<- {one.receiver_id % 1000}:{one.sequence} {'ok' if one.sequence in book.accepted else ''}")

    async def _flow_for_a_while(self) -> None:
        for _ in range(self.chance.randint(1, 15)):
            if self.world.process.open:
                self._one_answer(self.chance.randrange(len(self.world.process.open)))
            await self.world.move(0.5)

    async def _pass_time(self) -> None:
        await self.world.move(self.chance.choice([0.5, 1, 5, 60, 300, 1_000, 40_000]))

    async def _leap(self) -> None:
        leap_s = self.chance.choice([-3_600, -60, 60, 3_600, 100_000])
        self.leapt_s += max(0, leap_s)
        self.world.clock.leap(leap_s)

    async def _spend_days(self) -> None:
        """From one try to the next, so long that what fails each time is given up. Some people cannot wait."""
        for _ in range(self.chance.randint(3, 25)):
            if self.chance.random() < 0.05:
                await self._retry_by_hand()
            await self.world.move(await self.world.database.read(self._until_next_try_s))
            for _ in range(40):
                if not self.world.process.open:
                    break
                self._one_answer(0)
                await self.world.quiet()

    def _until_next_try_s(self, tx: Transaction) -> float:
        due = [retries.next_due_at(tx, one, later_than=tx.now) for one in sorted(self.books.keys() - self.removed)]
        return min([(at - tx.now) / SECOND_US for at in due if at is not None], default=TIMER_S_MAX)

    async def _turn(self) -> None:
        book = self.chance.choice([*self.books.values()])
        book.is_down = not book.is_down

    async def _restart(self) -> None:
        """A graceful stop cuts off what is under way, records it, and a new process takes over."""
        process = self.world.process
        process.link.slow = process.link.failing = 0.0
        process.link.catch_up()
        while not process.is_recorded:
            await self.world.move(1)
        stopping = asyncio.create_task(process.dispatcher.stop(wait_s=10))
        await asyncio.sleep(0)
        for one in process.open:
            self.books[one.receiver_id].allowed[one.sequence] += 1
        while process.open:
            process.open.pop().done(an_outcome(None, kind=OutcomeKind.STOPPED))
        assert await stopping
        await self._kill()

    async def _kill(self) -> None:
        """Nobody hears what came of the requests under way, nor of what was not recorded yet."""
        process = self.world.process
        await process.end()
        for (receiver_id, sequence), count in process.unrecorded.items():
            self.books[receiver_id].allowed[sequence] += count
        await self.start()

    async def _disturb_the_store(self) -> None:
        link = self.world.process.link
        link.slow = self.chance.choice([0.0, 0.3, 0.7])
        link.failing = self.chance.choice([0.0, 0.0, 0.3, 0.6])

    async def _catch_up(self) -> None:
        self.world.process.link.catch_up()

    # What people do

    async def _pause(self) -> None:
        receiver_id = self._any_receiver()
        await self._person(receiver_id, self.verbs.pause)
        self.books[receiver_id].paused = True

    async def _resume(self, receiver_id: ReceiverId | None = None, *, skip: bool = False) -> None:
        receiver_id = receiver_id or self._any_receiver()
        book = self.books[receiver_id]
        book.paused = False
        if (await self._read(receiver_id)).breaker.state is BreakerState.DISABLED or skip:
            book.disabled = False
        await self._person(receiver_id, lambda tx, one: self.verbs.resume(tx, one, skip=skip, asked_by="tok_1"))

    async def _skip(self) -> None:
        await self._resume(skip=True)

    async def _retry_by_hand(self, receiver_id: ReceiverId | None = None, sequence: int | None = None) -> None:
        def ask(tx: Transaction, receiver_id: ReceiverId) -> None:
            chosen, book = sequence or self._any(tx, receiver_id), self.books[receiver_id]
            deliveries.retry_now(tx, receiver_id, chosen)
            book.over.discard(chosen)
            book.renewed.add(chosen)

        await self._person(receiver_id or self._any_receiver(), ask)

    async def _cancel(self, receiver_id: ReceiverId | None = None, sequence: int | None = None) -> None:
        def cancel(tx: Transaction, receiver_id: ReceiverId) -> None:
            deliveries.cancel(tx, receiver_id, sequence or self._any(tx, receiver_id), asked_by="tok_1")

        await self._person(receiver_id or self._any_receiver(), cancel)

    async def _replay(self) -> None:
        only = self.chance.choice([*ReplayOnly])

        def wish(tx: Transaction, receiver_id: ReceiverId) -> tuple[int, int]:
            first = self._any(tx, receiver_id)
            return first, self.chance.randint(first, self.head)

        if self.head:
            await self._ask_for_replay(self._any_receiver(), only, wish)

    async def _replay_all_that_failed(self) -> None:
        """From the first event on, and perhaps all of it again beside it."""
        receiver_id = self._any_receiver()
        for only in self.chance.choice(
            [[ReplayOnly.FAILED], [ReplayOnly.FAILED] * 2, [ReplayOnly.FAILED, ReplayOnly.ALL]]
        ):
            if self.head:
                await self._ask_for_replay(receiver_id, only, lambda *_: (1, self.head))

    async def _disturb_replays(self) -> None:
        """Begin some, let a few of their requests be answered, and then something comes between."""
        await self._replay_all_that_failed()
        await self.world.quiet()
        await self._answer()
        between = [self._kill, self._restart, self._cancel_replay, self._pause, self._remove, self._turn]
        for act in self.chance.choices([*between, self._replay_all_that_failed, *[self._meddle] * 4], k=2):
            self.told.append(act.__name__)
            await act()
            if self.chance.random() < 0.5:
                await self.world.quiet()
                await self._answer()

    async def _meddle(self) -> None:
        """Cancel what is under way and will fail, or ask for it once more, or remove its receiver."""
        if not self.world.process.open:
            return
        one = self.chance.choice(self.world.process.open)
        self.books[one.receiver_id].poison.add(one.sequence)
        match self.chance.randrange(3):
            case 0:
                await self._cancel(one.receiver_id, one.sequence)
            case 1:
                await self._retry_by_hand(one.receiver_id, one.sequence)
            case _:
                await self._remove(one.receiver_id)

    async def _ask_for_replay(
        self, receiver_id: ReceiverId, only: ReplayOnly, wish: Callable[[Transaction, ReceiverId], tuple[int, int]]
    ) -> None:
        pace = self.chance.choice([None, 2.0])

        def ask(tx: Transaction, receiver_id: ReceiverId) -> None:
            first, last = wish(tx, receiver_id)
            wanted = Wish(first=first, last=last, only=only, pace=pace)
            asked = replays.ask(tx, ids=self.world.ids, receiver_id=receiver_id, wish=wanted, asked_by="tok_1")
            self.told.append(f"{asked.first}-{asked.last} {only} {pace} {receiver_id % 1000}")
            self.promises[asked.id] = truths.asked(tx, asked)
            book = self.books[receiver_id]
            counted = book.allowed if only is ReplayOnly.ALL else book.wanted
            counted.update(range(asked.first, asked.last + 1))

        await self._person(receiver_id, ask)

    async def _cancel_replay(self) -> None:
        def cancel(tx: Transaction, receiver_id: ReceiverId) -> None:
            for one in stored_replays.running(tx, receiver_id):
                replays.cancel(tx, receiver_id, one.id)

        await self._person(self._any_receiver(), cancel)

    async def _edit(self) -> None:
        receiver_id, book = self._any_receiver(), None
        book = self.books[receiver_id]
        change = Change(
            ordered=self.chance.choice([None, False, True]),
            max_concurrency=self.chance.choice([None, 1, 2, 8]),
            max_rate=self.chance.choice([None, 5.0, UNLIMITED]),
        )
        if change.ordered is False:
            book.ordered = False
        await self._person(receiver_id, lambda tx, one: self.verbs.change(tx, one, change, version=None))
        book.ordered = book.ordered if change.ordered is None else change.ordered

    async def _touch(self) -> None:
        """What changes only how requests are written."""
        if self.chance.random() < 0.5:
            await self._person(self._any_receiver(), self.verbs.rotate_secret)
            return
        change = Change(access_token=Secret("a-token-of-theirs"))
        await self._person(self._any_receiver(), lambda tx, one: self.verbs.change(tx, one, change, version=None))

    async def _wear_out(self) -> None:
        """As if days had passed: a few that wait are near the end of their ladder."""

        def wear(tx: Transaction, receiver_id: ReceiverId) -> None:
            sql = (
                "UPDATE retries SET attempts = ?, tries = max(tries, ?), next_attempt_at = ? WHERE receiver_id = ? "
                "AND state = 'waiting' AND sequence % 2 = ?"
            )
            worn = ATTEMPTS_MAX - 1
            self.books[receiver_id].worn.update(retry.sequence for retry, _ in _waiting(tx, receiver_id))
            tx.update(sql, (worn, worn, tx.now, receiver_id, self.chance.randint(0, 1)))
            tx.notices.receivers.add(receiver_id)

        await self._person(self._any_receiver(), wear)

    async def _register(self) -> None:
        poison = {number for number in range(1, 300) if self.chance.random() < self.poison_rate}
        book = Book(poison=poison, ordered=self.chance.random() < 0.3)
        limits = Change(ordered=book.ordered)
        starts: list[str | int] = ["now", "beginning", max(1, self.head // 2)]
        start, has_history = self.chance.choice(starts), self.chance.random() < 0.6

        def register(tx: Transaction) -> Receiver:
            made = self.verbs.register(tx, url="https://a.example/", name="a", start=start, limits=limits).receiver
            self.books[made.id] = book
            book.start = made.start
            if has_history:
                self._write_history(tx, made.id)
            book.cancelled.update(_cancelled(tx, made.id))
            return made

        await self.world.database.write(register)

    def _write_history(self, tx: Transaction, receiver_id: ReceiverId) -> None:
        """All that is in the log so far has been sent, and one thing or another came of it."""
        book, receiver = self.books[receiver_id], find(tx, receiver_id)
        for sequence in range(receiver.start, self.head + 1):
            fate = self.chance.choice([*RetryState, None, None, None])
            if sequence in _cancelled(tx, receiver_id):
                continue
            if fate is None:
                outcome = an_outcome(204)
                sent = an_attempt(sequence, id=self.world.ids.attempt(), receiver_id=receiver_id, outcome=outcome)
                attempts.add(tx, [sent])
                book.accepted.add(sequence)
                book.recorded.add(sequence)
            else:
                worn = ATTEMPTS_MAX if fate is RetryState.EXHAUSTED else self.chance.choice([1, ATTEMPTS_MAX - 1])
                due_at = after(tx.now, seconds=self.chance.choice([0, 1, 60]))
                row = a_retry(sequence, attempts=worn, receiver_id=receiver_id, state=fate, next_attempt_at=due_at)
                retries.put(tx, [row])
                if fate is RetryState.EXHAUSTED:
                    book.given_up.add(sequence)
                    book.over.add(sequence)
                book.worn.update({sequence} if fate is RetryState.WAITING else ())
        stored.move_cursor(tx, receiver_id, self.head)

    async def _remove(self, receiver_id: ReceiverId | None = None) -> None:
        receiver_id = receiver_id or self._any_receiver()
        if receiver_id in self.removed:
            return
        if len(self.books.keys() - self.removed) == 1:
            await self._register()  # the story goes on
        await self._person(receiver_id, lambda tx, one: self.verbs.remove(tx, one, asked_by="tok_1"))
        self.removed.add(receiver_id)
        self.books[receiver_id].last = self.head

    async def _erase(self) -> None:
        """Their plants were deleted long ago."""
        if not self.head:
            return
        chosen = sorted({self.chance.randint(1, self.head) for _ in range(6)})
        await self.world.database.write(lambda tx: retention.erase(tx, sequences=chosen))
        gone = await self.world.database.read(lambda tx: events.erased_between(tx, first=1, last=self.head))
        self.erased.update(gone)

    async def _person(self, receiver_id: ReceiverId, verb: Callable[[Transaction, ReceiverId], object]) -> None:
        book = self.books[receiver_id]

        def press(tx: Transaction) -> set[int]:
            with suppress(Conflict, NotFound):
                verb(tx, receiver_id)
            return _cancelled(tx, receiver_id)

        self.told.append(f"({receiver_id % 1000})")
        book.cancelled.update(await self.world.database.write(press))

    def _any_receiver(self) -> ReceiverId:
        return self.chance.choice(sorted(self.books.keys() - self.removed))

    def _any(self, tx: Transaction, receiver_id: ReceiverId) -> int:
        """Any event that it is owed; more often one that failed, or that is under way."""
        start = find(tx, receiver_id).start
        rows = tx.execute("SELECT sequence FROM retries WHERE receiver_id = ? ORDER BY sequence", (receiver_id,))
        chosen = self.chance.randint(min(start, max(1, self.head)), max(1, self.head))
        open_now = [one.sequence for one in self.world.process.open if one.receiver_id == receiver_id]
        if rows and self.chance.random() < 0.7:
            chosen = int(self.chance.choice(rows)[0])
        elif open_now and self.chance.random() < 0.7:
            chosen = self.chance.choice(open_now)
        self.told.append(f"{receiver_id % 1000}?{chosen}")
        return chosen

    async def _read(self, receiver_id: ReceiverId) -> Receiver:
        found = await self.world.database.read(lambda tx: stored.find(tx, receiver_id))
        assert found is not None
        return found


def _waiting(tx: Transaction, receiver_id: ReceiverId) -> list[tuple[Retry, Event]]:
    return retries.waiting(tx, receiver_id, after=0, last=None, limit=1_000)


def _cancelled(tx: Transaction, receiver_id: ReceiverId) -> set[int]:
    """What people were told is cancelled."""
    rows = tx.execute("SELECT sequence FROM retries WHERE receiver_id = ? AND state = 'cancelled'", (receiver_id,))
    ranges = tx.execute("SELECT first, last FROM skips WHERE receiver_id = ?", (receiver_id,))
    return {row[0] for row in rows}.union(*(range(first, last + 1) for first, last in ranges))
