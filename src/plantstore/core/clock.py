"""The only place that reads a clock. Everything else is handed one."""

import time
from typing import Protocol

from plantstore.domain.timestamps import SECOND_US, Instant


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


class FollowingClock:
    """The wall time of a server that several machines share, carried on by our own monotonic clock between two looks.

    So all of them agree when something is due, whatever their own wall clocks say. Before the first look it is ours.
    `follow` runs on the event loop while other threads call `now`, so what it sets is one immutable value: a thread
    reads the whole of an older one or the whole of the new one.
    """

    def __init__(self, own: Clock) -> None:
        self._own = own
        self._followed: tuple[Instant, float] | None = None  # a time there, and ours (monotonic) at that moment

    def now(self) -> Instant:
        followed = self._followed
        if followed is None:
            return self._own.now()
        theirs, at_s = followed
        return Instant(theirs + round((self._own.monotonic() - at_s) * SECOND_US))

    def monotonic(self) -> float:
        return self._own.monotonic()

    def follow(self, theirs: Instant, *, asked_s: float) -> None:
        """Hear what the time was there, about half way between when it was asked (monotonic) and now."""
        self._followed = theirs, (asked_s + self._own.monotonic()) / 2
