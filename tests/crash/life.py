"""A life of the store on a disk that is recorded: the real verbs, and a list, kept outside, of what was acknowledged.

Everything goes by one chance. The writer is the real one, but it takes what is queued when it is told to: so the same
seed makes the same commits, and each promise knows after which operation of the disk it was made.
"""

import asyncio
import hashlib
import random
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from plantstore.catalogue import Catalogue
from plantstore.domain.delivery import Attempt, Outcome, OutcomeKind, Retry, RetryState, settle
from plantstore.domain.identity import ReceiverId
from plantstore.domain.plant import Status
from plantstore.domain.receiver import Receiver
from plantstore.ids import Ids
from plantstore.receivers import Receivers
from plantstore.recorder import Record, Standing, write_records
from plantstore.sending.addresses import AddressGuard
from plantstore.storage import idempotency, plant_words, receivers, retries
from plantstore.storage.database import Database, Notices, Transaction, _Command
from plantstore.storage.engine import Connection
from plantstore.storage.migrations import migrate
from plantstore.storage.sealing import KEY_BYTES, Sealer
from plantstore.storage.sqlite import SqliteEngine
from tests.conftest import StillClock
from tests.makers import NOON
from tests.recording import Listener
from tests.simulation.disk import Disk

Result = TypeVar("Result")
Verb = Callable[[Transaction], Any]
FILE = "plantstore.db"
COMMANDS_MAX = 100  # more than one commit of a life has
RECEIVERS_MAX = 4
RECORDS_MAX = 30  # of one receiver in one commit
TEXT_CHARS_MAX = 3_000  # some plants take pages of their own


@dataclass(frozen=True, slots=True)
class Adding:
    """A request that adds plants, with its key: what is asked is the same whenever it is asked."""

    key: str
    names: tuple[str, ...]
    text: str

    @property
    def request(self) -> idempotency.Request:
        asked = "\n".join((*self.names, self.text)).encode()
        return idempotency.Request(token_id="tok_1", key=self.key, hash=hashlib.sha256(asked).digest())


Added = list[tuple[int, str]]
"""The number of each plant, and the id of its event."""


@dataclass(slots=True)
class Promises:
    """What was acknowledged, each with the number of operations after which it was. A cut before that may undo it."""

    added: list[tuple[int, Adding, Added]] = field(default_factory=list)
    commits: list[list[str]] = field(default_factory=list)
    """The names of the plants that each commit was to add, acknowledged or not: all or none of them is there."""
    receivers: list[tuple[int, ReceiverId]] = field(default_factory=list)
    accepted: list[tuple[int, ReceiverId, int]] = field(default_factory=list)
    cursors: list[tuple[int, ReceiverId, int]] = field(default_factory=list)
    versions: list[tuple[int, int, int]] = field(default_factory=list)
    """Of changed plants: number, version."""
    deleted: list[tuple[int, int]] = field(default_factory=list)
    deletions_asked: set[int] = field(default_factory=set)

    def until(self, operations: int) -> "Promises":
        """What holds for who begins after a cut there: it was all acknowledged before the beginning."""

        def kept(items: Iterable[tuple[Any, ...]]) -> list[Any]:
            return [(0, *rest) for at, *rest in items if at <= operations]

        return Promises(
            kept(self.added),
            self.commits[:],
            kept(self.receivers),
            kept(self.accepted),
            kept(self.cursors),
            kept(self.versions),
            kept(self.deleted),
            set(self.deletions_asked),
        )


class Verbs:
    """The verbs of the store, put together as the program does it, with a chance that is handed in."""

    def __init__(self, chance: random.Random) -> None:
        clock = StillClock()
        self.ids = Ids(clock, chance.randbytes)
        self.sealer = Sealer(b"k" * KEY_BYTES, chance.randbytes)
        self.catalogue = Catalogue(ids=self.ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url="")
        self.receivers = Receivers(
            sealer=self.sealer,
            ids=self.ids,
            random_bytes=chance.randbytes,
            guard=AddressGuard(),
            resolve=_nobody,
            concurrency_max=64,
            deadline_s=15.0,
            resolve_s_max=5.0,
            receivers_max=RECEIVERS_MAX,
        )

    def add(self, tx: Transaction, adding: Adding) -> Added:
        """What a POST with an Idempotency-Key does: the stored answer, or the plants and the answer together."""
        stored = idempotency.find(tx, self.sealer, adding.request)
        if stored is None:
            raw = [{"name": name, "description": adding.text} for name in adding.names]
            made = self.catalogue.add_plants(tx, raw, status=Status.ACTIVE)
            stored = "\n".join(f"{one.plant.id} {one.event_id}" for one in made).encode()
            idempotency.store(tx, self.sealer, adding.request, stored)
        return [(int(number), event_id) for number, event_id in map(str.split, stored.decode().splitlines())]


