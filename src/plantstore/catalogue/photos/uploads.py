"""Receives uploaded photos, converts them one after another, and keeps their pictures."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

from plantstore.catalogue.photos.conversion import Converter, Pictures
from plantstore.catalogue.received_file import InThread, Upload, receive
from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import Unavailable
from plantstore.domain.plants.photo import KEY_BYTES, PhotoKey, PhotoSize, file_name, photo_key
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.photo_files import PhotoFiles

UPLOADS_MAX = 32  # uploads that a process receives, or that wait to be converted, at the same time: 800 MB on disk
ABANDONED_S = 3_600  # after this long, the file of an upload is one that a crash left
_run: InThread = asyncio.to_thread


class PhotoUploads:
    """The uploads of this process. `waiting` counts those that are received, wait, or are converted."""

    def __init__(self, files: PhotoFiles, converter: Converter, folder: Path, random_bytes: RandomBytes) -> None:
        self.files = files
        self.waiting = 0
        self._folder = folder
        self._random_bytes = random_bytes
        self._converter = converter

    @contextmanager
    def place(self) -> Iterator[None]:
        """Count an upload in the block. Raise Unavailable if too many wait already."""
        if self.waiting >= UPLOADS_MAX:
            raise Unavailable(f"{UPLOADS_MAX} photos are waiting to be converted. Try again in a few seconds.")
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    @asynccontextmanager
    async def received(self, parts: AsyncIterator[bytes]) -> AsyncIterator[Upload]:
        """Write an upload to disk, and remove it after the block. Raise StoreFull if the disk is full."""
        path = self._folder / self._random_bytes(16).hex()
        upload = await receive(path, parts, _run, durable=False)
        try:
            yield upload
        finally:
            await asyncio.to_thread(partial(path.unlink, missing_ok=True))

    async def keep(self, upload: Upload) -> tuple[PhotoKey, Pictures]:
        """Convert a picture and keep what became of it, under a new key. Raise Invalid if it cannot be used."""
        pictures = await self._converter.convert(upload.path)
        key = photo_key(self._random_bytes(KEY_BYTES))
        for size in PhotoSize:
            await self.files.put(file_name(key, size), pictures.contents[size])
        return key, pictures

    async def discard(self, key: PhotoKey) -> None:
        """Delete pictures that were kept for nothing."""
        for size in PhotoSize:
            await self.files.delete(file_name(key, size))

    async def remove_abandoned(self, now: Instant) -> None:
        """Remove the files of uploads that a crash left."""
        await asyncio.to_thread(self._remove_abandoned, now)

    async def close(self) -> None:
        """End the conversion, and close connections."""
        await self._converter.close()
        await self.files.close()

    def _remove_abandoned(self, now: Instant) -> None:
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                if path.stat().st_mtime < now / SECOND_US - ABANDONED_S:
                    path.unlink(missing_ok=True)
