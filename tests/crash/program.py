"""The real program as a process that a test starts, kills and starts again, with one port and one folder."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from bench.processes import memory_mib_max
from tests.crash.caller import CUT_OFF, Caller
from tests.crash.leftover_files import LeftoverFiles, read_remains
from tests.starter import ROOT, Started, start

READY_S_MAX = 60.0  # generous: other tests run at the same time
STOP_S_MAX = 20.0  # the promised limit of a graceful stop
DIED_S_MAX = 60.0  # how long a process may take to reach the place where it is to die
LOOK_AGAIN_S = 0.01
PORTS = range(20_000, 27_000)  # receivers may not use 27,017, the port of a database
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")} | {
    "PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8",
    "PLANTSTORE_RETRY_SCALE": "1000000",
    "PLANTSTORE_LOG_FORMAT": "json",
}


class Program:
    """`plantstore serve` as a separate process.

    The launcher applies `orders`, if there are any (launcher.py); `settings` are PLANTSTORE_ variables, and
    `within` is a command that runs another command somewhere, for example in a network namespace.
    """

    def __init__(self, folder: Path, *, within: Sequence[str] = (), **settings: str) -> None:
        self.database = folder / "data" / "plantstore.db"
        self.port = free_port()
        self.is_up = asyncio.Event()
        self.up_s = 0.0
        self.orders: dict[str, str] = {}
        self._folder = folder
        self.role = settings.get("role", "all")
        self.environment = ENVIRONMENT | {f"PLANTSTORE_{name.upper()}": value for name, value in settings.items()}
        self.last_pid = 0
        self._log = folder / "log"
        self._spawned_at = 0
        self._within = within
        self._host = settings.get("host", "127.0.0.1")
        self._process: Started | subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> "Program":
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._process is not None:
            await self.kill()

    @property
    def data(self) -> Path:
        return self._folder / "data"

    @property
    def token_file(self) -> Path:
        return self.data / "operator.token"

    @property
    def token(self) -> str:
        return self.token_file.read_text().strip()

    @property
    def is_running(self) -> bool:
        return self._process is not None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def send(self, number: signal.Signals) -> None:
        """Send it a signal that does not end it."""
        assert self._process is not None
        self._process.send_signal(number)

    async def reachable(self) -> int:
        await self.is_up.wait()
        return self.port

    def remains(self) -> LeftoverFiles:
        return read_remains(self.database, self._folder / "copy")

    @property
    def memory_mib_max(self) -> float:
        """Return the most memory that the process has used, in MiB; nan if the system does not report it."""
        assert self._process is not None
        return memory_mib_max(self._process.pid)

    def spawn(self) -> None:
        """Start the process without waiting."""
        arguments = ["serve", "--data", str(self._folder / "data"), "--port", str(self.port)]
        environment = self.environment | self.orders
        with self._log.open("ab") as log:
            self._spawned_at = log.tell()
            if self._within:
                command = [*self._within, sys.executable, "-m", "tests.crash.launcher", *arguments]
                self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=ROOT)
            else:
                self._process = start(arguments, environment=environment, output=log)
        self.last_pid = self._process.pid

    async def start(self) -> None:
        """Start the process, and return when it reports that it is ready."""
        self.spawn()
        async with asyncio.timeout(READY_S_MAX):
            while not await self._is_ready():
                assert self._process is not None and self._process.poll() is None, self.last_words()
                await asyncio.sleep(LOOK_AGAIN_S)
        self._came_up()

    async def be_up(self) -> None:
        """Start the process if it is not running."""
        if self._process is None:
            await self.start()

    async def kill(self) -> None:
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask the process to stop, and return its exit code."""
        return await self._end(signal.SIGTERM)

    async def dies(self, *, stop_after_s: float | None = None) -> int:
        """Start the process, wait until it has ended, and return its exit code.

        With `stop_after_s`, ask it to stop this many seconds after it is ready.
        """
        if self._process is None:
            self.spawn()
        process = self._process
        assert process is not None
        async with asyncio.timeout(DIED_S_MAX):
            while process.poll() is None:
                if not self.is_up.is_set() and await self._is_ready():
                    self._came_up()
                    if stop_after_s is not None:
                        asyncio.get_running_loop().call_later(stop_after_s, process.terminate)
                await asyncio.sleep(LOOK_AGAIN_S)
        self._process = None
        self._went_down()
        return process.wait()

    def last_words(self) -> str:
        return self._log.read_text(errors="replace")[-2_000:]

    def said_since_start(self) -> str:
        """Return everything written since this process was started, also by others that share its folder."""
        return self._log.read_bytes()[self._spawned_at :].decode(errors="replace")

    async def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        assert process is not None
        self._went_down()
        process.send_signal(number)
        try:
            return await asyncio.to_thread(process.wait, STOP_S_MAX)
        finally:
            process.kill()  # does nothing if the process has already ended
            process.wait()

    def _came_up(self) -> None:
        self.is_up.set()
        self.up_s -= time.monotonic()

    def _went_down(self) -> None:
        if self.is_up.is_set():
            self.up_s += time.monotonic()
        self.is_up.clear()

    async def _is_ready(self) -> bool:
        caller = Caller(self.port, host=self._host)
        try:
            return (await caller.ask("GET", "/readyz")).status == 200
        except CUT_OFF:
            return False
        finally:
            await caller.close()


def free_port() -> int:
    """Return a port that stays free while the store is down: no system assigns one of these automatically."""
    for port in random.sample(PORTS, 100):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("100 ports are all in use")
