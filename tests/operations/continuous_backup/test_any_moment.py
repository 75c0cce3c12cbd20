"""Random commits, rollbacks, checkpoints, kills and failures of the place: every time that can be restored is right."""

import asyncio
import random
import shutil
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw
import pytest

from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.continuous_backup import bases, extracting, keys, shipping
from plantstore.operations.continuous_backup.places import BackupFolder, list_chains
from plantstore.operations.continuous_backup.shipping import ContinuousBackup, Destination
from plantstore.operations.continuous_backup.states import plan, spans
from plantstore.operations.photo_backup import no_report
from plantstore.storage.sqlite import engine as sqlite
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.sqlite.wal_reader import ChangedPages, WalReader
from tests.makers import NOON

PRIVATE, PUBLIC = keys.new_key()
TABLES = "CREATE TABLE events (sequence INTEGER PRIMARY KEY, body BLOB); CREATE TABLE schema_version (version INTEGER)"
HELD, LOG = 400_000, 4_000_000  # bytes
State = list[tuple[Any, ...]]
ROWS = "SELECT sequence, body FROM events ORDER BY sequence"


class SteppedClock:
    """A clock that is a second later each time it is read."""

    def __init__(self) -> None:
        self.read = 0

    def now(self) -> Instant:
        self.read += 1
        return self.last

    @property
    def last(self) -> Instant:
        return after(NOON, seconds=self.read)

    def monotonic(self) -> float:
        return float(self.read)


class FailingFolder(BackupFolder):
    """Refuses to write while `fails`."""

    fails = False

    async def put(self, name: str, content: bytes) -> None:
        if self.fails:
            raise Unavailable("The folder is full.")
        await super().put(name, content)


class Shop:
    """A database that one process at a time writes, and its continuous backup."""

    def __init__(self, folder: Path, dice: random.Random, clock: SteppedClock) -> None:
        self.path, self.dice, self.clock = folder / "data" / "plantstore.db", dice, clock
        self.place = FailingFolder(folder / "backups")
        self.states: dict[Instant, State] = {}
        self.kills = 0

    def open(self) -> None:
        self.engine = SqliteEngine(self.path)
        reader = self.engine._wal_reader = WalReader(self.path, held_bytes_max=HELD, log_bytes_max=LOG)
        self.backup = ContinuousBackup(
            self.path,
            reader,
            Destination(place=self.place, recipient=keys.recipient(PUBLIC), digest="here"),
            keep_days=9,
            clock=self.clock,
            random_bytes=self.dice.randbytes,
        )
        self.backup.resume()
        self.writer = self.engine.connect_writer()
        self.writer.script(TABLES.replace("TABLE", "TABLE IF NOT EXISTS"))

    def commit(self) -> None:
        for _ in range(self.dice.randint(1, 30)):
            size = self.dice.choice([10, 3_000, 20_000])
            sequence = self.dice.randint(1, 400)
            self.writer.execute("INSERT OR REPLACE INTO events VALUES (?, ?)", (sequence, self.dice.randbytes(size)))

    def write(self) -> None:
        self.writer.begin_write()
        self.commit()
        if self.dice.random() < 0.2:
            self.writer.rollback()
        else:
            self.writer.commit()

    def delete(self) -> None:
        self.writer.execute("DELETE FROM events WHERE sequence % 3 = ?", (self.dice.randint(0, 2),))
        if self.dice.random() < 0.3:
            self.writer.script("VACUUM")

    async def ship(self) -> None:
        """Write a segment, and remember what the database had then."""
        state, is_retry, before = self.state(), self.backup._unsent is not None, self.backup.status.complete_at
        with suppress(Unavailable):
            await self.backup._pass()
        if self.backup.status.complete_at not in (None, before) and not is_retry:
            self.states[self.clock.last] = state
        task = self.backup._base_task
        if task is not None and self.dice.random() < 0.5:
            await asyncio.wait([task], timeout=5)

    def state(self) -> State:
        return list(self.writer.execute(ROWS))

    def stumble(self) -> None:
        self.place.fails = not self.place.fails and self.dice.random() < 0.3

    async def restart(self) -> None:
        await self.backup.stop()
        self.writer.close()
        await self.backup.finish()
        self.engine.close()
        self.open()

    async def kill(self) -> None:
        """Continue with a copy of the files as they are now, which is what a kill leaves."""
        await self.backup.stop()
        copied = self.path.parent.with_name(f"data-{self.kills}")
        shutil.copytree(self.path.parent, copied)
        self.writer._wal_reader = None
        self.writer.close()
        self.engine.close()
        self.kills += 1
        self.path = copied / self.path.name
        self.open()


async def live(shop: Shop, steps: int) -> None:
    shop.open()
    for _ in range(steps):
        step = shop.dice.choices(
            [shop.write, shop.ship, shop.delete, shop.stumble, shop.restart, shop.kill], [40, 30, 4, 3, 2, 2]
        )[0]
        outcome: Any = step()
        if outcome is not None:
            await outcome
        shop.writer.checkpoint(idle=shop.dice.random() < 0.5)
    shop.place.fails = False
    for _ in range(6):
        await shop.ship()
        if shop.backup._base_task is not None:
            await asyncio.wait([shop.backup._base_task], timeout=5)
    assert shop.backup.status.complete_at is not None
    await shop.restart()
    await shop.backup.stop()
    shop.writer.close()
    shop.engine.close()


