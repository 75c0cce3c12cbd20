"""`make bench`: measure what the store promises, beside its yardsticks, and say what was reached.

    python -m bench [--only PART …] [--quick | --full] [--rounds N] [--profile] [--no-usual]

Prints a table, and writes bench/results.json. Nothing outside a folder of its own is touched.
"""

import argparse
import json
import os
import platform
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

import apsw

from bench import usual_way
from bench.counters import counter
from bench.figures import MISSED, Figure, record, table
from bench.processes import OTHER_CORE, BenchFailed, Timer, pin
from bench.stage import LOG_EVENTS_FULL, QUICK, Sizes, Stage, progress
from plantstore import __version__

PARTS = ("backlog", "adding", "imports", "latency", "isolation", "outage", "idle", "catalogue", "pages")
RESULTS = Path(__file__).with_name("results.json")


def main(arguments: list[str] | None = None) -> None:
    chosen = _parser().parse_args(arguments)
    pin(OTHER_CORE)  # we look while others work: not on the store's core
    figures, about = run(chosen)
    chosen.results.write_text(json.dumps({**about, "figures": list(map(record, figures))}, indent=2) + "\n")
    missed = [figure.name for figure in figures if figure.verdict == MISSED]
    goals = sum(figure.goal is not None for figure in figures)
    progress(f"{goals - len(missed)} of {goals} goals met. {chosen.results} has every round.")
    if about["failed"]:
        sys.exit(f"Could not be measured: {', '.join(about['failed'])}.")


def run(chosen: argparse.Namespace) -> tuple[list[Figure], dict[str, Any]]:
    """Measure what was chosen and print the table; give the figures, and what they were measured on."""
    timer, load_average = Timer(), os.getloadavg()[0]
    sizes = _sizes(chosen)
    missing = "" if chosen.no_usual else usual_way.why_not()
    if missing:
        progress(missing)
    figures: list[Figure] = []
    failed: dict[str, str] = {}
    with (
        tempfile.TemporaryDirectory(prefix="plantstore-bench-") as name,
        counter(Path(name) / "receiver") as receiver,
    ):
        folder = Path(name)
        usual = None if missing or chosen.no_usual else usual_way.UsualWay(folder=folder / "usual")
        stage = Stage(folder, sizes, receiver, usual, profile=chosen.profile)
        for part in chosen.only or PARTS:
            progress(f"{part}:")
            measure: Callable[[Stage], Iterator[Figure]] = import_module(f"bench.parts.{part}").measure
            try:
                figures.extend(measure(stage))
            except (BenchFailed, OSError, subprocess.SubprocessError) as error:
                failed[part] = str(error)
                progress(f"  {part} failed: {error}")
        about = _about(receiver.what, sizes, missing) | {"load_average": load_average}
        about |= {"seconds": round(timer.seconds()), "failed": failed}
        print(table(figures), *_lines(about), sep="\n")
        if stage.report_file.exists():
            print(stage.report_file.read_text(), end="")
    return figures, about


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description=(__doc__ or "").partition("\n")[0],
        epilog="Example: python -m bench --only backlog --only adding --profile",
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="measure only this part; may be repeated")
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--quick", action="store_true", help="tiny counts, one round: shows that it runs, not how fast")
    amount.add_argument(
        "--full", action="store_true", help=f"a log and a catalogue of {LOG_EVENTS_FULL:,}; takes longer"
    )
    parser.add_argument("--rounds", type=int, help="how often each figure is measured (3)")
    parser.add_argument(
        "--profile", action="store_true", help="say where processor time goes; the figures are lower then"
    )
    parser.add_argument("--no-usual", action="store_true", help="leave the yardstick `usual` out")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file for programs (bench/results.json)")
    return parser


def _sizes(chosen: argparse.Namespace) -> Sizes:
    sizes = QUICK if chosen.quick else Sizes()
    if chosen.full:
        sizes = replace(sizes, log_events=LOG_EVENTS_FULL, page_rows=LOG_EVENTS_FULL)
    return replace(sizes, rounds=max(1, chosen.rounds)) if chosen.rounds else sizes


def _about(receiver: str, sizes: Sizes, missing: str) -> dict[str, Any]:
    return {
        "measured_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "plantstore": __version__,
        "python": platform.python_version(),
        "uvloop": version("uvloop"),
        "sqlite": apsw.sqlite_lib_version(),
        "machine": f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} cores",
        "receiver": receiver,
        "rounds": sizes.rounds,
        "quick": sizes.log_events == QUICK.log_events,
        "left_out": missing or None,
    }


def _lines(about: dict[str, Any]) -> list[str]:
    return [
        f"Receiver of the deliveries that count for speed: {about['receiver']}.",
        ", ".join(f"{name} {about[name]}" for name in ("plantstore", "python", "uvloop", "sqlite")) + ".",
        f"{about['machine']}; {about['rounds']} rounds; {about['seconds']} s in all.",
        f"Load average before: {about['load_average']:.2f}. When others use the cores too (0.5 or more), compare only",
        "what is divided by a second of its own.",
        *(["Tiny counts: they show that the bench runs, not how fast the store is."] if about["quick"] else []),
        *([about["left_out"]] if about["left_out"] else []),
    ]


if __name__ == "__main__":
    main()
