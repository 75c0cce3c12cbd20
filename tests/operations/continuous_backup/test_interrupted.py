"""What a continuous backup does when its place, its key or its progress is not what it was."""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plantstore.app.store import open_store
from plantstore.core.clock import SystemClock
from plantstore.core.settings import Settings
from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.continuous_backup import bases, keys, photos, shipping
from plantstore.operations.continuous_backup.names import Chain, time_of
from plantstore.operations.continuous_backup.photos import EncryptedPhotos, PhotoShipping, WatchedPhotoFolder
from plantstore.operations.continuous_backup.places import BackupFolder, list_chains
from plantstore.operations.photo_backup import photos_of
from plantstore.storage.sqlite import files
from tests.operations.continuous_backup.backing_up import backed_up, backup_of, extract, until_complete
from tests.operations.test_photo_backup import add_thumbnails, names_of
from tests.running import add

pytestmark = pytest.mark.sqlite_only("a continuous backup is of a store on SQLite")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "EVERY_S", 0.02)
    monkeypatch.setattr(photos, "POLL_S", 0.02)
    monkeypatch.setattr(bases, "FIRST_PAUSE_S", 0.02)


def folder_of(settings: Settings) -> Path:
    return Path(settings.backup_to)


async def run(settings: Settings, *plants: str) -> Instant:
    async with open_store(settings) as store:
        for name in plants:
            await add(store, name)
        return await until_complete(store)


async def chains_at(settings: Settings) -> list[Chain]:
    return await list_chains(BackupFolder(folder_of(settings)))


async def names_at(settings: Settings, to: Path, *, at: Instant | None = None) -> list[str]:
    await extract(BackupFolder(folder_of(settings)), to, at=at)
    with files.reading(to) as connection:
        return [str(name) for (name,) in connection.execute("SELECT name FROM plants ORDER BY id")]


async def test_a_disk_that_was_set_back_begins_a_chain_and_both_pasts_can_be_restored(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    await run(settings, "first")
    shutil.copytree(settings.data, tmp_path / "snapshot")
    lost = await run(settings, "lost")
    shutil.rmtree(settings.data)
    shutil.copytree(tmp_path / "snapshot", settings.data)
    await run(settings, "second")

    assert len(await chains_at(settings)) == 2
    assert await names_at(settings, tmp_path / "now.db") == ["first", "second"]
    assert await names_at(settings, tmp_path / "lost.db", at=lost) == ["first", "lost"]


def lose_last_segment(settings: Settings) -> None:
    segments = sorted(folder_of(settings).glob("2*/0*.age"))
    segments[-1].unlink()


def lose_base(settings: Settings) -> None:
    for file in folder_of(settings).glob("2*/base-*/complete-*"):
        file.unlink()


def lose_everything(settings: Settings) -> None:
    shutil.rmtree(folder_of(settings))


@pytest.mark.parametrize("lose", [lose_last_segment, lose_base, lose_everything])
async def test_a_place_that_lost_files_gets_a_new_copy(tmp_path: Path, lose: Callable[[Settings], None]) -> None:
    settings = backed_up(tmp_path)
    await run(settings, "first")
    lose(settings)
    await run(settings, "second")

    assert await names_at(settings, tmp_path / "now.db") == ["first", "second"]


async def test_lost_files_are_noticed_while_the_store_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "CHECK_EVERY_S", 0.05)
    settings = backed_up(tmp_path)
    async with open_store(settings) as store:
        await add(store, "first")
        await until_complete(store)
        lose_everything(settings)
        while not folder_of(settings).exists() or backup_of(store).status.complete_at is None:
            await until_complete(store)
    assert await names_at(settings, tmp_path / "now.db") == ["first"]


