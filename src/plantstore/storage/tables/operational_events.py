"""Operational events, and what became of them for each subscriber: `operational_events`, `operational_deliveries`."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.operational_webhook import (
    BACKLOG_EXCEEDED,
    DeliveryState,
    OperationalDelivery,
    OperationalEvent,
    OperationalType,
)
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks, in_list
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_DELIVERY = (
    "subscriber_id",
    "event_id",
    "state",
    "attempts",
    "began_at",
    "next_attempt_at",
    "last_attempt_at",
    "last_outcome",
    "last_status",
    "last_detail",
    "ended_at",
)
_SELECT = f"SELECT {', '.join(_DELIVERY)} FROM operational_deliveries"
_SET = _DELIVERY[2:]


class EventDelivery(NamedTuple):
    """A delivery and its event."""

    delivery: OperationalDelivery
    event: OperationalEvent


def add(
    tx: Transaction, events: Sequence[OperationalEvent], subscribers: Mapping[OperationalType, Collection[str]]
) -> None:
    """Insert events, and a waiting delivery of each for every subscriber of its type."""
    tx.insert("operational_events", OperationalEvent._fields, events)
    waiting = [
        (subscriber_id, event.id, DeliveryState.WAITING, 0, tx.now, tx.now, "")
        for event in events
        for subscriber_id in subscribers[event.type]
    ]
    columns = ("subscriber_id", "event_id", "state", "attempts", "began_at", "next_attempt_at", "last_detail")
    tx.insert("operational_deliveries", columns, waiting)


def find_event(tx: Transaction, event_id: str) -> OperationalEvent | None:
    rows = tx.execute(f"SELECT {', '.join(OperationalEvent._fields)} FROM operational_events WHERE id = ?", (event_id,))
    return _event(rows[0]) if rows else None


def find(tx: Transaction, subscriber_id: str, event_id: str) -> OperationalDelivery | None:
    """Return a delivery; None if there is none. A write transaction locks its row."""
    sql = f"{_SELECT} WHERE subscriber_id = ? AND event_id = ?{tx.for_update}"
    rows = tx.execute(sql, (subscriber_id, event_id))
    return _delivery(rows[0]) if rows else None


def update(tx: Transaction, delivery: OperationalDelivery) -> None:
    changes = ", ".join(f"{name} = ?" for name in _SET)
    values = [getattr(delivery, name) for name in _SET]
    tx.update(
        f"UPDATE operational_deliveries SET {changes} WHERE subscriber_id = ? AND event_id = ?",
        (*values, delivery.subscriber_id, delivery.event_id),
    )


def due(tx: Transaction, subscriber_id: str, *, limit: int) -> list[str]:
    """Return the ids of at most `limit` events that are due for a subscriber, the longest due first."""
    sql = (
        "SELECT event_id FROM operational_deliveries WHERE subscriber_id = ? AND state = 'waiting' "
        "AND next_attempt_at <= ? ORDER BY next_attempt_at, event_id LIMIT ?"
    )
    return [row[0] for row in tx.execute(sql, (subscriber_id, tx.now, limit))]


def next_due_at(tx: Transaction) -> Instant | None:
    """Return when the next event is due for a subscriber that is not disabled, perhaps in the past; None if none is."""
    sql = (
        "SELECT min(next_attempt_at) FROM operational_subscribers JOIN operational_deliveries ON subscriber_id = id "
        "WHERE disabled_at IS NULL AND state = 'waiting'"
    )
    value = tx.execute(sql)[0][0]
    return None if value is None else Instant(value)


def make_due(tx: Transaction, subscriber_id: str) -> None:
    """Send everything that waits for a subscriber now, because it accepts requests again."""
    sql = (
        "UPDATE operational_deliveries SET next_attempt_at = ? WHERE subscriber_id = ? AND state = 'waiting' "
        "AND next_attempt_at > ?"
    )
    tx.update(sql, (tx.now, subscriber_id, tx.now))


def begin_again(tx: Transaction, subscriber_id: str) -> None:
    """Begin the retry schedule of everything that waits for a subscriber again, because it was enabled."""
    sql = (
        "UPDATE operational_deliveries SET began_at = ?, next_attempt_at = ? "
        "WHERE subscriber_id = ? AND state = 'waiting'"
    )
    tx.update(sql, (tx.now, tx.now, subscriber_id))


def count_waiting(tx: Transaction) -> dict[str, int]:
    """Return how many events wait for each subscriber that any wait for."""
    sql = "SELECT subscriber_id, count(*) FROM operational_deliveries WHERE state = 'waiting' GROUP BY subscriber_id"
    return {row[0]: int(row[1]) for row in tx.execute(sql)}


def backlog(tx: Transaction) -> tuple[int, Instant | None]:
    """Return how many events wait for subscribers that are not disabled, and when the oldest of these events happened.

    An event counts once for each subscriber. Ids begin with the time, so the lowest is that of the oldest event.
    """
    sql = (
        "SELECT count(*), min(event_id) FROM operational_subscribers JOIN operational_deliveries ON subscriber_id = id "
        "WHERE disabled_at IS NULL AND state = 'waiting'"
    )
    count, oldest_id = tx.execute(sql)[0]
    oldest = None if oldest_id is None else find_event(tx, oldest_id)
    return int(count), None if oldest is None else oldest.at


def end_oldest(tx: Transaction, subscriber_id: str, *, keep: int, limit: int) -> int:
    """Set the oldest events that wait for a subscriber to `given_up`, until `keep` are left; return how many.

    At most `limit` in one call.
    """
    count = count_waiting(tx).get(subscriber_id, 0) - keep
    if count <= 0:
        return 0
    sql = (
        "SELECT event_id FROM operational_deliveries WHERE subscriber_id = ? AND state = 'waiting' "
        "ORDER BY event_id LIMIT ?"
    )
    oldest = [row[0] for row in tx.execute(sql, (subscriber_id, min(count, limit)))]
    for some in chunks(oldest):
        marks, ids = in_list(some)
        tx.update(
            "UPDATE operational_deliveries SET state = 'given_up', ended_at = ?, last_detail = ? "
            f"WHERE subscriber_id = ? AND event_id IN ({marks})",
            (tx.now, BACKLOG_EXCEEDED, subscriber_id, *ids),
        )
    return len(oldest)


def page(
    tx: Transaction,
    subscriber_id: str,
    *,
    state: DeliveryState | None,
    limit: int,
    keyset: KeysetPage = FIRST_PAGE,
) -> list[EventDelivery]:
    """Return at most `limit` deliveries to a subscriber with their events, the newest event first."""
    asked = [("subscriber_id = ?", (subscriber_id,)), *keyset.conditions("event_id", list_descending=True)]
    if state is not None:
        asked.append(("state = ?", (state,)))
    where, values = join_conditions(asked)
    columns = ", ".join((*_DELIVERY, "id", "type", "at", "body"))
    sql = (
        f"SELECT {columns} FROM operational_deliveries "
        "JOIN operational_events ON operational_events.id = operational_deliveries.event_id "
        f"WHERE {where} ORDER BY {keyset.order('event_id', list_descending=True)} LIMIT ?"
    )
    found = tx.execute(sql, (*values, limit))
    return [EventDelivery(_delivery(row[: len(_DELIVERY)]), _event(row[len(_DELIVERY) :])) for row in found]


def remove_old(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` events from before that time, with their deliveries; return how many."""
    rows = tx.execute("SELECT id FROM operational_events WHERE at < ? ORDER BY at LIMIT ?", (before, limit))
    return _remove(tx, rows)


