"""Where the pictures of photos are kept: `PhotoFiles` is what the store needs of it, `PhotoFolder` keeps them on disk.

Names are those of `file_name` in `domain/plants/photo.py`. The content of a name never changes: a picture is put once,
and later deleted.
"""

import asyncio
import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from plantstore.domain.errors import StoreFull
from plantstore.domain.plants.photo import parse_file_name
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.engine import durable_files

FOLDER_CHARS = 2  # first characters of a name that name its folder: 1,024 folders
_UNFINISHED = ".unfinished"  # what `durable_files.write_private` appends to names of files that it has not finished


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A kept file. `changed_at` is when it was put, by the clock of the place where it is."""

    name: str
    size_bytes: int
    changed_at: Instant


class PhotoFiles(Protocol):
    """Keeps files by name. Every method raises StoreError if the place cannot be reached or is full."""

    async def put(self, name: str, content: bytes) -> None:
        """Keep a file. When this returns, the file survives a power loss. Putting the same file again is harmless."""

    async def get(self, name: str) -> bytes | None:
        """Return the content of a file; None if there is no such file."""

    async def delete(self, name: str) -> None:
        """Delete a file. No effect if there is no such file."""

    async def page(self, *, after: str, limit: int) -> list[PhotoFile]:
        """Return at most `limit` files in the order of their names (by bytes), beginning after the name `after`.

        Files whose names are not those of pictures are left out, but an unfinished file counts as a file.
        """

    async def close(self) -> None:
        """Close connections."""


class PhotoFolder:
    """Keeps pictures in a folder that only Plant Store's user can enter. Implements `PhotoFiles`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        return self._path

    async def put(self, name: str, content: bytes) -> None:
        await asyncio.to_thread(self._put, name, content)

    async def get(self, name: str) -> bytes | None:
        return await asyncio.to_thread(self._get, name)

    async def delete(self, name: str) -> None:
        await asyncio.to_thread(partial(self.file(name).unlink, missing_ok=True))

    async def page(self, *, after: str, limit: int) -> list[PhotoFile]:
        return await asyncio.to_thread(self._page, after, limit)

    async def close(self) -> None:
        """Do nothing: no file stays open."""

    def file(self, name: str) -> Path:
        """Return the path of a picture."""
        assert parse_file_name(name.removesuffix(_UNFINISHED)) is not None, "names from outside are parsed before"
        return self._path / name[:FOLDER_CHARS] / name

    def _put(self, name: str, content: bytes) -> None:
        file = self.file(name)
        try:
            durable_files.make_private(self._path)
            durable_files.make_private(file.parent)
            durable_files.write_private(file, content)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error
            raise

    def _get(self, name: str) -> bytes | None:
        try:
            return self.file(name).read_bytes()
        except FileNotFoundError:
            return None

    def _page(self, after: str, limit: int) -> list[PhotoFile]:
        found: list[PhotoFile] = []
        for folder in self._folders():
            if folder.name >= after[:FOLDER_CHARS]:
                found += _files_of(folder, after)
                if len(found) >= limit:
                    break
        return found[:limit]

    def _folders(self) -> Iterator[Path]:
        if self._path.is_dir():
            yield from sorted(path for path in self._path.iterdir() if path.is_dir())


def _files_of(folder: Path, after: str) -> list[PhotoFile]:
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name <= after or parse_file_name(entry.name.removesuffix(_UNFINISHED)) is None:
                continue
            try:
                about = entry.stat(follow_symlinks=False)
            except FileNotFoundError:  # deleted since
                continue
            changed_at = Instant(int(about.st_mtime * SECOND_US))
            found.append(PhotoFile(name=entry.name, size_bytes=about.st_size, changed_at=changed_at))
    return sorted(found, key=lambda one: one.name)