class TurnDatabase(Database):
    """The real one, whose writer waits for its turn: what was queued until then is one commit."""

    def __init__(self, engine: SqliteEngine, disk: Disk) -> None:
        self._disk = disk
        self._rests, self._turns = threading.Semaphore(0), threading.Semaphore(0)
        self._ends: list[int] = []
        super().__init__(
            engine,
            StillClock(),
            on_commit=lambda _notices: None,
            readers=1,
            commit_commands_max=COMMANDS_MAX,
            waiting_commands_max=COMMANDS_MAX,
            waiting_reads_max=1,
        )

    async def commit(self, verbs: Sequence[Verb], *, busy: bool) -> list[Any]:
        """Run all in one transaction, and wait for it. While it runs a busy store has more to do already."""
        await self._rest()
        self._ends.clear()
        self._commit_commands_max = len(verbs)
        futures = [self.write(verb) for verb in [*verbs, *[_nothing] * busy]]
        self._turns.release()
        results = await asyncio.gather(*futures)
        return results[: len(verbs)]

    @property
    def operations(self) -> int:
        """After so many operations of the disk the last commit was done: what it holds is acknowledged from there."""
        return self._ends[0]

    async def close(self) -> None:
        await self._rest()
        self._turns.release()
        await super().close()

    async def _rest(self) -> None:
        """Wait until the writer has written back what it wanted to: else chance would be the system's."""
        await self._loop.run_in_executor(None, self._rests.acquire)

    def _next_batch(self) -> list[_Command]:
        if self._waiting.empty():
            self._rests.release()
            self._turns.acquire()
        return super()._next_batch()

    def _commit(self, connection: Connection, batch: list[_Command]) -> Notices:
        notices = super()._commit(connection, batch)
        assert self._disk.journal is not None
        self._ends.append(len(self._disk.journal))
        return notices