async def test_another_place_or_key_gets_a_chain_of_its_own(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    await run(settings, "first")
    moved = backed_up(tmp_path, backup_to=str(tmp_path / "elsewhere"))
    await run(moved, "second")
    private, public = keys.new_key()
    other = replace(moved, backup_recipient=public)
    await run(other, "third")
    (tmp_path / "new.key").write_text(private.reveal())

    old, new = await chains_at(moved)
    assert await names_at(moved, tmp_path / "old.db", at=old.segments[-1].at) == ["first", "second"]
    made = await extract(BackupFolder(folder_of(moved)), tmp_path / "new.db", key_file=tmp_path / "new.key")
    assert (made.chain, made.described.head) == (new.name, 3)


async def test_photos_are_copied_again_for_another_key(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    await run(settings, "first", "second")
    add_thumbnails(settings.data, 1, 2)
    await run(settings)
    private, public = keys.new_key()
    await run(replace(settings, backup_recipient=public))
    both = tmp_path / "both.key"
    both.write_text(private.reveal())
    place = EncryptedPhotos(BackupFolder(folder_of(settings)), keys=keys.read_keys(both))

    assert [await place.get(name) is not None for name in names_of(1, 2)] == [True] * len(names_of(1, 2))
    made = await extract(
        BackupFolder(folder_of(settings)), tmp_path / "old.db", at=(await chains_at(settings))[-2].segments[-1].at
    )
    assert made.photos.missing == made.photos.files > 0  # only the new key reads them now
    assert not list(photos_of(tmp_path / "old.db").rglob("*.webp"))


async def test_a_disk_that_is_not_mounted_is_not_replaced_by_its_mount_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = backed_up(tmp_path)
    for target in ("places", "opening"):
        monkeypatch.setattr(f"plantstore.operations.continuous_backup.{target}.mount_of", lambda _folder: str(tmp_path))
    await run(settings, "first")
    shutil.move(folder_of(settings), tmp_path / "unplugged")
    for target in ("places", "opening"):
        monkeypatch.setattr(f"plantstore.operations.continuous_backup.{target}.mount_of", lambda _folder: "/")
    async with open_store(settings) as store:
        while not backup_of(store).status.failing:
            await add(store, "more")
        why = backup_of(store).status.failing

    assert why == f"The disk of the folder of backups {folder_of(settings)} is not mounted at {tmp_path}."
    assert not folder_of(settings).exists()


async def test_a_chain_is_later_than_that_before_although_the_clock_was_set_back(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    await run(settings, "first")
    [chain] = await chains_at(settings)
    renamed = f"20991127T081500000Z-{chain.name[-8:]}"
    (folder_of(settings) / chain.name).rename(folder_of(settings) / renamed)
    await run(settings, "second")
    chains = await chains_at(settings)

    assert chains[0].name == renamed
    assert time_of(chains[1].name) == after(time_of(renamed), seconds=0.001)
    assert await names_at(settings, tmp_path / "now.db") == ["first", "second"]


class HaltedClock(SystemClock):
    """The machine's clock, which can be made to stand still."""

    at: Instant | None = None

    def now(self) -> Instant:
        return self.at or super().now()


async def test_a_state_has_nothing_of_a_later_time_not_even_of_the_same_millisecond(tmp_path: Path) -> None:
    settings, clock = backed_up(tmp_path), HaltedClock()
    async with open_store(settings, clock=clock) as store:
        await add(store, "first")
        await until_complete(store)
        [chain] = await chains_at(settings)
        clock.at = halted_at = Instant(clock.now() // 1_000 * 1_000 + 1_500)
        await add(store, "second")
        async with asyncio.timeout(20):
            while len((await chains_at(settings))[0].segments) == len(chain.segments):
                await asyncio.sleep(0.02)
        clock.at = None
        await until_complete(store)

    assert await names_at(settings, tmp_path / "before.db", at=Instant(halted_at - 1)) == ["first"]


async def test_it_says_until_when_a_state_is_complete(tmp_path: Path) -> None:
    settings = backed_up(tmp_path)
    first = await run(settings, "first")
    await run(settings, "second")
    place = BackupFolder(folder_of(settings))
    [chain] = await chains_at(settings)
    found = await extract(place, tmp_path / "old.db", at=first)
    newest = await extract(place, tmp_path / "new.db")

    assert found.at <= found.complete_until <= chain.segments[-1].at
    assert newest.complete_until == newest.at == chain.segments[-1].at


class _Photos(WatchedPhotoFolder):
    unreadable = ""

    async def get(self, name: str) -> bytes | None:
        if name == self.unreadable:
            raise OSError(5, "Input/output error")
        return await super().get(name)


def a_shipping(source: WatchedPhotoFolder, place: Any) -> PhotoShipping:
    recipient = keys.recipient(keys.new_key()[1])
    return PhotoShipping(source, place, recipient=recipient, digest="x", keep_days=7, clock=SystemClock())


async def test_a_photo_that_cannot_be_read_is_reported_and_the_others_are_copied(tmp_path: Path) -> None:
    source, place = _Photos(tmp_path / "photos"), BackupFolder(tmp_path / "backups")
    first, *others = names_of(1, 2, 3)
    for name in (first, *others):
        await source.put(name, b"picture")
    source.unreadable = first
    copier = a_shipping(source, place)
    await copier._copy_old()
    await copier.copy_new()
    there = [one.name async for one in _all(EncryptedPhotos(place))]

    assert there == sorted(others)
    assert copier.is_complete and copier.failing == f"1 pictures cannot be read, such as {first}."


async def _all(files: EncryptedPhotos) -> Any:
    last = ""
    while page := await files.page(after=last, limit=2):
        for one in page:
            yield one
        last = page[-1].name


async def test_a_picture_that_returned_is_no_longer_marked_as_gone(tmp_path: Path) -> None:
    source, place = WatchedPhotoFolder(tmp_path / "photos"), BackupFolder(tmp_path / "backups")
    [name] = names_of(1)[:1]
    copier = a_shipping(source, place)
    await source.put(name, b"picture")
    await copier.copy_new()
    await source.delete(name)
    await copier.delete_outdated()
    marked = [path.name for path in (tmp_path / "backups" / "photos").iterdir()]
    await source.put(name, b"picture")
    await copier.delete_outdated()

    assert any(".gone-" in one for one in marked)
    assert [path.name for path in (tmp_path / "backups" / "photos").iterdir()] == [f"{name}.age"]


async def test_other_files_among_the_pictures_are_not_taken_for_pictures(tmp_path: Path) -> None:
    place, [picture, *_] = BackupFolder(tmp_path), names_of(1)
    for name in ("photos/notes.age", f"photos/{picture}.age", "photos/copied-0123456789abcdef"):
        await place.put(name, b"")

    listed = await EncryptedPhotos(place).page(after="", limit=10)
    assert [one.name for one in listed] == [picture]


async def test_a_folder_that_cannot_be_listed_is_not_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("")
    with pytest.raises(Unavailable, match="cannot be listed"):
        await BackupFolder(tmp_path / "backups").page(after="", limit=1)
