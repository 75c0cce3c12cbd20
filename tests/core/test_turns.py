"""Work for threads that waits on the event loop for its turn."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from plantstore.core.loop_laps import LoopLaps
from plantstore.core.turns import Turns, request_began_s

WAIT_S_MAX = 10.0


async def turns_taken(done: list[int], tasks: list["asyncio.Task[None]"]) -> list[int]:
    await asyncio.gather(*tasks)
    return done


def begin(turns: Turns, done: list[int], number: int, *, began_s: float) -> "asyncio.Task[None]":
    async def run() -> None:
        request_began_s.set(began_s)
        await turns.run(lambda: done.append(number))

    return asyncio.create_task(run())


async def held(turns: Turns) -> tuple[threading.Event, "asyncio.Task[bool]"]:
    """Occupy the only thread until the event is set."""
    gate = threading.Event()
    task = asyncio.create_task(turns.run(lambda: gate.wait(WAIT_S_MAX)))
    await asyncio.sleep(0)
    return gate, task


async def test_requests_that_began_earlier_come_first_and_own_work_before_them() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns, done = Turns(threads, running_max=lambda: 1), []  # type: ignore[var-annotated]
        gate, holding = await held(turns)
        tasks = [begin(turns, done, at, began_s=began_s) for at, began_s in enumerate((3.0, 2.0, 0.0, 2.0))]
        await asyncio.sleep(0)
        assert turns.waiting == 4
        gate.set()
        await asyncio.gather(holding, *tasks)

    assert done == [2, 1, 3, 0]
    assert turns.waiting == 0


async def test_no_more_run_than_are_allowed_now() -> None:
    allowed = 3
    with ThreadPoolExecutor(4) as threads:
        turns = Turns(threads, running_max=lambda: allowed)
        gate = threading.Event()
        tasks = [asyncio.create_task(turns.run(lambda: gate.wait(WAIT_S_MAX))) for _ in range(6)]
        await asyncio.sleep(0)
        assert (turns.waiting, turns._running) == (3, 3)
        allowed = 1
        more = asyncio.create_task(turns.run(lambda: True))
        await asyncio.sleep(0)
        assert (turns.waiting, turns._running) == (4, 3)
        gate.set()
        assert all(await asyncio.gather(*tasks, more))
        assert (turns.waiting, turns._running) == (0, 0)


async def test_who_gives_up_takes_no_turn() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns, done = Turns(threads, running_max=lambda: 1), []  # type: ignore[var-annotated]
        gate, holding = await held(turns)
        given_up, other = begin(turns, done, 1, began_s=1.0), begin(turns, done, 2, began_s=2.0)
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.sleep(0)
        assert turns.waiting == 1
        gate.set()
        await asyncio.gather(holding, other)

    assert (done, turns._running) == ([2], 0)


async def test_who_gives_up_in_the_moment_of_its_turn_passes_it_on() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns, done = Turns(threads, running_max=lambda: 1), []  # type: ignore[var-annotated]
        gate, holding = await held(turns)
        given_up, other = begin(turns, done, 1, began_s=1.0), begin(turns, done, 2, began_s=2.0)
        await asyncio.sleep(0)
        holding.add_done_callback(lambda _: None)
        gate.set()
        while turns.waiting == 2:
            await asyncio.sleep(0)
        given_up.cancel()  # its turn is granted, and its task has not run yet
        with pytest.raises(asyncio.CancelledError):
            await given_up
        await other

    assert (done, turns._running) == ([2], 0)


async def test_a_failure_ends_a_turn() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns = Turns(threads, running_max=lambda: 1)
        with pytest.raises(ZeroDivisionError):
            await turns.run(lambda: 1 // 0)
        assert await turns.run(lambda: "next") == "next"


async def test_iterations_of_the_event_loop_are_measured_while_there_is_work() -> None:
    now_s = 0.0
    laps = LoopLaps(lambda: now_s)

    laps.note_work()
    for _ in range(30):
        now_s += 0.5  # each iteration takes as long
        laps.note_work()
        await asyncio.sleep(0)
    assert laps.average_s == pytest.approx(0.5, rel=0.05)

    for _ in range(3):
        await asyncio.sleep(0)
    assert laps.average_s == 0.0  # without work, nothing wakes the loop
    assert not laps._is_timing
