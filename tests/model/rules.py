"""The rules of the model test. Each one updates the model, then changes the store.

Those about plants are in `plant_rules.py`. Preconditions only require that there is something to choose from.
"""

import asyncio
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from plantstore.delivery.filter_index import FilterIndex
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.errors import Conflict, StoreError
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.filters.pattern import parse_filter
from plantstore.receivers import deliveries, replays
from plantstore.receivers.commands import find
from plantstore.receivers.patch import UNLIMITED, ReceiverPatch
from plantstore.storage.database import Transaction
from tests.model.machine import ANSWERS, GONE, GOOD
from tests.model.plain import OPEN, Again, Fate, Known
from tests.model.plant_rules import Plants, chosen, names, which
from tests.simulation import receiver_invariants

RECEIVERS_MAX = 3
answers = st.sampled_from([GOOD, GOOD, GOOD, *ANSWERS])


class Store(Plants):
    """Receivers, requests, deliveries, replays, time and the process."""

    @initialize(seed=st.integers(0, 2**32), first=st.integers(0, 8))
    def opened(self, seed: int, first: int) -> None:
        self._runner.run(self.open(seed))
        self.do(self._register("beginning", None))
        if first:
            self.do(self.add_them([("Quercus robur", None)] * first))

    # Receivers

    @precondition(lambda self: len(self.plain.receivers) < RECEIVERS_MAX)
    @rule(start=st.sampled_from(["now", "beginning", "beginning", "middle"]), wanted=st.none() | names)
    def register(self, start: str, wanted: str | None) -> None:
        self.do(self._register(start, wanted))

    async def _register(self, start: str, wanted: str | None) -> None:
        limits = ReceiverPatch(filter=None if wanted is None else parse_filter({"name": wanted}))
        firsts = {"now": self.plain.head + 1, "beginning": 1, "middle": self.plain.head // 2 + 1}
        first, asked = firsts[start], firsts[start] if start == "middle" else start

        def register(tx: Transaction) -> None:
            made = self.verbs.register(tx, url="https://a.example/", name="a", start=asked, limits=limits).receiver
            assert made.start == first
            self.plain.register(made.id, start=first, wanted=wanted)

        assert await self.press(register) is None

    @precondition(lambda self: self.plain.receivers)
    @rule(
        one=which,
        ordered=st.sampled_from([None, False, True]),
        at_once=st.sampled_from([None, 1, 2, 8]),
        rate=st.sampled_from([None, 50.0, UNLIMITED]),
    )
    def edit(self, one: int, ordered: bool | None, at_once: int | None, rate: float | None) -> None:
        change = ReceiverPatch(ordered=ordered, max_concurrency=at_once, max_rate=rate)
        receiver_id = self._receiver(one)
        self.do(self._well(lambda tx: self.verbs.change(tx, receiver_id, change, version=None)))

    @precondition(lambda self: self.plain.receivers)
    @rule(one=which)
    def pause(self, one: int) -> None:
        self.do(self._pause(self._receiver(one)))

    async def _pause(self, receiver_id: ReceiverId) -> None:
        self.plain.receivers[receiver_id].paused = True
        await self._well(lambda tx: self.verbs.pause(tx, receiver_id))

    @precondition(lambda self: self.plain.receivers)
    @rule(one=which)
    def resume(self, one: int) -> None:
        self.do(self._resume(self._receiver(one), skip=False))

    @precondition(lambda self: self.plain.receivers)
    @rule(one=which)
    def skip(self, one: int) -> None:
        """Resume a receiver and cancel everything that is open."""
        self.do(self._resume(self._receiver(one), skip=True))

    async def _resume(self, receiver_id: ReceiverId, *, skip: bool) -> None:
        skipped = self.plain.receivers[receiver_id].resumed(skip=skip)
        done = await self.press(lambda tx: self.verbs.resume(tx, receiver_id, skip=skip, asked_by="tok_1"))
        assert not isinstance(done, StoreError)
        assert done.skipped == skipped

    @precondition(lambda self: len(self.plain.receivers) > 1)
    @rule(one=which)
    def remove(self, one: int) -> None:
        self.do(self._remove(self._receiver(one)))

    async def _remove(self, receiver_id: ReceiverId) -> None:
        known = self.plain.receivers.pop(receiver_id)
        self.plain.removed[receiver_id] = known.start, self.plain.head, frozenset(known.of([Fate.FILTERED]))
        cancelled = await self.press(lambda tx: self.verbs.remove(tx, receiver_id, asked_by="tok_1"))
        assert cancelled == known.cancel_open()

    # Requests

    @precondition(lambda self: self.world.process.open)
    @rule(one=which, answer=answers)
    def answered(self, one: int, answer: str) -> None:
        self.do(self._answer(one, answer))

    async def _answer(self, one: int, answer: str) -> None:
        self.answer(one, answer)

    @precondition(lambda self: self.world.process.open)
    @rule(one=which, given=st.lists(answers, min_size=1, max_size=4), count=st.integers(2, 25))
    def several_answered(self, one: int, given: list[str], count: int) -> None:
        """Answer with the same few responses repeatedly, each before or after the previous one is recorded."""
        self.do(self._answer_several(one, given, count))

    async def _answer_several(self, one: int, given: list[str], count: int) -> None:
        for number in range(count):
            if self.world.process.open:
                self.answer(one, given[number % len(given)])
            if number % 3:
                await self.world.quiet()

    async def _answer_of(self, receiver_id: ReceiverId, given: list[str]) -> None:
        """Answer the next request to this receiver."""
        for answer in given:
            mine = [place for place, sent in enumerate(self.world.process.open) if sent.receiver_id == receiver_id]
            if mine:
                self.answer(mine[0], answer)
            await self.world.quiet()

    @precondition(lambda self: self.world.process.open)
    @rule(one=which, answer=answers, decision=st.sampled_from(["cancel", "pause", "skip", "remove", "retry", "edit"]))
    def decided_while_under_way(self, one: int, answer: str, decision: str) -> None:
        """Answer a request after a person has changed its delivery."""
        self.do(self._decide(one % len(self.world.process.open), answer, decision))

    async def _decide(self, place: int, answer: str, decision: str) -> None:
        sent = self.world.process.open[place]
        if sent.receiver_id not in self.plain.receivers:
            return
        match decision:
            case "cancel":
                await self._cancel(sent.receiver_id, sent.sequence)
            case "pause":
                await self._pause(sent.receiver_id)
            case "skip":
                await self._resume(sent.receiver_id, skip=True)
            case "remove" if len(self.plain.receivers) > 1:
                await self._remove(sent.receiver_id)
            case "retry":
                await self._retry(sent.receiver_id, sent.sequence)
            case _:
                change = ReceiverPatch(ordered=True)
                await self._well(lambda tx: self.verbs.change(tx, sent.receiver_id, change, version=None))
        await self.world.quiet()
        self.answer(self.world.process.open.index(sent), answer)

    # Deliveries

    @precondition(lambda self: self.plain.receivers and self.plain.head)
    @rule(one=which, sequence=which)
    def retry_by_hand(self, one: int, sequence: int) -> None:
        receiver_id = self._receiver(one)
        self.do(self._retry(receiver_id, self._delivery(receiver_id, sequence, [Fate.WAITING, Fate.EXHAUSTED])))

    async def _retry(self, receiver_id: ReceiverId, sequence: int) -> None:
        known = self.plain.receivers[receiver_id]
        if sequence not in known.deliveries:
            return
        allowed = known.may_retry(sequence, erased=sequence in self.plain.erased)
        if allowed:
            known.retried(sequence)
        done = await self.press(lambda tx: deliveries.retry_now(tx, receiver_id, sequence))
        assert isinstance(done, Conflict) != allowed, done

    @precondition(lambda self: self.plain.receivers and self.plain.head)
    @rule(one=which, sequence=which)
    def cancel(self, one: int, sequence: int) -> None:
        receiver_id = self._receiver(one)
        self.do(self._cancel(receiver_id, self._delivery(receiver_id, sequence, [*OPEN, Fate.EXHAUSTED])))

    async def _cancel(self, receiver_id: ReceiverId, sequence: int) -> None:
        known = self.plain.receivers[receiver_id]
        if sequence not in known.deliveries:
            return
        allowed = known.deliveries[sequence].fate not in (Fate.DELIVERED, Fate.FILTERED)
        if allowed:
            known.deliveries[sequence].become(Fate.CANCELLED)
        done = await self.press(lambda tx: deliveries.cancel(tx, receiver_id, sequence, asked_by="tok_1"))
        assert isinstance(done, Conflict) != allowed, done

    @precondition(lambda self: any(known.of([Fate.WAITING]) for known in self.plain.receivers.values()))
    @rule(one=which, counted=st.sampled_from([ATTEMPTS_MAX - 1, ATTEMPTS_MAX]), failures=st.integers(0, 8))
    def worn_out(self, one: int, counted: int, failures: int) -> None:
        """Move a waiting delivery to the end of its retry schedule, as if days had passed: waiting would take too many
        steps.
        """
        waiting = [key for key, known in self.plain.receivers.items() if known.of([Fate.WAITING])]
        self.do(self._worn_out(chosen(waiting, one), counted, failures))

    async def _worn_out(self, receiver_id: ReceiverId, counted: int, failures: int) -> None:
        known = self.plain.receivers[receiver_id]
        worn = [sequence for sequence in known.deliveries if known.may_wear_out(sequence)]
        state = RetryState.EXHAUSTED if counted == ATTEMPTS_MAX else RetryState.WAITING
        for sequence in worn:
            known.worn_out(sequence, given_up=state is RetryState.EXHAUSTED)

        def wear(tx: Transaction) -> None:
            sql = "UPDATE retries SET state = ?, attempts = ?, tries = max(tries, ?), next_attempt_at = ? "
            for sequence in worn:
                values = (state, counted, counted, tx.now, receiver_id, sequence)
                tx.update(sql + "WHERE receiver_id = ? AND sequence = ?", values)
            tx.changes.receivers.add(receiver_id)

        await self._well(wear)
        await self.world.quiet()
        await self._answer_of(receiver_id, ["404"] * failures)

    # Replays

    @precondition(lambda self: self.plain.receivers and self.plain.head)
    @rule(
        one=which,
        first=which,
        count=which,
        only=st.sampled_from(ReplayOnly),
        pace=st.sampled_from([None, 20.0]),
        accepted=st.integers(0, 3),
    )
    def replay(self, one: int, first: int, count: int, only: ReplayOnly, pace: float | None, accepted: int) -> None:
        """Start a replay, and accept a few of its requests out of order."""
        begin = first % self.plain.head + 1
        self.do(self._replay_a_little(self._receiver(one), begin, begin + count, only, pace, accepted))

    async def _replay_a_little(
        self, receiver_id: ReceiverId, first: int, last: int, only: ReplayOnly, pace: float | None, accepted: int
    ) -> None:
        await self._replay(receiver_id, first, last, only, pace)
        await self.world.quiet()
        await self._answer_several(-1, [GOOD], accepted)

    @precondition(lambda self: any(known.of([Fate.EXHAUSTED]) for known in self.plain.receivers.values()))
    @rule(one=which, given=st.lists(answers, max_size=4))
    def replay_all_that_failed(self, one: int, given: list[str]) -> None:
        failed = [key for key, known in self.plain.receivers.items() if known.of([Fate.EXHAUSTED])]
        self.do(self._replay_all_that_failed(chosen(failed, one), given))

    async def _replay_all_that_failed(self, receiver_id: ReceiverId, given: list[str]) -> None:
        await self._replay(receiver_id, 1, self.plain.head, ReplayOnly.FAILED, None)
        await self.world.quiet()
        await self._answer_of(receiver_id, given)

    async def _replay(
        self, receiver_id: ReceiverId, first: int, last: int, only: ReplayOnly, pace: float | None
    ) -> None:
        """Start a replay of the requested range, limited to the receiver's start and its cursor."""
        known, failed = self.plain.receivers[receiver_id], only is ReplayOnly.FAILED
        request = replays.ReplayRequest(first=first, last=last, only=only, pace=pace)

        def create(tx: Transaction) -> None:
            there = range(max(first, known.start), min(last, find(tx, receiver_id).cursor) + 1)
            exhausted = known.of([Fate.EXHAUSTED])
            filtered = known.of([Fate.FILTERED])
            covered = {one for one in there if one not in self.plain.erased and one not in filtered}
            total = len([one for one in exhausted if one in there] if failed else covered)
            refused = not total or len(known.replays) >= replays.RUNNING_MAX
            try:
                made = replays.create(
                    tx, ids=self.world.ids, receiver_id=receiver_id, request=request, asked_by="tok_1"
                )
            except Conflict:
                assert refused
                return
            assert not refused
            assert (made.first, made.last, made.total) == (there[0], there[-1], total)
            self.promises[made.id] = receiver_invariants.asked(tx, made)
            known.replays[made.id] = Again(failed, frozenset(there), covered)

        await self._well(create)

    @precondition(lambda self: any(known.replays for known in self.plain.receivers.values()))
    @rule(one=which)
    def cancel_replay(self, one: int) -> None:
        running = [(key, replay) for key, known in self.plain.receivers.items() for replay in known.replays]
        receiver_id, replay_id = chosen(running, one)
        self.plain.receivers[receiver_id].replay_ended(replay_id)
        self.do(self._well(lambda tx: replays.cancel(tx, receiver_id, replay_id)))

    # Time, and the process

    @rule(seconds=st.sampled_from([0.5, 5, 60, 300, 1_000, 40_000]))
    def time_passes(self, seconds: float) -> None:
        self.do(self.world.move(seconds))

    @rule(seconds=st.sampled_from([-3_600, -60, 60, 3_600]))
    def clock_leaps(self, seconds: float) -> None:
        """Due times shift with the clock: after a leap back, attempts come ahead of their time."""
        self.world.clock.leap(seconds)
        for known in self.plain.receivers.values():
            for one in known.deliveries.values():
                one.worn = False
        self.do(self.world.move(0))

    @rule()
    def old_things_go(self) -> None:
        """Let a day pass, after which retention removes attempts, ended replays, and events of deleted plants."""
        self.do(self._old_things_go())

    async def _old_things_go(self) -> None:
        await self.let_days_pass(1.1)
        await self.world.quiet()
        await self.look()
        await FilterIndex(self.world.database).run()  # without it, no event is erased
        await self.retention.run()

    @rule(
        one=which,
        accepted=st.integers(0, 4),
        given=st.lists(answers.filter(lambda answer: answer != GONE), max_size=3),
        turns=st.integers(0, 12),
        later=st.integers(0, 8),
    )
    def killed(self, one: int, accepted: int, given: list[str], turns: int, later: int) -> None:
        """Kill the process after some responses, out of order; whether the last ones were recorded is unknown."""
        self.do(self._killed(one, accepted, given, turns, later))

    async def _killed(self, one: int, accepted: int, given: list[str], turns: int, later: int) -> None:
        await self._answer_several(one, [GOOD], accepted)
        await self.world.quiet()
        for answer in given:
            if self.world.process.open:
                self.answer(one, answer, surely=False)
        for _ in range(turns):
            await asyncio.sleep(0)
        await self.kill()
        await self.world.quiet()
        await self.look()
        await self._answer_several(0, [GOOD], later)

    @rule()
    def restarted(self) -> None:
        self.do(self.restart())

    # Choosing

    def _receiver(self, one: int) -> ReceiverId:
        return chosen([*self.plain.receivers], one)

    def _delivery(self, receiver_id: ReceiverId, one: int, fates: list[Fate]) -> int:
        """Choose a delivery, preferably one in these states."""
        known: Known = self.plain.receivers[receiver_id]
        likely = [sequence for sequence, one in known.deliveries.items() if one.may_be & set(fates)]
        return chosen(likely or [*known.deliveries] or [1], one) if one % 4 else one % self.plain.head + 1

    async def _well(self, verb: Any) -> None:
        done = await self.press(verb)
        assert not isinstance(done, StoreError), done
