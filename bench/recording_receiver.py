"""Run `bench.receiver`, which records arrival times, as a process on OTHER_CORE."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.arrivals import Arrivals
from bench.processes import OTHER_CORE, PHASE_S_MAX, READY_S_MAX, STOP_S_MAX, Process, read_word, running


class RecordingReceiver:
    """Its URL, and the arrivals when it is finished."""

    def __init__(self, process: Process, file: Path) -> None:
        self._process = process
        self._file = file
        self.url = f"http://127.0.0.1:{read_word(process, READY_S_MAX)}"

    def wait_until_complete(self) -> None:
        read_word(self._process, PHASE_S_MAX)

    def finish(self) -> Arrivals:
        """Let it write its arrivals and end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(STOP_S_MAX)
        return Arrivals.read(self._file)


@contextmanager
def recording_receiver(file: Path, *, expected: int) -> Iterator[RecordingReceiver]:
    """Receive until the block ends; complete when `expected` different sequences have arrived."""
    command = [sys.executable, "-m", "bench.receiver", str(expected), str(file)]
    with running(command, core=OTHER_CORE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield RecordingReceiver(process, file)