async def restored(shop: Shop, at: Instant, to: Path) -> State:
    chains = await list_chains(shop.place)
    chosen = plan(chains, at=at)
    key_file = to.with_name("backup.key")
    key_file.write_text(f"# a comment\n{PRIVATE.reveal()}\n")
    await extracting.extract(
        shop.place, chosen, to, keys=keys.read_keys(key_file), report=no_report, photo_report=no_report
    )
    connection = apsw.Connection(str(to))
    [[pages]] = connection.execute("PRAGMA page_count").fetchall()
    assert isinstance(pages, int) and to.stat().st_size == 4_096 * pages
    found: State = list(connection.execute(ROWS).fetchall())
    connection.close()
    to.unlink()
    return found


@pytest.mark.parametrize("seed", range(6))
async def test_each_time_has_the_state_that_the_database_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 40 + 400 * (seed % 2))
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES_MAX", 60 + 600 * (seed % 2))
    monkeypatch.setattr(shipping, "SEGMENTS_MAX", 4)
    monkeypatch.setattr(shipping, "PAGES_MAX", 32)
    monkeypatch.setattr(bases, "PAGES_MAX", 32)  # a base takes several steps
    monkeypatch.setattr(shipping, "EVERY_S", 0.001)
    monkeypatch.setattr(bases, "FIRST_PAUSE_S", 0.001)
    monkeypatch.setattr(files, "describe", lambda _connection: None)
    shop = Shop(tmp_path, random.Random(seed), SteppedClock())
    await live(shop, 150)

    found = spans(await list_chains(shop.place))
    wrong = []
    compared = 0
    for span in found:
        for at in [at for at in shop.states if span.first <= at <= span.last]:
            compared += 1
            if await restored(shop, at, tmp_path / "back.db") != shop.states[at]:
                wrong.append(at)
    assert not wrong
    assert compared > 10, found


async def whole_base(tmp_path: Path) -> Shop:
    """Return a shop whose base has all its parts and waits for the segment that completes it."""
    shop = Shop(tmp_path, random.Random(1), SteppedClock())
    shop.open()
    await shop.backup._pass()
    assert shop.backup._base_task is not None
    await asyncio.wait([shop.backup._base_task])
    return shop


async def last_of_base(shop: Shop) -> int | None:
    [chain] = await list_chains(shop.place)
    return chain.bases[0].last if chain.bases else None


def end(shop: Shop) -> None:
    shop.writer.close()
    shop.engine.close()


async def test_a_segment_from_before_the_base_was_whole_does_not_complete_it(tmp_path: Path) -> None:
    shop = await whole_base(tmp_path)
    base, shop.backup._base_task = shop.backup._base_task, asyncio.get_running_loop().create_future()  # type: ignore[assignment]
    shop.place.fails = True
    shop.write()
    with pytest.raises(Unavailable):
        await shop.backup._pass()
    shop.place.fails, shop.backup._base_task = False, base
    await shop.backup._pass()
    before = await last_of_base(shop)
    await shop.backup._pass()
    end(shop)

    assert (before, await last_of_base(shop)) == (None, 3)


async def test_a_segment_that_leaves_commits_in_the_log_does_not_complete_a_base(tmp_path: Path) -> None:
    shop = await whole_base(tmp_path)
    for number in range(40):
        shop.writer.execute("INSERT INTO events VALUES (?, zeroblob(20000))", (number + 1_000,))
    found = []
    while not await shop.backup._pass():
        found.append(await last_of_base(shop))
    end(shop)

    assert found == [None]
    assert (await last_of_base(shop) or 0) > 2


async def test_pages_that_were_taken_when_the_store_stopped_are_not_lost(tmp_path: Path) -> None:
    shop = await whole_base(tmp_path)
    await shop.backup._pass()
    reader, is_taking, may_end = shop.backup._reader, threading.Event(), threading.Event()
    take = reader.take

    def take_slowly() -> ChangedPages:
        is_taking.set()
        assert may_end.wait(30)
        return take()

    shop.writer.execute("INSERT INTO events VALUES (1000, randomblob(20000))")
    object.__setattr__(reader, "take", take_slowly)
    shop.backup.start()
    await asyncio.to_thread(is_taking.wait, 30)
    stopping = asyncio.create_task(shop.backup.stop())
    await asyncio.sleep(0)
    may_end.set()
    await stopping
    object.__setattr__(reader, "take", take)
    shop.writer.execute("INSERT INTO events VALUES (1001, 'later')")
    state = shop.state()
    shop.writer.close()
    await shop.backup.finish()
    shop.engine.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "describe", lambda _connection: None)
        found = await restored(shop, shop.clock.now(), tmp_path / "back.db")
    assert found == state
