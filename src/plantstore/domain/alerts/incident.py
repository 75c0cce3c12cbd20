"""An incident: a problem that a rule found, from when it began until it ended, and what each channel got about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plantstore.domain.alerts.rules import RULES, Rule, RuleKey
from plantstore.domain.timestamps import Instant

STORE = ""  # the subject of an incident that concerns the whole store
Facts = Mapping[str, Any]
"""Numbers and short texts, which `wording.py` puts into sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What makes a rule hold now: its subject (the id of a receiver, an import or a channel), and since when.

    `is_over` is set for what happens once, such as the end of an import.
    """

    rule: RuleKey
    subject: str
    name: str
    began_at: Instant
    facts: Facts = field(default_factory=dict)
    is_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """A problem as it is stored. There is at most one open incident for each rule and subject."""

    id: str
    rule: RuleKey
    subject: str
    subject_name: str
    facts: Facts
    began_at: Instant
    opened_at: Instant
    ended_at: Instant | None = None
    acknowledged_at: Instant | None = None
    acknowledged_by: str | None = None
    acknowledged_name: str | None = None
    muted_until: Instant | None = None

    @property
    def definition(self) -> Rule:
        return RULES[self.rule]

    @property
    def is_open(self) -> bool:
        return self.ended_at is None

    def is_quiet(self, now: Instant) -> bool:
        """True if it was acknowledged or is muted, so that no reminder is sent."""
        return self.acknowledged_at is not None or (self.muted_until is not None and self.muted_until > now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What a channel got about an incident: nothing before `announced_at`, nothing more from `closed_at` on."""

    incident: Incident
    announced_at: Instant | None = None
    reminders: int = 0
    remind_at: Instant | None = None
