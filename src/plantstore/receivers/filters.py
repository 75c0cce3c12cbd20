"""Sets the filter of a receiver."""

from dataclasses import replace
from enum import Enum

from plantstore.domain.receivers.filters.pattern import Filter
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receiver_filters


class NoFilter(Enum):
    """The change that removes a filter; None means that nothing changes."""

    NO_FILTER = 0


def with_filter(receiver: Receiver, change: Filter | NoFilter | None) -> Receiver:
    """Return the receiver with a changed filter. It is in force once no request to the receiver is in flight."""
    if change is None:
        return receiver
    pattern = None if isinstance(change, NoFilter) else change.pattern
    return replace(receiver, filter=pattern, filtered=receiver.filtered or pattern is not None)


def put_first(tx: Transaction, receiver: Receiver) -> None:
    """Put the filter of a new receiver in force from its first event on."""
    if receiver.filter is not None:
        receiver_filters.add(tx, receiver.id, first=receiver.start, pattern=receiver.filter)
