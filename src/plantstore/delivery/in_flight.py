"""The process-wide limit on requests in flight, which bounds how many deliveries a kill can duplicate."""

import asyncio
import math
from collections import deque
from collections.abc import Callable

from plantstore.core.clock import Clock
from plantstore.core.faults import notify


class InFlightLimit:
    """Counts the requests in flight or not yet recorded, and refuses more than `limit` of them.

    `idle_receivers` counts the receivers that have no request in flight: some slots are reserved for them. While the
    limit is `closed`, no request may begin, however many slots are free.
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
        """True if the free slots are reserved for idle receivers: one for each, at most a quarter of the limit."""
        return self.limit - self.in_use <= min(self.limit // 4, self.idle_receivers)

    def acquire(self) -> None:
        self.in_use += 1
        self._all_released.clear()

    def release(self, count: int) -> None:
        """Release slots, and wake the waiters in the order in which they began to wait."""
        self.in_use -= count
        if self.in_use == 0:
            self._all_released.set()
        self._wake()

    def set_closed(self, closed: bool) -> None:
        """Let no request begin while outcomes cannot be recorded."""
        self.closed = closed
        if not closed:
            self._wake()

    def _wake(self) -> None:
        for _ in range(len(self.waiters)):
            if self.closed or self.in_use >= self.limit:
                return  # the other waiters keep their turn
            notify("a receiver that waited for a free slot could not continue", self.waiters.popleft())

    async def wait_all_released(self) -> None:
        """Return when no request is in flight and all outcomes are recorded."""
        await self._all_released.wait()


class LeasedInFlightLimit(InFlightLimit):
    """The limit of a process that shares its store with others: it is also closed while the process holds no lease.

    The lease is checked before every request, so a process that was frozen sends nothing after the lease has ended.
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
        """Note until when the lease holds, on the monotonic clock, and wake the waiters."""
        self._lease_ends_s = ends_s
        self._wake()
