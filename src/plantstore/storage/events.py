"""The log: table `events`. Rows are appended and never removed."""

from collections.abc import Sequence

from plantstore.domain.event import Event
from plantstore.domain.instant import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Row

COLUMNS = ("sequence", "id", "plant_id", "occurred_at", "body", "body_basic")
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM events"


def head(tx: Transaction) -> int:
    """The newest sequence, 0 for an empty log."""
    return int(tx.execute("SELECT coalesce(max(sequence), 0) FROM events")[0][0])


def append(tx: Transaction, events: Sequence[Event]) -> None:
    """Add events, numbered by the caller from `head` + 1 inside this same transaction."""
    tx.insert("events", COLUMNS, [(e.sequence, e.id, e.plant_id, e.occurred_at, e.body, e.body_basic) for e in events])
    tx.notices.events.extend(events)


def page(tx: Transaction, *, after: int, limit: int) -> list[Event]:
    """The next events in sequence."""
    rows = tx.execute(f"{_SELECT} WHERE sequence > ? ORDER BY sequence LIMIT ?", (after, limit))
    return [from_row(row) for row in rows]


def first_since(tx: Transaction, at: Instant) -> int:
    """The first sequence of that time or later; `head` + 1 when there is none.

    Sequence order is the order of commits, so that times rise with it as long as the clock does not go back.
    """
    low, high = 1, head(tx) + 1
    while low < high:
        middle = (low + high) // 2
        occurred_at = tx.execute("SELECT occurred_at FROM events WHERE sequence = ?", (middle,))[0][0]
        low, high = (middle + 1, high) if occurred_at < at else (low, middle)
    return low


def find(tx: Transaction, event_id: str) -> Event | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (event_id,))
    return from_row(rows[0]) if rows else None


def of_plant(tx: Transaction, plant_id: int) -> Event | None:
    """The one event of a plant; None while it is a draft."""
    rows = tx.execute(f"{_SELECT} WHERE plant_id = ?", (plant_id,))
    return from_row(rows[0]) if rows else None


def from_row(row: Row) -> Event:
    sequence, event_id, plant_id, occurred_at, body, body_basic = row
    return Event(
        id=event_id,
        sequence=sequence,
        plant_id=plant_id,
        occurred_at=occurred_at,
        body=body,
        body_basic=body_basic,
    )
