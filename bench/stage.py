"""The context of every part of a bench: engine, folders, amounts of work, yardsticks, profiler."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import importing, processes
from bench.counters import Counter
from bench.figures import Goal
from bench.homes import POSTGRESQL, Home, PostgresHomes, SqliteHomes
from bench.processes import BenchFailed
from bench.running_store import PLAIN, RunningStore, running_store
from bench.usual_way import UsualWay


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The amounts of work. The defaults take a few minutes; `full` and `quick` change some."""

    rounds: int = 3
    backlog_events: int = 40_000
    added_plants: int = 16_000
    added_connections: int = 64
    imported_plants: int = 50_000
    log_events: int = 200_000
    steady_per_second: int = 200
    steady_s: float = 8.0
    beside_per_second: int = 20
    beside_s: float = 15.0
    browsed_per_second: int = 8  # of more than ten a second, live pages only show how many there were
    browsed_s: float = 30.0
    blackholes: int = 200
    slow: int = 20
    endless: int = 10
    dead: int = 10
    overload_per_second: float = 0.0  # 0: what the store can take is found by trying
    overload_search_s: float = 5.0
    overload_s: float = 30.0
    overload_after_s: float = 10.0
    overload_sessions: int = 30  # of one token; the store ends the oldest of many more
    flood_limit: int = 6_000
    flood_times: int = 10
    slow_clients: int = 500
    idle_s: float = 20.0
    reads: int = 300
    page_rows: int = 200_000
    page_looks: int = 60
    photos: int = 1_000
    usual_plants: int = 600
    fan_out_receivers: int = 1_000
    fan_out_plants: int = 100
    filtered_events: int = 50_000
    filtered_receivers: int = 50
    shared_events: int = 2_000
    waited_events: int = 200
    appended_plants: int = 40_000
    appended_apart: int = 10_000
    costed_plants: int = 20_000
    standby_pages: int = 4_000
    standby_plants: int = 400


LOG_EVENTS_FULL = 1_000_000
OVERLOAD_S_FULL = 600.0
QUICK = Sizes(
    rounds=1,
    backlog_events=1_000,
    added_plants=500,
    added_connections=16,
    imported_plants=1_000,
    log_events=2_000,
    page_rows=5_000,
    page_looks=5,
    steady_s=1.0,
    beside_s=2.0,
    browsed_s=2.0,
    blackholes=10,
    slow=2,
    endless=2,
    dead=3,
    overload_per_second=20.0,
    overload_search_s=0.5,
    overload_s=1.0,
    overload_after_s=1.5,
    overload_sessions=2,
    flood_limit=300,
    flood_times=60,
    slow_clients=20,
    idle_s=1.0,
    reads=50,
    photos=20,
    usual_plants=50,
    fan_out_receivers=70,
    fan_out_plants=10,
    filtered_events=1_000,
    filtered_receivers=5,
    shared_events=40,
    waited_events=20,
    appended_plants=2_000,
    appended_apart=300,
    costed_plants=500,
    standby_pages=80,
    standby_plants=20,
)


class Stage:
    """One run of the bench. Its folders are in a folder of its own, which is deleted when the run ends."""

    def __init__(
        self,
        folder: Path,
        sizes: Sizes,
        receiver: Counter,
        usual: UsualWay | None,
        homes: SqliteHomes | PostgresHomes,
        *,
        profile: bool,
    ) -> None:
        folder.mkdir()
        self.folder = folder
        self.sizes = sizes
        self.homes = homes
        self.receiver = receiver
        self.usual = usual
        self._profile = profile
        self._phase_file, self.report_file = folder / "phase", folder / "report"
        self._filled: dict[int, Home] = {}
        self._folders = 0

    def new_folder(self, name: str) -> Path:
        """Return a path that does not exist yet."""
        self._folders += 1
        return self.folder / f"{name}-{self._folders}"

    def on(self, homes: SqliteHomes | PostgresHomes) -> "Stage":
        """Return the same stage with other homes, whose stores are filled again."""
        folder = self.new_folder("elsewhere")
        other = Stage(folder, self.sizes, self.receiver, self.usual, homes, profile=self._profile)
        other._phase_file, other.report_file = self._phase_file, self.report_file
        return other

    @property
    def is_shared(self) -> bool:
        """True if several processes may serve one store on this engine."""
        return self.homes.engine == POSTGRESQL

    def goal(self, *, sqlite: Goal | None, postgresql: Goal | None) -> Goal | None:
        """Return the goal of a figure on this engine."""
        return postgresql if self.is_shared else sqlite

    def new_home(self, name: str) -> Home:
        """Return an empty store."""
        return self.homes.new(self.new_folder(name))

    def filled(self, plants: int, name: str) -> Home:
        """Return a store with this many plants and no receivers; each caller gets a copy."""
        if plants not in self._filled:
            progress(f"  filling a store with {plants:,} plants")
            home = self.new_home("filled")
            self.imported(home, plants=plants, core=None)
            self.homes.settle(home)
            self._filled[plants] = home
        return self.homes.copy(self._filled[plants], self.new_folder(name))

    def imported(self, home: Home, *, core: int | None, program: Sequence[str] = (), **how: Any) -> importing.Imported:
        """Add plants in a separate process; `how` is the rest of its order."""
        order = importing.Order(data=str(home.data), database=home.database, key=home.key, **how)
        return processes.ask("bench.importing", order, importing.Imported, core=core, program=program)

    def store(self, home: Home, *, program: Sequence[str] = PLAIN, **how: Any) -> AbstractContextManager[RunningStore]:
        """Serve a store, with the profiler if it was requested and the part has no program of its own."""
        if self._profile and program is PLAIN:
            program = (*self.profiled(), PLAIN[-1])
        return running_store(home, program=program, **how)

    def profiled(self) -> Sequence[str]:
        """Return the prefix that runs one of our modules with the profiler; empty without a profile."""
        if not self._profile:
            return ()
        return ("-m", "bench.profiled_server", str(self._phase_file), str(self.report_file))

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Put everything that happens in this block under one heading of the profile."""
        self._phase_file.write_text(name)
        try:
            yield
        finally:
            self._phase_file.unlink()
            time.sleep(0.2 if self._profile else 0)  # time for the profiler to write its report

    def usual_rounds(self, what: str, measure: Callable[[UsualWay, str, int], float]) -> tuple[float, ...]:
        """Return the results of the usual way, round by round; none if it is skipped or does not work here."""
        if self.usual is None:
            return ()
        url, count = self.receiver.url, self.sizes.usual_plants
        try:
            return tuple(measure(self.usual, url, count) for _ in self.rounds(f"the usual way, {what}"))
        except (BenchFailed, subprocess.SubprocessError) as error:
            progress(f"  the usual way does not work here, and is left out: {error}")
            return ()

    def rounds(self, what: str) -> Iterator[int]:
        """Yield the number of each round, and print it."""
        for at in range(1, self.sizes.rounds + 1):
            progress(f"  {what}, round {at} of {self.sizes.rounds}")
            yield at


def progress(text: str) -> None:
    """Print a line of progress to standard error; standard output is for the figures."""
    print(text, file=sys.stderr, flush=True)
