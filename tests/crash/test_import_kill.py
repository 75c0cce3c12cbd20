"""An import and real kills: whatever the moment, it goes on by itself, and no plant is missing or there twice."""

import asyncio
import http.client
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.crash.caller import Caller
from tests.crash.program import Program
from tests.receiver import a_server
from tests.running import run

ROWS = 12_000
KILLS = 3
MORE_ROWS = 1_000  # so much is added between two kills, at least
ENDED_S_MAX = 90.0
LOOK_AGAIN_S = 0.02


def test_an_import_survives_kills_and_adds_every_row_once(tmp_path: Path) -> None:
    content = "sku,name,price\n" + "".join(f"S-{number},Plant {number},4.50\n" for number in range(ROWS))
    killed_at: list[int] = []

    async def test() -> None:
        async with Program(tmp_path) as program, a_server() as receiving:
            answer = await ask(program, "POST", "/api/v1/receivers", {"name": "shop", "url": receiving.url})
            receiving.secret = answer["secret"]
            found = await asyncio.to_thread(upload, program, content)
            path = f"/api/v1/imports/{found['id']}"
            await ask(program, "POST", f"{path}/confirmation")
            for _ in range(KILLS):
                before = killed_at[-1] if killed_at else 0
                killed_at.append(await added(program, path, at_least=before + MORE_ROWS))
                await program.kill()
                await program.start()
            assert await added(program, path, at_least=ROWS) == ROWS
            async with asyncio.timeout(ENDED_S_MAX):
                while (await ask(program, "GET", path))["state"] != "done":
                    await asyncio.sleep(LOOK_AGAIN_S)
            await receiving.until(
                lambda one: len({got.sequence for got in one.got if got.plant}) == ROWS, within_s=ENDED_S_MAX
            )
            again = await asyncio.to_thread(upload, program, content)
            assert (again["new"], again["present"]) == (0, ROWS)
            assert await program.stop() == 0

    run(test)

    assert killed_at[-1] < ROWS, "the last kill came too late to prove anything"
    database = tmp_path / "data" / "plantstore.db"
    assert sorted(column(database, "SELECT sku FROM plants")) == sorted(f"S-{number}" for number in range(ROWS))
    assert column(database, "SELECT sequence FROM events ORDER BY sequence") == list(range(1, ROWS + 1))
    left = sorted("".join(path.suffixes) for path in (tmp_path / "data" / "imports").iterdir())
    assert left == [".csv", ".rows"], "only those of the upload that nobody confirmed"


def upload(program: Program, content: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=ENDED_S_MAX)
    headers = {"Content-Type": "text/csv", "Authorization": f"Bearer {program.token}"}
    connection.request("POST", "/api/v1/imports", body=content.encode(), headers=headers)
    answer = connection.getresponse()
    found: dict[str, Any] = json.loads(answer.read())
    connection.close()
    assert answer.status == 201, found
    return found


async def ask(program: Program, method: str, path: str, body: object = None) -> dict[str, Any]:
    caller = Caller(program.port, program.token)
    try:
        answer = await caller.ask(method, path, body)
    finally:
        await caller.close()
    assert answer.status < 300, answer
    return dict(answer.body)


async def added(program: Program, path: str, *, at_least: int) -> int:
    """Wait until so many rows are added; gives how many are."""
    async with asyncio.timeout(ENDED_S_MAX):
        while True:
            found = await ask(program, "GET", path)
            assert found["state"] in ("running", "done"), found
            if found["added"] >= at_least:
                return int(found["added"])
            await asyncio.sleep(LOOK_AGAIN_S)


def column(database: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(database)) as connection:
        return [row[0] for row in connection.execute(sql)]
