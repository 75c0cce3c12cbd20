"""A supervisor whose workers answer with their process id: a separate program, so that tests can kill it.

`python -m tests.cli.supervised <workers> <settings …>` runs the supervisor, which runs the same program as a worker
with the arguments of `cli/support/serving.py`.
"""

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from plantstore.cli.support.process_supervisor import Supervisor
from plantstore.cli.support.service_manager import ServiceManager
from plantstore.cli.support.serving import Lifeline
from plantstore.core.clock import SystemClock
from plantstore.core.logging.setup import make_logger

STOP_S, AGAIN_S_MIN = 0.5, 0.05
MODULE = [sys.executable, "-m", "tests.cli.supervised", "worker"]


class PidServer:
    """Answers each connection with the process id until it is stopped."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._ending = asyncio.Event()

    @property
    def should_exit(self) -> bool:
        return self._ending.is_set()

    @should_exit.setter
    def should_exit(self, ends: bool) -> None:
        if ends:
            self._ending.set()

    def end(self) -> None:
        self._ending.set()

    async def serve(self) -> None:
        self._listener.setblocking(False)
        asyncio.get_running_loop().add_reader(self._listener, self._answer)
        await self._ending.wait()

    def _answer(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:  # another worker accepted it
            return
        with connection:
            connection.sendall(b"%d" % os.getpid())


async def work(listener: socket.socket, end: socket.socket, settings: dict[str, str]) -> None:
    """Run a worker. `refuse` exits with that code before it is ready; `stubborn` ignores SIGTERM."""
    if "refuse" in settings:
        sys.exit(int(settings["refuse"]))
    server = PidServer(listener)
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGTERM, (lambda: None) if "stubborn" in settings else server.end
    )
    lifeline = Lifeline(end, is_first=False)
    lifeline.report_ready()
    lifeline.stop_with_supervisor(server)
    await server.serve()


def fail_to_fork(times: int) -> None:
    """After the first process, let this many starts fail as if the system had no processes left."""
    fork, calls = asyncio.create_subprocess_exec, 0

    async def sometimes(*arguments: Any, **changes: Any) -> asyncio.subprocess.Process:
        nonlocal calls
        calls += 1
        if 1 < calls <= 1 + times:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return await fork(*arguments, **changes)

    asyncio.create_subprocess_exec = sometimes


async def supervise(workers: int, settings: Sequence[str]) -> int:
    fail_to_fork(sum(int(setting.removeprefix("no_fork=")) for setting in settings if setting.startswith("no_fork=")))
    make_logger("json", zone=ZoneInfo("UTC"), clock=SystemClock())
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    supervisor = Supervisor(
        MODULE,
        settings,
        listener,
        manager=ServiceManager(os.environ),
        workers=workers,
        stop_s=STOP_S,
        again_s_min=AGAIN_S_MIN,
    )
    return await supervisor.run()


def main() -> int:
    if sys.argv[1] != "worker":
        return asyncio.run(supervise(int(sys.argv[1]), sys.argv[2:]))
    listener, end = (socket.socket(fileno=int(handle)) for handle in sys.argv[2:4])
    asyncio.run(work(listener, end, dict(setting.split("=", 1) for setting in sys.argv[5:])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
