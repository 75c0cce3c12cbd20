"""A whole list is imported while three processes deliver; one of them is killed halfway."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.crash.ledger import Ledger
from tests.crash.listing import ENDED_S_MAX, a_list, import_done, import_file, symbols
from tests.crash.outcome_check import all_recorded, check_audit, check_duplicates
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.crash.shared.stock import have_read_the_dead
from tests.postgres.administered import Administered
from tests.proving import Figures, Progress
from tests.running import run

ROLES = ("api", "dispatcher", "dispatcher", "dispatcher")
CREW = ("one", "two", "three", "four")
LEASE_S = 4.0
LOCK = "LOCK TABLE plants IN SHARE MODE"
WAITING = "SELECT count(*) FROM pg_locks WHERE relation = 'plants'::regclass AND NOT granted"


def prove_shared_import(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Import `count` plants, or the real list if there is one, and kill the process with the most receivers halfway."""
    del seed  # nothing here is random
    file, rows = a_list(folder, count)
    ledger = Ledger()
    figures: Figures = {"plants": rows}

    async def prove() -> None:
        async with (
            a_database_server() as server,
            Processes(folder, server, roles=ROLES, lease_s=LEASE_S) as processes,
            Receivers(processes, ledger) as crew,
        ):
            await processes.even()
            await crew.join(*CREW)
            api = processes.all[0]
            began_at = time.monotonic()
            async with _halted_after_a_batch(processes.server, import_file(api, file, "--detach")) as (
                importing,
                added,
            ):
                figures["killed_at"] = added
                await processes.busiest().kill()
            await have_read_the_dead(crew)
            ledger.begin_life(processes.remains().recorded)
            await importing
            assert (await import_done(api))["added"] == rows
            for receiving in crew.receivers.values():
                await receiving.until(lambda one: len({got.sequence for got in one.got}) == rows, within_s=ENDED_S_MAX)
            figures["longest_s"] = round(time.monotonic() - began_at)
            await all_recorded(processes)
            assert await processes.stop() == 0, processes.last_words()
            _check_end(processes, crew, ledger, file, figures)
            await check_audit(processes)
            progress(rows)

    run(prove)
    return figures


@asynccontextmanager
async def _halted_after_a_batch(
    server: Administered, importing: Coroutine[Any, Any, Any]
) -> AsyncIterator[tuple[asyncio.Task[Any], int]]:
    """Start an import and halt it after its first commit; yield its task and the number of plants by then.

    Table locks are granted in order: the import's first insert queues behind our first lock, our second lock behind
    that insert, and the import's second batch behind our second lock.
    """
    with server.connect(STORE) as first, server.connect(STORE) as second:
        first.execute("BEGIN")
        first.execute(LOCK)
        task = asyncio.create_task(importing)
        await _until_waiting(server, 1)
        locking = asyncio.create_task(asyncio.to_thread(_lock, second))
        await _until_waiting(server, 2)
        first.execute("COMMIT")
        await locking
        ((added,),) = second.execute("SELECT count(*) FROM plants").fetchall()
        yield task, added
        second.execute("COMMIT")


def _lock(connection: psycopg.Connection) -> None:
    connection.execute("BEGIN")
    connection.execute(LOCK)


async def _until_waiting(server: Administered, count: int) -> None:
    """Return when `count` sessions wait for a lock on the plants."""
    async with asyncio.timeout(ENDED_S_MAX):
        while server.sql(WAITING, database=STORE) != [(count,)]:
            await asyncio.sleep(0.01)


def _check_end(processes: Processes, crew: Receivers, ledger: Ledger, file: Path, figures: Figures) -> None:
    remains = processes.remains()
    skus = [sku for (sku,) in processes.server.sql("SELECT sku FROM plants", database=STORE)]
    assert sorted(skus) == sorted(symbols(file))
    assert [sequence for sequence, _, _ in remains.events] == list(range(1, len(skus) + 1))
    owed = {(receiver_id, event_id) for receiver_id in crew.receivers for _, event_id, _ in remains.events}
    figures["lost"] = len(owed - ledger.accepted.keys())
    figures["deliveries"] = len(ledger.accepted)
    figures["duplicates"] = len(list(ledger.duplicates()))
    figures["most_unrecorded_at_one_end"] = max(map(len, ledger.unrecorded))
    assert owed == ledger.accepted.keys() == remains.recorded
    assert remains.waiting_retries == 0
    check_duplicates(ledger)
