"""The measured iterations of the event loop, and the work that starts in each."""

import asyncio

import pytest

from plantstore.core.loop_laps import SLOW_S, STARTS_MAX, LoopLaps
from tests.still_clock import StillClock


async def test_iterations_of_the_event_loop_are_measured_while_there_is_work() -> None:
    clock = StillClock()
    laps = LoopLaps(clock.monotonic)

    laps.note_work()
    for _ in range(30):
        clock.move(0.5)  # each iteration takes as long
        laps.note_work()
        await asyncio.sleep(0)
    assert laps.average_s == pytest.approx(0.5, rel=0.05)

    for _ in range(3):
        await asyncio.sleep(0)
    assert laps.average_s == 0.0  # without work, nothing wakes the loop
    assert not laps._is_timing


async def test_an_iteration_starts_a_limited_number_and_the_others_follow_in_order() -> None:
    laps = LoopLaps(StillClock().monotonic)
    started: list[int] = []
    for number in range(2 * STARTS_MAX + 5):
        laps.start(lambda number=number: started.append(number))  # type: ignore[misc]

    assert (len(started), laps.waiting) == (STARTS_MAX, STARTS_MAX + 5)
    await asyncio.sleep(0)
    assert len(started) == 2 * STARTS_MAX
    laps.start(lambda: started.append(-1))  # it does not overtake
    await asyncio.sleep(0)
    assert started == [*range(2 * STARTS_MAX + 5), -1]

    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (laps.waiting, laps._is_timing) == (0, False)


async def test_only_slow_iterations_are_followed_by_the_given_function() -> None:
    clock = StillClock()
    slow: list[float] = []
    laps = LoopLaps(clock.monotonic)
    laps.after_slow = lambda: slow.append(clock.monotonic())

    for seconds in (SLOW_S, SLOW_S / 2, 2 * SLOW_S):
        laps.note_work()
        clock.move(seconds)
        await asyncio.sleep(0)

    assert slow == [clock.monotonic()]
