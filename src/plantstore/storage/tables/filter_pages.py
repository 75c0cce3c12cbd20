"""Which events match the filter of a receiver: table `filter_pages`, one bit per event.

Filtered events have no rows of their own, and reading bodies to count them would take seconds for a million events. So
a job evaluates the filter once for each event, and keeps the results in pages of PAGE_EVENTS bits. They never change:
an event has one filter, and its body never changes. The events after the last page are evaluated when they are read.
There are no pages of events before a receiver's first filter, all of which match.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.filters.versions import FilterVersions
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, receiver_filters, receivers

PAGE_EVENTS = 512  # events of a page: 64 bytes
UNINDEXED_MAX = 4_096  # max events that a query evaluates itself: about 50 ms
_COLUMNS = ("receiver_id", "page", "before", "known_to", "bits")
_SELECT = "SELECT page, before, known_to, bits FROM filter_pages WHERE receiver_id = ?"
_SPAN, _RECORDS = "span of records", "records"  # in the transaction's memo
_decode = msgspec.json.Decoder(dict[str, object]).decode
_NumberedRecord = tuple[int, dict[str, object] | None]
"""The sequence number of an event and the record of its plant; None if the event is erased."""


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


def matches_of(tx: Transaction, receiver: Receiver) -> "Matches":
    """Return the matches of a receiver with a filter, for as long as the transaction."""
    key = _memo_key(receiver)
    if key not in tx.memo:
        tx.memo[key] = Matches(tx, receiver, head=events.head(tx))
    found: Matches = tx.memo[key]
    return found


def is_filtered(tx: Transaction, receiver: Receiver, sequence: int) -> bool:
    """True if the filter that is in force for an event leaves it out."""
    return receiver.filtered and not matches_of(tx, receiver).has(sequence)


class Matches:
    """The events that match the filter of one receiver, as a transaction sees them.

    At most UNINDEXED_MAX events whose results are not stored yet are evaluated. Events after `known_to` are taken as
    matching until the job has evaluated them: then counts are upper bounds.
    """

    def __init__(self, tx: Transaction, receiver: Receiver, *, head: int) -> None:
        self._tx = tx
        self._receiver = receiver
        self._pages = {page.page: page for page in _evaluated(tx, receiver, head=head, limit=UNINDEXED_MAX)}
        self._newest = self._pages[max(self._pages)]

    @property
    def known_to(self) -> int:
        """The last event that is known to match or not."""
        return self._newest.known_to

    def count(self, *, first: int, last: int) -> int:
        """Return how many events from `first` to `last` match."""
        return max(0, self._count_to(last) - self._count_to(first - 1))

    def has(self, sequence: int) -> bool:
        """True if an event matches."""
        if sequence > self.known_to:
            return True
        page = self._page(_page_of(sequence))
        return bool(page.bits >> (sequence - page.start - 1) & 1)

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

    def next(self, *, first: int, last: int) -> int:
        """Return the lowest sequence number from `first` to `last` that matches; `last` + 1 if there is none."""
        low, high = first, last + 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.count(first=first, last=middle) else (middle + 1, high)
        return low

    def last_filtered(self, *, until: int) -> int:
        """Return the highest sequence number up to `until` that is known not to match; 0 if there is none."""
        low, high = self._receiver.start - 1, min(until, self.known_to)
        while low < high:
            middle = (low + high + 1) // 2
            rest = high - middle + 1
            low, high = (low, middle - 1) if self.count(first=middle, last=high) == rest else (middle, high)
        return low if low >= self._receiver.start else 0

    def _last_before(self, page: Page) -> int:
        """Return the newest match in the pages before one, which have at least one match."""
        sql = f"{_SELECT} AND page < ? AND before < ? ORDER BY page DESC LIMIT 1"
        stored = self._tx.execute(sql, (self._receiver.id, page.page, page.before))
        found = [one for one in self._pages.values() if one.page < page.page and one.bits]
        newest = max([*found, *map(_from_row, stored)])
        return newest.start + newest.bits.bit_length()

    def _count_to(self, sequence: int) -> int:
        """Return how many events up to a sequence number match, from the receiver's start on."""
        if sequence < self._receiver.start:
            return 0
        page = self._page(_page_of(min(sequence, self.known_to)))
        return page.before + page.upto(sequence).bit_count() + max(0, sequence - self.known_to)

    def _page(self, number: int) -> Page:
        page = self._pages.get(number)
        if page is None:
            rows = self._tx.execute(f"{_SELECT} AND page = ?", (self._receiver.id, number))
            page = _from_row(rows[0]) if rows else _all(self._receiver, number, until=(number + 1) * PAGE_EVENTS)
            self._pages[number] = page
        return page


