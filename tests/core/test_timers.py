"""What is done again and again is done at once when asked, and outlasts its faults."""

import asyncio
from typing import Any

from plantstore.core.timers import PeriodicTask
from plantstore.domain.errors import Unavailable

LATER_S = 3_600.0


async def test_it_is_done_at_once_then_when_asked_and_again_when_it_wants_to() -> None:
    visits: list[int] = []
    enough = asyncio.Event()

    async def visit() -> float:
        visits.append(len(visits))
        if len(visits) == 4:
            enough.set()
        return 0.0 if len(visits) == 3 else LATER_S  # the third wants to be followed by the next

    task = PeriodicTask(visit)
    task.start()
    while not visits:
        await asyncio.sleep(0)
    task.run_now()
    while len(visits) < 2:
        await asyncio.sleep(0)
    task.run_now()
    await asyncio.wait_for(enough.wait(), 5)
    await task.stop()
    task.run_now()
    await asyncio.sleep(0)

    assert visits == [0, 1, 2, 3]


async def test_who_asks_while_it_is_done_has_it_done_once_more() -> None:
    gate, visits = asyncio.Event(), list[int]()

    async def visit() -> float:
        visits.append(len(visits))
        await gate.wait()
        return LATER_S

    task = PeriodicTask(visit)
    task.start()
    while not visits:
        await asyncio.sleep(0)
    for _ in range(3):
        task.run_now()
    gate.set()
    while len(visits) < 2:
        await asyncio.sleep(0)
    for _ in range(10):
        await asyncio.sleep(0)
    await task.stop()

    assert visits == [0, 1], "however often it was asked"


async def test_a_fault_is_told_and_ends_nothing_but_a_store_that_does_not_answer_is_none() -> None:
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["exception"]))
    errors: list[Exception] = [Unavailable(), ValueError("ours")]
    visits: list[int] = []

    async def visit() -> float:
        visits.append(len(visits))
        if len(visits) <= len(errors):
            raise errors[len(visits) - 1]
        return LATER_S

    task = PeriodicTask(visit)
    task.start()
    for count in (1, 2, 3):
        while len(visits) < count:
            await asyncio.sleep(0)
        task.run_now()
    await task.stop()

    assert faults == errors[1:]


async def test_a_run_that_is_asked_for_soon_waits_for_its_interval() -> None:
    visits: list[int] = []

    async def visit() -> float:
        visits.append(len(visits))
        return LATER_S

    task = PeriodicTask(visit)
    task.run_soon(0.0)
    task.start()
    while not visits:
        await asyncio.sleep(0)
    task.run_soon(LATER_S)
    for _ in range(10):
        await asyncio.sleep(0)
    assert visits == [0]

    task.run_soon(0.0)
    async with asyncio.timeout(5):
        while len(visits) < 2:
            await asyncio.sleep(0)
    await task.stop()
