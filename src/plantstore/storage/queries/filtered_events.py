"""The next events that match a receiver's filter, each with the match before it.

Where the results of the filter are stored, only matching events are read. After that, events are evaluated, a few at a
time, because the reader thread holds the interpreter while it does that. Nothing is stored here.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, filter_pages, receiver_filters
from plantstore.storage.tables.filter_pages import Matches

MATCHES_MAX = 64  # matching events of one page
SCANNED_MAX = 16_384  # events of one page whose results are stored: 32 rows
EVALUATED_MAX = 256  # events of one page that are evaluated: about 2 ms


class MatchingEvent(NamedTuple):
    """An event that matches. `previous` is the highest lower sequence number that matches; 0 if there is none.

    What is before the receiver's start does not count.
    """

    event: Event
    previous: int


class FilteredPage(NamedTuple):
    """The matching events among those after one and up to `read_to`, in log order, and the last match by then.

    `known_to` is the last event whose result is stored.
    """

    events: list[MatchingEvent]
    read_to: int
    last_match: int
    known_to: int


def last_match(tx: Transaction, receiver: Receiver, *, until: int) -> int:
    """Return the highest sequence number up to `until` that matches, from the receiver's start on; 0 if none does."""
    return filter_pages.matches_of(tx, receiver).last(until=until) if until >= receiver.start else 0


def page(tx: Transaction, receiver: Receiver, *, after: int, last: int, previous: int) -> FilteredPage:
    """Return the next matching events after `after` and up to `last`; `previous` is the last match up to `after`."""
    known_to = filter_pages.known_to(tx, receiver)
    stored_to = min(known_to, last)
    if after >= stored_to:
        found = events.page(tx, after=after, limit=min(EVALUATED_MAX, last - after))
        read_to = found[-1].sequence if found else after
        chained = _chained(_matching(tx, receiver, found), previous)
    else:
        read_to = min(stored_to, after + SCANNED_MAX)
        sequences = sorted(Matches(tx, receiver, head=stored_to).between(first=after + 1, last=read_to))
        if len(sequences) > MATCHES_MAX:
            sequences = sequences[:MATCHES_MAX]
            read_to = sequences[-1]
        chained = _chained(events.find_many(tx, sequences), previous)
    return FilteredPage(chained, read_to, chained[-1].event.sequence if chained else previous, known_to)


def _matching(tx: Transaction, receiver: Receiver, found: Sequence[Event]) -> Iterator[Event]:
    versions = receiver_filters.versions(tx, receiver.id)
    for event in found:
        if filter_pages.is_match(versions, event.sequence, event.body):
            yield event


def _chained(found: Iterator[Event] | Sequence[Event], previous: int) -> list[MatchingEvent]:
    chained = []
    for event in found:
        chained.append(MatchingEvent(event, previous))
        previous = event.sequence
    return chained
