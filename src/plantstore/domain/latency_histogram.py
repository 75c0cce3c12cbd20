"""How long accepted attempts took: counted by bounds, so that hours and receivers can be added up."""

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

BOUNDS_MS = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000)
BOUNDS_US = tuple(bound * 1_000 for bound in BOUNDS_MS)
LONGEST_MS = (
    30_000  # the longest deadline that a receiver can have: what took longer than the last bound took that at most
)
PLACES = len(BOUNDS_MS) + 1
HALF, MOST = 0.5, 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class LatencyHistogram:
    """How many took up to each of BOUNDS_MS and longer than the bound before; the last one counts what took longer."""

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        assert len(self.counts) == PLACES

    def __add__(self, other: "LatencyHistogram") -> "LatencyHistogram":
        return LatencyHistogram(
            counts=tuple(mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
        )

    @property
    def total(self) -> int:
        return sum(self.counts)

    def within_ms(self, share: float) -> int | None:
        """The lowest bound within which at least that share of them ended; None where there are none.

        >>> LatencyHistogram(counts=(6, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)).within_ms(HALF)
        10
        """
        needed, seen = math.ceil(self.total * share), 0
        for count, bound in zip(self.counts, (*BOUNDS_MS, LONGEST_MS), strict=True):
            seen += count
            if count and seen >= needed:
                return bound
        return None


EMPTY = LatencyHistogram(counts=(0,) * PLACES)


def spread_of(durations_us: Iterable[int]) -> LatencyHistogram:
    """Count durations."""
    counts = [0] * PLACES
    for duration_us in durations_us:
        counts[bisect_left(BOUNDS_US, duration_us)] += 1
    return LatencyHistogram(counts=tuple(counts))


def value_within(values: list[int], share: float) -> int | None:
    """The lowest of the values within which at least that share of them lies; None where there are none.

    >>> value_within([30, 10, 20, 40], HALF)
    20
    """
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)] if values else None
