"""Several workers on one socket, as real processes: dead workers are replaced, and none is left behind."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.held_socket import notified
from tests.cli.supervised import AGAIN_S_MIN
from tests.polling import PATIENCE_S, wait_until

ROOT = Path(__file__).parents[2]


class Supervised:
    """A running supervisor, and the port on which its workers answer."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path) -> None:
        assert process.stdout is not None
        self.process = process
        self.port = int(process.stdout.readline())
        self._log = log

    def worker_pid(self) -> int:
        """Return the process id of the worker that answers."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as connection:
            return int(connection.makefile().read())

    def worker_pids(self, count: int, *, besides: frozenset[int] = frozenset()) -> set[int]:
        """Connect until this many different workers have answered."""
        seen: set[int] = set()

        def complete() -> bool:
            seen.add(self.worker_pid())
            return len(seen - besides) >= count

        wait_until(complete)
        return seen - besides

    def log_lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE_S)


@contextmanager
def supervised(folder: Path, workers: int, *settings: str, **environment: str) -> Iterator[Supervised]:
    log = folder / "supervisor.log"
    arguments = [sys.executable, "-m", "tests.cli.supervised", str(workers), *settings]
    with (
        log.open("w") as stream,
        subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=stream, text=True, cwd=ROOT, env=os.environ | environment
        ) as process,
    ):
        try:
            yield Supervised(process, log)
        finally:
            process.kill()  # its workers then stop on their own, as a test below shows


def is_running(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_a_worker_that_is_killed_is_replaced_while_the_others_answer(tmp_path: Path) -> None:
    with supervised(tmp_path, 3) as supervisor:
        before = supervisor.worker_pids(3)
        killed = min(before)
        os.kill(killed, signal.SIGKILL)

        after = supervisor.worker_pids(3, besides=frozenset({killed}))  # every one of these connections was answered

        assert len(before & after) == 2
        (ended,) = (line for line in supervisor.log_lines() if line["event"] == "a worker ended: it is started anew")
        assert (ended["pid"], ended["exit_code"], ended["again_s"]) == (killed, -signal.SIGKILL, AGAIN_S_MIN)


def test_sigterm_stops_all_workers(tmp_path: Path) -> None:
    with supervised(tmp_path, 3) as supervisor:
        workers = supervisor.worker_pids(3)

        assert supervisor.stop() == 0

        assert not any(map(is_running, workers))


def test_a_worker_that_does_not_stop_in_time_is_killed_and_the_exit_code_is_1(tmp_path: Path) -> None:
    with supervised(tmp_path, 2, "stubborn=yes") as supervisor:
        workers = supervisor.worker_pids(2)

        assert supervisor.stop() == 1

        assert not any(map(is_running, workers))
        late = {
            line["pid"]
            for line in supervisor.log_lines()
            if line["event"] == "a worker did not end in time: it is killed"
        }
        assert late == workers


def test_no_worker_outlives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    with supervised(tmp_path, 3) as supervisor:
        workers = supervisor.worker_pids(3)

        supervisor.process.kill()

        wait_until(lambda: not any(map(is_running, workers)))


def test_if_the_first_worker_cannot_start_the_supervisor_exits_with_its_code(tmp_path: Path) -> None:
    with supervised(tmp_path, 2, "refuse=78") as supervisor:
        assert supervisor.process.wait(timeout=PATIENCE_S) == 78

        assert [line["event"] for line in supervisor.log_lines()] == ["worker started"]


def sockets_of(pid: int) -> int:
    handles = Path(f"/proc/{pid}/fd")
    return sum(os.readlink(handle).startswith("socket:") for handle in handles.iterdir())


def test_a_failed_fork_is_retried_and_leaks_no_socket(tmp_path: Path) -> None:
    with supervised(tmp_path, 2) as supervisor:
        supervisor.worker_pids(2)
        sockets = sockets_of(supervisor.process.pid)
        assert supervisor.stop() == 0

    with supervised(tmp_path, 2, "no_fork=2") as supervisor:
        assert len(supervisor.worker_pids(2)) == 2
        said = [
            line
            for line in supervisor.log_lines()
            if line["event"] == "a worker could not be started: it is tried again"
        ]
        assert [(line["worker"], line["again_s"]) for line in said] == [(1, AGAIN_S_MIN), (1, 2 * AGAIN_S_MIN)]
        assert "temporarily unavailable" in str(said[0]["error"])
        assert sockets_of(supervisor.process.pid) == sockets
        assert supervisor.stop() == 0


def test_the_supervisor_reports_to_systemd_and_its_workers_do_not(tmp_path: Path) -> None:
    with (
        notified(tmp_path) as notify,
        supervised(tmp_path, 2, NOTIFY_SOCKET=str(notify.path), WATCHDOG_USEC="150000") as supervisor,
    ):
        notify.wait_for("READY=1\nSTATUS=Serving with 2 workers")
        notify.wait_for("WATCHDOG=1", 3)
        supervisor.worker_pids(2)
        notify.poll()  # Linux queues ten messages
        assert supervisor.stop() == 0
        notify.wait_for("STOPPING=1")
        assert sum(message.startswith("READY=1") for message in notify.received) == 1
