"""Power cuts: the real write path on a recorded disk, cut off after any of its operations, and the state afterwards.

For each cut the files are built as it may leave them, and the store is opened on them as after any other end.
"""

import asyncio
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

from plantstore.storage.database import Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Connection, StorageRefused
from plantstore.storage.sqlite import engine as sqlite
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.tables import attempts, events, plants, receivers
from tests.crash.life import FILE, Commands, RecordedLife
from tests.crash.promises import Adding, Promises
from tests.makers import NOON
from tests.proving import Figures, Progress
from tests.simulation.disk import Disk
from tests.simulation.disk_image import DiskImage, Remainder
from tests.simulation.receiver_invariants import wrong_with_the_store
from tests.upgrade.upgrading import DUMPS, Dump, load

CUTS_A_LIFE = 15
LIVES = 3  # one after another on the same files; each starts on what a cut of the previous one left
STARTS, COMMITS = 2, 12  # of one life
# the store's are 4,000 and 32,000; lower, so that each life has several checkpoints
CHECKPOINT_PAGES, CHECKPOINT_PAGES_MAX = 60, 150


class _Place(Enum):
    """Where a cut is aimed: rare operations would be missed at random."""

    ANYWHERE = auto()
    CHECKPOINT = auto()
    CREATION = auto()


FAULTY = 0.3  # share of the lives on a disk that is sometimes full, or cannot write or sync
AIMS = (_Place.ANYWHERE, _Place.CHECKPOINT, _Place.ANYWHERE, _Place.CREATION, _Place.ANYWHERE)  # in turn


_FIGURES = (
    "cuts",
    "in_a_commit",
    "in_a_checkpoint",
    "in_a_creation",
    "in_an_upgrade",
    "after_faults",
    "plants_acknowledged",
    "lost",
    "writes_torn",
    "writes_dropped",
    "writes_kept",
)


@dataclass(slots=True)
class _Cut:
    """One cut: the life, the number of operations before it, and what it affected."""

    life: RecordedLife
    operations: int
    left: Remainder
    in_a_commit: bool
    in_a_checkpoint: bool
    in_a_creation: bool
    in_an_upgrade: bool


