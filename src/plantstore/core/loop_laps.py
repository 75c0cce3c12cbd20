"""Iterations of the event loop: how long they take while there is work, and how many requests start in each."""

import asyncio
from collections import deque
from collections.abc import Callable

SMOOTHING = 0.2  # weight of the newest iteration in the average
STARTS_MAX = 20  # max requests that start in one iteration: about 5 ms of work, before other connections are served
SLOW_S = 0.002  # an iteration longer than this is slow: `after_slow` is called


class LoopLaps:
    """The average duration of an iteration of the event loop, measured while `note_work` is called.

    Without calls, nothing is measured, so that an idle process sleeps. `start` spreads the beginnings of many requests
    over several iterations.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self.after_slow: Callable[[], None] | None = None
        """Called at the end of a slow iteration."""
        self._monotonic = monotonic
        self._average_s = 0.0
        self._began_s = 0.0
        self._is_timing = self._has_work = False
        self._started = 0  # in this iteration
        self._waiting: deque[Callable[[], None]] = deque()

    @property
    def average_s(self) -> float:
        return self._average_s if self._is_timing else 0.0

    @property
    def waiting(self) -> int:
        """Return the number of functions that wait for a later iteration."""
        return len(self._waiting)

    def note_work(self) -> None:
        """Measure this iteration and the next one."""
        self._has_work = True
        if not self._is_timing:
            self._is_timing = True
            self._average_s = 0.0
            self._began_s = self._monotonic()
            asyncio.get_running_loop().call_soon(self._end_lap)

    def start(self, work: Callable[[], None]) -> None:
        """Call a function now, or in a later iteration if this one has started STARTS_MAX; in the order of the calls.

        Between iterations, the loop reads from all connections: requests that are refused need not wait until the
        others are done.
        """
        self.note_work()
        if self._started < STARTS_MAX and not self._waiting:
            self._started += 1
            work()
        else:
            self._waiting.append(work)

    def _end_lap(self) -> None:
        now_s = self._monotonic()
        lap_s = now_s - self._began_s
        self._average_s += SMOOTHING * (lap_s - self._average_s)
        self._began_s = now_s
        self._started = min(STARTS_MAX, len(self._waiting))
        self._is_timing, self._has_work = self._has_work or self._started > 0, False
        if self._is_timing:
            asyncio.get_running_loop().call_soon(self._end_lap)
        for _ in range(self._started):
            self._waiting.popleft()()
        if lap_s > SLOW_S and self.after_slow is not None:
            self.after_slow()
