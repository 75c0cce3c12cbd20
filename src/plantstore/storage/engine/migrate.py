"""Bring a database to the shape this version needs: numbered `.sql` files, forward only, all or nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.tables import unfinished_copy
from plantstore.storage.tables.hourly_stats import backfill_from_attempts
from plantstore.storage.tables.plants import rebuild_search_index

_FOLDER = resources.files("plantstore.storage") / "migrations"
# What SQL cannot do. It runs after the last step, in the same transaction: it knows the newest tables only.
_THEN = {4: rebuild_search_index, 5: backfill_from_attempts}


def migrations() -> list[tuple[int, str, str]]:
    """Every migration in order: number, name, SQL."""
    files = sorted((one for one in _FOLDER.iterdir() if one.name.endswith(".sql")), key=lambda one: one.name)
    return [(int(one.name[:4]), one.name.removesuffix(".sql"), one.read_text(encoding="utf-8")) for one in files]


def migrate(connection: Connection, *, now: Instant) -> list[str]:
    """Apply what is missing, in one transaction, and name it. A newer database than this program is refused."""
    connection.begin_write()
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
        for version in [step[0] for step in missing if step[0] in _THEN]:
            _THEN[version](Transaction(connection, now))
    except BaseException:
        connection.rollback()
        raise
    connection.commit()
    return [name for _, name, _ in missing]


@contextmanager
def translate_errors(engine: Engine) -> Iterator[None]:
    """Where a database is prepared, say in our words what kept it from that, such as a full disk: it is as it was."""
    try:
        yield
    except Exception as error:
        fault = engine.explain(error)
        if fault is None:
            raise
        raise fault from error


def version_of(connection: Connection) -> int:
    """The shape a database has; StorageRefused when this program is too old for it, or it is half a copy."""
    present = schema_version(connection)
    if present:
        unfinished_copy.refuse_unfinished(connection)
    return present


def schema_version(connection: Connection) -> int:
    """The same for who copies."""
    present = int(connection.execute("SELECT coalesce(max(version), 0) FROM schema_version")[0][0])
    newest = migrations()[-1][0]
    if present > newest:
        raise StorageRefused(
            f"This database is of a newer Plant Store (schema {present}; this program knows {newest}). "
            "Start the newer program, or restore a backup."
        )
    return present
