"""A message about problems in the store, and how the other side of a channel answered it."""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant


class Severity(StrEnum):
    """How serious the worst problem in a message is. `resolved` means that all its problems have ended."""

    CRITICAL = "critical"
    WARNING = "warning"
    RESOLVED = "resolved"
    INFO = "info"


class MessageKind(StrEnum):
    """What a message is about; the value is the `type` of a webhook."""

    OPENED = "alert.opened"
    REMINDER = "alert.reminder"
    CLOSED = "alert.closed"
    DIGEST = "alert.digest"
    TEST = "alert.test"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertMessage:
    """A message, before a channel gives it a form. All text is plain: each channel escapes what is markup to it.

    `id` is the same each time the message is sent, so that a program can skip a duplicate. `title` is one line, and
    `lines` are paragraphs of one line each. A channel shortens what does not fit, and says how many lines it left out.
    `link` is an absolute URL of the console, "" if there is none; so is `acknowledge_link`, the page on which a person
    acknowledges the problems. No text or link contains a token, a secret, a user name or the query of a URL.
    """

    id: str
    kind: MessageKind
    severity: Severity
    title: str
    lines: tuple[str, ...]
    created_at: Instant
    link: str = ""
    acknowledge_link: str = ""
    incident_ids: tuple[str, ...] = ()


class AnswerResult(StrEnum):
    """What follows from an answer: nothing, another attempt later, or none with these settings."""

    ACCEPTED = "accepted"
    RETRY = "retry"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How the other side answered a message. `words` is one printable sentence for people, without a secret.

    `retry_after_s`: how long the other side asks us to wait; None if it does not say. `took_us` is the time it took.
    """

    result: AnswerResult
    words: str
    retry_after_s: float | None = None
    took_us: int = 0
