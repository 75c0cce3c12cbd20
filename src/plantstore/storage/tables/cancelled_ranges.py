"""Ranges of the log whose deliveries to a receiver were cancelled: table `skips`. A receiver's ranges never overlap."""

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list, padded_chunks

_COLUMNS = ("receiver_id", "first", "last", "asked_by", "asked_at")
_OF_RECEIVER = "SELECT first, last FROM skips WHERE receiver_id = ?"
_BEGINS = "coalesce((SELECT max(first) FROM skips WHERE receiver_id = ? AND first <= ?), 0)"


def add(tx: Transaction, receiver_id: ReceiverId, ranges: Iterable[tuple[int, int]], *, asked_by: str) -> None:
    """Cancel a receiver's deliveries in ranges, each given by its first and last sequence."""
    tx.insert("skips", _COLUMNS, [(receiver_id, first, last, asked_by, tx.now) for first, last in ranges])


def after(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> list[tuple[int, int]]:
    """Return the ranges that extend beyond a cursor, in order. Only the first may begin at or before the cursor."""
    rows = tx.execute(
        f"{_OF_RECEIVER} AND first >= {_BEGINS} AND last > ? ORDER BY first", (receiver_id, receiver_id, cursor, cursor)
    )
    return [(first, last) for first, last in rows]


def contains(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> bool:
    """True if this delivery was cancelled as part of a range."""
    found = last_starting_by(tx, receiver_id, until=sequence)
    return found is not None and found[1] >= sequence


def of_deliveries(tx: Transaction, deliveries: Collection[tuple[ReceiverId, int]]) -> set[tuple[ReceiverId, int]]:
    """Return which of these deliveries were cancelled as part of a range, by receiver and sequence number."""
    with_ranges = receivers_with_ranges(tx, {receiver_id for receiver_id, _ in deliveries})
    return {one for one in deliveries if one[0] in with_ranges and contains(tx, *one)}


def overlapping(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> list[tuple[int, int]]:
    """Return the ranges that contain any event from `first` to `last`, newest first."""
    sql = f"{_OF_RECEIVER} AND first <= ? ORDER BY first DESC LIMIT ?"
    rows = tx.execute(sql, (receiver_id, last, last - first + 1))
    return [(low, high) for low, high in rows if high >= first]


def receivers_with_ranges(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> set[ReceiverId]:
    """Return which of the given receivers have cancelled ranges; usually none."""
    found: set[ReceiverId] = set()
    for chunk in padded_chunks(sorted(receiver_ids)):
        rows = tx.execute(_having_sql(len(chunk)), chunk)
        found.update(row[0] for row in rows)
    return found


def last_starting_by(tx: Transaction, receiver_id: ReceiverId, *, until: int) -> tuple[int, int] | None:
    """Return the last range that begins at or before the sequence `until`; None if there is none."""
    rows = tx.execute(f"{_OF_RECEIVER} AND first <= ? ORDER BY first DESC LIMIT 1", (receiver_id, until))
    return (rows[0][0], rows[0][1]) if rows else None


def counts(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, int]:
    """Return the number of deliveries in the ranges of each of these receivers that has any."""
    marks, values = in_list(receiver_ids)
    sql = f"SELECT receiver_id, sum(last - first + 1) FROM skips WHERE receiver_id IN ({marks}) GROUP BY receiver_id"
    return {ReceiverId(row[0]): int(row[1]) for row in tx.execute(sql, values)}


def count_of_all(tx: Transaction) -> int:
    """Return the number of deliveries in the ranges of all receivers, including deleted receivers."""
    return int(tx.execute("SELECT coalesce(sum(last - first + 1), 0) FROM skips")[0][0])


def count_beyond(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> int:
    """Return the number of deliveries beyond a cursor that are in the receiver's ranges."""
    sql = (
        "SELECT coalesce(sum(last - CASE WHEN first > ? THEN first - 1 ELSE ? END), 0) FROM skips "
        f"WHERE receiver_id = ? AND first >= {_BEGINS} AND last > ?"
    )
    return int(tx.execute(sql, (cursor, cursor, receiver_id, receiver_id, cursor, cursor))[0][0])


def exclude(tx: Transaction, receiver_id: ReceiverId, sequences: Sequence[int]) -> None:
    """Remove deliveries from the receiver's ranges, because they were delivered after all."""
    if not sequences:
        return
    last_range = last_starting_by(tx, receiver_id, until=max(sequences))
    if last_range is not None and last_range[1] >= min(sequences):
        for sequence in sequences:
            _exclude(tx, receiver_id, sequence)


def _exclude(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> None:
    sql = (
        "SELECT first, last, asked_by, asked_at FROM skips WHERE receiver_id = ? AND first <= ? "
        "ORDER BY first DESC LIMIT 1"
    )
    for first, last, asked_by, asked_at in tx.execute(sql, (receiver_id, sequence)):
        if last < sequence:
            return
        tx.update("DELETE FROM skips WHERE receiver_id = ? AND first = ?", (receiver_id, first))
        rest = [(first, sequence - 1), (sequence + 1, last)]
        rows = [(receiver_id, low, high, asked_by, asked_at) for low, high in rest if low <= high]
        tx.insert("skips", _COLUMNS, rows)


@cache
def _having_sql(receivers: int) -> str:
    return (
        f"WITH asked (id) AS (VALUES {', '.join(['(?)'] * receivers)}) SELECT id FROM asked "
        "WHERE EXISTS (SELECT 1 FROM skips WHERE skips.receiver_id = asked.id)"
    )
