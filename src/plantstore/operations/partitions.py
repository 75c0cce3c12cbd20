"""Create the partitions of `attempts` ahead of time, and drop old ones whole. SQLite has none.

Each partition spans a tenth of the time that attempts are kept, at least a day, so there are about fifteen for any
setting: a query without a time range reads every partition (decision 0044 has the measurements).
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.protocols import Connection, DropResult, Engine, Span
from plantstore.storage.queries import retention as stored
from plantstore.storage.tables import attempts

DAY_S = 86_400
KEPT = 10  # partitions per retention time; with 30, most queries take twice as long, with 130, some 1,000 times
AHEAD = 2  # partitions created ahead of time; rows without a partition go to the default partition
_LAST = (1 << 63) - 1
_DAY_IDS = Ids.first_attempt_of(after(Ids.FIRST_INSTANT, seconds=DAY_S))


class Partitions:
    """Creates and drops partitions; does nothing on an engine without partitions."""

    def __init__(self, engine: Engine, clock: Clock, *, attempts_days: int) -> None:
        self._stored = engine.partitions()
        self._clock = clock
        self._length = length_of(attempts_days)

    def make_ahead(self, newest: int) -> None:
        """Create missing partitions for the present, and for the newest attempt in case the clock has been changed."""
        self._make(Ids.first_attempt_of(self._clock.now()), AHEAD)
        self._make(newest, AHEAD)

    def make_since(self, oldest: int) -> None:
        """Create the partitions for attempts with ids from `oldest` on, as far back as attempts are kept."""
        now = Ids.first_attempt_of(self._clock.now())
        first = min(now, max(oldest, now - KEPT * self._length))
        self._make(first, -(-(now - first) // self._length) + AHEAD)

    def _make(self, point: int, ahead: int) -> None:
        if self._stored is None:
            return
        for span in missing(self._stored.spans(), point=point, length=self._length, ahead=ahead):
            self._stored.make(span)

    async def run(self, database: Database) -> None:
        """Create the partitions that are missing now."""
        newest = await database.read(attempts.newest_id)
        await asyncio.to_thread(self.make_ahead, newest)

    async def drop_old(self, before: int) -> list[Span]:
        """Drop the partitions whose ids are all below `before`; return the spans of ids to leave alone for now.

        The caller deletes row by row in all other spans: in a partition with a row that is still needed, and in one
        that was made for a much longer retention than the present setting.
        """
        return await asyncio.to_thread(self._drop_old, before)

    def _drop_old(self, before: int) -> list[Span]:
        if self._stored is None:
            return []
        kept = []
        for span in self._stored.spans():
            if span.end > before:
                keep = span.end - span.first <= 2 * self._length
            else:
                keep = self._stored.drop(span, partial(_may_drop, span, self._clock.now())) is DropResult.BUSY
            if keep:
                kept.append(span)
        return kept


def length_of(attempts_days: int) -> int:
    """Return how many attempt ids a partition spans if attempts are kept for this many days.

    >>> [length_of(days) // length_of(1) for days in (1, 10, 11, 30, 3_650)]
    [1, 1, 2, 3, 365]
    """
    return -(-attempts_days // KEPT) * _DAY_IDS


def missing(present: Sequence[Span], *, point: int, length: int, ahead: int) -> list[Span]:
    """Return the spans to create so that partitions cover the id `point` and the `ahead` lengths after it.

    Spans begin and end at multiples of `length`, or at existing partitions that have another length.

    >>> missing([], point=25, length=10, ahead=1)
    [Span(first=20, end=30), Span(first=30, end=40)]
    >>> missing([Span(0, 23), Span(31, 33)], point=25, length=10, ahead=1)
    [Span(first=23, end=30), Span(first=30, end=31), Span(first=33, end=40)]
    """
    found, at = [], point - point % length
    stop = min(at + (1 + ahead) * length, _LAST)
    for taken in [*present, Span(stop, stop)]:
        while at < min(taken.first, stop):
            end = min(at - at % length + length, taken.first, stop)
            found.append(Span(at, end))
            at = end
        at = max(at, taken.end)
    return found


def _may_drop(span: Span, now: Instant, connection: Connection) -> bool:
    return stored.mark_span_removed(Transaction(connection, now), first=span.first, end=span.end)
