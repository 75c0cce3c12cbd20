"""The deliveries that a receiver recorded, with their times."""

import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """Sequences and times (microseconds of wall time), in the order of arrival."""

    sequences: list[int]
    at_us: list[int]

    @staticmethod
    def read(file: Path) -> "Arrivals":
        pairs = array.array("q")
        pairs.frombytes(file.read_bytes())
        return Arrivals(sequences=pairs[::2].tolist(), at_us=pairs[1::2].tolist())

    def times(self) -> dict[int, int]:
        """Return the time of arrival by sequence."""
        return dict(zip(self.sequences, self.at_us, strict=True))

    def are_exact(self, first: int, last: int) -> bool:
        """Return True if each sequence of a range arrived exactly once, and no other sequence."""
        return sorted(self.sequences) == list(range(first, last + 1))

    def delays_us(self, since_us: Mapping[int, int], *, first: int, last: int) -> list[int]:
        """Return the microseconds from a given moment to the arrival, for each delivery of a range."""
        return [
            at_us - since_us[sequence]
            for sequence, at_us in zip(self.sequences, self.at_us, strict=True)
            if first <= sequence <= last
        ]
