"""Sets of events' sequence numbers, stored as ranges: a million consecutive numbers take one pair of integers."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator

Range = tuple[int, int]
"""The first and the last sequence number, both inclusive."""


class SequenceRanges:
    """An immutable, ordered set of sequence numbers, stored as ranges that are neither overlapping nor adjacent.

    `last` is the highest number in the set; 0 if the set is empty. Iterating yields the ranges.

    >>> list(SequenceRanges([(7, 9), (1, 2), (3, 4)]))
    [(1, 4), (7, 9)]
    """

    __slots__ = ("_firsts", "_lasts", "last")

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        firsts: list[int] = []
        lasts: list[int] = []
        for first, last in sorted(ranges):
            if lasts and first <= lasts[-1] + 1:
                lasts[-1] = max(last, lasts[-1])
            else:
                firsts.append(first)
                lasts.append(last)
        self._firsts, self._lasts = firsts, lasts
        self.last = lasts[-1] if lasts else 0

    def __iter__(self) -> Iterator[Range]:
        return zip(self._firsts, self._lasts, strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SequenceRanges) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash((self.last, len(self._firsts)))

    def end_of(self, sequence: int) -> int | None:
        """Return the last number of the range that contains `sequence`; None if no range contains it.

        >>> [SequenceRanges([(2, 4)]).end_of(sequence) for sequence in (1, 2, 4, 5)]
        [None, 4, 4, None]
        """
        index = bisect_right(self._firsts, sequence) - 1
        return self._lasts[index] if index >= 0 and self._lasts[index] >= sequence else None

    def gaps(self, first: int, last: int) -> list[Range]:
        """Return the ranges between `first` and `last`, both inclusive, that are not in this set.

        >>> SequenceRanges([(1, 2), (5, 5)]).gaps(2, 9)
        [(3, 4), (6, 9)]
        """
        gaps = []
        for low, high in self:
            if first < low and first <= last:
                gaps.append((first, min(low - 1, last)))
            first = max(first, high + 1)
        return [*gaps, (first, last)] if first <= last else gaps
