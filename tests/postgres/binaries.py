"""PostgreSQL's programs: those on PATH or in Debian's folders, never ones bundled with a package."""

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

MAJOR_MIN = 14  # the oldest server that the store works with
NEEDED = ("initdb", "pg_basebackup", "pg_ctl", "postgres")
DEBIAN = Path("/usr/lib/postgresql")
REQUIRED = "REQUIRE_POSTGRESQL"  # set by .ci/run: there the tests fail without a server, elsewhere they are skipped
MISSING = (
    "No PostgreSQL found: this run was SQLite only. "
    f"On Debian and Ubuntu: sudo apt install postgresql ({REQUIRED}=1 makes this a failure)"
)


@cache
def find() -> Path | None:
    """Return the folder of the newest server's programs; None if none is new enough."""
    return newest([*_on_path(), *DEBIAN.glob("*/bin")])


def newest(folders: list[Path]) -> Path | None:
    """Of folders of programs the one with the newest server; None when none is whole and new enough.

    >>> newest([Path("/nowhere")]) is None
    True
    """
    majors = {folder: major for folder in folders if (major := major_of(folder)) >= MAJOR_MIN}
    return max(majors, key=lambda folder: majors[folder], default=None)


def major_of(folder: Path) -> int:
    """The version of the server in a folder; 0 when a program is missing."""
    if not all(os.access(folder / name, os.X_OK) for name in NEEDED):
        return 0
    said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\d+", said)
    return int(found[0]) if found else 0


def is_required() -> bool:
    return os.environ.get(REQUIRED, "") not in ("", "0")


def _on_path() -> list[Path]:
    found = shutil.which("initdb")
    return [Path(found).resolve().parent] if found else []
