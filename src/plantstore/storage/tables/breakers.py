"""Circuit breakers: table `breakers`. A healthy receiver has no row."""

from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row

COLUMNS = ("state", "reason", "opened_at", "open_until", "pauses", "silence_us", "last_failed_at", "rest_until")
_PUT = (
    f"INSERT INTO breakers (receiver_id, {', '.join(COLUMNS)}) "
    f"SELECT id, {', '.join('?' * len(COLUMNS))} FROM receivers WHERE id = ? AND resumes = ? AND deleted_at IS NULL "
    f"ON CONFLICT (receiver_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in COLUMNS)}"
)


def put(tx: Transaction, receiver_id: ReceiverId, breaker: Breaker, *, resumes: int) -> bool:
    """Store a breaker, unless a user has resumed the receiver since the breaker was read (`resumes` has changed).

    Return True if the breaker was stored, or the row of a healthy breaker was deleted;
    False if the receiver was resumed or deleted since, or there was no row to delete.
    """
    if breaker.worth_storing:
        values = (*(getattr(breaker, name) for name in COLUMNS), receiver_id, resumes)
        return bool(tx.execute(_PUT + " RETURNING receiver_id", values))
    sql = (
        "DELETE FROM breakers WHERE receiver_id = ? "
        "AND receiver_id IN (SELECT id FROM receivers WHERE id = ? AND resumes = ?)"
    )
    return bool(tx.update(sql, (receiver_id, receiver_id, resumes)))


def stored_state(tx: Transaction, receiver_id: ReceiverId) -> tuple[BreakerState, Instant | None]:
    """Return the state of a receiver's stored breaker, and since when it has been open."""
    rows = tx.execute("SELECT state, opened_at FROM breakers WHERE receiver_id = ?", (receiver_id,))
    return (BreakerState(rows[0][0]), rows[0][1]) if rows else (BreakerState.CLOSED, None)


def clear(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Delete a receiver's breaker, because the receiver was resumed or deleted."""
    tx.update("DELETE FROM breakers WHERE receiver_id = ?", (receiver_id,))


def from_row(row: Row) -> Breaker:
    named = dict(zip(COLUMNS, row, strict=True))
    named["state"] = BreakerState(named["state"])
    named["reason"] = None if named["reason"] is None else DisabledReason(named["reason"])
    return Breaker(**named)
