"""Detects whether SQLite files that are open in a running store were removed, replaced or truncated.

A process can read and write an open file after its name was removed, but the data is lost when the process ends. So
each name must still refer to the file that was opened. Files are only examined with stat() and never opened: closing a
second handle on a database would drop SQLite's locks on it (sqlite.org/howtocorrupt.html, 2.2).
"""

import os
from pathlib import Path

WAL, _SHM, LOCK = "-wal", "-shm", ".lock"
BESIDE = (WAL, _SHM, LOCK)
_DATABASE_LOST = (
    "{file} was removed, replaced or cut short while the store runs. Nothing is accepted or sent any more, because it "
    "would be lost when this process ends. Put the same file back; or export what you need, stop the store, and "
    "restore a backup."
)
_LOG_LOST = (
    "{file}, a part of the database, was removed, replaced or cut short while the store runs. Nothing is accepted or "
    "sent any more. Stop the store with SIGTERM, which writes what it still holds into the database, then start it."
)
_LOCK_LOST = (
    "{file} was removed or replaced while the store runs, so a second store could be started on this folder. Nothing "
    "is accepted or sent any more. Stop this store and start it again."
)
_LOST = {"": _DATABASE_LOST, WAL: _LOG_LOST, _SHM: _LOG_LOST, LOCK: _LOCK_LOST}
_GROWS_ONLY = ("", WAL)  # these never shrink while open: SQLite returns no pages, and overwrites the WAL in place


class OpenedFiles:
    """Compares one database's files with their identities and sizes when they were opened. Not thread-safe."""

    def __init__(self, database: Path) -> None:
        self._files = {end: database.with_name(database.name + end) for end in _LOST}
        self._identities: dict[str, tuple[int, int]] = {}
        self._sizes_bytes: dict[str, int] = {}
        self._shrunk: set[str] = set()

    def note_opened(self) -> None:
        """Remember the identities of the files that were just opened for writing: the database and its lock file."""
        for end in ("", LOCK):
            found = _stat(self._files[end])
            if found is not None:
                self._identities[end] = found.st_dev, found.st_ino

    def lost(self) -> str | None:
        """Describe what happened to a file and what to do about it; None if all files are intact.

        SQLite creates -wal and -shm when it needs them and removes them when it closes the database, so their
        identities are remembered when they are first seen.
        """
        for end, file in self._files.items():
            found = _stat(file)
            known = self._identities.get(end)
            if found is not None and known is None:
                self._identities[end] = known = found.st_dev, found.st_ino
            if known is None:
                continue
            if found is None or known != (found.st_dev, found.st_ino) or self._is_shrunk(end, found.st_size):
                return _LOST[end].format(file=file)
        return None

    def _is_shrunk(self, end: str, size_bytes: int) -> bool:
        """True if a file has become smaller since it was opened, even if it has grown again."""
        if end in _GROWS_ONLY and size_bytes < self._sizes_bytes.get(end, 0):
            self._shrunk.add(end)
        self._sizes_bytes[end] = size_bytes
        return end in self._shrunk


def _stat(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:  # an inaccessible folder counts as removed
        return None
