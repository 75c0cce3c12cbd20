"""A failed upgrade leaves the old store as it was, and the next start finishes it.

A process dies at any statement of the migrations; the disk is full; the program is older than the store.
"""

import asyncio
import atexit
import random
import signal
import subprocess
import sys
from collections import Counter
from functools import cache, partial
from pathlib import Path

import apsw
import pytest

from plantstore.app.store import Store, open_store
from plantstore.domain.errors import StoreFull
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.secret import Secret
from plantstore.operations.backup import store_files
from plantstore.operations.upgrade import upgrade_file
from plantstore.storage.engine.migrate import migrate, migrations
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from plantstore.storage.tables import events
from tests.audited import audit
from tests.makers import NOON
from tests.proving import Figures, Progress, quietly
from tests.receiver import Receiving
from tests.running import run, settings
from tests.still_clock import StillClock
from tests.upgrade.old import Content, Old, content_of
from tests.upgrade.upgrading import DUMPS, V_0_1_0, Dump, imports_at_rest, load, upgraded

ROOT = Path(__file__).parents[2]
DEATHS_MAX = 3  # of one store, before it is opened
STATEMENTS = 80  # about as many as the oldest store needs
AT_EACH = DUMPS[-2:]  # the newest versions, whose migrations are not released yet: a process dies at each statement
PAGES_MAX = 60  # pages that a full disk has left
STEP_S, TURN_S = 1.0, 0.01  # step of the store's clock, and real time between two steps, for timers that use real time
IN_TIME_S = 30
EVERY_DUMP = pytest.mark.parametrize("dump", DUMPS, ids=str)


