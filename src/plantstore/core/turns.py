"""Work for threads that waits on the event loop for its turn, instead of in the queue of a thread pool.

Threads compete with the event loop for the GIL: a pool with a queue stays busy while the loop cannot keep up, and four
threads leave the loop a fifth of the processor. Here the loop starts threads, each for SLICE_S, so a loop that is
behind starts fewer of them.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import Context, ContextVar, copy_context
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVar, cast

SLICE_S = 0.01  # how long a thread runs one function after another before the event loop has to start it again
Result = TypeVar("Result")
request_began_s: ContextVar[float] = ContextVar("request_began_s", default=0.0)
"""When the current request began, in seconds of a monotonic clock; 0 outside requests."""


_Waiting = tuple[float, int, Callable[[], Any], "asyncio.Future[Any]"]


def outside_requests() -> Context:
    """Return a copy of the current context for work that continues after the request: without the request's time."""
    context = copy_context()
    context.run(request_began_s.set, 0.0)
    return context


class Turns:
    """Runs functions in a thread pool, in at most `running_max()` threads at the same time.

    They run in the order in which their requests began: a page reads several times, and would otherwise wait behind
    newer requests each time. Work of the store's own comes first.
    """

    def __init__(self, threads: Executor, *, running_max: Callable[[], int], monotonic: Callable[[], float]) -> None:
        self._threads = threads
        self._running_max = running_max
        self._monotonic = monotonic
        self._running = 0
        self._starting = 0  # threads that have not looked for their first function yet
        self._lock = threading.Lock()
        self._heap: list[_Waiting] = []
        self._numbers = count()

    @property
    def waiting(self) -> int:
        """Return the number of functions that wait for their turn."""
        with self._lock:
            return sum(not entry[-1].cancelled() for entry in self._heap)

    async def run(self, function: Callable[[], Result]) -> Result:
        """Wait for a turn, run the function in a thread, and return its result."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        with self._lock:
            heappush(self._heap, (request_began_s.get(), next(self._numbers), function, future))
        self._start_threads()
        try:
            return cast(Result, await future)
        finally:
            del future  # the traceback of its error has this frame

    def _start_threads(self) -> None:
        while len(self._heap) > self._starting and self._running < self._running_max():
            self._running += 1
            with self._lock:
                self._starting += 1
            try:
                self._threads.submit(self._run_some, asyncio.get_running_loop())
            except RuntimeError as error:  # the pool has been shut down
                self._running -= 1
                with self._lock:
                    self._starting -= 1
                self._fail_all(error)

    def _run_some(self, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread: run waiting functions, one after another."""
        ends_s = self._monotonic() + SLICE_S
        entry = self._next(is_first=True)
        while entry is not None:
            _, _, function, future = entry
            result, error = _run(function)
            entry = self._next() if self._monotonic() < ends_s else None
            loop.call_soon_threadsafe(self._give, future, result, error, entry is None)
            has_ended = entry is None
            del function, future, result, error  # the traceback of an error has this frame
            if has_ended:
                return
        loop.call_soon_threadsafe(self._end_thread)

    def _next(self, *, is_first: bool = False) -> _Waiting | None:
        with self._lock:
            self._starting -= is_first
            while self._heap:
                entry = heappop(self._heap)
                if not entry[-1].cancelled():
                    return entry
        return None

    def _give(self, future: "asyncio.Future[Any]", result: Any, error: BaseException | None, is_last: bool) -> None:
        if not future.cancelled():
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        if is_last:
            self._end_thread()

    def _end_thread(self) -> None:
        self._running -= 1
        self._start_threads()

    def _fail_all(self, error: Exception) -> None:
        while (entry := self._next()) is not None:
            entry[-1].set_exception(error)


def _run(function: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    """Return the result of a function, or its error, which is raised where the result is awaited."""
    try:
        return function(), None
    except StopIteration as error:  # a future does not take it
        return None, RuntimeError(f"{function} raised {error!r}")
    except BaseException as error:
        return None, error
    finally:
        del function
