"""Listeners and what they reported: tables `listeners` and `reported_outcomes`."""

from collections.abc import Sequence

from plantstore.domain.receivers.listener import KEPT_MAX, Listener, ReportedOutcome
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row

_COLUMNS = ("id", "token_id", "name", "start", "created_at", "reported_at", "expires_at")
_OUTCOME_COLUMNS = ("sequence", "status", "duration_ms", "detail", "reported_at")
_SELECT = (
    f"SELECT {', '.join(_COLUMNS)}, "
    "(SELECT count(*) FROM reported_outcomes WHERE listener_id = listeners.id AND status BETWEEN 200 AND 299), "
    "(SELECT count(*) FROM reported_outcomes WHERE listener_id = listeners.id) FROM listeners"
)
_PUT = (
    f"INSERT INTO reported_outcomes (listener_id, {', '.join(_OUTCOME_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (listener_id, sequence) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _OUTCOME_COLUMNS[1:])
)


def all_listeners(tx: Transaction) -> list[Listener]:
    """Return the listeners that have not expired, the newest first: at most LISTENERS_MAX."""
    rows = tx.execute(f"{_SELECT} WHERE expires_at > ? ORDER BY created_at DESC, id DESC", (tx.now,))
    return [_from_row(row) for row in rows]


def find(tx: Transaction, listener_id: str) -> Listener | None:
    """Return a listener that has not expired; None if there is none with this id."""
    rows = tx.execute(f"{_SELECT} WHERE id = ? AND expires_at > ?", (listener_id, tx.now))
    return _from_row(rows[0]) if rows else None


def insert(tx: Transaction, listener: Listener) -> None:
    values = [getattr(listener, name) for name in _COLUMNS]
    tx.insert("listeners", _COLUMNS, [values])


def report(tx: Transaction, listener_id: str, outcomes: Sequence[ReportedOutcome], *, expires_at: Instant) -> None:
    """Store outcomes, each in place of an earlier one of its event, and keep those of the KEPT_MAX newest events."""
    for one in outcomes:
        tx.update(_PUT, (listener_id, *(getattr(one, name) for name in _OUTCOME_COLUMNS)))
    oldest = tx.execute(
        "SELECT sequence FROM reported_outcomes WHERE listener_id = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?",
        (listener_id, KEPT_MAX - 1),
    )
    if oldest:
        tx.update("DELETE FROM reported_outcomes WHERE listener_id = ? AND sequence < ?", (listener_id, oldest[0][0]))
    tx.update("UPDATE listeners SET reported_at = ?, expires_at = ? WHERE id = ?", (tx.now, expires_at, listener_id))


def outcomes(tx: Transaction, listener_id: str, *, limit: int) -> list[ReportedOutcome]:
    """Return what a listener reported, at most `limit` outcomes, those of the newest events first."""
    sql = (
        f"SELECT {', '.join(_OUTCOME_COLUMNS)} FROM reported_outcomes WHERE listener_id = ? "
        "ORDER BY sequence DESC LIMIT ?"
    )
    rows = tx.execute(sql, (listener_id, limit))
    return [ReportedOutcome(**dict(zip(_OUTCOME_COLUMNS, row, strict=True))) for row in rows]


def remove(tx: Transaction, listener_id: str) -> None:
    tx.update("DELETE FROM reported_outcomes WHERE listener_id = ?", (listener_id,))
    tx.update("DELETE FROM listeners WHERE id = ?", (listener_id,))


def remove_expired(tx: Transaction) -> int:
    """Remove the listeners that have expired, and return how many: at most LISTENERS_MAX, as there are no more."""
    expired = tx.execute("SELECT id FROM listeners WHERE expires_at <= ? ORDER BY id", (tx.now,))
    for (listener_id,) in expired:
        remove(tx, listener_id)
    return len(expired)


def _from_row(row: Row) -> Listener:
    *columns, accepted, total = row
    named = dict(zip(_COLUMNS, columns, strict=True))
    return Listener(**named, accepted=accepted, failed=total - accepted)
