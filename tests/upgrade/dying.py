"""Migrate a database to the current schema, and die before a certain statement, as by `kill -9`.

Usage: `python -m tests.upgrade.dying DATABASE STATEMENT`

Dies before the statement with that number, or, if there are fewer, after all of them, and then prints their number
first.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from plantstore.storage.engine.migrate import migrate
from plantstore.storage.sqlite.engine import Connection
from tests.makers import NOON


def main() -> None:
    path, last = Path(sys.argv[1]), int(sys.argv[2])
    connection, done = Connection(path, writes=True), 0

    def before(_cursor: object, _sql: str, _values: Any) -> bool:
        nonlocal done
        done += 1
        if done > last:
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    connection.raw.exec_trace = before
    migrate(connection, now=NOON)
    print(done, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