class Evaluation(NamedTuple):
    """Pages of one receiver to store: the newest stored one, `base`, with more events, and new ones.

    `versions` are the filters that were in force.
    """

    receiver: Receiver
    base: Page
    versions: FilterVersions
    pages: list[Page]


def evaluate(tx: Transaction, wanted: Sequence[Receiver], *, limit: int) -> list[Evaluation]:
    """Evaluate the filters of receivers for the next events, each of which is read once for all of them.

    The results go up to the same event for all: at most `limit` events beyond what is stored for the receiver that is
    furthest behind. Receivers whose stored results go that far are left out.
    """
    bases = {one.id: _newest(tx, one) for one in wanted}
    known_to = min(base.known_to for base in bases.values())
    last = min(events.head(tx), known_to + limit)
    behind = [one for one in wanted if bases[one.id].known_to < last]
    if not behind:
        return []
    records = _records(tx, first=known_to + 1, last=last)
    versions = receiver_filters.versions_of(tx, [one.id for one in behind])
    return [
        Evaluation(one, bases[one.id], versions[one.id], _extended(bases[one.id], versions[one.id], records, last=last))
        for one in behind
    ]


def store(tx: Transaction, found: Sequence[Evaluation]) -> dict[ReceiverId, int]:
    """Store pages, and return for each receiver the last event whose result is stored now.

    Nothing is stored for a receiver whose filter was changed in between, or for which other pages were stored.
    """
    ids = [one.receiver.id for one in found]
    receivers.lock(tx, ids)
    versions, stored = receiver_filters.versions_of(tx, ids), dict[ReceiverId, int]()
    for receiver, base, evaluated, pages in found:
        if [*versions[receiver.id]] != [*evaluated] or _newest(tx, receiver) != base:
            continue
        tx.memo.pop(_memo_key(receiver), None)
        tx.update("DELETE FROM filter_pages WHERE receiver_id = ? AND page = ?", (receiver.id, pages[0].page))
        rows = [(receiver.id, page.page, page.before, page.known_to, _to_bytes(page.bits)) for page in pages]
        tx.insert("filter_pages", _COLUMNS, rows)
        stored[receiver.id] = pages[-1].known_to
    return stored


def forget(tx: Transaction, receiver: Receiver, *, first: int) -> None:
    """Delete the results for the events from `first` on, because another filter will be in force for them."""
    tx.memo.pop(_memo_key(receiver), None)
    page, of_receiver = _page_of(first), (receiver.id, _page_of(first))
    rows = tx.execute(f"{_SELECT} AND page = ? AND known_to >= ?", (*of_receiver, first))
    tx.update("DELETE FROM filter_pages WHERE receiver_id = ? AND page > ?", of_receiver)
    for row in rows:
        kept = _from_row(row)
        tx.update("DELETE FROM filter_pages WHERE receiver_id = ? AND page = ?", of_receiver)
        if first - 1 > page * PAGE_EVENTS:
            kept_row = (receiver.id, page, kept.before, first - 1, _to_bytes(kept.upto(first - 1)))
            tx.insert("filter_pages", _COLUMNS, [kept_row])


def known_to(tx: Transaction, receiver: Receiver) -> int:
    """Return the last event for which it is stored whether it matches; the one before the start if there is none."""
    return _newest(tx, receiver).known_to


def wrong_results(tx: Transaction, receiver: Receiver, *, first: int, last: int) -> list[int]:
    """Evaluate the filter again for the events from `first` to `last`, and return those whose stored result differs.

    Erased events cannot be evaluated. If the number of earlier matches of a page is wrong, its first event is returned.
    """
    sql = f"{_SELECT} AND page BETWEEN ? AND ? ORDER BY page"
    rows = tx.execute(sql, (receiver.id, _page_of(first) - 1, _page_of(last)))
    pages = {row[0]: _from_row(row) for row in rows}
    versions, wrong = receiver_filters.versions(tx, receiver.id), set()
    for sequence, _, body in events.bodies(tx, first=first, last=last, whole=True) if pages else ():
        page = pages.get(_page_of(sequence))
        if body and page is not None and sequence <= page.known_to:
            stored = bool(page.bits >> (sequence - page.start - 1) & 1)
            if stored is not is_match(versions, sequence, body):
                wrong.add(sequence)
    for number, page in pages.items():
        earlier = pages.get(number - 1)
        if earlier is not None and page.before != earlier.total:
            wrong.add(page.start + 1)
    return sorted(wrong)


