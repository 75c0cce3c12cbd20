"""Counts deliveries in each state, from ranges and indexed counts, without scanning the log.

For each receiver, head - start + 1 = queued + retrying + held + delivered + exhausted + cancelled + filtered.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries.backlog import count_untried
from plantstore.storage.tables import cancelled_ranges, events, filter_pages, receivers

COUNTED_ROWS_MAX = 100_000  # max rows of `retries` and `skips` read by a count over all receivers
COUNTED_RECEIVERS_MAX = 2_000  # max receivers, with such rows or behind the log, that are counted one by one
CAPPED_AT = 10_000  # max count returned if one of these limits is exceeded

_ROWS = "SELECT state, count(*) FROM retries WHERE receiver_id = ? GROUP BY state"
_ROWS_SKIPPED = (
    # SQLite joins the tables of a CROSS JOIN in this order, so it finds the rows in each range by the index.
    "SELECT state, sequence FROM skips CROSS JOIN retries WHERE skips.receiver_id = ? "
    "AND retries.receiver_id = skips.receiver_id AND retries.sequence BETWEEN skips.first AND skips.last"
)
_WAITING_ACCEPTED = (
    "SELECT sequence FROM retries WHERE receiver_id = ? AND state = 'waiting' AND EXISTS (SELECT 1 FROM attempts "
    "WHERE attempts.receiver_id = retries.receiver_id AND attempts.sequence = retries.sequence "
    "AND outcome = 'accepted')"
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
    return Counts(by_state=_count(tx, receiver, head=events.head(tx)))


def of_receivers(tx: Transaction, chosen: Collection[Receiver]) -> Counts:
    """Return the exact numbers of the deliveries of some receivers, which are counted one by one."""
    head, total = events.head(tx), Counter(dict.fromkeys(DeliveryState, 0))
    for receiver in chosen:
        total.update(_count(tx, receiver, head=head))
    return Counts(by_state=total)


def of_all(tx: Transaction, *, receivers_max: int) -> Counts:
    """Return the numbers for at most `receivers_max` receivers; exact unless COUNTED_…_MAX would be exceeded."""
    head, total = events.head(tx), Counter[DeliveryState]()
    live = receivers.page(tx, limit=receivers_max)
    exact = _rows(tx) <= COUNTED_ROWS_MAX
    with_rows = {row[0] for row in tx.execute(_WITH_ROWS)} if exact else set[int]()
    looked_at = 0
    for receiver in live:
        if receiver.id in with_rows or ((receiver.cursor < head or receiver.filtered) and exact):
            looked_at += 1
            exact = looked_at <= COUNTED_RECEIVERS_MAX
            total.update(_count(tx, receiver, head=head))
        else:
            total.update(_by_cursor(tx, receiver, head=head))
    return Counts(by_state=total, exact=exact) if exact else _capped(tx, total)


def _count(tx: Transaction, receiver: Receiver, *, head: int) -> dict[DeliveryState, int]:
    """Count one receiver's deliveries by state. A cancelled range takes precedence over a row in `retries`."""
    rows = Counter({RetryState(state): count for state, count in tx.execute(_ROWS, (receiver.id,))})
    in_skips = dict[int, RetryState]()
    skipped = _count_skipped(tx, receiver)
    if skipped and rows:
        in_skips = {seq: RetryState(state) for state, seq in tx.execute(_ROWS_SKIPPED, (receiver.id,))}
        rows.subtract(in_skips.values())
    arrived = sum(1 for (seq,) in tx.execute(_WAITING_ACCEPTED, (receiver.id,)) if seq not in in_skips)
    waiting = rows[RetryState.WAITING] - arrived
    untried = count_untried(tx, receiver, head=head)
    counts = _open(receiver, waiting=waiting, untried=untried)
    counts[DeliveryState.EXHAUSTED] = rows[RetryState.EXHAUSTED]
    counts[DeliveryState.CANCELLED] = rows[RetryState.CANCELLED] + skipped
    return counts | _rest(tx, receiver, counts, head=head)


def _count_skipped(tx: Transaction, receiver: Receiver) -> int:
    """Return how many deliveries are in cancelled ranges; filtered ones are not."""
    if not receiver.filtered:
        return cancelled_ranges.count(tx, receiver.id)
    ranges = cancelled_ranges.after(tx, receiver.id, 0)
    return sum(filter_pages.matches_of(tx, receiver).count(first=first, last=last) for first, last in ranges)


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


def _capped(tx: Transaction, by_cursor: Counter[DeliveryState]) -> Counts:
    """Return counts over all receivers, deleted ones included; each is at most CAPPED_AT."""
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
