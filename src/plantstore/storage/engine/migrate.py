"""Migrate a database to this version's schema: numbered `.sql` files, forward only, in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.tables import unfinished_copy
from plantstore.storage.tables.hourly_stats import backfill_from_attempts
from plantstore.storage.tables.plants import rebuild_search_index
from plantstore.storage.transaction import Transaction

_FOLDER = resources.files("plantstore.storage") / "migrations"
# Python functions by schema version, for changes that SQL cannot make. They run after all SQL migrations, in the same
# transaction, because they need the newest tables.
_AFTER = {4: rebuild_search_index, 5: backfill_from_attempts}


def migrations() -> list[tuple[int, str, str]]:
    """Return the number, name and SQL of every migration, in order."""
    files = sorted((file for file in _FOLDER.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return [(int(file.name[:4]), file.name.removesuffix(".sql"), file.read_text(encoding="utf-8")) for file in files]


def migrate(connection: Connection, *, now: Instant) -> list[str]:
    """Apply missing migrations in one transaction; return their names. StorageRefused if the database is newer."""
    connection.begin_migration()
    try:
        connection.define(
            "CREATE TABLE IF NOT EXISTS schema_version ("
            "version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL)"
        )
        present = version_of(connection)
        missing = [step for step in migrations() if step[0] > present]
        for version, name, sql in missing:
            connection.define(sql, step=version)
            connection.insert("schema_version", ("version", "name", "applied_at"), [(version, name, now)])
        for version in [step[0] for step in missing if step[0] in _AFTER]:
            _AFTER[version](Transaction(connection, now))
    except BaseException:
        connection.rollback()
        raise
    connection.commit()
    return [name for _, name, _ in missing]


@contextmanager
def translate_errors(engine: Engine) -> Iterator[None]:
    """Convert engine errors inside the block, such as a full disk, into StoreErrors."""
    try:
        yield
    except Exception as error:
        fault = engine.explain(error)
        if fault is None:
            raise
        raise fault from error


def version_of(connection: Connection) -> int:
    """Return the schema version; StorageRefused if it is newer than this program, or the copy is unfinished."""
    present = schema_version(connection)
    if present:
        unfinished_copy.refuse_unfinished(connection)
    return present


def schema_version(connection: Connection) -> int:
    """Return the schema version, even of an unfinished copy; StorageRefused if it is newer than this program."""
    present = int(connection.execute("SELECT coalesce(max(version), 0) FROM schema_version")[0][0])
    newest = migrations()[-1][0]
    if present > newest:
        raise StorageRefused(
            f"This database is of a newer Plant Store (schema {present}; this program knows {newest}). "
            "Start the newer program, or restore a backup."
        )
    return present
