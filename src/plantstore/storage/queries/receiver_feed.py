"""The events of the feed that receivers get, for a reader who closes a gap in what a receiver was sent."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.filters.versions import FilterVersions
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, filter_pages, receiver_filters

SCANNED_MAX = 16_384  # events of one page, matching or not


class FeedPage(NamedTuple):
    """Events in log order, and the last one that was read: those between that match are all in the page."""

    events: list[Event]
    read_to: int


def page(tx: Transaction, receivers: Sequence[Receiver], *, after: int, limit: int) -> FeedPage:
    """Return the next events after `after`, at most `limit`, that at least one of the receivers gets.

    A receiver gets the events from its start on that match its filter. At most SCANNED_MAX events are passed, so a page
    may have fewer than `limit` events, or none, although there are more.
    """
    last = min(events.head(tx), after + SCANNED_MAX)
    sequences = sorted(_possible(tx, receivers, first=after + 1, last=last))
    read_to = max(after, last) if len(sequences) <= limit else sequences[limit - 1]
    versions = receiver_filters.versions_of(tx, [one.id for one in receivers if one.filtered])
    found = events.find_many(tx, sequences[:limit])
    return FeedPage([one for one in found if _is_wanted(tx, receivers, versions, one)], read_to)


def wanted(tx: Transaction, receivers: Sequence[Receiver], sequences: Collection[int]) -> set[int]:
    """Return those of the sequences whose events at least one of the receivers gets."""
    versions = receiver_filters.versions_of(tx, [one.id for one in receivers if one.filtered])
    found = events.find_many(tx, sorted(set(sequences)))
    return {one.sequence for one in found if _is_wanted(tx, receivers, versions, one)}


def _possible(tx: Transaction, receivers: Iterable[Receiver], *, first: int, last: int) -> set[int]:
    """Return the events that receivers may get: for those that are not in the index yet, it is not known."""
    found: set[int] = set()
    for receiver in receivers:
        start = max(first, receiver.start)
        if receiver.filtered and start <= last:
            found |= filter_pages.matches_of(tx, receiver).between(first=start, last=last)
        else:
            found.update(range(start, last + 1))
    return found


def _is_wanted(
    tx: Transaction, receivers: Collection[Receiver], versions: dict[ReceiverId, FilterVersions], event: Event
) -> bool:
    return any(event.sequence >= one.start and _matches(tx, one, versions, event) for one in receivers)


def _matches(tx: Transaction, receiver: Receiver, versions: dict[ReceiverId, FilterVersions], event: Event) -> bool:
    if not receiver.filtered:
        return True
    matches = filter_pages.matches_of(tx, receiver)
    if event.sequence <= matches.known_to:
        return matches.has(event.sequence)
    return filter_pages.is_match(versions[receiver.id], event.sequence, event.body)
