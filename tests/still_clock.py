"""A clock that moves only when a test moves it."""

from plantstore.domain.timestamps import Instant, after
from tests.makers import NOON


class StillClock:
    """A clock that moves only when a test moves it."""

    def __init__(self, start: Instant = NOON) -> None:
        self._now = start
        self._monotonic = 0.0

    def now(self) -> Instant:
        return self._now

    def monotonic(self) -> float:
        return self._monotonic

    def move(self, seconds: float) -> None:
        self.leap(seconds)
        self._monotonic += seconds

    def leap(self, seconds: float) -> None:
        """Move the wall clock only."""
        self._now = after(self._now, seconds=seconds)
