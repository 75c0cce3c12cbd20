"""A life of the store on a recorded disk: the real commands, and an outside record of what they acknowledged.

One random generator decides everything, so the same seed causes the same commits and the same disk operations. On a
faulty disk some commits fail, and nothing in them was promised.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from plantstore.catalogue.commands import Catalogue
from plantstore.core.ids import Ids
from plantstore.delivery.recorder import AttemptRecord, ReceiverUpdate, write_records
from plantstore.domain.deliveries.delivery import Attempt, Outcome, OutcomeKind, Retry, RetryState, settle
from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.receivers.commands import Receivers
from plantstore.sending.addresses import AddressPolicy
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.migrate import migrate, migrations
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.tables import idempotency, receivers, retries, search_index
from tests.crash.promises import Added, Adding, Promises
from tests.crash.stepped_database import SteppedDatabase, Verb
from tests.makers import NOON
from tests.recording import Listener
from tests.simulation.disk import Disk, Fault
from tests.still_clock import StillClock

Promise = Callable[[int, Any], None]
"""Records the promise of a command: the number of disk operations so far, and the command's result."""
FILE = "plantstore.db"
RECEIVERS_MAX = 4
RECORDS_MAX = 30  # of one receiver in one commit
FAULT_RATES = {Fault.FULL: 0.005, Fault.WRITE: 0.005, Fault.SYNC: 0.05}  # of a faulty disk's operations
TEXT_CHARS_MAX = 3_000  # some plants need pages of their own


class Commands:
    """The commands of the store, wired as in the program, with the given random generator."""

    def __init__(self, chance: random.Random) -> None:
        clock = StillClock()
        self.ids = Ids(clock, chance.randbytes)
        self.secret_box = SecretBox(b"k" * KEY_BYTES, chance.randbytes)
        self.catalogue = Catalogue(ids=self.ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url="")
        self.receivers = Receivers(
            secret_box=self.secret_box,
            ids=self.ids,
            random_bytes=chance.randbytes,
            address_policy=AddressPolicy(),
            resolve=_nobody,
            concurrency_max=64,
            deadline_s=15.0,
            resolve_s_max=5.0,
            receivers_max=RECEIVERS_MAX,
        )

    def add(self, tx: Transaction, adding: Adding) -> Added:
        """Add plants as a POST does: with an Idempotency-Key return the stored response, or store plants and response
        together.
        """
        stored = adding.key and idempotency.find(tx, self.secret_box, adding.request, make_room=True)
        if stored:
            return [(int(number), event_id) for number, event_id in map(str.split, stored.decode().splitlines())]
        raw = [{"name": name, "description": adding.text} for name in adding.names]
        added = [(one.plant.id, str(one.event_id)) for one in self.catalogue.add_plants(tx, raw, status=Status.ACTIVE)]
        if adding.key:
            answer = "\n".join(f"{number} {event_id}" for number, event_id in added)
            idempotency.store(tx, self.secret_box, adding.request, answer.encode())
        return added


