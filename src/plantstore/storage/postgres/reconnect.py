"""What all connections of a process know together of a server that is away: when it is to be asked again."""

import os
import threading
from zlib import crc32

from plantstore.core.clock import Clock

AGAIN_S = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)  # pauses between attempts to connect; each may be half as long again


class Absence:
    """One attempt that fails has all of them wait; one that succeeds ends the wait for all. Any thread may ask."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._ask_at = 0.0

    def may_ask(self) -> bool:
        """Whether it is time to try to connect. Of many that may, each does so on its own account."""
        return self._clock.monotonic() >= self._ask_at

    def note_failure(self, *, begun: float) -> None:
        """An attempt failed that was begun then; those that were under way at the same time count as one."""
        with self._lock:
            if begun < self._ask_at:
                return
            pause_s = AGAIN_S[min(self._failures, len(AGAIN_S) - 1)]
            self._failures += 1
            self._ask_at = self._clock.monotonic() + pause_s * (1 + self._spread() / 2)

    def note_answer(self) -> None:
        """The server is there."""
        with self._lock:
            self._failures, self._ask_at = 0, 0.0

    def _spread(self) -> float:
        """A number from 0 to 1, another one in each process and each time."""
        return crc32(f"{os.getpid()} {id(self)} {self._failures}".encode()) / (1 << 32)
