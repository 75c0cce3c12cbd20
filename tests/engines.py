"""The engine of a test's stores: SQLite, unless the test asks for both with the fixture `engine_kind`.

A folder identifies a store on either engine: opening the same folder again in one test opens the same store.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from plantstore.core.settings import Settings
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.operations.partitions import Partitions
from plantstore.storage.engine.encryption import KEY_BYTES
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.tables import attempts
from plantstore.storage.transaction import Transaction
from tests.makers import NOON
from tests.postgres import cluster
from tests.postgres.databases import Databases
from tests.postgres.lent import LentServer
from tests.postgres.parked import ParkingEngine
from tests.postgres.pooler import Pooler

SQLITE, POSTGRESQL = "sqlite", "postgresql"
KINDS = (SQLITE, POSTGRESQL)
_TABLES = {
    SQLITE: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    POSTGRESQL: "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
}
# on a server every process gets the key from its settings; none is made
KEY = Secret(b64encode(bytes(KEY_BYTES)).decode())


class Lending:
    """Assigns each folder a database of its own, until the test ends."""

    def __init__(self, databases: Databases, through: Pooler | None) -> None:
        self._databases = databases
        self._through = through
        self._lent: dict[Path, LentServer] = {}

    def url(self, folder: Path) -> str:
        lent = self._of(folder)
        return lent.url if self._through is None else self._through.url(lent.name)

    def engine(self, folder: Path) -> Engine:
        if self._through is not None:
            return PostgresEngine(self.url(folder))
        lent = self._of(folder)
        return ParkingEngine(lent.url, lent.parked)

    def fill(self, folder: Path, content: str, fill: Callable[[str], object]) -> None:
        assert folder not in self._lent, "it has a database already"
        self._lent[folder] = self._databases.take_filled(content, fill)

    def used(self) -> dict[Path, str]:
        return {folder: self.url(folder) for folder in self._lent}

    def end(self) -> None:
        for lent in self._lent.values():
            self._databases.give_back(lent)

    def _of(self, folder: Path) -> LentServer:
        if folder not in self._lent:
            self._lent[folder] = self._databases.take()
        return self._lent[folder]


_lending: Lending | None = None


@contextmanager
def on(databases: Databases | None, *, through: Pooler | None = None) -> Iterator[None]:
    """Put every store opened inside the block on PostgreSQL, or its pooler; with None on SQLite."""
    global _lending
    before, _lending = _lending, None if databases is None else Lending(databases, through)
    try:
        yield
    finally:
        if _lending is not None:
            _lending.end()
        _lending = before


def kind() -> str:
    return SQLITE if _lending is None else POSTGRESQL


def url_of(folder: Path) -> str | None:
    """Return the URL of a folder's store on PostgreSQL; None if it is a file."""
    return None if _lending is None else _lending.url(folder)


def fill(folder: Path, content: str, fill: Callable[[str], object]) -> None:
    """Make the store of a new folder on PostgreSQL a copy of the one with this content, which `fill` creates in the
    database with a URL when it is needed for the first time.
    """
    assert _lending is not None
    _lending.fill(folder, content, fill)


def used() -> dict[Path, str]:
    """Return the folders whose stores on PostgreSQL this test has used, and their URLs."""
    return {} if _lending is None else _lending.used()


def fresh_engine(folder: Path) -> Engine:
    """Return the engine for a folder's store. On PostgreSQL it has the newest schema already, which `migrate`
    notices.
    """
    return SqliteEngine(folder / "plantstore.db") if _lending is None else _lending.engine(folder)


def migrated_engine(folder: Path) -> Engine:
    """Return the engine for a store that has the newest schema already, also on SQLite: copying is faster than
    migrating.
    """
    file = folder / "plantstore.db"
    if _lending is None and folder.is_dir() and not file.exists():  # the engine makes folders
        file.write_bytes(_migrated_file())
    return fresh_engine(folder)


def tables(tx: Transaction) -> list[str]:
    """Return the name of every ordinary table."""
    return [name for (name,) in tx.execute(_TABLES[kind()])]


def settings_of(folder: Path) -> dict[str, Any]:
    """Return the `Settings` arguments for the store of a folder."""
    url = url_of(folder)
    return {"data": folder} | ({} if url is None else {"database": url, "key": KEY})


@contextmanager
def databases() -> Iterator[Databases]:
    """Yield a private server, and the databases on it."""
    with ExitStack() as stack:
        server = stack.enter_context(cluster.running())
        databases = Databases(server, prepare)
        stack.callback(databases.close)
        yield databases


def prepare(url: str) -> None:
    """Bring an empty database to the schema that a store has after its start, at the time of most tests."""
    engine = PostgresEngine(url)
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    newest = attempts.newest_id(Transaction(connection, NOON))
    connection.close()
    Partitions(engine, _AtNoon(), attempts_days=Settings().attempts_days).make_ahead(newest)
    engine.close()


@cache
def _migrated_file() -> bytes:
    """Return the file that `migrate` makes at the time of most tests."""
    with TemporaryDirectory() as folder:
        engine = SqliteEngine(Path(folder) / "plantstore.db")
        connection = engine.connect_writer()
        migrate(connection, now=NOON)
        connection.close()
        engine.close()
        return (Path(folder) / "plantstore.db").read_bytes()


class _AtNoon:
    """The clock of most tests, so that partitions made at their start exist already."""

    def now(self) -> Instant:
        return NOON

    def monotonic(self) -> float:
        return 0.0
