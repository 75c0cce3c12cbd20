"""Where a continuous backup is kept: a folder, or a bucket (`sending.bucket.Bucket` has the same methods)."""

import asyncio
import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.storage.engine import durable_files

NAMES_MAX = 10_000_000  # max files that are listed


class Named(Protocol):
    @property
    def name(self) -> str: ...


class BackupPlace(Protocol):
    """Keeps files by name. Every method raises StoreError if the place cannot be reached or is full."""

    async def put(self, name: str, content: bytes) -> None:
        """Keep a file. When this returns, the file survives a power loss."""

    async def get(self, name: str) -> bytes | None:
        """Return the content of a file; None if there is no such file."""

    async def delete(self, name: str) -> None:
        """Delete a file. No effect if there is no such file."""

    async def page(self, *, after: str, limit: int) -> Sequence[Named]:
        """Return at most `limit` files in the order of their names, beginning after the name `after`."""

    async def close(self) -> None:
        """Close connections."""


class _File:
    def __init__(self, name: str) -> None:
        self.name = name


class BackupFolder:
    """A folder that only Plant Store's user can enter. Implements `BackupPlace`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def put(self, name: str, content: bytes) -> None:
        await asyncio.to_thread(self._put, name, content)

    async def get(self, name: str) -> bytes | None:
        return await asyncio.to_thread(self._get, name)

    async def delete(self, name: str) -> None:
        await asyncio.to_thread(self._delete, name)

    async def page(self, *, after: str, limit: int) -> Sequence[Named]:
        return await asyncio.to_thread(self._page, after, limit)

    async def close(self) -> None:
        """Do nothing: no file stays open."""

    def _put(self, name: str, content: bytes) -> None:
        file = self._path / name
        try:
            for folder in (self._path, *reversed(list(file.parents)[: name.count("/")])):
                durable_files.make_private(folder)
            durable_files.write_private(file, content)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise Unavailable(f"The folder of backups {self._path} cannot be written: {error.strerror}.") from error

    def _get(self, name: str) -> bytes | None:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Unavailable(f"The folder of backups {self._path} cannot be read: {error.strerror}.") from error

    def _delete(self, name: str) -> None:
        file = self._path / name
        try:
            file.unlink(missing_ok=True)
            for folder in list(file.parents)[: name.count("/")]:
                folder.rmdir()
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT):
                raise Unavailable(f"A file in {self._path} cannot be deleted: {error.strerror}.") from error

    def _page(self, after: str, limit: int) -> Sequence[Named]:
        found = []
        for folder, _, files in os.walk(self._path):
            below = "" if Path(folder) == self._path else f"{Path(folder).relative_to(self._path)}/"
            found += [name for file in files if (name := below + file) > after]
        return [_File(name) for name in sorted(found)[:limit]]
