"""The files of imports, in one folder of the data folder that only the store's own user can read."""

import errno
import fcntl
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path

from plantstore.catalogue.imports.check import Files, content_hash
from plantstore.domain.errors import StoreFull
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.engine import durable_files

WRITE_BYTES = 1 << 20  # what is gathered before it is written, in a thread of its own
_ENDINGS = {"upload": ".csv", "checked": ".rows", "bad": ".bad.csv"}
_PART = ".part"

InThread = Callable[[Callable[[], object]], Awaitable[object]]
"""Does something slow where nobody waits for it."""


class Held(Enum):
    """Whose the file of an import is."""

    BY_US = auto()
    BY_ANOTHER = auto()
    NOT_HERE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file that has come in whole, under a name that no import has yet."""

    path: Path
    size_bytes: int
    content_hash: str


class Folder:
    """Where the files of imports lie, and how they come and go."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, import_id: str) -> Files:
        return Files(**{kind: self._path / (import_id + ending) for kind, ending in _ENDINGS.items()})

    async def receive(self, import_id: str, parts: AsyncIterator[bytes], in_thread: InThread) -> Upload:
        """Write what comes in to disk; StoreFull when there is no room."""
        durable_files.make_private(self._path)
        path = self._path / (import_id + _PART)
        digest, size, waiting = content_hash(), 0, bytearray()
        stream = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)
        try:
            with stream:
                async for part in parts:
                    size += len(part)
                    digest.update(part)
                    waiting += part
                    if len(waiting) >= WRITE_BYTES:
                        await in_thread(partial(_write, stream.fileno(), bytes(waiting)))
                        waiting.clear()
                await in_thread(partial(_write, stream.fileno(), bytes(waiting)))
                await in_thread(partial(os.fsync, stream.fileno()))
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise
        return Upload(path=path, size_bytes=size, content_hash=digest.hexdigest())

    def keep(self, upload: Upload, import_id: str) -> None:
        """Give an upload its name for good, before its import is committed: a row without a file promises too much.

        Said again, by a transaction that is run again, it changes nothing.
        """
        kept = self.of(import_id).upload
        if not kept.exists():
            upload.path.rename(kept)
        durable_files.sync(self._path)

    def drop(self, import_id: str, *, bad_rows: bool) -> None:
        """Remove the files of an import that has ended; its bad rows only when it is forgotten."""
        files = self.of(import_id)
        for path in (files.upload, files.checked, *([files.bad] if bad_rows else [])):
            path.unlink(missing_ok=True)

    def uploads(self) -> list[str]:
        """The imports whose uploaded file lies here."""
        if not self._path.is_dir():
            return []
        ending = _ENDINGS["upload"]
        names = (path.name.removesuffix(ending) for path in self._path.iterdir() if path.name.endswith(ending))
        return sorted(name for name in names if "." not in name)  # a file of bad rows has one more ending

    @contextmanager
    def lock(self, import_id: str) -> Iterator[Held]:
        """Hold the uploaded file, if it lies here and no other process does, until the block or this process ends."""
        try:
            handle = os.open(self.of(import_id).upload, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            handle = None
        if handle is None:
            yield Held.NOT_HERE
            return
        try:
            yield _take(handle)
        finally:
            os.close(handle)

    def sweep(self, known: Collection[str], *, unchanged_since: Instant | None = None) -> None:
        """Remove what a process that died has left: files of no import. With a time, only what is as old."""
        if not self._path.is_dir():
            return
        for path in self._path.iterdir():
            if path.name.split(".")[0] not in known and _is_old(path, unchanged_since):
                path.unlink(missing_ok=True)


def _take(handle: int) -> Held:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return Held.BY_ANOTHER
    return Held.BY_US


def _is_old(path: Path, unchanged_since: Instant | None) -> bool:
    try:
        return unchanged_since is None or path.stat().st_mtime * SECOND_US < unchanged_since
    except FileNotFoundError:  # another process was quicker
        return False


def _write(handle: int, data: bytes) -> None:
    """Write all of it: a write to a full disk may take a part."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
