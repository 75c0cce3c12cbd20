"""Writes a continuous backup while the store runs: once a second, the pages that were committed since the last time."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import structlog

from plantstore.core.clock import Clock
from plantstore.core.faults import FaultStreak
from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.operations import backup_times
from plantstore.operations.continuous_backup import names, progress
from plantstore.operations.continuous_backup.page_sets import PAGES_MAX, PageSet, encode
from plantstore.operations.continuous_backup.photos import PhotoShipping
from plantstore.operations.continuous_backup.places import NAMES_MAX, BackupPlace
from plantstore.operations.continuous_backup.progress import Progress
from plantstore.operations.continuous_backup.retention import DAY_S, outdated
from plantstore.storage.sqlite.wal_reader import ChangedPages, WalReader

EVERY_S = 1.0  # pause between two segments
BASE_EVERY_S = DAY_S  # a new base is made after a day …
SEGMENTS_MAX = 20_000  # … or after this many segments: more would make a restore slow
RETRY_S_MAX = 30.0  # longest pause after a failure
LAST_S_MAX = 10.0  # max time for the last segment when the store stops
NOTED_EVERY_S = 3_600.0  # how often the time of a backup is noted, for the alert about old backups
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupStatus:
    """`complete_at`: everything that was committed then is in the backup; None before the first base is complete.

    `failing` is why the last attempt failed; empty if it did not.
    """

    complete_at: Instant | None
    failing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cut:
    """Changed pages that are being written, and when they were taken."""

    changed: ChangedPages
    at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class _Base:
    """A base whose parts are written, and that is complete with the next segment."""

    folder: str
    first: int
    parts: int
    pages: int
    at: Instant
    next: int


class ContinuousBackup:
    """Writes the changes of one database to a place. `recipient` is the public key, and `wait` sleeps (seconds)."""

    def __init__(
        self,
        database: Path,
        reader: WalReader,
        place: BackupPlace,
        *,
        recipient: Any,
        keep_days: int,
        clock: Clock,
        random_bytes: RandomBytes,
        photos: PhotoShipping | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._reader = reader
        self._place = place
        self._recipient = recipient
        self._keep_days = keep_days
        self._clock = clock
        self._random_bytes = random_bytes
        self._photos = photos
        self._wait = wait
        self._progress: Progress | None = None
        self._store = ""  # part of the names of all chains of this store
        self._chain_at = progress.NEVER
        self._unsent: _Cut | None = None
        self._base: _Base | None = None
        self._base_task: asyncio.Task[None] | None = None
        self._photos_task: asyncio.Task[None] | None = None
        self._are_photos_copied = photos is None
        self._task: asyncio.Task[None] | None = None
        self._last_at = progress.NEVER
        self._noted_at = progress.NEVER
        self._complete_at: Instant | None = None
        self._failing = self._base_failing = ""
        self._faults = FaultStreak("the continuous backup has a fault")

    @property
    def status(self) -> BackupStatus:
        return BackupStatus(complete_at=self._complete_at, failing=self._failing or self._base_failing)

    def resume(self) -> None:
        """Continue the chain of the last process if nothing is missing. Call this before the database is opened."""
        known = progress.read(self._database)
        if known is not None:
            self._store = names.store_of(known.chain)
            has_log = bool(known.position.salts) and not self._is_unchanged(known)
            self._reader.start(known.position if has_log else progress.NOWHERE)
            if not self._reader.broken and (has_log or self._is_unchanged(known)):
                self._progress = replace(known, identity=())
                return
        self._reader.start(None)

    def start(self) -> None:
        """Begin to write, on the running event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """End the regular writing. `finish` must follow when the database is closed."""
        for task in (self._task, self._base_task, self._photos_task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)  # it may have failed already, which was reported
        self._task = self._base_task = self._photos_task = None

    async def finish(self) -> None:
        """Write what was committed last, within LAST_S_MAX. The database must be closed."""
        try:
            async with asyncio.timeout(LAST_S_MAX):
                is_current = False
                while self._progress is not None and not self._reader.broken and not is_current:
                    is_retry = self._unsent is not None
                    _, found_all = await self._write_changes()
                    is_current = found_all and not is_retry
                if self._progress is not None and is_current:
                    closed = replace(self._progress, position=progress.NOWHERE, identity=self._reader.identity())
                    progress.write(self._database, closed)
        except (StoreError, OSError, TimeoutError) as error:
            _log.warning("the last changes are not in the continuous backup yet", why=str(error))
        finally:
            await self._place.close()

    def _is_unchanged(self, known: Progress) -> bool:
        """True if the store was stopped cleanly, and nothing has written to its database since."""
        try:
            return list(known.identity) == self._reader.identity()
        except OSError:
            return False

    # The regular writing

    async def _run(self) -> None:
        pause_s = EVERY_S
        while True:
            try:
                is_current = await self._pass()
                if self._failing:
                    _log.info("the continuous backup is written again")
                pause_s, self._failing = EVERY_S if is_current else 0.0, ""
                self._faults.worked()
            except Exception as error:  # whatever it is, the next attempt may succeed
                self._faults.failed(error)
                if not self._failing:
                    _log.error("the continuous backup cannot be written; it is tried again", why=str(error))
                pause_s, self._failing = min(RETRY_S_MAX, max(EVERY_S, 2 * pause_s)), str(error)
            await self._wait(pause_s)

    async def _pass(self) -> bool:
        """Write what was committed. Return False if more is waiting."""
        if self._progress is None or self._reader.broken:
            await self._begin_chain()
        await self._copy_old_photos()
        if self._base_task is not None and self._base_task.done() and self._base is None:
            task, self._base_task = self._base_task, None
            task.result()
        base = self._base if self._unsent is None else None  # what is unsent was taken before the base was whole
        taken_at, is_current = await self._write_changes(is_forced=base is not None)
        if self._progress is None or self._reader.broken:
            return False
        if base is not None and is_current:
            await self._complete(base)
        if self._progress.base_next and is_current and self._are_photos_copied:
            self._complete_at = taken_at
            await asyncio.to_thread(self._note_time, taken_at)
        if self._base_task is None and self._is_base_due(taken_at):
            self._base_task = asyncio.get_running_loop().create_task(self._write_base(self._progress, taken_at))
        return is_current

    async def _copy_old_photos(self) -> None:
        """Copy the pictures that earlier processes put, at the same time as everything else."""
        if self._photos is None or self._are_photos_copied:
            return
        task, self._photos_task = self._photos_task, None
        if task is None:
            self._photos_task = asyncio.get_running_loop().create_task(self._photos.copy_all())
        elif not task.done():
            self._photos_task = task
        else:
            task.result()
            self._are_photos_copied = True

    async def _begin_chain(self) -> None:
        """Begin a chain, with a base of its own."""
        if self._base_task is not None:
            self._base_task.cancel()
            await asyncio.gather(self._base_task, return_exceptions=True)
            self._base_failing = ""
        if self._progress is not None:
            _log.warning("the continuous backup starts again with a copy of the database", why=self._reader.broken)
        self._base = self._base_task = self._unsent = self._complete_at = self._progress = None
        await asyncio.to_thread(self._reader.start, None)
        self._store = self._store or self._random_bytes(4).hex()
        self._chain_at = max(self._clock.now(), after(self._chain_at, seconds=0.001))  # a name is never used again
        self._progress = Progress(chain=names.chain_name(self._chain_at, self._store))

    async def _write_changes(self, *, is_forced: bool = False) -> tuple[Instant, bool]:
        """Write what was committed, and if it is nothing, an empty segment if forced.

        Return when it was taken, and whether that was all.
        """
        if self._unsent is None:
            self._last_at = at = max(self._clock.now(), self._last_at)
            changed = await self._take(at)
            if self._progress is None or self._reader.broken or not (changed.pages or is_forced):
                return at, changed.is_current
            self._unsent = _Cut(changed=changed, at=at)
        cut = self._unsent
        if self._photos is not None:  # those that the commits name were put before
            await self._photos.copy_new()
        assert self._progress is not None
        self._progress = await self._write(cut, self._progress)
        self._unsent = None
        await asyncio.to_thread(progress.write, self._database, self._progress)
        return cut.at, cut.changed.is_current

    async def _take(self, at: Instant) -> ChangedPages:
        """Take what was committed. What a thread has taken is kept even if this is cancelled: the reader forgets it."""
        taking = asyncio.ensure_future(asyncio.to_thread(self._reader.take))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            self._unsent = _Cut(changed=await taking, at=at)
            raise

    async def _write(self, cut: _Cut, known: Progress) -> Progress:
        """Write the segments of a cut, and return the progress after them."""
        changed, number = cut.changed, known.next
        pages = iter(sorted(changed.pages.items()))
        part = dict(islice(pages, PAGES_MAX))
        while True:
            following = dict(islice(pages, PAGES_MAX))
            name = names.segment_name(known.chain, number, cut.at, is_whole=not following)
            await self._put(name, part, 0 if following else changed.database_pages)
            number, part = number + 1, following
            if not following:
                break
        log_first = known.next if changed.begins_log else known.log_first
        return replace(known, next=number, log_first=log_first, position=changed.position)

    async def _put(self, name: str, pages: Mapping[int, bytes], database_pages: int) -> None:
        whole = PageSet(name=name, page_bytes=self._reader.page_bytes, database_pages=database_pages, pages=pages)
        await self._place.put(name, await asyncio.to_thread(encode, whole, self._recipient))

    # Bases

    def _is_base_due(self, at: Instant) -> bool:
        known = self._progress
        assert known is not None
        is_old = at >= after(known.base_at, seconds=BASE_EVERY_S)
        return self._base is None and (is_old or known.next - known.base_next > SEGMENTS_MAX)

    async def _write_base(self, known: Progress, at: Instant) -> None:
        """Copy the database file as it is. With all segments since the beginning of the log, it becomes consistent."""
        folder, first, parts = names.base_folder(known.chain, at), 1, 0
        began_s = self._clock.monotonic()
        while pages := await asyncio.to_thread(self._reader.database_pages, first=first, count=PAGES_MAX):
            first, parts = first + len(pages), parts + 1
            await self._put_patiently(names.part_name(folder, parts), pages)
        self._base = _Base(folder=folder, first=known.log_first, parts=parts, pages=first - 1, at=at, next=known.next)
        took_s = round(self._clock.monotonic() - began_s, 1)
        _log.info("the database was copied for the continuous backup", pages=first - 1, seconds=took_s)

    async def _put_patiently(self, name: str, pages: Mapping[int, bytes]) -> None:
        pause_s = EVERY_S
        while True:
            try:
                await self._put(name, pages, 0)
                self._base_failing = ""
                return
            except (StoreError, OSError) as error:
                if not self._base_failing:
                    _log.error("the database cannot be copied for the continuous backup", why=str(error))
                self._base_failing = str(error)
                await self._wait(pause_s)
                pause_s = min(RETRY_S_MAX, 2 * pause_s)

    async def _complete(self, base: _Base) -> None:
        """Mark a base as complete: the segment that was just written was taken after all of its parts."""
        known = self._progress
        assert known is not None
        name = names.complete_name(base.folder, first=base.first, last=known.next - 1, parts=base.parts)
        await self._put(name, {}, base.pages)
        self._base = self._base_task = None
        self._progress = replace(known, base_at=base.at, base_next=base.next)
        await asyncio.to_thread(progress.write, self._database, self._progress)
        await self._delete_outdated()

    async def _delete_outdated(self) -> None:
        assert self._progress is not None
        listed, now = await self._place.page(after="", limit=NAMES_MAX), self._clock.now()
        select = partial(outdated, now=now, keep_days=self._keep_days, current=self._progress.chain)
        for name in await asyncio.to_thread(lambda: list(select(names.chains_of(one.name for one in listed)))):
            await self._place.delete(name)
        if self._photos is not None:
            await self._photos.delete_outdated()

    def _note_time(self, at: Instant) -> None:
        if at >= self._noted_at + NOTED_EVERY_S * SECOND_US:
            with suppress(OSError):
                backup_times.note_in_file(self._database, at)
                self._noted_at = at
