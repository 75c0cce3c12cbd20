"""The files of imports, in a subfolder of the data folder that only Plant Store's user can read."""

import errno
import fcntl
import hashlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any

from plantstore.catalogue.imports.check import ImportFiles
from plantstore.domain.errors import StoreFull
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.engine import durable_files

WRITE_BYTES = 1 << 20  # bytes to buffer before each write in the importer's thread
_ENDINGS = {
    "upload": ".csv",  # also if it is a workbook
    "sheet": ".sheet.csv",
    "conversion": ".sheet.json",
    "checked": ".rows",
    "bad": ".bad.csv",
}
_PART = ".part"

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a blocking function in a thread, and returns its result."""


class FileOwner(Enum):
    """Which process holds the lock on an import's uploaded file; `NOT_HERE` if the file is not on this machine."""

    THIS_PROCESS = auto()
    OTHER_PROCESS = auto()
    NOT_HERE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A completely received file that still has a temporary name."""

    path: Path
    size_bytes: int
    content_hash: str


class ImportFolder:
    """Creates and removes the files of imports."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def files_of(self, import_id: str) -> ImportFiles:
        return ImportFiles(**{kind: self._path / (import_id + ending) for kind, ending in _ENDINGS.items()})

    async def receive(self, import_id: str, parts: AsyncIterator[bytes], in_thread: InThread) -> Upload:
        """Write an upload to disk and sync it. Raise StoreFull if the disk is full. Remove the file on any error."""
        durable_files.make_private(self._path)
        path = self._path / (import_id + _PART)
        digest, size, buffer = hashlib.sha256(), 0, bytearray()
        stream = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)
        try:
            with stream:
                async for part in parts:
                    size += len(part)
                    digest.update(part)
                    buffer += part
                    if len(buffer) >= WRITE_BYTES:
                        await in_thread(partial(_write, stream.fileno(), bytes(buffer)))
                        buffer.clear()
                await in_thread(partial(_write, stream.fileno(), bytes(buffer)))
                await in_thread(partial(os.fsync, stream.fileno()))
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise
        return Upload(path=path, size_bytes=size, content_hash=digest.hexdigest())

    def commit_upload(self, upload: Upload, import_id: str) -> None:
        """Rename an upload to its final name, before the import's row is committed, so that no row lacks its file.

        Idempotent, because the transaction may run again.
        """
        final_path = self.files_of(import_id).upload
        if not final_path.exists():
            upload.path.rename(final_path)
        durable_files.sync(self._path)

    def remove(self, import_id: str, *, bad_rows: bool) -> None:
        """Remove the files of an import that has ended. With `bad_rows`, also remove its file of bad rows."""
        files = self.files_of(import_id)
        paths = [files.upload, files.sheet, files.conversion, files.unfinished.bad]
        paths += [path for one in (files, files.unfinished) for path in (one.feed, one.checked)]
        for path in [*paths, files.bad] if bad_rows else paths:
            path.unlink(missing_ok=True)

    def keep_check(self, import_id: str) -> None:
        """Replace the results of the import's last check by those of the check that has just finished."""
        files = self.files_of(import_id)
        files.unfinished.checked.replace(files.checked)
        try:
            files.unfinished.bad.replace(files.bad)
        except FileNotFoundError:
            files.bad.unlink(missing_ok=True)
        files.unfinished.feed.unlink(missing_ok=True)
        durable_files.sync(self._path)

    def list_uploads(self) -> list[str]:
        """Return the ids of the imports whose uploaded file is on this machine, sorted."""
        if not self._path.is_dir():
            return []
        ending = _ENDINGS["upload"]
        names = (path.name.removesuffix(ending) for path in self._path.iterdir() if path.name.endswith(ending))
        return sorted(name for name in names if "." not in name)  # leaves out `….bad.csv` and `….sheet.csv`

    @contextmanager
    def lock(self, import_id: str) -> Iterator[FileOwner]:
        """Try to lock the uploaded file, without waiting. Yield which process holds the lock.

        The lock is released when the `with` block or this process ends.
        """
        try:
            handle = os.open(self.files_of(import_id).upload, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            handle = None
        if handle is None:
            yield FileOwner.NOT_HERE
            return
        try:
            yield _lock(handle)
        finally:
            os.close(handle)

    def remove_orphans(self, known: Collection[str], *, unchanged_since: Instant | None = None) -> None:
        """Remove files that a crash left and that belong to no import in `known`.

        With `unchanged_since`, remove only files that have not changed since that time.
        """
        if not self._path.is_dir():
            return
        for path in self._path.iterdir():
            if path.name.split(".")[0] not in known and _is_old(path, unchanged_since):
                path.unlink(missing_ok=True)


def _lock(handle: int) -> FileOwner:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return FileOwner.OTHER_PROCESS
    return FileOwner.THIS_PROCESS


def _is_old(path: Path, unchanged_since: Instant | None) -> bool:
    try:
        return unchanged_since is None or path.stat().st_mtime * SECOND_US < unchanged_since
    except FileNotFoundError:  # another process has removed the file
        return False


def _write(handle: int, data: bytes) -> None:
    """Write all data. A single `os.write` may be partial, for example on a nearly full disk."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
