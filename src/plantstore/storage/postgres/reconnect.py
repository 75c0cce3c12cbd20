"""Backoff while the database server is unavailable, shared by all connections of a process."""

import os
import threading
from zlib import crc32

from plantstore.core.clock import Clock

PAUSES_S = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)  # delays between attempts to connect; jitter adds up to 50 %


class Backoff:
    """Delays all connections after a failed attempt to connect, until an attempt succeeds. Thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._retry_at = 0.0

    def may_connect(self) -> bool:
        """True if the delay has elapsed. Several threads may then connect at the same time."""
        return self._clock.monotonic() >= self._retry_at

    def note_failure(self, *, begun: float) -> None:
        """Record a failed attempt that began at `begun`. Attempts made at the same time count as one failure."""
        with self._lock:
            if begun < self._retry_at:
                return
            pause_s = PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
            self._failures += 1
            self._retry_at = self._clock.monotonic() + pause_s * (1 + self._jitter() / 2)

    def reset(self) -> None:
        """End the delay: the server accepted a connection."""
        with self._lock:
            self._failures, self._retry_at = 0, 0.0

    def _jitter(self) -> float:
        """Return a number from 0 to 1 that differs between processes and failures."""
        return crc32(f"{os.getpid()} {id(self)} {self._failures}".encode()) / (1 << 32)
