"""The only module that reads a clock. All other code gets a `Clock` as an argument."""

import time
from typing import Protocol

from plantstore.domain.timestamps import SECOND_US, Instant


class Clock(Protocol):
    """Reads the time: wall-clock time for timestamps, monotonic time (in seconds) for durations."""

    def now(self) -> Instant: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """Reads the machine's own clocks."""

    def now(self) -> Instant:
        return Instant(time.time_ns() // 1000)

    def monotonic(self) -> float:
        return time.monotonic()


class FollowingClock:
    """Returns the wall-clock time of a shared database server, advanced by our own monotonic clock between polls.

    With this clock, all machines agree on what is due, even if their own wall clocks differ. Before the first poll it
    returns our own wall-clock time. `follow` runs on the event loop while other threads call `now`, so it replaces one
    immutable tuple: a thread sees either the old or the new values, never a mixture.
    """

    def __init__(self, own: Clock) -> None:
        self._own = own
        self._followed: tuple[Instant, float] | None = None  # the server's time, and our monotonic time at that moment

    def now(self) -> Instant:
        followed = self._followed
        if followed is None:
            return self._own.now()
        server_time, at_s = followed
        return Instant(server_time + round((self._own.monotonic() - at_s) * SECOND_US))

    def monotonic(self) -> float:
        return self._own.monotonic()

    def follow(self, server_time: Instant, *, requested_s: float) -> None:
        """Set the server's time, as returned by a query that began at `requested_s` on our monotonic clock.

        Assume that the server read its clock halfway between the beginning of the query and now.
        """
        self._followed = server_time, (requested_s + self._own.monotonic()) / 2
