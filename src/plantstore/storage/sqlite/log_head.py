"""How far a store in a file has come, noted in a small file beside the database: a start that finds less refuses.

SQLite takes a WAL that is missing or overwritten for one that ends early, and opens the database without a word: what
was committed since the last checkpoint is gone, and its numbers are given out again. So the newest numbers are noted,
after their commits and never before: what is noted was on stable storage. A commit that is newer than the note is fine.
"""

import json
from collections.abc import Callable
from pathlib import Path

from plantstore.storage.engine import durable_files
from plantstore.storage.engine.protocols import Connection, StorageRefused
from plantstore.storage.sqlite import files

ENDING = ".head"
# Each of these numbers only ever rises: retention leaves the newest row, and a deleted plant leaves a tombstone.
_FIGURES = {
    "events": ("events", "SELECT coalesce(max(sequence), 0) FROM events"),
    "plants": (
        "tombstones",
        "SELECT max(coalesce((SELECT max(id) FROM plants), 0), coalesce((SELECT max(plant_id) FROM tombstones), 0))",
    ),
    "changes": ("plant_changes", "SELECT coalesce(max(number), 0) FROM plant_changes"),
    "attempts": ("attempt_pages", "SELECT coalesce(max(last), 0) FROM attempt_pages"),
}

Figures = dict[str, int]
"""The highest number of each kind: of an event, a plant, a change of a plant other than its addition, an attempt."""


def path_of(database: Path) -> Path:
    """Where the note of a database is."""
    return database.with_name(database.name + ENDING)


def noted(database: Path) -> Figures | None:
    """What was noted; None if there is no note, or one that cannot be read, which proves nothing."""
    try:
        found = json.loads(path_of(database).read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    return {name: number for name, number in found.items() if name in _FIGURES and isinstance(number, int)}


def lost(database: Path) -> str:
    """Return in words how much less a database holds than was noted, such as "events 55 of 400"; "" if it is whole.

    The note is read first: a store that runs meanwhile can only have come further.
    """
    wanted = noted(database)
    if not wanted:
        return ""
    with files.reading(database) as connection:
        found = _read(connection)
    return ", ".join(f"{name} {found[name]} of {number}" for name, number in wanted.items() if found[name] < number)


def refuse_lost(database: Path) -> None:
    """Raise StorageRefused if a database holds less than was noted."""
    missing = lost(database)
    if missing:
        raise StorageRefused(
            f"{database} ends before what {path_of(database)} noted: {missing}. A part of the log was lost, because "
            f"{database.name}-wal was removed or overwritten, or an older copy was put in its place. Nothing was "
            "changed. Put the missing file back, or restore a backup: plantstore db restore FILE --force. To go on "
            "without what is lost, start with plantstore serve --accept-lost-log."
        )


def note(database: Path) -> None:
    """Note how far a database has come that is not in use, whatever was noted before."""
    with files.reading(database) as connection:
        found = _read(connection)
    _write(database, found)


def forget(database: Path) -> None:
    """Remove the note of a database that another one is about to replace."""
    path_of(database).unlink(missing_ok=True)


class HeadNotes:
    """Notes how far the database of a running store has come, when that has changed. For one thread at a time.

    A reader sees a commit only after it is on stable storage: with `synchronous = FULL`, SQLite syncs the WAL before it
    lets readers see what was added to it.
    """

    def __init__(self, database: Path, connect: Callable[[], Connection]) -> None:
        self._database = database
        self._connect = connect
        self._reader: Connection | None = None
        self._noted: Figures | None = None

    def note(self) -> None:
        """Write the note anew if there was a commit since."""
        if self._reader is None:
            self._reader = self._connect()
        self._reader.begin_read()
        try:
            found = _read(self._reader)
        finally:
            self._reader.rollback()
        if found != self._noted:
            _write(self._database, found)
            self._noted = found

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def _read(connection: Connection) -> Figures:
    tables = connection.tables()
    return {
        name: int(connection.execute(sql)[0][0]) if table in tables else 0 for name, (table, sql) in _FIGURES.items()
    }


def _write(database: Path, figures: Figures) -> None:
    durable_files.write_private(path_of(database), json.dumps(figures).encode() + b"\n")