def prove_power(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Cut the power `count` times, each time after another operation of some life, and check the files.

    Raise AssertionError for a broken promise; the message names the seed, the life and the operation.
    """
    figures: Figures = dict.fromkeys(_FIGURES, 0)
    chance = random.Random(seed)
    with _small_checkpoints():
        for number, (cut, where) in enumerate(_cuts(folder, count, chance), 1):
            promises = cut.life.promises.until(cut.operations)
            wrong = _wrong(where / FILE, promises, chance)
            seen = (
                1,
                cut.in_a_commit,
                cut.in_a_checkpoint,
                cut.in_a_creation,
                cut.in_an_upgrade,
                cut.life.refused > 0,
                sum(len(added) for _, _, added in promises.added),
                sum("is lost" in one for one in wrong),
                cut.left.torn,
                cut.left.dropped,
                cut.left.kept,
            )
            for name, number_of_it in zip(_FIGURES, seen, strict=True):
                figures[name] += number_of_it
            assert not wrong, (
                f"seed {seed}, cut {number}, after operation {cut.operations} of {len(cut.life.journal)}: {wrong[:5]}"
            )
            shutil.rmtree(where)
            progress(number)
    return figures


def _cuts(folder: Path, count: int, chance: random.Random) -> Iterator[tuple[_Cut, Path]]:
    """Run lives, and cut each of them many times. The files of each cut are in a folder of their own."""
    made = stores = 0
    while made < count:
        here = folder / f"store {made}"
        here.mkdir()
        promises = Promises() if stores % 2 == 0 else _begin_old(here, DUMPS[stores // 2 % len(DUMPS)])
        stores += 1
        for number in range(LIVES):
            disk, life = _tell(here, chance, promises, number=made + number)
            for _ in range(min(CUTS_A_LIFE, count - made)):
                made += 1
                where = folder / f"cut {made}"
                where.mkdir()
                operations = _choose(life, AIMS[made % len(AIMS)], chance)
                yield _cut(disk, life, where, operations, chance), where
            if made == count:
                return
            shutil.rmtree(here)
            here.mkdir()
            end = chance.randint(life.first, len(life.journal))
            disk.rebuild(here, end, chance)
            promises = life.promises.until(end)
        shutil.rmtree(here)


def _begin_old(folder: Path, dump: Dump) -> Promises:
    """Begin with the store of an older version, which the first life migrates."""
    load(dump.text, folder / FILE)
    connection = apsw.Connection(str(folder / FILE))

    def rows(sql: str) -> list[Any]:
        return connection.execute(sql).fetchall()

    promises = Promises(
        old=rows("SELECT sequence, events.id, plant_id, name FROM events LEFT JOIN plants ON plants.id = plant_id"),
        receivers=rows("SELECT 0, id FROM receivers WHERE deleted_at IS NULL"),
        accepted=rows("SELECT DISTINCT 0, receiver_id, sequence FROM attempts WHERE outcome = 'accepted'"),
    )
    connection.close()
    return promises


def _tell(folder: Path, chance: random.Random, promises: Promises, *, number: int) -> tuple[Disk, RecordedLife]:
    # a generator of its own, because the disk uses it in the writer's thread
    with Disk(random.Random(chance.random()), records=True) as disk:
        life = RecordedLife(disk, folder, chance, promises, number=number, faulty=chance.random() < FAULTY)
        asyncio.run(life.live(starts=STARTS, commits=COMMITS))
    return disk, life


def _choose(life: RecordedLife, place: _Place, chance: random.Random) -> int:
    """Choose the operation after which to cut: any, or one of the rare ones if this life has them."""
    if place is _Place.CREATION and life.made:
        return chance.randrange(life.first, life.made)
    if place is _Place.CHECKPOINT and (there := _on_the_database(life)):
        return chance.choice(there) + chance.randint(0, 1)
    return chance.randint(life.first, len(life.journal))


def _on_the_database(life: RecordedLife) -> list[int]:
    """Return the operations on the database file itself: in WAL mode only checkpoints have them, once there are
    tables.
    """
    called = DiskImage.after(life.journal, len(life.journal)).called
    ours = {number for number, name in enumerate(called) if name.endswith(FILE)}
    changes = ("write", "truncate", "sync")
    places = range(life.made, len(life.journal))
    return [place for place in places if life.journal[place][0] in changes and life.journal[place][1] in ours]


def _cut(disk: Disk, life: RecordedLife, where: Path, operations: int, chance: random.Random) -> _Cut:
    state = DiskImage.after(life.journal, operations)
    left = disk.rebuild(where, operations, chance)
    made = operations >= life.made
    return _Cut(
        life,
        operations,
        left,
        in_a_commit=made and state.pending("-wal") > 0,
        in_a_checkpoint=made and state.pending(FILE) > 0,
        in_a_creation=not made and not life.upgraded,
        in_an_upgrade=not made and life.upgraded,
    )


# Checks


def _wrong(path: Path, promises: Promises, chance: random.Random) -> list[str]:
    """Open the store as after any other end, and return what is wrong with it; then let it accept new plants."""
    engine = SqliteEngine(path)
    try:
        connection = engine.connect_writer()
        migrate(connection, now=NOON)
        wrong = _damaged(connection)
        with _transaction(connection) as tx:
            wrong += [*_lost(tx, promises), *_halved(tx, promises), *wrong_with_the_store(tx)]
        if not wrong:
            wrong += [*_unable(connection, promises, Commands(chance)), *_damaged(connection)]
        connection.close()
    except (apsw.Error, StorageRefused) as error:
        return [f"it cannot be used: {error!r}"]
    finally:
        engine.close()
    return wrong


def _damaged(connection: Connection) -> list[str]:
    return [f"the file is damaged: {row[0]}" for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]


def _lost(tx: Transaction, promises: Promises) -> Iterator[str]:
    """Yield what was acknowledged but is missing."""
    for sequence, event_id, number, name in promises.old:
        plant = plants.find(tx, number)
        if events.find_sequence(tx, event_id) != sequence or (plant.fields.name if plant else None) != name:
            yield f"{event_id} of an older version, of {name}, is lost: {plant}"
    for _, adding, added in promises.added:
        for name, (number, event_id) in zip(adding.names, added, strict=True):
            plant, event = plants.find(tx, number), events.of_plant(tx, number)
            if plant is None:
                is_there = number in promises.deletions_asked and plants.find_tombstone(tx, number) is not None
            else:
                is_there = plant.fields.name == name
            if not is_there or event is None or event.id != event_id:
                yield f"{name} is lost: {plant}, {event}"
    for _, receiver_id in promises.receivers:
        if receivers.find(tx, receiver_id) is None:
            yield f"receiver {receiver_id} is lost"
    for _, receiver_id, cursor in promises.cursors:
        receiver = receivers.find(tx, receiver_id)
        if receiver is not None and receiver.cursor < cursor:
            yield f"the cursor {cursor} of {receiver_id} is lost"
    for _, receiver_id, sequence in promises.accepted:
        if not attempts.is_delivered(tx, receiver_id, sequence):
            yield f"that {receiver_id} has accepted {sequence} is lost"
    for _, number, version in promises.versions:
        plant = plants.find(tx, number)
        if plant is None or plant.version < version:
            yield f"version {version} of {number} is lost"
    for _, number in promises.deleted:
        if plants.find(tx, number) is not None:
            yield f"the deletion of {number} is lost"


def _halved(tx: Transaction, promises: Promises) -> Iterator[str]:
    """Yield gaps in the log, plants without events, and commits of which only a part exists."""
    log = tx.execute("SELECT sequence, plant_id FROM events ORDER BY sequence")
    if [sequence for sequence, _ in log] != list(range(1, len(log) + 1)):
        yield f"the log has gaps: {log}"
    names = {row[0] for row in tx.execute("SELECT name FROM plants WHERE added_at IS NOT NULL")}
    buried = {row[0] for row in tx.execute("SELECT plant_id FROM tombstones WHERE added_at IS NOT NULL")}
    if len(log) != len(names) + len(buried):
        yield f"there are {len(log)} events of {len(names)} plants and {len(buried)} that were deleted"
    gone = {
        name
        for _, adding, added in promises.added
        for name, (number, _) in zip(adding.names, added, strict=True)
        if number in buried
    }
    for commit in promises.commits:
        there = [name for name in commit if name in names or name in gone]
        if there and len(there) < len(commit):
            yield f"of {commit} only {there} are there"


def _unable(connection: Connection, promises: Promises, verbs: Commands) -> list[str]:
    """Repeat requests with their keys and add a plant: the store must answer as before, and accept new plants."""
    wrong = []
    with _transaction(connection) as tx:
        for _, adding, before in promises.added:
            if adding.key and verbs.add(tx, adding) != before:
                wrong.append(f"{adding.key} is answered differently")
        head = events.head(tx)
        verbs.add(tx, Adding("key of a new one", ("A new one",), ""))
        tx.run_pre_commit_hooks()
        if events.head(tx) != head + 1:
            wrong.append("no new plant is taken")
        wrong += wrong_with_the_store(tx)
    return wrong


@contextmanager
def _transaction(connection: Connection) -> Iterator[Transaction]:
    connection.begin_write()
    yield Transaction(connection, NOON)
    connection.commit()


@contextmanager
def _small_checkpoints() -> Iterator[None]:
    with patch.multiple(sqlite, CHECKPOINT_PAGES=CHECKPOINT_PAGES, CHECKPOINT_PAGES_MAX=CHECKPOINT_PAGES_MAX):
        yield
