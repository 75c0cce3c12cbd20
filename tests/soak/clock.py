"""The clock of a soak: a library moves the wall clock and the monotonic clock of the processes that are started with
it, so that they see the jump as time that passed, like a machine that was suspended.

All of these processes see a step in the same moment, and reading the clock costs them what it costs others. libfaketime
can do neither: it reads its file when a second begins, so that for up to a second a store and its database server see
different times, and it takes a lock with two system calls for each reading, of which a delivery needs about eighteen.
"""

import shutil
import struct
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from functools import cache
from mmap import mmap
from pathlib import Path

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import SECOND_US

SOURCE = Path(__file__).with_name("moved_clock.c")
COMPILER = (shutil.which("cc") or "") if sys.platform == "linux" else ""
MISSING = "The clock of a soak needs Linux and a C compiler (cc). On Debian and Ubuntu: sudo apt install gcc libc6-dev"
_SECONDS = struct.Struct("=q")


class MovedClock:
    """How far the clock has been moved, in a file that the processes map into their memory."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._library = folder / "clock.so"
        self._library.write_bytes(_compiled())
        self._file.write_bytes(_SECONDS.pack(0))
        folder.chmod(0o755)  # the database server has another user
        self._library.chmod(0o755)
        self._file.chmod(0o644)
        with self._file.open("r+b") as file:
            self._mapped = mmap(file.fileno(), _SECONDS.size)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of a process that sees this clock."""
        return {"LD_PRELOAD": str(self._library), "SOAK_CLOCK": str(self._file)}

    @property
    def moved_s(self) -> int:
        return int(_SECONDS.unpack_from(self._mapped)[0])

    def now_s(self) -> float:
        """Return the time that the processes see, in seconds since the epoch."""
        return SystemClock().now() / SECOND_US + self.moved_s

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.now_s(), UTC)

    def move(self, seconds: int) -> None:
        """Move the clock forward. All processes see that immediately."""
        _SECONDS.pack_into(self._mapped, 0, self.moved_s + seconds)


@cache
def _compiled() -> bytes:
    """Return the library. It takes a tenth of a second to make."""
    assert COMPILER, MISSING
    with tempfile.TemporaryDirectory(prefix="plantstore-soak-") as folder:
        made = Path(folder) / "clock.so"
        subprocess.run([COMPILER, "-shared", "-fPIC", "-O2", "-o", made, SOURCE, "-ldl"], check=True)
        return made.read_bytes()
