"""Counts the durations of accepted attempts in buckets, so that counts of hours and receivers can be added together."""

import math
from dataclasses import dataclass

BOUNDS_MS = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000)
BOUNDS_US = tuple(bound * 1_000 for bound in BOUNDS_MS)
LONGEST_MS = 30_000  # upper bound of the last bucket: the longest deadline that can be set for a receiver
BUCKETS = len(BOUNDS_MS) + 1
MEDIAN, P95 = 0.5, 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class LatencyHistogram:
    """The number of durations in each bucket.

    Bucket n counts durations up to and including bound n of BOUNDS_MS and above the previous bound. The last bucket
    counts durations above all bounds.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.counts) == BUCKETS

    def __add__(self, other: "LatencyHistogram") -> "LatencyHistogram":
        return LatencyHistogram(
            counts=tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
        )

    @property
    def total(self) -> int:
        return sum(self.counts)

    def percentile_ms(self, share: float) -> int | None:
        """Return the upper bound of the bucket that contains the percentile `share` (0 to 1), in ms; None if empty.

        >>> LatencyHistogram(counts=(6, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)).percentile_ms(MEDIAN)
        10
        """
        needed, counted = math.ceil(self.total * share), 0
        for count, bound in zip(self.counts, (*BOUNDS_MS, LONGEST_MS), strict=True):
            counted += count
            if count and counted >= needed:
                return bound
        return None


def percentile(values: list[int], share: float) -> int | None:
    """Return the value at the percentile `share` (0 to 1, nearest rank); None for an empty list.

    >>> percentile([30, 10, 20, 40], MEDIAN)
    20
    """
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)] if values else None
