"""Several processes on one event loop: each can freeze while the others run, and can be gone for good.

Every task or timer that a process starts belongs to it, and so do their callbacks. While the process is frozen, they
wait in order and time passes. If it is gone, they wait for ever.
"""

import asyncio
import heapq
from collections.abc import Callable, Iterable
from contextvars import Context, ContextVar
from typing import Any, TypeVar, cast

from tests.simulation.virtual_time import VirtualLoop
from tests.still_clock import StillClock

Result = TypeVar("Result")


class ProcessLoop:
    """The callbacks of one process."""

    def __init__(self) -> None:
        self.is_frozen = False
        self.is_gone = False
        self._waiting: list[asyncio.Handle] = []
        self._steps_left: int | None = None
        self._then: Callable[[], None] = lambda: None

    def do(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function as this process, so that the tasks it starts belong to the process."""
        token = _MIND.set(self)
        try:
            return function(*arguments)
        finally:
            _MIND.reset(token)

    def hear(self, function: Callable[..., object], *arguments: Any) -> None:
        """Deliver an event from outside as soon as the process runs."""
        self.do(asyncio.get_running_loop().call_soon, function, *arguments)

    def after_steps(self, steps: int, then: Callable[[], None]) -> None:
        """Call `then` in the middle of the process's work, after this many more of its callbacks."""
        self._steps_left, self._then = steps, then

    def at_once(self) -> None:
        """Call the function given to `after_steps` now, if it is still pending."""
        if self._steps_left is not None:
            self._steps_left = None
            self._then()

    def thaw(self) -> None:
        self.is_frozen = False
        self._go_on()

    def release(self) -> None:
        """End the scenario: let the callbacks of dead processes run too."""
        self.is_frozen = self.is_gone = False
        self._steps_left = None
        self._go_on()

    def keeps(self, handle: asyncio.Handle) -> bool:
        """True if this callback must wait."""
        if not (self.is_frozen or self.is_gone) and self._steps_left is not None:
            self._steps_left -= 1
            if self._steps_left < 0:
                self.at_once()
        if self.is_frozen or self.is_gone:
            self._waiting.append(handle)
            return True
        return False

    def _go_on(self) -> None:
        waiting, self._waiting = self._waiting, []
        cast(Any, asyncio.get_running_loop())._ready.extend(waiting)


_MIND: ContextVar[ProcessLoop | None] = ContextVar("mind", default=None)


class _Handle(asyncio.Handle):
    def _run(self) -> None:
        mind = cast(Any, self)._context.get(_MIND)
        if mind is None or not mind.keeps(self):
            cast(Any, super())._run()


class _Timer(asyncio.TimerHandle):
    def _run(self) -> None:
        mind = cast(Any, self)._context.get(_MIND)
        if mind is None or not mind.keeps(self):
            cast(Any, super())._run()


class MultiProcessLoop(VirtualLoop):
    """A loop on which every callback belongs to a process. The heap and the queue are those of asyncio's own loop."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__(clock)
        self._inside = cast(Any, self)

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = _Handle(callback, args, self, context)
        self._inside._ready.append(handle)
        return handle

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)  # there are no threads

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = _Timer(when, callback, args, self, context)
        heapq.heappush(self._inside._scheduled, timer)
        cast(Any, timer)._scheduled = True
        return timer


async def end_all(minds: Iterable[ProcessLoop]) -> None:
    """Cancel every task except the current one, and let each finish."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    for mind in minds:
        mind.release()
    await asyncio.gather(*tasks, return_exceptions=True)
