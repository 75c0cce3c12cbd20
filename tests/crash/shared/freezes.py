"""Processes that share a store freeze at random moments for a while, then continue."""

import asyncio
import random
from pathlib import Path

from plantstore.domain.deliveries.lease import renew_after_s
from plantstore.storage.postgres.connection import FROZEN_S
from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import UNRECORDED_MAX, end_in_order, figures_of
from tests.crash.program import Program
from tests.crash.receivers import Receivers
from tests.crash.shared.processes import STORE, Processes, a_database_server, freeze, thaw
from tests.crash.shared.stock import note_end_of_one, recorded_acceptances
from tests.proving import Figures, Progress
from tests.running import run

PROCESSES = 3
LEASE_S = 8.0  # a process frozen in a transaction blocks others for FROZEN_S, which may not end their leases
LIFE_S = (0.1, 1.0)
HASTE_S = 0.15
STILL_S = (0.2, 1.5 * LEASE_S)
assert FROZEN_S + renew_after_s(LEASE_S) < LEASE_S
ANSWER_S_MAX = 1.0  # then a client asks another process, with the same key
PLANTS_PER_SECOND = 60
ROUND = 20


def prove_freezes(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Freeze one of three processes `count` times, for a moment or for longer than its lease; sometimes two of them."""
    chance = random.Random(seed)
    figures: Figures = {}
    done = 0
    while done < count:
        here, freezes = folder / f"round-{done}", min(ROUND, count - done)
        here.mkdir()
        figures = added(figures, _round(here, freezes, chance, lambda more, before=done: progress(before + more)))  # type: ignore[misc]
        done += freezes
    assert figures["lost"] == 0
    return figures


def _round(folder: Path, freezes: int, chance: random.Random, progress: Progress) -> Figures:
    ledger = Ledger()
    figures: Figures = {"freezes": freezes}

    async def prove() -> None:
        async with (
            a_database_server() as server,
            Processes(folder, server, roles=["all"] * PROCESSES, lease_s=LEASE_S) as processes,
            Receivers(processes, ledger) as crew,
        ):
            await crew.join("good", "failing", "slow", "overloaded")
            frozen: dict[Program, asyncio.Task[None]] = {}
            async with Load(processes, ledger, per_second=PLANTS_PER_SECOND, answer_s_max=ANSWER_S_MAX) as load:
                for number in range(freezes):
                    await asyncio.sleep(chance.uniform(*LIFE_S))
                    load.check()
                    frozen = {one: task for one, task in frozen.items() if not task.done()}
                    while len(frozen) == PROCESSES - 1:
                        await asyncio.wait(frozen.values(), return_when=asyncio.FIRST_COMPLETED)
                        frozen = {one: task for one, task in frozen.items() if not task.done()}
                    victim = chance.choice([one for one in processes.all if one not in frozen])
                    load.in_haste = True
                    await asyncio.sleep(HASTE_S)
                    freeze(victim)
                    load.in_haste = False
                    frozen[victim] = asyncio.create_task(_go_on(victim, after_s=chance.uniform(*STILL_S)))
                    await note_end_of_one(processes, crew, ledger)
                    progress(number + 1)
                await asyncio.gather(*frozen.values())
            await processes.even()
            await end_in_order(processes, crew, ledger)
            figures.update(figures_of(ledger, crew))
            _check(processes, crew, ledger)

    run(prove)
    return figures


async def _go_on(victim: Program, *, after_s: float) -> None:
    try:
        await asyncio.sleep(after_s)
    finally:
        thaw(victim)


def _check(processes: Processes, crew: Receivers, ledger: Ledger) -> None:
    """No process died, so every 2xx is on record; only requests in flight during a freeze may be repeated."""
    accepted = sum(len(one.accepted) for one in crew.receivers.values())
    assert recorded_acceptances(processes.server, STORE) == accepted
    assert max(map(len, ledger.unrecorded)) <= UNRECORDED_MAX
    assert ledger.unexplained() == []
