"""The partitions of `attempts`, where it has any: made ahead of time, and dropped as a whole when they are old.

Each spans a tenth of the time that attempts are kept, and a day at least. So there are about fifteen, whatever the
setting: each statement that knows no time looks into every one.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.protocols import Connection, Dropped, Engine, Span
from plantstore.storage.queries import retention as stored
from plantstore.storage.tables import attempts

DAY_S = 86_400
KEPT = 10  # measured: with 30 most questions cost twice as much, with 130 some cost a thousand times as much
AHEAD = 2  # nothing is lost when they cannot be made for a while: what has none of its own is kept beside them
_LAST = (1 << 63) - 1
_DAY_IDS = Ids.first_attempt_of(after(Ids.FIRST_INSTANT, seconds=DAY_S))


class Partitions:
    """Makes and drops them. Where the engine knows none, there is nothing to do."""

    def __init__(self, engine: Engine, clock: Clock, *, attempts_days: int) -> None:
        self._stored = engine.partitions()
        self._clock = clock
        self._length = length_of(attempts_days)

    def make_ahead(self, newest: int) -> None:
        """Make what is missing, from now on, and from that attempt on: the clock may have leapt since it was made."""
        self._make(Ids.first_attempt_of(self._clock.now()), AHEAD)
        self._make(newest, AHEAD)

    def make_since(self, oldest: int) -> None:
        """Make those that attempts since that one fit into, as far back as they are kept: to copy them in."""
        now = Ids.first_attempt_of(self._clock.now())
        first = min(now, max(oldest, now - KEPT * self._length))
        self._make(first, -(-(now - first) // self._length) + AHEAD)

    def _make(self, point: int, ahead: int) -> None:
        if self._stored is None:
            return
        for span in missing(self._stored.spans(), point=point, length=self._length, ahead=ahead):
            self._stored.make(span)

    async def visit(self, database: Database) -> None:
        """Make what is missing by now."""
        newest = await database.read(attempts.newest)
        await asyncio.to_thread(self.make_ahead, newest)

    async def drop_old(self, before: int) -> list[Span]:
        """Drop those that lie before that id as a whole; gives those that are to be left as they are for now.

        Where something is needed the rest goes row by row; so does what was made for a far longer time than is set now.
        """
        return await asyncio.to_thread(self._drop_old, before)

    def _drop_old(self, before: int) -> list[Span]:
        if self._stored is None:
            return []
        left = []
        for span in self._stored.spans():
            if span.end > before:
                stays = span.end - span.first <= 2 * self._length
            else:
                stays = self._stored.drop(span, partial(_may_go, span, self._clock.now())) is Dropped.BUSY
            if stays:
                left.append(span)
        return left


def length_of(attempts_days: int) -> int:
    """How many ids a partition spans.

    >>> [length_of(days) // length_of(1) for days in (1, 10, 11, 30, 3_650)]
    [1, 1, 2, 3, 365]
    """
    return -(-attempts_days // KEPT) * _DAY_IDS


def missing(present: Sequence[Span], *, point: int, length: int, ahead: int) -> list[Span]:
    """What is to be made, so that there is a partition at this point and for so many lengths after it.

    They begin and end at multiples of the length, or where others are that were made with another.

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


def _may_go(span: Span, now: Instant, connection: Connection) -> bool:
    return stored.give_up(Transaction(connection, now), first=span.first, end=span.end)
