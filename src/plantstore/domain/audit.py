"""The numbers that an audit of the store counts. Each must be 0; docs/operating.md says what to do if one is not."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant

EXAMPLES_MAX = 5  # max examples listed with each number, as starting points for an investigation


class AuditNumber(StrEnum):
    """Kinds of inconsistencies in a store, from the catalogue to the receivers.

    NEEDS_RUNNING_STORE can be counted only while Plant Store runs.
    """

    PLANTS_WITHOUT_EVENT = "plants_without_event"
    EVENTS_WITHOUT_PLANT = "events_without_plant"
    SEQUENCE_GAPS = "sequence_gaps"
    CURSORS_BEYOND_HEAD = "cursors_beyond_head"
    UNSETTLED_BEHIND_CURSOR = "unsettled_behind_cursor"
    RETRIES_TOO_FAR = "retries_too_far"
    RETRIES_UNREADABLE = "retries_unreadable"
    FILTER_RESULTS_WRONG = "filter_results_wrong"
    ACTIVITY_BROKEN = "activity_broken"
    RETRIES_OVERDUE = "retries_overdue"
    RECEIVERS_STUCK = "receivers_stuck"
    PHOTOS_WITHOUT_FILE = "photos_without_file"


DESCRIPTIONS: Mapping[AuditNumber, str] = {
    AuditNumber.PLANTS_WITHOUT_EVENT: "Plants that were added to the store but have no event in the log.",
    AuditNumber.EVENTS_WITHOUT_PLANT: "Events in the log without a plant, and without the record of its deletion.",
    AuditNumber.SEQUENCE_GAPS: "Sequences up to the head of the log that no event has.",
    AuditNumber.CURSORS_BEYOND_HEAD: "Receivers whose cursor is beyond the head of the log.",
    AuditNumber.UNSETTLED_BEHIND_CURSOR: (
        "Deliveries at or below a cursor that were not accepted or cancelled and have no retry."
    ),
    AuditNumber.RETRIES_TOO_FAR: "Deliveries whose next attempt is later than the retry schedule allows.",
    AuditNumber.RETRIES_UNREADABLE: (
        "Deliveries whose row this version cannot read. They wait until a version that can read it sends them."
    ),
    AuditNumber.FILTER_RESULTS_WRONG: (
        "Events for which it is stored wrongly whether they match the filter of a receiver, or how many did before."
    ),
    AuditNumber.ACTIVITY_BROKEN: "Rows of the activity log that were changed, or whose predecessor was removed.",
    AuditNumber.RETRIES_OVERDUE: ("Deliveries that are due, although their receiver is active and gets no retries."),
    AuditNumber.RECEIVERS_STUCK: "Active receivers with queued events to which nothing is sent.",
    AuditNumber.PHOTOS_WITHOUT_FILE: "Photos of which a file is missing in the folder or bucket, counted once an hour.",
}
NEEDS_RUNNING_STORE = frozenset({AuditNumber.RETRIES_OVERDUE, AuditNumber.RECEIVERS_STUCK})
COUNTED_BY_STORE = frozenset({AuditNumber.PHOTOS_WITHOUT_FILE})
"""Numbers that only a running store counts, because they are not about its database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One of the items that an audit number counts. Fields that do not apply to this item are None."""

    receiver_id: ReceiverId | None = None
    sequence: int | None = None
    plant_id: int | None = None
    activity_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How many items an audit number counts, and the first few as examples. `count` is None if it is unknown."""

    count: int | None = 0
    examples: tuple[Example, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.examples) <= min(self.count or 0, EXAMPLES_MAX)

    def __add__(self, other: "Finding") -> "Finding":
        """Add the counts, and keep the first EXAMPLES_MAX examples.

        >>> (Finding(count=1) + Finding(count=2)).count
        3
        """
        if self.count is None or other.count is None:
            return self if self.count is None else other
        return Finding(count=self.count + other.count, examples=(self.examples + other.examples)[:EXAMPLES_MAX])


NO_FINDINGS = Finding()
NOT_CHECKED = Finding(count=None)


def finding_of(*examples: Example) -> Finding:
    """Return a finding that counts the given items and lists the first of them as examples."""
    return Finding(count=len(examples), examples=examples[:EXAMPLES_MAX])


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The result of one audit. If `full`, the audit covered everything, otherwise only the newest items."""

    at: Instant
    full: bool
    findings: Mapping[AuditNumber, Finding]

    @property
    def clean(self) -> bool:
        """True if every number that could be determined is 0."""
        return not any(finding.count for finding in self.findings.values())