class Life:
    """What happens between a start and the end, in commits of several commands each."""

    def __init__(self, disk: Disk, folder: Path, chance: random.Random, promises: Promises, *, number: int) -> None:
        assert disk.journal is not None
        self.promises = promises
        self.journal = disk.journal
        self.made = 0
        """After so many operations the database had its tables; 0 when it had them before."""
        self._disk = disk
        self._path = folder / FILE
        self._chance = chance
        self._verbs = Verbs(chance)
        self._busy = chance.choice((0.2, 1.0))
        self._number = number
        self._plants = 0
        self._found: dict[ReceiverId, Receiver] = {}
        self._waiting: dict[ReceiverId, dict[int, Retry]] = {}
        self._head = 0

    async def live(self, *, starts: int, commits: int) -> None:
        """Start, write, and stop in order, so many times."""
        for _ in range(starts):
            engine = SqliteEngine(self._path)
            connection = engine.connect_writer()
            if migrate(connection, now=NOON):
                self.made = len(self.journal)
            connection.close()
            database = TurnDatabase(engine, self._disk)
            await self._learn(database)
            for _ in range(commits):
                await self._commit(database)
            await database.close()
            engine.close()

    async def _learn(self, database: TurnDatabase) -> None:
        """Find out what a start finds: the head of the log, the receivers with their cursors, what is retried."""

        def read(tx: Transaction) -> None:
            self._head = tx.execute("SELECT coalesce(max(sequence), 0) FROM events")[0][0]
            newest = tx.execute("SELECT coalesce(max(id), 0) FROM attempts")[0][0]
            self._verbs.ids.attempts_after(newest)
            self._found = {one.id: one for one in receivers.page(tx, limit=RECEIVERS_MAX)}
            for receiver_id in self._found:
                rows = retries.between(tx, receiver_id, first=1, last=self._head)
                self._waiting[receiver_id] = {one: row for one, row in rows.items() if row.state is RetryState.WAITING}

        await database.commit([read], busy=False)

    async def _commit(self, database: TurnDatabase) -> None:
        """Choose commands, queue them together, and write down what was promised when they have returned."""
        commands: list[tuple[Verb, Callable[[int, Any], None]]] = []
        names: list[str] = []
        for _ in range(self._chance.choice((1, 1, 2, 4, 8))):
            commands.append(self._adding(names))
        others = (self._repeating, self._registering, self._changing, self._deleting, self._merging)
        for other in others:
            if self._chance.random() < 0.25 and (command := other()):
                commands.append(command)
        for receiver in self._found.values():
            if self._chance.random() < 0.6:
                commands.append(self._recording(receiver))
        self._chance.shuffle(commands)
        self.promises.commits.append(names)
        results = await database.commit([verb for verb, _ in commands], busy=self._chance.random() < self._busy)
        for (_, promise), result in zip(commands, results, strict=True):
            promise(database.operations, result)

    def _adding(self, names: list[str]) -> tuple[Verb, Callable[[int, Any], None]]:
        mine = []
        for _ in range(self._chance.choice((1, 1, 1, 3))):
            self._plants += 1
            mine.append(f"Plant {self._number} {self._plants}")
        names += mine
        text = "x" * self._chance.choice((0, 0, 0, self._chance.randint(1, TEXT_CHARS_MAX)))
        adding = Adding(f"key {mine[0]}", tuple(mine), text)

        def promise(at: int, added: Added) -> None:
            self.promises.added.append((at, adding, added))
            self._head += len(added)

        return partial(self._verbs.add, adding=adding), promise

    def _repeating(self) -> tuple[Verb, Callable[[int, Any], None]] | None:
        if not self.promises.added:
            return None
        _, adding, before = self._chance.choice(self.promises.added)

        def promise(_at: int, added: Added) -> None:
            assert added == before, f"{adding.key} was answered differently"

        return partial(self._verbs.add, adding=adding), promise

    def _registering(self) -> tuple[Verb, Callable[[int, Any], None]] | None:
        if len(self._found) >= RECEIVERS_MAX:
            return None
        start = self._chance.choice(("now", "beginning"))

        def promise(at: int, receiver: Receiver) -> None:
            self.promises.receivers.append((at, receiver.id))
            self._found[receiver.id] = receiver
            self._waiting[receiver.id] = {}

        return partial(self._register, start=start), promise

    def _register(self, tx: Transaction, start: str) -> Receiver:
        url = "https://printer.example/plant/webhook"
        return self._verbs.receivers.register(tx, url=url, name="label printer", start=start).receiver

    def _changing(self) -> tuple[Verb, Callable[[int, Any], None]] | None:
        plant_id = self._some_plant(odd=True)
        if plant_id is None:
            return None
        patch = {"tag": f"tag {self._chance.randrange(1_000)}"}
        change = partial(self._verbs.catalogue.change_plant, plant_id=plant_id, patch=patch, version=None)
        return change, lambda at, stored: self.promises.versions.append((at, plant_id, stored.plant.version))

    def _deleting(self) -> tuple[Verb, Callable[[int, Any], None]] | None:
        plant_id = self._some_plant(odd=False)
        if plant_id is None:
            return None
        self.promises.deletions_asked.add(plant_id)
        delete = partial(self._verbs.catalogue.delete_plant, plant_id=plant_id, deleted_by="tok_1", version=None)
        return delete, lambda at, _: self.promises.deleted.append((at, plant_id))

    def _some_plant(self, *, odd: bool) -> int | None:
        """One that was promised. Odd ones are changed, even ones deleted: so no command of a commit can be refused."""
        made = [number for _, _, added in self.promises.added for number, _ in added if number % 2 == odd]
        free = [number for number in made if number not in self.promises.deletions_asked]
        return self._chance.choice(free) if free else None

    def _merging(self) -> tuple[Verb, Callable[[int, Any], None]]:
        return plant_words.merge, lambda _at, _more: None

    def _recording(self, receiver: Receiver) -> tuple[Verb, Callable[[int, Any], None]]:
        """Outcomes of what is owed next, and of some that are tried again: accepted, or not."""
        waiting = self._waiting[receiver.id]
        again = [sequence for sequence in waiting if self._chance.random() < 0.3]
        last = min(self._head, receiver.cursor + self._chance.randint(1, RECORDS_MAX))
        records = [
            self._record(receiver, sequence, waiting.get(sequence))
            for sequence in [*again, *range(receiver.cursor + 1, last + 1)]
        ]
        cursor = max(receiver.cursor, last)
        self._found[receiver.id] = replace(receiver, cursor=cursor)
        for record in records:
            waiting.pop(record.attempt.sequence, None)
            if record.following is not None and record.following.state is RetryState.WAITING:
                waiting[record.attempt.sequence] = record.following

        def promise(at: int, _: None) -> None:
            self.promises.cursors.append((at, receiver.id, cursor))
            for record in records:
                if record.attempt.outcome.accepted:
                    self.promises.accepted.append((at, receiver.id, record.attempt.sequence))

        return partial(write_records, batch=records, standings={receiver.id: Standing(cursor=cursor)}), promise

    def _record(self, receiver: Receiver, sequence: int, retry: Retry | None) -> Record:
        accepted = self._chance.random() < 0.7
        outcome = Outcome(OutcomeKind.ACCEPTED, 1_000, 204) if accepted else Outcome(OutcomeKind.REFUSED, 1_000, 500)
        number = 1 if retry is None else retry.tries + 1
        attempt = Attempt(self._verbs.ids.attempt(), receiver.id, sequence, "", number, NOON, outcome)
        following = settle(attempt, retry=retry, now=NOON, jitter=0.0, scale=1.0)
        return Record(Listener(), attempt, retry, following)


def _nothing(_tx: Transaction) -> None:
    """What comes next when the store is busy."""


async def _nobody(host: str) -> list[str]:
    raise AssertionError(f"no verb may resolve {host} in its transaction")
