"""A memory limit for all request bodies together, and the rate at which a body arrives.

The limit counts bytes that were received for requests without a response yet. Bodies that are streamed to disk do not
count.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable
from itertools import count
from typing import Protocol

from plantstore.domain.errors import StoreError, Unavailable

SAMPLES_MAX = 30  # per window, so the rate is known to within a thirtieth of the window


class Pace:
    """How many bytes arrived in the last `window_s` seconds, with up to `SAMPLES_MAX` samples.

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
        """Add a sample of the total received so far, and drop samples from before the window."""
        samples = self._samples
        if now_s - samples[-1][0] >= self._window_s / SAMPLES_MAX:
            samples.append((now_s, total_bytes))
        while len(samples) > 1 and now_s - samples[1][0] >= self._window_s:
            samples.popleft()

    def since(self, total_bytes: int) -> int:
        """Return how many of these bytes arrived within the window."""
        return total_bytes - self._samples[0][1]

    def waited_s(self, now_s: float) -> float:
        """Return the length of the window: less than `window_s` while the body is new."""
        return now_s - self._samples[0][0]


class Holder(Protocol):
    """A connection whose request body is in memory."""

    @property
    def is_unfinished(self) -> bool:
        """True if part of its body is in memory and the rest is still to come."""

    @property
    def progress(self) -> tuple[int, float]:
        """Return how many bytes arrived within the window, and when the body began."""

    def release_body_if_answered(self) -> None:
        """Free the bytes if nothing will read them any more."""

    def refuse(self, error: StoreError) -> None:
        """Respond with the problem, close the connection, and free the bytes."""


class BodyMemory:
    """The sum over all bodies. Beyond `bytes_max`, unfinished bodies are refused, those with the least progress first.

    The order is computed when it is needed, at most once between two calls of `forget_order`, so a flood of small
    pieces does not compute it for each piece.
    """

    def __init__(self, bytes_max: int, holders: Callable[[], Iterable[Holder]]) -> None:
        self.held_bytes = 0
        self._bytes_max = bytes_max
        self._holders = holders
        self._order: list[tuple[tuple[int, float], int, Holder]] | None = None
        self._numbers = count()

    def hold(self, holder: Holder, more_bytes: int, *, is_new: bool) -> None:
        """Count more bytes of a body. `is_new`: they are its first."""
        self.held_bytes += more_bytes
        if is_new and self._order is not None:
            self._put(self._order, holder)
        if self.held_bytes > self._bytes_max:
            self._make_room()

    def release(self, held_bytes: int) -> None:
        self.held_bytes -= held_bytes

    def forget_order(self) -> None:
        """Compute the order again when it is next needed, because progress within the window has changed."""
        self._order = None

    def _make_room(self) -> None:
        if self._order is None:
            self._order = self._in_order()
        while self.held_bytes > self._bytes_max and self._order:
            progress, _, holder = heapq.heappop(self._order)
            if not holder.is_unfinished:
                continue
            if holder.progress > progress:  # it has received more since the order was computed
                self._put(self._order, holder)
            else:
                holder.refuse(Unavailable("Too many requests are being sent at the same time. Try again."))

    def _in_order(self) -> list[tuple[tuple[int, float], int, Holder]]:
        for holder in self._holders():
            holder.release_body_if_answered()
        order = [(holder.progress, next(self._numbers), holder) for holder in self._holders() if holder.is_unfinished]
        heapq.heapify(order)
        return order

    def _put(self, order: list[tuple[tuple[int, float], int, Holder]], holder: Holder) -> None:
        heapq.heappush(order, (holder.progress, next(self._numbers), holder))
