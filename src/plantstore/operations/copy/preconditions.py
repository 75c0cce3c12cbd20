"""What may be copied, and into what: a store that nobody works on, into a database that is empty, or half this copy.

All of it is looked at before anything is changed.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.domain.plant import TEST_PLANT_ID
from plantstore.storage.database import Transaction
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import shape_of, steps, version_of
from plantstore.storage.engine.protocols import Connection, Engine, Row, StorageRefused
from plantstore.storage.queries.bulk_rows import TABLES
from plantstore.storage.sqlite import log_head
from plantstore.storage.sqlite.engine import check_place
from plantstore.storage.tables import plants, processes, unfinished_copy
from plantstore.storage.tables.processes import Process
from plantstore.storage.tables.unfinished_copy import Unfinished

LOOK_AGAIN_S = 1.0  # at processes that may have ended without saying so
_BUSY = "plantstore db copy"  # what a store that is started meanwhile reads in the lock file


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleWatch:
    """Time, as it comes from outside: `wait` sleeps so many seconds."""

    clock: Clock
    wait: Callable[[float], None]


@contextmanager
def read_source(settings: Settings, watch: IdleWatch) -> Iterator[Transaction]:
    """One snapshot of a store that nobody works on, of the shape that this version knows."""
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
        dead = _watched(settings, reader, watch) if settings.is_postgresql else {}
        reader.begin_read()
        tx = Transaction(reader, watch.clock.now())
        _check_dead(settings, dead, _listed(tx))
        shape = version_of(reader)
        if shape < steps()[-1][0]:
            raise StorageRefused(
                f"{settings.database_shown} is of an older Plant Store (schema {shape}; this program needs "
                f"{steps()[-1][0]}): run `plantstore db migrate` on it first."
            )
        if plants.newest_id(tx) >= TEST_PLANT_ID:
            raise StorageRefused(
                f"{settings.database_shown} has a plant or a tombstone with the number {TEST_PLANT_ID}, which stands "
                "in test requests: delete its row first."
            )
        yield tx
        reader.rollback()


@contextmanager
def open_engine_for_copy(settings: Settings) -> Iterator[Engine]:
    """An engine that keeps a file's server out; on a server it is the beat of processes that shows who works there."""
    with closing(factory.open_engine(settings)) as engine:
        engine.announce(_BUSY)
        yield engine


@contextmanager
def with_explained_faults(engine: Engine) -> Iterator[None]:
    """Say in our words what a database cannot do just now, and what to do about it."""
    try:
        yield
    except Exception as error:
        fault = engine.explain(error)
        if fault is None:
            raise
        raise StorageRefused(
            f"{fault.detail} When that is over, run the same command again: it goes on where it ended."
        ) from error


def check_still_idle(settings: Settings, source: Transaction, watch: IdleWatch) -> None:
    """A process that was on the source meanwhile has sent what the copy would send again, even if it is gone by now."""
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
        if facts_of(now) != facts_of(source):  # each process that enters the list leaves its number there
            raise StorageRefused(
                f"{settings.database_shown} was in use while it was copied: empty the copy, begin again."
            )
        reader.rollback()


def facts_of(tx: Transaction) -> list[Row]:
    return tx.execute("SELECT name, value FROM facts ORDER BY name")


def _watched(settings: Settings, reader: Connection, watch: IdleWatch) -> Mapping[str, Process]:
    """Watch those in the list of processes for as long as their leases last; gives them if none beats."""
    first = _look(reader, watch)
    until = watch.clock.monotonic() + max((one.shown.lease_s for one in first.values()), default=0.0)
    while first and watch.clock.monotonic() <= until:
        watch.wait(LOOK_AGAIN_S)
        _check_dead(settings, first, _look(reader, watch))
    return first


def _check_dead(settings: Settings, first: Mapping[str, Process], now: Mapping[str, Process]) -> None:
    for one in now.values():
        if one.id not in first or one.beat != first[one.id].beat:
            raise StorageRefused(
                f"{settings.database_shown} is in use by process {one.pid} on {one.host}, at {one.address}. "
                "Stop every process of that store first."
            )


def _look(reader: Connection, watch: IdleWatch) -> Mapping[str, Process]:
    reader.begin_read()
    try:
        return _listed(Transaction(reader, watch.clock.now()))
    finally:
        reader.rollback()


def _listed(tx: Transaction) -> Mapping[str, Process]:
    return {one.id: one for one in processes.every(tx)}


def mark_of(source: Transaction) -> str:
    """What tells a store from every other: the check value of its key has chance in it. A backup has the same."""
    rows = source.execute("SELECT value FROM facts WHERE name = 'key check'")
    return hashlib.sha256(rows[0][0]).hexdigest()[:32]


def resumable_copy(engine: Engine, to: Settings, wanted: Unfinished) -> Unfinished | None:
    """See that a database is empty, or half of just this copy, and give that. Nothing is changed."""
    if not to.is_postgresql and not to.database_path.exists():
        return None
    with closing(engine.connect_reader()) as reader, with_explained_faults(engine):
        reader.begin_read()
        there = reader.tables()
        if not there:
            return None
        if "schema_version" not in there:
            raise StorageRefused(f"{to.database_shown} holds tables of something else. Name an empty database.")
        shape = shape_of(reader)
        begun = unfinished_copy.find(reader) if shape else None
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
