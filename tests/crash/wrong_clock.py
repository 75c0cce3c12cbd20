"""A wall clock that is wrong by the seconds in a file, and can leap at any moment; the monotonic clock stays right."""

import mmap
import struct
from pathlib import Path

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import Instant, after

_SECONDS = struct.Struct("<d")


def set_wrong_by(path: Path, seconds: float) -> None:
    """Make the clocks that read this file wrong by this many seconds from now on."""
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.write(_SECONDS.pack(seconds))


def install(path: Path) -> None:
    """Let the program's clock read this file at each call."""
    right = SystemClock.now
    with path.open("rb") as file:
        wrong_by = mmap.mmap(file.fileno(), _SECONDS.size, access=mmap.ACCESS_READ)

    def now(self: SystemClock) -> Instant:
        return after(right(self), seconds=_SECONDS.unpack_from(wrong_by)[0])

    SystemClock.now = now  # type: ignore[method-assign]
