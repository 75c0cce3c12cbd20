"""What is deleted of photos, and when: nothing that a plant or the body of an event has."""

import os
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from plantstore.catalogue.photos.cleaning import LOOK_S, ORPHAN_S, UNUSED_S, PhotoCleaning
from plantstore.catalogue.photos.conversion import Converter
from plantstore.catalogue.photos.uploads import ABANDONED_S, PhotoUploads
from plantstore.domain.audit import Example
from plantstore.domain.plants.photo import KEY_BYTES, PhotoKey, PhotoSize, file_name, photo_key
from plantstore.storage.database import Transaction
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.tables import photos
from tests.opened import Opened, opened
from tests.still_clock import StillClock
from tests.storage.test_photos_table import ONE, OTHER, TWO, a_photo

pytestmark = pytest.mark.sqlite_only("the queries are tested in tests/storage")


def insert_linked(tx: Transaction, *, columns: str, row: tuple[object, ...]) -> None:
    """Insert an image on another server, whose thumbnails are kept."""
    tx.insert("linked_images", columns.split(", "), [row])


class Cleaned:
    """A store, its photos, and the job."""

    def __init__(self, store: Opened, folder: Path) -> None:
        self.store = store
        self.files = PhotoFolder(folder / "photos")
        self.waiting = folder / "waiting"
        self.uploads = PhotoUploads(self.files, Converter(), self.waiting, os.urandom)
        self.cleaning = PhotoCleaning(store.database, store.clock, self.uploads)

    async def put(self, key: PhotoKey, *, age_s: float = 0, sizes: tuple[PhotoSize, ...] = tuple(PhotoSize)) -> None:
        for size in sizes:
            await self.files.put(file_name(key, size), b"picture")
            made_s = self.store.clock.now() / 1_000_000 - age_s
            os.utime(self.files.file(file_name(key, size)), (made_s, made_s))

    async def add(self, key: PhotoKey) -> None:
        await self.store.write(lambda tx: photos.insert(tx, a_photo(key)))
        await self.store.write(lambda tx: photos.add_to_images(tx, 1, {key}))

    async def kept(self) -> set[str]:
        return {file.name.partition("-")[0] for file in await self.files.page(after="", limit=99)}


@pytest.fixture
async def cleaned(tmp_path: Path) -> AsyncIterator[Cleaned]:
    async with opened(tmp_path, StillClock()) as store:
        made = Cleaned(store, tmp_path)
        yield made
        await made.uploads.close()


async def test_an_unused_photo_is_deleted_with_its_files_after_a_week(cleaned: Cleaned) -> None:
    for key in (ONE, TWO):
        await cleaned.put(key)
        await cleaned.add(key)
    await cleaned.store.write(partial(photos.remove_from_images, plant_id=1, keys={ONE}))

    cleaned.store.clock.move(UNUSED_S)
    await cleaned.cleaning.run()
    assert await cleaned.kept() == {ONE, TWO}
    cleaned.store.clock.move(1)
    await cleaned.cleaning.run()

    assert await cleaned.kept() == {TWO}
    assert await cleaned.store.read(partial(photos.page, after="", limit=9)) == [TWO]


async def test_old_files_without_a_photo_are_deleted_and_photos_without_a_file_counted(cleaned: Cleaned) -> None:
    await cleaned.put(ONE, age_s=ORPHAN_S + 9)
    await cleaned.put(TWO)
    await cleaned.put(OTHER, age_s=ORPHAN_S + 9, sizes=(PhotoSize.FULL, PhotoSize.SMALL))
    await cleaned.add(OTHER)
    cleaned.waiting.mkdir()
    for name, age_s in (("new", 0), ("old", ABANDONED_S + 9)):
        (cleaned.waiting / name).touch()
        made_s = cleaned.store.clock.now() / 1_000_000 - age_s
        os.utime(cleaned.waiting / name, (made_s, made_s))

    await cleaned.cleaning.run()

    assert await cleaned.kept() == {TWO, OTHER}, "the second may be of an upload that is not recorded yet"
    assert (cleaned.cleaning.missing.count, cleaned.cleaning.missing.examples) == (1, (Example(plant_id=1),))
    assert [path.name for path in cleaned.waiting.iterdir()] == ["new"]
    await cleaned.put(OTHER)
    await cleaned.cleaning.run()
    assert cleaned.cleaning.missing.count == 1, "it looks again later"
    cleaned.store.clock.move(LOOK_S)
    await cleaned.cleaning.run()
    assert cleaned.cleaning.missing.count == 0


async def test_many_pages_of_photos_and_files_are_compared(cleaned: Cleaned, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.catalogue.photos.cleaning.PAGE_PHOTOS", 1)
    for key in (ONE, TWO, OTHER):
        await cleaned.put(key, age_s=ORPHAN_S + 9)
        thumbnail = photo_key(key[:KEY_BYTES].encode())
        await cleaned.put(thumbnail, age_s=ORPHAN_S + 9)
        columns = "id, url, host, key, state, failures"
        row = (key, "https://shop.example/a.jpg", "shop.example", thumbnail, "kept", 0)
        await cleaned.store.write(partial(insert_linked, columns=columns, row=row))
    for key in (ONE, OTHER):
        await cleaned.add(key)

    await cleaned.cleaning.run()

    thumbnails = {photo_key(key[:KEY_BYTES].encode()) for key in (ONE, TWO, OTHER)}
    assert await cleaned.kept() == {ONE, OTHER, *thumbnails}
    assert cleaned.cleaning.missing.count == 0
