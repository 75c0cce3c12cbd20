"""Start a program many times, and import it once: each start is a fork of a process that has only imported things.

To import Plant Store takes four times as much work as to start a store. `start` is what a test calls; run as a program,
this module is the process that forks.
"""

import atexit
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

ROOT = Path(__file__).parent.parent
PROGRAM = "tests.crash.launcher"
IMPORTED = (
    "uvloop",
    "plantstore.app.store",
    "plantstore.app.startup_checks",
    "plantstore.cli.commands.serve",
    "plantstore.cli.commands.audit",
    "plantstore.cli.support.process_supervisor",
    "plantstore.operations.audit.offline",
    "plantstore.storage.postgres.engine",
    "plantstore.web.http.server",
    "tests.postgres.appending",
    PROGRAM,
)
END_S_MAX, RUN_S_MAX = 20.0, 60.0
_NUMBER = struct.Struct("<i")


class StarterFailed(Exception):
    """The process that forks has ended."""


class Started:
    """A process, with the methods of `subprocess.Popen` that tests use."""

    def __init__(self, told: socket.socket) -> None:
        self._told = told
        self._code: int | None = None
        self.pid = self._next(RUN_S_MAX)

    def poll(self) -> int | None:
        if self._code is None and select.select([self._told], [], [], 0)[0]:
            self.wait(END_S_MAX)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        if self._code is None:
            self._code = self._next(timeout)
            self._told.close()
        return self._code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _next(self, timeout: float | None) -> int:
        self._told.settimeout(timeout)
        try:
            found = self._told.recv(_NUMBER.size, socket.MSG_WAITALL)
        except TimeoutError:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0) from None
        if not found:
            raise StarterFailed
        return int(_NUMBER.unpack(found)[0])


def start(
    arguments: Sequence[str],
    *,
    output: IO[Any],
    errors: IO[Any] | None = None,
    given: IO[Any] | None = None,
    folder: Path = ROOT,
    environment: Mapping[str, str] = os.environ,
    program: str = PROGRAM,
) -> Started:
    """Run the function `run` of a module, unless another one is named of the launcher: `plantstore` with these
    arguments, and the faults that the environment asks for.

    `errors` are written to the output, unless they have a file of their own; `given` is the standard input.
    """
    here, there = socket.socketpair()
    with there, Path(os.devnull).open("rb") as nothing:
        order = json.dumps([program, list(arguments), dict(environment), str(folder)]).encode()
        files = (given or nothing, output, errors or output, there)
        socket.send_fds(_orders(), [_NUMBER.pack(len(order))], [file.fileno() for file in files])
        _orders().sendall(order)
    return Started(here)


def run(
    arguments: Sequence[str], *, environment: Mapping[str, str], folder: Path = ROOT, given: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run `plantstore` to its end, as `subprocess.run` does."""
    with TemporaryFile("w+") as output, TemporaryFile("w+") as errors, TemporaryFile("w+") as content:
        content.write(given)
        content.seek(0)
        started = start(arguments, output=output, errors=errors, given=content, folder=folder, environment=environment)
        try:
            code = started.wait(RUN_S_MAX)
        finally:
            started.kill()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, code, output.read(), errors.read())


@cache
def _orders() -> socket.socket:
    """Start the process that forks, and return where it takes orders. It ends, with all that it started, when that is
    closed.
    """
    here, there = socket.socketpair()
    command = [sys.executable, "-m", "tests.starter", str(there.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL)
    there.close()

    def end() -> None:
        here.close()
        process.wait(END_S_MAX)

    atexit.register(end)
    return here


class _Forking:
    """The processes that this one has forked, and who is told of their ends."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._told: dict[int, socket.socket] = {}
        self._woken, self._waking = socket.socketpair()
        self._waking.setblocking(False)

    def next_child(self) -> list[Any] | None:
        """Return what to run, in a new process; None in this one, when there are no more orders."""
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._waking.fileno())
        while True:
            ready, _, _ = select.select([self._orders, self._woken], [], [])
            if self._woken in ready:
                self._woken.recv(4096)
                self._tell_ends()
            if self._orders not in ready:
                continue
            size, handles, _, _ = socket.recv_fds(self._orders, _NUMBER.size, 4, socket.MSG_WAITALL)
            if not size:
                self._end_all()
                return None
            order = _receive(self._orders, _NUMBER.unpack(size)[0])
            *files, told = handles
            if not (pid := os.fork()):
                self._leave(files, told)
                return list(json.loads(order))
            for file in files:
                os.close(file)
            self._told[pid] = socket.socket(fileno=told)
            self._told[pid].sendall(_NUMBER.pack(pid))

    def _tell_ends(self) -> None:
        while self._told:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with self._told.pop(pid) as told:
                try:
                    told.sendall(_NUMBER.pack(os.waitstatus_to_exitcode(status)))
                except BrokenPipeError:
                    continue  # nobody waits for it

    def _end_all(self) -> None:
        for pid in self._told:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def _leave(self, files: Sequence[int], told: int) -> None:
        """Forget in the new process everything that is for the old one."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for one in (self._orders, self._woken, self._waking, *self._told.values()):
            one.close()
        os.close(told)
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)


def _receive(one: socket.socket, size: int) -> bytes:
    """Receive so many bytes, also when a signal interrupts."""
    received = b""
    while len(received) < size:
        received += one.recv(size - len(received))
    return received


def _run() -> None:
    for name in IMPORTED:
        import_module(name)
    gc.collect()
    gc.freeze()
    assert threading.active_count() == 1, "a fork would lose the other threads"
    child = _Forking(socket.socket(fileno=int(sys.argv[1]))).next_child()
    if child is None:
        return
    program, arguments, environment, folder = child
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [program, *arguments]
    import_module(program).run()


if __name__ == "__main__":
    _run()
