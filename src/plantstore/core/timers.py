"""Timers of the event loop: a timer that is set again and again, and a task that runs periodically."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from plantstore.core.faults import FaultStreak

TIMER_S_MAX = 60.0  # due times are wall-clock times, timers monotonic: bounds the delay after a clock change
RUN_RETRY_S = 1.0  # after a run of a periodic task that raised


class Timer:
    """Calls back once after the shortest time it was set to.

    It may call back early: it never waits longer than TIMER_S_MAX. The callback checks the time and sets it again.
    """

    __slots__ = ("_at", "_callback", "_handle", "_loop")

    def __init__(self, callback: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._callback = callback
        self._handle: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, seconds: float) -> None:
        at = self._loop.time() + min(max(seconds, 0.0), TIMER_S_MAX)
        if self._handle is not None:
            if self._at <= at:
                return
            self._handle.cancel()
        self._at = at
        self._handle = self._loop.call_at(at, self._fire)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _fire(self) -> None:
        self._handle = None
        self._callback()


class PeriodicTask:
    """Runs a coroutine function periodically; `run` returns after how many seconds it wants to run next.

    A request during a run schedules one more run. An exception ends only that run, which is repeated after RUN_RETRY_S;
    it is reported once a streak.
    """

    __slots__ = ("_faults", "_requested", "_run", "_task")

    def __init__(self, run: Callable[[], Awaitable[float]]) -> None:
        self._run = run
        self._faults = FaultStreak("a periodic task failed")
        self._requested = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._loop())

    def run_now(self) -> None:
        """Run without waiting for the next time."""
        self._requested.set()

    async def stop(self) -> None:
        """Cancel the current run, if any, and wait until it has ended."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _loop(self) -> None:
        while True:
            self._requested.clear()
            wait_s = await self._run_once()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._requested.wait()

    async def _run_once(self) -> float:
        try:
            wait_s = await self._run()
        except Exception as error:
            self._faults.failed(error)
            return RUN_RETRY_S
        self._faults.worked()
        return wait_s
