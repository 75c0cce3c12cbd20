"""An event loop that runs on a test's clock, and detects when nothing more can happen before time passes."""

import asyncio
import selectors
from typing import Any

from tests.simulation.invariants import Broken
from tests.still_clock import StillClock

TURNS_MAX = 20_000  # turns of the loop without rest after which a task must be spinning


class _NoWaiting(selectors.DefaultSelector):
    """A selector that never waits. The loop asks it to wait when no callback is ready."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.loop.turned(at_rest=timeout is None or timeout > 0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Timers follow the given clock, which only the test moves."""

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
        """Note a turn of the loop, and whether no callback was ready in it."""
        self._turns += 1
        waiter = self._at_rest
        if at_rest:
            if waiter is None:
                raise RuntimeError("the scenario waits for something that needs time to pass")
            self._at_rest = None
            waiter.set_result(None)
        elif waiter is not None and self._turns > TURNS_MAX:
            self._at_rest = None
            waiter.set_exception(Broken("L6", f"after {TURNS_MAX} turns"))


def run_on_virtual_time(story: Any, clock: StillClock, *, make: type[VirtualLoop] = VirtualLoop) -> None:
    """Run a scenario on a loop that uses this clock."""
    with asyncio.Runner(loop_factory=lambda: make(clock)) as runner:
        runner.run(story())
