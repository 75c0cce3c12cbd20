"""The oracle: promises and acceptances, recorded by a process that is not killed.

A *life* is the time between a start of the store and its end. Lives are counted from 0.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

Delivery = tuple[str, str]
"""A receiver's id and an event's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What the store answered to a plant: from then on every receiver must get the event."""

    plant_id: int
    event_id: str


@dataclass(slots=True)
class Ledger:
    """What was promised and accepted, and what the end of each life left unrecorded."""

    life: int = 0
    promises: dict[str, Promise] = field(default_factory=dict)
    """By the name of the plant, which appears in one POST and its repeats only."""
    replayed: int = 0
    """The number of repeated POSTs whose first request had already been committed."""
    accepted: dict[Delivery, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The lives in which a receiver answered 2xx to an event."""
    unrecorded: list[set[Delivery]] = field(default_factory=lambda: [set()])
    """For each life, what had been accepted before it began but was not recorded: only this may be sent again."""

    def promise(self, name: str, promise: Promise, *, replayed: bool) -> None:
        assert name not in self.promises, f"{name} was promised twice"
        self.promises[name] = promise
        self.replayed += replayed

    def accept(self, receiver_id: str, event_id: str) -> None:
        self.accepted[receiver_id, event_id].append(self.life)

    def begin_life(self, recorded: set[Delivery]) -> None:
        """Start the next life; these successes were on record when the last life ended."""
        self.life += 1
        self.unrecorded.append(set(self.accepted) - recorded)

    def duplicates(self) -> Iterator[tuple[Delivery, int]]:
        """Return every acceptance except the first one of each delivery, with the life in which it happened."""
        for delivery, lives in self.accepted.items():
            for life in lives[1:]:
                yield delivery, life

    def unexplained(self) -> list[tuple[Delivery, int]]:
        """Return duplicates that no end of a life explains: recorded before, or sent twice within one life."""
        return [
            (delivery, life)
            for delivery, life in self.duplicates()
            if delivery not in self.unrecorded[life] or self.accepted[delivery].count(life) > 1
        ]
