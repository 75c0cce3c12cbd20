"""The clock of a soak: libfaketime moves the wall clock and the monotonic clock of the processes that are started with
it, so that they see the jump as time that passed, like a machine that was suspended.
"""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import SECOND_US

LIBRARIES = tuple(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
MISSING = "libfaketime is not installed. On Debian and Ubuntu: sudo apt install faketime"
NOTICED_S_MAX = 5.0  # libfaketime reads its file when a second of the real clock begins


class MovedClock:
    """How far the clock has been moved, in a file that libfaketime reads."""

    def __init__(self, folder: Path) -> None:
        assert LIBRARIES, MISSING
        self._file = folder / "clock"
        self.moved_s = 0.0
        self._last: tuple[float, float] | None = None
        self._write()
        folder.chmod(0o755)  # the database server has another user
        self._file.chmod(0o644)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of a process that sees this clock."""
        return {
            "LD_PRELOAD": str(LIBRARIES[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "0",  # seconds; without a cache, each reading of the clock costs 5 µs
        }

    def now_s(self) -> float:
        """Return the time that the processes see, in seconds since the epoch."""
        return SystemClock().now() / SECOND_US + self.moved_s

    def seen_s(self) -> Sequence[float]:
        """Return the times that a process may see: soon after a move, also the time without it."""
        now_s = self.now_s()
        if self._last is None or time.monotonic() > self._last[0] + NOTICED_S_MAX:
            return (now_s,)
        return now_s, now_s - self._last[1]

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.now_s(), UTC)

    def move(self, seconds: float) -> None:
        """Move the clock forward. The processes notice it up to a second later."""
        self._last = time.monotonic(), seconds
        self.moved_s += seconds
        self._write()

    def _write(self) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(f"+{self.moved_s:.0f}\n")
        new.chmod(0o644)
        new.replace(self._file)
