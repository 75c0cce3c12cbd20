"""Work for threads that waits on the event loop for its turn."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from plantstore.core.turns import SLICE_S, Turns, request_began_s
from tests.still_clock import StillClock

WAIT_S_MAX = 10.0


def begin(turns: Turns, done: list[int], number: int, *, began_s: float) -> "asyncio.Task[None]":
    async def run() -> None:
        request_began_s.set(began_s)
        await turns.run(lambda: done.append(number))

    return asyncio.create_task(run())


async def held(turns: Turns) -> tuple[threading.Event, "asyncio.Task[bool]"]:
    """Occupy a thread until the event is set."""
    gate, holds = threading.Event(), threading.Event()

    def hold() -> bool:
        holds.set()
        return gate.wait(WAIT_S_MAX)

    task = asyncio.create_task(turns.run(hold))
    await asyncio.sleep(0)
    assert holds.wait(WAIT_S_MAX)
    return gate, task


def turns_of(threads: ThreadPoolExecutor, *, allowed: int = 1, clock: StillClock | None = None) -> Turns:
    return Turns(threads, running_max=lambda: allowed, monotonic=(clock or StillClock()).monotonic)


async def test_requests_that_began_earlier_come_first_and_own_work_before_them() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns = turns_of(threads)
        done: list[int] = []
        gate, holding = await held(turns)
        tasks = [begin(turns, done, at, began_s=began_s) for at, began_s in enumerate((3.0, 2.0, 0.0, 2.0))]
        await asyncio.sleep(0)
        assert turns.waiting == 4
        gate.set()
        await asyncio.gather(holding, *tasks)

    assert done == [2, 1, 3, 0]
    assert turns.waiting == 0


async def test_no_more_threads_run_than_are_allowed_now() -> None:
    allowed = 3
    with ThreadPoolExecutor(4) as threads:
        turns = Turns(threads, running_max=lambda: allowed, monotonic=StillClock().monotonic)
        gates, holding = zip(*[await held(turns) for _ in range(3)], strict=True)
        done: list[int] = []
        more = begin(turns, done, 1, began_s=1.0)
        allowed = 1
        await asyncio.sleep(0)
        assert (turns.waiting, turns._running) == (1, 3)
        for gate in gates:
            gate.set()
        assert all(await asyncio.gather(*holding))
        await more
        while turns._running:
            await asyncio.sleep(0)
    assert (turns.waiting, done) == (0, [1])


async def test_a_thread_runs_several_functions_until_its_slice_is_over() -> None:
    """Otherwise each would wait for an iteration of the event loop, which is long exactly when many wait."""
    clock, blocked = StillClock(), threading.Event()
    with ThreadPoolExecutor(1) as threads:
        turns = turns_of(threads, clock=clock)
        done: list[int] = []
        gate, holding = await held(turns)

        def run(number: int) -> None:
            clock.move(SLICE_S / 2)
            done.append(number)
            if number == 2:
                blocked.set()

        tasks = [asyncio.create_task(turns.run(lambda number=number: run(number))) for number in range(4)]  # type: ignore[misc]
        await asyncio.sleep(0)
        gate.set()
        assert not blocked.wait(0.1)  # the event loop, which does nothing meanwhile, has to start the thread again
        assert done == [0, 1]
        await asyncio.gather(holding, *tasks)

    assert done == [0, 1, 2, 3]


async def test_who_gives_up_takes_no_turn() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns = turns_of(threads)
        done: list[int] = []
        gate, holding = await held(turns)
        given_up, other = begin(turns, done, 1, began_s=1.0), begin(turns, done, 2, began_s=2.0)
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.sleep(0)
        assert turns.waiting == 1
        gate.set()
        await asyncio.gather(holding, other)
        while turns._running:
            await asyncio.sleep(0)

    assert done == [2]


async def test_who_gives_up_during_its_turn_gets_no_result() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns = turns_of(threads)
        gate, holding = await held(turns)
        holding.cancel()
        gate.set()
        with pytest.raises(asyncio.CancelledError):
            await holding
        assert await turns.run(lambda: "next") == "next"


async def test_a_failure_ends_a_turn() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns = turns_of(threads)
        with pytest.raises(ZeroDivisionError):
            await turns.run(lambda: 1 // 0)
        assert await turns.run(lambda: "next") == "next"


async def test_everything_that_waits_fails_when_the_threads_have_ended() -> None:
    threads = ThreadPoolExecutor(1)
    turns = turns_of(threads)
    threads.shutdown()

    with pytest.raises(RuntimeError, match="after shutdown"):
        await turns.run(lambda: None)
    assert (turns.waiting, turns._running) == (0, 0)


async def test_one_function_wakes_one_thread() -> None:
    with ThreadPoolExecutor(4) as threads:
        submitted, submit = [], threads.submit

        def counted(*work: Any) -> Any:
            submitted.append(work)
            return submit(*work)

        threads.submit = counted  # type: ignore[assignment]
        turns = turns_of(threads, allowed=4)
        for number in range(20):
            assert await turns.run(lambda number=number: number) == number  # type: ignore[misc]
        assert len(submitted) == 20
        gates, holding = zip(*[await held(turns) for _ in range(4)], strict=True)
        for gate in gates:
            gate.set()
        assert all(await asyncio.gather(*holding))
        while turns._running:
            await asyncio.sleep(0)
        assert (len(submitted), turns._starting) == (24, 0)


async def test_a_function_may_raise_what_a_future_does_not_take() -> None:
    with ThreadPoolExecutor(1) as threads:
        turns = turns_of(threads)
        with pytest.raises(RuntimeError, match="StopIteration"):
            await turns.run(lambda: next(iter(())))
        assert await turns.run(lambda: "next") == "next"
