"""Deletes photos that nothing uses any more, and files that belong to no photo; looks for photos without their files.

A photo stays as long as a plant has it, or the body of an event that has it is kept, and then UNUSED_S more, so that an
undo finds it.
"""

from collections.abc import Collection
from functools import partial

import structlog

from plantstore.catalogue.photos.uploads import PhotoUploads
from plantstore.core.clock import Clock
from plantstore.domain.audit import NO_FINDINGS, Example, Finding, finding_of
from plantstore.domain.plants.photo import PhotoKey, PhotoSize, file_name
from plantstore.domain.timestamps import after
from plantstore.storage.database import Database
from plantstore.storage.photo_files import PhotoFile, PhotoFiles
from plantstore.storage.tables import linked_images, photos
from plantstore.storage.tables.photos import Use

UNUSED_S = 7 * 86_400
ORPHAN_S = 86_400  # a younger file may belong to a photo whose row is about to be written
STEP_PHOTOS = 100
PAGE_PHOTOS = 300
LOOK_S = 3_600.0  # how often events that were erased, and files, are looked through
_log = structlog.get_logger("plantstore")


class PhotoCleaning:
    """Deletes what is not needed. `missing` counts photos without a file, as of the last check of all."""

    def __init__(self, database: Database, clock: Clock, uploads: PhotoUploads) -> None:
        self._database = database
        self._clock = clock
        self._uploads = uploads
        self._files: PhotoFiles = uploads.files
        self._looked_s: float | None = None
        self.missing: Finding = NO_FINDINGS

    async def run(self) -> None:
        """Delete unused photos and, every LOOK_S, release those of erased events and look through all files."""
        now_s = self._clock.monotonic()
        is_due = self._looked_s is None or now_s - self._looked_s >= LOOK_S
        if is_due:
            await self._uploads.remove_abandoned(self._clock.now())
            await self._release_erased()
        await self._delete_unused()
        if is_due:
            await self._look_through_files()
            self._looked_s = now_s

    async def _release_erased(self) -> None:
        last: Use | None = None
        while True:
            uses = await self._database.read(partial(photos.uses_by_erased_events, after=last, limit=STEP_PHOTOS))
            if not uses:
                return
            await self._database.write(partial(photos.remove_uses, uses=uses))
            last = uses[-1]

    async def _delete_unused(self) -> None:
        before = after(self._clock.now(), seconds=-UNUSED_S)
        while keys := await self._database.write(partial(photos.delete_unused, before=before, limit=STEP_PHOTOS)):
            for key in keys:  # a crash before this leaves files that belong to no photo
                await self._uploads.discard(key)

    async def _look_through_files(self) -> None:
        """Compare photos and files in the order of their names, a page of photos at a time."""
        last, missing, orphans = "", list[PhotoKey](), 0
        while True:
            first = last
            keys = await self._database.read(partial(photos.page, after=first, limit=PAGE_PHOTOS))
            is_last = len(keys) < PAGE_PHOTOS
            found = await self._files_between(first, None if is_last else keys[-1])
            names = {file.name for file in found}
            missing += [key for key in keys if not names.issuperset(file_name(key, size) for size in PhotoSize)]
            orphans += await self._delete_orphans(found, keys)
            if is_last:
                break
            last = keys[-1]
        self.missing = await self._finding(missing)
        if orphans:
            _log.info("deleted files that belong to no photo", files=orphans)

    async def _files_between(self, first: str, last: str | None) -> list[PhotoFile]:
        """Return the files of photos after the key `first` up to and including the key `last`; None for no end."""
        found: list[PhotoFile] = []
        name = f"{first}-~" if first else ""  # after every name of this key
        while page := await self._files.page(after=name, limit=PAGE_PHOTOS * len(PhotoSize)):
            within = [file for file in page if last is None or file.name <= f"{last}-~"]
            found += within
            if len(within) < len(page):
                break
            name = page[-1].name
        return found

    async def _delete_orphans(self, found: list[PhotoFile], keys: Collection[PhotoKey]) -> int:
        """Delete old files that belong neither to a photo nor to an image on another server; return how many."""
        known = set(map(str, keys))
        before = after(self._clock.now(), seconds=-ORPHAN_S)
        old = [file.name for file in found if _key_of(file.name) not in known and file.changed_at < before]
        orphans = 0
        for start in range(0, len(old), STEP_PHOTOS):
            names = old[start : start + STEP_PHOTOS]
            asked = sorted({PhotoKey(_key_of(name)) for name in names})
            thumbnails = await self._database.read(partial(linked_images.known_keys, keys=asked))
            for name in names:
                if _key_of(name) not in thumbnails:
                    await self._files.delete(name)
                    orphans += 1
        return orphans

    async def _finding(self, missing: list[PhotoKey]) -> Finding:
        """Return the photos among these that still exist; the others were deleted since."""
        still = []
        for start in range(0, len(missing), STEP_PHOTOS):
            some = missing[start : start + STEP_PHOTOS]
            found = await self._database.read(partial(photos.find_many, keys=some))
            still += [Example(plant_id=photo.plant_id) for photo in found.values()]
        return finding_of(*still)


def _key_of(name: str) -> str:
    return name.partition("-")[0]