def prove_upgrade(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Upgrade `count` stores of released versions, each after deaths and full disks, and check what receivers get."""
    seen: Counter[str] = Counter()
    for number in range(count):
        place = folder / str(number)
        place.mkdir(mode=0o700)
        upgrade = _Upgrade(DUMPS[(seed + number) % len(DUMPS)], place, random.Random(seed + number))
        run(upgrade.prove)
        audit(place)
        seen.update(upgrade.seen)
        progress(number + 1)
    return {"lost": 0, **seen}


class _Upgrade:
    """One store: its backlog, what went wrong before it was opened, and the requests to its receivers."""

    def __init__(self, dump: Dump, folder: Path, chance: random.Random) -> None:
        self._dump = dump
        self._folder = folder
        self._chance = chance
        self._owed: dict[str, Counter[int]] = {}  # by URL
        self._held: dict[str, ReceiverId] = {}
        self._head = 0
        self.seen: Counter[str] = Counter()

    async def prove(self) -> None:
        """Receivers that are not held get exactly the rest, and held ones get it when a person resumes them."""
        async with upgraded(self._dump, self._folder, self._before) as (store, clock, servers):
            await imports_at_rest(store)
            new = Counter(range(self._head + 1, await store.database.read(events.head) + 1))
            # Receivers at another path get a part of the events, or other bodies: see `test_from_0_10_0.py`.
            servers = {name: one for name, one in servers.items() if one.url in self._owed}
            owed = {name: self._owed[one.url] + new for name, one in servers.items()}
            held = {name: self._held[one.url] for name, one in servers.items() if one.url in self._held}
            await _take(store, clock, servers, {name: rest for name, rest in owed.items() if name not in held})
            for receiver_id in held.values():
                resume = partial(store.receivers.resume, receiver_id=receiver_id, asked_by="operator")
                await store.database.write(resume)
            await _take(store, clock, servers, owed)
            self.seen.update(stores=1, deliveries=sum(rest.total() for rest in owed.values()))

    def _before(self, path: Path) -> None:
        with Old(path) as old:
            self.seen["gaps"] += bool(self._chance.random() < 0.7 and old.leave_a_gap(self._chance))
            receivers, held, self._head = old.receivers(), old.held(), old.head
            self._owed = {url: old.owed(receiver_id) for receiver_id, (url, _, _) in receivers.items()}
            self._held = {receivers[receiver_id][0]: ReceiverId(receiver_id) for receiver_id in held}
            schema = old.schema
        before = content_of(path)
        for _ in range(self._chance.randint(1, DEATHS_MAX)):
            die(path, self._chance.randint(0, STATEMENTS))
            self._look(path, before, schema, "deaths")
            fill_the_disk(path, self._chance.randint(0, PAGES_MAX))
            self._look(path, before, schema, "full_disks")

    def _look(self, path: Path, before: Content, schema: int, what: str) -> None:
        """Check that the store is either unchanged or completely migrated."""
        after = content_of(path)
        finished = len(after["schema_version"]) > schema
        assert finished or after == before
        assert not finished or len(after["schema_version"]) == len(migrations())
        self.seen[f"{what}_that_left_it_old"] += not finished
        self.seen[what] += 1


async def _take(
    store: Store, clock: StillClock, servers: dict[str, Receiving], expected: dict[str, Counter[int]]
) -> None:
    """Let time pass until each receiver has what is expected, and check that nothing more comes."""

    def got() -> dict[str, Counter[int]]:
        found = {name: Counter(one.sequence for one in server.got) for name, server in servers.items()}
        return {name: counts for name, counts in found.items() if counts}

    async def pass_time() -> None:
        assert await store.dispatcher.settle(wait_s=10)  # otherwise a request in flight would time out
        clock.move(STEP_S)
        await asyncio.sleep(TURN_S)

    expected = {name: rest for name, rest in expected.items() if rest}
    async with asyncio.timeout(IN_TIME_S):
        while any(got().get(name, Counter()) < rest for name, rest in expected.items()):
            await pass_time()
    await pass_time()
    assert await store.dispatcher.settle(wait_s=10)
    wrong = {name: rest for name, rest in got().items() if rest != expected.get(name)}
    assert got() == expected, f"{wrong} came, and should be {expected}"


def die(path: Path, statement: int) -> int:
    """Let a process die during migration; return the number of statements if it reached the end, otherwise 0."""
    dying = _dying()
    assert dying.stdin is not None and dying.stdout is not None
    print(statement, path, file=dying.stdin, flush=True)
    ended_by, done = map(int, dying.stdout.readline().split())
    assert ended_by == signal.SIGKILL
    return done


@cache
def _dying() -> "subprocess.Popen[str]":
    """Return the program whose processes die; it ends with the tests."""
    command = [sys.executable, "-m", "tests.upgrade.dying"]
    dying = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(_end, dying)
    return dying


def _end(dying: "subprocess.Popen[str]") -> None:
    dying.communicate(timeout=10)


def fill_the_disk(path: Path, pages: int) -> bool:
    """Migrate with only this many pages left; return True if they were enough."""
    connection = Connection(path, writes=True)
    try:
        [(present,)] = connection.execute("PRAGMA page_count")
        connection.execute(f"PRAGMA max_page_count = {present + pages}")
        migrate(connection, now=NOON)
    except apsw.FullError:
        return False
    else:
        return True
    finally:
        connection.close()


@EVERY_DUMP
def test_a_kill_at_any_statement_keeps_the_old_store_and_the_next_start_upgrades_it(dump: Dump, tmp_path: Path) -> None:
    load(dump.text, tmp_path / "plantstore.db")
    before = content_of(tmp_path / "plantstore.db")
    whole = tmp_path / "whole.db"
    load(dump.text, whole)
    statements = die(whole, 1_000)

    stride = 1 if dump in AT_EACH else 7
    for statement in sorted({*range(0, statements, stride), statements - 1}):
        die(tmp_path / "plantstore.db", statement)
        assert content_of(tmp_path / "plantstore.db") == before, statement

    assert die(tmp_path / "plantstore.db", 1_000) == statements
    assert content_of(tmp_path / "plantstore.db") == content_of(whole)


@EVERY_DUMP
def test_after_any_failure_each_receiver_gets_exactly_its_backlog(dump: Dump, tmp_path: Path) -> None:
    figures = prove_upgrade(tmp_path, count=1, seed=DUMPS.index(dump), progress=quietly)

    assert figures["stores"] == 1
    assert figures["deliveries"] >= 8


def test_a_full_disk_is_reported_in_one_line_and_keeps_the_old_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plantstore.db"
    load(V_0_1_0.text, path)
    before = content_of(path)
    connect = SqliteEngine.connect_writer

    def full(engine: SqliteEngine) -> Connection:
        connection = connect(engine)
        connection.execute("PRAGMA max_page_count = 1")  # it is never less than the pages in use
        return connection

    async def start() -> None:
        async with open_store(settings(tmp_path, key=Secret(V_0_1_0.facts["key"]))):
            raise AssertionError("it was opened")

    with monkeypatch.context() as patched:
        patched.setattr(SqliteEngine, "connect_writer", full)
        with pytest.raises(StoreFull, match="The disk is full; nothing was changed"):
            run(start)
        with pytest.raises(StoreFull, match="The disk is full; nothing was changed"):
            upgrade_file(store_files(settings(tmp_path)), clock=StillClock())

    assert content_of(path) == before


@EVERY_DUMP
def test_a_store_of_a_newer_version_is_refused_and_unchanged(dump: Dump, tmp_path: Path) -> None:
    path = tmp_path / "plantstore.db"
    load(f"{dump.text}\nINSERT INTO schema_version VALUES ({migrations()[-1][0] + 1}, 'later', 1);", path)
    before = content_of(path)

    async def start() -> None:
        async with open_store(settings(tmp_path, key=Secret(dump.facts["key"]))):
            raise AssertionError("it was opened")

    with pytest.raises(StorageRefused, match=r"of a newer Plant Store .* Start the newer program, or restore a backup"):
        run(start)

    assert content_of(path) == before
