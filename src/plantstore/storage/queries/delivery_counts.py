"""Counts deliveries in each state, from ranges and indexed counts, without scanning the log.

For each receiver, head - start + 1 = queued + retrying + held + delivered + exhausted + cancelled + filtered.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list, padded_chunks
from plantstore.storage.queries import backlog
from plantstore.storage.tables import cancelled_ranges, events, filter_pages, receivers

COUNTED_ROWS_MAX = 100_000  # max rows of `retries` and `skips` read by a count over all receivers
COUNTED_RECEIVERS_MAX = 2_000  # max receivers, with such rows or behind the log, that are counted one by one
CAPPED_AT = 10_000  # max count returned if one of these limits is exceeded

_ROWS = "SELECT receiver_id, state, count(*) FROM retries WHERE receiver_id IN ({marks}) GROUP BY receiver_id, state"
_ROWS_SKIPPED = (
    # SQLite joins the tables of a CROSS JOIN in this order, so it finds the rows in each range by the index.
    "SELECT retries.receiver_id, state, sequence FROM skips CROSS JOIN retries WHERE skips.receiver_id IN ({marks}) "
    "AND retries.receiver_id = skips.receiver_id AND retries.sequence BETWEEN skips.first AND skips.last"
)
_WAITING_ACCEPTED = (
    # A subquery with a LIMIT is never turned into a join, which PostgreSQL may begin by reading all attempts.
    "SELECT receiver_id, sequence FROM retries WHERE receiver_id IN ({marks}) AND state = 'waiting' AND "
    "(SELECT 1 FROM attempts WHERE attempts.receiver_id = retries.receiver_id AND attempts.sequence = retries.sequence "
    "AND outcome = 'accepted' LIMIT 1) = 1"
)
_WITH_ROWS = "SELECT receiver_id FROM retries UNION SELECT receiver_id FROM skips"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many deliveries are in each state. If not `exact`, a count of CAPPED_AT means CAPPED_AT or more.

    Just after a filter was set for a long log, deliveries that will be filtered count as queued or delivered.
    """

    by_state: Mapping[DeliveryState, int]
    exact: bool = True


def of_receiver(tx: Transaction, receiver: Receiver) -> Counts:
    """Return the exact numbers of one receiver's deliveries."""
    return of_receivers(tx, [receiver])


def of_receivers(tx: Transaction, chosen: Collection[Receiver]) -> Counts:
    """Return the exact numbers of the deliveries of some receivers."""
    return Counts(by_state=_sum(tx, chosen, head=events.head(tx)))


def of_all(tx: Transaction, *, receivers_max: int) -> Counts:
    """Return the numbers for at most `receivers_max` receivers; exact unless COUNTED_…_MAX would be exceeded."""
    head = events.head(tx)
    live = receivers.page(tx, limit=receivers_max)
    if _rows(tx) > COUNTED_ROWS_MAX:
        return _capped(tx, live, head=head)
    with_rows = {row[0] for row in tx.execute(_WITH_ROWS)}
    counted = {one.id: one for one in live if one.id in with_rows or one.cursor < head or one.filtered}
    if len(counted) > COUNTED_RECEIVERS_MAX:
        return _capped(tx, live, head=head)
    total = _sum(tx, counted.values(), head=head)
    for receiver in live:
        if receiver.id not in counted:
            total.update(_by_cursor(tx, receiver, head=head))
    return Counts(by_state=total)


def _sum(tx: Transaction, chosen: Collection[Receiver], *, head: int) -> Counter[DeliveryState]:
    """Count the deliveries of some receivers by state. A cancelled range takes precedence over a row in `retries`."""
    total = Counter(dict.fromkeys(DeliveryState, 0))
    for chunk in padded_chunks(list(chosen)):
        by_id = {one.id: one for one in chunk}
        skipped = _count_skipped(tx, by_id)
        rows = _count_rows(tx, by_id, with_ranges=[id for id, count in skipped.items() if count])
        lags = backlog.lags(tx, by_id)
        for receiver in by_id.values():
            of_one = rows[receiver.id]
            counts = _open(receiver, waiting=of_one[RetryState.WAITING], untried=lags[receiver.id].untried)
            counts[DeliveryState.EXHAUSTED] = of_one[RetryState.EXHAUSTED]
            counts[DeliveryState.CANCELLED] = of_one[RetryState.CANCELLED] + skipped[receiver.id]
            total.update(counts | _rest(tx, receiver, counts, head=head))
    return total


