"""The actions of people: add and delete plants, register and change receivers, retry, cancel and replay."""

import asyncio
import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from plantstore.delivery.filter_index import FilterIndex
from plantstore.domain.deliveries.breaker import BreakerState
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.errors import StoreError
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Payload, Receiver
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import SECOND_US, after
from plantstore.receivers import deliveries, replays
from plantstore.receivers.commands import find
from plantstore.receivers.patch import UNLIMITED, ReceiverPatch
from plantstore.receivers.replays import ReplayRequest
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, hourly_stats, idempotency, retries
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables import replays as stored_replays
from tests.makers import a_retry, an_attempt, an_outcome
from tests.simulation import filters, formats, receiver_invariants
from tests.simulation.context import ASKED_BY, ScenarioContext
from tests.simulation.filters import PATTERNS, tag_of
from tests.simulation.formats import BODIES, stock_of
from tests.simulation.invariants import check
from tests.simulation.ledger import Promise, ReceiverLedger

LOST_ANSWERS = 0.1  # the share of additions whose response is lost, so that the client repeats the request
RangeWish = Callable[[Transaction, ReceiverId], tuple[int, int]]


class Actors(ScenarioContext):
    """Every action calls the commands that the API and the command line call."""

    # Plants

    async def add(self) -> None:
        """Add some plants under a new idempotency key. The response may get lost."""
        shop = self.watch.shop
        key = f"key {len(shop.promises) + len(shop.pending)}"
        shop.pending[key] = self.chance.randint(1, 6)
        await self._ask_for_plants(key)

    async def ask_again(self) -> None:
        """Repeat a request whose response was lost."""
        for key in sorted(self.watch.shop.pending):
            await self._ask_for_plants(key)

    async def _ask_for_plants(self, key: str) -> None:
        shop, is_lost = self.watch.shop, self.chance.random() < LOST_ANSWERS
        known = shop.unheard.get(key)
        try:
            answer = await self.world.database.write(lambda tx: self._add_plants(tx, key, shop.pending[key]))
        except StoreError as error:
            self.trace.append(f"{key}: {type(error).__name__}")
            return
        now = self.world.clock.now()
        if known is not None and 0 <= now - known[0] < idempotency.KEPT_S * SECOND_US:
            check(answer == known[1], "S1", f"{key} was answered {known[1]} and {answer}")
        if is_lost:
            shop.unheard.setdefault(key, (now, answer))
        else:
            shop.promises[key] = answer
            del shop.pending[key]

    def _add_plants(self, tx: Transaction, key: str, count: int) -> list[Promise]:
        """Add plants as an API call with an Idempotency-Key does."""
        asked = idempotency.Request(token_id=ASKED_BY, key=key, hash=hashlib.sha256(key.encode()).digest())
        stored_answer = idempotency.find(tx, self.world.secret_box, asked, make_room=True)
        if stored_answer is None:
            rows: list[dict[str, Any]] = [{"name": f"{key} {n}"} for n in range(count)]
            if self.has_filters:
                rows = [row | {"tag": tag_of(row["name"])} for row in rows]
            if self.has_formats:
                rows = [row | {"stock_quantity": stock_of(row["name"])} for row in rows]
            made = self.catalogue.add_plants(tx, rows, status=Status.ACTIVE)
            stored_answer = json.dumps([(one.plant.id, one.event_id) for one in made]).encode()
            idempotency.store(tx, self.world.secret_box, asked, stored_answer)
        return [Promise(*pair) for pair in json.loads(stored_answer)]

    async def delete_plants(self) -> None:
        """Delete plants. Retention erases their events later, when no receiver needs them any more."""

        def delete(tx: Transaction) -> None:
            rows = tx.execute("SELECT id FROM plants WHERE status = 'active' ORDER BY id")
            for (plant_id,) in self.chance.sample(rows, min(3, len(rows))):
                self.catalogue.delete_plant(tx, plant_id, deleted_by=ASKED_BY, version=None)

        with self.calm():
            await self.world.database.write(delete)

    # Receivers

    async def register(self) -> None:
        head = self.watch.head
        book = ReceiverLedger(poison={number for number in range(1, 300) if self.chance.random() < self.poison_rate})
        book.ordered = self.chance.random() < 0.3
        starts: list[str | int] = ["now", "beginning", max(1, head // 2)]
        start, has_history = self.chance.choice(starts), self.chance.random() < 0.6
        book.filtered = self.has_filters and self.chance.random() < 0.6
        pattern = self.chance.choice([*PATTERNS]) if book.filtered else None
        book.formatted = self.has_formats and self.chance.random() < 0.6
        payload, expression = self.chance.choice([*BODIES]) if book.formatted else (Payload.FULL, None)

        def register(tx: Transaction) -> None:
            limits = replace(filters.patch_of(pattern), ordered=book.ordered)
            body: dict[str, Any] = {"payload": payload, "expression": expression}
            made = self.receivers.register(tx, url="https://a.example/", name="a", start=start, limits=limits, **body)
            assert made.made_access_token is not None
            self.books[made.receiver.id] = book
            book.start = made.receiver.start
            book.may.tokens = {made.made_access_token.reveal()}
            book.may.secrets = {made.secret.reveal(): None}
            if has_history:
                self._write_history(tx, made.receiver.id)
            book.cancelled.update(receiver_invariants.cancelled(tx, made.receiver.id))

        with self.calm():
            await self.world.database.write(register)

    def _write_history(self, tx: Transaction, receiver_id: ReceiverId) -> None:
        """Record a random outcome for everything that is in the log so far."""
        book, receiver = self.books[receiver_id], find(tx, receiver_id)
        matching = self.watch.filters.matching(tx, receiver_id, start=receiver.start, last=self.watch.head)
        for sequence in range(receiver.start, self.watch.head + 1):
            fate = self.chance.choice([*RetryState, None, None, None])
            if sequence in receiver_invariants.cancelled(tx, receiver_id) or sequence not in matching:
                continue
            if fate is None:
                outcome = an_outcome(204)
                sent = an_attempt(sequence, id=self.world.ids.attempt(), receiver_id=receiver_id, outcome=outcome)
                attempts.add(tx, [sent])
                hourly_stats.add(tx, [sent])
                book.accepted.add(sequence)
                book.recorded.add(sequence)
                continue
            worn = ATTEMPTS_MAX if fate is RetryState.EXHAUSTED else self.chance.choice([1, ATTEMPTS_MAX - 1])
            due_at = after(tx.now, seconds=self.chance.choice([0, 1, 60]))
            previous = max((one for one in matching if one < sequence), default=0) if receiver.filtered else None
            row = a_retry(
                sequence, previous=previous, attempts=worn, receiver_id=receiver_id, state=fate, next_attempt_at=due_at
            )
            retries.upsert(tx, [row])
            if fate is RetryState.EXHAUSTED:
                book.given_up.add(sequence)
                book.over.add(sequence)
            book.worn.update({sequence} if fate is RetryState.WAITING else ())
        stored.move_cursor(tx, receiver_id, max(self.watch.head, receiver.cursor))

    async def remove(self, receiver_id: ReceiverId | None = None) -> None:
        receiver_id = receiver_id or self.any_receiver()
        if receiver_id in self.watch.removed:
            return
        if len(self.watch.live) == 1:
            await self.register()  # the scenario continues with a new receiver
        await self.person(receiver_id, lambda tx, one: self.receivers.remove(tx, one, asked_by=ASKED_BY))
        self.watch.removed.add(receiver_id)
        self.books[receiver_id].last = self.watch.head

    async def pause(self) -> None:
        receiver_id = self.any_receiver()
        await self.person(receiver_id, self.receivers.pause)
        self.books[receiver_id].paused = True

    async def resume(self, receiver_id: ReceiverId | None = None, *, skip: bool = False) -> None:
        receiver_id = receiver_id or self.any_receiver()
        book = self.books[receiver_id]
        book.paused = False
        book.hurry()

        def resume(tx: Transaction, one: ReceiverId) -> None:
            before = find(tx, one)
            if before.breaker.state is BreakerState.DISABLED or skip:
                book.disabled = False
            resumed = self.receivers.resume(tx, one, skip=skip, asked_by=ASKED_BY).receiver
            if resumed.resumes > before.resumes:
                book.is_open, book.resumed, book.said_gone = False, True, False

        await self.person(receiver_id, resume)

    async def skip(self) -> None:
        await self.resume(skip=True)

    async def edit(self) -> None:
        receiver_id = self.any_receiver()
        book = self.books[receiver_id]
        change = ReceiverPatch(
            ordered=self.chance.choice([None, False, True]),
            max_concurrency=self.chance.choice([None, 1, 2, 8]),
            max_rate=self.chance.choice([None, 5.0, UNLIMITED]),
        )
        most = change.max_concurrency or book.concurrency_max
        book.concurrency_max = max(most, book.concurrency_max)
        book.ordered = book.ordered and change.ordered is not False
        await self.person(receiver_id, lambda tx, one: self.receivers.change(tx, one, change, version=None))
        book.ordered = book.ordered if change.ordered is None else change.ordered
        book.concurrency_max = most

    async def change_filter(self) -> None:
        receiver_id, pattern = self.any_receiver(), self.chance.choice([*PATTERNS])
        self.trace.append(f"{receiver_id % 1000} {pattern}")
        self.books[receiver_id].filtered = True
        change = filters.patch_of(pattern)
        indexing = asyncio.create_task(self._index_soon(self.chance.choice([None, None, *range(0, 24, 2)])))
        await self.person(receiver_id, lambda tx, one: self.receivers.change(tx, one, change, version=None))
        await indexing

    async def change_format(self) -> None:
        receiver_id, chosen = self.any_receiver(), self.chance.choice([*BODIES])
        self.trace.append(f"{receiver_id % 1000} {chosen}")
        self.books[receiver_id].formatted = True
        change = formats.patch_of(chosen)
        await self.person(receiver_id, lambda tx, one: self.receivers.change(tx, one, change, version=None))

    async def change_plants(self) -> None:
        """Change plants whose events may not have been sent yet. No event and no body may change with them."""

        def change(tx: Transaction) -> None:
            rows = tx.execute("SELECT id FROM plants WHERE status = 'active' ORDER BY id")
            for (plant_id,) in self.chance.sample(rows, min(5, len(rows))):
                fields = {"stock_quantity": self.chance.randint(60, 99), "name": f"renamed {self.chance.random()}"}
                self.catalogue.change_plant(tx, plant_id, fields, version=None)

        with self.calm():
            await self.world.database.write(change)

    async def _index_soon(self, turns: int | None) -> None:
        """Run the job after so many iterations of the event loop, while a changed filter comes into force."""
        if turns is not None:
            for _ in range(turns):
                await asyncio.sleep(0)
            await self.index_filters()

    async def index_filters(self) -> None:
        """Run the job that stores which events match."""
        with self.calm(), suppress(StoreError):
            await FilterIndex(self.world.database).run()

    async def touch(self) -> None:
        """Change only how requests are written: the token, the signing secret or the headers."""
        receiver_id = self.any_receiver()
        may, number = self.books[receiver_id].may, self.chance.randrange(10**6)

        def rotate(tx: Transaction, one: ReceiverId) -> None:
            rotated = self.receivers.rotate_secret(tx, one)
            ends_at = rotated.old_secret_ends_at // SECOND_US
            may.secrets = {secret: ends_at for secret, ending in may.secrets.items() if ending is None}
            may.secrets[rotated.secret.reveal()] = None

        def change(tx: Transaction, one: ReceiverId) -> None:
            token = f"a-token-of-theirs-{number}"
            self.receivers.change(tx, one, ReceiverPatch(access_token=AccessToken(token)), version=None)
            may.tokens = {token}

        await self.person(receiver_id, self.chance.choice([rotate, change]))

    # Deliveries

    async def retry_by_hand(self, receiver_id: ReceiverId | None = None, sequence: int | None = None) -> None:
        def retry(tx: Transaction, receiver_id: ReceiverId) -> None:
            chosen, book = sequence or self._any(tx, receiver_id), self.books[receiver_id]
            deliveries.retry_now(tx, receiver_id, chosen)
            book.over.discard(chosen)
            book.renewed.add(chosen)
            book.due_at.pop(chosen, None)
            book.asked.add(chosen)

        await self.person(receiver_id or self.any_receiver(), retry)

    async def cancel(self, receiver_id: ReceiverId | None = None, sequence: int | None = None) -> None:
        def cancel(tx: Transaction, receiver_id: ReceiverId) -> None:
            deliveries.cancel(tx, receiver_id, sequence or self._any(tx, receiver_id), asked_by=ASKED_BY)

        await self.person(receiver_id or self.any_receiver(), cancel)

    async def replay(self) -> None:
        only = self.chance.choice([*ReplayOnly])

        def request(tx: Transaction, receiver_id: ReceiverId) -> tuple[int, int]:
            first = self._any(tx, receiver_id)
            return first, self.chance.randint(first, self.watch.head)

        if self.watch.head:
            await self._ask_for_replay(self.any_receiver(), only, request)

    async def replay_all_that_failed(self) -> None:
        """Replay the failed deliveries from the first event on, and perhaps replay all events at the same time."""
        receiver_id = self.any_receiver()
        failed, everything = ReplayOnly.FAILED, ReplayOnly.ALL
        for only in self.chance.choice([[failed], [failed] * 2, [failed, everything]]):
            if self.watch.head:
                await self._ask_for_replay(receiver_id, only, lambda *_: (1, self.watch.head))

    async def cancel_replay(self) -> None:
        def cancel(tx: Transaction, receiver_id: ReceiverId) -> None:
            for one in stored_replays.running(tx, receiver_id):
                replays.cancel(tx, receiver_id, one.id)

        await self.person(self.any_receiver(), cancel)

    async def meddle(self) -> None:
        """Cancel a delivery in flight that will fail, or retry it, or remove its receiver."""
        if not self.world.process.open:
            return
        one = self.chance.choice(self.world.process.open)
        self.books[one.receiver_id].poison.add(one.sequence)
        match self.chance.randrange(3):
            case 0:
                await self.cancel(one.receiver_id, one.sequence)
            case 1:
                await self.retry_by_hand(one.receiver_id, one.sequence)
            case _:
                await self.remove(one.receiver_id)

    async def _ask_for_replay(self, receiver_id: ReceiverId, only: ReplayOnly, request: RangeWish) -> None:
        pace = self.chance.choice([None, 2.0])

        def create(tx: Transaction, receiver_id: ReceiverId) -> None:
            first, last = request(tx, receiver_id)
            wanted = ReplayRequest(first=first, last=last, only=only, pace=pace)
            asked = replays.create(tx, ids=self.world.ids, receiver_id=receiver_id, request=wanted, asked_by=ASKED_BY)
            self.trace.append(f"{asked.first}-{asked.last} {only} {pace} {receiver_id % 1000}")
            self.watch.promises[asked.id] = receiver_invariants.asked(tx, asked)
            book = self.books[receiver_id]
            counted = book.allowed if only is ReplayOnly.ALL else book.wanted
            counted.update(range(asked.first, asked.last + 1))

        await self.person(receiver_id, create)

    def _any(self, tx: Transaction, receiver_id: ReceiverId) -> int:
        """Return any event queued for the receiver, preferably one that failed or is in flight."""
        receiver: Receiver = find(tx, receiver_id)
        head = max(1, self.watch.head)
        rows = tx.execute("SELECT sequence FROM retries WHERE receiver_id = ? ORDER BY sequence", (receiver_id,))
        chosen = self.chance.randint(min(receiver.start, head), head)
        open_now = [one.sequence for one in self.world.process.open if one.receiver_id == receiver_id]
        if rows and self.chance.random() < 0.7:
            chosen = int(self.chance.choice(rows)[0])
        elif open_now and self.chance.random() < 0.7:
            chosen = self.chance.choice(open_now)
        self.trace.append(f"{receiver_id % 1000}?{chosen}")
        return chosen
