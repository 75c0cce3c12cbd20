"""The pictures of a store in its continuous backup: a file for each, `photos/NAME.age`.

When the store has deleted a picture, a file `photos/NAME.gone-TIME` says since when, so that it stays for as long as an
older state can be restored. `photos/copied-DIGEST` says that all pictures of the time before were copied for a key.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import structlog

from plantstore.core.clock import Clock
from plantstore.domain.errors import StoreError
from plantstore.domain.plants.photo import parse_file_name
from plantstore.domain.timestamps import Instant, after
from plantstore.operations import photo_copies
from plantstore.operations.continuous_backup.keys import encrypt
from plantstore.operations.continuous_backup.names import TIME, parse_time, time_text
from plantstore.operations.continuous_backup.places import BackupPlace, delete_all, name_pages
from plantstore.operations.continuous_backup.retention import DAY_S
from plantstore.storage.photo_files import PhotoFile, PhotoFolder

COPIES_AT_ONCE_MAX = 4
POLL_S = 1.0  # how often new pictures are copied
RETRY_S = 30.0  # pause after a failure of the place
UNREADABLE_RETRY_S = 3_600.0  # pause before pictures that could not be read are copied again
_FOLDER = "photos/"
_KEPT = re.compile(rf"{_FOLDER}([^/]+)\.age")
_GONE = re.compile(rf"{_FOLDER}([^/]+)\.gone-({TIME})")
_UNKNOWN_TIME = Instant(0)
_log = structlog.get_logger("plantstore")


class EncryptedPhotos:
    """The pictures at a place. Implements `PhotoFiles`; it writes with a public key, and reads with private ones."""

    def __init__(self, place: BackupPlace, *, recipient: Any = None, keys: Sequence[Any] = ()) -> None:
        self._place = place
        self._recipient = recipient
        self._keys = keys

    async def put(self, name: str, content: bytes) -> None:
        encrypted = await asyncio.to_thread(encrypt, content, self._recipient)
        await self._place.put(f"{_FOLDER}{name}.age", encrypted)

    async def get(self, name: str) -> bytes | None:
        """Return a picture; None if it is not there, is damaged, or none of the keys reads it."""
        import pyrage

        content = await self._place.get(f"{_FOLDER}{name}.age")
        try:
            return None if content is None else await asyncio.to_thread(pyrage.decrypt, content, self._keys)
        except pyrage.DecryptError:
            return None

    async def delete(self, name: str) -> None:
        await self._place.delete(f"{_FOLDER}{name}.age")

    async def page(self, *, after: str, limit: int) -> list[PhotoFile]:
        found: list[str] = []
        last, is_more = f"{_FOLDER}{after}", True
        while is_more and len(found) < limit:
            listed = [one.name for one in await self._place.page(after=last, limit=limit)]
            kept = (match[1] for name in listed if (match := _KEPT.fullmatch(name)))
            found += [name for name in kept if name > after and parse_file_name(name) is not None]
            is_more = len(listed) == limit and listed[-1].startswith(_FOLDER)
            last = listed[-1] if listed else last
        return [PhotoFile(name=name, size_bytes=0, changed_at=_UNKNOWN_TIME) for name in found[:limit]]

    async def close(self) -> None:
        """Do nothing: the caller closes the place."""


class WatchedPhotoFolder(PhotoFolder):
    """The pictures of a running store. It keeps the names of new ones until they are copied."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.new: list[str] = []

    async def put(self, name: str, content: bytes) -> None:
        await super().put(name, content)
        self.new.append(name)


