"""Runs several worker processes on one listening socket: starts them, restarts those that die, and stops them in order.

The supervisor handles no requests. Connections wait in the shared socket's queue until a worker accepts them, so a
worker that dies loses only the requests it had accepted. uvicorn's own supervisor lacks most of this: it does not start
one worker first to migrate the database, retry a failed fork, back off between restarts, limit how long a stop takes,
or end its workers when it is killed.
"""

import asyncio
import signal
import socket
from collections.abc import Sequence

import structlog

from plantstore.cli.support.service_manager import ServiceManager

AGAIN_S_MIN = 0.5  # min delay before a dead worker is restarted; doubled for each consecutive early death
AGAIN_S_MAX = 30.0  # max delay before a dead worker is restarted
STEADY_S = 60.0  # a worker's death counts as early if it was ready for less than this time
_log = structlog.get_logger("plantstore")


class Worker:
    """A worker process, and the supervisor's end of its lifeline socket."""

    def __init__(self, process: asyncio.subprocess.Process, lifeline: socket.socket) -> None:
        self.process = process
        self._lifeline = lifeline
        self._is_ready = False

    async def ready(self) -> bool:
        """Wait until the worker accepts requests; return False if it ended first."""
        if not self._is_ready:
            try:
                self._is_ready = bool(await asyncio.get_running_loop().sock_recv(self._lifeline, 1))
            except OSError:  # connection reset: the worker ended
                return False
        return self._is_ready

    async def ended(self) -> int:
        """Wait until the worker ends; return its exit code, or the negative number of the signal that ended it."""
        try:
            return await self.process.wait()
        finally:
            self._lifeline.close()

    def send(self, number: signal.Signals) -> None:
        if self.process.returncode is None:
            self.process.send_signal(number)


class Supervisor:
    """Keeps `workers` processes running until it is stopped.

    Each runs `command` with these arguments: the file descriptors of the listener and of its lifeline, the worker's
    number, and `settings`. The lifeline is a socket whose other end only the supervisor holds. When the supervisor
    ends, even by SIGKILL, each worker reads end-of-file from its lifeline and stops. `stop_s` limits how long an
    orderly stop may take; `again_s_min` is the first delay before a restart. `manager` is notified when the first
    worker is ready, and when a stop begins.
    """

    def __init__(
        self,
        command: Sequence[str],
        settings: Sequence[str],
        listener: socket.socket,
        *,
        manager: ServiceManager,
        workers: int,
        stop_s: float,
        again_s_min: float = AGAIN_S_MIN,
    ) -> None:
        self._command = command
        self._settings = settings
        self._listener = listener
        self._manager = manager
        self._workers = workers
        self._stop_s = stop_s
        self._again_s_min = again_s_min
        self._running: set[Worker] = set()
        self._stopping = asyncio.Event()

    async def run(self) -> int:
        """Run until SIGINT or SIGTERM, or until the first worker fails to start; return the exit code."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)
        first = await self._start_with_retries(0)  # on its own: it creates the tables
        if first is None:
            return 0
        if not await first.ready() and not self._stopping.is_set():
            return await self._ended(first) or 1
        with self._manager as manager:
            manager.ready(f"Serving with {self._workers} workers")
            tasks = [asyncio.create_task(self._keep_alive(0, first))]
            tasks += [asyncio.create_task(self._keep_alive(number)) for number in range(1, self._workers)]
            await self._stopping.wait()
            return await self._wait_for_end(tasks)

    def _stop(self) -> None:
        """Send SIGTERM to all workers.

        The first SIGTERM starts an orderly stop; after a second, the workers no longer wait for open requests.
        """
        self._manager.stopping("Stopping the workers")
        self._stopping.set()
        for worker in self._running:
            worker.send(signal.SIGTERM)

    async def _wait_for_end(self, tasks: Sequence[asyncio.Task[None]]) -> int:
        _, late = await asyncio.wait(tasks, timeout=self._stop_s)
        for worker in self._running:
            _log.error("a worker did not end in time: it is killed", pid=worker.process.pid)
            worker.send(signal.SIGKILL)
        if late:
            await asyncio.wait(late)
        return 1 if late else 0

    async def _keep_alive(self, number: int, worker: Worker | None = None) -> None:
        """Keep one worker running, and restart it with backoff when it ends, until the supervisor stops."""
        loop, early_deaths = asyncio.get_running_loop(), 0
        while not self._stopping.is_set():
            worker = worker or await self._start_with_retries(number)
            if worker is None:
                return
            was_ready, started_s = await worker.ready(), loop.time()
            code = await self._ended(worker)
            if self._stopping.is_set():
                return
            early_deaths = 1 if was_ready and loop.time() - started_s >= STEADY_S else early_deaths + 1
            again_s = _backoff_s(early_deaths, self._again_s_min)
            event = "a worker ended: it is started anew"  # words: log event names do not change
            _log.error(event, pid=worker.process.pid, exit_code=code, again_s=again_s)
            worker = None
            await self._pause(again_s)

    async def _pause(self, seconds: float) -> None:
        """Wait for the given time; return early if the supervisor stops."""
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            pass

    async def _start_with_retries(self, number: int) -> Worker | None:
        """Start a worker, retrying while the system lacks processes or memory; None if the supervisor stops first."""
        failures = 0
        while not self._stopping.is_set():
            try:
                return await self._start(number)
            except OSError as error:
                failures += 1
                again_s = _backoff_s(failures, self._again_s_min)
                _log.error(
                    "a worker could not be started: it is tried again", worker=number, error=str(error), again_s=again_s
                )
                await self._pause(again_s)
        return None

    async def _start(self, number: int) -> Worker:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            with theirs:
                process = await asyncio.create_subprocess_exec(
                    *self._command,
                    str(self._listener.fileno()),
                    str(theirs.fileno()),
                    str(number),
                    *self._settings,
                    stdin=asyncio.subprocess.DEVNULL,
                    pass_fds=(self._listener.fileno(), theirs.fileno()),
                    start_new_session=True,  # Ctrl-C reaches only the supervisor, which stops its workers
                )
        except BaseException:
            ours.close()
            raise
        worker = Worker(process, ours)
        self._running.add(worker)
        if self._stopping.is_set():
            worker.send(signal.SIGTERM)
        _log.info("worker started", pid=process.pid)
        return worker

    async def _ended(self, worker: Worker) -> int:
        try:
            return await worker.ended()
        finally:
            self._running.discard(worker)


def _backoff_s(failures: int, least_s: float) -> float:
    """Return how many seconds to wait after the given number of consecutive failures.

    >>> [_backoff_s(failures, 0.5) for failures in (1, 2, 3, 100)]
    [0.5, 1.0, 2.0, 30.0]
    """
    return min(AGAIN_S_MAX, least_s * 2.0 ** min(failures - 1, 10))
