"""A process under load is killed at random moments, or is asked to stop."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from proof.running import added
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import check_duplicates, end_in_order, figures_of, note_end
from tests.crash.program import STOP_S_MAX, Program
from tests.crash.receivers import SLOW_S, Receivers
from tests.proving import Figures, Progress
from tests.running import run

LIFE_S = (0.3, 1.0)
LIFE_PLANTS_MIN = 170  # a life lasts longer on a slow machine, until it has promised this many plants
LOOK_AGAIN_S = 0.01
# seconds before a kill in which the load has no pauses, so that the store is always in the middle of something
HASTE_S = 0.15
START_S = (0.02, 0.4)  # seconds after which a process is still starting, or has just begun to send its backlog
LIVES_TO_A_KILL_AT_START = 4
ROUND_KILLS = 20  # then a new store: a store that keeps growing would make each check slower
UNANSWERED_S = 1.0
RETRY_SCALE = "1000"  # a dead receiver then gets another attempt every second at most


def prove_kills(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Kill the process `count` times, one in five during its start. Receivers are good, slow, overloaded, paused and
    dead.
    """
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


def prove_stops(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Stop the process `count` times with requests in flight: nothing may be lost or repeated."""
    del seed  # nothing here is random
    ledger = Ledger()
    stops_s: list[float] = []
    figures: Figures = {}

    async def prove() -> None:
        async with _a_store(folder, ledger, "good", "overloaded", "slow") as (program, crew):
            async with Load(program, ledger) as load:
                for number in range(count):
                    await asyncio.sleep(LIFE_S[1])
                    load.check()
                    await _leave_unanswered(crew)
                    asked_at = time.monotonic()
                    assert await program.stop() == 0, program.last_words()
                    stops_s.append(time.monotonic() - asked_at)
                    await note_end(program, crew, ledger)
                    assert ledger.unrecorded[-1] == set()
                    await program.start()
                    progress(number + 1)
            await end_in_order(program, crew, ledger)
            figures.update(figures_of(ledger, crew))

    run(prove)
    assert max(stops_s) < STOP_S_MAX
    assert figures["lost"] == figures["duplicates"] == figures["duplicates_allowed"] == 0
    return {"stops": len(stops_s), "longest_stop_ms": round(max(stops_s) * 1_000)} | figures


def _round(folder: Path, kills: int, chance: random.Random, progress: Progress) -> Figures:
    ledger = Ledger()
    figures: Figures = {}

    async def prove() -> None:
        async with _a_store(folder, ledger, "good", "overloaded", "slow", "paused") as (program, crew):
            await crew.join_dead("dead")
            async with Load(program, ledger) as load:
                for number in range(kills):
                    if number % LIVES_TO_A_KILL_AT_START == LIVES_TO_A_KILL_AT_START - 1:
                        await _die_young(program, chance)
                    else:
                        await program.be_up()
                        await _change_mind(crew, chance)
                        await _die(program, load, chance)
                    await note_end(program, crew, ledger)
                    progress(number + 1)
                await program.be_up()
            await end_in_order(program, crew, ledger)
            check_duplicates(ledger)
            figures.update(figures_of(ledger, crew))
            figures["most_plants_per_second"] = round(len(ledger.promises) / program.up_s)

    run(prove)
    return {"kills": kills} | figures


async def _die(program: Program, load: Load, chance: random.Random) -> None:
    had = load.promised
    await asyncio.sleep(chance.uniform(*LIFE_S) - HASTE_S)
    while load.promised < had + LIFE_PLANTS_MIN:
        load.check()
        await asyncio.sleep(LOOK_AGAIN_S)
    load.in_haste = True
    await asyncio.sleep(HASTE_S)
    load.check()
    await program.kill()
    load.in_haste = False


async def _die_young(program: Program, chance: random.Random) -> None:
    """Kill the process while it starts, or when it has just begun to send its backlog."""
    program.spawn()
    await asyncio.sleep(chance.uniform(*START_S))
    await program.kill()


async def _change_mind(crew: Receivers, chance: random.Random) -> None:
    """Pause or resume a receiver."""
    paused = crew.id_of("paused")
    if chance.random() < 0.5:
        await (crew.resume(paused) if paused in crew.paused else crew.pause(paused))


async def _leave_unanswered(crew: Receivers) -> None:
    """Make the slow receiver so slow that requests are in flight when the process is asked to stop."""
    slow = crew["slow"]
    slow.answers_after_s = UNANSWERED_S
    await slow.requests(len(slow.got) + 3)
    slow.answers_after_s = SLOW_S


@asynccontextmanager
async def _a_store(folder: Path, ledger: Ledger, *names: str) -> AsyncIterator[tuple[Program, Receivers]]:
    async with Program(folder, retry_scale=RETRY_SCALE) as program, Receivers(program, ledger) as crew:
        await crew.join(*names)
        yield program, crew
