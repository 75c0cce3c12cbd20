"""Migrations on both engines: in one transaction, by one process at a time, forward only."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from plantstore.storage.engine import migrate as migrations
from plantstore.storage.engine.migrate import migrate, version_of
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from tests.makers import NOON

pytestmark = pytest.mark.usefixtures("engine_kind")

NEXT = migrations.migrations()[-1][0] + 1
TABLE = "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;\nALTER TABLE events ADD COLUMN later INTEGER;\n"
FAILING = TABLE + "INSERT INTO nowhere VALUES (1);\n"


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Have a version that comes after this one, with this SQL."""
    steps = migrations.migrations()

    def plan(sql: str) -> None:
        monkeypatch.setattr(migrations, "migrations", lambda: [*steps, (NEXT, f"{NEXT:04}_later", sql)])

    return plan


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    """A store of this version."""
    with closing(engine.connect_writer()) as connection:
        migrate(connection, now=NOON)
        yield connection


def shape_of(engine: Engine) -> tuple[set[str], list[str]]:
    with closing(engine.connect_reader()) as reader:
        return reader.tables(), reader.columns("events")


def test_a_failing_migration_changes_nothing(
    engine: Engine, connection: Connection, plan: Callable[[str], None]
) -> None:
    tables, columns = shape_of(engine)
    plan(FAILING)

    with pytest.raises(Exception, match="nowhere"):
        migrate(connection, now=NOON)

    assert shape_of(engine) == (tables, columns)
    assert version_of(connection) == NEXT - 1
    plan(TABLE)
    assert migrate(connection, now=NOON) == [f"{NEXT:04}_later"]
    assert shape_of(engine) == ({*tables, "later"}, [*columns, "later"])


def test_of_concurrent_processes_one_migrates_the_store(
    engine: Engine, connection: Connection, plan: Callable[[str], None]
) -> None:
    plan(TABLE)

    def start(_number: int) -> list[str]:
        own = engine.connect_writer()
        try:
            return migrate(own, now=NOON)
        finally:
            own.close()

    with ThreadPoolExecutor(4) as threads:
        done = sorted(threads.map(start, range(4)))

    assert done == [[], [], [], [f"{NEXT:04}_later"]]


def test_a_store_of_a_newer_version_is_refused(
    connection: Connection, plan: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    older = migrations.migrations()
    plan(TABLE)
    migrate(connection, now=NOON)
    monkeypatch.setattr(migrations, "migrations", lambda: older)

    with pytest.raises(StorageRefused, match="of a newer Plant Store"):
        migrate(connection, now=NOON)

    assert "later" in connection.tables()
