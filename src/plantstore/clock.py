"""The only place that reads a clock. Everything else is handed one."""

import time
from typing import Protocol

from plantstore.domain.instant import Instant


class Clock(Protocol):
    """Wall time for what is written down, monotonic time (seconds) for what is measured."""

    def now(self) -> Instant: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> Instant:
        return Instant(time.time_ns() // 1000)

    def monotonic(self) -> float:
        return time.monotonic()
