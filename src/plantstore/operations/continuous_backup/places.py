"""Where a continuous backup is kept: a folder, or a bucket (`sending.bucket.Bucket` has the same methods)."""

import asyncio
import errno
import heapq
import os
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Protocol

from plantstore.domain.errors import Unavailable
from plantstore.operations.continuous_backup.names import AFTER_SLASH, Chain, ChainLists, is_chain
from plantstore.storage.engine import durable_files

NAMES_PER_PAGE = 50_000  # names that are in memory while a place is listed
DELETIONS_AT_ONCE_MAX = 8
_AFTER_YEARS = ":"  # the character after "9": names of chains begin with a year


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


async def name_pages(place: BackupPlace, *, below: str = "") -> AsyncIterator[list[str]]:
    """Yield the names of all files below a folder, which ends in a slash, in their order and in parts."""
    last, is_more = below, True
    while is_more:
        listed = [one.name for one in await place.page(after=last, limit=NAMES_PER_PAGE)]
        found = [name for name in listed if name.startswith(below)]
        if found:
            yield found
        is_more = len(listed) == NAMES_PER_PAGE and len(found) == len(listed)
        last = listed[-1] if listed else last


async def list_chains(place: BackupPlace) -> list[Chain]:
    """Return the chains at a place, the oldest first."""
    lists = ChainLists()
    async for names in name_pages(place):
        await asyncio.to_thread(lists.add, names)
    return await asyncio.to_thread(lists.sorted)


async def chain_names(place: BackupPlace) -> AsyncIterator[str]:
    """Yield the names of the chains at a place, the oldest first, without listing what is in them."""
    last = ""
    while (listed := await place.page(after=last, limit=1)) and listed[0].name < _AFTER_YEARS:
        head, slash, _ = listed[0].name.partition("/")
        if slash and is_chain(head):
            yield head
        last = head + AFTER_SLASH if slash else head


async def delete_all(place: BackupPlace, names: Iterable[str]) -> None:
    """Delete files, a few at the same time; none before those that come DELETIONS_AT_ONCE_MAX before it."""
    remaining = iter(names)
    while some := list(islice(remaining, DELETIONS_AT_ONCE_MAX)):
        await asyncio.gather(*(place.delete(name) for name in some))


def mount_of(folder: Path) -> str:
    """Return where the disk is mounted that a folder is on, or would be on."""
    found = Path(os.path.realpath(folder))
    while not os.path.ismount(found):
        found = found.parent
    return str(found)


class _File:
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class BackupFolder:
    """A folder that only Plant Store's user can enter. Implements `BackupPlace`.

    It is used only while the disk is there that is mounted at `mounted_at` or below: without it, files would be written
    to the disk that has the mount point.
    """

    def __init__(self, path: Path, *, mounted_at: str = "/") -> None:
        self._path = path
        self._mounted_at = Path(mounted_at)

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
        self._check_mounted()
        file = self._path / name
        try:
            for folder in (self._path, *reversed(list(file.parents)[: name.count("/")])):
                durable_files.make_private(folder)
            durable_files.write_private(file, content)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise Unavailable(f"The disk of the folder of backups {self._path} is full.") from error
            raise self._failed("written", error) from error

    def _get(self, name: str) -> bytes | None:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._failed("read", error) from error

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
        self._check_mounted()
        try:
            return [_File(name) for name in islice(_names(self._path, "", after, limit), limit)]
        except OSError as error:
            raise self._failed("listed", error) from error

    def _check_mounted(self) -> None:
        if not Path(mount_of(self._path)).is_relative_to(self._mounted_at):
            raise Unavailable(f"The disk of the folder of backups {self._path} is not mounted at {self._mounted_at}.")

    def _failed(self, doing: str, error: OSError) -> Unavailable:
        return Unavailable(f"The folder of backups {self._path} cannot be {doing}: {error.strerror}.")


def _names(folder: Path, below: str, after: str, limit: int) -> Iterator[str]:
    """Yield names of files in their order, without reading folders that have none after `after`."""
    found: list[str] = []
    with suppress(FileNotFoundError), os.scandir(folder) as entries:  # it was deleted since, or there is none yet
        named = (below + one.name + "/" * one.is_dir(follow_symlinks=False) for one in entries)
        found = heapq.nsmallest(limit, (name for name in named if name > after or after.startswith(name)))
    for name in found:
        if name.endswith("/"):
            yield from _names(folder / name[len(below) : -1], name, after, limit)
        elif name > after:
            yield name
