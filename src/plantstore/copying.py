"""Copy a whole store from one database into another, of either engine: its log, cursors, retries, tokens, all of it.

The source is only read, in one snapshot, while nobody works on it. The copy is filled table by table in the order of
keys, each page in a transaction of its own, so that the last key there says where to go on after a kill. Then all rows
are read again on both sides and compared; only a copy that holds every one of them lets a store in.
"""

import base64
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from plantstore.clock import Clock
from plantstore.domain.errors import StoreError
from plantstore.domain.plant_import import OPEN
from plantstore.maintenance import no_chance
from plantstore.settings import Settings
from plantstore.storage import engines, files, folders, imports, plant_words, plants, processes, tables, unfinished
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Connection, Engine, Row, StorageRefused
from plantstore.storage.migrations import migrate, shape_of, steps, version_of
from plantstore.storage.sealing import Sealer, check_key, read_key
from plantstore.storage.sqlite import check_place
from plantstore.storage.tables import PLANTS, TABLES, WORDS, Table
from plantstore.storage.unfinished import Unfinished

LOOK_AGAIN_S = 1.0  # at processes that may have ended without saying so
COPYING, COMPARING = "Copying", "Comparing"
_BUSY = "plantstore db copy"  # what a store that is started meanwhile reads in the lock file

Report = Callable[[str, str, int, int], None]
"""Hears what is done, with which table, how many rows of all tables are done, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What comes from outside. `wait` sleeps so many seconds; `page_rows_max` bounds what one transaction writes."""

    clock: Clock
    wait: Callable[[float], None]
    report: Report
    page_rows_max: int = tables.PAGE_ROWS_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """A copy that is whole. `resumed`: an earlier run had begun it. `open_imports` need their files."""

    schema: int
    head: int
    rows: dict[str, int]
    resumed: bool
    open_imports: int


def copy(source: Settings, to: Settings, *, key: bytes, tools: Tools) -> Copied:
    """Copy the store of one database into another; StorageRefused says in a sentence why not.

    What is refused at the beginning changes nothing. Whatever ends it later, the same call goes on from there.
    """
    if source.database_shown == to.database_shown:
        raise StorageRefused(f"{source.database_shown} cannot be copied onto itself.")
    with _source(source, tools) as reading, _opened(to) as engine:
        check_key(reading, Sealer(key, no_chance))
        counts = {table.name: tables.count(reading.connection, table) for table in TABLES}
        wanted = Unfinished(mark=_mark(reading), address=source.database_shown, counts=counts, rows=0)
        begun = _look(engine, to, wanted)
        with closing(engine.connect_writer()) as writer, _explained(engine):
            work = _Work(reading, engine, writer, begun or wanted, tools)
            if begun is None:
                work.begin()
            work.fill()
            work.compare()
            _check_still_idle(source, reading, tools)
            work.finish(key)
        return Copied(
            schema=version_of(reading.connection),
            head=files.describe(reading.connection).head,
            rows=counts,
            resumed=begun is not None,
            open_imports=len(imports.in_states(reading, OPEN)),
        )


