"""A disk that is full while a certain file exists: SQLite's writes then fail, and succeed again afterwards."""

from contextlib import suppress
from pathlib import Path

import apsw

from plantstore.storage.sqlite.engine import Connection

_UNDER_IT = "unix"
_kept: list[apsw.VFS] = []  # keeps the VFS alive, because SQLite refers to it for the life of the process


class File(apsw.VFSFile):
    """A file of the database, on a disk that may be full."""

    def __init__(self, full: Path, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__(_UNDER_IT, name, flags)
        self._full = full
        self._is_database = bool(flags[0] & apsw.SQLITE_OPEN_MAIN_DB)

    @property
    def is_database(self) -> bool:
        """True for the database itself, false for its write-ahead log."""
        return self._is_database

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._full.exists():
            raise apsw.FullError("there is no room")
        super().xWrite(data, offset)


class Disk(apsw.VFS):
    def __init__(self, full: Path) -> None:
        super().__init__("a disk that can be full", _UNDER_IT, makedefault=True)
        self._full = full

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return File(self._full, name, flags)


def install(full: Path) -> None:
    """Let every connection opened from now on use this disk."""
    _kept.append(Disk(full))
    close = Connection.close

    def close_anyway(self: Connection) -> None:
        # SQLite closes even if the last checkpoint finds no room; only the wrapper of a Python VFS raises an error.
        with suppress(apsw.FullError):
            close(self)

    Connection.close = close_anyway  # type: ignore[method-assign]
