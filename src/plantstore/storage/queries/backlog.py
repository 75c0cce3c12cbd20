"""The backlog: how many deliveries are queued for one receiver or for all, and when the oldest queued event occurred.

Queued are the events beyond a receiver's cursor that are not settled for that receiver, and the deliveries in retry.
Few rows lie beyond a cursor, because a cursor stops only at a delivery that is in flight or held. Events that the
receiver's filter leaves out are not queued.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import attempts, cancelled_ranges, events, filter_pages, receivers, retries
from plantstore.storage.transaction import Transaction

ROWS_MAX = 10_000  # max rows of each kind, per receiver, that a total counts
STEPS_MAX = 1_000  # max deliveries of one receiver examined in search of the oldest queued one

_KNOWN_LAGS = "lags of receivers"  # key in `Transaction.memo`
_SETTLED_BEYOND = (
    "SELECT count(*) FROM ("
    "SELECT sequence FROM attempts WHERE receiver_id = ? AND sequence > ? AND outcome = 'accepted' "
    "UNION SELECT sequence FROM retries WHERE receiver_id = ? AND sequence > ?) AS settled "
    "WHERE coalesce((SELECT last FROM skips WHERE receiver_id = ? AND first <= settled.sequence "
    "ORDER BY first DESC LIMIT 1), 0) < settled.sequence"
)
_SETTLED_OF_EACH = (
    "SELECT count(*) FROM (SELECT sequence FROM attempts WHERE attempts.receiver_id = receivers.id "
    "AND sequence > receivers.cursor AND outcome = 'accepted' "
    "UNION SELECT sequence FROM retries WHERE retries.receiver_id = receivers.id AND sequence > receivers.cursor"
    ") AS settled WHERE coalesce((SELECT last FROM skips WHERE skips.receiver_id = receivers.id "
    "AND first <= settled.sequence ORDER BY first DESC LIMIT 1), 0) < settled.sequence"
)
_SKIPPED_OF_EACH = (
    "SELECT coalesce(sum(last - CASE WHEN first > receivers.cursor THEN first - 1 ELSE receivers.cursor END), 0) "
    "FROM skips WHERE skips.receiver_id = receivers.id AND last > receivers.cursor AND first >= "
    "coalesce((SELECT max(before.first) FROM skips AS before "
    "WHERE before.receiver_id = receivers.id AND before.first <= receivers.cursor), 0)"
)
_RETRYING_OF_EACH = "SELECT count(*) FROM retries WHERE retries.receiver_id = receivers.id AND state = 'waiting'"
_LAGS = f"SELECT id, cursor, ({_SETTLED_OF_EACH}), ({_SKIPPED_OF_EACH}), ({_RETRYING_OF_EACH}), filtered FROM receivers"
_LAGGING = "deleted_at IS NULL AND filtered = 0 AND cursor < ?"
_LAGGING_FILTERED = "SELECT id FROM receivers WHERE deleted_at IS NULL AND filtered = 1 AND cursor < ? ORDER BY cursor"
_BEYOND = "SELECT DISTINCT sequence FROM {table} WHERE receiver_id = receivers.id AND sequence > cursor {only}LIMIT ?"
_ACCEPTED = _BEYOND.format(table="attempts", only="AND outcome = 'accepted' ")
_ROWS = _BEYOND.format(table="retries", only="")
_EITHER = f"SELECT * FROM ({_ACCEPTED}) AS accepted UNION SELECT * FROM ({_ROWS}) AS written"
# A subquery for each receiver makes both engines use the index and read only the rows beyond its cursor.
_SETTLED = f"SELECT (SELECT count(*) FROM ({_EITHER}) AS settled) FROM receivers WHERE {_LAGGING}"
_SKIPPED = (
    # SQLite joins the tables of a CROSS JOIN in this order, so it finds the ranges beyond each cursor by the index.
    "SELECT coalesce(sum(last - CASE WHEN first > cursor THEN first - 1 ELSE cursor END), 0) "
    f"FROM receivers CROSS JOIN skips WHERE {_LAGGING} AND skips.receiver_id = receivers.id AND last > cursor"
)
_WAITING = "SELECT count(*) FROM (SELECT 1 FROM retries WHERE state = 'waiting' LIMIT ?) AS few"


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklogCount:
    """How many deliveries are queued. If not `exact`, it is an estimate, because counting stopped at ROWS_MAX rows."""

    count: int
    exact: bool


class Lag(NamedTuple):
    """How many deliveries are queued for a receiver: not yet attempted, and in retry."""

    untried: int
    retrying: int

    @property
    def total(self) -> int:
        return self.untried + self.retrying


def lags(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, Lag]:
    """Return what `lag` adds up for each of these receivers, in one statement for all of them."""
    known: dict[ReceiverId, Lag] = tx.memo.setdefault(_KNOWN_LAGS, {}) if tx.is_snapshot else {}
    unknown = sorted(set(receiver_ids) - known.keys())
    if unknown:
        known.update(_read_lags(tx, unknown))
    return {id: known[id] for id in receiver_ids if id in known}


def _read_lags(tx: Transaction, receiver_ids: Sequence[ReceiverId]) -> dict[ReceiverId, Lag]:
    head = events.head(tx)
    marks, ids = in_list(receiver_ids)
    rows = tx.execute(f"{_LAGS} WHERE id IN ({marks})", ids)
    found = {
        ReceiverId(row[0]): Lag(0 if row[1] >= head else head - row[1] - int(row[2]) - int(row[3]), int(row[4]))
        for row in rows
    }
    behind = [ReceiverId(row[0]) for row in rows if row[5] and row[1] < head]
    for receiver in receivers.find_many(tx, behind).values() if behind else ():
        found[receiver.id] = found[receiver.id]._replace(untried=_count_matching(tx, receiver, head=head))
    return found


def lag(tx: Transaction, receiver: Receiver) -> int:
    """Return how many deliveries are queued for a receiver: not yet attempted, or in retry."""
    return count_untried(tx, receiver, head=events.head(tx)) + retries.count_waiting(tx, receiver.id)


def count_untried(tx: Transaction, receiver: Receiver, *, head: int) -> int:
    """Return how many events up to `head` are beyond the receiver's cursor and not settled.

    An event is settled if it is delivered, in `retries` or in a cancelled range. Ranges are added up, never expanded,
    because a range may span a million events.
    """
    if receiver.cursor >= head:
        return 0
    if receiver.filtered:
        return _count_matching(tx, receiver, head=head)
    one_by_one = (receiver.id, receiver.cursor)
    settled = int(tx.execute(_SETTLED_BEYOND, (*one_by_one, *one_by_one, receiver.id))[0][0])
    settled += cancelled_ranges.count_beyond(tx, receiver.id, receiver.cursor)
    return max(0, head - receiver.cursor) - settled


def _count_matching(tx: Transaction, receiver: Receiver, *, head: int) -> int:
    """Return what `count_untried` does, for a receiver with a filter."""
    matches, first = filter_pages.matches_of(tx, receiver), receiver.cursor + 1
    skips = cancelled_ranges.after(tx, receiver.id, receiver.cursor)
    ranges = [(max(low, first), min(high, head)) for low, high in skips]
    settled = [
        sequence
        for sequence in recorded_beyond(tx, receiver)
        if sequence <= head and matches.has(sequence) and not any(low <= sequence <= high for low, high in ranges)
    ]
    skipped = sum(matches.count(first=low, last=high) for low, high in ranges if low <= high)
    return matches.count(first=first, last=head) - skipped - len(settled)


def recorded_beyond(tx: Transaction, receiver: Receiver) -> set[int]:
    """Return the sequence numbers of the events beyond the receiver's cursor that are delivered or in `retries`.

    There are at most as many as the receiver's window.
    """
    beyond = attempts.accepted_after(tx, receiver.id, receiver.cursor)
    return beyond | retries.sequences_after(tx, receiver.id, receiver.cursor)


def count_beyond_cursors(tx: Transaction, *, without: Collection[ReceiverId] = ()) -> int:
    """Return how many events are beyond the cursor, settled or not, summed over all receivers except `without`.

    Receivers with a filter are left out.
    """
    marks, ids = in_list(without)
    others = f"deleted_at IS NULL AND filtered = 0 AND (id IN ({marks})) IS NOT TRUE"
    sql = f"SELECT count(*), coalesce(sum(cursor), 0) FROM receivers WHERE {others}"
    count, cursors = tx.execute(sql, ids)[0]
    return int(count) * events.head(tx) - int(cursors)


def count(tx: Transaction) -> BacklogCount:
    """Return how many deliveries are queued for all receivers: the sum of `lag`, in a few statements."""
    head = events.head(tx)
    beyond = [int(row[0]) for row in tx.execute(_SETTLED, (ROWS_MAX, ROWS_MAX, head))]
    skipped = tx.execute(_SKIPPED, (head,))[0][0]
    waiting = int(tx.execute(_WAITING, (ROWS_MAX,))[0][0])  # deleted receivers have no waiting deliveries
    queued = count_beyond_cursors(tx) - sum(beyond) - int(skipped) + waiting + count_filtered(tx)
    return BacklogCount(count=max(0, queued), exact=max(*beyond, waiting, 0) < ROWS_MAX)


def count_filtered(tx: Transaction, *, without: Collection[ReceiverId] = ()) -> int:
    """Return how many events are not settled, summed over the receivers with a filter except `without`."""
    head = events.head(tx)
    behind = {row[0] for row in tx.execute(_LAGGING_FILTERED, (head,))} - set(without)
    found = receivers.find_many(tx, behind).values() if behind else ()
    return sum(_count_matching(tx, receiver, head=head) for receiver in found)


def first_untried(tx: Transaction, receiver: Receiver) -> int | None:
    """Return the oldest event beyond the receiver's cursor that is not settled; None if there is none.

    After STEPS_MAX events, return the next one without examining it.
    """
    head = events.head(tx)
    found = first_untried_before(tx, receiver.id, receiver.cursor + 1, last=head, filtered=receiver.filtered)
    return found if found <= head else None


def oldest_at(tx: Transaction) -> Instant | None:
    """Return when the oldest event that is queued for any receiver occurred; None if nothing is queued."""
    head = events.head(tx)
    waiting = tx.execute("SELECT sequence FROM retries WHERE state = 'waiting' ORDER BY sequence LIMIT 1")
    oldest: int = waiting[0][0] if waiting else head + 1
    lagging = "SELECT id, cursor, filtered FROM receivers WHERE deleted_at IS NULL AND cursor < ? ORDER BY cursor"
    for receiver_id, cursor, filtered in tx.execute(lagging, (head,)):
        if cursor + 1 >= oldest:
            break
        found = first_untried_before(tx, receiver_id, cursor + 1, last=oldest - 1, filtered=bool(filtered))
        oldest = min(oldest, found)
    return events.summary(tx, oldest).occurred_at if oldest <= head else None


def first_untried_before(tx: Transaction, receiver_id: ReceiverId, sequence: int, *, last: int, filtered: bool) -> int:
    """Return the sequence number of the first unsettled delivery from `sequence` to `last`; `last` + 1 if none.

    After STEPS_MAX deliveries, return the next sequence number without examining it.
    """
    receiver = receivers.find(tx, receiver_id) if filtered else None
    matches = None if receiver is None else filter_pages.matches_of(tx, receiver)
    for _ in range(STEPS_MAX):
        if sequence > last:
            break
        skipped = cancelled_ranges.last_starting_by(tx, receiver_id, until=sequence)
        if skipped is not None and skipped[1] >= sequence:
            sequence = skipped[1] + 1
        elif matches is not None and not matches.has(sequence):
            sequence = matches.next(first=sequence, last=last)
        elif retries.find(tx, receiver_id, sequence) or attempts.is_delivered(tx, receiver_id, sequence):
            sequence += 1
        else:
            break
    return sequence
