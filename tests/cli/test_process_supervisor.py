"""Several workers on one socket, as real processes: who dies is replaced, and nobody is left behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE_S = 30.0
ROOT = Path(__file__).parents[2]


class Crew:
    """A supervisor that runs, and the port on which its workers answer."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path) -> None:
        assert process.stdout is not None
        self.process = process
        self.port = int(process.stdout.readline())
        self._log = log

    def ask(self) -> int:
        """Who answers."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as connection:
            return int(connection.makefile().read())

    def all_of(self, count: int, *, but: frozenset[int] = frozenset()) -> set[int]:
        """Ask until so many different ones have answered."""
        seen: set[int] = set()

        def asked() -> bool:
            seen.add(self.ask())
            return len(seen - but) >= count

        wait_until(asked)
        return seen - but

    def said(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE_S)


@contextmanager
def a_crew(folder: Path, workers: int, *settings: str) -> Iterator[Crew]:
    log = folder / "crew.log"
    arguments = [sys.executable, "-m", "tests.cli.supervised", str(workers), *settings]
    with (
        log.open("w") as stream,
        subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=stream, text=True, cwd=ROOT) as process,
    ):
        try:
            yield Crew(process, log)
        finally:
            process.kill()  # then its workers end by themselves, as a test below shows


def wait_until(came: Callable[[], bool]) -> None:
    ends_at = time.monotonic() + PATIENCE_S
    while not came():
        assert time.monotonic() < ends_at, "it never came"
        time.sleep(0.01)


def runs(pid: int) -> bool:
    """Whether a process runs; one that has ended, and was not asked about by its parent yet, does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_a_worker_that_is_killed_is_replaced_while_the_others_answer(tmp_path: Path) -> None:
    with a_crew(tmp_path, 3) as crew:
        before = crew.all_of(3)
        killed = min(before)
        os.kill(killed, signal.SIGKILL)

        after = crew.all_of(3, but=frozenset({killed}))  # every single request of this was answered

        assert len(before & after) == 2
        (ended,) = (line for line in crew.said() if line["event"] == "a worker ended: it is started anew")
        assert (ended["pid"], ended["exit_code"], ended["again_s"]) == (killed, -signal.SIGKILL, 0.5)


def test_sigterm_ends_all_of_them_in_order(tmp_path: Path) -> None:
    with a_crew(tmp_path, 3) as crew:
        workers = crew.all_of(3)

        assert crew.stop() == 0

        assert not any(map(runs, workers))


def test_who_does_not_end_in_time_is_killed_and_the_exit_code_says_so(tmp_path: Path) -> None:
    with a_crew(tmp_path, 2, "stubborn=yes") as crew:
        workers = crew.all_of(2)

        assert crew.stop() == 1

        assert not any(map(runs, workers))
        late = {line["pid"] for line in crew.said() if line["event"] == "a worker did not end in time: it is killed"}
        assert late == workers


def test_no_worker_outlives_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    with a_crew(tmp_path, 3) as crew:
        workers = crew.all_of(3)

        crew.process.kill()

        wait_until(lambda: not any(map(runs, workers)))


@pytest.mark.parametrize("code", [1, 2, 78])
def test_a_first_worker_that_cannot_start_ends_everything_with_its_exit_code(tmp_path: Path, code: int) -> None:
    with a_crew(tmp_path, 3, f"refuse={code}") as crew:
        assert crew.process.wait(timeout=PATIENCE_S) == code

        assert [line["event"] for line in crew.said()] == ["worker started"]


def sockets_of(pid: int) -> int:
    handles = Path(f"/proc/{pid}/fd")
    return sum(os.readlink(handle).startswith("socket:") for handle in handles.iterdir())


def test_a_worker_that_cannot_be_started_is_tried_again_and_leaves_nothing_open(tmp_path: Path) -> None:
    with a_crew(tmp_path, 2) as crew:
        crew.all_of(2)
        sockets = sockets_of(crew.process.pid)
        assert crew.stop() == 0

    with a_crew(tmp_path, 2, "no_fork=2") as crew:
        assert len(crew.all_of(2)) == 2
        said = [line for line in crew.said() if line["event"] == "a worker could not be started: it is tried again"]
        assert [(line["worker"], line["again_s"]) for line in said] == [(1, 0.5), (1, 1.0)]
        assert "temporarily unavailable" in str(said[0]["error"])
        assert sockets_of(crew.process.pid) == sockets
        assert crew.stop() == 0
