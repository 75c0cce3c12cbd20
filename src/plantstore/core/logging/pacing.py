"""Lines for people, a few a second: the others are counted, and one line sums them up when the second is over."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from plantstore.core.clock import Clock

LINES_PER_S_MAX = 10  # of deliveries, and as many of plants that were added: a person cannot read more
WINDOW_S = 1.0

Later = Callable[[float, Callable[[], None]], None]
"""Call a function after so many seconds."""


def on_the_loop(delay_s: float, call: Callable[[], None]) -> None:
    """Call it on the running event loop. Without one, the next line or the end says what was counted."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return
    loop.call_later(delay_s, call)


@dataclass(slots=True)
class PacedLines:
    """Writes the first LINES_PER_S_MAX lines of each second. `sum_up` is handed how many of each kind were left out."""

    clock: Clock
    later: Later
    sum_up: Callable[[Counter[str]], None]
    _began_s: float = float("-inf")
    _written: int = 0
    _left_out: Counter[str] | None = None

    def add(self, kind: str, write: Callable[[], None]) -> None:
        """Write a line now, or count it under its kind."""
        now_s = self.clock.monotonic()
        if now_s - self._began_s >= WINDOW_S:
            self.flush()
            self._began_s, self._written = now_s, 0
        if self._written < LINES_PER_S_MAX:
            self._written += 1
            write()
            return
        if self._left_out is None:
            self._left_out = Counter()
            self.later(self._began_s + WINDOW_S - now_s, self.flush)
        self._left_out[kind] += 1

    def flush(self) -> None:
        """Say what was left out since the last time, if anything was."""
        left_out, self._left_out = self._left_out, None
        if left_out:
            self.sum_up(left_out)
