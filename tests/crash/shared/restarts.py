"""The database server crashes or freezes repeatedly: processes continue, and nothing is lost."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import check_duplicates, end_in_order, figures_of
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import Processes, a_database_server
from tests.crash.shared.resuming import resumed
from tests.postgres import watchdog
from tests.postgres.cluster import Cluster
from tests.proving import Figures, Progress
from tests.running import run

PROCESSES = 2
LEASE_S = 4.0
LIFE_S = (0.5, 1.5)
AWAY_S = (0.0, 2.0)
LONG_AWAY_S = LEASE_S + 2.0  # long enough for every lease to end
LONG = (0, 4)  # of the crashes in a round
PLANTS_PER_SECOND = 60
RESUMED_S_MAX = 10.0
ROUND = 10


def prove_restarts(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Interrupt the server `count` times: as `pg_ctl -m immediate` does, by SIGKILL, or by freezing it."""
    chance = random.Random(seed)
    figures: Figures = {}
    done = 0
    while done < count:
        here = folder / f"round-{done}"
        here.mkdir()
        crashes = min(ROUND, count - done)
        figures = added(figures, _round(here, crashes, chance))
        done += crashes
        progress(done)
    assert figures["lost"] == figures["duplicates"] == 0
    assert figures["longest_resume_ms"] <= RESUMED_S_MAX * 1_000, figures
    return figures


def _round(folder: Path, crashes: int, chance: random.Random) -> Figures:
    ledger = Ledger()
    figures: Figures = {}
    resumed_s: list[float] = []

    async def prove() -> None:
        async with (
            a_database_server() as server,
            Processes(folder, server, roles=["all"] * PROCESSES, lease_s=LEASE_S) as processes,
            Receivers(processes, ledger) as crew,
        ):
            await crew.join("good", "failing", "slow")
            pids = [one.pid for one in processes.all]
            async with Load(processes, ledger, per_second=PLANTS_PER_SECOND) as load:
                for number in range(crashes):
                    await asyncio.sleep(chance.uniform(*LIFE_S))
                    load.check()
                    leave, come_back = _WAYS[number % len(_WAYS)]
                    await asyncio.to_thread(leave, server)
                    is_long = number in LONG
                    await asyncio.sleep(LONG_AWAY_S if is_long else chance.uniform(*AWAY_S))
                    await asyncio.to_thread(come_back, server)
                    there_at = time.monotonic()
                    await resumed(processes, crew, ledger)
                    resumed_s.append(time.monotonic() - there_at)
            figures["answered_503"] = len(load.unavailable)
            await end_in_order(processes, crew, ledger)
            check_duplicates(ledger)
            assert pids == [one.last_pid for one in processes.all]
            figures.update(figures_of(ledger, crew))

    run(prove)
    return {"crashes": crashes, "longest_resume_ms": round(max(resumed_s) * 1_000)} | figures


def _signal(server: Cluster, number: signal.Signals) -> None:
    for pid in watchdog.processes(server.folder):
        os.kill(pid, number)


_WAYS: tuple[tuple[Callable[[Cluster], None], Callable[[Cluster], None]], ...] = (
    (lambda server: server.stop("immediate"), Cluster.start),
    (Cluster.kill, Cluster.start),
    (lambda server: _signal(server, signal.SIGSTOP), lambda server: _signal(server, signal.SIGCONT)),
)
