"""Cancels the backlog of a receiver."""

from plantstore.domain.deliveries.sequence_ranges import SequenceRanges
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog
from plantstore.storage.tables import cancelled_ranges, events, filter_pages, retries


def cancel(tx: Transaction, receiver: Receiver, *, asked_by: str) -> int:
    """Cancel every unsettled delivery: ranges of never-attempted events, and waiting retries. Return how many.

    Events that the receiver's filter leaves out are not counted: there is no delivery of them.
    """
    ranges = _untried_ranges(tx, receiver)
    cancelled_ranges.add(tx, receiver.id, ranges, asked_by=asked_by)
    if receiver.filtered:
        matches = filter_pages.matches_of(tx, receiver)
        untried = sum(matches.count(first=first, last=last) for first, last in ranges)
    else:
        untried = sum(last - first + 1 for first, last in ranges)
    return untried + retries.cancel_waiting(tx, receiver.id)


def _untried_ranges(tx: Transaction, receiver: Receiver) -> list[tuple[int, int]]:
    recorded = ((sequence, sequence) for sequence in backlog.recorded_beyond(tx, receiver))
    settled = SequenceRanges([*recorded, *cancelled_ranges.after(tx, receiver.id, receiver.cursor)])
    return settled.gaps(receiver.cursor + 1, events.head(tx))
