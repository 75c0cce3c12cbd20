"""Import a list of plants with the command line into a program running as a separate process, and check the result."""

import asyncio
import csv
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.crash.caller import Caller
from tests.crash.program import ENVIRONMENT, Program
from tests.real_lists import NAMES, NAMES_ROWS, real_list
from tests.receiver import Receiving

MAPPED = "sku=symbol"
LOOK_AGAIN_S = 0.02
ENDED_S_MAX = 300.0  # of a whole real list; small ones need seconds


def a_list(folder: Path, rows: int) -> tuple[Path, int]:
    """Return a real list if there is one, otherwise a made-up list with the same headings; and its number of rows."""
    real = real_list(NAMES)
    if real is not None:
        return real, NAMES_ROWS
    path = folder / "plants.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("symbol", "scientific_name", "common_name", "family"))
        writer.writerows((f"S-{number}", f"Rosa × {number}", f"rose {number}", "Rosaceae") for number in range(rows))
    return path, rows


def symbols(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as stream:
        return [row["symbol"] for row in csv.DictReader(stream)]


async def import_file(program: Program, file: Path, *flags: str) -> dict[str, Any]:
    """Run `plantstore plants import`, and return its final output."""
    where = ("--url", f"http://127.0.0.1:{program.port}", "--token-file", str(program.token_file))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "plantstore.cli.main", "plants", "import", str(file)),
        *("--map", MAPPED, "--yes", "--json", *where, *flags),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=ENVIRONMENT,
    )
    async with asyncio.timeout(ENDED_S_MAX):
        said, complaints = await process.communicate()
    assert process.returncode == 0, complaints.decode()
    found: dict[str, Any] = json.loads(said)
    return found


async def register(program: Program, name: str, receiving: Receiving) -> str:
    """Register a test server, and give it the credentials to verify."""
    answer = await ask(program, "POST", "/api/v1/receivers", {"name": name, "url": receiving.url})
    receiving.secret, receiving.access_token = answer["secret"], answer["access_token"]
    return str(answer["id"])


async def import_running(program: Program, *, added: int) -> dict[str, Any]:
    """Wait until the newest import has added this number of plants."""
    return await _import(program, lambda one: bool(one["added"] >= added))


async def import_done(program: Program) -> dict[str, Any]:
    """Wait until the newest import is done."""
    return await _import(program, lambda one: bool(one["state"] == "done"))


async def all_recorded(program: Program) -> None:
    """Wait until the store reports an empty backlog."""
    async with asyncio.timeout(ENDED_S_MAX):
        while any(item["lag"] for item in (await ask(program, "GET", "/api/v1/receivers"))["items"]):
            await asyncio.sleep(LOOK_AGAIN_S)


async def ask(program: Program, method: str, path: str, body: object = None) -> dict[str, Any]:
    caller = Caller(program.port, program.token)
    try:
        answer = await caller.ask(method, path, body)
    finally:
        await caller.close()
    assert answer.status < 300, answer
    return dict(answer.body)


async def _import(program: Program, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    async with asyncio.timeout(ENDED_S_MAX):
        while True:
            found = (await ask(program, "GET", "/api/v1/imports?limit=1"))["items"]
            if found and is_so(found[0]):
                return dict(found[0])
            await asyncio.sleep(LOOK_AGAIN_S)


def figures_of(ended: dict[str, Any], **counts: int) -> str:
    """Return and print the figures of a run."""
    began, done = (datetime.fromisoformat(ended[name]) for name in ("confirmed_at", "ended_at"))
    speed = ended["added"] / (done - began).total_seconds()
    text = "  ".join(
        [f"{ended['added']:,} plants", f"{speed:,.0f} plants/s", *(f"{n} {v:,}" for n, v in counts.items())]
    )
    print(f"\n{text}")
    return text


def column(database: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(database)) as connection:
        return [row[0] for row in connection.execute(sql)]
