"""An event loop whose time is a test's clock, and which knows when nothing more can happen by itself."""

import asyncio
import selectors
from typing import Any

from tests.conftest import StillClock
from tests.simulation.invariants import Broken

TURNS_MAX = 20_000  # of the loop until nothing more happens: beyond it, something spins


class _NoWaiting(selectors.DefaultSelector):
    """Never waits for the outside: there is none. Being asked to wait is how a loop says that nothing is ready."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.loop.turned(at_rest=timeout is None or timeout > 0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Timers go by the clock that is handed in; nobody but the test moves it."""

    def __init__(self, clock: StillClock) -> None:
        selector = _NoWaiting()
        selector.loop = self
        super().__init__(selector)
        self._clock = clock
        self._at_rest: asyncio.Future[None] | None = None
        self._turns = 0

    def time(self) -> float:
        return self._clock.monotonic()

    async def rest(self) -> None:
        """Return when everything has happened that can happen before time passes."""
        assert self._at_rest is None
        self._at_rest = self.create_future()
        self._turns = 0
        await self._at_rest

    def turned(self, *, at_rest: bool) -> None:
        """Hear of a turn of the loop, and whether nothing was ready in it."""
        self._turns += 1
        waiter = self._at_rest
        if at_rest:
            if waiter is None:
                raise RuntimeError("the story waits for something that only time would bring")
            self._at_rest = None
            waiter.set_result(None)
        elif waiter is not None and self._turns > TURNS_MAX:
            self._at_rest = None
            waiter.set_exception(Broken("L6", f"after {TURNS_MAX} turns"))


def tell(story: Any, clock: StillClock, *, make: type[VirtualLoop] = VirtualLoop) -> None:
    """Run a story on a loop that goes by this clock."""
    with asyncio.Runner(loop_factory=lambda: make(clock)) as runner:
        runner.run(story())
