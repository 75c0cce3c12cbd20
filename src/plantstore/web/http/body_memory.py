"""How much memory the bodies of requests take, and who is refused when it is too much; how fast a body comes in.

Counted are bytes that arrived and whose request is not answered yet. What goes to disk as it comes is not counted.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable
from itertools import count
from typing import Protocol

from plantstore.domain.errors import StoreError, Unavailable

SAMPLES_MAX = 30  # of one window: a body of the least speed is judged to a thirtieth of it


class Pace:
    """How many bytes arrived within the last `window_s`, known at `SAMPLES_MAX` moments of it.

    >>> pace = Pace(30, now_s=0, total_bytes=0)
    >>> pace.note(29, 500)
    >>> pace.note(59, 501)
    >>> pace.since(501), pace.waited_s(59)
    (1, 30)
    """

    __slots__ = ("_samples", "_window_s")

    def __init__(self, window_s: float, *, now_s: float, total_bytes: int) -> None:
        self._window_s = window_s
        self._samples = deque([(now_s, total_bytes)])

    def note(self, now_s: float, total_bytes: int) -> None:
        """Remember how many bytes there are now, and forget what lies before the window."""
        samples = self._samples
        if now_s - samples[-1][0] >= self._window_s / SAMPLES_MAX:
            samples.append((now_s, total_bytes))
        while len(samples) > 1 and now_s - samples[1][0] >= self._window_s:
            samples.popleft()

    def since(self, total_bytes: int) -> int:
        """How many of these bytes arrived within the window."""
        return total_bytes - self._samples[0][1]

    def waited_s(self, now_s: float) -> float:
        """How long the window is: shorter than it should be while the body is new."""
        return now_s - self._samples[0][0]


class Holder(Protocol):
    """A connection whose body takes memory."""

    @property
    def is_unfinished(self) -> bool:
        """True if bytes of its body are in memory, and more must come."""

    @property
    def progress(self) -> tuple[int, float]:
        """How many bytes arrived within the window, and when the body began."""

    def release_body_if_answered(self) -> None:
        """Give the bytes back if nobody will read them any more."""

    def refuse(self, error: StoreError) -> None:
        """Answer with the problem, close, and give the bytes back."""


class BodyMemory:
    """The sum over all bodies; when it passes `bytes_max`, unfinished ones are refused, the least progress first.

    The order is made when it is needed, at most once between two calls of `forget_order`: a flood of small pieces
    does not make it anew for each.
    """

    def __init__(self, bytes_max: int, holders: Callable[[], Iterable[Holder]]) -> None:
        self.held_bytes = 0
        self._bytes_max = bytes_max
        self._holders = holders
        self._order: list[tuple[tuple[int, float], int, Holder]] | None = None
        self._numbers = count()

    def hold(self, holder: Holder, more_bytes: int, *, is_new: bool) -> None:
        """Count more bytes of a body; `is_new` if they are its first."""
        self.held_bytes += more_bytes
        if is_new and self._order is not None:
            self._put(self._order, holder)
        if self.held_bytes > self._bytes_max:
            self._make_room()

    def release(self, held_bytes: int) -> None:
        self.held_bytes -= held_bytes

    def forget_order(self) -> None:
        """Look at everybody anew when room must be made again: progress within the window has changed."""
        self._order = None

    def _make_room(self) -> None:
        if self._order is None:
            self._order = self._in_order()
        while self.held_bytes > self._bytes_max and self._order:
            progress, _, holder = heapq.heappop(self._order)
            if not holder.is_unfinished:
                continue
            if holder.progress > progress:  # it got on since the order was made
                self._put(self._order, holder)
            else:
                holder.refuse(Unavailable("Too many requests are being sent at once. Try again."))

    def _in_order(self) -> list[tuple[tuple[int, float], int, Holder]]:
        for holder in self._holders():
            holder.release_body_if_answered()
        order = [(holder.progress, next(self._numbers), holder) for holder in self._holders() if holder.is_unfinished]
        heapq.heapify(order)
        return order

    def _put(self, order: list[tuple[tuple[int, float], int, Holder]], holder: Holder) -> None:
        heapq.heappush(order, (holder.progress, next(self._numbers), holder))
