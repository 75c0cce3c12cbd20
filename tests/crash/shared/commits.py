"""The database connection breaks during COMMIT: the client learns that the outcome is unknown, and gets it on a
repeat.
"""

import asyncio
import random
from pathlib import Path

from tests.crash.ledger import Ledger, Promise
from tests.crash.load import Load
from tests.crash.outcome_check import LOOK_AGAIN_S, check_duplicates, end_in_order, figures_of
from tests.crash.receivers import Receivers, ask
from tests.crash.shared.cutting import CutPoint, a_wire
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.proving import Figures, Progress
from tests.running import run

LEASE_S = 5.0
WAYS = tuple(CutPoint)
LOAD_S_MAX = 60.0
LOAD_CUTS = 0.15  # share of all commits, including those of outcomes and leases
PLANTS_PER_SECOND = 60


def prove_cut_commits(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Cut `count` POSTs in their COMMIT, one way after another; then as many commits of any kind under load."""
    chance = random.Random(seed)
    ledger = Ledger()
    figures: Figures = {}
    wanted: dict[bytes, CutPoint] = {}
    is_loaded = False

    def judge(sent: bytes) -> CutPoint | None:
        if is_loaded:
            return chance.choice(WAYS) if chance.random() < LOAD_CUTS else None
        return next((wanted.pop(name) for name in list(wanted) if name in sent), None)

    async def prove() -> None:
        nonlocal is_loaded
        async with (
            a_database_server() as server,
            a_wire(server, judge) as wire,
            Processes(folder, server, roles=["all"], url=wire.url(STORE), lease_s=LEASE_S) as processes,
            Receivers(processes, ledger) as crew,
        ):
            await crew.join("good", "failing")
            for number in range(count):
                name, way = f"Rosa sectionis {number}.", WAYS[number % len(WAYS)]
                wanted[name.encode()] = way
                await _is_reported(processes, ledger, name, way)
                progress(number + 1)
            assert not wanted
            figures["cut"] = wire.cuts
            async with Load(processes, ledger, per_second=PLANTS_PER_SECOND) as load:
                is_loaded = True
                async with asyncio.timeout(LOAD_S_MAX):
                    while wire.cuts < 2 * count:
                        await asyncio.sleep(LOOK_AGAIN_S)
                        load.check()
                is_loaded = False
            figures["cut_under_load"] = wire.cuts - count
            await end_in_order(processes, crew, ledger)
            check_duplicates(ledger)
            figures.update(figures_of(ledger, crew))

    run(prove)
    assert figures["lost"] == figures["duplicates"] == 0
    return figures


async def _is_reported(processes: Processes, ledger: Ledger, name: str, way: CutPoint) -> None:
    """Repeat until there is a response: the first says that the outcome is unknown, and the last names the one
    plant.
    """
    first = await ask(processes, "POST", "/api/v1/plants", {"name": name}, key=name)
    assert first.status == 503, first
    assert "Idempotency-Key" in first.body["detail"], first
    again = await ask(processes, "POST", "/api/v1/plants", {"name": name}, key=name)
    assert again.status == 201, again
    replayed = "idempotency-replayed" in again.headers
    assert way is CutPoint.MEANWHILE or replayed == (way is CutPoint.AFTER), (way, again)
    rows = processes.server.sql("SELECT id FROM plants WHERE name = %s", [name], database=STORE)
    assert rows == [(again.body["id"],)]
    ledger.promise(name, Promise(plant_id=again.body["id"], event_id=again.body["event_id"]), replayed=replayed)
