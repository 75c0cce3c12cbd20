"""Which engine a store lives on."""

from plantstore.core.settings import Settings
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.sqlite.engine import SqliteEngine


def open_engine(settings: Settings) -> Engine:
    """Open what the settings name; StorageRefused says why it cannot be used."""
    if settings.is_postgresql:
        from plantstore.storage.postgres.engine import PostgresEngine  # late: a store in a file does without its driver

        return PostgresEngine(settings.database, answer_s_max=settings.database_answer_s_max)
    return SqliteEngine(settings.database_path)


def has_schema(connection: Connection) -> bool:
    """True if a database has the tables of a store: a file or a database can be there before a start makes them."""
    connection.begin_read()
    try:
        return "schema_version" in connection.tables()
    finally:
        connection.rollback()


def require_schema(connection: Connection, settings: Settings) -> None:
    """StorageRefused when there is no store in a database on a server yet."""
    if not has_schema(connection):
        raise StorageRefused(f"There is no store in {settings.database_shown} yet: the first start makes it.")
