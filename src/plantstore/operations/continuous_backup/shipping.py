"""Writes a continuous backup while the store runs: once a second, the pages that were committed since the last time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import structlog

from plantstore.core.clock import Clock
from plantstore.core.faults import FaultStreak
from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import StoreError, Unavailable
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.operations import backup_times
from plantstore.operations.continuous_backup import names, progress
from plantstore.operations.continuous_backup.bases import RETRY_S_MAX, BaseCopier, CopiedBase, PageWriter
from plantstore.operations.continuous_backup.page_sets import PAGES_MAX
from plantstore.operations.continuous_backup.photos import PhotoShipping
from plantstore.operations.continuous_backup.places import BackupPlace, chain_names, delete_all, list_chains
from plantstore.operations.continuous_backup.progress import Progress
from plantstore.operations.continuous_backup.retention import DAY_S, outdated
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.operations.continuous_backup.verifying import why_not_continued
from plantstore.storage.sqlite.wal_reader import NOT_OURS, ChangedPages, WalReader

EVERY_S = 1.0  # pause between two segments
BASE_EVERY_S = DAY_S  # a new base is made after a day …
SEGMENTS_MAX = 20_000  # … or after this many segments: more would make a restore slow
LAST_S_MAX = 10.0  # max time for the last segment when the store stops
CHECK_EVERY_S = 3_600.0  # how often the place is compared with what was written
NOTED_EVERY_S = 3_600.0  # how often the time of a backup is noted, for the alert about old backups
OTHER_DESTINATION = "it was written to another place, for another key, or by an older version"
_MILLISECOND_US = 1_000
_log = structlog.get_logger("plantstore")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """Where a continuous backup is written, and for which public key.

    `digest` is one of the two together: a chain is continued at the same place and for the same key only. `mounted_at`
    is where the disk of a folder is mounted.
    """

    place: BackupPlace
    recipient: Any
    digest: str
    mounted_at: str = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cut:
    """Changed pages that are being written; all of them were committed after `since` and until `at`."""

    changed: ChangedPages
    since: Instant
    at: Instant


class ContinuousBackup:
    """Writes the changes of one database to a place. `wait` sleeps (seconds)."""

    def __init__(
        self,
        database: Path,
        reader: WalReader,
        to: Destination,
        *,
        keep_days: int,
        clock: Clock,
        random_bytes: RandomBytes,
        photos: PhotoShipping | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._reader = reader
        self._to = to
        self._place = to.place
        self._keep_days = keep_days
        self._clock = clock
        self._random_bytes = random_bytes
        self._photos = photos
        self._wait = wait
        self._writer = PageWriter(reader, to.place, to.recipient)
        self._copier = BaseCopier(reader, self._writer, clock, wait=wait)
        self._progress: Progress | None = None
        self._store = ""  # part of the names of all chains of this store
        self._chain_at = progress.NEVER
        self._check_at_s = 0.0  # when, on the monotonic clock, the place is to be compared
        self._current_at = progress.NEVER
        self._unsent: _Cut | None = None
        self._base_task: asyncio.Task[CopiedBase] | None = None
        self._is_retention_due = False
        self._retention_task: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._noted_at = progress.NEVER
        self._started_at = clock.now()
        self._complete_at: Instant | None = None
        self._failing = ""
        self._failing_since: Instant | None = None
        self._faults = FaultStreak("the continuous backup has a fault")

    @property
    def status(self) -> BackupStatus:
        return BackupStatus(
            complete_at=self._complete_at,
            started_at=self._started_at,
            failing=self._why_failing(),
            failing_since=self._failing_since,
        )

    def resume(self) -> None:
        """Continue the chain of the last process if nothing is missing. Call this before the database is opened."""
        known = progress.read(self._database)
        if known is None:
            self._reader.start(None)
            return
        self._store, self._chain_at = names.store_of(known.chain), names.time_of(known.chain)
        why = "" if known.destination == self._to.digest else OTHER_DESTINATION
        if not why:
            has_log = bool(known.position.salts) and not self._is_unchanged(known)
            self._reader.start(known.position if has_log else progress.NOWHERE)
            why = self._reader.broken or ("" if has_log or self._is_unchanged(known) else NOT_OURS)
        if not why:
            self._progress = replace(known, identity=(), mounted_at=self._to.mounted_at)
            self._current_at = known.current_at
            return
        _log.warning("the continuous backup starts again with a copy of the database", why=why)
        self._reader.start(None)

    def start(self) -> None:
        """Begin to write, on the running event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run())
        if self._photos is not None:
            self._photos.start()

    async def stop(self) -> None:
        """End the regular writing. `finish` must follow when the database is closed."""
        for task in (self._task, self._base_task, self._retention_task):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)  # it may have failed already, which was reported
        self._task = self._base_task = self._retention_task = None
        if self._photos is not None:
            await self._photos.stop()

    async def finish(self) -> None:
        """Write what was committed last, within LAST_S_MAX. The database must be closed."""
        try:
            async with asyncio.timeout(LAST_S_MAX):
                is_current = False
                if self._progress is not None and not self._check_at_s:
                    await self._check_place()
                while self._progress is not None and not self._reader.broken and not is_current:
                    is_retry = self._unsent is not None
                    _, found_all = await self._write_changes()
                    is_current = found_all and not is_retry
                if self._progress is not None and is_current:
                    closed = replace(self._progress, position=progress.NOWHERE, identity=self._reader.identity())
                    progress.write(self._database, closed)
                if self._photos is not None:
                    await self._photos.copy_new()
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

    def _why_failing(self) -> str:
        return self._failing or self._copier.failing or ("" if self._photos is None else self._photos.failing)

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
            if not self._why_failing():
                self._failing_since = None
            elif self._failing_since is None:
                self._failing_since = self._clock.now()
            await self._wait(pause_s)

    async def _pass(self) -> bool:
        """Write what was committed. Return False if more is waiting."""
        if self._progress is not None and self._clock.monotonic() >= self._check_at_s:
            await self._check_place()
            self._begin_retention()
        if self._progress is None or self._reader.broken:
            await self._begin_chain()
        base = self._copied_base() if self._unsent is None else None  # what is unsent was taken before it was whole
        taken_at, is_current = await self._write_changes(is_forced=base is not None or bool(self._failing))
        if self._progress is None or self._reader.broken:
            raise Unavailable(f"A new copy of the database is needed, because {self._reader.broken}.")
        if base is not None and is_current:
            await self._complete(base)
        if self._progress.base_next and is_current and (self._photos is None or self._photos.is_complete):
            self._complete_at = taken_at
            await asyncio.to_thread(self._note_time, taken_at)
        now = self._clock.now()
        if self._base_task is None and self._is_base_due(now):
            copying = self._copier.copy(self._progress, now)
            self._base_task = asyncio.get_running_loop().create_task(copying)
        return is_current

    async def _check_place(self) -> None:
        """Compare the place with the progress, and give up the chain if it cannot be continued."""
        assert self._progress is not None
        if self._unsent is None and (why := await why_not_continued(self._place, self._progress)):
            _log.warning("the continuous backup starts again with a copy of the database", why=why)
            self._progress = None
        self._check_at_s = self._clock.monotonic() + CHECK_EVERY_S

    async def _begin_chain(self) -> None:
        """Begin a chain, with a base of its own. Its name is later than that of every chain of this store."""
        if self._base_task is not None:
            self._base_task.cancel()
            await asyncio.gather(self._base_task, return_exceptions=True)
        if self._progress is not None:
            _log.warning("the continuous backup starts again with a copy of the database", why=self._reader.broken)
        self._base_task = self._unsent = self._complete_at = self._progress = None
        self._copier.failing = ""
        self._store = self._store or self._random_bytes(4).hex()
        async for chain in chain_names(self._place):
            if names.store_of(chain) == self._store:
                self._chain_at = max(self._chain_at, names.time_of(chain))
        await asyncio.to_thread(self._reader.start, None)
        self._chain_at = max(self._clock.now(), after(self._chain_at, seconds=0.001))
        chain = names.chain_name(self._chain_at, self._store)
        self._progress = Progress(chain=chain, destination=self._to.digest, mounted_at=self._to.mounted_at)
        self._current_at = progress.NEVER
        self._check_at_s = self._clock.monotonic() + CHECK_EVERY_S

    async def _write_changes(self, *, is_forced: bool = False) -> tuple[Instant, bool]:
        """Write what was committed, and if it is nothing, an empty segment if forced.

        Return a time until which everything was taken, and whether that was all.
        """
        taken_at = self._current_at
        if self._unsent is None:
            began_at, since = self._clock.now(), self._current_at
            changed = await self._take(since)
            taken_at = self._current_at = began_at if changed.is_current else since
            if self._progress is None or self._reader.broken or not (changed.pages or is_forced):
                return taken_at, changed.is_current
            self._unsent = _Cut(changed=changed, since=since, at=self._ended_at())
        cut = self._unsent
        assert self._progress is not None
        self._progress = await self._write(cut, self._progress)
        self._unsent = None
        await asyncio.to_thread(progress.write, self._database, self._progress)
        return taken_at, cut.changed.is_current

    async def _take(self, since: Instant) -> ChangedPages:
        """Take what was committed. What a thread has taken is kept even if this is cancelled: the reader forgets it."""
        taking = asyncio.ensure_future(asyncio.to_thread(self._reader.take))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            self._unsent = _Cut(changed=await taking, since=since, at=self._ended_at())
            raise

    def _ended_at(self) -> Instant:
        """Return a time that is not before the last commit that was taken, with the precision of names."""
        return Instant(-(-self._clock.now() // _MILLISECOND_US) * _MILLISECOND_US)

    async def _write(self, cut: _Cut, known: Progress) -> Progress:
        """Write the segments of a cut, and return the progress after them."""
        changed, number = cut.changed, known.next
        pages = iter(sorted(changed.pages.items()))
        part = dict(islice(pages, PAGES_MAX))
        while True:
            following = dict(islice(pages, PAGES_MAX))
            name = names.segment_name(known.chain, number, cut.at, is_whole=not following)
            size = 0 if following else changed.database_pages
            await self._writer.put(name, part, database_pages=size, since=cut.since)
            number, part = number + 1, following
            if not following:
                break
        log_first = known.next if changed.begins_log else known.log_first
        position, current_at = changed.position, self._current_at
        return replace(known, next=number, log_first=log_first, position=position, current_at=current_at)

    # Bases

    def _is_base_due(self, at: Instant) -> bool:
        known = self._progress
        assert known is not None
        is_due = not known.base_at <= at < after(known.base_at, seconds=BASE_EVERY_S)  # also if the clock was set back
        return is_due or known.next - known.base_next > SEGMENTS_MAX

    def _copied_base(self) -> CopiedBase | None:
        """Return the base whose parts are all written."""
        task = self._base_task
        if task is None or not task.done():
            return None
        if task.exception() is not None:
            self._base_task = None
        return task.result()

    async def _complete(self, base: CopiedBase) -> None:
        """Mark a base as complete: the segment that was just written was taken after all of its parts."""
        known = self._progress
        assert known is not None
        name = names.complete_name(base.folder, first=base.first, last=known.next - 1, parts=base.parts)
        await self._writer.put(name, {}, database_pages=base.pages)
        self._base_task = None
        self._progress = replace(known, base_at=base.at, base_next=base.next)
        await asyncio.to_thread(progress.write, self._database, self._progress)
        self._is_retention_due, self._check_at_s = True, 0.0

    def _begin_retention(self) -> None:
        is_running = self._retention_task is not None and not self._retention_task.done()
        if self._is_retention_due and self._progress is not None and not is_running:
            deleting = self._delete_outdated(self._progress.chain)
            self._retention_task = asyncio.get_running_loop().create_task(deleting)

    async def _delete_outdated(self, chain: str) -> None:
        """Delete what no time needs any more. If that fails, it is done again after the next check."""
        now = self._clock.now()
        try:
            chains = await list_chains(self._place)
            await delete_all(self._place, outdated(chains, now=now, keep_days=self._keep_days, current=chain))
            if self._photos is not None:
                await self._photos.delete_outdated()
            self._is_retention_due = False
        except (StoreError, OSError) as error:
            _log.warning("old files of the continuous backup could not be deleted", why=str(error))

    def _note_time(self, at: Instant) -> None:
        if at >= self._noted_at + NOTED_EVERY_S * SECOND_US:
            with suppress(OSError):
                backup_times.note_in_file(self._database, at)
                self._noted_at = at
