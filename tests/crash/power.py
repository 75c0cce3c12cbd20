"""Power cuts: the real write path on a recorded disk, cut off after any of its operations, and what is there then.

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
from unittest.mock import patch

from plantstore.storage import attempts, events, plants, receivers, sqlite
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Connection
from plantstore.storage.migrations import migrate
from plantstore.storage.sqlite import SqliteEngine
from tests.crash.life import FILE, Adding, Life, Promises, Verbs
from tests.makers import NOON
from tests.proving import Figures, Progress
from tests.simulation.disk import Disk
from tests.simulation.platter import Left, Platter
from tests.simulation.truths import wrong_with_the_store

CUTS_A_LIFE = 15
LIVES = 3  # one after another on the same files, the next one on what a cut of the last one left
STARTS, COMMITS = 2, 12  # of one life
CHECKPOINT_PAGES, CHECKPOINT_PAGES_MAX = 60, 150  # of the store's 4,000 and 32,000: so that each life has several


class _Place(Enum):
    """Where a cut is aimed: what is rare among the operations would be missed by chance."""

    ANYWHERE = auto()
    CHECKPOINT = auto()
    CREATION = auto()


AIMS = (_Place.ANYWHERE, _Place.CHECKPOINT, _Place.ANYWHERE, _Place.CREATION, _Place.ANYWHERE)  # in turn


@dataclass(slots=True)
class _Cut:
    """One cut: of which life, after how many of its operations, and what it met."""

    life: Life
    operations: int
    left: Left
    in_a_commit: bool
    in_a_checkpoint: bool
    in_a_creation: bool


def prove_power(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Cut the power `count` times, each time after another operation of some life, and look at what is left.

    A promise that is broken is an AssertionError that names the seed, the life and the operation.
    """
    figures: Figures = dict.fromkeys(
        ("cuts", "in_a_commit", "in_a_checkpoint", "in_a_creation", "plants_acknowledged", "lost"), 0
    )
    figures |= dict.fromkeys(("writes_torn", "writes_dropped", "writes_kept", "operations"), 0)
    chance = random.Random(seed)
    with _small_checkpoints():
        for number, (cut, where) in enumerate(_cuts(folder, count, chance), 1):
            promises = cut.life.promises.until(cut.operations)
            wrong = _wrong(where / FILE, promises, chance)
            lost = sum("is lost" in one for one in wrong)
            figures["cuts"] += 1
            figures["in_a_commit"] += cut.in_a_commit
            figures["in_a_checkpoint"] += cut.in_a_checkpoint
            figures["in_a_creation"] += cut.in_a_creation
            figures["plants_acknowledged"] += sum(len(added) for _, _, added in promises.added)
            figures["lost"] += lost
            figures["writes_torn"] += cut.left.torn
            figures["writes_dropped"] += cut.left.dropped
            figures["writes_kept"] += cut.left.kept
            figures["operations"] += cut.operations
            assert not wrong, (
                f"seed {seed}, cut {number}, after operation {cut.operations} of {len(cut.life.journal)}: {wrong[:5]}"
            )
            shutil.rmtree(where)
            progress(number)
    return figures


def _cuts(folder: Path, count: int, chance: random.Random) -> Iterator[tuple[_Cut, Path]]:
    """Tell lives, and cut each many times. Each cut's files stand in a folder of their own."""
    made = 0
    while made < count:
        promises, here = Promises(), folder / f"store {made}"
        here.mkdir()
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
            end = chance.randrange(len(life.journal))
            disk.rebuild(here, end, chance)
            promises = life.promises.until(end)
        shutil.rmtree(here)


def _tell(folder: Path, chance: random.Random, promises: Promises, *, number: int) -> tuple[Disk, Life]:
    with Disk(records=True) as disk:
        life = Life(disk, folder, chance, promises, number=number)
        asyncio.run(life.live(starts=STARTS, commits=COMMITS))
    return disk, life


def _choose(life: Life, place: _Place, chance: random.Random) -> int:
    """After which operation to cut: any, or one of those that are rare, if this life has them."""
    if place is _Place.CREATION and life.made:
        return chance.randrange(life.made)
    if place is _Place.CHECKPOINT and (there := _on_the_database(life)):
        return chance.choice(there) + chance.randint(0, 1)
    return chance.randint(0, len(life.journal))


def _on_the_database(life: Life) -> list[int]:
    """The operations on the database itself: WAL mode makes them in checkpoints only, once there are tables."""
    files = [operation[1] for operation in life.journal if operation[0] in ("create", "found")]
    ours = {number for number, name in enumerate(files) if name.endswith(FILE)}
    changes = ("write", "truncate", "sync")
    return [
        number
        for number, one in enumerate(life.journal)
        if number >= life.made and one[0] in changes and one[1] in ours
    ]


def _cut(disk: Disk, life: Life, where: Path, operations: int, chance: random.Random) -> _Cut:
    state = Platter.after(life.journal, operations)
    left = disk.rebuild(where, operations, chance)
    made = operations >= life.made
    return _Cut(
        life,
        operations,
        left,
        in_a_commit=made and state.pending("-wal") > 0,
        in_a_checkpoint=made and state.pending(FILE) > 0,
        in_a_creation=not made,
    )


# What must be true


def _wrong(path: Path, promises: Promises, chance: random.Random) -> list[str]:
    """Open the store as after any other end, and say what is wrong with it; then let it take new plants."""
    engine = SqliteEngine(path)
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    try:
        wrong = _damaged(connection)
        with _transaction(connection) as tx:
            wrong += [*_lost(tx, promises), *_halved(tx, promises), *wrong_with_the_store(tx)]
        if not wrong:
            wrong += _unable(connection, promises, Verbs(chance))
        return wrong + _damaged(connection)
    finally:
        connection.close()
        engine.close()


def _damaged(connection: Connection) -> list[str]:
    return [f"the file is damaged: {row[0]}" for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]


def _lost(tx: Transaction, promises: Promises) -> Iterator[str]:
    """What was acknowledged and is not there."""
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
    """Gaps in the log, plants without events, and commits of which only a part is there."""
    log = tx.execute("SELECT sequence, plant_id FROM events ORDER BY sequence")
    if [sequence for sequence, _ in log] != list(range(1, len(log) + 1)):
        yield f"the log has gaps: {log}"
    names: dict[str, int] = dict(tx.execute("SELECT name, id FROM plants"))
    buried = {row[0] for row in tx.execute("SELECT plant_id FROM tombstones")}
    if {number for _, number in log} != {*names.values(), *buried}:
        yield "there are other plants than events"
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


def _unable(connection: Connection, promises: Promises, verbs: Verbs) -> list[str]:
    """Repeat requests under their keys, and add a plant: whether the store answers as it did, and takes new ones."""
    wrong = []
    with _transaction(connection) as tx:
        for _, adding, before in promises.added:
            if verbs.add(tx, adding) != before:
                wrong.append(f"{adding.key} is answered differently")
        head = events.head(tx)
        verbs.add(tx, Adding("key of a new one", ("A new one",), ""))
        tx.finish()
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
