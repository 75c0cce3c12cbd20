"""Work for threads that waits on the event loop for its turn, instead of in the queue of a thread pool.

Threads compete with the event loop for the GIL: a pool with a queue stays busy while the loop cannot keep up, and four
threads leave the loop a fifth of the processor. Here the loop starts each piece of work, so a loop that is behind
starts less of it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import ContextVar
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TypeVar

Result = TypeVar("Result")
request_began_s: ContextVar[float] = ContextVar("request_began_s", default=0.0)
"""When the current request began, in seconds of a monotonic clock; 0 outside requests."""


class Turns:
    """Runs functions in a thread pool, at most `running_max()` at the same time.

    They run in the order in which their requests began: a page reads several times, and would otherwise wait behind
    newer requests each time. Work of the store's own comes first.
    """

    def __init__(self, threads: Executor, *, running_max: Callable[[], int]) -> None:
        self._threads = threads
        self._running_max = running_max
        self._running = 0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @property
    def waiting(self) -> int:
        """Return the number of functions that wait for their turn."""
        return len(self._waiting)

    async def run(self, function: Callable[[], Result]) -> Result:
        """Wait for a turn, run the function in a thread, and return its result."""
        loop = asyncio.get_running_loop()
        if self._waiting or self._running >= self._running_max():
            turn: asyncio.Future[None] = loop.create_future()
            heappush(self._waiting, (request_began_s.get(), next(self._numbers), turn))
            try:
                await turn
            except asyncio.CancelledError:
                self._withdraw(turn)
                raise
        else:
            self._running += 1
        try:
            return await loop.run_in_executor(self._threads, function)
        finally:
            self._end_turn()

    def _withdraw(self, turn: "asyncio.Future[None]") -> None:
        """Withdraw a turn that is no longer wanted; it may have been granted in the same iteration of the loop."""
        if turn.cancelled():
            self._waiting = [waiting for waiting in self._waiting if waiting[2] is not turn]
            heapify(self._waiting)
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self._running -= 1
        while self._waiting and self._running < self._running_max():
            turn = heappop(self._waiting)[2]
            self._running += 1
            turn.set_result(None)
