"""The folder in which photos are kept."""

import errno
import os
from pathlib import Path

import pytest

from plantstore.domain.errors import StoreFull
from plantstore.domain.plants.photo import KEY_BYTES, PhotoSize, file_name, photo_key
from plantstore.storage.photo_files import PhotoFiles, PhotoFolder


def names_of(*firsts: int) -> list[str]:
    keys = [photo_key(bytes([first]) + bytes(KEY_BYTES - 1)) for first in firsts]
    return [file_name(key, size) for key in keys for size in PhotoSize]


async def test_a_file_is_kept_until_it_is_deleted(tmp_path: Path) -> None:
    files: PhotoFiles = PhotoFolder(tmp_path / "photos")
    [name, other, _] = names_of(1)

    await files.put(name, b"one")
    await files.put(name, b"one")
    assert await files.get(name) == b"one"
    assert await files.get(other) is None

    await files.delete(name)
    await files.delete(name)
    assert await files.get(name) is None
    await files.close()


async def test_only_the_owner_can_read_photos(tmp_path: Path) -> None:
    files, [name, *_] = PhotoFolder(tmp_path / "photos"), names_of(255)

    await files.put(name, b"one")

    assert files.file(name).relative_to(tmp_path) == Path("photos") / "zw" / name
    assert files.file(name).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "photos").stat().st_mode & 0o777 == 0o700


async def test_pages_list_every_file_once_in_the_order_of_names(tmp_path: Path) -> None:
    files, names = PhotoFolder(tmp_path), sorted(names_of(1, 2, 9, 200))
    assert await files.page(after="", limit=5) == []
    for name in names:
        await files.put(name, b"12")
    files.file(names[0]).with_name("lost+found").touch()
    files.file(names[-1]).with_name(names[-1] + ".unfinished").touch()

    listed: list[str] = []
    while page := await files.page(after=listed[-1] if listed else "", limit=5):
        assert len(page) <= 5
        listed += [one.name for one in page]

    assert listed == [*names, names[-1] + ".unfinished"]
    [first] = await files.page(after="", limit=1)
    assert first.size_bytes == 2
    assert abs(first.changed_at / 1e6 - files.file(names[0]).stat().st_mtime) < 0.001
    await files.delete(listed[-1])
    assert len(await files.page(after="", limit=50)) == len(names)


async def test_a_full_disk_is_reported_and_leaves_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, [name, *_] = PhotoFolder(tmp_path), names_of(1)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreFull):
        await files.put(name, b"one")

    assert await files.get(name) is None
