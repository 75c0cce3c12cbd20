"""The oracle outside: what was promised and what was accepted, written down by a process that is not killed.

A *life* is the time between a start of the store and its end. Lives are counted from 0.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

Delivery = tuple[str, str]
"""A receiver's id and an event's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What the store answered to a plant: from then on it owes the event to everybody."""

    plant_id: int
    event_id: str


@dataclass(slots=True)
class Ledger:
    """Both sides of the bargain, and what each end of a life left unrecorded."""

    life: int = 0
    promises: dict[str, Promise] = field(default_factory=dict)
    """By the name of the plant, which stands in one POST and its repeats only."""
    replayed: int = 0
    """How many POSTs had to be repeated and turned out to have been committed already."""
    accepted: dict[Delivery, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The lives in which a receiver answered 2xx to an event."""
    unrecorded: list[set[Delivery]] = field(default_factory=lambda: [set()])
    """For each life, what had been accepted before it began, but was not recorded: only this may come again."""

    def promise(self, name: str, promise: Promise, *, replayed: bool) -> None:
        assert name not in self.promises, f"{name} was promised twice"
        self.promises[name] = promise
        self.replayed += replayed

    def accept(self, receiver_id: str, event_id: str) -> None:
        self.accepted[receiver_id, event_id].append(self.life)

    def begin_life(self, recorded: set[Delivery]) -> None:
        """Start to count the next life, when the last one has ended and left these successes on record."""
        self.life += 1
        self.unrecorded.append(set(self.accepted) - recorded)

    def duplicates(self) -> Iterator[tuple[Delivery, int]]:
        """Every acceptance but the first of each delivery, with the life in which it came."""
        for delivery, lives in self.accepted.items():
            for life in lives[1:]:
                yield delivery, life

    def unexplained(self) -> list[tuple[Delivery, int]]:
        """Duplicates that no end of a life explains: recorded before, or twice within one life."""
        return [
            (delivery, life)
            for delivery, life in self.duplicates()
            if delivery not in self.unrecorded[life] or self.accepted[delivery].count(life) > 1
        ]
