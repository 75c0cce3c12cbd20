"""What a receiver noted: which sequence came when."""

import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """Sequences and times (microseconds of wall time) in the order in which they came."""

    sequences: list[int]
    at_us: list[int]

    @staticmethod
    def read(file: Path) -> "Arrivals":
        pairs = array.array("q")
        pairs.frombytes(file.read_bytes())
        return Arrivals(sequences=pairs[::2].tolist(), at_us=pairs[1::2].tolist())

    def times(self) -> dict[int, int]:
        """When each sequence came."""
        return dict(zip(self.sequences, self.at_us, strict=True))

    def are_exact(self, first: int, last: int) -> bool:
        """Tell whether each of a range came, once, and nothing else."""
        return sorted(self.sequences) == list(range(first, last + 1))

    def delays_us(self, since_us: Mapping[int, int], *, first: int, last: int) -> list[int]:
        """How long after some moment each delivery of a range came."""
        return [
            at_us - since_us[sequence]
            for sequence, at_us in zip(self.sequences, self.at_us, strict=True)
            if first <= sequence <= last
        ]
