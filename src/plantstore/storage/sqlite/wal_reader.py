"""Collects the pages that commits change, from the write-ahead log of a database that is in use.

SQLite overwrites the log from its beginning after a checkpoint, so the connection that checkpoints asks the reader
first (`allow_checkpoint`); no other connection of the store checkpoints. Format: sqlite.org/fileformat2.html, 4.

Only the log is opened here, and the database file once for the whole life of the reader: to close a handle of a
database drops SQLite's locks on it (sqlite.org/howtocorrupt.html, 2.2).
"""

import os
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from plantstore.storage.sqlite.opened_files import WAL

HELD_BYTES_MAX = 33_554_432  # bytes of pages in memory after which no further commit is read: it stays in the log
COMMIT_BYTES_MAX = 134_217_728  # max bytes of the pages of one commit; after a larger one, a new backup begins
LOG_BYTES_MAX = 1_073_741_824  # max size of a log that is kept for a backup that cannot be written
FREE_BYTES_MIN = 536_870_912  # free space on the disk below which the log is not kept any longer
_HEADER = struct.Struct(">6I8s")  # magic, version, page size, checkpoint number, salts, checksums (as one)
_FRAME = struct.Struct(">2I8s8s")  # page number, pages after a commit (0 in other frames), salts, checksums
_SALTS = slice(16, 24)
TOO_LARGE = "a commit changed more pages than are kept in memory"
TOO_FAR_BEHIND = "more was committed than is kept for a backup that cannot be written"
NOT_OURS = "another program has restarted the write-ahead log"


@dataclass(frozen=True, slots=True, kw_only=True)
class WalPosition:
    """How far a log was read: its salts, the number of frames, and the checksum of the last of them.

    `salts` is empty if no log has been read.
    """

    salts: bytes = b""
    frames: int = 0
    checksum: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPages:
    """The pages that a number of whole commits changed, and what the database looks like after the last of them.

    `database_pages` is the size of the database in pages; 0 if unknown. `begins_log` is True if these pages include
    everything since the beginning of the log in which they end, and `is_current` if no later commit was there.
    """

    pages: Mapping[int, bytes]
    database_pages: int
    position: WalPosition
    begins_log: bool
    is_current: bool


@dataclass(slots=True)
class _Held:
    """Pages that were read and not taken yet."""

    pages: dict[int, bytes] = field(default_factory=dict)
    database_pages: int = 0
    begins_log: bool = False


