"""What a list of deliveries can be filtered by: how the receiver answered, or why it did not. Pure."""

import re
from dataclasses import dataclass

from plantstore.domain.delivery import OutcomeKind

STATUS_CLASS = re.compile(r"([1-5])xx")
_STATUS = re.compile(r"[1-9][0-9]{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFilter:
    """Either statuses from `first` to `last`, or one outcome."""

    first: int = 0
    last: int = 0
    outcome: OutcomeKind | None = None

    def fits(self, outcome: OutcomeKind, status: int | None) -> bool:
        if self.outcome is not None:
            return outcome is self.outcome
        return status is not None and self.first <= status <= self.last

    @property
    def failed(self) -> bool:
        """Whether only what failed can fit."""
        if self.outcome is not None:
            return self.outcome is not OutcomeKind.ACCEPTED
        return self.last < 200 or self.first > 299


def parse_answer(text: str) -> AnswerFilter:
    """Read `5xx`, `404`, or an outcome such as `deadline`; ValueError says what to write.

    >>> parse_answer("5xx").fits(OutcomeKind.REFUSED, 503), parse_answer("404").fits(OutcomeKind.REFUSED, 403)
    (True, False)
    """
    if found := STATUS_CLASS.fullmatch(text):
        return AnswerFilter(first=int(found[1]) * 100, last=int(found[1]) * 100 + 99)
    if _STATUS.fullmatch(text):
        return AnswerFilter(first=int(text), last=int(text))
    try:
        return AnswerFilter(outcome=OutcomeKind(text))
    except ValueError:
        kinds = ", ".join(OutcomeKind)
        raise ValueError(f"write a class such as 5xx, a status such as 404, or one of {kinds}.") from None
