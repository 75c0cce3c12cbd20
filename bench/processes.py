"""The processes of a bench, each on its core. Only processes started here are ended, by their ids."""

import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, TypeVar

import msgspec

ROOT = Path(__file__).parents[1]
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else []
STORE_CORE, OTHER_CORE = (CORES[0], CORES[-1]) if CORES else (0, 1)
READY_S_MAX, PHASE_S_MAX, STOP_S_MAX = 20.0, 900.0, 60.0
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")} | {
    "PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8"
}
Answer = TypeVar("Answer")
Process = subprocess.Popen[bytes]


class BenchFailed(Exception):
    """The bench cannot continue: something was refused, lost, or did not end in time."""


class Timer:
    """Seconds since its creation."""

    def __init__(self) -> None:
        self._since = time.monotonic()

    def seconds(self) -> float:
        return time.monotonic() - self._since


def pin(core: int | None) -> None:
    """Keep to one core, if the system can do that; None is any core, even if the parent process keeps to one."""
    if CORES:
        os.sched_setaffinity(0, CORES if core is None else {core})


def free_port() -> int:
    """Return a port that was free a moment ago, for programs that cannot choose one themselves."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def running(
    command: Sequence[str],
    *,
    core: int | None,
    stdin: int = subprocess.DEVNULL,
    stdout: "int | IO[bytes] | None" = subprocess.DEVNULL,
    stderr: "int | IO[bytes] | None" = None,
    cwd: Path | None = None,
    more_environment: dict[str, str] | None = None,
) -> Iterator[Process]:
    """Run a program until the block ends. The block may end it gracefully; the rest of its process group is killed."""
    with subprocess.Popen(
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        cwd=cwd or ROOT,
        env=ENVIRONMENT | (more_environment or {}),
        preexec_fn=partial(pin, core),
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def ask(
    module: str,
    order: msgspec.Struct,
    answer: type[Answer],
    *,
    core: int | None,
    program: Sequence[str] = (),
    within_s: float = PHASE_S_MAX,
) -> Answer:
    """Run one of our programs: an order on its standard input, a result on its standard output."""
    done = subprocess.run(
        [sys.executable, *(program or ["-m"]), module],
        input=msgspec.json.encode(order) + b"\n",
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=ENVIRONMENT,
        timeout=within_s,
        check=False,
        preexec_fn=partial(pin, core),
    )
    if done.returncode != 0:
        raise BenchFailed(f"{module} ended with {done.returncode}.")
    return msgspec.json.decode(done.stdout, type=answer)


def read_word(process: Process, within_s: float) -> str:
    """Return the next line that a process prints."""
    stream = process.stdout
    assert stream is not None
    if not select.select([stream], [], [], within_s)[0]:
        raise BenchFailed(f"Process {process.pid} printed nothing within {within_s:g} s.")
    return stream.readline().decode().strip()


def wait_until(what: str, is_so: Callable[[], bool], *, within_s: float, look_again_s: float = 0.02) -> None:
    """Poll until the condition is true; raise BenchFailed if that takes too long."""
    ends_at = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > ends_at:
            raise BenchFailed(f"{what}: not within {within_s:g} s.")
        time.sleep(look_again_s)


def processor_s(process_id: int) -> float:
    """Return the processor time of a process and its threads in seconds; nan if the system does not report it."""
    try:
        tasks = list(Path(f"/proc/{process_id}/task").iterdir())
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
    except (OSError, IndexError):
        return float("nan")


def family_s(process_ids: Sequence[int]) -> float:
    """Return the processor time of processes and their ended children in seconds; nan if the system does not
    report it.
    """
    if not Path("/proc/self/schedstat").exists():
        return float("nan")
    used = 0.0
    for process_id in process_ids:
        with suppress(OSError):  # the process has just ended
            fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
            used += sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")  # cutime and cstime
            own_s = processor_s(process_id)
            used += 0.0 if math.isnan(own_s) else own_s
    return used


def memory_mib(process_id: int) -> float:
    """Return the current memory use of a process in MiB; nan if the system does not report it."""
    return _status_mib(process_id, "VmRSS:")


def memory_mib_max(process_id: int) -> float:
    """Return the highest memory use of a process in MiB; nan if the system does not report it or the process
    has ended.
    """
    return _status_mib(process_id, "VmHWM:")


def _status_mib(process_id: int, name: str) -> float:
    try:
        lines = Path(f"/proc/{process_id}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(name))
    except (OSError, StopIteration):
        return float("nan")
