"""Copies a whole database to a place while it is used: the base of a chain."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from plantstore.core.clock import Clock
from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import Instant
from plantstore.operations.continuous_backup import names
from plantstore.operations.continuous_backup.page_sets import PAGES_MAX, UNKNOWN, PageSet, encode
from plantstore.operations.continuous_backup.places import BackupPlace
from plantstore.operations.continuous_backup.progress import Progress
from plantstore.storage.sqlite.wal_reader import WalReader

FIRST_PAUSE_S = 1.0  # pause after the first failure
RETRY_S_MAX = 30.0  # longest pause after a failure
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedBase:
    """A base whose parts are written, and that is complete with the next segment."""

    folder: str
    first: int
    parts: int
    pages: int
    at: Instant
    next: int


class PageWriter:
    """Writes pages of one database to a place, for one public key."""

    def __init__(self, reader: WalReader, place: BackupPlace, recipient: Any) -> None:
        self._reader = reader
        self._place = place
        self._recipient = recipient

    async def put(
        self, name: str, pages: Mapping[int, bytes], *, database_pages: int = 0, since: Instant = UNKNOWN
    ) -> None:
        """Write a file with some pages."""
        whole = PageSet(
            name=name,
            page_bytes=self._reader.page_bytes,
            database_pages=database_pages,
            pages=pages,
            since=since,
        )
        await self._place.put(name, await asyncio.to_thread(encode, whole, self._recipient))


class BaseCopier:
    """Copies the file of a database. `failing` is why the last attempt failed; empty if it did not."""

    def __init__(
        self, reader: WalReader, writer: PageWriter, clock: Clock, *, wait: Callable[[float], Awaitable[None]]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._clock = clock
        self._wait = wait
        self.failing = ""

    async def copy(self, known: Progress, at: Instant) -> CopiedBase:
        """Copy the database file as it is. With all segments since the beginning of the log, it becomes consistent."""
        folder, first, parts = names.base_folder(known.chain, at), 1, 0
        began_s = self._clock.monotonic()
        while pages := await asyncio.to_thread(self._reader.database_pages, first=first, count=PAGES_MAX):
            first, parts = first + len(pages), parts + 1
            await self._put_patiently(names.part_name(folder, parts), pages)
        took_s = round(self._clock.monotonic() - began_s, 1)
        _log.info("the database was copied for the continuous backup", pages=first - 1, seconds=took_s)
        pages_copied = first - 1
        return CopiedBase(folder=folder, first=known.log_first, parts=parts, pages=pages_copied, at=at, next=known.next)

    async def _put_patiently(self, name: str, pages: Mapping[int, bytes]) -> None:
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                await self._writer.put(name, pages)
                self.failing = ""
                return
            except (StoreError, OSError) as error:
                if not self.failing:
                    _log.error("the database cannot be copied for the continuous backup", why=str(error))
                self.failing = str(error)
                await self._wait(pause_s)
                pause_s = min(RETRY_S_MAX, 2 * pause_s)
