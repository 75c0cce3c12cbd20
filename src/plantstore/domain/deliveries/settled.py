"""Tracks which deliveries of one receiver are settled: all up to its cursor, and some beyond it."""

from collections.abc import Collection, Iterable

from plantstore.domain.deliveries.sequence_ranges import SequenceRanges


class Settled:
    """The settled deliveries of one receiver, by the sequence numbers of their events.

    All numbers up to and including `cursor` are settled. Beyond the cursor, the numbers in `beyond_cursor` are settled,
    and those in the ranges of `cancelled`, whose deliveries a person cancelled.
    """

    __slots__ = ("beyond_cursor", "cancelled", "cursor")

    def __init__(self, cursor: int, beyond_cursor: Iterable[int], cancelled: SequenceRanges) -> None:
        self.cursor = cursor
        self.beyond_cursor = set(beyond_cursor)
        self.cancelled = cancelled
        self.advance()

    def update(self, cursor: int, cancelled: SequenceRanges) -> None:
        """Replace the cancelled ranges, and move the cursor up to `cursor` if it is lower."""
        self.cursor = max(self.cursor, cursor)
        self.cancelled = cancelled
        self.beyond_cursor = {
            sequence for sequence in self.beyond_cursor if sequence > self.cursor and cancelled.end_of(sequence) is None
        }
        self.advance()

    def advance(self) -> None:
        """Move the cursor up to the last sequence number before the first unsettled one."""
        while True:
            while self.cursor + 1 in self.beyond_cursor:
                self.cursor += 1
                self.beyond_cursor.discard(self.cursor)
            last = self._end_of_cancelled(self.cursor)
            if last is None:
                return
            self.cursor = last

    def cursor_with(self, sequences: Collection[int]) -> int:
        """Return where the cursor would be if the deliveries of `sequences` were settled as well. Changes nothing."""
        cursor = self.cursor
        while True:
            while cursor + 1 in self.beyond_cursor or cursor + 1 in sequences:
                cursor += 1
            last = self._end_of_cancelled(cursor)
            if last is None:
                return cursor
            cursor = last

    def _end_of_cancelled(self, cursor: int) -> int | None:
        return self.cancelled.end_of(cursor + 1) if cursor < self.cancelled.last else None
