"""The real program as a process that a test starts, kills and starts again, on one port and one folder."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from bench.processes import memory_mib_max
from tests.crash.caller import CUT_OFF, Caller

READY_S_MAX = 20.0
STOP_S_MAX = 20.0  # trust.md promises that a graceful stop takes no longer
LOOK_AGAIN_S = 0.01
PORTS = range(20_000, 30_000)
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")} | {
    "PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8",
    "PLANTSTORE_RETRY_SCALE": "1000000",
    "PLANTSTORE_LOG_FORMAT": "json",
}


class Program:
    """`plantstore serve`, and nothing of it inside the process that watches."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "data" / "plantstore.db"
        self.port = _free_port()
        self.is_up = asyncio.Event()
        self.up_s = 0.0
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> "Program":
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._process is not None:
            await self.kill()

    @property
    def token_file(self) -> Path:
        return self._folder / "data" / "operator.token"

    @property
    def token(self) -> str:
        return self.token_file.read_text().strip()

    @property
    def memory_mib_max(self) -> float:
        """The most memory that the process has held; nan where the system does not say."""
        assert self._process is not None
        return memory_mib_max(self._process.pid)

    def spawn(self) -> None:
        """Start the process, and do not wait for anything."""
        arguments = ["serve", "--data", str(self._folder / "data"), "--port", str(self.port)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "plantstore.cli.main", *arguments], stdout=log, stderr=log, env=ENVIRONMENT
            )

    async def start(self) -> None:
        """Start the process, and return when it says that it is ready."""
        self.spawn()
        async with asyncio.timeout(READY_S_MAX):
            while not await self._is_ready():
                assert self._process is not None and self._process.poll() is None, self.last_words()
                await asyncio.sleep(LOOK_AGAIN_S)
        self.is_up.set()
        self.up_s -= time.monotonic()

    async def kill(self) -> None:
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask the process to stop, and give its exit code."""
        return await self._end(signal.SIGTERM)

    def last_words(self) -> str:
        return (self._folder / "log").read_text(errors="replace")[-2_000:]

    async def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        assert process is not None
        if self.is_up.is_set():
            self.up_s += time.monotonic()
        self.is_up.clear()
        process.send_signal(number)
        try:
            return await asyncio.to_thread(process.wait, STOP_S_MAX)
        finally:
            process.kill()  # does nothing to a process that has ended
            process.wait()

    async def _is_ready(self) -> bool:
        caller = Caller(self.port)
        try:
            return (await caller.ask("GET", "/readyz")).status == 200
        except CUT_OFF:
            return False
        finally:
            await caller.close()


def _free_port() -> int:
    """A port that stays free while the store is down: no system hands out one of these by itself."""
    for port in random.sample(PORTS, 100):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("100 ports are all in use")
