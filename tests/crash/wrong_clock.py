"""A wall clock that is wrong by as much as a file says, and can leap at any moment; what is measured stays right."""

import mmap
import struct
from pathlib import Path

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import Instant, after

_SECONDS = struct.Struct("<d")


def set_wrong_by(path: Path, seconds: float) -> None:
    """Let the clocks that look at this file be wrong by so much from now on."""
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.write(_SECONDS.pack(seconds))


def install(path: Path) -> None:
    """Let the program's own clock look at this file each time that it is read."""
    right = SystemClock.now
    with path.open("rb") as file:
        wrong_by = mmap.mmap(file.fileno(), _SECONDS.size, access=mmap.ACCESS_READ)

    def now(self: SystemClock) -> Instant:
        return after(right(self), seconds=_SECONDS.unpack_from(wrong_by)[0])

    SystemClock.now = now  # type: ignore[method-assign]
