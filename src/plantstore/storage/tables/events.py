"""The event log: table `events`. Rows are appended and never deleted; bodies that are no longer needed are erased."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list, padded_chunks
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import plant_changes
from plantstore.storage.transaction import COMMIT_S_MAX, EVENT_LOG_LOCK

COLUMNS = Event._fields
_HEAD = "head of the log"  # key in `Transaction.memo`
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM events"


class EventSummary(NamedTuple):
    """An event without its full body. The basic body has the plant's name, and is empty if the event was erased."""

    id: str
    plant_id: int
    occurred_at: Instant
    body_basic: bytes


def head(tx: Transaction) -> int:
    """Return the sequence number of the newest event; 0 if the log is empty."""
    found: int | None = tx.memo.get(_HEAD)
    if found is None:
        found = int(tx.execute("SELECT coalesce(max(sequence), 0) FROM events")[0][0])
        if tx.is_snapshot:
            tx.memo[_HEAD] = found
    return found


def append(tx: Transaction, events: Sequence[Event]) -> None:
    """Append events to the log. A pre-commit hook assigns their sequence numbers, and ignores any they have."""
    tx.add_pre_commit_hooks(_append, events, lock_order=EVENT_LOG_LOCK)


def _append(tx: Transaction, events: Sequence[Event]) -> None:
    """Assign the next sequence numbers to events, and insert the events into the log.

    The log's lock is taken in a separate statement, so that the query for the head of the log sees the commit of the
    previous holder. It is taken just before the commit, because other processes that add plants wait until the lock is
    released.

    The change number of an added plant follows from its event's sequence (see `plant_changes`). But if there were more
    other changes since the last event than there are numbers between two events, readers have already passed that
    number. Then the added plants also get rows in `plant_changes`.
    """
    tx.connection.advisory_lock("log")
    last = plant_changes.log_end(tx)
    first = last.sequence + 1
    add(tx, [Event(first + number, *event[1:]) for number, event in enumerate(events)])  # _replace is slow
    if last.number >= plant_changes.number_of_event(first):
        plant_changes.assign_numbers(tx, [event.plant_id for event in events])


def add(tx: Transaction, events: Sequence[Event]) -> None:
    """Insert events whose sequence numbers follow the head of the log without gaps."""
    tx.insert("events", COLUMNS, events)
    tx.changes.events.extend(events)


def page(tx: Transaction, *, after: int, limit: int) -> list[Event]:
    """Return at most `limit` events after the sequence `after`, in log order."""
    rows = tx.execute(f"{_SELECT} WHERE sequence > ? ORDER BY sequence LIMIT ?", (after, limit))
    return [from_row(row) for row in rows]


def find_many(tx: Transaction, sequences: Sequence[int]) -> list[Event]:
    """Return the events with these sequence numbers, in log order."""
    found: list[Event] = []
    for chunk in padded_chunks(sequences):
        sql = f"{_SELECT} WHERE sequence IN ({', '.join('?' * len(chunk))})"
        found += [from_row(row) for row in tx.execute(sql, chunk)]
    return sorted(found)


def first_since(tx: Transaction, at: Instant) -> int:
    """Return the lowest sequence number of an event at that time or later; `head` + 1 if there is none.

    Sequence numbers are in commit order, but an event has the time of its request. So times rise with sequence
    numbers, except for events that took long to commit (at most COMMIT_S_MAX). This holds if the clock does not go
    back.
    """
    end = _rises_to(tx, at)
    begin = min(end, _rises_to(tx, after(at, seconds=-COMMIT_S_MAX)))
    where = "sequence >= ? AND sequence < ? AND occurred_at >= ?"
    rows = tx.execute(f"SELECT sequence FROM events WHERE {where} ORDER BY sequence LIMIT 1", (begin, end, at))
    return rows[0][0] if rows else end


def last_before(tx: Transaction, at: Instant) -> int:
    """Return the highest sequence number of an event before that time; 0 if there is none. See `first_since`."""
    begin = _rises_to(tx, at)
    end = max(begin, _rises_to(tx, after(at, seconds=COMMIT_S_MAX)))
    where = "sequence >= ? AND sequence < ? AND occurred_at < ?"
    rows = tx.execute(f"SELECT sequence FROM events WHERE {where} ORDER BY sequence DESC LIMIT 1", (begin, end, at))
    return rows[0][0] if rows else begin - 1


