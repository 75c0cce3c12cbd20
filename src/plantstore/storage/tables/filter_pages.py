"""Which events match the filter of a receiver: table `filter_pages`, one bit per event.

Filtered events have no rows of their own, and reading bodies to count them would take seconds for a million events. So
a job evaluates the filter once for each event, and keeps the results in pages of PAGE_EVENTS bits. They never change:
an event has one filter, and its body never changes. The events after the last page are evaluated when they are read.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from plantstore.domain.receivers.filters.versions import FilterVersions
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, receiver_filters

PAGE_EVENTS = 512  # events of a page: 64 bytes
UNINDEXED_MAX = 4_096  # max events that a query evaluates itself: about 50 ms
_COLUMNS = ("receiver_id", "page", "before", "known_to", "bits")
_SELECT = "SELECT page, before, known_to, bits FROM filter_pages WHERE receiver_id = ?"
_decode = msgspec.json.Decoder(dict[str, object]).decode


class Page(NamedTuple):
    """The matches of one page: bit 0 of `bits` is the page's first event, and `known_to` the last known event.

    `before` is the number of matches in earlier pages.
    """

    page: int
    before: int
    known_to: int
    bits: int

    @property
    def start(self) -> int:
        """The sequence number of the last event before the page."""
        return self.page * PAGE_EVENTS

    @property
    def total(self) -> int:
        """The number of matches up to the end of the page."""
        return self.before + self.bits.bit_count()

    def upto(self, sequence: int) -> int:
        """Return the bits of the events up to a sequence number."""
        return self.bits & ((1 << max(0, sequence - self.start)) - 1)


class Matches:
    """The events that match the filter of one receiver, as a transaction sees them.

    At most UNINDEXED_MAX events whose results are not stored yet are evaluated. Events after `known_to` are taken as
    matching until the job has evaluated them: then counts are upper bounds.
    """

    def __init__(self, tx: Transaction, receiver: Receiver, *, head: int) -> None:
        self._tx = tx
        self._receiver = receiver
        self._tail = {page.page: page for page in _evaluated(tx, receiver, head=head, limit=UNINDEXED_MAX)}
        self._newest = self._tail[max(self._tail)]

    @property
    def known_to(self) -> int:
        """The last event that is known to match or not."""
        return self._newest.known_to

    def count(self, *, first: int, last: int) -> int:
        """Return how many events from `first` to `last` match."""
        return max(0, self._count_to(last) - self._count_to(first - 1))

    def between(self, *, first: int, last: int) -> set[int]:
        """Return the sequence numbers from `first` to `last` that match."""
        found = set(range(max(first, self.known_to + 1), last + 1))
        for number in range(_page_of(first), _page_of(min(last, self.known_to)) + 1):
            page = self._page(number)
            found.update(page.start + 1 + bit for bit in _ones(page.upto(last)) if page.start + 1 + bit >= first)
        return found

    def last(self, *, until: int) -> int:
        """Return the highest sequence number up to `until` that matches; 0 if there is none from the start on."""
        if until > self.known_to:
            return until
        page = self._page(_page_of(until))
        bits = page.upto(until)
        if bits:
            return page.start + bits.bit_length()
        return self._last_before(page) if page.before else 0

    def _last_before(self, page: Page) -> int:
        """Return the newest match in the pages before one, which have at least one match."""
        found = [one for one in self._tail.values() if one.page < page.page and one.bits]
        if found:
            newest = max(found)
        else:
            sql = f"{_SELECT} AND page < ? AND before < ? ORDER BY page DESC LIMIT 1"
            newest = _from_row(self._tx.execute(sql, (self._receiver.id, page.page, page.before))[0])
        return newest.start + newest.bits.bit_length()

    def _count_to(self, sequence: int) -> int:
        """Return how many events up to a sequence number match, from the receiver's start on."""
        if sequence < self._receiver.start:
            return 0
        page = self._page(_page_of(min(sequence, self.known_to)))
        return page.before + page.upto(sequence).bit_count() + max(0, sequence - self.known_to)

    def _page(self, number: int) -> Page:
        page = self._tail.get(number)
        if page is not None:
            return page
        rows = self._tx.execute(f"{_SELECT} AND page = ?", (self._receiver.id, number))
        return _from_row(rows[0]) if rows else Page(number, 0, 0, 0)  # a page before the receiver's start


def extend(tx: Transaction, receiver: Receiver, *, head: int, limit: int) -> int:
    """Evaluate the filter for the next events, at most `limit` of them, and store the results; return the last event.

    Another process may do the same at the same time: both store the same bits.
    """
    pages = _evaluated(tx, receiver, head=head, limit=limit)
    tx.update(
        "DELETE FROM filter_pages WHERE receiver_id = ? AND page BETWEEN ? AND ?",
        (receiver.id, pages[0].page, pages[-1].page),
    )
    rows = [(receiver.id, page.page, page.before, page.known_to, _to_bytes(page.bits)) for page in pages]
    tx.insert("filter_pages", _COLUMNS, rows)
    return pages[-1].known_to


def known_to(tx: Transaction, receiver: Receiver) -> int:
    """Return the last event for which it is stored whether it matches; the one before the start if there is none."""
    return _newest(tx, receiver).known_to


def _newest(tx: Transaction, receiver: Receiver) -> Page:
    rows = tx.execute(f"{_SELECT} ORDER BY page DESC LIMIT 1", (receiver.id,))
    return _from_row(rows[0]) if rows else Page(_page_of(receiver.start), 0, receiver.start - 1, 0)


def _evaluated(tx: Transaction, receiver: Receiver, *, head: int, limit: int) -> list[Page]:
    """Return the newest stored page and those after it, with the results of the next events; nothing is stored."""
    page = _newest(tx, receiver)
    last = min(head, page.known_to + limit)
    if last <= page.known_to:
        return [page]
    found = _matching(tx, receiver_filters.versions(tx, receiver.id), first=page.known_to + 1, last=last)
    pages = [page]
    for number in range(_page_of(page.known_to + 1), _page_of(last) + 1):
        if number > pages[-1].page:
            pages.append(Page(number, pages[-1].total, 0, 0))
        start, end = number * PAGE_EVENTS, min(last, (number + 1) * PAGE_EVENTS)
        bits = sum(1 << (sequence - start - 1) for sequence in found if start < sequence <= end)
        pages[-1] = pages[-1]._replace(known_to=end, bits=pages[-1].bits | bits)
    return pages


def _matching(tx: Transaction, versions: FilterVersions, *, first: int, last: int) -> list[int]:
    """Return the events from `first` to `last` that match; erased ones do not, because no receiver gets them."""
    bodies = events.bodies(tx, first=first, last=last, whole=True)
    return [sequence for sequence, _, body in bodies if body and versions.matches(sequence, _decode(body))]


def _page_of(sequence: int) -> int:
    return (sequence - 1) // PAGE_EVENTS


def _ones(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _to_bytes(bits: int) -> bytes:
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def _from_row(row: Sequence[object]) -> Page:
    page, before, known, bits = row
    assert isinstance(page, int) and isinstance(before, int) and isinstance(known, int) and isinstance(bits, bytes)
    return Page(page, before, known, int.from_bytes(bits, "little"))
