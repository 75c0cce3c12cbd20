"""Import a list with the command line into a running store, and measure its speed and memory use."""

import itertools
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bench import processes
from bench.processes import OTHER_CORE, PHASE_S_MAX, BenchFailed, Process, Timer
from bench.running_store import PLAIN, RunningStore

LOOK_AGAIN_S = 0.2


class Mark(NamedTuple):
    """The progress of an import: the seconds since its command began, the store's processor time, and the
    plants added.
    """

    at_s: float
    used_s: float
    plants: int


@dataclass(slots=True)
class Watched:
    """The measurements of an import."""

    checked_s: float = 0.0
    """From the start of the command until the list was uploaded, checked and confirmed."""
    marks: list[Mark] = field(default_factory=lambda: [Mark(0.0, 0.0, 0)])
    """The marks, from the last one without plants on."""
    store_mib_max: float = 0.0
    command_mib_max: float = 0.0

    def per_second(self, begin: float, end: float) -> float:
        """Return the plants per second between two shares of the whole."""
        first, last = self._at(begin), self._at(end)
        return (last.plants - first.plants) / (last.at_s - first.at_s)

    def per_second_of_its_own(self, begin: float, end: float) -> float:
        """Return the plants per second of the store's processor time."""
        first, last = self._at(begin), self._at(end)
        return (last.plants - first.plants) / (last.used_s - first.used_s)

    def _at(self, share: float) -> Mark:
        """Return the mark at which a share was added, interpolated between two polls."""
        plants = round(share * self.marks[-1].plants)
        for before, after in itertools.pairwise(self.marks):
            if after.plants >= plants:
                part = (plants - before.plants) / (after.plants - before.plants)
                at_s = before.at_s + part * (after.at_s - before.at_s)
                return Mark(at_s, before.used_s + part * (after.used_s - before.used_s), plants)
        raise AssertionError("the last mark holds all plants")


def import_list(store: RunningStore, file: Path, *, rows: int) -> Watched:
    """Run `plantstore plants import` to its end; raise BenchFailed if a row is missing."""
    where = ["--url", f"http://127.0.0.1:{store.port}", "--token-file", str(store.data / "operator.token")]
    command = [sys.executable, *PLAIN, "plants", "import", str(file), "--yes", "--json", *where]
    with (
        file.with_suffix(".log").open("wb") as log,
        processes.running(command, core=OTHER_CORE, stdout=log, stderr=subprocess.STDOUT) as process,
    ):
        watched = _watch(process, store)
    if process.returncode != 0 or watched.marks[-1].plants != rows:
        said = file.with_suffix(".log").read_text(errors="replace")
        raise BenchFailed(f"The import ended with {process.returncode}: {said[-2_000:]}")
    watched.store_mib_max = processes.memory_mib_max(store.process_id)
    return watched


def _watch(process: Process, store: RunningStore) -> Watched:
    watched, timer = Watched(), Timer()
    ended = False
    while not ended:
        time.sleep(LOOK_AGAIN_S)
        ended = process.poll() is not None
        if timer.seconds() > PHASE_S_MAX:
            raise BenchFailed(f"The import did not end within {PHASE_S_MAX:g} s.")
        if not ended:
            watched.command_mib_max = processes.memory_mib_max(process.pid)
        _look(store, watched, timer.seconds())
    return watched


def _look(store: RunningStore, watched: Watched, at_s: float) -> None:
    found = store.call("GET", "/api/v1/imports?limit=1")["items"]
    added = int(found[0]["added"]) if found else 0
    if found and found[0]["confirmed_at"] is not None:
        watched.checked_s = watched.checked_s or at_s
    mark = Mark(at_s, store.processor_s(), added)
    if not added:
        watched.marks = [mark]
    elif added > watched.marks[-1].plants:
        watched.marks.append(mark)
