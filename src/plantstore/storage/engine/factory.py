"""Opens the database engine that the settings choose, and checks for the store's tables."""

from plantstore.core.settings import Settings
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.sqlite.engine import SqliteEngine


def open_engine(settings: Settings) -> Engine:
    """Open the engine that the settings choose; raise StorageRefused if it cannot be used."""
    if settings.is_postgresql:
        from plantstore.storage.postgres.engine import PostgresEngine  # SQLite works without the driver

        return PostgresEngine(settings.database, answer_s_max=settings.database_answer_s_max)
    return SqliteEngine(settings.database_path)


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