def remove_surplus(tx: Transaction, *, keep: int, limit: int) -> int:
    """Delete at most `limit` of the oldest events beyond the newest `keep`, except those that wait for a subscriber.

    Return how many were deleted.
    """
    sql = (
        "SELECT id FROM operational_events "
        "WHERE id < (SELECT id FROM operational_events ORDER BY id DESC LIMIT 1 OFFSET ?) AND NOT EXISTS ("
        "SELECT 1 FROM operational_deliveries WHERE event_id = operational_events.id AND state = 'waiting') "
        "ORDER BY id LIMIT ?"
    )
    return _remove(tx, tx.execute(sql, (keep - 1, limit)))


def _remove(tx: Transaction, rows: Sequence[Row]) -> int:
    for some in chunks([row[0] for row in rows]):
        marks, ids = in_list(some)
        tx.update(f"DELETE FROM operational_deliveries WHERE event_id IN ({marks})", ids)
        tx.update(f"DELETE FROM operational_events WHERE id IN ({marks})", ids)
    return len(rows)


def _event(row: Row) -> OperationalEvent:
    return OperationalEvent(row[0], OperationalType(row[1]), row[2], bytes(row[3]))


def _delivery(row: Row) -> OperationalDelivery:
    named = dict(zip(_DELIVERY, row, strict=True))
    named["state"] = DeliveryState(named["state"])
    named["last_outcome"] = None if named["last_outcome"] is None else OutcomeKind(named["last_outcome"])
    return OperationalDelivery(**named)
