"""What an idle process asks the database server: it should leave the server, and its own core, to others."""

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest

from plantstore.app.store import open_store
from tests.running import settings

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.postgresql_only("SQLite has no server"),
]
SECONDS = 6.0  # longer than the pause between two runs of any task that runs more often than twice a minute
STATEMENTS_PER_S_MAX = 10  # two polls a second; every few seconds the lease and the alerts


async def test_an_idle_process_sends_a_few_statements_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    execute = psycopg.Cursor.execute

    def note(cursor: psycopg.Cursor[Any], query: Any, *values: Any, **how: Any) -> psycopg.Cursor[Any]:
        statements.append(str(query))
        return execute(cursor, query, *values, **how)

    async with open_store(settings(tmp_path)):
        await asyncio.sleep(1.0)
        monkeypatch.setattr(psycopg.Cursor, "execute", note)
        await asyncio.sleep(SECONDS)
        found = list(statements)

    assert 0 < len(found) <= SECONDS * STATEMENTS_PER_S_MAX, found
