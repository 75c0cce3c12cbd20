"""What all receivers together are owed: how many deliveries, and since when the oldest of them waits.

It is the sum of `delivery_counts.lag` over all receivers, in a few statements. Few rows lie beyond the cursors, as a
cursor stops only where something is under way or held.
"""

from dataclasses import dataclass

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import receiver_health
from plantstore.storage.tables import attempts, cancelled_ranges, events, retries

ROWS_MAX = 10_000  # rows of each kind that a count looks at, of each receiver
STEPS_MAX = 1_000  # deliveries of one receiver that are looked at for the oldest

_LAGGING = "deleted_at IS NULL AND cursor < ?"
_BEYOND = "SELECT DISTINCT sequence FROM {table} WHERE receiver_id = receivers.id AND sequence > cursor {only}LIMIT ?"
_ACCEPTED = _BEYOND.format(table="attempts", only="AND outcome = 'accepted' ")
_ROWS = _BEYOND.format(table="retries", only="")
_EITHER = f"SELECT * FROM ({_ACCEPTED}) AS accepted UNION SELECT * FROM ({_ROWS}) AS written"
# Counted for each receiver by itself: so every engine asks the index for what lies beyond a cursor, and reads no more.
_SETTLED = f"SELECT (SELECT count(*) FROM ({_EITHER}) AS settled) FROM receivers WHERE {_LAGGING}"
_SKIPPED = (
    # SQLite takes the tables of a CROSS JOIN in this order: the index is asked for the ranges beyond each cursor.
    "SELECT coalesce(sum(last - CASE WHEN first > cursor THEN first - 1 ELSE cursor END), 0) "
    f"FROM receivers CROSS JOIN skips WHERE {_LAGGING} AND skips.receiver_id = receivers.id AND last > cursor"
)
_WAITING = "SELECT count(*) FROM (SELECT 1 FROM retries WHERE state = 'waiting' LIMIT ?) AS few"


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklogCount:
    """How many deliveries are owed. It is about so many where not `exact`: ROWS_MAX rows or more bear on it."""

    count: int
    exact: bool


def count(tx: Transaction) -> BacklogCount:
    """Count what waits, is held or under way, over all receivers."""
    head = events.head(tx)
    beyond = [int(row[0]) for row in tx.execute(_SETTLED, (ROWS_MAX, ROWS_MAX, head))]
    skipped = tx.execute(_SKIPPED, (head,))[0][0]
    waiting = int(tx.execute(_WAITING, (ROWS_MAX,))[0][0])  # a receiver that is removed leaves none
    owed = receiver_health.behind(tx, beside=[]) - sum(beyond) - int(skipped) + waiting
    return BacklogCount(count=max(0, owed), exact=max(*beyond, waiting, 0) < ROWS_MAX)


def oldest_at(tx: Transaction) -> Instant | None:
    """When the oldest event occurred that somebody is owed; None when nobody is owed any."""
    head = events.head(tx)
    waiting = tx.execute("SELECT sequence FROM retries WHERE state = 'waiting' ORDER BY sequence LIMIT 1")
    oldest: int = waiting[0][0] if waiting else head + 1
    for receiver_id, cursor in tx.execute(
        f"SELECT id, cursor FROM receivers WHERE {_LAGGING} ORDER BY cursor", (head,)
    ):
        if cursor + 1 >= oldest:
            break
        oldest = min(oldest, _first_untried(tx, receiver_id, cursor + 1, last=oldest - 1))
    return events.summary(tx, oldest).occurred_at if oldest <= head else None


def _first_untried(tx: Transaction, receiver_id: ReceiverId, sequence: int, *, last: int) -> int:
    """The first delivery from there on that nothing is known of, or `last` + 1; one after STEPS_MAX looks."""
    for _ in range(STEPS_MAX):
        if sequence > last:
            break
        skipped = cancelled_ranges.last_starting_by(tx, receiver_id, until=sequence)
        if skipped is not None and skipped[1] >= sequence:
            sequence = skipped[1] + 1
        elif retries.find(tx, receiver_id, sequence) or attempts.is_delivered(tx, receiver_id, sequence):
            sequence += 1
        else:
            break
    return sequence
