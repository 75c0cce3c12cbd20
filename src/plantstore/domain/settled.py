"""What one receiver has settled: everything up to its cursor, and what beyond it was settled ahead of the rest."""

from collections.abc import Collection, Iterable

from plantstore.domain.sequence_ranges import SequenceRanges


class Settled:
    """The cursor of a receiver, and beyond it single sequences (`ones`) and ranges that a person cancelled (`skipped`).

    The cursor is the last sequence up to which everything is settled.
    """

    __slots__ = ("cursor", "ones", "skipped")

    def __init__(self, cursor: int, ones: Iterable[int], skipped: SequenceRanges) -> None:
        self.cursor = cursor
        self.ones = set(ones)
        self.skipped = skipped
        self.advance()

    def change(self, cursor: int, skipped: SequenceRanges) -> None:
        """Take what a person changed: a cursor further on, if it is, and the ranges that are cancelled now."""
        self.cursor = max(self.cursor, cursor)
        self.skipped = skipped
        self.ones = {one for one in self.ones if one > self.cursor and skipped.end_of(one) is None}
        self.advance()

    def advance(self) -> None:
        """Move the cursor past what is settled."""
        while True:
            while self.cursor + 1 in self.ones:
                self.cursor += 1
                self.ones.discard(self.cursor)
            last = self._skipped_to(self.cursor)
            if last is None:
                return
            self.cursor = last

    def with_more(self, sequences: Collection[int]) -> int:
        """Where the cursor is once these are settled too."""
        cursor = self.cursor
        while True:
            while cursor + 1 in self.ones or cursor + 1 in sequences:
                cursor += 1
            last = self._skipped_to(cursor)
            if last is None:
                return cursor
            cursor = last

    def _skipped_to(self, cursor: int) -> int | None:
        return self.skipped.end_of(cursor + 1) if cursor < self.skipped.last else None
