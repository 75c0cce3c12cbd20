"""Retention: what has outlived its time is removed or erased, in small steps between which others can write.

Attempts older than `attempts_days` go, but not those by which a restart knows what it need not send. The body of an
event is erased when its plant has been deleted for as long and nobody needs it. Activity, ended replays and what
removed receivers have left go after `activity_days`; tallies and levels after eight days.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.protocols import Span
from plantstore.storage.queries import retention as stored
from plantstore.storage.tables import attempt_pages, backlog_samples, events, hourly_stats, receivers

DAY_S = 86_400
STEP_ROWS_MAX = 1_000  # in one transaction: some milliseconds, which is what others may wait
STEPS_MAX = 1_000  # in one visit: a million rows a minute is more than the fastest store adds
ERASED_AT_ONCE_MAX = 100  # each is judged against every receiver, inside the transaction
ANEW_S = DAY_S  # so long what had to be kept is passed over; then it is looked at again from the beginning
DropOld = Callable[[int], Awaitable[Sequence[Span]]]
"""Drops what is older than that id where this costs nothing, and says which spans are to be left as they are."""


async def drop_nothing(_before: int) -> Sequence[Span]:
    """Leave everything to be removed row by row."""
    return ()


class Retention:
    """Goes through what is old. It remembers how far it has come: what had to be kept is not looked at each time."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        *,
        attempts_days: int,
        activity_days: int,
        drop_old: DropOld = drop_nothing,
    ) -> None:
        self._database = database
        self._clock = clock
        self._drop_old = drop_old
        self._attempts_s = attempts_days * DAY_S
        self._activity_s = activity_days * DAY_S
        self._begin_anew()

    async def visit(self) -> None:
        """Remove and erase what is old by now."""
        if self._clock.monotonic() - self._began_at >= ANEW_S:
            self._begin_anew()
        await self._remove_attempts()
        await self._remove_pages()
        await self._erase_events()
        before = after(self._clock.now(), seconds=-self._activity_s)
        for remove in (stored.remove_activity, stored.remove_replays, stored.remove_receiver_rows):
            await self._remove(partial(remove, before=before, limit=STEP_ROWS_MAX))
        for remove_old in (hourly_stats.remove_old, backlog_samples.remove_old):
            await self._remove(partial(remove_old, limit=STEP_ROWS_MAX))

    def _begin_anew(self) -> None:
        self._began_at = self._clock.monotonic()
        self._attempt = 0
        self._buried = (Instant(0), 0)

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
                return  # the steps are used up: the next visit continues in this gap

    async def _remove_pages(self) -> None:
        """Remove what the feed knows of attempts that are older than is kept."""
        before = Ids.first_attempt_of(after(self._clock.now(), seconds=-self._attempts_s))
        await self._remove(partial(attempt_pages.remove_old, before=before, limit=STEP_ROWS_MAX))

    async def _erase_events(self) -> None:
        """Look through the plants deleted long ago, and erase what nobody needs."""
        before = after(self._clock.now(), seconds=-self._attempts_s)
        for _ in range(STEPS_MAX):
            command = partial(stored.buried, after=self._buried, before=before, limit=STEP_ROWS_MAX)
            page = await self._database.read(command)
            sequences = [one.sequence for one in page if one.sequence is not None]
            for start in range(0, len(sequences), ERASED_AT_ONCE_MAX):
                await self._database.write(partial(erase, sequences=sequences[start : start + ERASED_AT_ONCE_MAX]))
            if page:
                self._buried = (page[-1].deleted_at, page[-1].plant_id)
            if len(page) < STEP_ROWS_MAX:
                return

    async def _remove(self, step: Callable[[Transaction], int]) -> None:
        for _ in range(STEPS_MAX):
            if not await self._database.write(step):
                return


def between(kept: Sequence[Span], *, before: int) -> list[Span]:
    """The spans of ids from 1 up to that one which lie in none of those that are kept.

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
    """Erase those of these events that nobody needs; gives how many. What is needed is judged here, not before."""
    receivers.lock_all(tx)
    free = sorted(set(sequences) - stored.needed(tx, sequences))
    if free:
        events.erase(tx, free)
    return len(free)
