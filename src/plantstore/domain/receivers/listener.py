"""A listener: a program that reads the feed on another machine, and reports what the receiver behind it answered.

The store sends nothing to a listener, so it is not a receiver: it has no deliveries, no backlog and no state, and what
it reports is kept apart from what the store has measured itself.
"""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.errors import FieldError
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import Instant

LISTENERS_MAX = 100  # max listeners of a store
LISTENERS_PER_TOKEN_MAX = 10  # a developer has a few programs, and restarts them; the oldest is removed
IDLE_S_MAX = 3_600  # a listener that has reported nothing for this long is removed
INTERVAL_S_MIN = 0.5  # min time between two reports of a listener; each is a write transaction
OUTCOMES_MAX = 100  # max outcomes in one report: a page of the feed
KEPT_MAX = 1_000  # max outcomes kept for a listener; those of the oldest events are deleted
DETAIL_CHARS_MAX = 200
STATUS_MIN, STATUS_MAX = 100, 599
DURATION_MS_MAX = 3_600_000


class Result(StrEnum):
    """What the receiver behind a listener did with an event."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    NO_RESPONSE = "no_response"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """A listener, and how many of the outcomes kept for it are what.

    `token_id` is the id of the token or person that made it, which alone may report. `start` is the sequence of the
    first event that it may report on. It is removed at `expires_at`, unless it reports before.
    """

    id: str
    token_id: str
    name: str
    start: int
    created_at: Instant
    reported_at: Instant | None
    expires_at: Instant
    accepted: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedOutcome:
    """What a listener reported on an event. `status` is None if the receiver behind it did not respond."""

    sequence: int
    status: int | None
    duration_ms: int
    detail: str
    reported_at: Instant

    @property
    def result(self) -> Result:
        if self.status is None:
            return Result.NO_RESPONSE
        return Result.ACCEPTED if 200 <= self.status < 300 else Result.REFUSED


def check_detail(text: str, *, pointer: str) -> tuple[str, list[FieldError]]:
    """Return the cleaned-up detail of an outcome, which may be empty, and its problems."""
    return check_text(text, pointer=pointer, chars_max=DETAIL_CHARS_MAX) if text else ("", [])
