"""Measures the event loop: how long its iterations take while there is work."""

import asyncio
from collections.abc import Callable

SMOOTHING = 0.2  # weight of the newest iteration in the average


class LoopLaps:
    """The average duration of an iteration of the event loop, measured while `note_work` is called.

    Without calls, nothing is measured, so that an idle process sleeps.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._average_s = 0.0
        self._began_s = 0.0
        self._is_timing = self._has_work = False

    @property
    def average_s(self) -> float:
        return self._average_s if self._is_timing else 0.0

    def note_work(self) -> None:
        """Measure this iteration and the next one."""
        self._has_work = True
        if not self._is_timing:
            self._is_timing = True
            self._average_s = 0.0
            self._began_s = self._monotonic()
            asyncio.get_running_loop().call_soon(self._end_lap)

    def _end_lap(self) -> None:
        now_s = self._monotonic()
        self._average_s += SMOOTHING * (now_s - self._began_s - self._average_s)
        self._began_s = now_s
        self._is_timing, self._has_work = self._has_work, False
        if self._is_timing:
            asyncio.get_running_loop().call_soon(self._end_lap)
