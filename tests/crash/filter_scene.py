"""Die while filters of a receiver change, while their results are stored, or while a passed cursor is stored."""

import asyncio
import json
from itertools import count, cycle
from pathlib import Path

from tests.crash.aiming import Aim, die_at
from tests.crash.leftover_files import read_remains
from tests.crash.listing import column
from tests.crash.outcome_check import all_recorded, check_audit
from tests.crash.program import Program
from tests.crash.receivers import ask, ask_at_last
from tests.proving import Figures
from tests.receiver import a_server
from tests.simulation.filters import PATTERNS, TAGS

HURRIED = {"HOUSEKEEPING_S": "0.1"}
BEFORE, AFTERWARDS = 30, 30  # plants of every type
TREES, _, NOT_HERBS = list(PATTERNS)[1:4]


async def play_filters(folder: Path, aim: Aim) -> Figures:
    """Add plants that both filters leave out, and change from one to the other, until the process dies."""
    async with a_server() as server, Program(folder) as program:
        receiver = {"name": "nursery", "url": server.url, "filter": json.loads(TREES or "")}
        made = (await ask(program, "POST", "/api/v1/receivers", receiver)).body
        server.secret, server.access_token = made["secret"], made["access_token"]
        await _add(program, range(BEFORE))
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        has_died = asyncio.Event()
        changing = asyncio.create_task(_change(program, f"/api/v1/receivers/{made['id']}", has_died))
        await die_at(aim, program, orders=HURRIED)
        await program.start()
        has_died.set()
        added = await changing
        await _add(program, range(BEFORE, BEFORE + AFTERWARDS))
        await all_recorded(program)
        assert await program.stop() == 0, program.last_words()
        assert read_remains(program.database, folder / "copy").integrity == "ok"
        matching = matching_events(program.database)
        assert sorted(server.accepted) == matching
        previous = {one.sequence: int(one.headers["plantstore-previous-sequence"]) for one in server.got}
        assert [previous[one] for one in matching] == [0, *matching[:-1]]
        await check_audit(program)
        return {
            "plants": BEFORE + added + AFTERWARDS,
            "deliveries": len(matching),
            "lost": 0,
            "duplicates": 0,
            "duplicates_allowed": 0,
        }


def matching_events(database: Path) -> list[int]:
    """Return the events that match the version of the only receiver's filter that was in force for each."""
    firsts = column(database, "SELECT first FROM receiver_filters ORDER BY first")
    patterns = column(database, "SELECT pattern FROM receiver_filters ORDER BY first")
    found = []
    for sequence, body in enumerate(column(database, "SELECT body FROM events ORDER BY sequence"), 1):
        in_force = [pattern for first, pattern in zip(firsts, patterns, strict=True) if first <= sequence]
        if json.loads(body)["tag"] in PATTERNS[in_force[-1]]:
            found.append(sequence)
    return found


async def _change(program: Program, path: str, has_died: asyncio.Event) -> int:
    """Change the filter, and add herbs, until the process has died; return the number of herbs."""
    patterns = cycle([NOT_HERBS, TREES])
    for number in count():
        await ask_at_last(program, "PATCH", path, {"filter": json.loads(next(patterns) or "")}, key=f"filter {number}")
        herb = {"name": f"Herb {number}", "tag": "herb"}
        await ask_at_last(program, "POST", "/api/v1/plants", herb, key=f"herb {number}")
        if has_died.is_set():
            return number + 1
    raise AssertionError


async def _add(program: Program, numbers: range) -> None:
    for number in numbers:
        plant = {"name": f"Plant {number}", "tag": TAGS[number % len(TAGS)]}
        answer = await ask(program, "POST", "/api/v1/plants", plant)
        assert answer.status == 201, answer
