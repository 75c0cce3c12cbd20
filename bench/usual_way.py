"""The yardstick `usual`: what most Python teams would build. FastAPI, Celery, Redis, requests, one ORM row per attempt.

It runs on all cores, with four Celery workers, which is an advantage: the store has one core. Its programs are in
`bench/usual/` and have an environment of their own (`make bench-usual`), because the store needs none of their
dependencies.
"""

import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from bench import processes
from bench.load import Order, in_own_process
from bench.processes import PHASE_S_MAX, READY_S_MAX, running, wait_until

SOURCE = Path(__file__).parent / "usual"
PYTHON = Path(__file__).parents[1] / ".venv" / "usual" / "bin" / "python"
WORKERS, CONNECTIONS = 4, 8
WARM_UP = 20  # plants


def why_not() -> str:
    """Return what is missing and how to install it; empty if nothing is."""
    steps = []
    if not PYTHON.exists():
        steps.append("run `make bench-usual`")
    if shutil.which("redis-server") is None:
        steps.append("install redis-server (apt install redis-server, or your system's way)")
    return f"The yardstick `usual` is skipped. To include it: {'; '.join(steps)}." if steps else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualWay:
    """Its folder, and the functions that run it."""

    folder: Path

    def deliveries_per_second(self, url: str, count: int) -> float:
        """Drain a queue that is full when the workers start; return the rate from the first recorded attempt to
        the last.
        """
        with self._running_redis() as environment:
            self._run("begin.py", url, str(count), environment=environment)
            with self._running_workers(environment):
                self._wait_for_attempts(1)
                started, already = monotonic(), self._attempts()
                self._wait_for_attempts(count)
                return (count - already) / (monotonic() - started)

    def plants_per_second(self, url: str, count: int) -> float:
        """Add plants one by one over HTTP until each is delivered and its attempt recorded."""
        with self._running_redis() as environment:
            self._run("begin.py", url, environment=environment)
            with self._running_workers(environment), self._running_api(environment) as port:
                in_own_process(self._order(port, first=1, plants=WARM_UP))  # warms everything up
                self._wait_for_attempts(WARM_UP)
                started = monotonic()
                in_own_process(self._order(port, first=WARM_UP + 1, plants=count))
                self._wait_for_attempts(WARM_UP + count)
                return count / (monotonic() - started)

    def _order(self, port: int, *, first: int, plants: int) -> Order:
        return Order(port=port, token="none", plants=plants, connections=CONNECTIONS, first=first)

    @contextmanager
    def _running_redis(self) -> Iterator[dict[str, str]]:
        """Run a new queue; yield the environment of the programs, with a new database."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        port = processes.free_port()
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(self.folder)]
        with running(command, core=None):
            wait_until("redis answers", lambda: _listens(port), within_s=READY_S_MAX)
            yield {
                "BROKER_URL": f"redis://127.0.0.1:{port}/0",
                "DATABASE_URL": f"sqlite:///{self._database}",
            }

    @contextmanager
    def _running_workers(self, environment: dict[str, str]) -> Iterator[None]:
        command = [str(PYTHON), "-m", "celery", "-A", "worker", "worker", "--concurrency", str(WORKERS)]
        with running(
            [*command, "--loglevel", "error", "--without-gossip", "--without-mingle"],
            core=None,
            cwd=SOURCE,
            more_environment=environment,
            stderr=subprocess.DEVNULL,
        ) as process:
            yield
            process.terminate()  # it ends its children
            process.wait(processes.STOP_S_MAX)

    @contextmanager
    def _running_api(self, environment: dict[str, str]) -> Iterator[int]:
        port = processes.free_port()
        command = [str(PYTHON), "-m", "uvicorn", "api:app", "--port", str(port), "--log-level", "error"]
        with running(command, core=None, cwd=SOURCE, more_environment=environment):
            wait_until("FastAPI answers", lambda: _listens(port), within_s=READY_S_MAX)
            yield port

    def _run(self, *command: str, environment: dict[str, str]) -> None:
        subprocess.run(
            [str(PYTHON), *command],
            cwd=SOURCE,
            env=processes.ENVIRONMENT | environment,
            check=True,
            timeout=PHASE_S_MAX,
        )

    def _wait_for_attempts(self, count: int) -> None:
        wait_until(f"{count} attempts are recorded", lambda: self._attempts() >= count, within_s=PHASE_S_MAX)

    def _attempts(self) -> int:
        connection = sqlite3.connect(self._database, timeout=60)
        try:
            return int(connection.execute("SELECT count(*) FROM attempts WHERE status = 204").fetchone()[0])
        finally:
            connection.close()

    @property
    def _database(self) -> Path:
        return self.folder / "usual.db"


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