class WalReader:
    """Reads the log of one database. Thread-safe: the writer's thread and the thread of a backup both use it."""

    def __init__(
        self,
        database: Path,
        *,
        held_bytes_max: int = HELD_BYTES_MAX,
        log_bytes_max: int = LOG_BYTES_MAX,
        free_bytes_min: int = FREE_BYTES_MIN,
    ) -> None:
        self._database = database
        self._held_bytes_max = held_bytes_max
        self._log_bytes_max = log_bytes_max
        self._free_bytes_min = free_bytes_min
        self._lock = threading.Lock()
        self._held = _Held()
        self._position = WalPosition()
        self._committed = 0  # frames of the current log that are committed, as far as the writer has reported
        self._checkpointed = WalPosition()  # all that was committed when the last checkpoint began
        self._may_restart = False  # the log may be restarted, with other salts
        self._broken = ""
        self._page_bytes = 4_096  # SQLite's default; `attach` corrects it
        self._file: int | None = None

    @property
    def page_bytes(self) -> int:
        return self._page_bytes

    @property
    def broken(self) -> str:
        """Why pages are missing, so that a new backup must begin; empty if none are."""
        return self._broken

    def start(self, position: WalPosition | None) -> None:
        """Continue from a position of an earlier process; without one, from the beginning of the current log.

        Sets `broken` if the log does not continue from the position.
        """
        with self._lock:
            self._held, self._broken = _Held(), ""
            salts = self._salts()
            self._may_restart = self._may_restart or not salts
            self._position = WalPosition(salts=salts)
            if position is not None and position.salts != salts:
                self._broken = NOT_OURS
            elif position is not None and position.salts:
                self._position = position
                if position.frames and self._checksum(position.frames) != position.checksum:
                    self._broken = NOT_OURS

    # The writer's thread

    def attach(self, *, frames: int, page_bytes: int, is_written_back: bool = False) -> None:
        """Note what a new connection for writing found: the number of committed frames, and the size of a page.

        If they are all written back to the database, the first commit may restart the log.
        """
        self._committed, self._page_bytes = frames, page_bytes
        if is_written_back:
            self.allow_checkpoint()

    def note_committed(self, frames: int) -> None:
        """Note the number of committed frames in the log."""
        self._committed = frames

    def allow_checkpoint(self) -> bool:
        """Read all that is committed, so that the log may be overwritten. False if the log must be kept for now."""
        with self._lock:
            if not self._broken and not self._read():
                log_bytes = self._committed * self._page_bytes
                if log_bytes < self._log_bytes_max and self._free_bytes() >= self._free_bytes_min:
                    return False
                self._break(TOO_FAR_BEHIND)
            if self._committed:
                self._checkpointed = WalPosition(salts=self._salts(), frames=self._committed)
            self._committed, self._may_restart = 0, True
            return True

    def allow_close(self) -> None:
        """Read all that is committed, because the last connection that closes removes the log."""
        if not self.allow_checkpoint():
            with self._lock:
                self._break(TOO_FAR_BEHIND)

    # The backup's thread

    def take(self) -> ChangedPages:
        """Return what has been committed since the last call; if that is more than HELD_BYTES_MAX, a part of it."""
        with self._lock:
            is_current = not self._broken and self._read()
            taken, self._held = self._held, _Held()
            return ChangedPages(
                pages=taken.pages,
                database_pages=taken.database_pages,
                position=self._position,
                begins_log=taken.begins_log,
                is_current=is_current,
            )

    def database_pages(self, *, first: int, count: int) -> Mapping[int, bytes]:
        """Read pages of the database file as they are, even while it is written; fewer or none at its end.

        A page may be torn or older than the log. Apply all pages of the log since its beginning.
        """
        if self._file is None:
            self._file = os.open(self._database, os.O_RDONLY | os.O_CLOEXEC)
        size = self._page_bytes
        content = os.pread(self._file, size * count, size * (first - 1))
        return {first + i: content[i * size : (i + 1) * size] for i in range(len(content) // size)}

    def identity(self) -> list[int]:
        """Return numbers that change when anything writes to the database file, or replaces it."""
        found = self._database.stat()
        return [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]

    def close(self) -> None:
        """Close the database file. No connection to it may be open in this process."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    # Reading; the lock is held

    @property
    def _is_full(self) -> bool:
        return len(self._held.pages) * self._page_bytes > self._held_bytes_max

    def _break(self, why: str) -> None:
        self._broken, self._held = why, _Held()

    def _read(self) -> bool:
        """Read commits into memory. Return False if some are left in the log, or pages are missing."""
        salts = self._salts()
        if salts != self._position.salts:
            if not self._may_restart:
                self._break(NOT_OURS)
                return False
            self._position, self._held.begins_log = WalPosition(salts=salts), True
        first, last = self._position.frames, self._committed
        if salts == self._checkpointed.salts:  # the log was not restarted since
            last = max(last, self._checkpointed.frames)
        if last <= first or self._is_full:
            return last <= first
        self._may_restart = False
        commit: dict[int, bytes] = {}
        for number, (page, after, checksum, content) in enumerate(self._frames(first, last), first + 1):
            commit[page] = content
            if len(commit) * self._page_bytes > COMMIT_BYTES_MAX:
                self._break(TOO_LARGE)
                return False
            if after:
                self._held.pages.update(commit)
                self._held.database_pages = after
                self._position = WalPosition(salts=salts, frames=number, checksum=checksum)
                commit = {}
                if self._is_full:
                    return number == last
        if self._position.frames != last:
            self._break(NOT_OURS)
        return not self._broken

    def _frames(self, first: int, last: int) -> Iterator[tuple[int, int, bytes, bytes]]:
        """Yield page number, pages after the commit, checksum and content of the frames from `first` up to `last`."""
        size = _FRAME.size + self._page_bytes
        with suppress(FileNotFoundError), self._log.open("rb", buffering=0) as log:
            salts = log.read(_HEADER.size)[_SALTS]
            log.seek(_HEADER.size + first * size)
            for _ in range(last - first):
                frame = log.read(size)
                if len(frame) < size:
                    return
                page, after, found, checksum = _FRAME.unpack_from(frame)
                if found != salts:
                    return
                yield page, after, checksum, frame[_FRAME.size :]

    def _checksum(self, number: int) -> bytes:
        """Return the checksum of a frame, which depends on all frames before it; empty if it is not there."""
        return next((found[2] for found in self._frames(number - 1, number)), b"")

    def _salts(self) -> bytes:
        """Return the salts of the log; empty if there is none."""
        try:
            with self._log.open("rb", buffering=0) as log:
                return log.read(_HEADER.size)[_SALTS]
        except FileNotFoundError:
            return b""

    def _free_bytes(self) -> int:
        found = os.statvfs(self._database.parent)
        return found.f_bavail * found.f_frsize

    @property
    def _log(self) -> Path:
        return self._database.with_name(self._database.name + WAL)
