"""`make soak`: let a store live through a year in an hour, and measure whether it grows or slows down.

    python -m tests.soak [--engine sqlite|postgresql] [--plants N] [--days N] [--receivers N] [--older VERSION]

It writes a sample for each day to a file of JSON lines, and prints a table of figures with their goals.
"""

import argparse
import json
import sys
from pathlib import Path

from bench.figures import table
from bench.homes import ENGINES, SQLITE, why_not
from tests.soak.clock import COMPILER, MISSING
from tests.soak.process import SoakFailed
from tests.soak.proving import OLDER
from tests.soak.running import soak
from tests.soak.samples import Sample, figures, grown
from tests.soak.tempers import TEMPERS
from tests.soak.year import Plan

PLANTS, DAYS = 1_000_000, 366
FAILED_EXIT, MISSED_EXIT = 1, 3


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--engine", choices=ENGINES, default=SQLITE)
    parser.add_argument("--plants", type=int, default=PLANTS)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--receivers", type=int, default=len(TEMPERS))
    parser.add_argument("--older", default=OLDER, help=f"the version of the first half ({OLDER}); empty for this one")
    parser.add_argument("--samples", type=Path, default=Path("soak.jsonl"), help="file of the samples (soak.jsonl)")
    chosen = parser.parse_args(arguments)
    if missing := why_not(chosen.engine) or ("" if COMPILER else MISSING):
        parser.error(missing)
    plan = Plan(plants=chosen.plants, days=chosen.days, receivers=chosen.receivers, older=chosen.older)
    samples: list[Sample] = []
    with chosen.samples.open("w", encoding="utf-8") as file:

        def note(sample: Sample) -> None:
            samples.append(sample)
            file.write(json.dumps(sample.record) + "\n")
            file.flush()
            print(_line(sample), file=sys.stderr, flush=True)

        try:
            outcome = soak(plan, engine=chosen.engine, say=note)
        except SoakFailed as error:
            print(f"FAILED: {error}", file=sys.stderr)
            return FAILED_EXIT
        finally:
            if samples:
                print(table(figures(samples)))
    print(f"{outcome}\nTables with more rows at the end than in the middle: {grown(samples)}")
    return 0 if all(one.verdict != "MISSED" for one in figures(samples)) else MISSED_EXIT


def _line(sample: Sample) -> str:
    return (
        f"day {sample.day:3}  {sample.version:10}  {sample.events:9,} events  {sample.accepted:10,} accepted"
        f"  {sample.added_s:5.1f} + {sample.night_s:4.1f} s  {sample.rss_mib:6.1f} MiB  {sample.files} files"
        f"  {sample.sockets:3} sockets  {sample.threads} threads  database {sample.database_mib:,.0f} MiB"
        f"  wal {sample.wal_mib:.1f} MiB  p99 {max(sample.latencies_ms, default=0):.1f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
