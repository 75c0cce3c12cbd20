"""Filters lists of deliveries by result: a status, a class of statuses, or a kind of failure."""

import re
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import OutcomeKind

STATUS_CLASS = re.compile(r"([1-5])xx")
_STATUS = re.compile(r"[1-9][0-9]{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFilter:
    """Matches the statuses from `first` to `last`, or only `outcome` if it is set."""

    first: int = 0
    last: int = 0
    outcome: OutcomeKind | None = None

    def matches(self, outcome: OutcomeKind, status: int | None) -> bool:
        if self.outcome is not None:
            return outcome is self.outcome
        return status is not None and self.first <= status <= self.last

    @property
    def only_failures(self) -> bool:
        """True if the filter cannot match an accepted delivery."""
        if self.outcome is not None:
            return self.outcome is not OutcomeKind.ACCEPTED
        return self.last < 200 or self.first > 299


def parse_answer_filter(text: str) -> AnswerFilter:
    """Parse `5xx`, `404`, or an outcome such as `deadline`. Raise ValueError, with a message that lists these forms.

    >>> parse_answer_filter("5xx").matches(OutcomeKind.REFUSED, 503)
    True
    """
    if match := STATUS_CLASS.fullmatch(text):
        return AnswerFilter(first=int(match[1]) * 100, last=int(match[1]) * 100 + 99)
    if _STATUS.fullmatch(text):
        return AnswerFilter(first=int(text), last=int(text))
    try:
        return AnswerFilter(outcome=OutcomeKind(text))
    except ValueError:
        kinds = ", ".join(OutcomeKind)
        raise ValueError(f"write a class such as 5xx, a status such as 404, or one of {kinds}.") from None
