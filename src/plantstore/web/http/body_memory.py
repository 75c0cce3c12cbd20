"""A limit on the total memory of all request bodies, and a measurement of the rate at which a body arrives.

The limit applies to bytes received for requests that have no response yet. Bodies streamed to disk are not counted.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable
from itertools import count
from typing import Protocol

from plantstore.domain.errors import StoreError, Unavailable

SAMPLES_MAX = 30  # max samples of the byte count per window: they are at least 1/30 of the window apart


class Pace:
    """Measures how many bytes of a body arrived in the last `window_s` seconds, from up to `SAMPLES_MAX` samples.

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
        """Record the total number of bytes received so far, and drop samples older than the window."""
        samples = self._samples
        if now_s - samples[-1][0] >= self._window_s / SAMPLES_MAX:
            samples.append((now_s, total_bytes))
        while len(samples) > 1 and now_s - samples[1][0] >= self._window_s:
            samples.popleft()

    def since(self, total_bytes: int) -> int:
        """Return how many bytes arrived within the window, given the total received so far."""
        return total_bytes - self._samples[0][1]

    def waited_s(self, now_s: float) -> float:
        """Return for how many seconds the bytes that `since` returns have been counted.

        This is about `window_s`, or less if the body began more recently.
        """
        return now_s - self._samples[0][0]


class Holder(Protocol):
    """A connection whose request body is in memory."""

    @property
    def is_unfinished(self) -> bool:
        """True if part of the body is in memory and the rest has not arrived yet."""

    @property
    def progress(self) -> tuple[int, float]:
        """Return how many bytes of the body arrived within the window, and the time at which the body began."""

    def release_body_if_answered(self) -> None:
        """Free the memory of the body if the response has begun and nothing will read the body."""

    def refuse(self, error: StoreError) -> None:
        """Respond with a problem document, close the connection, and free the memory of the body."""


class BodyMemory:
    """Limits the total memory of all request bodies to `bytes_max`.

    Above the limit, requests with unfinished bodies are refused, starting with the body that makes the least progress.
    The order of refusal is computed on demand, at most once between two calls of `forget_order`, so a flood of small
    chunks does not recompute it for each chunk.
    """

    def __init__(self, bytes_max: int, holders: Callable[[], Iterable[Holder]]) -> None:
        self.held_bytes = 0
        self._bytes_max = bytes_max
        self._holders = holders
        self._order: list[tuple[tuple[int, float], int, Holder]] | None = None
        self._numbers = count()

    def hold(self, holder: Holder, more_bytes: int, *, is_new: bool) -> None:
        """Add bytes of a body to the total; above the limit, refuse requests. `is_new`: these bytes are its first."""
        self.held_bytes += more_bytes
        if is_new and self._order is not None:
            self._put(self._order, holder)
        if self.held_bytes > self._bytes_max:
            self._make_room()

    def release(self, held_bytes: int) -> None:
        self.held_bytes -= held_bytes

    def forget_order(self) -> None:
        """Discard the order of refusal, so that the next refusal computes it from the bodies' current progress."""
        self._order = None

    def _make_room(self) -> None:
        if self._order is None:
            self._order = self._in_order()
        while self.held_bytes > self._bytes_max and self._order:
            progress, _, holder = heapq.heappop(self._order)
            if not holder.is_unfinished:
                continue
            if holder.progress > progress:  # more bytes of this body arrived after the order was computed
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
