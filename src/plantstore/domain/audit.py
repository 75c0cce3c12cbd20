"""What the auditor counts: numbers of which every one must be 0 (trust.md, section 5.8), each with a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant

EXAMPLES_MAX = 5  # named with each number: enough to begin looking


class AuditNumber(StrEnum):
    """The numbers, from the catalogue to the receivers. The last two can be judged only of a store that runs."""

    PLANTS_WITHOUT_EVENT = "plants_without_event"
    EVENTS_WITHOUT_PLANT = "events_without_plant"
    SEQUENCE_GAPS = "sequence_gaps"
    CURSORS_BEYOND_HEAD = "cursors_beyond_head"
    UNSETTLED_BEHIND_CURSOR = "unsettled_behind_cursor"
    RETRIES_TOO_FAR = "retries_too_far"
    RETRIES_UNREADABLE = "retries_unreadable"
    ACTIVITY_BROKEN = "activity_broken"
    RETRIES_OVERDUE = "retries_overdue"
    RECEIVERS_STUCK = "receivers_stuck"


DESCRIPTIONS: Mapping[AuditNumber, str] = {
    AuditNumber.PLANTS_WITHOUT_EVENT: "Plants that were added to the store, and whose event is not in the log.",
    AuditNumber.EVENTS_WITHOUT_PLANT: "Events in the log of which there is neither the plant nor its tombstone.",
    AuditNumber.SEQUENCE_GAPS: "Numbers up to the head of the log that no event has.",
    AuditNumber.CURSORS_BEYOND_HEAD: "Receivers whose cursor lies beyond the head of the log.",
    AuditNumber.UNSETTLED_BEHIND_CURSOR: (
        "Deliveries at or below a cursor that were neither accepted, nor cancelled, nor written down for another try."
    ),
    AuditNumber.RETRIES_TOO_FAR: "Deliveries whose next attempt lies further away than the ladder reaches.",
    AuditNumber.RETRIES_UNREADABLE: (
        "Deliveries whose row this version cannot read: they are passed over until a version that knows it sends them."
    ),
    AuditNumber.ACTIVITY_BROKEN: "Rows of the list of activities that were changed later, or follow a removed one.",
    AuditNumber.RETRIES_OVERDUE: (
        "Deliveries that are due, while nothing is tried again at their receiver, which is well."
    ),
    AuditNumber.RECEIVERS_STUCK: "Receivers that are well and owed events, and to which nothing is sent.",
}
NEEDS_RUNNING_STORE = frozenset({AuditNumber.RETRIES_OVERDUE, AuditNumber.RECEIVERS_STUCK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One thing that a number counts: what is known of it is not None."""

    receiver_id: ReceiverId | None = None
    sequence: int | None = None
    plant_id: int | None = None
    activity_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How many, and the first few of them. `count` is None when it could not be judged."""

    count: int | None = 0
    examples: tuple[Example, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.examples) <= min(self.count or 0, EXAMPLES_MAX)

    def __add__(self, other: "Finding") -> "Finding":
        """Both together.

        >>> (Finding(count=1) + Finding(count=2)).count
        3
        """
        if self.count is None or other.count is None:
            return self if self.count is None else other
        return Finding(count=self.count + other.count, examples=(self.examples + other.examples)[:EXAMPLES_MAX])


NO_FINDINGS = Finding()
NOT_CHECKED = Finding(count=None)


def finding_of(*examples: Example) -> Finding:
    """A finding that counts these."""
    return Finding(count=len(examples), examples=examples[:EXAMPLES_MAX])


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """One look at the whole: `full` when everything was counted, else samples of what is newest."""

    at: Instant
    full: bool
    findings: Mapping[AuditNumber, Finding]

    @property
    def clean(self) -> bool:
        """Whether no number that could be judged is other than 0."""
        return not any(finding.count for finding in self.findings.values())
