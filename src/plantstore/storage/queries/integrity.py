"""The queries of the audit, which looks for inconsistent rows.

Each query is bounded, by a range of the log or by a number of the newest rows.
"""

from dataclasses import dataclass

from plantstore.domain.audit import EXAMPLES_MAX, Example, Finding, finding_of
from plantstore.domain.deliveries.retry_after import RETRY_AFTER_S_MAX
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import retention
from plantstore.storage.tables import cancelled_ranges, events, filter_pages, receivers, retries

RECENT_ATTEMPTS_MAX = 200_000  # max attempts searched for recent traffic: a few seconds of the fastest store

_LIVE = "receivers.deleted_at IS NULL"
_SENDABLE = (
    f"{_LIVE} AND paused = 0 AND coalesce(breakers.state, 'closed') = 'closed' "
    "AND coalesce(rest_until, 0) NOT BETWEEN ? AND ? AND receivers.id > ? ORDER BY receivers.id LIMIT ?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRange:
    """The range of one receiver's deliveries that can be audited: from `first` to `cursor`."""

    receiver_id: ReceiverId
    first: int
    cursor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterRange:
    """The events for which it is stored whether they match a receiver's filter: from `first` to `last`."""

    receiver_id: ReceiverId
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveReceiver:
    """A receiver that can get requests now: not paused, disabled, failing or waiting for a Retry-After time.

    `due_at` is the earliest time of a waiting retry; None if no retry is waiting.
    """

    receiver_id: ReceiverId
    cursor: int
    ordered: bool
    max_rate: float | None
    due_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentSends:
    """The receivers to which a request was sent, and the receivers to which a retry was sent."""

    sent: frozenset[ReceiverId]
    retried: frozenset[ReceiverId]


def newest_plant(tx: Transaction) -> int:
    """Return the highest id of any plant, deleted ones included; 0 if there was never a plant."""
    present = tx.execute("SELECT coalesce(max(id), 0) FROM plants")[0][0]
    buried = tx.execute("SELECT coalesce(max(plant_id), 0) FROM tombstones")[0][0]
    return max(int(present), int(buried))


def plants_without_event(tx: Transaction, *, first: int, last: int) -> Finding:
    """Find added plants, with ids from `first` to `last`, that have no event; deleted plants are included."""
    sql = (
        "SELECT id FROM plants WHERE id BETWEEN ? AND ? AND added_at IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM events WHERE plant_id = plants.id) "
        "UNION ALL SELECT plant_id FROM tombstones WHERE plant_id BETWEEN ? AND ? AND added_at IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM events WHERE events.plant_id = tombstones.plant_id)"
    )
    return finding_of(*(Example(plant_id=row[0]) for row in tx.execute(sql, (first, last, first, last))))


def changed_plants_without_event(tx: Transaction, *, limit: int) -> Finding:
    """Find added plants that have no event, among the most recently changed and the most recently deleted plants.

    This finds drafts that were added recently: their ids are old.
    """
    sql = (
        "SELECT id FROM (SELECT id, added_at FROM plants ORDER BY updated_at DESC, id DESC LIMIT ?) AS newest "
        "WHERE added_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events WHERE plant_id = newest.id) "
        "UNION ALL SELECT plant_id FROM (SELECT plant_id, added_at FROM tombstones "
        "ORDER BY deleted_at DESC, plant_id DESC LIMIT ?) AS buried "
        "WHERE added_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM events WHERE events.plant_id = buried.plant_id)"
    )
    return finding_of(*(Example(plant_id=row[0]) for row in tx.execute(sql, (limit, limit))))


def events_without_plant(tx: Transaction, *, first: int, last: int) -> Finding:
    sql = (
        "SELECT sequence, plant_id FROM events WHERE sequence BETWEEN ? AND ? "
        "AND NOT EXISTS (SELECT 1 FROM plants WHERE id = events.plant_id) "
        "AND NOT EXISTS (SELECT 1 FROM tombstones WHERE tombstones.plant_id = events.plant_id)"
    )
    return finding_of(*(Example(sequence=row[0], plant_id=row[1]) for row in tx.execute(sql, (first, last))))


def sequence_gaps(tx: Transaction, *, first: int, last: int) -> Finding:
    """Find sequence numbers from `first` to `last` that no event has."""
    counted = tx.execute("SELECT count(*) FROM events WHERE sequence BETWEEN ? AND ?", (first, last))[0][0]
    if counted == last - first + 1:
        return Finding()
    there = {row[0] for row in tx.execute("SELECT sequence FROM events WHERE sequence BETWEEN ? AND ?", (first, last))}
    return finding_of(*(Example(sequence=number) for number in range(first, last + 1) if number not in there))


def cursors_beyond_head(tx: Transaction) -> Finding:
    head = events.head(tx)
    rows = tx.execute(f"SELECT id, cursor FROM receivers WHERE {_LIVE} AND cursor > ? ORDER BY id", (head,))
    return finding_of(*(Example(receiver_id=row[0], sequence=row[1]) for row in rows))


def audit_ranges(tx: Transaction, *, after: int, limit: int) -> list[AuditRange]:
    """Return receivers in order of registration, with the range whose deliveries can be audited.

    A range begins after the attempts that were removed by age, and ends at the cursor or at the head of the log.
    """
    head, removed_to = events.head(tx), retention.attempts_removed_to(tx)
    sql = f"SELECT id, start, cursor FROM receivers WHERE {_LIVE} AND id > ? ORDER BY id LIMIT ?"
    return [
        AuditRange(receiver_id=receiver_id, first=max(start, removed_to + 1), cursor=min(cursor, head))
        for receiver_id, start, cursor in tx.execute(sql, (after, limit))
    ]


def unsettled(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> Finding:
    """Find deliveries of events `first` to `last` with no 2xx response, retry or cancellation.

    Erased and filtered events are skipped.
    """
    first = max(first, retention.attempts_removed_to(tx) + 1)  # retention continues during a long audit
    if first > last:
        return Finding()
    missing = set(range(first, last + 1))
    of_range = (receiver_id, first, last)
    accepted = (
        "SELECT sequence FROM attempts WHERE receiver_id = ? AND sequence BETWEEN ? AND ? AND outcome = 'accepted'"
    )
    missing.difference_update(row[0] for row in tx.execute(accepted, of_range))
    if missing:
        retried = "SELECT sequence FROM retries WHERE receiver_id = ? AND sequence BETWEEN ? AND ?"
        missing.difference_update(row[0] for row in tx.execute(retried, of_range))
    if missing:
        for low, high in cancelled_ranges.overlapping(tx, receiver_id, first=first, last=last):
            missing.difference_update(range(max(low, first), min(high, last) + 1))
    if missing:
        missing.difference_update(events.erased_between(tx, first=first, last=last))
    receiver = receivers.find(tx, receiver_id) if missing else None
    if receiver is not None and receiver.filtered:
        missing = {one for one in missing if not filter_pages.is_filtered(tx, receiver, one)}
    return finding_of(*(Example(receiver_id=receiver_id, sequence=number) for number in sorted(missing)))


def filter_ranges(tx: Transaction) -> list[FilterRange]:
    """Return the range of stored results of each receiver that has, or once had, a filter."""
    return [
        FilterRange(receiver_id=one.id, first=one.start, last=filter_pages.known_to(tx, one))
        for one in receivers.filtered(tx)
    ]


def wrong_filter_results(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> Finding:
    """Find events from `first` to `last` whose stored result is not that of the receiver's filter."""
    receiver = receivers.find(tx, receiver_id)
    wrong = [] if receiver is None else filter_pages.wrong_results(tx, receiver, first=first, last=last)
    return finding_of(*(Example(receiver_id=receiver_id, sequence=sequence) for sequence in wrong))


def retries_too_far(tx: Transaction, *, later_than: Instant) -> Finding:
    joined = (
        f"FROM receivers JOIN retries ON retries.receiver_id = receivers.id WHERE {_LIVE} "
        "AND retries.state = 'waiting' AND next_attempt_at > ?"
    )
    count = int(tx.execute(f"SELECT count(*) {joined}", (later_than,))[0][0])
    if not count:
        return Finding()
    rows = tx.execute(f"SELECT retries.receiver_id, sequence {joined} LIMIT ?", (later_than, EXAMPLES_MAX))
    return Finding(count=count, examples=tuple(Example(receiver_id=row[0], sequence=row[1]) for row in rows))


def retries_unreadable(tx: Transaction) -> Finding:
    """Find waiting or exhausted deliveries with an unknown outcome, which this version does not send."""
    joined = (
        f"FROM receivers JOIN retries ON retries.receiver_id = receivers.id WHERE {_LIVE} "
        f"AND retries.state <> 'cancelled' AND NOT ({retries.READABLE})"
    )
    count = int(tx.execute(f"SELECT count(*) {joined}")[0][0])
    if not count:
        return Finding()
    rows = tx.execute(f"SELECT retries.receiver_id, sequence {joined} ORDER BY 1, 2 LIMIT ?", (EXAMPLES_MAX,))
    return Finding(count=count, examples=tuple(Example(receiver_id=row[0], sequence=row[1]) for row in rows))


def active_receivers(tx: Transaction, *, after: int, limit: int) -> list[ActiveReceiver]:
    """Return receivers that can get requests now, in order of registration.

    A Retry-After time further away than the maximum is ignored, because the clock must have gone back.
    """
    longest = tx.now + RETRY_AFTER_S_MAX * SECOND_US
    sql = (
        "SELECT receivers.id, cursor, ordered, max_rate, (SELECT min(next_attempt_at) FROM retries "
        f"WHERE retries.receiver_id = receivers.id AND retries.state = 'waiting' AND {retries.READABLE}) "
        f"FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id WHERE {_SENDABLE}"
    )
    return [
        ActiveReceiver(receiver_id=row[0], cursor=row[1], ordered=bool(row[2]), max_rate=row[3], due_at=row[4])
        for row in tx.execute(sql, (tx.now + 1, longest, after, limit))
    ]


def oldest_waiting_due_at(tx: Transaction, receiver_id: ReceiverId) -> Instant | None:
    """Return when the oldest waiting delivery is due; None if none is waiting.

    An ordered receiver gets no other delivery before that time.
    """
    sql = (
        f"SELECT next_attempt_at FROM retries WHERE receiver_id = ? AND state = 'waiting' AND {retries.READABLE} "
        "ORDER BY sequence LIMIT 1"
    )
    rows = tx.execute(sql, (receiver_id,))
    return rows[0][0] if rows else None


def overdue(tx: Transaction, receiver_id: ReceiverId, *, before: Instant) -> Finding:
    """Find a receiver's waiting deliveries that were due before `before`."""
    where = f"FROM retries WHERE receiver_id = ? AND state = 'waiting' AND next_attempt_at < ? AND {retries.READABLE}"
    count = int(tx.execute(f"SELECT count(*) {where}", (receiver_id, before))[0][0])
    rows = tx.execute(f"SELECT sequence {where} ORDER BY next_attempt_at LIMIT ?", (receiver_id, before, EXAMPLES_MAX))
    return Finding(count=count, examples=tuple(Example(receiver_id=receiver_id, sequence=row[0]) for row in rows))


def sends_since(tx: Transaction, attempt_id: int) -> RecentSends:
    """Return the receivers with attempts after `attempt_id`, among the newest RECENT_ATTEMPTS_MAX attempts."""
    rows = tx.execute(
        "SELECT DISTINCT receiver_id, number > 1 FROM "
        "(SELECT receiver_id, number FROM attempts WHERE id > ? ORDER BY id DESC LIMIT ?) AS newest",
        (attempt_id, RECENT_ATTEMPTS_MAX),
    )
    return RecentSends(
        sent=frozenset(receiver_id for receiver_id, _ in rows),
        retried=frozenset(receiver_id for receiver_id, again in rows if again),
    )
