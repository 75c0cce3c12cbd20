"""Check before a copy that no process uses the source, and that the destination is empty or an unfinished copy of it.

All checks run before the first change.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.domain.plants.plant import TEST_PLANT_ID
from plantstore.storage.database import Transaction
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import migrations, schema_version, version_of
from plantstore.storage.engine.protocols import Connection, Engine, Row, StorageRefused
from plantstore.storage.queries.bulk_rows import TABLES
from plantstore.storage.sqlite import log_head
from plantstore.storage.sqlite.engine import check_place
from plantstore.storage.tables import plants, processes, unfinished_copy
from plantstore.storage.tables.processes import Process
from plantstore.storage.tables.unfinished_copy import UnfinishedCopy

POLL_S = 1.0  # interval between checks whether registered processes still send heartbeats
_BUSY = "plantstore db copy"  # written to the lock file: a store started during the copy reports this command


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleWatch:
    """The clock and the sleep function for watching whether a store is idle; `wait` takes seconds."""

    clock: Clock
    wait: Callable[[float], None]


@contextmanager
def read_source(settings: Settings, watch: IdleWatch) -> Iterator[Transaction]:
    """Open a snapshot of a store. Raise StorageRefused if a process uses the store, or if its schema is outdated."""
    if not settings.is_postgresql:
        check_place(settings.database_path)
        if not settings.database_path.is_file():
            raise StorageRefused(f"There is no store at {settings.database_path}.")
    with (
        open_engine_for_copy(settings) as engine,
        closing(engine.connect_reader()) as reader,
        with_explained_faults(engine),
    ):
        if not settings.is_postgresql:
            log_head.refuse_lost(settings.database_path)
        if "schema_version" not in reader.tables():
            raise StorageRefused(f"There is no store in {settings.database_shown}.")
        dead = _watched_processes(settings, reader, watch) if settings.is_postgresql else {}
        reader.begin_read()
        tx = Transaction(reader, watch.clock.now())
        _check_dead(settings, dead, _listed(tx))
        shape = version_of(reader)
        if shape < migrations()[-1][0]:
            raise StorageRefused(
                f"{settings.database_shown} was written by an older version (schema {shape}; this one needs "
                f"{migrations()[-1][0]}): run `plantstore db migrate` on it first."
            )
        if plants.newest_id(tx) >= TEST_PLANT_ID:
            raise StorageRefused(
                f"{settings.database_shown} has a plant or a tombstone with the number {TEST_PLANT_ID}, which is "
                "reserved for test requests: delete its row first."
            )
        yield tx
        reader.rollback()


@contextmanager
def open_engine_for_copy(settings: Settings) -> Iterator[Engine]:
    """Open an engine. For a file its lock keeps a store from starting; on a server heartbeats show who uses it."""
    with closing(factory.open_engine(settings)) as engine:
        engine.announce(_BUSY)
        yield engine


@contextmanager
def with_explained_faults(engine: Engine) -> Iterator[None]:
    """Turn a database error into StorageRefused with a message that says how to continue."""
    try:
        yield
    except Exception as error:
        fault = engine.explain(error)
        if fault is None:
            raise
        raise StorageRefused(
            f"{fault.detail} When that is solved, run the same command again: it continues where it stopped."
        ) from error


def check_still_idle(settings: Settings, source: Transaction, watch: IdleWatch) -> None:
    """Raise StorageRefused if a process used the source during the copy: the copy would repeat what it has sent."""
    if not settings.is_postgresql:
        return
    with (
        open_engine_for_copy(settings) as engine,
        closing(engine.connect_reader()) as reader,
        with_explained_faults(engine),
    ):
        reader.begin_read()
        now = Transaction(reader, watch.clock.now())
        _check_dead(settings, _listed(source), _listed(now))
        if facts_of(now) != facts_of(source):  # each process that registers changes a row there
            raise StorageRefused(
                f"{settings.database_shown} was in use while it was copied. Empty the copy and start again."
            )
        reader.rollback()


def facts_of(tx: Transaction) -> list[Row]:
    return tx.execute("SELECT name, value FROM facts ORDER BY name")


def _watched_processes(settings: Settings, reader: Connection, watch: IdleWatch) -> Mapping[str, Process]:
    """Watch registered processes for as long as their leases last; return them if none sends a heartbeat."""
    first = _registered(reader, watch)
    until = watch.clock.monotonic() + max((process.shown.lease_s for process in first.values()), default=0.0)
    while first and watch.clock.monotonic() <= until:
        watch.wait(POLL_S)
        _check_dead(settings, first, _registered(reader, watch))
    return first


def _check_dead(settings: Settings, first: Mapping[str, Process], now: Mapping[str, Process]) -> None:
    for process in now.values():
        if process.id not in first or process.beat != first[process.id].beat:
            raise StorageRefused(
                f"{settings.database_shown} is in use by process {process.pid} on {process.host}, at "
                f"{process.address}. Stop every process of that store first."
            )


def _registered(reader: Connection, watch: IdleWatch) -> Mapping[str, Process]:
    reader.begin_read()
    try:
        return _listed(Transaction(reader, watch.clock.now()))
    finally:
        reader.rollback()


def _listed(tx: Transaction) -> Mapping[str, Process]:
    return {process.id: process for process in processes.find_all(tx)}


def mark_of(source: Transaction) -> str:
    """Return the identifier of a store: a hash of the random check value of its key. Its backups have the same one."""
    rows = source.execute("SELECT value FROM facts WHERE name = 'key check'")
    return hashlib.sha256(rows[0][0]).hexdigest()[:32]


def resumable_copy(engine: Engine, to: Settings, wanted: UnfinishedCopy) -> UnfinishedCopy | None:
    """Return the unfinished copy in the destination; None if that is empty. Raise StorageRefused for anything else."""
    if not to.is_postgresql and not to.database_path.exists():
        return None
    with closing(engine.connect_reader()) as reader, with_explained_faults(engine):
        reader.begin_read()
        there = reader.tables()
        if not there:
            return None
        if "schema_version" not in there:
            raise StorageRefused(f"{to.database_shown} contains other tables. Name an empty database.")
        shape = schema_version(reader)
        begun = unfinished_copy.find(reader) if shape else None
        names = [name for name in ("facts", *(table.name for table in TABLES)) if name in there]
        if begun is None:
            if any(reader.execute(f"SELECT 1 FROM {name} LIMIT 1") for name in names):
                raise StorageRefused(f"{to.database_shown} already contains a store. Name an empty database.")
            return None
        _check_same(begun, wanted, to, shape)
        return begun


def _check_same(begun: UnfinishedCopy, wanted: UnfinishedCopy, to: Settings, shape: int) -> None:
    if begun.mark != wanted.mark:
        raise StorageRefused(f"{to.database_shown} is an unfinished copy of another store, {begun.address}.")
    if shape != migrations()[-1][0]:
        raise StorageRefused(f"{to.database_shown} is an unfinished copy by another version. Empty it and start again.")
    changed = [name for name, count in wanted.counts.items() if begun.counts.get(name) != count]
    if changed:
        raise StorageRefused(
            f"{wanted.address} was changed since this copy was begun ({', '.join(changed)}): "
            f"empty {to.database_shown}, and begin again."
        )
