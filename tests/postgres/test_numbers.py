"""Ids from a sequence of the server: few queries, however many commands need one each."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from plantstore.storage.postgres.connection import Connection
from plantstore.storage.postgres.engine import PostgresEngine
from tests.postgres.databases import Databases

COMMANDS = 100


@pytest.fixture
def writer(databases: Databases) -> Iterator[Connection]:
    lent = databases.take()
    with closing(PostgresEngine(lent.url).connect_writer()) as connection:
        yield connection
    databases.give_back(lent)


def test_a_commit_that_needs_many_ids_takes_few_queries(writer: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    execute = Connection.execute

    def noted(connection: Connection, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        asked.append(sql)
        return execute(connection, sql, values)

    monkeypatch.setattr(Connection, "execute", noted)
    drawn = []
    for commands in (3, COMMANDS):
        writer.begin_write()
        drawn += [number for _ in range(commands) for number in writer.allocate_ids("plant", 1)]
        writer.commit()

    assert drawn == sorted(set(drawn))
    assert len(asked) <= 12  # twice as many each time; else one for each command
