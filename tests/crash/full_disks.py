"""The disk is full repeatedly: nothing is acknowledged or sent until there is room, then everything resumes."""

import asyncio
import random
import time
from pathlib import Path

from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.outcome_check import LOOK_AGAIN_S, end_in_order, figures_of, note_end
from tests.crash.program import Program
from tests.crash.receivers import Receivers, ask
from tests.proving import Figures, Progress
from tests.running import run

STOPPED_S_MAX = 1.0  # a promise of docs/proof.md, like the next one
RESUMED_S_MAX = 30.0
# PLANTSTORE_IN_FLIGHT_MAX of this store, which is the only bound: a process that starts on a full disk sends a backlog
# until its first commit fails. A store that goes on sending does not reach it in STOPPED_S_MAX and LOOK_S together.
UNRECORDED_MAX = 256
LOOK_S = 0.3
LIFE_S = (0.2, 0.6)
PLANTS_PER_SECOND = 200
WAYS = ("wait", "kill", "start")  # what happens while the disk is full: nothing; a kill; a kill and a start


def prove_full_disks(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Fill the disk `count` times under load; in two of three times kill the process while it is full."""
    chance = random.Random(seed)
    ledger = Ledger()
    figures: Figures = {}
    resumed_s: list[float] = []
    program, full = Program(folder, retry_scale="1000", in_flight_max=str(UNRECORDED_MAX)), folder / "full"
    program.orders = {"FULL_DISK": str(full), "HOUSEKEEPING_S": "0.5"}

    async def prove() -> None:
        await _is_refused_at_its_first_start(program, full)
        async with program, Receivers(program, ledger) as crew:
            await crew.join("good", "overloaded", "slow", "behind")
            async with Load(program, ledger, per_second=PLANTS_PER_SECOND) as load:
                for number in range(count):
                    await asyncio.sleep(chance.uniform(*LIFE_S))
                    full.touch()
                    await _check_full(program, crew, load)
                    if (way := WAYS[number % len(WAYS)]) != "wait":
                        await program.kill()
                        await note_end(program, crew, ledger)
                        assert len(ledger.unrecorded[-1]) <= UNRECORDED_MAX
                    if way == "start":
                        await program.start()
                        await _check_full(program, crew, load)
                    full.unlink()
                    await program.be_up()
                    resumed_s.append(await _resumed(program, crew, ledger))
                    progress(number + 1)
            figures["answered_507"] = len(load.full)
            await end_in_order(program, crew, ledger)
            figures.update(figures_of(ledger, crew))

    run(prove)
    assert figures["lost"] == 0 and figures["duplicates"] <= figures["duplicates_allowed"]
    assert ledger.unexplained() == []
    return {"full_disks": len(resumed_s), "longest_resume_ms": round(max(resumed_s) * 1_000)} | figures


async def _is_refused_at_its_first_start(program: Program, full: Path) -> None:
    """Check that a new store on a full disk fails with one line, and leaves nothing that hinders the next start."""
    full.touch()
    assert await program.dies() == 1
    assert "There is no room left on the disk" in program.last_words()
    full.unlink()


async def _check_full(program: Program, crew: Receivers, load: Load) -> None:
    """Check that changes are refused, sending has stopped, reading works, and the store reports the problem."""
    await _refused_again(load)
    await asyncio.sleep(STOPPED_S_MAX)
    sent = _requests(crew)
    await asyncio.sleep(LOOK_S)
    await _refused_again(load)
    assert _requests(crew) == sent, "it still sends although it cannot record"
    refused = load.full[-1]
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.body["status"] == 507
    assert refused.body["type"].endswith("/docs/errors/store_full")
    for path in ("/api/v1/plants?limit=1", "/api/v1/events?after=0&limit=1", "/api/v1/receivers", "/healthz"):
        assert (await ask(program, "GET", path)).status == 200
    status = (await ask(program, "GET", "/api/v1/status")).body
    assert not status["healthy"] and "store_full" in [problem["code"] for problem in status["problems"]]
    assert status["requests_taken"] <= UNRECORDED_MAX


async def _refused_again(load: Load) -> None:
    """Wait until one more request is refused because the disk is full."""
    answers = len(load.full)
    async with asyncio.timeout(RESUMED_S_MAX):
        while len(load.full) == answers:
            load.check()
            await asyncio.sleep(LOOK_AGAIN_S)


async def _resumed(program: Program, crew: Receivers, ledger: Ledger) -> float:
    """Wait until plants are accepted and delivered again, and the store is healthy; return the seconds that took."""
    began = time.monotonic()
    plants, sent = len(ledger.promises), len(crew["good"].accepted)
    async with asyncio.timeout(RESUMED_S_MAX):
        while len(ledger.promises) == plants or len(crew["good"].accepted) == sent:
            await asyncio.sleep(LOOK_AGAIN_S)
        while not (await ask(program, "GET", "/api/v1/status")).body["healthy"]:
            await asyncio.sleep(LOOK_AGAIN_S)
    return time.monotonic() - began


def _requests(crew: Receivers) -> int:
    return sum(len(receiving.got) for receiving in crew.receivers.values())
