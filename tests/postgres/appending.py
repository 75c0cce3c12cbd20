"""Many processes add plants at the same time, and some roll back, while another process reads the feed.

With a fault a process appends in a way that is known to be wrong.
"""

import asyncio
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

import uvloop

from plantstore.catalogue.commands import Catalogue
from plantstore.core.clock import SystemClock
from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict
from plantstore.domain.event import Event
from plantstore.domain.plants.plant import Status
from plantstore.storage.database import Database, Transaction
from plantstore.storage.postgres import dialect
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.tables import events
from tests import engines
from tests.proving import Figures, Progress
from tests.starter import start

AT_ONCE = 8  # commands of one process that wait for the same commit
UNDONE = 0.1  # of the commands, after they have written
BATCH_MAX = 5  # plants of one command
WRITERS = 8
SECONDS_MAX = 300
FEED_PAGE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What one process reports. `races` counts the commands it had to run again after a conflict."""

    added: list[int]
    undone: int
    races: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """What all of them have done, and what the reader of the feed has seen: `holes` are leaps in what it read."""

    written: Sequence[Written]
    seen: int
    holes: list[tuple[int, int]]

    @property
    def plants(self) -> list[int]:
        return sorted(plant_id for one in self.written for plant_id in one.added)

    @property
    def races(self) -> int:
        return sum(one.races for one in self.written)


def append(url: str, *, writers: int, plants: int, seed: int, fault: str = "") -> Appended:
    """Let the processes add `plants` plants in total, and read the feed until they have."""
    with ExitStack() as stack:
        outputs = [stack.enter_context(TemporaryFile()) for _ in range(writers)]
        running = [
            start(
                [url, str(plants // writers), str(seed * writers + number), fault],
                output=output,
                program="tests.postgres.appending",
            )
            for number, output in enumerate(outputs)
        ]
        for one in running:
            stack.callback(one.kill)
        seen, holes = _read_feed(url, lambda: any(one.poll() is None for one in running))
        said = []
        for one, output in zip(running, outputs, strict=True):
            assert one.wait(SECONDS_MAX) == 0, "a writer has failed: see what it said"
            output.seek(0)
            said.append(output.read())
    return Appended(written=[Written(**json.loads(text)) for text in said], seen=seen, holes=holes)


def _read_feed(url: str, goes_on: Callable[[], bool]) -> tuple[int, list[tuple[int, int]]]:
    """Read the log like a client of the feed; return the last sequence, and every gap."""
    last, holes = 0, []
    with _open(url) as engine, closing(engine.connect_reader()) as connection:
        while True:
            was_going_on = goes_on()  # asked before: what they did last is read too
            connection.begin_read()
            page = events.page(Transaction(connection, SystemClock().now()), after=last, limit=FEED_PAGE)
            connection.rollback()
            for event in page:
                if event.sequence != last + 1:
                    holes.append((last, event.sequence))
                last = event.sequence
            if not page and not was_going_on:
                return last, holes


async def _write(url: str, *, plants: int, chance: random.Random) -> Written:
    added: list[int] = []
    undone, left = 0, plants
    clock = SystemClock()
    catalogue = Catalogue(
        ids=Ids(clock, chance.randbytes), currency="EUR", zone=ZoneInfo("UTC"), plant_url="https://shop.example/{id}"
    )

    def add(tx: Transaction, count: int, is_undone: bool) -> list[int]:
        raw = [{"name": f"Plant {chance.random()}"} for _ in range(count)]
        stored = catalogue.add_plants(tx, raw, status=Status.ACTIVE)
        if is_undone:
            tx.execute("SELECT 1")  # what waited to be inserted is: there is something to undo
            raise Conflict
        return [one.plant.id for one in stored]

    async def add_some(database: Database) -> None:
        nonlocal undone, left
        while left:
            count = min(left, chance.randint(1, BATCH_MAX))
            is_undone = chance.random() < UNDONE
            left -= 0 if is_undone else count
            with suppress(Conflict):
                command = partial(add, count=count, is_undone=is_undone)
                added.extend(await database.write(command, exclusive=False))
            undone += is_undone

    with _open(url) as engine:
        database = Database(
            engine,
            clock,
            on_commit=lambda _notices: None,
            readers=1,
            commit_commands_max=100,
            waiting_commands_max=1_000,
            waiting_reads_max=10,
        )
        try:
            await asyncio.gather(*(add_some(database) for _ in range(AT_ONCE)))
        finally:
            await database.close()
        return Written(added=added, undone=undone, races=engine.races)


class _Counting(PostgresEngine):
    """Counts how often a process was overtaken by another."""

    races = 0

    def is_serialization_conflict(self, error: BaseException) -> bool:  # type: ignore[override]
        found = PostgresEngine.is_serialization_conflict(error)
        self.races += found
        return found


@contextmanager
def _open(url: str) -> Iterator[_Counting]:
    engine = _Counting(url)
    try:
        yield engine
    finally:
        engine.close()


# Ways to append that are known to be wrong


def _lock_within_the_insert(tx: Transaction, new: Sequence[Event]) -> None:
    """Its statement has looked at the log before it had the lock."""
    for event in new:
        columns = ", ".join(events.COLUMNS)
        lock = dialect.advisory_lock("log").replace("SELECT ", "")
        sql = (
            f"INSERT INTO events ({columns}) SELECT (SELECT coalesce(max(sequence), 0) + 1 FROM events), "
            f"?, ?, ?, ?, ? FROM {lock} RETURNING sequence"
        )
        [(sequence,)] = tx.execute(sql, event[1:])
        tx.changes.events.append(event._replace(sequence=sequence))


def _no_lock(tx: Transaction, new: Sequence[Event]) -> None:
    first = events.head(tx) + 1
    events.add(tx, [event._replace(sequence=first + number) for number, event in enumerate(new)])


def _numbers_of_the_server(tx: Transaction, new: Sequence[Event]) -> None:
    """Wrong: a sequence assigns numbers early, and their transactions may commit later, or never."""
    drawn = [row[0] for row in tx.execute("SELECT nextval('event_numbers') FROM generate_series(1, ?)", (len(new),))]
    events.add(tx, [event._replace(sequence=number) for event, number in zip(new, drawn, strict=True)])


FAULTS: dict[str, Any] = {
    "the lock within the insert": _lock_within_the_insert,
    "no lock": _no_lock,
    "numbers of the server": _numbers_of_the_server,
}


def prove_appending(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Part of the proof: eight processes add plants."""
    del folder
    with engines.databases() as databases:
        lent = databases.take()
        appended = append(lent.url, writers=WRITERS, plants=count, seed=seed)
        check(appended, plants=count)
        databases.give_back(lent)
    progress(count)
    undone = sum(one.undone for one in appended.written)
    return {"plants": count, "undone": undone, "holes seen": len(appended.holes), "races": appended.races}


def check(appended: Appended, *, plants: int) -> None:
    """The log is 1, 2, 3 … without a hole at any time, and no plant is twice or not in it."""
    assert appended.holes == []
    assert appended.seen == plants
    assert len(set(appended.plants)) == len(appended.plants) == plants
    assert appended.races == 0, "a process read an old end of the log"
    assert all(one.undone for one in appended.written)


def run() -> None:
    """Be one of the processes (starter.py)."""
    url, plants, seed, fault = sys.argv[1:]
    with mock.patch.object(events, "_append", FAULTS[fault]) if fault else nullcontext():
        written = uvloop.run(_write(url, plants=int(plants), chance=random.Random(seed)))
    json.dump({"added": written.added, "undone": written.undone, "races": written.races}, sys.stdout)