class _Work:
    """One copy while it is made; `copy` is how far it has come."""

    def __init__(self, source: Transaction, engine: Engine, writer: Connection, copy: Unfinished, tools: Tools) -> None:
        self._source = source
        self._engine = engine
        self._writer = writer
        self._copy = copy
        self._tools = tools

    def begin(self) -> None:
        """Make the tables, and say that they are not filled yet."""
        migrate(self._writer, now=self._tools.clock.now())
        with self._transaction():
            unfinished.begin(self._writer, self._copy)

    def fill(self) -> None:
        """Go on from the last row of each table that is there."""
        for table in TABLES:
            columns = self._columns(table)
            after = tables.newest_key(self._writer, table)
            rows_max = self._tools.page_rows_max
            for rows in tables.pages(self._source.connection, table, columns, after=after, rows_max=rows_max):
                self._put(table, columns, rows)
                self._report(COPYING, table, self._copy.rows)
            if table is PLANTS:
                self._merge_words()

    def compare(self) -> None:
        """Hold every row against its source; StorageRefused names the first that is not the same."""
        done = 0
        with closing(self._engine.connect_reader()) as reader:
            reader.begin_read()
            for table in TABLES:
                for count in self._compared(table, reader):
                    done += count
                    self._report(COMPARING, table, done)
            for _ in self._compared(WORDS, reader):
                pass
            reader.rollback()

    def finish(self, key: bytes) -> None:
        """Bring the facts over, and with the same commit let the store in."""
        facts = self._source.execute("SELECT name, value FROM facts ORDER BY name")
        with self._transaction() as tx:
            unfinished.end(self._writer, self._copy)
            tx.insert("facts", ("name", "value"), facts)
            check_key(tx, Sealer(key, no_chance))
            self._writer.adopt("plant", plants.newest_id(tx))

    def _put(self, table: Table, columns: list[str], rows: list[Row]) -> None:
        """Write one page, and how far that is, in one transaction."""
        words = self._words(rows[0][0], len(rows)) if table is PLANTS else {}
        copy = replace(self._copy, rows=self._copy.rows + len(rows))
        with self._transaction() as tx:
            unfinished.move_on(self._writer, self._copy, copy)
            tables.put(self._writer, table, columns, tables.cleaned(table, columns, rows))
            plant_words.fill(tx, words)
        self._copy = copy
        self._writer.checkpoint(idle=True)

    def _words(self, first: int, count: int) -> dict[int, Sequence[str]]:
        """The words of plants: what one engine has indexed, no other could read."""
        page = plants.page(self._source, plants.Filter(), after=first - 1, limit=count)
        return {plant.id: plant_words.words_of_plant(plant) for plant in page}

    def _merge_words(self) -> None:
        is_left = True
        while is_left:
            with self._transaction() as tx:
                is_left = plant_words.merge(tx)

    def _compared(self, table: Table, reader: Connection) -> Iterator[int]:
        """Compare page by page, and give how many rows each has."""
        columns = ["rowid"] if table is WORDS else self._columns(table)
        rows_max = self._tools.page_rows_max
        ours = tables.pages(self._source.connection, table, columns, rows_max=rows_max)
        copied = tables.pages(reader, table, columns, rows_max=rows_max)
        nothing: list[Row] = []
        for rows, others in zip_longest(ours, copied, fillvalue=nothing):
            difference = tables.first_difference(table, columns, tables.cleaned(table, columns, rows), others)
            if difference:
                raise _different(difference)
            yield len(rows)

    def _columns(self, table: Table) -> list[str]:
        columns = self._source.connection.columns(table.name)
        assert sorted(columns) == sorted(self._writer.columns(table.name)), table.name
        return columns

    def _report(self, what: str, table: Table, done: int) -> None:
        self._tools.report(what, table.name, done, self._copy.rows_in_all)

    @contextmanager
    def _transaction(self) -> Iterator[Transaction]:
        self._writer.begin_write()
        try:
            tx = Transaction(self._writer, self._tools.clock.now())
            yield tx
            self._writer.commit()
        except BaseException:
            self._writer.rollback()
            raise


def _different(what: str) -> StorageRefused:
    return StorageRefused(
        f"The copy is not like its source: {what}. One of them was changed meanwhile: empty the copy, and begin again."
    )


def _look(engine: Engine, to: Settings, wanted: Unfinished) -> Unfinished | None:
    """See that a database is empty, or half of just this copy, and give that. Nothing is changed."""
    if not to.is_postgresql and not to.database_path.exists():
        return None
    with closing(engine.connect_reader()) as reader, _explained(engine):
        reader.begin_read()
        there = reader.tables()
        if not there:
            return None
        if "schema_version" not in there:
            raise StorageRefused(f"{to.database_shown} holds tables of something else. Name an empty database.")
        shape = shape_of(reader)
        begun = unfinished.find(reader) if shape else None
        names = [one for one in ("facts", *(table.name for table in TABLES)) if one in there]
        if begun is None:
            if any(reader.execute(f"SELECT 1 FROM {name} LIMIT 1") for name in names):
                raise StorageRefused(f"{to.database_shown} holds a store already. Name an empty database.")
            return None
        _check_same(begun, wanted, to, shape)
        return begun


def _check_same(begun: Unfinished, wanted: Unfinished, to: Settings, shape: int) -> None:
    if begun.mark != wanted.mark:
        raise StorageRefused(f"{to.database_shown} is half a copy of another store, {begun.address}.")
    if shape != steps()[-1][0]:
        raise StorageRefused(
            f"{to.database_shown} is half a copy that another version has begun: empty it, and begin again."
        )
    changed = [name for name, count in wanted.counts.items() if begun.counts.get(name) != count]
    if changed:
        raise StorageRefused(
            f"{wanted.address} was changed since this copy was begun ({', '.join(changed)}): "
            f"empty {to.database_shown}, and begin again."
        )