def _memo_key(receiver: Receiver) -> tuple[str, int]:
    return "matches", receiver.id


def all_known_to(tx: Transaction) -> int:
    """Return the last event for which it is stored whether it matches the filter of each receiver that gets it."""
    newest = "SELECT max(known_to) FROM filter_pages WHERE filter_pages.receiver_id = receivers.id"
    unfiltered = "SELECT min(first) - 1 FROM receiver_filters WHERE receiver_filters.receiver_id = receivers.id"
    known = f"coalesce(({newest}), ({unfiltered}), start - 1)"
    found = tx.execute(f"SELECT min({known}) FROM receivers WHERE deleted_at IS NULL AND filtered = 1")[0][0]
    return events.head(tx) if found is None else int(found)


def _newest(tx: Transaction, receiver: Receiver) -> Page:
    rows = tx.execute(f"{_SELECT} ORDER BY page DESC LIMIT 1", (receiver.id,))
    if rows:
        return _from_row(rows[0])
    first = receiver_filters.versions(tx, receiver.id).first
    known_to = events.head(tx) if first is None else first - 1
    return _all(receiver, _page_of(max(1, known_to)), until=known_to)


def _all(receiver: Receiver, number: int, *, until: int) -> Page:
    """Return a page with all events from the receiver's start up to `until`: they are from before its first filter."""
    start, before = number * PAGE_EVENTS, receiver.start - 1
    bits = ((1 << max(0, until - start)) - 1) & ~((1 << max(0, before - start)) - 1)
    return Page(number, max(0, start - before), until, bits)


def _evaluated(tx: Transaction, receiver: Receiver, *, head: int, limit: int) -> list[Page]:
    """Return the newest stored page and those after it, with the results of the next events; nothing is stored."""
    page = _newest(tx, receiver)
    last = min(head, page.known_to + limit)
    if last <= page.known_to:
        return [page]
    span = page.known_to + 1, last
    if tx.memo.get(_SPAN) != span:  # most receivers have results up to the same event
        tx.memo[_SPAN], tx.memo[_RECORDS] = span, _records(tx, first=span[0], last=last)
    return _extended(page, receiver_filters.versions(tx, receiver.id), tx.memo[_RECORDS], last=last)


def _extended(page: Page, versions: FilterVersions, records: Sequence[_NumberedRecord], *, last: int) -> list[Page]:
    """Return a page with the results of the events after it and up to `last`, and the pages that follow."""
    found = [
        sequence
        for sequence, record in records
        if sequence > page.known_to
        and ((wanted := versions.in_force(sequence)) is None or (record is not None and wanted.matches(record)))
    ]
    pages = [page]
    for number in range(_page_of(page.known_to + 1), _page_of(last) + 1):
        if number > pages[-1].page:
            pages.append(Page(number, pages[-1].total, 0, 0))
        start, end = number * PAGE_EVENTS, min(last, (number + 1) * PAGE_EVENTS)
        bits = sum(1 << (sequence - start - 1) for sequence in found if start < sequence <= end)
        pages[-1] = pages[-1]._replace(known_to=end, bits=pages[-1].bits | bits)
    return pages


def _records(tx: Transaction, *, first: int, last: int) -> list[_NumberedRecord]:
    """Return the plants of the events from `first` to `last`, by sequence number; None if the event is erased."""
    bodies = events.bodies(tx, first=first, last=last, whole=True)
    return [(sequence, _decode(body) if body else None) for sequence, _, body in bodies]


def is_match(versions: FilterVersions, sequence: int, body: bytes) -> bool:
    """True if the filter that is in force for an event lets its body through; an erased body matches no filter."""
    wanted = versions.in_force(sequence)
    return wanted is None or (bool(body) and wanted.matches(_decode(body)))


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
