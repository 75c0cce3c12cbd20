"""The process-wide limit on requests in flight, which bounds how many deliveries a kill can duplicate."""

import asyncio
import math
from collections import deque
from collections.abc import Callable

from plantstore.core.clock import Clock
from plantstore.core.faults import notify


class InFlightLimit:
    """Counts the requests that are in flight or not yet recorded; callers begin no request beyond `limit`.

    `idle_receivers` is the number of receivers without a request in flight; some slots are reserved for them. While the
    limit is `closed`, no request may begin, even if slots are free.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.in_use = self.idle_receivers = 0
        self.closed = False
        self.waiters: deque[Callable[[], None]] = deque()
        self._all_released = asyncio.Event()
        self._all_released.set()

    @property
    def reserved(self) -> bool:
        """True if a receiver that has a request in flight may not begin another: only reserved slots are free.

        One slot is reserved for each idle receiver, at most a quarter of the limit.
        """
        return self.limit - self.in_use <= min(self.limit // 4, self.idle_receivers)

    def acquire(self) -> None:
        self.in_use += 1
        self._all_released.clear()

    def release(self, count: int) -> None:
        """Release slots, and wake waiters in the order in which they began to wait."""
        self.in_use -= count
        if self.in_use == 0:
            self._all_released.set()
        self._wake()

    def set_closed(self, closed: bool) -> None:
        """Set whether requests are blocked because outcomes cannot be recorded."""
        self.closed = closed
        if not closed:
            self._wake()

    def _wake(self) -> None:
        for _ in range(len(self.waiters)):
            if self.closed or self.in_use >= self.limit:
                return  # the other waiters keep their place in the queue
            notify("a receiver that waited for a free slot could not continue", self.waiters.popleft())

    async def wait_all_released(self) -> None:
        """Wait until no request is in flight and all outcomes are recorded."""
        await self._all_released.wait()


class LeasedInFlightLimit(InFlightLimit):
    """The in-flight limit of a process that shares its store: also closed while the process holds no lease.

    The lease is checked before every request, so a process that was frozen sends nothing once its lease has expired.
    """

    def __init__(self, limit: int, clock: Clock) -> None:
        self._clock = clock
        self._is_stuck = False
        self._lease_ends_s = -math.inf
        super().__init__(limit)

    @property
    def closed(self) -> bool:
        return self._is_stuck or self._clock.monotonic() >= self._lease_ends_s

    @closed.setter
    def closed(self, closed: bool) -> None:
        self._is_stuck = closed

    def extend_lease(self, ends_s: float) -> None:
        """Set when the lease expires, as a time of the monotonic clock, and wake the waiters."""
        self._lease_ends_s = ends_s
        self._wake()
