"""Opens the database engine that the settings choose, and checks for the store's tables."""

from collections.abc import Callable

from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.core.postgresql_url import without_password
from plantstore.core.settings import Settings
from plantstore.storage.engine.late_reads import LateReads, Served
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.sqlite.engine import SqliteEngine


def open_engine(settings: Settings) -> Engine:
    """Open the engine that the settings choose; raise StorageRefused if it cannot be used."""
    if settings.is_postgresql:
        from plantstore.storage.postgres.engine import PostgresEngine  # SQLite works without the driver

        return PostgresEngine(settings.database, answer_s_max=settings.database_answer_s_max)
    return SqliteEngine(settings.database_path)


def late_reads(
    settings: Settings, engine: Engine, clock: Clock, random_bytes: RandomBytes, *, on_read: Callable[[Served], None]
) -> LateReads:
    """Return the reads on the standby of the settings, which is not connected yet. `engine` is that of the primary."""
    from plantstore.storage.postgres.engine import PostgresEngine
    from plantstore.storage.postgres.standby import ANSWER_S, Standby

    assert isinstance(engine, PostgresEngine)
    return Standby(
        engine,
        PostgresEngine(settings.standby, clock=clock, answer_s_max=ANSWER_S, standby=True),
        clock,
        random_bytes,
        lag_s_max=settings.standby_lag_s_max,
        readers=settings.readers,
        on_read=on_read,
    )


def inspect_standby(settings: Settings) -> str:
    """Return in a few words whether the standby of the settings can be read."""
    from plantstore.storage.postgres.engine import PostgresEngine

    try:
        PostgresEngine(settings.standby, standby=True).connect().close()
    except StorageRefused as error:
        return f"the primary serves all reads: {error}"
    return f"OK; {without_password(settings.standby)} serves reads that may be {settings.standby_lag_s_max:g} s late"


def has_schema(connection: Connection) -> bool:
    """True if a database contains Plant Store's tables, which the first start creates."""
    connection.begin_read()
    try:
        return "schema_version" in connection.tables()
    finally:
        connection.rollback()


def require_schema(connection: Connection, settings: Settings) -> None:
    """Raise StorageRefused if a database does not contain Plant Store's tables yet."""
    if not has_schema(connection):
        raise StorageRefused(f"There is no store in {settings.database_shown} yet: the first start creates it.")
