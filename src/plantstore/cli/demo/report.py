"""The demo's check: compares what the store acknowledged with what the receivers recorded, without any I/O.

The store's own backlog is used only to decide whether a missing delivery is still queued or lost.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """A receiver's verdict on a request. `refused`: verified but answered with 503; `unverified`: not verified."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A request in a receiver's record. An unverified request has no event id: its content cannot be trusted."""

    verdict: Verdict
    at_s: float
    event_id: str = ""
    sequence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverReport:
    """One receiver's counts. A delivery is missing if the receiver has not accepted an acknowledged plant's event.

    A missing delivery counts as `owed` if the store has it queued, otherwise as `lost`. `unknown` counts accepted
    events whose plant was never acknowledged. `holes` counts the sequence numbers that are missing between the first
    and the last accepted event, minus the missing deliveries. A delay is the time from the acknowledgement of a plant
    to the first acceptance of its event.
    """

    receiver: str
    accepted: int
    owed: int
    lost: int
    repeated: int
    refused: int
    unverified: int
    unknown: int
    holes: int
    delays_s: tuple[float, ...]

    def as_row(self) -> dict[str, Any]:
        row = asdict(self)
        return row | latencies(row.pop("delays_s"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The counts of all receivers."""

    plants: int
    receivers: tuple[ReceiverReport, ...]

    @property
    def deliveries(self) -> int:
        return self.plants * len(self.receivers)

    @property
    def delays_s(self) -> tuple[float, ...]:
        return tuple(delay_s for report in self.receivers for delay_s in report.delays_s)

    @property
    def is_complete(self) -> bool:
        """True if every receiver has accepted every plant's event."""
        return self.total("accepted") == self.deliveries

    @property
    def faults(self) -> tuple[str, ...]:
        """Each problem found, as text such as `2 lost`; empty if every delivery arrived as guaranteed."""
        return tuple(f"{count} {text}" for name, text in _FAULTS.items() if (count := self.total(name)))

    def total(self, name: str) -> int:
        return sum(getattr(report, name) for report in self.receivers)


_FAULTS = {
    "lost": "lost",
    "owed": "still queued",
    "unverified": "not verified",
    "unknown": "for no acknowledged plant",
    "holes": "missing sequences",
}


def compare(
    acknowledged: Mapping[str, float], records: Mapping[str, Sequence[Received]], queued: Mapping[str, int]
) -> Report:
    """Compare the acknowledged events (id to time) with each receiver's record and backlog, both by receiver name."""
    reports = (_compare_one(name, acknowledged, record, queued.get(name, 0)) for name, record in records.items())
    return Report(plants=len(acknowledged), receivers=tuple(reports))


def latencies(delays_s: Sequence[float]) -> dict[str, float | None]:
    """Return the median, 99th percentile and maximum of the delays in milliseconds; None for each if there are none."""
    shares = {"p50_ms": 0.5, "p99_ms": 0.99, "slowest_ms": 1.0}
    return {name: round(percentile(delays_s, share) * 1000, 3) if delays_s else None for name, share in shares.items()}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the percentile of the values for a share from 0 to 1, by the nearest-rank method.

    >>> percentile([4.0, 1.0, 3.0, 2.0], 0.5)
    2.0
    """
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def _compare_one(
    name: str, acknowledged: Mapping[str, float], record: Sequence[Received], queued: int
) -> ReceiverReport:
    accepted = [request for request in record if request.verdict is Verdict.ACCEPTED]
    verdicts = Counter(request.verdict for request in record)
    first_at = {request.event_id: request.at_s for request in reversed(accepted)}
    missing = len(acknowledged.keys() - first_at.keys())
    owed = min(missing, queued)
    return ReceiverReport(
        receiver=name,
        accepted=len(acknowledged) - missing,
        owed=owed,
        lost=missing - owed,
        repeated=len(accepted) - len(first_at),
        refused=verdicts[Verdict.REFUSED],
        unverified=verdicts[Verdict.UNVERIFIED],
        unknown=len(first_at.keys() - acknowledged.keys()),
        holes=max(0, _holes({request.sequence for request in accepted}) - missing),
        # A delivery may arrive before the response to the POST; its delay then counts as 0.
        delays_s=tuple(max(0.0, at_s - acknowledged[id]) for id, at_s in first_at.items() if id in acknowledged),
    )


def _holes(sequences: set[int]) -> int:
    return max(sequences) - min(sequences) + 1 - len(sequences) if sequences else 0
