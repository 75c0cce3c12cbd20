"""Measure the main path on real processes: plants in over HTTP, deliveries out, each one checked.

    python -m bench.main_path [--plants 10000] [--connections 64] [--profile]

The store has one core, the load and the receivers share another. Prints a table, writes bench/results.json.
"""

import argparse
import json
import platform
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import apsw

from bench import processes
from bench.arrivals import Arrivals
from bench.load import Answered, Order
from plantstore import __version__

STEADY_PER_SECOND, STEADY_S, STEADY_CONNECTIONS = 200, 5, 8  # promise P5 is about half of capacity; this is calm
STEADY = STEADY_PER_SECOND * STEADY_S
RESULTS = Path(__file__).with_name("results.json")
Figures = dict[str, float | str]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.main_path", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plants", type=int, default=10_000, help="how many are added at full load")
    parser.add_argument("--connections", type=int, default=64, help="over how many connections")
    parser.add_argument("--log-format", default="json", choices=["json", "text", "off"], help="what the store logs")
    parser.add_argument("--profile", action="store_true", help="say where the store's processor time goes; slower")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="plantstore-bench-") as folder:
        measured = Measured(Path(folder), chosen)
        report = measured.report_file.read_text() if chosen.profile else ""
    figures = measured.figures()
    print("\n".join(f"{name:<45} {figure:>12}" for name, figure in figures.items()))
    print(report, end="")
    RESULTS.write_text(json.dumps(figures, indent=2) + "\n")
    if figures["came exactly once"] != "all":
        sys.exit("Something was lost, or came twice.")


class Measured:
    """One run: a steady load, then as much as it takes, then the whole backlog for a receiver that is new."""

    def __init__(self, folder: Path, chosen: argparse.Namespace) -> None:
        self._phase_file = folder / "phase"
        self.report_file = folder / "report"
        self._count = STEADY + chosen.plants
        program = ["-m", "plantstore.cli.main"]
        if chosen.profile:
            program = ["-m", "bench.profiled_server", str(self._phase_file), str(self.report_file)]
        data = folder / "data"
        with (
            processes.receiver(folder / "first", expected=self._count) as first,
            processes.receiver(folder / "second", expected=self._count) as second,
        ):
            with processes.store(program, data, log_format=chosen.log_format) as port:
                self._port, self._token = port, (data / "operator.token").read_text().strip()
                self._register(first.url, start="now")
                self._steady = self._add(1, STEADY, connections=STEADY_CONNECTIONS, per_second=STEADY_PER_SECOND)
                with self._phase("adding"):
                    self._full = self._add(STEADY + 1, chosen.plants, connections=chosen.connections)
                    first.wait_until_complete()
                with self._phase("backlog"):
                    self._register(second.url, start="beginning")
                    second.wait_until_complete()
            self._told, self._caught_up = first.finish(), second.finish()
        self._added_at_us = _added_at_us(data / "plantstore.db")

    def figures(self) -> Figures:
        steady = self._told.delays_us(self._added_at_us, first=1, last=STEADY)
        full = self._told.delays_us(self._added_at_us, first=STEADY + 1, last=self._count)
        calm = f"at {STEADY_PER_SECOND}/s"
        return {
            "plants": len(self._added_at_us),
            "came exactly once": "all" if self._is_exact(self._told) and self._is_exact(self._caught_up) else "NOT ALL",
            "plants acknowledged per second": round(len(self._full.answers_us) / self._full.seconds),
            "deliveries per second meanwhile": self._told.per_second(after=STEADY),
            "deliveries per second from a backlog": self._caught_up.per_second(after=0),
            **_times("POST to answer at full load", self._full.answers_us),
            **_times("adding to receipt at full load", full),
            **_times(f"POST to answer {calm}", self._steady.answers_us),
            **_times(f"adding to receipt {calm}", steady),
            "versions": f"plantstore {__version__}, Python {platform.python_version()}, uvloop {version('uvloop')}, "
            f"SQLite {apsw.sqlite_lib_version()}",
        }

    def _is_exact(self, arrivals: Arrivals) -> bool:
        return len(self._added_at_us) == self._count and arrivals.are_exact(self._count)

    def _register(self, url: str, *, start: str) -> None:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/api/v1/receivers",
            json.dumps({"name": "bench", "url": url, "start": start}).encode(),
            {"authorization": f"Bearer {self._token}", "content-type": "application/json"},
        )
        urllib.request.urlopen(request, timeout=processes.READY_S_MAX).close()

    def _add(self, first: int, plants: int, *, connections: int, per_second: float = 0.0) -> Answered:
        return processes.load(
            Order(
                port=self._port,
                token=self._token,
                plants=plants,
                connections=connections,
                first=first,
                per_second=per_second,
            )
        )

    @contextmanager
    def _phase(self, name: str) -> Iterator[None]:
        self._phase_file.write_text(name)
        yield
        self._phase_file.unlink()


def _added_at_us(database: Path) -> dict[int, int]:
    """When each plant was added by the store's own clock: the start of its transaction, just before the commit."""
    connection = apsw.Connection(str(database))
    try:
        return {row[0]: row[1] for row in connection.execute("SELECT sequence, occurred_at FROM events")}
    finally:
        connection.close()


def _times(name: str, times_us: Sequence[int]) -> Figures:
    ordered = sorted(times_us)
    return {
        f"{name}, p{percent} ms": round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] / 1000, 2)
        for percent in (50, 99)
    }


if __name__ == "__main__":
    main()
