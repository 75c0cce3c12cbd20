"""Where a new receiver starts in the log."""

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events


def first_sequence(start: str | int, head: int) -> int:
    """Return the sequence of the first event that a receiver gets; raise Invalid unless `start` is one of the forms."""
    if start == "now":
        return head + 1
    if start == "beginning":
        return 1
    if isinstance(start, int) and not isinstance(start, bool) and 1 <= start <= head + 1:
        return start
    raise _start_refused(f'Write "now", "beginning", a sequence from 1 to {head + 1}, or a time.')


def first_since(tx: Transaction, since: Instant) -> int:
    """Return the sequence of the first event of this time or later; raise Invalid for a time in the future."""
    if since > tx.now:
        raise _start_refused("Write a time in the past.")
    return events.first_since(tx, since)


def _start_refused(detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/start", code="start", detail=detail),))
