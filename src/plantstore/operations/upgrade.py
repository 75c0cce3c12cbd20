"""Upgrade the schema of a stopped store, all or nothing: an SQLite file, or a database on a server."""

from contextlib import closing
from dataclasses import dataclass

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.operations.backup import StoreFiles, check_store_exists
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import migrate, translate_errors, version_of
from plantstore.storage.engine.protocols import Connection
from plantstore.storage.sqlite import files, log_head
from plantstore.storage.sqlite.engine import SqliteEngine


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """The schema version before and after, and the names of the migrations that ran."""

    before: int
    after: int
    steps: tuple[str, ...]


def upgrade_file(home: StoreFiles, *, clock: Clock) -> Migrated:
    """Upgrade a database file. Raise StorageRefused if the store is running, or if events are missing from its log."""
    check_store_exists(home)
    with files.reading(home.database) as connection:
        before = version_of(connection)
    with closing(SqliteEngine(home.database)) as engine:
        log_head.refuse_lost(home.database)
        with closing(engine.connect_writer()) as writer:
            with translate_errors(engine):
                done = migrate(writer, now=clock.now())
            return Migrated(before=before, after=version_of(writer), steps=tuple(done))


def upgrade_server(settings: Settings, *, clock: Clock) -> Migrated:
    """Upgrade a database on a server. Raise StorageRefused if there is no store in it."""
    engine = factory.open_engine(settings)
    with closing(engine), closing(engine.connect_writer()) as connection, translate_errors(engine):
        factory.require_schema(connection, settings)
        before = _version_in_snapshot(connection)
        done = migrate(connection, now=clock.now())
        return Migrated(before=before, after=_version_in_snapshot(connection), steps=tuple(done))


def _version_in_snapshot(connection: Connection) -> int:
    connection.begin_read()
    version = version_of(connection)
    connection.rollback()
    return version
