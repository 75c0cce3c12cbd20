"""Timers on the event loop: a one-shot timer that can be set repeatedly, and a task that runs periodically."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from plantstore.core.faults import FaultStreak

TIMER_S_MAX = 60.0  # max wait of a timer: after a wall-clock jump, work that is due is delayed by at most this
RUN_RETRY_S = 1.0  # delay before a periodic task runs again after an exception


class Timer:
    """Calls its callback once, after the shortest of the delays to which it was set.

    The call may be early, because a timer never waits longer than TIMER_S_MAX. The callback must check the time and, if
    necessary, set the timer again.
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
    """Runs a coroutine function periodically. `run` returns the number of seconds until its next run.

    A `run_now` during a run causes one more run. An exception ends only the current run, and the next run follows after
    RUN_RETRY_S. Of consecutive exceptions of the same type, only the first is reported.
    """

    __slots__ = ("_began_at", "_faults", "_requested", "_run", "_soon", "_task")

    def __init__(self, run: Callable[[], Awaitable[float]]) -> None:
        self._run = run
        self._faults = FaultStreak("a periodic task failed")
        self._requested = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._soon: Timer | None = None
        self._began_at = 0.0

    def start(self) -> None:
        self._soon = Timer(self.run_now)
        self._task = asyncio.get_running_loop().create_task(self._loop())

    def run_now(self) -> None:
        """Run immediately, without waiting for the next scheduled run."""
        self._requested.set()

    def run_soon(self, interval_s: float) -> None:
        """Run as soon as `interval_s` have passed since the last run began, or earlier if that is scheduled.

        Before `start`, there is no effect.
        """
        if self._soon is not None:
            self._soon.set(self._began_at + interval_s - asyncio.get_running_loop().time())

    async def stop(self) -> None:
        """Cancel the current run, if any, and wait until it has ended."""
        task, self._task = self._task, None
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _loop(self) -> None:
        while True:
            self._requested.clear()
            self._began_at = asyncio.get_running_loop().time()
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
