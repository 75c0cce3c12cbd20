"""Several processes on one loop: each can stand still while the others go on, and can be gone for good.

Whatever a process begins, a task or a timer, belongs to it, and so does what follows from that. While it is frozen all
of it waits, in order; time goes on meanwhile. Of one that is gone it waits for ever.
"""

import asyncio
import heapq
from collections.abc import Callable, Iterable
from contextvars import Context, ContextVar
from typing import Any, TypeVar, cast

from tests.conftest import StillClock
from tests.simulation.virtual_time import VirtualLoop

Result = TypeVar("Result")


class ProcessLoop:
    """What happens in one process."""

    def __init__(self) -> None:
        self.is_frozen = False
        self.is_gone = False
        self._waiting: list[asyncio.Handle] = []
        self._steps_left: int | None = None
        self._then: Callable[[], None] = lambda: None

    def do(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function as this process: what it begins belongs to it."""
        token = _MIND.set(self)
        try:
            return function(*arguments)
        finally:
            _MIND.reset(token)

    def hear(self, function: Callable[..., object], *arguments: Any) -> None:
        """Something comes from outside: it is heard when the process has time for it."""
        self.do(asyncio.get_running_loop().call_soon, function, *arguments)

    def after_steps(self, steps: int, then: Callable[[], None]) -> None:
        """Let something happen to it in the midst of what it does: after so many more callbacks."""
        self._steps_left, self._then = steps, then

    def at_once(self) -> None:
        """Do not wait any longer for what was to come in the midst."""
        if self._steps_left is not None:
            self._steps_left = None
            self._then()

    def thaw(self) -> None:
        self.is_frozen = False
        self._go_on()

    def release(self) -> None:
        """The story is over: let even the dead come to their end."""
        self.is_frozen = self.is_gone = False
        self._steps_left = None
        self._go_on()

    def keeps(self, handle: asyncio.Handle) -> bool:
        """Whether this must wait."""
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
    """A loop on which everything is done by somebody. The heap and the queue are those of asyncio's own loop."""

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
    """Cancel every task but this one, and let each come to its end."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    for mind in minds:
        mind.release()
    await asyncio.gather(*tasks, return_exceptions=True)
