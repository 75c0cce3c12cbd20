"""The files of imports, in a subfolder of the data folder that only Plant Store's user can read."""

import fcntl
import os
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path

from plantstore.catalogue.imports.check import ImportFiles
from plantstore.catalogue.received_file import InThread, Upload, receive
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.engine import durable_files

_ENDINGS = {
    "upload": ".csv",  # also if it is a workbook
    "sheet": ".sheet.csv",
    "conversion": ".sheet.json",
    "checked": ".rows",
    "bad": ".bad.csv",
}
_PART = ".part"


class FileOwner(Enum):
    """Which process holds the lock on an import's uploaded file; `NOT_HERE` if the file is not on this machine."""

    THIS_PROCESS = auto()
    OTHER_PROCESS = auto()
    NOT_HERE = auto()


class ImportFolder:
    """Creates and removes the files of imports."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def files_of(self, import_id: str) -> ImportFiles:
        return ImportFiles(**{kind: self._path / (import_id + ending) for kind, ending in _ENDINGS.items()})

    async def receive(self, import_id: str, parts: AsyncIterator[bytes], in_thread: InThread) -> Upload:
        """Write an upload to disk and sync it. Raise StoreFull if the disk is full. Remove the file on any error."""
        return await receive(self._path / (import_id + _PART), parts, in_thread)

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
