"""Processes that share a store are killed at random moments, and database connections are closed too."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import check_duplicates, end_in_order, figures_of
from tests.crash.program import Program
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.crash.shared.stock import note_end_of_one, recorded_acceptances
from tests.postgres import pooler
from tests.postgres.cluster import Cluster
from tests.proving import Figures, Progress
from tests.running import run

PROCESSES = 3
LEASE_S = 4.0  # short enough that dead processes are replaced during the test, long enough for a busy machine
LIFE_S = (0.3, 1.5)
# seconds before a kill in which the load has no pauses, so that every process is in the middle of something
HASTE_S = 0.15
START_S = (0.05, 0.8)  # seconds after which a process is still starting, or has just acquired its share
LIVES_TO_A_KILL_AT_START = 4
ENDED_AT_ONCE = 2  # connections
PLANTS_PER_SECOND = 80
ROUND_KILLS = 16
POOLED_CONNECTIONS = 8  # fewer than the processes have


def prove_shared_kills(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Kill one of three `count` times, sometimes while it starts; receivers are good, slow, overloaded and dead."""
    chance = random.Random(seed)
    figures: Figures = {}
    done = 0
    while done < count:
        kills = min(ROUND_KILLS, count - done)
        here = folder / f"round-{done}"
        here.mkdir()
        figures = added(figures, _round(here, kills, chance, lambda more, before=done: progress(before + more)))  # type: ignore[misc]
        done += kills
    assert figures["lost"] == 0 and figures["duplicates"] <= figures["duplicates_allowed"]
    return figures


def prove_pooled_kills(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """The same behind a PgBouncer in transaction mode."""
    figures = _round(folder, count, random.Random(seed), progress, pooled=True)
    assert figures["lost"] == 0 and figures["duplicates"] <= figures["duplicates_allowed"]
    return figures


def _round(folder: Path, kills: int, chance: random.Random, progress: Progress, *, pooled: bool = False) -> Figures:
    ledger = Ledger()
    figures: Figures = {}
    connections_ended = 0

    async def prove() -> None:
        nonlocal connections_ended
        async with (
            a_database_server() as server,
            _pooled_url(server, wanted=pooled) as url,
            Processes(folder, server, roles=["all"] * PROCESSES, url=url, lease_s=LEASE_S) as processes,
            Receivers(processes, ledger) as crew,
        ):
            await crew.join("good", "overloaded", "slow")
            await crew.join_dead("dead")
            starting: list[asyncio.Task[None]] = []
            async with Load(processes, ledger, per_second=PLANTS_PER_SECOND) as load:
                for number in range(kills):
                    await asyncio.sleep(chance.uniform(*LIFE_S))
                    load.check()
                    connections_ended += _end_connections(processes, chance)
                    if number % LIVES_TO_A_KILL_AT_START != LIVES_TO_A_KILL_AT_START - 1:
                        victim = await _one_that_is_up(processes, chance)
                        load.in_haste = True
                        await asyncio.sleep(HASTE_S)
                        await victim.kill()
                        load.in_haste = False
                    else:
                        await asyncio.gather(*starting)
                        victim = await _one_that_is_up(processes, chance)
                        await victim.kill()
                        await note_end_of_one(processes, crew, ledger)
                        victim.spawn()
                        await asyncio.sleep(chance.uniform(*START_S))
                        await victim.kill()
                    await note_end_of_one(processes, crew, ledger)
                    starting.append(asyncio.create_task(_start_at_last(victim)))
                    progress(number + 1)
                await asyncio.gather(*starting)
            await processes.even()
            await end_in_order(processes, crew, ledger)
            check_duplicates(ledger)
            figures.update(figures_of(ledger, crew))
            figures["recorded_twice"] = recorded_acceptances(server, STORE) - len(ledger.accepted)

    run(prove)
    return {"kills": kills, "connections_ended": connections_ended} | figures


@asynccontextmanager
async def _pooled_url(server: Cluster, *, wanted: bool) -> AsyncIterator[str]:
    """Yield the URL of the store through a PgBouncer, or an empty string without one."""
    if not wanted:
        yield ""
        return
    with pooler.before(server, connections=POOLED_CONNECTIONS) as pooled:
        yield pooled.url(STORE)


async def _start_at_last(program: Program) -> None:
    """Start it again, as a process supervisor does, if its start failed because its connection was closed."""
    while not program.is_up.is_set():
        try:
            await program.start()
        except AssertionError:
            said = program.said_since_start()
            assert "Cannot open the store" in said or "went away" in said, program.last_words()


async def _one_that_is_up(processes: Processes, chance: random.Random) -> Program:
    await processes.reachable()
    return chance.choice([one for one in processes.all if one.is_up.is_set()])


def _end_connections(processes: Processes, chance: random.Random) -> int:
    """Close some database connections from the server's side while they are in use; return how many."""
    there = processes.server.backends(STORE)
    chosen = chance.sample(there, min(len(there), chance.randint(1, ENDED_AT_ONCE)))
    for pid in chosen:
        processes.server.terminate(pid)
    return len(chosen)
