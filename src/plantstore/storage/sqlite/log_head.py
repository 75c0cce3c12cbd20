"""Detects a lost write-ahead log, by recording the newest ids and sequence numbers in a file next to the database.

If the WAL is missing or overwritten, SQLite opens the database without an error: everything committed since the last
checkpoint is gone, and its numbers would be assigned again. So the newest numbers are recorded after their commits, and
the store does not start if the database has lower numbers. Higher numbers are normal: the record may be older.
"""

import json
from collections.abc import Callable
from pathlib import Path

from plantstore.storage.engine import durable_files
from plantstore.storage.engine.protocols import Connection, StorageRefused
from plantstore.storage.sqlite import files

ENDING = ".head"
# These numbers never decrease: retention keeps the newest row, and a deleted plant leaves a tombstone.
_NUMBERS = {
    "events": ("events", "SELECT coalesce(max(sequence), 0) FROM events"),
    "plants": (
        "tombstones",
        "SELECT max(coalesce((SELECT max(id) FROM plants), 0), coalesce((SELECT max(plant_id) FROM tombstones), 0))",
    ),
    "changes": ("plant_changes", "SELECT coalesce(max(number), 0) FROM plant_changes"),
    "attempts": ("attempt_pages", "SELECT coalesce(max(last), 0) FROM attempt_pages"),
}

Numbers = dict[str, int]
"""The highest event sequence, plant id, plant change number (except additions) and attempt feed position, by name."""


def path_of(database: Path) -> Path:
    """Return the path of the record that belongs to a database."""
    return database.with_name(database.name + ENDING)


def noted(database: Path) -> Numbers | None:
    """Return the recorded numbers; None if the record is missing or unreadable, so that no loss can be detected."""
    try:
        found = json.loads(path_of(database).read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    return {name: number for name, number in found.items() if name in _NUMBERS and isinstance(number, int)}


def lost(database: Path) -> str:
    """Describe which recorded data is missing, such as "events 55 of 400"; "" if none is.

    The record is read before the database, because a running store may commit and record more in between.
    """
    wanted = noted(database)
    if not wanted:
        return ""
    with files.reading(database) as connection:
        found = _read(connection)
    return ", ".join(f"{name} {found[name]} of {number}" for name, number in wanted.items() if found[name] < number)


def refuse_lost(database: Path) -> None:
    """Raise StorageRefused if recorded data is missing from a database."""
    missing = lost(database)
    if missing:
        raise StorageRefused(
            f"{database} lacks data that {path_of(database)} recorded: {missing}. A part of the log was lost, because "
            f"{database.name}-wal was removed or overwritten, or the file was replaced by an older copy. Nothing was "
            "changed. Put the missing file back, or restore a backup: plantstore db restore FILE --force. To continue "
            "without the lost data, start with plantstore serve --accept-lost-log."
        )


def note(database: Path) -> None:
    """Record the newest ids and sequence numbers of a database not in use; replace any earlier record."""
    with files.reading(database) as connection:
        found = _read(connection)
    _write(database, found)


def forget(database: Path) -> None:
    """Remove the record of a database that is about to be replaced."""
    path_of(database).unlink(missing_ok=True)


class HeadNotes:
    """Records the newest ids and sequence numbers of a running store when they have changed. Not thread-safe.

    The numbers are read through a reader, which sees only commits on stable storage: with `synchronous = FULL`, SQLite
    syncs the WAL before it makes a commit visible to readers.
    """

    def __init__(self, database: Path, connect: Callable[[], Connection]) -> None:
        self._database = database
        self._connect = connect
        self._reader: Connection | None = None
        self._version: object = None  # the reader's `data_version` before the numbers were last read
        self._noted: Numbers | None = None

    def note(self) -> None:
        """Write a new record if a number has changed since the last record.

        The numbers are read only after a commit: each commit of any connection changes the reader's `data_version`.
        """
        if self._reader is None:
            self._reader, self._version = self._connect(), None
        version = self._reader.execute("PRAGMA data_version")[0][0]
        if version == self._version:
            return
        self._reader.begin_read()
        try:
            found = _read(self._reader)
        finally:
            self._reader.rollback()
        if found != self._noted:
            _write(self._database, found)
            self._noted = found
        self._version = version

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def _read(connection: Connection) -> Numbers:
    tables = connection.tables()
    return {
        name: int(connection.execute(sql)[0][0]) if table in tables else 0 for name, (table, sql) in _NUMBERS.items()
    }


def _write(database: Path, numbers: Numbers) -> None:
    durable_files.write_private(path_of(database), json.dumps(numbers).encode() + b"\n")
