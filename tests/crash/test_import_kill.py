"""An import and real kills: it resumes automatically after each, and every plant is added exactly once."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.crash.ledger import Ledger
from tests.crash.leftover_files import read_remains
from tests.crash.listing import (
    ENDED_S_MAX,
    a_list,
    all_recorded,
    column,
    figures_of,
    import_done,
    import_file,
    import_running,
    register,
    symbols,
)
from tests.crash.program import Program
from tests.receiver import Got, Receiving, a_server

ROWS = 6_000
KILLS = 2
UNRECORDED_MAX = 1_024  # PLANTSTORE_IN_FLIGHT_MAX: the largest number of unrecorded attempts
NAMES = ("first", "second")


@pytest.mark.timeout(3 * ENDED_S_MAX)
async def test_an_import_survives_kills_and_adds_every_row_once(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    file, rows = a_list(tmp_path, ROWS)
    ledger = Ledger()
    killed_at: list[int] = []
    requests: list[Got] = []

    async with Program(tmp_path) as program, AsyncExitStack() as stack:
        receivers = [await stack.enter_async_context(a_server()) for _ in NAMES]
        for name, receiving in zip(NAMES, receivers, strict=True):
            receiving.answer = noting(await register(program, name, receiving), ledger)
        importing = asyncio.create_task(import_file(program, file, "--detach"))
        for kill in range(1, KILLS + 1):
            killed_at.append((await import_running(program, added=kill * rows // (KILLS + 2)))["added"])
            await program.kill()
            await note_end(program, receivers, ledger)
            await program.start()
        await importing
        ended = await import_done(program)
        for receiving in receivers:
            await receiving.until(lambda one: len({got.sequence for got in one.got}) == rows, within_s=ENDED_S_MAX)
        await all_recorded(program)
        again = await import_file(program, file, "--check")
        assert (again["new"], again["present"]) == (0, rows)
        requests.extend(got for receiving in receivers for got in receiving.got)
        repeated = len(list(ledger.duplicates()))
        record_property("figures", figures_of(ended, requests=len(requests), repeated=repeated))
        assert await program.stop() == 0

    assert killed_at[-1] < rows, "the last kill came too late to prove anything"
    assert all(got.plant is not None for got in requests), "a signature or a bearer did not verify"
    assert ledger.unexplained() == []
    assert max(map(len, ledger.unrecorded)) <= UNRECORDED_MAX
    database = tmp_path / "data" / "plantstore.db"
    assert sorted(column(database, "SELECT sku FROM plants")) == sorted(symbols(file))
    assert column(database, "SELECT sequence FROM events ORDER BY sequence") == list(range(1, rows + 1))
    assert list((tmp_path / "data" / "imports").iterdir()) == []


def noting(receiver_id: str, ledger: Ledger) -> Callable[[Got], int]:
    """Return a handler that verifies, accepts, and records in the ledger."""

    def answer(got: Got) -> int:
        if got.plant is None:
            return 401
        ledger.accept(receiver_id, got.headers["webhook-id"])
        return 204

    return answer


async def note_end(program: Program, receivers: list[Receiving], ledger: Ledger) -> None:
    """Compare after a kill: first the receivers read what the dead process had still sent, then the disk is read."""
    for receiving in receivers:
        await receiving.until(lambda one: not one.connections)
    remains = read_remains(program.database, program.database.parent.parent / "copy")
    assert remains.integrity == "ok"
    assert [sequence for sequence, _, _ in remains.events] == list(range(1, len(remains.plants) + 1))
    ledger.begin_life(remains.recorded)
