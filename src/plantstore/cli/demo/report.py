"""What became of every plant, from what the receivers recorded themselves: the demo's audit, pure.

The store's own count is asked for one thing only: whether a delivery that is missing is still owed. If the store does
not remember it either, it is lost.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What a receiver made of one request. `refused` was genuine and answered 503; `unverified` was not genuine."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One request, in a receiver's own list. An unverified one has no event: nothing it says can be trusted."""

    verdict: Verdict
    at_s: float
    event_id: str = ""
    sequence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged:
    """A plant that the store said yes to, and when. Both times of a delay are read from one clock."""

    event_id: str
    at_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverReport:
    """One receiver's figures. `missing` deliveries are `owed` as far as the store remembers them, else `lost`.

    `unknown` counts accepted events that belong to no acknowledged plant; `holes`, the numbers absent between the first
    and the last sequence accepted, as far as no missing delivery explains them. Delays run from the plant's
    acknowledgement to its first acceptance.
    """

    name: str
    accepted: int
    owed: int
    lost: int
    repeated: int
    refused: int
    unverified: int
    unknown: int
    holes: int
    delays_s: tuple[float, ...]

    @property
    def p50_s(self) -> float | None:
        return percentile(self.delays_s, 0.5)

    @property
    def p99_s(self) -> float | None:
        return percentile(self.delays_s, 0.99)

    @property
    def slowest_s(self) -> float | None:
        return percentile(self.delays_s, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The figures of all receivers."""

    plants: int
    receivers: tuple[ReceiverReport, ...]

    @property
    def deliveries(self) -> int:
        return self.plants * len(self.receivers)

    @property
    def delivered(self) -> int:
        return self.total("accepted")

    @property
    def delays_s(self) -> tuple[float, ...]:
        return tuple(delay_s for one in self.receivers for delay_s in one.delays_s)

    @property
    def p50_s(self) -> float | None:
        return percentile(self.delays_s, 0.5)

    @property
    def p99_s(self) -> float | None:
        return percentile(self.delays_s, 0.99)

    @property
    def slowest_s(self) -> float | None:
        return percentile(self.delays_s, 1)

    @property
    def complete(self) -> bool:
        """Whether every receiver has every plant."""
        return self.delivered == self.deliveries

    @property
    def faults(self) -> tuple[str, ...]:
        """Everything that must not be, in words; empty when all is well."""
        return tuple(f"{count} {words}" for name, words in _FAULTS.items() if (count := self.total(name)))

    def total(self, name: str) -> int:
        return sum(getattr(one, name) for one in self.receivers)


_FAULTS = {
    "lost": "lost",
    "owed": "still owed",
    "unverified": "not verified",
    "unknown": "of no plant that was acknowledged",
    "holes": "missing in the numbering",
}


def audit(
    acknowledged: Iterable[Acknowledged],
    lists: Mapping[str, Sequence[Received]],
    owed_by_store: Mapping[str, int],
) -> Report:
    """Compare what was acknowledged with every receiver's own list, by the receiver's name."""
    promised = {one.event_id: one.at_s for one in acknowledged}
    return Report(
        plants=len(promised),
        receivers=tuple(
            _audit_one(name, promised, received, owed_by_store.get(name, 0)) for name, received in lists.items()
        ),
    )


def percentile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that so large a share of all does not exceed (nearest rank); None when there is none.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 0.5)
    2.0
    """
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)] if values else None


def _audit_one(
    name: str, promised: Mapping[str, float], received: Sequence[Received], owed_by_store: int
) -> ReceiverReport:
    accepted = [one for one in received if one.verdict is Verdict.ACCEPTED]
    verdicts = Counter(one.verdict for one in received)
    first_at = {one.event_id: one.at_s for one in reversed(accepted)}
    missing = len(promised.keys() - first_at.keys())
    owed = min(missing, owed_by_store)
    return ReceiverReport(
        name=name,
        accepted=len(promised) - missing,
        owed=owed,
        lost=missing - owed,
        repeated=len(accepted) - len(first_at),
        refused=verdicts[Verdict.REFUSED],
        unverified=verdicts[Verdict.UNVERIFIED],
        unknown=len(first_at.keys() - promised.keys()),
        holes=max(0, _holes({one.sequence for one in accepted}) - missing),
        # A delivery may be there before the answer to the POST is: that is no delay.
        delays_s=tuple(
            max(0.0, at_s - promised[event_id]) for event_id, at_s in first_at.items() if event_id in promised
        ),
    )


def _holes(sequences: set[int]) -> int:
    return max(sequences) - min(sequences) + 1 - len(sequences) if sequences else 0
