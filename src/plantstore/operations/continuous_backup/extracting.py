"""Makes an ordinary backup file from a continuous backup, as the database was at a time."""

import asyncio
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from plantstore.domain.timestamps import Instant, to_text
from plantstore.operations import photo_copies
from plantstore.operations.continuous_backup import names
from plantstore.operations.continuous_backup.names import Base, Chain, Segment
from plantstore.operations.continuous_backup.page_sets import PageSet, decode
from plantstore.operations.continuous_backup.photos import EncryptedPhotos
from plantstore.operations.continuous_backup.places import NAMES_MAX, BackupPlace
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
class Span:
    """Times that can be restored: every segment between the first and the last, without a gap."""

    chain: str
    first: Instant
    last: Instant
    segments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The files that make up the database at `at`, in the order in which they are applied."""

    chain: str
    at: Instant
    names: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """A backup file that was made. `at` is the time of its last change, or later."""

    chain: str
    at: Instant
    described: DatabaseSummary
    files_read: int
    photos: CopiedPhotos


async def list_chains(place: BackupPlace) -> list[Chain]:
    """Return the chains at a place, the oldest first."""
    listed = await place.page(after="", limit=NAMES_MAX)
    return names.chains_of(one.name for one in listed)


def spans(chains: Iterable[Chain]) -> list[Span]:
    """Return the times that can be restored, the oldest first."""
    return [
        Span(chain=chain.name, first=usable[0].at, last=usable[-1].at, segments=len(usable))
        for chain in chains
        if (usable := _restorable(chain))
    ]


def plan(chains: Sequence[Chain], *, at: Instant | None, only: str | None = None) -> Plan:
    """Choose the files for the newest state that is not later than `at`, or for the newest of all, of the chain `only`.

    Raise StorageRefused if there is none, or if files are missing.
    """
    chains = [chain for chain in chains if only in (None, chain.name)]
    found = [
        (segment.at, number, segment, chain)
        for number, chain in enumerate(chains)
        for segment in _restorable(chain)
        if at is None or segment.at <= at
    ]
    if not found:
        raise StorageRefused(_why_none(chains, at))
    _, _, target, chain = max(found, key=lambda one: (one[1], one[2].number))
    base = max(base for base in chain.bases if base.last <= target.number)
    wanted = [one for one in chain.segments if base.first <= one.number <= target.number]
    _refuse_gaps(chain, base, [one.number for one in wanted], target.number)
    folder = base.name.rpartition("/")[0]
    parts = [names.part_name(folder, part + 1) for part in range(base.parts)]
    return Plan(chain=chain.name, at=target.at, names=[*parts, base.name, *(one.name for one in wanted)])


async def extract(
    place: BackupPlace, chosen: Plan, to: Path, *, key: Any, report: Report, photo_report: Report
) -> Extracted:
    """Write a backup file on stable storage, with its pictures in `photos_of(to)`, and check it.

    Raise StorageRefused if a file is missing or damaged.
    """
    partial, kept = to.with_name(to.name + ".partial"), PhotoFolder(photos_of(to))
    with files.new_file(partial) as handle:
        await _apply(place, chosen.names, handle, key=key, report=report)
        await asyncio.to_thread(files.detach_wal, partial)
        with files.reading(partial) as connection:
            described = files.describe(connection)
            named = photo_names.read(Transaction(connection, chosen.at))
        photos = await photo_copies.copy_named(EncryptedPhotos(place, key=key), kept, named, report=photo_report)
        await photo_copies.remove_others(kept, named)
    files.replace_file(partial, to)
    read = len(chosen.names)
    return Extracted(chain=chosen.chain, at=chosen.at, described=described, files_read=read, photos=photos)


async def _apply(place: BackupPlace, wanted: Sequence[str], handle: int, *, key: Any, report: Report) -> None:
    remaining, done, database_bytes = iter(wanted), 0, 0
    while batch := list(islice(remaining, READ_AT_ONCE_MAX)):
        for pages in await asyncio.gather(*(_read(place, name, key) for name in batch)):
            await asyncio.to_thread(_write_pages, handle, pages)
            database_bytes = pages.database_pages * pages.page_bytes or database_bytes
        done += len(batch)
        report(done, len(wanted))
    os.ftruncate(handle, database_bytes)


async def _read(place: BackupPlace, name: str, key: Any) -> PageSet:
    content = await place.get(name)
    if content is None:
        raise StorageRefused(f"{name} is missing, so this time cannot be restored.")
    return await asyncio.to_thread(decode, name, content, key)


def _write_pages(handle: int, found: PageSet) -> None:
    for number, content in found.pages.items():
        os.pwrite(handle, content, (number - 1) * found.page_bytes)


def _restorable(chain: Chain) -> list[Segment]:
    """Return the segments that end a state that can be made: those after the first complete base."""
    first = min((base.last for base in chain.bases), default=None)
    return [one for one in chain.segments if one.is_whole and first is not None and one.number >= first]


def _why_none(chains: Sequence[Chain], at: Instant | None) -> str:
    found = spans(chains)
    if not found:
        return "There is no complete continuous backup here: its first copy of the database is not finished."
    assert at is not None, "without a time, the newest is chosen"
    return f"Nothing is that old: the first time that can be restored is {to_text(found[0].first)}."


def _refuse_gaps(chain: Chain, base: Base, numbers: Sequence[int], target: int) -> None:
    missing = sorted(set(range(base.first, target + 1)) - set(numbers))
    if missing:
        raise StorageRefused(f"Segment {missing[0]:010d} of {chain.name} is missing, so this time cannot be restored.")
