"""The processes of a bench: each on its core, started and ended by us and nobody else."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from bench.arrivals import Arrivals
from bench.load import Answered, Order

STORE_CORE, OTHER_CORE = 0, 1
READY_S_MAX, PHASE_S_MAX, STOP_S_MAX = 20.0, 300.0, 30.0
LOOK_AGAIN_S = 0.02
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")} | {
    "PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8"
}


@contextmanager
def store(program: Sequence[str], data: Path, *, log_format: str) -> Iterator[int]:
    """Serve on STORE_CORE and give the port; at the end, stop in order and insist that it went well."""
    log = data.with_name("log")
    arguments = ["serve", "--data", str(data), "--port", "0", "--log-format", log_format]
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            stdout=stream,
            stderr=stream,
            env=ENVIRONMENT,
            preexec_fn=partial(_pin, STORE_CORE),
        )
    try:
        yield _port(process, log)
        process.terminate()
        if process.wait(STOP_S_MAX) != 0:
            sys.exit(f"The store ended with {process.returncode}: {log.read_text()[-2_000:]}")
    finally:
        _end(process)


class Receiver:
    """A receiver on OTHER_CORE."""

    def __init__(self, process: "subprocess.Popen[bytes]", file: Path) -> None:
        self._process = process
        self._file = file
        self.url = f"http://127.0.0.1:{self._read_word(READY_S_MAX)}"

    def wait_until_complete(self) -> None:
        self._read_word(PHASE_S_MAX)

    def finish(self) -> Arrivals:
        """Let it write down what came, and end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(STOP_S_MAX)
        return Arrivals.read(self._file)

    def _read_word(self, within_s: float) -> str:
        stream = self._process.stdout
        assert stream is not None
        if not select.select([stream], [], [], within_s)[0]:
            sys.exit(f"The receiver did not get everything within {within_s:g} s.")
        return stream.readline().decode().strip()


@contextmanager
def receiver(file: Path, *, expected: int) -> Iterator[Receiver]:
    """Receive until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-m", "bench.receiver", str(expected), str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        preexec_fn=partial(_pin, OTHER_CORE),
    ) as process:
        try:
            yield Receiver(process, file)
        finally:
            _end(process)


def load(order: Order) -> Answered:
    """Add plants from OTHER_CORE; whatever was refused ends the bench."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.load"],
        input=msgspec.json.encode(order) + b"\n",
        stdout=subprocess.PIPE,
        timeout=PHASE_S_MAX,
        check=True,
        preexec_fn=partial(_pin, OTHER_CORE),
    )
    answered = msgspec.json.decode(done.stdout, type=Answered)
    if answered.refused:
        sys.exit(f"{len(answered.refused)} requests were refused, such as: {answered.refused[0]}")
    return answered


def _pin(core: int) -> None:
    """Keep to one core, where the system can do that and has it."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {core})


def _port(process: "subprocess.Popen[bytes]", log: Path) -> int:
    """Wait for the ready line in whichever form, by asking the lock file where the store serves."""
    lock = log.with_name("data") / "plantstore.db.lock"
    ends_at = time.monotonic() + READY_S_MAX
    while time.monotonic() < ends_at and process.poll() is None:
        words = lock.read_text() if lock.exists() else ""
        if " at http://" in words:
            return int(words.rpartition(":")[2])
        time.sleep(LOOK_AGAIN_S)
    sys.exit(f"The store did not start: {log.read_text()[-2_000:]}")


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.kill()
        process.wait()
