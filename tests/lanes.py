"""Distribute the tests to processes for `make test`, which runs pytest with `-p tests.lanes -n 4`.

Files are distributed whole, so that fixtures shared by their tests are created once: the longest first, the browser's
last. All processes except two run at lower priority.
"""

import os
import tempfile
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScheduling
from xdist.workermanage import WorkerController

FIRST = ("tests/simulation/", "tests/crash/", "tests/postgres/", "tests/model/", "tests/docs/", "tests/cli/")
"""One test in there may take a minute."""
PAGES = "tests/browser/test_every_page.py"  # distributed page by page
LAST = (
    "tests/browser/test_hostile_text.py",
    "tests/browser/test_live.py",
    "tests/browser/test_daily_work.py",
    "tests/browser/test_labels.py",
    "tests/browser/test_first_day.py",
    PAGES,
    "tests/browser/",
)
"""The browser's fixture keeps an event loop running, so no other test can follow in the same process. Files with a
store of their own come first, the longest ones at the beginning, so that no process has one left when all others are
done. Tests that change the shop shown by the pages come after them.
"""
BEHIND = (
    "tests/catalogue/",
    "tests/domain/",
    "tests/operations/",
    "tests/receivers/",
    "tests/storage/",
    "tests/test_architecture.py",
    "tests/test_bench.py",
    "tests/test_engines.py",
    "tests/test_struct_analysis.py",
    "tests/test_words.py",
    "tests/upgrade/",
    "tests/web/",
)
"""The files that low-priority processes may take: tests for which the speed of the machine does not matter. When there
are no more, they take pages in the browser.
"""
BEFORE, BEHIND_NICE = 2, 10
AHEAD = 2  # a process starts a test when it knows the next one
MEMORY = Path("/dev/shm")  # of Linux
MEMORY_BYTES_MIN = 2 << 30  # containers have 64 MiB there; the tests keep a few hundred at a time


def pytest_configure(config: pytest.Config) -> None:
    """Let the tests write into memory, because thousands of stores wait for a disk at each commit. TMPDIR
    overrides it.
    """
    if "TMPDIR" not in os.environ and _is_roomy(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    worker = getattr(config, "workerinput", None)
    if worker is not None and is_behind(worker["workerid"]):
        os.nice(BEHIND_NICE)


def _is_roomy(folder: Path) -> bool:
    """True if the folder exists, has room, and allows executables."""
    if not os.access(folder, os.W_OK):
        return False
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize >= MEMORY_BYTES_MIN and not found.f_flag & os.ST_NOEXEC


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> "Lanes":
    return Lanes(config, log)


class Lanes(LoadScheduling):
    """Sends each process the next file when it has begun with the last test of the previous one."""

    def schedule(self) -> None:
        super().schedule()
        for node in self.nodes:
            self.check_schedule(node)

    def check_schedule(self, node: WorkerController, duration: float = 0) -> None:
        if node.shutting_down:
            return
        while len(self.node2pending[node]) < AHEAD:
            if not self._next_for(node):
                node.shutdown()
                return
            self._send_tests(node, 1)

    def _send_tests(self, node: WorkerController, num: int) -> None:
        """Send one file, regardless of the requested number."""
        if piece := self._next_for(node):
            begin = self.pending.index(piece[0])
            self.pending[: begin + len(piece)] = piece + self.pending[:begin]
            super()._send_tests(node, len(piece))

    def _next_for(self, node: WorkerController) -> list[int]:
        assert self.collection is not None
        names = self.collection
        if len(self.pending) == len(names):
            self.pending.sort(key=lambda index: place(names[index]))
        behind = is_behind(node.gateway.id)
        return following([(names[index], index) for index in self.pending], behind=behind)


def is_behind(process: str) -> bool:
    """True if a process runs at lower priority, by its name (`gw2` is the third)."""
    return int(process.removeprefix("gw")) >= BEFORE


def following(pending: Sequence[tuple[str, int]], *, behind: bool) -> list[int]:
    """Return the next piece for a process from the ordered tests; a low-priority process takes what would come last."""
    if behind:
        last = list(reversed(pending))
        may = [(name, index) for name, index in last if name.startswith(BEHIND)]
        may = may or [(name, index) for name, index in last if name.startswith(PAGES)]
        return following(may, behind=False)[::-1]
    wanted = piece_of(pending[0][0]) if pending else ""
    return [index for _, index in takewhile(lambda one: piece_of(one[0]) == wanted, pending)]


def piece_of(name: str) -> str:
    """Return what is distributed as a whole: the file of a test, or for pages in the browser all tests of one page."""
    file, _, test = name.partition("::")
    return file + test.partition("[")[2] if file == PAGES else file


def place(name: str) -> tuple[int, str]:
    """Return the position of a piece in the order."""
    early, late = ([name.startswith(one) for one in ones] for ones in (FIRST, LAST))
    if any(late):
        return len(FIRST) + 1 + late.index(True), piece_of(name)
    return early.index(True) if any(early) else len(FIRST), piece_of(name)
