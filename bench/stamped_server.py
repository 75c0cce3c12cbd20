"""The server, with a record of when each event's commit was done, which cannot be observed from outside.

`python -m bench.stamped_server STAMPS_FILE serve …` writes pairs of 64-bit numbers (sequence, microseconds of wall
time), like `bench.receiver`.
"""

import array
import sys
import time
from typing import Any

from plantstore.cli.main import main
from plantstore.storage.database import Database, PostCommitChanges

_stamps = array.array("q")
_commit = Database._commit


def _stamped(database: Database, connection: Any, batch: Any) -> PostCommitChanges:
    changes = _commit(database, connection, batch)
    at_us = time.time_ns() // 1000
    for event in changes.events:
        _stamps.append(event.sequence)
        _stamps.append(at_us)
    return changes


if __name__ == "__main__":
    Database._commit = _stamped  # type: ignore[assignment,method-assign]
    try:
        main(sys.argv[2:])
    finally:
        with open(sys.argv[1], "wb") as stream:
            _stamps.tofile(stream)
