"""Run the program with something wrong around it, as the environment orders; the product itself knows nothing of it.

FAILPOINT=name:n         the process kills itself when it comes to this place for the n-th time (failpoints.py) …
FAILPOINT_FILE=path      … after it has written the name down here
FULL_DISK=path           while this file exists, the database finds no room on the disk (full_disk.py)
CLOCK=path               this file says by how many seconds the wall clock is wrong (wrong_clock.py)
HOUSEKEEPING_S=seconds   how often the house is kept
CHECKPOINT_PAGES=pages   how soon the write-ahead log is written back
"""

import os
from pathlib import Path

from plantstore.cli.main import main
from plantstore.operations import scheduler
from plantstore.storage.sqlite import engine
from tests.crash import failpoints, full_disk, wrong_clock


def prepare(orders: dict[str, str]) -> None:
    """Do what was ordered, and nothing else."""
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


if __name__ == "__main__":
    prepare(dict(os.environ))
    main()
