"""Several processes of this program on one socket: starts them, starts anew what dies, and ends them all in order.

Nobody handles a request here. Callers wait at the shared socket until a worker accepts them: one that dies takes only
those requests with it that it had accepted.
"""

import asyncio
import signal
import socket
from collections.abc import Sequence

import structlog

AGAIN_S_MIN = 0.5  # before a worker that died is started anew; twice as long each time that it dies early
AGAIN_S_MAX = 30.0
STEADY_S = 60.0  # who was ready for so long has not died early
_log = structlog.get_logger("plantstore")


class Worker:
    """One process, from its start to its end."""

    def __init__(self, process: asyncio.subprocess.Process, lifeline: socket.socket) -> None:
        self.process = process
        self._lifeline = lifeline
        self._is_ready = False

    async def ready(self) -> bool:
        """Wait until it takes requests; False when it ended before."""
        if not self._is_ready:
            try:
                self._is_ready = bool(await asyncio.get_running_loop().sock_recv(self._lifeline, 1))
            except OSError:  # reset: it ended without reading what it was sent
                return False
        return self._is_ready

    async def ended(self) -> int:
        """Wait for its end; gives the exit code, or the number of the signal that ended it, below zero."""
        try:
            return await self.process.wait()
        finally:
            self._lifeline.close()

    def send(self, number: signal.Signals) -> None:
        if self.process.returncode is None:
            self.process.send_signal(number)


class Supervisor:
    """Keeps so many workers alive. `command` is given the shared socket, the lifeline, the worker's number, `settings`.

    The lifeline is a socket of which nobody but this process holds the other end: when this process ends, even by
    SIGKILL, a worker reads its end there, and stops by itself. `stop_s` is how long a stop may take.
    """

    def __init__(
        self, command: Sequence[str], settings: Sequence[str], listener: socket.socket, *, workers: int, stop_s: float
    ) -> None:
        self._command = command
        self._settings = settings
        self._listener = listener
        self._workers = workers
        self._stop_s = stop_s
        self._running: set[Worker] = set()
        self._stopping = asyncio.Event()

    async def run(self) -> int:
        """Run until SIGINT or SIGTERM, or until the first worker could not be started; gives the exit code."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)
        first = await self._start_at_last(0)  # alone: it makes the tables, and says what is wrong once
        if first is None:
            return 0
        if not await first.ready() and not self._stopping.is_set():
            return await self._ended(first) or 1
        keeping = [asyncio.create_task(self._keep(0, first))]
        keeping += [asyncio.create_task(self._keep(number)) for number in range(1, self._workers)]
        await self._stopping.wait()
        return await self._end(keeping)

    def _stop(self) -> None:
        """Pass it on: the first one ends everything in order, a second one ends the waiting for open requests."""
        self._stopping.set()
        for worker in self._running:
            worker.send(signal.SIGTERM)

    async def _end(self, keeping: Sequence[asyncio.Task[None]]) -> int:
        _, late = await asyncio.wait(keeping, timeout=self._stop_s)
        for worker in self._running:
            _log.error("a worker did not end in time: it is killed", pid=worker.process.pid)
            worker.send(signal.SIGKILL)
        if late:
            await asyncio.wait(late)
        return 1 if late else 0

    async def _keep(self, number: int, worker: Worker | None = None) -> None:
        """Keep one worker alive until all of them are to end."""
        loop, early = asyncio.get_running_loop(), 0
        while not self._stopping.is_set():
            worker = worker or await self._start_at_last(number)
            if worker is None:
                return
            was_ready, began = await worker.ready(), loop.time()
            code = await self._ended(worker)
            if self._stopping.is_set():
                return
            early = 1 if was_ready and loop.time() - began >= STEADY_S else early + 1
            again_s = _again_s(early)
            _log.error("a worker ended: it is started anew", pid=worker.process.pid, exit_code=code, again_s=again_s)
            worker = None
            await self._rest(again_s)

    async def _rest(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            pass

    async def _start_at_last(self, number: int) -> Worker | None:
        """Start a worker, again and again while the system has no process or memory for it; None at the end of all."""
        failures = 0
        while not self._stopping.is_set():
            try:
                return await self._start(number)
            except OSError as error:
                failures += 1
                again_s = _again_s(failures)
                _log.error(
                    "a worker could not be started: it is tried again", worker=number, error=str(error), again_s=again_s
                )
                await self._rest(again_s)
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
                    start_new_session=True,  # Ctrl-C reaches this process only, which passes it on
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


def _again_s(early: int) -> float:
    """How long to wait after so many early deaths in a row.

    >>> [_again_s(early) for early in (1, 2, 3, 100)]
    [0.5, 1.0, 2.0, 30.0]
    """
    return min(AGAIN_S_MAX, AGAIN_S_MIN * 2.0 ** min(early - 1, 10))