@contextmanager
def _source(settings: Settings, tools: Tools) -> Iterator[Transaction]:
    """One snapshot of a store that nobody works on, of the shape that this version knows."""
    if not settings.is_postgresql:
        check_place(settings.database_path)
        if not settings.database_path.is_file():
            raise StorageRefused(f"There is no store at {settings.database_path}.")
    with _opened(settings) as engine, closing(engine.connect_reader()) as reader, _explained(engine):
        if "schema_version" not in reader.tables():
            raise StorageRefused(f"There is no store in {settings.database_shown}.")
        if settings.is_postgresql:
            _check_idle(settings, reader, tools)
        reader.begin_read()
        shape = version_of(reader)
        if shape < steps()[-1][0]:
            raise StorageRefused(
                f"{settings.database_shown} is of an older Plant Store (schema {shape}; this program needs "
                f"{steps()[-1][0]}): run `plantstore db migrate` on it first."
            )
        yield Transaction(reader, tools.clock.now())
        reader.rollback()


@contextmanager
def _opened(settings: Settings) -> Iterator[Engine]:
    """An engine that keeps a file's server out; on a server it is the beat of processes that shows who works there."""
    with closing(engines.open_engine(settings)) as engine:
        engine.announce(_BUSY)
        yield engine


@contextmanager
def _explained(engine: Engine) -> Iterator[None]:
    """Say in our words what a database cannot do just now, and what to do about it."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        fault = engine.explain(error)
        if fault is None:
            raise
        raise StorageRefused(
            f"{fault.detail} When that is over, run the same command again: it goes on where it ended."
        ) from error


def _check_idle(settings: Settings, reader: Connection, tools: Tools) -> None:
    """Watch those who stand in the list of processes for as long as their leases last: a beat is a sign of life."""
    first = _beats(reader, tools)
    patience_s = max((one.shown.lease_s for one in first.values()), default=0.0)
    until = tools.clock.monotonic() + patience_s
    while first and tools.clock.monotonic() <= until:
        tools.wait(LOOK_AGAIN_S)
        _check_dead(settings, first, _beats(reader, tools))


def _check_still_idle(settings: Settings, reading: Transaction, tools: Tools) -> None:
    """A process that was begun on the source meanwhile has sent what the copy would send again."""
    if settings.is_postgresql:
        first = {one.id: one for one in processes.every(reading)}
        with _opened(settings) as engine, closing(engine.connect_reader()) as reader:
            _check_dead(settings, first, _beats(reader, tools))


def _check_dead(settings: Settings, first: dict[str, Any], now: dict[str, Any]) -> None:
    for one in now.values():
        if one.id not in first or one.beat != first[one.id].beat:
            raise StorageRefused(
                f"{settings.database_shown} is in use by process {one.pid} on {one.host}, at {one.address}. "
                "Stop every process of that store first."
            )


def _beats(reader: Connection, tools: Tools) -> dict[str, Any]:
    reader.begin_read()
    try:
        return {one.id: one for one in processes.every(Transaction(reader, tools.clock.now()))}
    finally:
        reader.rollback()


def _mark(reading: Transaction) -> str:
    """What tells a store from every other: the check value of its key has chance in it. A backup has the same."""
    rows = reading.execute("SELECT value FROM facts WHERE name = 'key check'")
    return hashlib.sha256(rows[0][0]).hexdigest()[:32]


def read_key_of(source: Settings, key_file: Path | None, write_key: Path | None) -> bytes:
    """The key that a store was made with, from a file that is named, the environment, or beside the store."""
    if key_file is None and source.is_postgresql and source.key is None:
        raise StorageRefused("The key is needed: give it in PLANTSTORE_KEY, or name its file with --key-file.")
    given = source.key if key_file is None else None
    key = read_key(given, key_file or source.key_file, no_chance, new_store=False)
    if write_key is not None and write_key.exists() and read_key(None, write_key, no_chance, new_store=False) != key:
        raise StorageRefused(f"{write_key} is there already. Name another file.")
    return key


def keep_key(key: bytes, file: Path) -> None:
    """Write a key into a file that only its owner may read."""
    try:
        folders.make_private(file.parent)
        folders.write_private(file, base64.b64encode(key) + b"\n")
    except OSError as error:
        raise StorageRefused(f"{file} cannot be written: {error.strerror}.") from error