class PhotoShipping:
    """Copies the pictures of a folder to a place, at the same time as the segments are written.

    `digest` is of the public key: pictures that were copied for another key are copied again.
    """

    def __init__(
        self,
        source: WatchedPhotoFolder,
        place: BackupPlace,
        *,
        recipient: Any,
        digest: str,
        keep_days: int,
        clock: Clock,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._source = source
        self._place = place
        self._to = EncryptedPhotos(place, recipient=recipient)
        self._mark = f"{_FOLDER}copied-{digest}"
        self._keep_days = keep_days
        self._clock = clock
        self._wait = wait
        self._are_old_copied = False
        self._unreadable: set[str] = set()
        self._failing = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def is_complete(self) -> bool:
        """True if every picture that was put is at the place, except those that cannot be read."""
        return self._are_old_copied and not self._source.new

    @property
    def failing(self) -> str:
        """Why pictures are not copied; empty if they are."""
        if self._unreadable and not self._failing:
            return f"{len(self._unreadable)} pictures cannot be read, such as {min(self._unreadable)}."
        return self._failing

    def start(self) -> None:
        """Begin to copy, on the running event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def copy_new(self) -> None:
        """Copy the pictures that were put since the last call."""
        while self._source.new:
            await self._copy(some := self._source.new[:COPIES_AT_ONCE_MAX])
            del self._source.new[: len(some)]

    async def delete_outdated(self) -> None:
        """Mark the pictures that the store no longer has, and delete those that it has not had for `keep_days`."""
        gone: dict[str, str] = {}
        kept: list[str] = []
        async for names in name_pages(self._place, below=_FOLDER):
            gone |= {match[1]: match[2] for name in names if (match := _GONE.fullmatch(name))}
            kept += [match[1] for name in names if (match := _KEPT.fullmatch(name))]
        there = {name async for name in self._in_store()}
        now = self._clock.now()
        marked = [name for name in kept if name not in there and name not in gone]
        for name in marked:
            await self._place.put(f"{_FOLDER}{name}.gone-{time_text(now)}", b"")
        horizon = after(now, seconds=-self._keep_days * DAY_S)
        old = [name for name, since in gone.items() if name not in there and parse_time(since) <= horizon]
        await delete_all(self._place, [f"{_FOLDER}{name}.age" for name in old])
        returned = [name for name in gone if name in there]
        await delete_all(self._place, [f"{_FOLDER}{name}.gone-{gone[name]}" for name in (*old, *returned)])

    async def _run(self) -> None:
        retry_at_s = self._clock.monotonic() + UNREADABLE_RETRY_S
        while True:
            try:
                await self._copy_old()
                await self.copy_new()
                if self._unreadable and self._clock.monotonic() >= retry_at_s:
                    retry_at_s = self._clock.monotonic() + UNREADABLE_RETRY_S
                    await self._copy(sorted(self._unreadable))
                self._failing = ""
            except StoreError as error:
                if not self._failing:
                    _log.error("photos cannot be copied to the continuous backup; it is tried again", why=str(error))
                self._failing = str(error)
            await self._wait(RETRY_S if self._failing else POLL_S)

    async def _copy_old(self) -> None:
        """Copy the pictures that earlier processes put; all of them if they have not been copied for this key."""
        if self._are_old_copied:
            return
        is_marked = await self._place.get(self._mark) is not None
        names = photo_copies.missing_in(self._source, self._to) if is_marked else self._in_store()
        some: list[str] = []
        async for name in names:
            some.append(name)
            if len(some) == COPIES_AT_ONCE_MAX:
                await self._copy(some)
                some = []
        await self._copy(some)
        if not is_marked:
            await self._place.put(self._mark, b"")
        self._are_old_copied = True

    async def _copy(self, names: Iterable[str]) -> None:
        remaining = iter(names)
        while some := list(islice(remaining, COPIES_AT_ONCE_MAX)):
            await asyncio.gather(*(self._copy_one(name) for name in some))

    async def _copy_one(self, name: str) -> None:
        try:
            content = await self._source.get(name)
        except OSError as error:
            if name not in self._unreadable:
                _log.error("a photo cannot be read, so it is not in the continuous backup", photo=name, why=str(error))
            self._unreadable.add(name)
            return
        if content is not None:  # else it was deleted since
            await self._to.put(name, content)
        self._unreadable.discard(name)

    async def _in_store(self) -> AsyncIterator[str]:
        last = ""
        while page := await self._source.page(after=last, limit=photo_copies.LISTED_PER_PAGE):
            for file in page:
                if parse_file_name(file.name) is not None:
                    yield file.name
            last = page[-1].name
