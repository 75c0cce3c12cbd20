"""The primary dies under load and its synchronous standby takes over: all acknowledged plants exist and are
delivered.
"""

import asyncio
import random
import time
from pathlib import Path

from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import check_duplicates, end_in_order, figures_of
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.crash.shared.resuming import resumed
from tests.proving import Figures, Progress
from tests.running import run

PROCESSES = 2
LEASE_S = 12.0  # long enough that no process is expired even on a slow machine: only then may nothing come twice
LIFE_S = (1.0, 2.5)
PROMOTED_AFTER_S = (0.0, 2.0)  # seconds during which no server accepts writes
PLANTS_PER_SECOND = 60
RESUMED_S_MAX = 15.0


def prove_failovers(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Kill `count` primaries, each with a standby that must have every commit before it is acknowledged."""
    chance = random.Random(seed)
    figures: Figures = {}
    for number in range(count):
        here = folder / f"failover-{number}"
        here.mkdir()
        figures = added(figures, _fail_over(here, chance))
        progress(number + 1)
    assert figures["lost"] == figures["duplicates"] == 0
    assert figures["longest_resume_ms"] <= RESUMED_S_MAX * 1_000, figures
    return figures


def _fail_over(folder: Path, chance: random.Random) -> Figures:
    ledger = Ledger()
    figures: Figures = {"failovers": 1}

    async def prove() -> None:
        async with a_database_server() as primary:
            standby = await asyncio.to_thread(primary.make_standby, synchronous=True)
            url = primary.url(STORE, others=[standby])
            async with (
                Processes(folder, primary, roles=["all"] * PROCESSES, url=url, lease_s=LEASE_S) as processes,
                Receivers(processes, ledger) as crew,
            ):
                await crew.join("good", "failing", "slow")
                async with Load(processes, ledger, per_second=PLANTS_PER_SECOND) as load:
                    await asyncio.sleep(chance.uniform(*LIFE_S))
                    load.check()
                    await asyncio.to_thread(primary.kill)
                    figures["promised_before"] = len(ledger.promises)
                    await asyncio.sleep(chance.uniform(*PROMOTED_AFTER_S))
                    await asyncio.to_thread(standby.promote)
                    promoted_at = time.monotonic()
                    processes.server = standby
                    await resumed(processes, crew, ledger)
                    figures["longest_resume_ms"] = round((time.monotonic() - promoted_at) * 1_000)
                await end_in_order(processes, crew, ledger)
                check_duplicates(ledger)
                figures.update(figures_of(ledger, crew))

    run(prove)
    return figures
