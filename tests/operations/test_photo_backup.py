"""Photos in backups and copies: every picture that a database has is there, or its absence is reported."""

import asyncio
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.clock import SystemClock
from plantstore.core.settings import Settings
from plantstore.domain.plants.photo import KEY_BYTES, PhotoSize, file_name, photo_key
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.operations import backup, photo_backup
from plantstore.operations.backup import store_files
from plantstore.operations.copy.photos import photo_move
from plantstore.operations.photo_backup import no_report, photos_of
from plantstore.operations.photo_copies import run_apart
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.queries import photo_names
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.engine import Connection
from plantstore.storage.transaction import Transaction
from tests.opened import opened
from tests.sending.bucket_server import BUCKET, REGION, serving
from tests.still_clock import StillClock

WEBP = b"RIFF\x08\x00\x00\x00WEBPVP8 "
SIZES = (PhotoSize.MEDIUM, PhotoSize.SMALL)


def key_of(number: int) -> str:
    return photo_key(number.to_bytes(KEY_BYTES, "big"))


def names_of(*numbers: int) -> list[str]:
    return [file_name(key_of(number), size) for number in numbers for size in SIZES]  # type: ignore[arg-type]


def add_thumbnails(folder: Path, *numbers: int, files_too: bool = True) -> None:
    rows = [(str(one), f"https://img.example/{one}", "img.example", key_of(one), "kept", 0) for one in numbers]
    with closing(Connection(folder / "plantstore.db", writes=True)) as connection:
        connection.begin_write()
        columns = ("id", "url", "host", "key", "state", "failures")
        Transaction(connection, Instant(0)).insert("linked_images", columns, rows)
        connection.commit()
    if files_too:
        put(folder, *names_of(*numbers))


def put(folder: Path, *names: str) -> None:
    photos = PhotoFolder(folder / "photos")

    async def put_all() -> None:
        for name in names:
            await photos.put(name, WEBP)

    run_apart(put_all())


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.fixture
async def store(tmp_path: Path, clock: StillClock) -> Path:
    """A store that does not run, with the thumbnails of two images."""
    folder = tmp_path / "store"
    folder.mkdir()
    async with opened(folder, clock):
        pass
    add_thumbnails(folder, 1, 2)
    return folder


def save(folder: Path, file: Path, *, force: bool = False) -> backup.CompletedBackup:
    return backup.back_up(store_files(Settings(data=folder)), file, force=force, report=no_report)


def bring_back(folder: Path, file: Path, *, accept_missing: bool = False) -> Any:
    """Restore what a backup has of photos."""
    to = PhotoFolder(folder / "photos")
    return photo_backup.restore(file, file, to, accept_missing=accept_missing, report=no_report)


