"""The photos in a backup: a folder next to the backup's file, with every picture that the backed-up database has.

Photos in a bucket are not part of a backup: the bucket keeps them.
"""

from pathlib import Path

from plantstore.domain.plants.photo import PhotoSize, parse_file_name
from plantstore.domain.timestamps import Instant
from plantstore.operations import photo_copies
from plantstore.operations.photo_copies import CopiedPhotos, Report, run_apart
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.photo_files import PhotoFiles, PhotoFolder
from plantstore.storage.queries import photo_names
from plantstore.storage.queries.photo_names import NamedPictures
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.files import DatabaseSummary
from plantstore.storage.transaction import Transaction

SNAPSHOTS_MAX = 3  # a picture that is deleted between snapshot and copy needs another snapshot


def photos_of(file: Path) -> Path:
    """Return the folder of the photos of a backup."""
    return file.with_name(file.name + ".photos")


def no_report(_done: int, _all: int) -> None:
    """Show no progress."""


def back_up(
    database: Path, photos: PhotoFiles, file: Path, *, report: Report, photo_report: Report
) -> tuple[DatabaseSummary, CopiedPhotos]:
    """Write a snapshot of a database into a file, and every picture that it has into `photos_of(file)`.

    All pictures are copied first, then the snapshot is taken, then what was added in between. The former content of the
    folder stays until the new file has its name: so a file with its final name always has its pictures.
    """
    partial, kept = file.with_name(file.name + ".partial"), PhotoFolder(photos_of(file))
    copied = CopiedPhotos()
    try:
        if isinstance(photos, PhotoFolder):
            run_apart(photo_copies.copy_all(photos, kept))
        before = None
        for _ in range(SNAPSHOTS_MAX):
            described = files.copy(database, partial, report=report)
            if not isinstance(photos, PhotoFolder):
                break
            with files.reading(partial) as connection:
                named = photo_names.read(Transaction(connection, Instant(0)))
            copied = run_apart(photo_copies.copy_named(photos, kept, named, report=photo_report))
            if not copied.missing or copied.missing_names == before:
                break
            before = copied.missing_names
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StorageRefused(f"The photos could not be copied to {kept.path}: {error.strerror}.") from error
    files.replace_file(partial, file)
    if isinstance(photos, PhotoFolder):
        run_apart(photo_copies.remove_others(kept, named))
    return described, copied


def restore(database: Path, file: Path, to: PhotoFiles, *, accept_missing: bool, report: Report) -> CopiedPhotos:
    """Copy the photos of a backup to where the restored store keeps them, after checking every one.

    `database` is the restored database. Without a folder of photos next to the backup, they must be there already, as
    in a bucket. Raise StorageRefused if pictures are missing or damaged and `accept_missing` is False.
    """
    folder = photos_of(file)
    source = PhotoFolder(folder) if folder.is_dir() else to
    with files.reading(database) as connection:
        named = photo_names.read(Transaction(connection, Instant(0)))
    return run_apart(_restore(source, to, named, accept_missing, folder, report))


async def _restore(
    source: PhotoFiles, to: PhotoFiles, named: NamedPictures, accept_missing: bool, folder: Path, report: Report
) -> CopiedPhotos:
    try:
        bad = CopiedPhotos()
        for names in named.pages():
            bad.files += len(names)
            for name in names:
                if not is_whole(name, await source.get(name)):
                    bad.miss(name)
        if bad.missing and not accept_missing:
            raise StorageRefused(
                f"{bad.missing} of {bad.files} pictures are missing or damaged in {folder}, such as "
                f"{bad.missing_names[0]}. Put them back, or add --accept-missing-photos."
            )
        copied = await photo_copies.copy_named(source, to, named, report=report)
        copied.missing, copied.missing_names = bad.missing, bad.missing_names
        return copied
    finally:
        await to.close()


def is_whole(name: str, content: bytes | None) -> bool:
    """Return whether a picture ends where its format says: JPEG with a mark, WebP after the length in its head."""
    found = parse_file_name(name)
    if not content or found is None:
        return False
    if found[1] is PhotoSize.FULL:
        return content.startswith(b"\xff\xd8") and content.endswith(b"\xff\xd9")
    return content.startswith(b"RIFF") and int.from_bytes(content[4:8], "little") + 8 == len(content)
