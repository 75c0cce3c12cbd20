"""The files of imports, in one folder of the data folder that only the store's own user can read."""

import errno
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plantstore.domain.errors import StoreFull
from plantstore.importing.checking import Files, content_hash
from plantstore.storage import folders

WRITE_BYTES = 1 << 20  # what is gathered before it is written, in a thread of its own
_ENDINGS = {"upload": ".csv", "checked": ".rows", "bad": ".bad.csv"}
_PART = ".part"

InThread = Callable[[Callable[[], object]], Awaitable[object]]
"""Does something slow where nobody waits for it."""


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
        folders.make_private(self._path)
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
        folders.sync(self._path)

    def drop(self, import_id: str, *, bad_rows: bool) -> None:
        """Remove the files of an import that has ended; its bad rows only when it is forgotten."""
        files = self.of(import_id)
        for path in (files.upload, files.checked, *([files.bad] if bad_rows else [])):
            path.unlink(missing_ok=True)

    def sweep(self, known: Collection[str]) -> None:
        """Remove what a process that died has left: files of no import."""
        if not self._path.is_dir():
            return
        for path in self._path.iterdir():
            if path.name.split(".")[0] not in known:
                path.unlink(missing_ok=True)


def _write(handle: int, data: bytes) -> None:
    """Write all of it: a write to a full disk may take a part."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
