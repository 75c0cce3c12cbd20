"""A whole list and its receivers: every plant once, every event to each receiver, although one was down for a while."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.crash.listing import ENDED_S_MAX, a_list, all_recorded, column, figures_of, import_file, register
from tests.crash.program import Program
from tests.receiver import Receiving, a_server

ROWS = 600
UNDER_WAY_MAX = 64  # PLANTSTORE_CONCURRENCY_MAX: the stop of a receiver can cut off this many responses


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The result of two imports of one file: at the two receivers, one before and after its stop, and as reported."""

    steady: Receiving
    before: Receiving
    after: Receiving
    first: dict[str, Any]
    second: dict[str, Any]
    delivered_s: float
    memory_mib_max: float


@pytest.mark.timeout(2 * ENDED_S_MAX)
async def test_an_import_reaches_every_receiver_once_although_one_was_down(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    file, rows = a_list(tmp_path, ROWS)
    courses: list[Course] = []

    async with Program(tmp_path) as program:
        courses.append(await import_twice(program, file, rows))
        assert await program.stop() == 0

    [course] = courses
    requests = [*course.steady.got, *course.before.got, *course.after.got]
    repeated = set(course.before.accepted) & set(course.after.accepted)
    record_property("figures", figures_of(course.first, requests=len(requests), repeated=len(repeated)))
    print(f"{len(requests) / course.delivered_s:,.0f} deliveries/s  {course.memory_mib_max:.0f} MiB")
    assert (course.first["state"], course.first["added"], course.first["bad"]) == ("done", rows, 0)
    assert [course.second[name] for name in ("state", "present", "added", "deliveries")] == ["done", rows, 0, 0]
    assert all(got.plant is not None for got in requests), "a signature or a bearer did not verify"
    assert sorted(course.steady.accepted) == list(range(1, rows + 1))
    assert sorted([*course.before.accepted, *set(course.after.accepted) - repeated]) == list(range(1, rows + 1))
    assert len(course.after.accepted) == len(set(course.after.accepted))
    assert repeated <= set(course.before.accepted[-UNDER_WAY_MAX:]), "the stop had not cut these off"
    database = tmp_path / "data" / "plantstore.db"
    assert column(database, "SELECT count(*) FROM plants") == [rows]
    assert column(database, "SELECT sequence FROM events ORDER BY sequence") == list(range(1, rows + 1))


async def import_twice(program: Program, file: Path, rows: int) -> Course:
    """Import, with a receiver that stops at a quarter and is back when the other has three quarters; then import
    again.
    """
    async with a_server() as steady:
        await register(program, "steady", steady)
        began_at = time.monotonic()
        async with a_server() as before:
            await register(program, "stops", before)
            importing = asyncio.create_task(import_file(program, file))
            await before.until(lambda one: len(one.got) >= rows // 4, within_s=ENDED_S_MAX)
        await steady.until(lambda one: len(one.got) >= rows * 3 // 4, within_s=ENDED_S_MAX)
        async with a_server(port=urlsplit(before.url).port or 0) as after:
            after.secret, after.access_token = before.secret, before.access_token
            first = await importing
            await steady.until(lambda one: len(one.got) >= rows, within_s=ENDED_S_MAX)
            owed = set(range(1, rows + 1)) - set(before.accepted)
            await after.until(lambda one: len(one.got) >= len(owed) and owed <= set(one.accepted), within_s=ENDED_S_MAX)
            delivered_s = time.monotonic() - began_at
            await all_recorded(program)
            return Course(
                steady=steady,
                before=before,
                after=after,
                first=first,
                second=await import_file(program, file),
                delivered_s=delivered_s,
                memory_mib_max=program.memory_mib_max,
            )
