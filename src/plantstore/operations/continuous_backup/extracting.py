"""Makes an ordinary backup file from a continuous backup, as the database was at a time."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from plantstore.domain.timestamps import Instant
from plantstore.operations import photo_copies
from plantstore.operations.continuous_backup.page_sets import UNKNOWN, PageSet, decode
from plantstore.operations.continuous_backup.photos import EncryptedPhotos
from plantstore.operations.continuous_backup.places import BackupPlace
from plantstore.operations.continuous_backup.states import Plan
from plantstore.operations.photo_backup import photos_of
from plantstore.operations.photo_copies import CopiedPhotos
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.queries import photo_names
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.files import DatabaseSummary, Report
from plantstore.storage.transaction import Transaction

READ_AT_ONCE_MAX = 8  # files that are read from the place at the same time


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """A backup file that was made. `at` is the time of its last change, or later.

    `complete_until`: everything that was committed until then is in the file. Later changes may not be.
    """

    chain: str
    at: Instant
    complete_until: Instant
    described: DatabaseSummary
    files_read: int
    photos: CopiedPhotos


async def extract(
    place: BackupPlace, chosen: Plan, to: Path, *, keys: Sequence[Any], report: Report, photo_report: Report
) -> Extracted:
    """Write a backup file on stable storage, with its pictures in `photos_of(to)`, and check it.

    Pictures that none of the keys reads count as missing. Raise StorageRefused if a file is missing or damaged.
    """
    partial, kept = to.with_name(to.name + ".partial"), PhotoFolder(photos_of(to))
    with files.new_file(partial) as handle:
        await _apply(place, chosen.names, handle, keys=keys, report=report)
        await asyncio.to_thread(files.detach_wal, partial)
        with files.reading(partial) as connection:
            described = files.describe(connection)
            named = photo_names.read(Transaction(connection, chosen.at))
        photos = await photo_copies.copy_named(EncryptedPhotos(place, keys=keys), kept, named, report=photo_report)
        await photo_copies.remove_others(kept, named)
    files.replace_file(partial, to)
    return Extracted(
        chain=chosen.chain,
        at=chosen.at,
        complete_until=max(chosen.at, await _unchanged_until(place, chosen, keys)),
        described=described,
        files_read=len(chosen.names),
        photos=photos,
    )


async def _unchanged_until(place: BackupPlace, chosen: Plan, keys: Sequence[Any]) -> Instant:
    """Return since when the next segment has changes; 0 if that is not known."""
    if chosen.following is None:
        return UNKNOWN
    return (await _read(place, chosen.following, keys)).since


async def _apply(
    place: BackupPlace, wanted: Sequence[str], handle: int, *, keys: Sequence[Any], report: Report
) -> None:
    remaining, done, database_bytes = iter(wanted), 0, 0
    while batch := list(islice(remaining, READ_AT_ONCE_MAX)):
        for pages in await asyncio.gather(*(_read(place, name, keys) for name in batch)):
            await asyncio.to_thread(_write_pages, handle, pages)
            database_bytes = pages.database_pages * pages.page_bytes or database_bytes
        done += len(batch)
        report(done, len(wanted))
    os.ftruncate(handle, database_bytes)


async def _read(place: BackupPlace, name: str, keys: Sequence[Any]) -> PageSet:
    content = await place.get(name)
    if content is None:
        raise StorageRefused(f"{name} is missing, so this time cannot be restored.")
    return await asyncio.to_thread(decode, name, content, keys)


def _write_pages(handle: int, found: PageSet) -> None:
    for number, content in found.pages.items():
        os.pwrite(handle, content, (number - 1) * found.page_bytes)
