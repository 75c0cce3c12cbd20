"""Child processes that read files of strangers: the store starts them, and they limit themselves.

A library that reads such a file can end its process, or need much memory, so it never runs in the store's process. A
child has no environment but the path of the modules, and no open files but those it was given.
"""

import fcntl
import os
import resource
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

NICENESS = 5  # the store's own work goes first
OOM_SCORE = 500  # if the machine runs out of memory, the kernel ends the child first, not the store (proc(5))


def start(
    module: str,
    arguments: Sequence[str] = (),
    *,
    stdin: int,
    stdout: int | IO[bytes],
    stderr: int | IO[bytes],
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a module of this program as a process of its own."""
    return subprocess.Popen(  # noqa: S603  # this program
        [sys.executable, "-S", "-P", "-X", "utf8", "-m", module, *arguments],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd="/",
        pass_fds=pass_fds,
        start_new_session=True,  # Ctrl-C reaches only the store, which then ends this process
    )


def die_with_parent(lifeline: int) -> None:
    """In a child: let the kernel end it when the other end of a pipe closes, even within a library.

    `lifeline` is a descriptor of the pipe to which the parent writes nothing more, and which no other process has.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGIO})
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    closed = select.poll()
    closed.register(lifeline, select.POLLIN)
    if closed.poll(0):  # it closed before
        os._exit(1)


def limit_process(*, memory_bytes: int, file_bytes: int, cpu_s: int | None = None) -> None:
    """In a child: limit its address space, the size of each file it writes, its processor time, and its priority."""
    for kind, value in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (value, value))
    if cpu_s is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    os.nice(NICENESS)
    with suppress(OSError):  # where there is no /proc
        Path("/proc/self/oom_score_adj").write_text(str(OOM_SCORE), encoding="ascii")


def allow_cpu_time(cpu_s: int) -> None:
    """In a child: allow it `cpu_s` more seconds of processor time; then SIGXCPU ends it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + 1 + cpu_s
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
