"""Migrate databases to the current schema, and die before a certain statement, as by `kill -9`.

Usage: `python -m tests.upgrade.dying`. Each line of input names a statement and a database, and is answered by a line
with the signal that ended the migration's process and the number of statements that it did.

It dies before the statement with that number, or, if there are fewer, after all of them; then their number is returned,
otherwise 0. Every migration has a process of its own, forked from this one, which is quicker than a new program.
"""

import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from plantstore.storage.engine.migrate import migrate
from plantstore.storage.sqlite.engine import Connection
from tests.makers import NOON


def main() -> None:
    for line in sys.stdin:
        last, path = line.rstrip("\n").split(" ", 1)
        said, says = os.pipe()
        child = os.fork()
        if child == 0:
            _migrate(Path(path), int(last), says)
        os.close(says)
        _, status = os.waitpid(child, 0)
        with open(said, "rb") as read:
            print(os.WTERMSIG(status), int(read.read() or 0), flush=True)


def _migrate(path: Path, last: int, says: int) -> None:
    connection, done = Connection(path, writes=True), 0

    def before(_cursor: object, _sql: str, _values: Any) -> bool:
        nonlocal done
        done += 1
        if done > last:
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    try:
        connection.raw.exec_trace = before
        migrate(connection, now=NOON)
        os.write(says, b"%d" % done)
        os.kill(os.getpid(), signal.SIGKILL)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


if __name__ == "__main__":
    main()
