"""`make bench`: measure the store's promised speed, compare it with yardsticks, and report which goals were met.

Usage: `python -m bench [--engine ENGINE …] [--part PART …] [--quick | --full] [--rounds N] [--profile] [--no-usual]`

Prints a table for each engine, and writes bench/results.json. Works only in folders of its own.
"""

import argparse
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psycopg

from bench import homes, results, usual_way
from bench.counters import Counter, counter
from bench.figures import MISSED, Figure, table
from bench.homes import ENGINES, SQLITE, homes_on
from bench.processes import OTHER_CORE, BenchFailed, Timer, pin
from bench.stage import LOG_EVENTS_FULL, OVERLOAD_S_FULL, QUICK, Sizes, Stage, progress
from plantstore import __version__
from tests.postgres.cluster import ClusterFailed

ON_BOTH = (
    "backlog",
    "adding",
    "imports",
    "latency",
    "isolation",
    "browsing",
    "outage",
    "idle",
    "catalogue",
    "pages",
    "photos",
    "receivers",
    "filters",
    "alerts",
    "overload",
)
SHARED = ("processes", "waiting", "appends", "costs", "standby")  # parts that need a store on PostgreSQL
PARTS = (*ON_BOTH, *SHARED)
TINY = "Tiny counts: they show that the bench runs, not how fast the store is."
RESULTS = Path(__file__).with_name("results.json")
FAULTS = (BenchFailed, ClusterFailed, OSError, subprocess.SubprocessError, psycopg.Error)


def main(arguments: list[str] | None = None) -> None:
    chosen = parser().parse_args(arguments)
    engines = engines_of(chosen)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # so that programs the bench started are ended too
    pin(OTHER_CORE)  # this process only watches: keep it off the store's core
    figures, about = run(chosen, engines)
    results.write(chosen.results, about)
    missed = [figure.name for figure in figures if figure.verdict == MISSED]
    goals = sum(figure.goal is not None for figure in figures)
    progress(f"{goals - len(missed)} of {goals} goals met. {chosen.results} has every round.")
    if about["failed"]:
        sys.exit(f"Could not be measured: {', '.join(about['failed'])}.")


def run(chosen: argparse.Namespace, engines: list[str]) -> tuple[list[Figure], dict[str, Any]]:
    """Measure the chosen parts and print the tables; return the figures, and the conditions of the measurement."""
    timer, sizes = Timer(), _sizes(chosen)
    missing = "" if chosen.no_usual else usual_way.why_not()
    if missing:
        progress(missing)
    about = _about(sizes, missing) | {"load_average": os.getloadavg()[0], "failed": {}}
    with tempfile.TemporaryDirectory(prefix="plantstore-bench-") as name, counter(Path(name) / "receiver") as receiver:
        about["receiver"] = receiver.what
        usual = None if missing or chosen.no_usual else usual_way.UsualWay(folder=Path(name) / "usual")
        by_engine = {
            engine: _on_engine(chosen, engine, Path(name) / engine, (sizes, receiver, usual), about)
            for engine in engines
        }
    about["seconds"] = round(timer.seconds())
    print(*_lines(about), sep="\n")
    return [figure for figures in by_engine.values() for figure in figures], about


def _on_engine(
    chosen: argparse.Namespace,
    engine: str,
    folder: Path,
    given: tuple[Sizes, Counter, usual_way.UsualWay | None],
    about: dict[str, Any],
) -> list[Figure]:
    """Measure every chosen part that this engine has, one after another, and print their table."""
    figures: list[Figure] = []
    parts = [part for part in chosen.only or PARTS if part in ON_BOTH or engine != SQLITE]
    if not parts:
        return figures
    with homes_on(engine) as made:
        stage = Stage(folder, *given, made, profile=chosen.profile)
        for part in parts:
            progress(f"{part}, {engine}:")
            measure: Callable[[Stage], Iterator[Figure]] = import_module(f"bench.parts.{part}").measure
            found: list[Figure] = []
            try:
                found.extend(measure(stage))
            except FAULTS as error:
                about["failed"][f"{part} ({engine})"] = str(error)
                progress(f"  {part} failed: {error}")
            figures += found
            which = {"engine": engine, "part": part, "amount": about["amount"]}
            results.keep(chosen.results, found, which, about)
    print(f"On {made.about}", "", table(figures), sep="\n")
    if stage.report_file.exists():
        print(stage.report_file.read_text(), end="")
    return figures