def _rises_to(tx: Transaction, at: Instant) -> int:
    """Find, by binary search, an event at `at` or later whose predecessor is before `at`; return its sequence number.

    Return `head` + 1 if the last event is before `at`.
    """
    low, high = 1, head(tx) + 1
    while low < high:
        middle = (low + high) // 2
        occurred_at = tx.execute("SELECT occurred_at FROM events WHERE sequence = ?", (middle,))[0][0]
        low, high = (middle + 1, high) if occurred_at < at else (low, middle)
    return low


def count_between(tx: Transaction, *, first: int, last: int) -> int:
    """Return the number of events from `first` to `last` that can be sent: they exist and are not erased."""
    there = max(0, min(last, head(tx)) - first + 1)
    sql = "SELECT count(*) FROM events WHERE length(body) = 0 AND sequence BETWEEN ? AND ?"
    return there - int(tx.execute(sql, (first, last))[0][0])


def erase(tx: Transaction, sequences: Collection[int]) -> None:
    """Erase the bodies of events that no receiver needs. Events are never changed in any other way.

    The rows are kept, so that sequence numbers have no gaps and no plant gets a second event.
    """
    marks, values = in_list(sequences)
    tx.update(f"UPDATE events SET body = ?, body_basic = ? WHERE sequence IN ({marks})", (b"", b"", *values))


def erased_between(tx: Transaction, *, first: int, last: int) -> list[int]:
    """Return the sequence numbers of erased events from `first` to `last`, in order."""
    sql = "SELECT sequence FROM events WHERE length(body) = 0 AND sequence BETWEEN ? AND ? ORDER BY sequence"
    return [row[0] for row in tx.execute(sql, (first, last))]


def erased_ranges(tx: Transaction, *, first: int, last: int) -> list[tuple[int, int]]:
    """Return the erased events from `first` to `last` as ranges of consecutive sequence numbers."""
    sql = (
        "SELECT min(sequence), max(sequence) FROM ("
        "SELECT sequence, sequence - row_number() OVER (ORDER BY sequence) AS place FROM events "
        "WHERE length(body) = 0 AND sequence BETWEEN ? AND ?) AS erased GROUP BY place ORDER BY 1"
    )
    return [(low, high) for low, high in tx.execute(sql, (first, last))]


def find_sequence(tx: Transaction, event_id: str) -> int | None:
    """Return the sequence number of an event; None if there is no such event."""
    rows = tx.execute("SELECT sequence FROM events WHERE id = ?", (event_id,))
    return rows[0][0] if rows else None


def summary(tx: Transaction, sequence: int) -> EventSummary:
    """Return the summary of an event; raise KeyError if there is no such event."""
    return summaries(tx, [sequence])[sequence]


def summaries(tx: Transaction, sequences: Sequence[int]) -> dict[int, EventSummary]:
    """Return the summaries of events, by sequence."""
    found = {}
    for chunk in padded_chunks(sequences):
        marks = ", ".join("?" * len(chunk))
        sql = f"SELECT sequence, {', '.join(EventSummary._fields)} FROM events WHERE sequence IN ({marks})"
        found.update({row[0]: EventSummary._make(row[1:]) for row in tx.execute(sql, chunk)})
    return found


def sequences_of_plants(tx: Transaction, plant_ids: Sequence[int]) -> list[int]:
    """Return the sequence numbers of the events of plants; drafts have none."""
    found: list[int] = []
    for chunk in padded_chunks(plant_ids):
        sql = f"SELECT sequence FROM events WHERE plant_id IN ({', '.join('?' * len(chunk))})"
        found += [row[0] for row in tx.execute(sql, chunk)]
    return found


def bodies(tx: Transaction, *, first: int, last: int, whole: bool) -> list[tuple[int, str, bytes]]:
    """Return sequence number, id and body of the events from `first` to `last`: the `whole` body, or the basic one."""
    body = "body" if whole else "body_basic"
    rows = tx.execute(f"SELECT sequence, id, {body} FROM events WHERE sequence BETWEEN ? AND ?", (first, last))
    return [(row[0], row[1], row[2]) for row in rows]


def of_plant(tx: Transaction, plant_id: int) -> Event | None:
    """Return the event of a plant; None if the plant is still a draft, or does not exist."""
    rows = tx.execute(f"{_SELECT} WHERE plant_id = ?", (plant_id,))
    return from_row(rows[0]) if rows else None


def from_row(row: Row) -> Event:
    """Return an event from the values of COLUMNS."""
    return Event._make(row)
