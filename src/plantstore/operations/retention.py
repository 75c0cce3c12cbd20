"""Delete rows older than their retention time, in small transactions so that other writers get their turn.

Attempts are deleted after `attempts_days`, except those that show a restart what has already been delivered. The body
of an event is erased when its plant was deleted that long ago and no receiver or replay needs it. Activity, ended
replays and rows of removed receivers are deleted after `activity_days`, the history of plants after `history_days`,
hourly statistics and backlog samples after eight days, operational events after KEPT_S.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.domain.operational_webhook import EVENTS_MAX, KEPT_S
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.protocols import Span
from plantstore.storage.queries import retention as stored
from plantstore.storage.tables import (
    attempt_pages,
    backlog_samples,
    events,
    hourly_stats,
    merges,
    operational_events,
    plant_history,
    receivers,
)

DAY_S = 86_400
STEP_ROWS_MAX = 1_000  # max rows per transaction, so that it takes only a few milliseconds
STEPS_MAX = 1_000  # max steps per run: a million rows a minute is more than the fastest store adds
ERASED_PER_STEP_MAX = 100  # max events erased per transaction, which checks each against every receiver
RESCAN_S = DAY_S  # rows that had to be kept are skipped for this long; then the scan starts over
DropOld = Callable[[int], Awaitable[Sequence[Span]]]
"""Drop whole partitions of attempts with ids below the argument; return the spans to leave alone."""


async def drop_nothing(_before: int) -> Sequence[Span]:
    """Drop no partition: everything is deleted row by row."""
    return ()


class Retention:
    """Deletes old rows, and remembers how far it has scanned, so that rows it must keep are not read in every run."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        *,
        attempts_days: int,
        activity_days: int,
        history_days: int = 730,
        drop_old: DropOld = drop_nothing,
    ) -> None:
        self._database = database
        self._clock = clock
        self._drop_old = drop_old
        self._attempts_s = attempts_days * DAY_S
        self._activity_s = activity_days * DAY_S
        self._history_s = history_days * DAY_S
        self._start_over()

    async def run(self) -> None:
        """Delete and erase rows that are too old now, in at most STEPS_MAX steps of each kind."""
        if self._clock.monotonic() - self._started_s >= RESCAN_S:
            self._start_over()
        await self._remove_attempts()
        await self._remove_pages()
        await self._erase_events()
        before = after(self._clock.now(), seconds=-self._activity_s)
        for remove in (stored.remove_activity, stored.remove_replays, stored.remove_receiver_rows):
            await self._remove(partial(remove, before=before, limit=STEP_ROWS_MAX))
        before = after(self._clock.now(), seconds=-self._history_s)
        for remove_changes in (plant_history.remove_old, merges.remove_old):
            await self._remove(partial(remove_changes, before=before, limit=STEP_ROWS_MAX))
        before = after(self._clock.now(), seconds=-KEPT_S)
        await self._remove(partial(operational_events.remove_old, before=before, limit=STEP_ROWS_MAX))
        await self._remove(partial(operational_events.remove_surplus, keep=EVENTS_MAX, limit=STEP_ROWS_MAX))
        for remove_old in (hourly_stats.remove_old, backlog_samples.remove_old):
            await self._remove(partial(remove_old, limit=STEP_ROWS_MAX))

    def _start_over(self) -> None:
        self._started_s = self._clock.monotonic()
        self._attempt = 0
        self._tombstone = (Instant(0), 0)

    async def _remove_attempts(self) -> None:
        before = Ids.first_attempt_of(after(self._clock.now(), seconds=-self._attempts_s))
        gaps = between(await self._drop_old(before), before=before)
        steps = iter(range(STEPS_MAX))
        for gap in gaps:
            if self._attempt >= gap.end - 1:
                continue
            self._attempt = max(self._attempt, gap.first - 1)
            for _ in steps:
                command = partial(stored.remove_attempts, after=self._attempt, before=gap.end, limit=STEP_ROWS_MAX)
                step = await self._database.write(command)
                self._attempt = step.last
                if step.seen < STEP_ROWS_MAX:
                    break
            else:
                return  # the steps are used up; the next run continues in this gap

    async def _remove_pages(self) -> None:
        """Delete the positions in the attempt feed of attempts that are no longer kept."""
        before = Ids.first_attempt_of(after(self._clock.now(), seconds=-self._attempts_s))
        await self._remove(partial(attempt_pages.remove_old, before=before, limit=STEP_ROWS_MAX))

    async def _erase_events(self) -> None:
        """Scan the plants that were deleted long ago, and erase the bodies of events that are no longer needed."""
        before = after(self._clock.now(), seconds=-self._attempts_s)
        for _ in range(STEPS_MAX):
            command = partial(stored.deleted_plants, after=self._tombstone, before=before, limit=STEP_ROWS_MAX)
            page = await self._database.read(command)
            sequences = [tombstone.sequence for tombstone in page if tombstone.sequence is not None]
            for start in range(0, len(sequences), ERASED_PER_STEP_MAX):
                await self._database.write(partial(erase, sequences=sequences[start : start + ERASED_PER_STEP_MAX]))
            if page:
                self._tombstone = (page[-1].deleted_at, page[-1].plant_id)
            if len(page) < STEP_ROWS_MAX:
                return

    async def _remove(self, step: Callable[[Transaction], int]) -> None:
        for _ in range(STEPS_MAX):
            if not await self._database.write(step):
                return


def between(kept: Sequence[Span], *, before: int) -> list[Span]:
    """Return the gaps between the kept spans, from id 1 up to `before`.

    >>> between([Span(10, 20), Span(20, 30), Span(50, 60)], before=45)
    [Span(first=1, end=10), Span(first=30, end=45)]
    """
    found, at = [], 1
    for span in [*kept, Span(before, before)]:
        if at < min(span.first, before):
            found.append(Span(at, min(span.first, before)))
        at = max(at, span.end)
    return found


def erase(tx: Transaction, *, sequences: list[int]) -> int:
    """Erase the bodies of these events, except those that are still needed; return how many were erased.

    Which are needed is checked in this transaction, with every receiver locked, so that no replay begins in between.
    """
    receivers.lock_all(tx)
    free = sorted(set(sequences) - stored.still_needed(tx, sequences))
    if free:
        events.erase(tx, free)
    return len(free)