async def test_a_backup_has_every_picture_of_its_database_and_no_other(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    put(store, *names_of(9))  # of an upload that is not committed

    saved = save(store, file)

    assert (saved.photos.files, saved.photos.missing, saved.photos.size_bytes) == (4, 0, 4 * len(WEBP))
    assert names_in(photos_of(file)) == names_of(1, 2)
    [linked] = photos_of(file).rglob(names_of(1)[0])
    assert linked.stat().st_nlink == 2 and linked.stat().st_mode & 0o777 == 0o600
    with closing(Connection(store / "plantstore.db", writes=True)) as connection:
        connection.script("DELETE FROM linked_images WHERE id = '1'")
    add_thumbnails(store, 3)
    assert save(store, file, force=True).photos.files == 4
    assert names_in(photos_of(file)) == names_of(2, 3)


async def test_pictures_are_copied_where_they_cannot_be_linked(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    save(store, tmp_path / "backup.db")

    copies = list(photos_of(tmp_path / "backup.db").rglob("*-*"))
    assert [(copy.read_bytes(), copy.stat().st_nlink) for copy in copies] == [(WEBP, 1)] * 4


async def test_what_is_added_or_deleted_during_a_backup_does_not_break_it(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that is deleted after the snapshot was copied before; one that was also added since needs another."""
    taken: list[str] = []
    added, deleted, plain = [3], [1], files.copy

    def copy(*args: Any, **more: Any) -> Any:
        add_thumbnails(store, *added)
        described = plain(*args, **more)
        for number in deleted:
            with closing(Connection(store / "plantstore.db", writes=True)) as connection:
                connection.script(f"DELETE FROM linked_images WHERE id = '{number}'")
            for name in names_of(number):
                PhotoFolder(store / "photos").file(name).unlink()
        taken.append("snapshot")
        del added[:], deleted[:]
        return described

    monkeypatch.setattr(files, "copy", copy)
    assert save(store, tmp_path / "one.db").photos.missing == 0
    assert (names_in(photos_of(tmp_path / "one.db")), len(taken)) == (names_of(1, 2, 3), 1)

    added[:], deleted[:] = [4], [4]
    assert save(store, tmp_path / "two.db").photos.missing == 0
    assert (names_in(photos_of(tmp_path / "two.db")), len(taken)) == (names_of(2, 3), 3)


async def test_pictures_that_the_store_itself_lacks_are_reported(store: Path, tmp_path: Path) -> None:
    add_thumbnails(store, 3, files_too=False)

    saved = save(store, tmp_path / "backup.db")

    assert (saved.photos.missing, saved.photos.missing_names) == (2, tuple(names_of(3)))


async def test_a_restore_checks_every_picture(store: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "backup.db", tmp_path / "new"
    save(store, file)

    assert (bring_back(new, file).files, names_in(new / "photos")) == (4, names_of(1, 2))
    [cut] = photos_of(file).rglob(names_of(2)[0])
    cut.unlink()
    cut.write_bytes(WEBP[:-1])
    with pytest.raises(StorageRefused, match=f"1 of 4 pictures are missing or damaged in .*, such as {cut.name}"):
        bring_back(tmp_path / "other", file)
    assert not (tmp_path / "other").exists()
    assert bring_back(tmp_path / "other", file, accept_missing=True).missing == 1


async def test_a_check_finds_missing_and_unknown_pictures(store: Path) -> None:
    home = store_files(Settings(data=store, key=Secret("AAAA")))
    put(store, *names_of(9))
    old = PhotoFolder(store / "photos").file(names_of(9)[0])
    os.utime(old, (1, 1))
    PhotoFolder(store / "photos").file(names_of(1)[0]).unlink()

    found = backup._check_photos(home.open_photos(), Connection(store / "plantstore.db", writes=False), SystemClock())

    assert (found.files, found.missing, found.missing_names, found.orphaned) == (4, 1, (names_of(1)[0],), 1)


async def test_pictures_move_to_a_bucket_and_back(store: Path, tmp_path: Path) -> None:
    with serving() as server:
        key_id, secret = server.make_key("shop")
        given: dict[str, Any] = {"photos_key_id": key_id, "photos_secret": Secret(secret), "photos_region": REGION}
        given["photos_bucket"] = f"{server.url}/{BUCKET}/a"
        here, there = Settings(data=store, **given), Settings(data=tmp_path / "new", **given)
        choose: Callable[..., Any] = lambda source, to: photo_move(here, there, source_place=source, target_place=to)  # noqa: E731

        def run(source: str | None, to: str | None) -> tuple[int, int]:
            with closing(Connection(store / "plantstore.db", writes=False)) as connection:
                copied = run_apart(
                    choose(source, to).run(photo_names.read(Transaction(connection, Instant(0))), no_report)
                )
            return copied.copied, copied.files

        assert run(None, None) == (4, 4)
        assert run(None, None) == (0, 4)
        assert run("bucket", "folder") == (4, 4)
        assert names_in(tmp_path / "new" / "photos") == names_of(1, 2)
        assert choose("bucket", "bucket") is None
        with pytest.raises(StorageRefused, match="PLANTSTORE_PHOTOS_BUCKET"):
            photo_move(Settings(data=store), there, source_place="bucket", target_place=None)
        await asyncio.sleep(0)
