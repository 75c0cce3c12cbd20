"""A store that a bench runs in separate processes on STORE_CORE and uses over its API."""

import http.client
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from bench import processes
from bench.homes import Home
from bench.processes import READY_S_MAX, STOP_S_MAX, STORE_CORE, BenchFailed, Process
from plantstore.core.settings import PREFIX, Settings
from plantstore.domain.public_ids import parse_receiver

LOOK_AGAIN_S = 0.02
IDLE_S_MAX = 1.0  # of our connection: the store closes an idle one, perhaps while a request is on its way
PLAIN = ("-m", "plantstore.cli.main")
# One client does here what thousands do in production, so the rate limit of one token does not apply.
LIMITS_OFF = {f"{PREFIX}{item.name.upper()}": "0" for item in fields(Settings) if item.name == "token_requests_max"}


class RunningStore:
    """The store from outside: its port, its token, its process, its home."""

    def __init__(self, process: Process, home: Home, *, port: int, start_s: float) -> None:
        self.process_id = process.pid
        self.home = home
        self.data = home.data
        self.port = port
        self.start_s = start_s
        """From the start of the process until it was ready."""
        self.token = (self.data / "operator.token").read_text().strip()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=READY_S_MAX)
        self._used_at = time.monotonic()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Return the decoded response; raise BenchFailed with its text if the request was refused."""
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        used_at, self._used_at = self._used_at, time.monotonic()
        if self._used_at - used_at > IDLE_S_MAX:
            self._connection.close()  # the next request opens it again
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise BenchFailed(f"{method} {path}: {answer.status} {text[:300]!r}")
        return json.loads(text) if text else None

    def register(self, url: str, *, start: str | int, name: str = "bench", **options: object) -> str:
        """Register a receiver and return its id."""
        body = {"name": name, "url": url, "start": start, **options}
        return str(self.call("POST", "/api/v1/receivers", body)["id"])

    def wait_for_cursor(self, receiver: str, cursor: int, *, within_s: float = processes.PHASE_S_MAX) -> None:
        """Wait until everything up to a sequence is delivered to a receiver, and recorded."""

        def has_come() -> bool:
            return int(self.call("GET", f"/api/v1/receivers/{receiver}")["cursor"]) >= cursor

        what = f"receiver {receiver} has event {cursor}"
        processes.wait_until(what, has_come, within_s=within_s, look_again_s=LOOK_AGAIN_S)

    def processor_s(self) -> float:
        return processes.processor_s(self.process_id)

    def memory_mib(self) -> float:
        return processes.memory_mib(self.process_id)

    def check_delivered(self, receiver: str, *, first: int, last: int) -> None:
        """Check in the store's records that each event of a range was accepted once."""
        sql = """SELECT count(*), count(DISTINCT sequence), min(sequence), max(sequence) FROM attempts
                 WHERE receiver_id = ? AND status = 204 AND sequence BETWEEN ? AND ?"""
        count = last - first + 1
        found = self.rows(sql, (_number(receiver), first, last))[0]
        if found != (count, count, first, last):
            raise BenchFailed(f"Of {count} events {found[1]} were accepted, in {found[0]} requests.")

    def rows(self, sql: str, values: Sequence[int] = ()) -> list[tuple[Any, ...]]:
        """Return rows of the store's database as it is now."""
        return self.home.rows(sql, values)

    def receiver_number(self, receiver: str) -> int:
        return _number(receiver)

    def hang_up(self) -> None:
        self._connection.close()


@contextmanager
def running_store(
    home: Home,
    *,
    program: Sequence[str] = PLAIN,
    role: str = "all",
    core: int | None = STORE_CORE,
    more_environment: dict[str, str] | None = None,
) -> Iterator[RunningStore]:
    """Serve a store until the block ends, with the default log output."""
    started = time.monotonic()
    with _serving(home, program, role, core, more_environment or {}) as (process, port):
        store = RunningStore(process, home, port=port, start_s=time.monotonic() - started)
        yield store
        store.hang_up()


@contextmanager
def running_dispatchers(
    home: Home, count: int, *, core: int | None, more_environment: dict[str, str] | None = None
) -> Iterator[Sequence[int]]:
    """Deliver with this many processes until the block ends; yield their process ids."""
    with ExitStack() as stack:
        found = [
            stack.enter_context(_serving(home, PLAIN, "dispatcher", core, more_environment or {})) for _ in range(count)
        ]
        yield [process.pid for process, _ in found]


@contextmanager
def _serving(
    home: Home, program: Sequence[str], role: str, core: int | None, more_environment: dict[str, str]
) -> Iterator[tuple[Process, int]]:
    """Run one ready process; at the end it must stop gracefully."""
    port = processes.free_port()
    log = home.data.with_name(f"{home.data.name}-{port}.log")
    command = [sys.executable, *program, "serve", "--role", role, "--port", str(port)]
    environment = LIMITS_OFF | home.environment | more_environment
    with (
        log.open("wb") as stream,
        processes.running(command, core=core, stdout=stream, stderr=stream, more_environment=environment) as process,
    ):
        _wait_until_ready(process, port, log)
        yield process, port
        process.terminate()
        if process.wait(STOP_S_MAX) != 0:
            raise BenchFailed(f"The store ended with {process.returncode}: {log.read_text()[-2_000:]}")


def _wait_until_ready(process: Process, port: int, log: Path) -> None:
    def is_ready() -> bool:
        if process.poll() is not None:
            raise BenchFailed(f"The store did not start: {log.read_text()[-2_000:]}")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    processes.wait_until("the store is ready", is_ready, within_s=READY_S_MAX, look_again_s=0.005)


def _number(receiver: str) -> int:
    number = parse_receiver(receiver)
    assert number is not None
    return number
