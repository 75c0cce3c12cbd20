"""The pictures of a store in its continuous backup: a file for each, `photos/NAME.age`.

A picture is copied before the segment of the commit that names it. When the store has deleted it, a file
`photos/NAME.gone-TIME` says since when, so that it stays for as long as an older state can be restored.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from plantstore.core.clock import Clock
from plantstore.domain.plants.photo import parse_file_name
from plantstore.domain.timestamps import Instant, after
from plantstore.operations import photo_copies
from plantstore.operations.continuous_backup.keys import encrypt
from plantstore.operations.continuous_backup.names import TIME, parse_time, time_text
from plantstore.operations.continuous_backup.places import NAMES_MAX, BackupPlace
from plantstore.operations.continuous_backup.retention import DAY_S
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.photo_files import PhotoFile, PhotoFolder

_FOLDER = "photos/"
_KEPT = re.compile(rf"{_FOLDER}([^/]+)\.age")
_GONE = re.compile(rf"{_FOLDER}([^/]+)\.gone-({TIME})")
_UNKNOWN_TIME = Instant(0)


class EncryptedPhotos:
    """The pictures at a place. Implements `PhotoFiles`; it writes with a public key, and reads with a private one."""

    def __init__(self, place: BackupPlace, *, recipient: Any = None, key: Any = None) -> None:
        self._place = place
        self._recipient = recipient
        self._key = key

    async def put(self, name: str, content: bytes) -> None:
        encrypted = await asyncio.to_thread(encrypt, content, self._recipient)
        await self._place.put(f"{_FOLDER}{name}.age", encrypted)

    async def get(self, name: str) -> bytes | None:
        import pyrage

        content = await self._place.get(f"{_FOLDER}{name}.age")
        try:
            return None if content is None else await asyncio.to_thread(pyrage.decrypt, content, [self._key])
        except pyrage.DecryptError as error:
            raise StorageRefused(f"{name} cannot be read with this key, or is damaged: {error}.") from error

    async def delete(self, name: str) -> None:
        await self._place.delete(f"{_FOLDER}{name}.age")

    async def page(self, *, after: str, limit: int) -> list[PhotoFile]:
        listed = await self._place.page(after=f"{_FOLDER}{after}", limit=NAMES_MAX)
        found = [match[1] for one in listed if (match := _KEPT.fullmatch(one.name))]
        known = [name for name in found if name > after and parse_file_name(name) is not None]
        return [PhotoFile(name=name, size_bytes=0, changed_at=_UNKNOWN_TIME) for name in known[:limit]]

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
    """Copies the pictures of a folder to a place."""

    def __init__(
        self, source: WatchedPhotoFolder, place: BackupPlace, *, recipient: Any, keep_days: int, clock: Clock
    ) -> None:
        self._source = source
        self._place = place
        self._to = EncryptedPhotos(place, recipient=recipient)
        self._keep_days = keep_days
        self._clock = clock

    async def copy_all(self) -> None:
        """Copy every picture that is not there yet."""
        await photo_copies.copy_all(self._source, self._to)

    async def copy_new(self) -> None:
        """Copy the pictures that were put since the last call."""
        while self._source.new:
            name = self._source.new[0]
            content = await self._source.get(name)
            if content is not None:  # else it was deleted since
                await self._to.put(name, content)
            del self._source.new[0]

    async def delete_outdated(self) -> None:
        """Mark the pictures that the store no longer has, and delete those that it has not had for `keep_days`."""
        listed = [one.name for one in await self._place.page(after=_FOLDER, limit=NAMES_MAX)]
        gone = {match[1]: match[2] for name in listed if (match := _GONE.fullmatch(name))}
        there = {name async for name in self._in_store()}
        now = self._clock.now()
        for name in [match[1] for name in listed if (match := _KEPT.fullmatch(name))]:
            since = gone.get(name)
            if name in there:
                continue
            if since is None:
                await self._place.put(f"{_FOLDER}{name}.gone-{time_text(now)}", b"")
            elif parse_time(since) <= after(now, seconds=-self._keep_days * DAY_S):
                await self._to.delete(name)
                await self._place.delete(f"{_FOLDER}{name}.gone-{since}")

    async def _in_store(self) -> AsyncIterator[str]:
        last = ""
        while page := await self._source.page(after=last, limit=photo_copies.LISTED_PER_PAGE):
            for file in page:
                yield file.name
            last = page[-1].name
