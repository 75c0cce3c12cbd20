"""P1, P2 and P3 against real kills: a ledger outside the process knows what was promised and what was accepted."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.crash.caller import Answer, Caller
from tests.crash.ledger import Ledger
from tests.crash.load import Load
from tests.crash.program import STOP_S_MAX, Program
from tests.crash.remains import Remains, check_remains, read_remains
from tests.receiver import Got, Receiving, a_server
from tests.running import run

KILLS = 10
LIVES_TO_A_KILL_AT_START = 3
STOPS = 3
LIFE_S = (0.3, 1.0)
HASTE_S = 0.15  # so long before a kill the load has no pauses: the store is then always in the middle of something
START_S = (0.1, 0.8)  # a process killed so soon is still starting, or has just begun to send what is owed
SLOW_S, UNANSWERED_S = 0.02, 1.0
PLANTS_MIN = 1_000  # fewer would prove little
UNRECORDED_MAX = 1_024  # PLANTSTORE_IN_FLIGHT_MAX: the bound of promise P3
DELIVERED_S_MAX = 20.0
LOOK_AGAIN_S = 0.02
Note = Callable[[str, object], None]
Receivers = dict[str, Receiving]
"""By the id that the store gave them."""


def test_a_process_killed_at_any_moment_loses_nothing_and_repeats_only_what_it_had_not_recorded(
    tmp_path: Path, record_property: Note
) -> None:
    seed = int(os.environ.get("KILL_SEED") or random.SystemRandom().randrange(1_000_000))
    chance = random.Random(seed)
    ledger = Ledger()
    program = Program(tmp_path)
    print(f"\nKILL_SEED={seed}")

    async def test() -> None:
        async with program, three_receivers(program, ledger) as receivers:
            async with Load(program, ledger) as load:
                for number in range(KILLS):
                    await asyncio.sleep(chance.uniform(*LIFE_S) - HASTE_S)
                    load.in_haste = True
                    await asyncio.sleep(HASTE_S)
                    load.check()
                    await program.kill()
                    load.in_haste = False
                    await note_end(program, receivers, ledger)
                    if number % LIVES_TO_A_KILL_AT_START == 0:
                        program.spawn()
                        await asyncio.sleep(chance.uniform(*START_S))
                        await program.kill()
                        await note_end(program, receivers, ledger)
                    await program.start()
            await end_in_order(program, receivers, ledger)

    run(test)

    duplicates = len(list(ledger.duplicates()))
    allowed = [len(unrecorded) for unrecorded in ledger.unrecorded[1:]]
    summarise(
        record_property,
        seed=seed,
        kills=len(allowed),
        plants=len(ledger.promises),
        plants_per_second_while_up=round(len(ledger.promises) / program.up_s),
        posts_answered_from_their_key=ledger.replayed,
        deliveries=len(ledger.accepted),
        accepted_but_unrecorded_at_the_kills=sum(allowed),
        most_at_one_kill=max(allowed),
        duplicates=duplicates,
    )
    assert len(ledger.promises) >= PLANTS_MIN
    assert max(allowed) <= UNRECORDED_MAX
    assert duplicates <= sum(allowed)
    assert ledger.unexplained() == []


def test_a_process_asked_to_stop_under_load_loses_nothing_and_repeats_nothing(
    tmp_path: Path, record_property: Note
) -> None:
    ledger = Ledger()
    stops_s: list[float] = []

    async def test() -> None:
        async with Program(tmp_path) as program, three_receivers(program, ledger) as receivers:
            async with Load(program, ledger) as load:
                for _ in range(STOPS):
                    await asyncio.sleep(LIFE_S[1])
                    load.check()
                    await leave_unanswered(receivers)
                    asked_at = time.monotonic()
                    assert await program.stop() == 0, program.last_words()
                    stops_s.append(time.monotonic() - asked_at)
                    await note_end(program, receivers, ledger)
                    assert ledger.unrecorded[-1] == set()
                    await program.start()
            await end_in_order(program, receivers, ledger)

    run(test)

    summarise(
        record_property,
        stops=len(stops_s),
        longest_stop_ms=round(max(stops_s) * 1000),
        plants=len(ledger.promises),
        deliveries=len(ledger.accepted),
        duplicates=len(list(ledger.duplicates())),
    )
    assert max(stops_s) < STOP_S_MAX
    assert list(ledger.duplicates()) == []


@asynccontextmanager
async def three_receivers(program: Program, ledger: Ledger) -> AsyncIterator[Receivers]:
    """Register one that is good, one that is often overloaded, one that takes its time."""
    async with AsyncExitStack() as stack:
        receivers = {}
        for name in ("good", "overloaded", "slow"):
            receiving = await stack.enter_async_context(a_server())
            answer = await ask(program, "POST", "/api/v1/receivers", {"name": name, "url": receiving.url})
            assert answer.status == 201, answer
            receiving.secret = answer.body["secret"]
            receiving.answer = answering(answer.body["id"], ledger, overloaded=name == "overloaded")
            receiving.answers_after_s = SLOW_S if name == "slow" else 0.0
            receivers[answer.body["id"]] = receiving
        yield receivers


async def leave_unanswered(receivers: Receivers) -> None:
    """Let the slow receiver be so slow that requests are under way when the process is asked to stop."""
    *_, slow = receivers.values()
    slow.answers_after_s = UNANSWERED_S
    await slow.requests(len(slow.got) + 3)
    slow.answers_after_s = SLOW_S


def answering(receiver_id: str, ledger: Ledger, *, overloaded: bool) -> Callable[[Got], int]:
    """Verify, accept, and write into the ledger; who is overloaded says so twice to one event in seven."""

    def answer(got: Got) -> int:
        if got.plant is None:
            return 401
        if overloaded and got.sequence % 7 == 0 and int(got.headers["webhook-attempt"]) <= 2:
            return 503
        ledger.accept(receiver_id, got.headers["webhook-id"])
        return 204

    return answer


async def note_end(program: Program, receivers: Receivers, ledger: Ledger) -> None:
    """Take stock after an end: first the receivers read what the dead process had still sent, then the disk is read."""
    for receiving in receivers.values():
        await receiving.until(lambda one: not one.connections)
    remains = read_remains(program.database, program.database.parent.parent / "copy")
    check_remains(remains, ledger)
    ledger.begin_life(remains.recorded)


async def end_in_order(program: Program, receivers: Receivers, ledger: Ledger) -> None:
    """Wait until every receiver has accepted what was promised and the store knows it; then stop, and compare."""
    owed = {promise.event_id for promise in ledger.promises.values()}
    for receiver_id, receiving in receivers.items():
        owed_here = {(receiver_id, event_id) for event_id in owed}
        await receiving.until(lambda _, here=owed_here: here <= ledger.accepted.keys(), within_s=DELIVERED_S_MAX)  # type: ignore[misc]
    async with asyncio.timeout(DELIVERED_S_MAX):
        while any(item["lag"] for item in (await ask(program, "GET", "/api/v1/receivers")).body["items"]):
            await asyncio.sleep(LOOK_AGAIN_S)
    assert await feed(program) == sorted(owed)
    assert await program.stop() == 0, program.last_words()
    check_end(read_remains(program.database, program.database.parent.parent / "copy"), receivers, ledger)


async def feed(program: Program) -> list[str]:
    """The ids of all events as a receiver would catch up with them, checked to have no hole, and then sorted."""
    found: list[dict[str, Any]] = []
    while page := (await ask(program, "GET", f"/api/v1/events?after={len(found)}&limit=200")).body["items"]:
        found += page
    assert [item["sequence"] for item in found] == list(range(1, len(found) + 1))
    return sorted(item["id"] for item in found)


def check_end(remains: Remains, receivers: Receivers, ledger: Ledger) -> None:
    """When all is quiet, the store and the ledger say the same."""
    check_remains(remains, ledger)
    assert set(remains.plants.values()) == ledger.promises.keys()
    assert remains.recorded == ledger.accepted.keys()
    assert len(remains.recorded) == len(receivers) * len(ledger.promises)
    assert remains.waiting_retries == 0
    assert all(got.plant is not None for one in receivers.values() for got in one.got), "a signature did not verify"


async def ask(program: Program, method: str, path: str, body: object = None) -> Answer:
    caller = Caller(program.port, program.token)
    try:
        return await caller.ask(method, path, body)
    finally:
        await caller.close()


def summarise(record_property: Note, **figures: object) -> None:
    print("  ".join(f"{name}={value}" for name, value in figures.items()))
    for name, value in figures.items():
        record_property(name, value)
