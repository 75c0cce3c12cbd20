"""The store of a soak: the real program in a process whose clock is moved, used over its API."""

import asyncio
import os
import subprocess
import sys
import tarfile
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from bench import processes
from bench.running_store import LIMITS_OFF
from tests.crash.caller import CUT_OFF, Caller
from tests.crash.program import free_port
from tests.soak.clock import MovedClock
from tests.starter import ROOT

READY_S_MAX = 600.0  # an upgrade of a large store may take minutes
STOP_S_MAX = 60.0
ANSWER_S_MAX = 120.0
LOOK_AGAIN_S = 0.05
LAST_BYTES = 2_000


class SoakFailed(Exception):
    """The store refused something, or did not do it in time."""


class StoreProcess:
    """`plantstore serve`, of this version or of an older one whose source is in a folder."""

    def __init__(self, folder: Path, clock: MovedClock, environment: dict[str, str]) -> None:
        self.data = folder / "data"
        self.log = folder / "log"
        self.port = free_port()
        self.token = ""
        self.used_s = 0.0
        """Processor time of the processes that have ended."""
        self.environment = processes.ENVIRONMENT | LIMITS_OFF | environment | clock.environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def processor_s(self) -> float:
        return self.used_s + (0.0 if self._process is None else processes.processor_s(self.pid))

    async def start(self, source: Path | None = None) -> None:
        """Start it, from another folder with the source of another version if one is given; wait until it is ready."""
        environment = self.environment | ({} if source is None else {"PYTHONPATH": str(source)})
        command = [sys.executable, "-m", "plantstore.cli.main", "serve", "--data", str(self.data)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                stdout=log,
                stderr=log,
                env=environment,
                cwd=source or ROOT,
                preexec_fn=partial(processes.pin, processes.STORE_CORE),
            )
        async with asyncio.timeout(READY_S_MAX):
            while not await self._is_ready():
                if self._process.poll() is not None:
                    raise SoakFailed(f"The store did not start: {self.last_words()}")
                await asyncio.sleep(LOOK_AGAIN_S)
        self.token = self.token or (self.data / "operator.token").read_text().strip()

    async def stop(self) -> None:
        """Ask it to stop; raise SoakFailed if it does not end as asked."""
        process = self._process
        assert process is not None
        self.used_s += processes.processor_s(process.pid)
        self._process = None
        process.terminate()
        code = await asyncio.to_thread(process.wait, STOP_S_MAX)
        if code:
            raise SoakFailed(f"The store ended with {code}: {self.last_words()}")

    def kill(self) -> None:
        """End it if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the body of the response; raise SoakFailed if the request was refused."""
        caller = Caller(self.port, self.token, answer_s_max=ANSWER_S_MAX)
        try:
            answer = await caller.ask(method, path, body)
        finally:
            await caller.close()
        if answer.status >= 300:
            raise SoakFailed(f"{method} {path}: {answer.status} {answer.body}")
        return answer.body

    def last_words(self) -> str:
        with self.log.open("rb") as log:
            log.seek(max(0, self.log.stat().st_size - LAST_BYTES))
            return log.read().decode(errors="replace")

    def complaints(self) -> list[str]:
        """Return the lines of its log that are errors. The log has a line for each attempt, so it may be large."""
        with self.log.open("rb") as log:
            return [line.decode(errors="replace") for line in log if b'"level":"error"' in line]

    async def _is_ready(self) -> bool:
        caller = Caller(self.port)
        try:
            return (await caller.ask("GET", "/readyz")).status == 200
        except CUT_OFF:
            return False
        finally:
            await caller.close()


def source_of(version: str, folder: Path) -> Path | None:
    """Put the source of a released version into a folder, from the history; None if that is not at hand."""
    found = _git("log", "--format=%H", f"--grep=^Release {version}$", "-1").decode().strip()
    if not found:
        return None
    folder.mkdir(exist_ok=True)
    with tarfile.open(fileobj=BytesIO(_git("archive", found, "src"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def _git(*words: str) -> bytes:
    environment = {"PATH": os.environ.get("PATH", os.defpath)}
    done = subprocess.run(["git", *words], cwd=ROOT, env=environment, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else b""
