"""What a receiver noted, and the figures that follow from it."""

import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

US_PER_S = 1_000_000


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

    def are_exact(self, count: int) -> bool:
        """Tell whether 1 to `count` came, each of them once."""
        return sorted(self.sequences) == list(range(1, count + 1))

    def per_second(self, *, after: int) -> int:
        """The rate at which what lies behind a sequence came, from the first to the last of it."""
        times = [at_us for sequence, at_us in zip(self.sequences, self.at_us, strict=True) if sequence > after]
        return round((len(times) - 1) * US_PER_S / max(1, max(times) - min(times)))

    def delays_us(self, added_at_us: Mapping[int, int], *, first: int, last: int) -> list[int]:
        """How long after its plant was added each delivery of a range came."""
        return [
            at_us - added_at_us[sequence]
            for sequence, at_us in zip(self.sequences, self.at_us, strict=True)
            if first <= sequence <= last
        ]
