"""What every pump works with: the process's places, the parts it is handed, and two kinds of timers."""

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from plantstore.core.clock import Clock
from plantstore.core.faults import FaultStreak, notify
from plantstore.core.ids import Ids
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.recorder import Recorder
from plantstore.domain.breaker import Breaker
from plantstore.domain.delivery import Retry
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.replay import Replay
from plantstore.sending.sender import Sender
from plantstore.storage.database import Database

TIMER_S_MAX = 60.0  # due times are the wall clock's, timers are not: a leap of the clock delays nothing by more
RETRY_READ_S = 1.0  # after something could not be read
POLL_S = 1.0  # where others share the store: how late their work is seen, should all news of it go astray


Judged = Callable[[ReceiverId, str, Breaker], None]
"""Hears that a receiver's breaker has changed its state: the receiver, its name, and how the breaker is now."""


class SendTask(NamedTuple):
    """One request to make: `retry` is its row in `retries`, if any, and `replay` whose wish it is, if it is one.

    `probe` says that it is sent to see whether the receiver is back.
    """

    event: Event
    retry: Retry | None = None
    replay: Replay | None = None
    probe: bool = False


class InFlightLimit:
    """The process's places for requests under way or not yet recorded: the bound on duplicates after a kill.

    `idle` counts the receivers that have nothing under way. While the places are `shut`, nobody finds one, however many
    are free.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = self.idle = 0
        self.shut = False
        self.starved: deque[Callable[[], None]] = deque()
        self._all_free = asyncio.Event()
        self._all_free.set()

    @property
    def scarce(self) -> bool:
        """Whether what is left is for receivers that have nothing under way: one for each, a quarter of all at most."""
        return self.most - self.taken <= min(self.most // 4, self.idle)

    def take(self) -> None:
        self.taken += 1
        self._all_free.clear()

    def free(self, count: int) -> None:
        """Give places back, and wake who found none, first come first served."""
        self.taken -= count
        if self.taken == 0:
            self._all_free.set()
        self._wake()

    def shut_while(self, is_stuck: bool) -> None:
        """Give no place away while what was sent cannot be recorded."""
        self.shut = is_stuck
        if not is_stuck:
            self._wake()

    def _wake(self) -> None:
        for _ in range(len(self.starved)):
            if self.shut or self.taken >= self.most:
                return  # those that are left keep their turn
            notify("a receiver that waited for a place could not be called", self.starved.popleft())

    async def all_free(self) -> None:
        """Return when nothing is under way and everything is recorded."""
        await self._all_free.wait()


class LeasedInFlightLimit(InFlightLimit):
    """Places of a process that shares its store: they are shut too while its lease is over.

    Whoever was frozen asks here before it sends, and so finds out by itself.
    """

    def __init__(self, most: int, clock: Clock) -> None:
        self._clock = clock
        self._is_stuck = False
        self._lease_ends_s = -math.inf
        super().__init__(most)

    @property
    def shut(self) -> bool:
        return self._is_stuck or self._clock.monotonic() >= self._lease_ends_s

    @shut.setter
    def shut(self, is_stuck: bool) -> None:
        self._is_stuck = is_stuck

    def lease_until(self, ends_s: float) -> None:
        """Hear until when the lease holds, on the monotonic clock."""
        self._lease_ends_s = ends_s
        self._wake()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryContext:
    """What every pump works with: handed in, so that a simulation can hand in its own."""

    database: Database
    log: EventLog
    sender: Sender
    recorder: Recorder
    places: InFlightLimit
    clock: Clock
    chance: Callable[[], float]
    ids: Ids
    retry_scale: float
    page_events: int
    window_events_max: int
    judged: Judged


class Timer:
    """One timer. Set more than once, the earliest counts; whoever is woken too early sets it again."""

    __slots__ = ("_at", "_loop", "_ring", "_timer")

    def __init__(self, ring: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0

    def set(self, seconds: float) -> None:
        at = self._loop.time() + min(max(seconds, 0.0), TIMER_S_MAX)
        if self._timer is not None:
            if self._at <= at:
                return
            self._timer.cancel()
        self._at = at
        self._timer = self._loop.call_at(at, self._rung)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rung(self) -> None:
        self._timer = None
        self._ring()


class PeriodicTask:
    """Does something again and again, and at once when asked; `visit` gives in how many seconds it wants to be next.

    Asked while it is at it, it does it once more. An exception ends only this one time, and is reported once a streak.
    """

    __slots__ = ("_asked", "_faults", "_task", "_visit")

    def __init__(self, visit: Callable[[], Awaitable[float]]) -> None:
        self._visit = visit
        self._faults = FaultStreak("what is done again and again failed")
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._go())

    def look(self) -> None:
        """Do not wait for the next time."""
        self._asked.set()

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _go(self) -> None:
        while True:
            self._asked.clear()
            wait_s = await self._visit_once()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._asked.wait()

    async def _visit_once(self) -> float:
        try:
            wait_s = await self._visit()
        except Exception as error:
            self._faults.failed(error)
            return RETRY_READ_S
        self._faults.worked()
        return wait_s
