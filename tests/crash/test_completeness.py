"""A receiver with a filter proves that it missed nothing: from its requests alone, over failures, kills and changes."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.crash.filter_scene import matching_events
from tests.crash.listing import column
from tests.crash.outcome_check import all_recorded, check_audit
from tests.crash.program import Program
from tests.crash.receivers import ask, ask_at_last
from tests.receiver import Got, a_server
from tests.simulation.filters import PATTERNS, TAGS

EVENTS = 1_000
ADDED_AT_ONCE = 8
REFUSED_EVERY, REFUSED_TIMES = 5, 2
LOST_EVERY = 50  # the receiver loses one event in so many after it has accepted it
TREES, OTHERS, NOT_HERBS = list(PATTERNS)[1:4]


@dataclass
class Chain:
    """What a receiver knows: each event that it accepted, and the match before it, by the sequence of the event."""

    ids: dict[str, int] = field(default_factory=dict)
    previous: dict[int, int] = field(default_factory=dict)
    bodies: dict[int, bytes] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def take(self, got: Got) -> int:
        """Return the status for a request: 401 unless the official library verifies it."""
        if got.plant is None:
            return 401
        sequence, previous = got.sequence, int(got.headers["plantstore-previous-sequence"])
        event_id = got.headers["webhook-id"]
        known = self.ids.get(event_id), self.previous.get(sequence), self.bodies.get(sequence)
        if known[0] is not None and known != (sequence, previous, got.body):
            self.wrong.append(f"{event_id} became {(sequence, previous)} after {known[:2]}")
        self.ids[event_id], self.previous[sequence], self.bodies[sequence] = sequence, previous, got.body
        is_early = int(got.headers["webhook-attempt"]) <= REFUSED_TIMES
        return 500 if is_early and sequence % REFUSED_EVERY == 0 else 204

    def gaps(self, accepted: Iterable[int]) -> list[tuple[int, int]]:
        """Follow the chain from the newest event to 0; return the gaps as an event that is missing and the next one.

        What is before a missing event is unknown, so the search continues with the event that was accepted before it.
        """
        there, found = set(accepted), []
        sequence = max(there, default=0)
        while sequence:
            before = self.previous[sequence]
            if before and before not in there:
                found.append((before, sequence))
                before = max((one for one in there if one < before), default=0)
            sequence = before
        return found


@pytest.mark.timeout(240)
async def test_a_receiver_proves_that_it_missed_nothing_of_a_thousand_events(tmp_path: Path) -> None:
    chain = Chain()
    async with a_server() as server, Program(tmp_path) as program:
        answer = await ask(program, "POST", "/api/v1/receivers", _receiver(server.url))
        path = f"/api/v1/receivers/{answer.body['id']}"
        server.secret, server.access_token = answer.body["secret"], answer.body["access_token"]
        server.answer = chain.take
        for number, step in enumerate(("kill", OTHERS, "stop", NOT_HERBS, "kill")):
            adding = asyncio.create_task(_add(program, range(number * EVENTS // 5, (number + 1) * EVENTS // 5)))
            await server.requests(len(server.got) + 20)
            await _do(program, step, path)
            await adding
            await all_recorded(program)
        feed = f"/api/v1/events?receiver={answer.body['id']}"
        matching = await _feed(program, feed, after=0, before=EVENTS + 1)
        accepted = set(server.accepted)
        lost = sorted(accepted)[:-1:LOST_EVERY]
        gaps = chain.gaps(accepted - {*lost})
        closed = [await _feed(program, feed, after=first - 1, before=last) for first, last in gaps]

        assert await program.stop() == 0, program.last_words()

    patterns = column(program.database, "SELECT pattern FROM receiver_filters ORDER BY first")
    assert patterns == [TREES, OTHERS, NOT_HERBS]
    assert chain.wrong == []
    assert chain.gaps(accepted) == []
    assert sorted(accepted) == matching == matching_events(program.database)
    assert [*reversed(closed)] == [[one] for one in lost]
    assert len(lost) > 3
    assert len(server.got) > len(accepted) + EVENTS // 2 // REFUSED_EVERY
    await check_audit(program)


async def _do(program: Program, step: str | None, path: str) -> None:
    """Kill or stop the program and start it again, or change the receiver's filter."""
    if step in ("kill", "stop"):
        await (program.kill() if step == "kill" else program.stop())
        await program.start()
        return
    changed = await ask(program, "PATCH", path, {"filter": json.loads(step or "null")})
    assert changed.status == 200, changed


def _receiver(url: str) -> dict[str, Any]:
    return {"name": "nursery", "url": url, "filter": json.loads(TREES or "")}


async def _add(program: Program, numbers: range) -> None:
    async def add(some: range) -> None:
        for number in some:
            plant = {"name": f"Plant {number}", "tag": _tag(number)}
            await ask_at_last(program, "POST", "/api/v1/plants", plant, key=f"plant {number}")

    await asyncio.gather(*(add(numbers[first::ADDED_AT_ONCE]) for first in range(ADDED_AT_ONCE)))


def _tag(number: int) -> str:
    return TAGS[number % len(TAGS)]


async def _feed(program: Program, feed: str, *, after: int, before: int) -> list[int]:
    """Return the events that the feed of a receiver has between two events."""
    found: list[int] = []
    path: str | None = f"{feed}&after={after}&limit=100"
    while path and after < before - 1:
        page = (await ask(program, "GET", path)).body
        found += [one["sequence"] for one in page["items"]]
        path, after = page["next"], page["after"]
    return [one for one in found if one < before]