class RecordedLife:
    """The commits between a start and the end, with several commands each."""

    def __init__(
        self, disk: Disk, folder: Path, chance: random.Random, promises: Promises, *, number: int, faulty: bool
    ) -> None:
        assert disk.journal is not None
        self.promises = promises
        self.journal = disk.journal
        self.made = 0
        """The number of operations after which the database had its tables; 0 if it had them before."""
        self.upgraded = False
        """True if it had the tables of an older version."""
        self._disk = disk
        self._path = folder / FILE
        self._chance = chance
        self._verbs = Commands(chance)
        self.refused = 0
        """The number of commits that failed because of the disk: nothing in them was acknowledged."""
        self._faulty = faulty
        self._busy = chance.choice((0.2, 1.0))
        self._number = number
        self._plants = 0
        self._found: dict[ReceiverId, Receiver] = {}
        self._waiting: dict[ReceiverId, dict[int, Retry]] = {}
        self._head = 0

    @property
    def first(self) -> int:
        """The operation after which the journal knows the files: files of an earlier life enter with the first
        operation.
        """
        return 0 if self.journal[0][0] == "create" else 1

    async def live(self, *, starts: int, commits: int) -> None:
        """Start, write, and stop gracefully, `starts` times."""
        for _ in range(starts):
            engine = SqliteEngine(self._path)
            connection = engine.connect_writer()
            if missing := migrate(connection, now=NOON):
                self.made, self.upgraded = len(self.journal), missing[0] != migrations()[0][1]
            connection.close()
            database = SteppedDatabase(engine, self._disk)
            try:
                await self._write(database, commits)
            finally:
                self._disk.heal()
                await database.close()
                engine.close()

    async def _write(self, database: SteppedDatabase, commits: int) -> None:
        await self._learn(database)
        for fault, rate in FAULT_RATES.items() if self._faulty else ():
            self._disk.set_rate(fault, rate)
        for _ in range(commits):
            await self._commit(database)
        await database.rest()

    async def _learn(self, database: SteppedDatabase) -> None:
        """Read what a start finds: the head of the log, the receivers with their cursors, and the retries."""

        def read(tx: Transaction) -> None:
            self._head = tx.execute("SELECT coalesce(max(sequence), 0) FROM events")[0][0]
            newest = tx.execute("SELECT coalesce(max(id), 0) FROM attempts")[0][0]
            self._verbs.ids.continue_attempts_after(newest)
            self._found = {one.id: one for one in receivers.page(tx, limit=RECEIVERS_MAX)}
            for receiver_id in self._found:
                rows = retries.between(tx, receiver_id, first=1, last=self._head)
                self._waiting[receiver_id] = {one: row for one, row in rows.items() if row.state is RetryState.WAITING}

        await database.commit([read], busy=False)

    async def _commit(self, database: SteppedDatabase) -> None:
        """Choose commands, queue them together, and record their promises when they have returned."""
        commands: list[tuple[Verb, Promise]] = []
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
        if any(isinstance(result, BaseException) for result in results):
            assert self._faulty and all(isinstance(result, Unavailable | StoreFull) for result in results), results
            self.refused += 1
            return
        for (_, promise), result in zip(commands, results, strict=True):
            promise(database.operations, result)

    def _adding(self, names: list[str]) -> tuple[Verb, Promise]:
        mine = []
        for _ in range(self._chance.choice((1, 1, 1, 3))):
            self._plants += 1
            mine.append(f"Plant {self._number} {self._plants}")
        names += mine
        text = "x" * self._chance.choice((0, 0, 0, self._chance.randint(1, TEXT_CHARS_MAX)))
        adding = Adding(self._chance.choice((None, f"key {mine[0]}")), tuple(mine), text)

        def promise(at: int, added: Added) -> None:
            self.promises.added.append((at, adding, added))
            self._head += len(added)

        return partial(self._verbs.add, adding=adding), promise

    def _repeating(self) -> tuple[Verb, Promise] | None:
        keyed = [(adding, added) for _, adding, added in self.promises.added if adding.key]
        if not keyed:
            return None
        adding, before = self._chance.choice(keyed)

        def promise(_at: int, added: Added) -> None:
            assert added == before, f"{adding.key} was answered differently"

        return partial(self._verbs.add, adding=adding), promise

    def _registering(self) -> tuple[Verb, Promise] | None:
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

    def _changing(self) -> tuple[Verb, Promise] | None:
        plant_id = self._some_plant(odd=True)
        if plant_id is None:
            return None
        patch = {"tag": f"tag {self._chance.randrange(1_000)}"}
        change = partial(self._verbs.catalogue.change_plant, plant_id=plant_id, patch=patch, version=None)
        return change, lambda at, stored: self.promises.versions.append((at, plant_id, stored.plant.version))

    def _deleting(self) -> tuple[Verb, Promise] | None:
        plant_id = self._some_plant(odd=False)
        if plant_id is None:
            return None
        self.promises.deletions_asked.add(plant_id)
        delete = partial(self._verbs.catalogue.delete_plant, plant_id=plant_id, deleted_by="tok_1", version=None)
        return delete, lambda at, _: self.promises.deleted.append((at, plant_id))

    def _some_plant(self, *, odd: bool) -> int | None:
        """Choose a promised plant. Odd ones are changed, even ones deleted, so that no command is refused."""
        made = [number for _, _, added in self.promises.added for number, _ in added if number % 2 == odd]
        free = [number for number in made if number not in self.promises.deletions_asked]
        return self._chance.choice(free) if free else None

    def _merging(self) -> tuple[Verb, Promise]:
        return search_index.merge, lambda _at, _more: None

    def _recording(self, receiver: Receiver) -> tuple[Verb, Promise]:
        """Record outcomes of the next deliveries, and of some retries: accepted or not."""
        waiting = self._waiting[receiver.id]
        again = [sequence for sequence in waiting if self._chance.random() < 0.3]
        last = min(self._head, receiver.cursor + self._chance.randint(1, RECORDS_MAX))
        records = [
            self._record(receiver, sequence, waiting.get(sequence))
            for sequence in [*again, *range(receiver.cursor + 1, last + 1)]
        ]
        cursor = max(receiver.cursor, last)

        def promise(at: int, _: None) -> None:
            self._found[receiver.id] = replace(receiver, cursor=cursor)
            self.promises.cursors.append((at, receiver.id, cursor))
            for record in records:
                waiting.pop(record.attempt.sequence, None)
                if record.attempt.outcome.accepted:
                    self.promises.accepted.append((at, receiver.id, record.attempt.sequence))
                elif record.new_retry is not None and record.new_retry.state is RetryState.WAITING:
                    waiting[record.attempt.sequence] = record.new_retry

        return partial(write_records, batch=records, updates={receiver.id: ReceiverUpdate(cursor=cursor)}), promise

    def _record(self, receiver: Receiver, sequence: int, retry: Retry | None) -> AttemptRecord:
        accepted = self._chance.random() < 0.7
        outcome = Outcome(OutcomeKind.ACCEPTED, 1_000, 204) if accepted else Outcome(OutcomeKind.REFUSED, 1_000, 500)
        number = 1 if retry is None else retry.tries + 1
        attempt = Attempt(self._verbs.ids.attempt(), receiver.id, sequence, "", number, NOON, outcome)
        following = settle(attempt, retry=retry, now=NOON, jitter=0.0, scale=1.0)
        return AttemptRecord(Listener(), attempt, retry, following)


async def _nobody(host: str) -> list[str]:
    raise AssertionError(f"no command may resolve {host} in its transaction")