def _count_rows(
    tx: Transaction, chosen: Collection[ReceiverId], *, with_ranges: Collection[ReceiverId]
) -> dict[ReceiverId, Counter[RetryState]]:
    """Count each receiver's rows in `retries` by state, but for those in cancelled ranges and those that have arrived.

    A waiting delivery has arrived if an attempt succeeded after all, whose outcome was recorded by another process.
    """
    found = {id: Counter[RetryState]() for id in chosen}
    in_ranges = set[tuple[ReceiverId, int]]()
    for id, state, count in tx.execute(*_of_these(_ROWS, chosen)):
        found[ReceiverId(id)][RetryState(state)] = count
    for id, state, sequence in tx.execute(*_of_these(_ROWS_SKIPPED, with_ranges)) if with_ranges else ():
        found[ReceiverId(id)][RetryState(state)] -= 1
        in_ranges.add((ReceiverId(id), sequence))
    for id, sequence in tx.execute(*_of_these(_WAITING_ACCEPTED, chosen)):
        if (id, sequence) not in in_ranges:
            found[ReceiverId(id)][RetryState.WAITING] -= 1
    return found


def _count_skipped(tx: Transaction, chosen: Mapping[ReceiverId, Receiver]) -> dict[ReceiverId, int]:
    """Return how many deliveries are in cancelled ranges, of each receiver; filtered ones are not."""
    found = dict.fromkeys(chosen, 0) | cancelled_ranges.counts(tx, chosen)
    for receiver in chosen.values():
        if receiver.filtered and found[receiver.id]:
            matches, ranges = filter_pages.matches_of(tx, receiver), cancelled_ranges.after(tx, receiver.id, 0)
            found[receiver.id] = sum(matches.count(first=first, last=last) for first, last in ranges)
    return found


def _of_these(sql: str, receiver_ids: Collection[ReceiverId]) -> tuple[str, list[ReceiverId]]:
    marks, values = in_list(receiver_ids)
    return sql.format(marks=marks), values


def _rest(
    tx: Transaction, receiver: Receiver, counts: Mapping[DeliveryState, int], *, head: int
) -> dict[DeliveryState, int]:
    """Return the numbers of delivered and filtered deliveries: all that are in no other state."""
    total = matching = max(0, head - receiver.start + 1)
    if receiver.filtered:
        matching = filter_pages.matches_of(tx, receiver).count(first=receiver.start, last=head)
    return {
        DeliveryState.DELIVERED: matching - sum(counts.values()),
        DeliveryState.FILTERED: total - matching,
    }


def _open(receiver: Receiver, *, waiting: int, untried: int) -> dict[DeliveryState, int]:
    """Return the counts of unsettled deliveries, all of which are held if the receiver is held."""
    held = receiver.held
    return {
        DeliveryState.QUEUED: 0 if held else untried,
        DeliveryState.RETRYING: 0 if held else waiting,
        DeliveryState.HELD: waiting + untried if held else 0,
        DeliveryState.DELIVERED: 0,
        DeliveryState.EXHAUSTED: 0,
        DeliveryState.CANCELLED: 0,
        DeliveryState.FILTERED: 0,
    }


def _by_cursor(tx: Transaction, receiver: Receiver, *, head: int) -> dict[DeliveryState, int]:
    """Return counts from the cursor alone: exact if there are no retries, cancelled ranges or requests in flight."""
    untried = max(0, head - receiver.cursor)
    if receiver.filtered:
        untried = filter_pages.matches_of(tx, receiver).count(first=receiver.cursor + 1, last=head)
    counts = _open(receiver, waiting=0, untried=untried)
    return counts | _rest(tx, receiver, counts, head=head)


def _rows(tx: Transaction) -> int:
    return sum(int(tx.execute(f"SELECT count(*) FROM {table}")[0][0]) for table in ("retries", "skips"))


def _capped(tx: Transaction, live: Collection[Receiver], *, head: int) -> Counts:
    """Return counts over all receivers, deleted ones included; each is at most CAPPED_AT."""
    by_cursor = Counter[DeliveryState]()
    for receiver in live:
        by_cursor.update(_by_cursor(tx, receiver, head=head))
    rows = {state: _rows_in(tx, state) for state in RetryState}
    found = by_cursor | Counter(
        {
            DeliveryState.RETRYING: rows[RetryState.WAITING],
            DeliveryState.EXHAUSTED: rows[RetryState.EXHAUSTED],
            DeliveryState.CANCELLED: rows[RetryState.CANCELLED] + cancelled_ranges.count_of_all(tx),
        }
    )
    return Counts(by_state={state: min(found[state], CAPPED_AT) for state in DeliveryState}, exact=False)


def _rows_in(tx: Transaction, state: RetryState) -> int:
    sql = "SELECT count(*) FROM (SELECT 1 FROM retries WHERE state = ? LIMIT ?) AS rows"
    return int(tx.execute(sql, (state, CAPPED_AT))[0][0])
