"""Run the program with faults around it that environment variables select. The product knows nothing of them.

FAILPOINT=name:n         the process kills itself when it reaches this place for the n-th time (failpoints.py)
FAILPOINT_FILE=path      the file into which it writes the name of the place before
FULL_DISK=path           while this file exists, the database's disk is full (full_disk.py)
CLOCK=path               this file has the error of the wall clock in seconds (wrong_clock.py)
HOUSEKEEPING_S=seconds   interval of the scheduled jobs
CHECKPOINT_PAGES=pages   size of the write-ahead log that triggers a checkpoint
"""

import os
from pathlib import Path

from plantstore.cli.main import main
from plantstore.operations import scheduler
from plantstore.storage.sqlite import engine
from tests.crash import failpoints, full_disk, wrong_clock


def prepare(orders: dict[str, str]) -> None:
    """Apply the faults that the environment asks for, and nothing else."""
    if "FULL_DISK" in orders:
        full_disk.install(Path(orders["FULL_DISK"]))
    if "CLOCK" in orders:
        wrong_clock.install(Path(orders["CLOCK"]))
    if "HOUSEKEEPING_S" in orders:
        scheduler.INTERVAL_S = float(orders["HOUSEKEEPING_S"])
    if "CHECKPOINT_PAGES" in orders:
        engine.CHECKPOINT_PAGES = engine.CHECKPOINT_PAGES_MAX = int(orders["CHECKPOINT_PAGES"])
    if "FAILPOINT" in orders:
        name, _, number = orders["FAILPOINT"].partition(":")
        failpoints.install(name, int(number), Path(orders["FAILPOINT_FILE"]))


def run() -> None:
    prepare(dict(os.environ))
    main()


if __name__ == "__main__":
    run()