def engines_of(chosen: argparse.Namespace) -> list[str]:
    """Return the requested engines, or all. A missing engine ends the bench if it was requested, and is skipped
    otherwise.
    """
    found = []
    for engine in chosen.engine or ENGINES:
        why = homes.why_not(engine)
        if why and chosen.engine:
            sys.exit(why)
        if why:
            progress(f"{'!' * 80}\n{why}\n{'!' * 80}")
        else:
            found.append(engine)
    if chosen.only and not {*chosen.only} & {*ON_BOTH} and homes.POSTGRESQL not in found:
        sys.exit(f"Only a store on PostgreSQL has {', '.join(chosen.only)}.")
    return found


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m bench",
        description=(__doc__ or "").partition("\n")[0],
        epilog="Example: python -m bench --engine postgresql --part backlog --part adding --profile",
    )
    made.add_argument(
        "--part", "--only", action="append", dest="only", choices=PARTS, help="measure only this part; may be repeated"
    )
    made.add_argument("--engine", action="append", choices=ENGINES, help="measure only on this engine; else on both")
    amount = made.add_mutually_exclusive_group()
    amount.add_argument("--quick", action="store_true", help="tiny counts, one round: shows that it runs, not how fast")
    amount.add_argument(
        "--full", action="store_true", help=f"use a log and a catalogue of {LOG_EVENTS_FULL:,}; takes longer"
    )
    made.add_argument("--rounds", type=int, help="how often each figure is measured (3)")
    made.add_argument(
        "--profile", action="store_true", help="report where processor time is spent (lowers the figures)"
    )
    made.add_argument("--no-usual", action="store_true", help="skip the yardstick `usual`")
    made.add_argument("--results", type=Path, default=RESULTS, help="JSON file for the figures (bench/results.json)")
    return made


def _sizes(chosen: argparse.Namespace) -> Sizes:
    sizes = QUICK if chosen.quick else Sizes()
    if chosen.full:
        sizes = replace(sizes, log_events=LOG_EVENTS_FULL, page_rows=LOG_EVENTS_FULL, filtered_events=LOG_EVENTS_FULL)
        sizes = replace(sizes, overload_s=OVERLOAD_S_FULL)
    return replace(sizes, rounds=max(1, chosen.rounds)) if chosen.rounds else sizes


def _about(sizes: Sizes, missing: str) -> dict[str, Any]:
    return {
        "measured_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "plantstore": __version__,
        "python": platform.python_version(),
        "uvloop": version("uvloop"),
        "machine": f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} cores",
        "rounds": sizes.rounds,
        "amount": {QUICK.log_events: "quick", LOG_EVENTS_FULL: "full"}.get(sizes.log_events, "normal"),
        "left_out": missing or None,
    }


def _lines(about: dict[str, Any]) -> list[str]:
    return [
        f"Receiver of the deliveries that count for speed: {about['receiver']}.",
        ", ".join(f"{name} {about[name]}" for name in ("plantstore", "python", "uvloop")) + ".",
        f"{about['machine']}; {about['rounds']} rounds; {about['seconds']} s in all.",
        f"Load average before: {about['load_average']:.2f}. If others use the cores (0.5 or more), compare only",
        "figures per second of processor time.",
        *([TINY] if about["amount"] == "quick" else []),
        *([about["left_out"]] if about["left_out"] else []),
    ]


if __name__ == "__main__":
    main()
