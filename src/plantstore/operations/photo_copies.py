"""Copy the pictures of a store from one place to another, and compare them with its database.

Between two folders a picture is linked where the file system permits it: both names then share the same content, which
never changes. Copying again skips what is already there, so an interrupted copy continues.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from plantstore.core.clock import Clock
from plantstore.domain.plants.photo import parse_file_name
from plantstore.domain.timestamps import after
from plantstore.storage.engine import durable_files
from plantstore.storage.photo_files import PhotoFile, PhotoFiles, PhotoFolder
from plantstore.storage.queries.photo_names import NamedPictures

COPIES_AT_ONCE_MAX = 8
LISTED_PER_PAGE = 1_000
ORPHAN_S_MIN = 3_600.0  # a file without a row may belong to an upload that has not been committed yet
NAMED_MAX = 5  # missing pictures that a message names
Report = Callable[[int, int], None]
Result = TypeVar("Result")


@dataclass(slots=True, kw_only=True)
class CopiedPhotos:
    """How many pictures the database has, how many of them were copied now, and which are missing at their source."""

    files: int = 0
    copied: int = 0
    size_bytes: int = 0
    missing: int = 0
    missing_names: tuple[str, ...] = ()

    def miss(self, name: str) -> None:
        self.missing += 1
        if len(self.missing_names) < NAMED_MAX:
            self.missing_names += (name,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoCheck:
    """Pictures that the database has, how many of them are missing, and files that it does not know."""

    files: int
    missing: int
    orphaned: int
    missing_names: tuple[str, ...]


def run_apart(job: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in a thread of its own, because the caller may be on an event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, job).result()


async def copy_named(source: PhotoFiles, to: PhotoFiles, named: NamedPictures, *, report: Report) -> CopiedPhotos:
    """Copy the pictures that a database has, except those that are already there."""
    copied = CopiedPhotos()
    total = named.count
    for names in named.pages():
        there = {one.name: one.size_bytes for one in await _listed(to, names)}
        wanted = [name for name in names if name not in there]
        for start in range(0, len(wanted), COPIES_AT_ONCE_MAX):
            some = wanted[start : start + COPIES_AT_ONCE_MAX]
            sizes = await asyncio.gather(*(_copy(source, to, name) for name in some))
            for name, size_bytes in zip(some, sizes, strict=True):
                if size_bytes is None:
                    copied.miss(name)
                else:
                    copied.copied, copied.size_bytes = copied.copied + 1, copied.size_bytes + size_bytes
        copied.files += len(names)
        copied.size_bytes += sum(size_bytes for name, size_bytes in there.items() if name in set(names))
        report(copied.files, total)
    return copied


async def missing_in(source: PhotoFiles, to: PhotoFiles) -> AsyncIterator[str]:
    """Yield the names of the finished pictures in one place that another does not have."""
    async for page in _pages(source):
        names = [one.name for one in page if parse_file_name(one.name) is not None]
        there = {one.name for one in await _listed(to, names)}
        for name in names:
            if name not in there:
                yield name


async def copy_all(source: PhotoFiles, to: PhotoFiles) -> None:
    """Copy every finished picture in a place, except those that are already there."""
    async for name in missing_in(source, to):
        await _copy(source, to, name)


async def remove_others(files: PhotoFiles, named: NamedPictures) -> None:
    """Delete the pictures in a place that a database does not have."""
    async for page in _pages(files):
        unknown = _unknown(named, page)
        for one in page:
            if one.name in unknown:
                await files.delete(one.name)


async def check_named(files: PhotoFiles, named: NamedPictures, *, clock: Clock) -> PhotoCheck:
    """Compare a place with a database. Files without a row count as orphaned when they are ORPHAN_S_MIN old."""
    found, orphaned = CopiedPhotos(), 0
    for names in named.pages():
        there = {one.name for one in await _listed(files, names) if one.size_bytes}
        found.files += len(names)
        for name in names:
            if name not in there:
                found.miss(name)
    before = after(clock.now(), seconds=-ORPHAN_S_MIN)
    async for page in _pages(files):
        unknown = _unknown(named, page)
        orphaned += sum(one.name in unknown and one.changed_at < before for one in page)
    return PhotoCheck(files=found.files, missing=found.missing, orphaned=orphaned, missing_names=found.missing_names)


async def _copy(source: PhotoFiles, to: PhotoFiles, name: str) -> int | None:
    """Copy one picture; return its size in bytes, or None if it is missing."""
    if isinstance(source, PhotoFolder) and isinstance(to, PhotoFolder):
        return await asyncio.to_thread(_link, source.file(name), to.file(name), to.path)
    content = await source.get(name)
    if content is not None:
        await to.put(name, content)
    return None if content is None else len(content)


def _link(source: Path, to: Path, root: Path) -> int | None:
    durable_files.make_private(root)
    durable_files.make_private(to.parent)
    partial = to.with_name(to.name + ".unfinished")
    partial.unlink(missing_ok=True)
    try:
        size_bytes = source.stat().st_size
        try:
            os.link(source, partial)
        except FileNotFoundError:
            raise
        except OSError:  # another file system, or one without links
            _copy_file(source, partial)
    except FileNotFoundError:
        return None
    partial.replace(to)
    durable_files.sync(to.parent)
    return size_bytes


def _copy_file(source: Path, to: Path) -> None:
    with source.open("rb") as given, os.fdopen(durable_files.create_private(to), "wb") as stream:
        shutil.copyfileobj(given, stream)
        stream.flush()
        os.fsync(stream.fileno())


async def _pages(files: PhotoFiles) -> AsyncIterator[list[PhotoFile]]:
    after_name = ""
    while page := await files.page(after=after_name, limit=LISTED_PER_PAGE):
        yield page
        after_name = page[-1].name


async def _listed(files: PhotoFiles, names: Iterable[str]) -> list[PhotoFile]:
    """Return what a place has between the first and the last of some names."""
    ordered = sorted(names)
    found: list[PhotoFile] = []
    after_name = ordered[0][:-1] if ordered else ""
    while ordered and (page := await files.page(after=after_name, limit=LISTED_PER_PAGE)):
        found += [one for one in page if one.name <= ordered[-1]]
        after_name = page[-1].name
        if after_name >= ordered[-1]:
            break
    return found


def _unknown(named: NamedPictures, page: list[PhotoFile]) -> set[str]:
    """Return the names in a page whose keys no row has; unfinished files are among them."""
    parsed = {one.name: parse_file_name(one.name) for one in page}
    keys = named.unknown([key for key, _ in filter(None, parsed.values())])
    return {name for name, found in parsed.items() if found is None or found[0] in keys}
