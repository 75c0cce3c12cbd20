"""The only module that reads a clock. All other code gets a `Clock` as an argument."""

import time
from typing import Protocol

from plantstore.domain.timestamps import SECOND_US, Instant


class Clock(Protocol):
    """Wall time for what is recorded, monotonic time (in seconds) for what is measured."""

    def now(self) -> Instant: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> Instant:
        return Instant(time.time_ns() // 1000)

    def monotonic(self) -> float:
        return time.monotonic()


class FollowingClock:
    """The wall time of a shared database server, advanced by our own monotonic clock between two polls.

    With it, all machines agree on what is due, whatever their own wall clocks say. Before the first poll it is our own
    wall time. `follow` runs on the event loop while other threads call `now`, so it sets one immutable value: a thread
    sees either all of the old one or all of the new one.
    """

    def __init__(self, own: Clock) -> None:
        self._own = own
        self._followed: tuple[Instant, float] | None = None  # the server's time, and our monotonic time then

    def now(self) -> Instant:
        followed = self._followed
        if followed is None:
            return self._own.now()
        server_time, at_s = followed
        return Instant(server_time + round((self._own.monotonic() - at_s) * SECOND_US))

    def monotonic(self) -> float:
        return self._own.monotonic()

    def follow(self, server_time: Instant, *, requested_s: float) -> None:
        """Set the server's time, read in a query that began at `requested_s` on our monotonic clock.

        The server is assumed to have read its clock half way between the request and now.
        """
        self._followed = server_time, (requested_s + self._own.monotonic()) / 2
