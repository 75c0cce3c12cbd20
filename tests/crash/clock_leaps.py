"""The wall clock leaps back and forth by hours and years under load, while the program runs and across restarts."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

from proof.running import added
from tests.crash.caller import Caller
from tests.crash.ledger import Ledger
from tests.crash.listing import column
from tests.crash.load import Load
from tests.crash.outcome_check import LOOK_AGAIN_S, check_duplicates, end_in_order, figures_of, note_end
from tests.crash.program import Program
from tests.crash.receivers import Receivers, ask
from tests.crash.wrong_clock import set_wrong_by
from tests.proving import Figures, Progress
from tests.receiver import Got
from tests.running import run

HOUR_S, DAY_S, YEAR_S = 3_600.0, 86_400.0, 365 * 86_400.0
LEAPS_S = (10 * YEAR_S, -10 * YEAR_S, HOUR_S, -HOUR_S)
LONGEST_WAIT_S = 30 * HOUR_S  # the audit finds deliveries that are due later than that and reschedules them
ROUND_LEAPS = 2 * len(LEAPS_S)
LIFE_S = (0.2, 0.5)
RETRY_SCALE = "1000"  # 5 s become 5 ms, and a day becomes 86 s
FAILS_EVERY, FAILS_TIMES = 3, 4  # so that retries wait at every leap
NEW_PLANTS = 10
LATE_S_MAX = 20.0
PLANTS_PER_SECOND = 60
HOUSEKEEPING_S = "0.5"


def prove_clock_leaps(folder: Path, *, count: int, seed: int, progress: Progress) -> Figures:
    """Let the clock leap `count` times, every second time back to the right time: while running, killed or stopped."""
    chance = random.Random(seed)
    figures: Figures = {}
    done = 0
    while done < count:
        here, leaps = folder / f"round-{done}", min(ROUND_LEAPS, count - done)
        here.mkdir()
        figures = added(figures, _round(here, leaps, chance, lambda more, before=done: progress(before + more)))  # type: ignore[misc]
        done += leaps
    assert figures["lost"] == figures["given_up"] == 0 and figures["duplicates"] <= figures["duplicates_allowed"]
    return figures


def _round(folder: Path, leaps: int, chance: random.Random, progress: Progress) -> Figures:
    ledger = Ledger()
    figures: Figures = {}
    waited_s: list[float] = []
    wrong_by_s = 0.0
    program, clock = Program(folder, retry_scale=RETRY_SCALE), folder / "clock"
    set_wrong_by(clock, 0)
    program.orders = {"CLOCK": str(clock), "HOUSEKEEPING_S": HOUSEKEEPING_S}

    async def prove() -> None:
        nonlocal wrong_by_s
        async with program, Receivers(program, ledger) as crew:
            await crew.join("good", "failing")
            for receiving in crew.receivers.values():
                receiving.timeless = True
            crew["failing"].answer = _failing(crew.answering(crew.id_of("failing")))
            wish = {"name": "a day", "scopes": ["plants:read"], "days": 1}
            token = (await ask(program, "POST", "/api/v1/tokens", wish)).body["token"]
            async with Load(program, ledger, per_second=PLANTS_PER_SECOND) as load:
                for number in range(leaps):
                    await asyncio.sleep(chance.uniform(*LIFE_S))
                    load.check()
                    await _end_sometimes(number, program, crew, ledger)
                    before_s, wrong_by_s = wrong_by_s, 0.0 if number % 2 else LEAPS_S[number // 2]
                    set_wrong_by(clock, wrong_by_s)
                    await program.be_up()
                    waited_s.append(await _delivered(ledger, crew, leapt_s=wrong_by_s - before_s))
                    await _check_access(program, token, wrong_by_s=wrong_by_s)
                    progress(number + 1)
            set_wrong_by(clock, 0)
            await end_in_order(program, crew, ledger)
            check_duplicates(ledger)
            figures.update(figures_of(ledger, crew))
            figures["given_up"] = column(program.database, "SELECT count(*) FROM retries")[0]

    run(prove)
    return {"leaps": leaps, "longest_wait_ms": round(max(waited_s) * 1_000)} | figures


def _failing(answer: Callable[[Got], int]) -> Callable[[Got], int]:
    """Let one event in three fail a few times before it is accepted: no breaker opens, and each delivery waits
    separately.
    """

    def fail(got: Got) -> int:
        is_early = int(got.headers["webhook-attempt"]) <= FAILS_TIMES
        return 404 if is_early and got.sequence % FAILS_EVERY == 0 else answer(got)

    return fail


async def _end_sometimes(number: int, program: Program, crew: Receivers, ledger: Ledger) -> None:
    """End the process before two of three leaps, by a kill or a graceful stop.

    No kill comes before ten years forward: the client would repeat a POST without a response after its idempotency key
    has expired, which happens after a day.
    """
    if number % 3 == 2:
        await program.kill()
    elif number % 3 == 1:
        assert await program.stop() == 0, program.last_words()
    else:
        return
    await note_end(program, crew, ledger)


async def _delivered(ledger: Ledger, crew: Receivers, *, leapt_s: float) -> float:
    """Wait until every promised plant is delivered; return the seconds that took.

    After an hour back, retries may wait an hour longer, so only deliveries without an earlier failure are checked.
    """
    began = time.monotonic()
    before = set(ledger.promises)
    is_hour_back = -LONGEST_WAIT_S < leapt_s < 0
    async with asyncio.timeout(LATE_S_MAX):
        while len(ledger.promises) < len(before) + NEW_PLANTS:
            await asyncio.sleep(LOOK_AGAIN_S)
        new = {ledger.promises[name].event_id for name in ledger.promises.keys() - before}
        owed = {promise.event_id for promise in ledger.promises.values()}
        for name in ("good", "failing"):
            looked_for = new if name == "failing" and is_hour_back else owed
            deliveries = {(crew.id_of(name), event_id) for event_id in looked_for}
            while not deliveries <= ledger.accepted.keys():
                await asyncio.sleep(LOOK_AGAIN_S)
    return time.monotonic() - began


async def _check_access(program: Program, ending_token: str, *, wrong_by_s: float) -> None:
    """Check that a token valid for a day has expired while the clock is past its end and is valid again afterwards, and
    that the operator's token never expires.
    """
    caller = Caller(program.port, ending_token)
    try:
        answer = await caller.ask("GET", "/api/v1/plants?limit=1")
    finally:
        await caller.close()
    assert answer.status == (401 if wrong_by_s > DAY_S else 200), (answer, wrong_by_s)
    assert (await ask(program, "GET", "/api/v1/status")).status == 200
