"""Failed deliveries that are waiting for a retry, exhausted or cancelled: table `retries`.

Queries for deliveries to send skip rows that this version cannot read. The audit counts the skipped rows.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import chain
from operator import attrgetter

from plantstore.domain.deliveries.delivery import OutcomeKind, Retry, RetryState
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks, in_list, padded_chunks
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import events

_COLUMNS = tuple(field.name for field in fields(Retry))
_to_row: Callable[[Retry], Sequence[object]] = attrgetter(*_COLUMNS)
READABLE = f"last_outcome IN ({', '.join(repr(str(kind)) for kind in OutcomeKind)})"
"""SQL condition for rows that this version can read: during a rolling upgrade, a newer version may add outcomes."""
_JOINED = (
    f"SELECT {', '.join('retries.' + name for name in _COLUMNS)}, "
    f"{', '.join('events.' + name for name in events.COLUMNS)} "
    "FROM retries JOIN events ON events.sequence = retries.sequence"
)
_DUE = (
    f"{_JOINED} WHERE receiver_id = ? AND state = 'waiting' AND next_attempt_at <= ? AND {READABLE} "
    "ORDER BY next_attempt_at, retries.sequence LIMIT ?"
)


def upsert(tx: Transaction, retries: Iterable[Retry]) -> set[tuple[ReceiverId, int]]:
    """Store failed deliveries, and return which were stored, by receiver and sequence number.

    Rows of cancelled or exhausted deliveries are not changed. If a delivery is there twice, its last row is kept.
    """
    found = set[tuple[ReceiverId, int]]()
    remaining = list(retries)
    while remaining:
        first: dict[tuple[ReceiverId, int], Retry] = {}
        remaining = [one for one in remaining if first.setdefault((one.receiver_id, one.sequence), one) is not one]
        for chunk in chunks([first[key] for key in sorted(first)]):
            rows = tx.execute(_put_sql(len(chunk)), list(chain.from_iterable(map(_to_row, chunk))))
            found.update((ReceiverId(row[0]), row[1]) for row in rows)
    return found


def revive(tx: Transaction, retry: Retry) -> None:
    """Store the failure of an exhausted delivery that was sent again, and that waits again on a new retry schedule."""
    values = _to_row(retry)
    names = ", ".join(f"{name} = ?" for name in _COLUMNS[2:])
    sql = f"UPDATE retries SET {names} WHERE receiver_id = ? AND sequence = ? AND state = 'exhausted'"
    tx.update(sql, (*values[2:], *values[:2]))


def remove_delivered(tx: Transaction, deliveries: Iterable[tuple[ReceiverId, int]]) -> None:
    """Delete the rows of accepted deliveries, whatever their state."""
    for chunk in padded_chunks(sorted(deliveries)):
        marks = ", ".join(["(?, ?)"] * len(chunk))
        sql = f"DELETE FROM retries WHERE (receiver_id, sequence) IN (VALUES {marks})"
        tx.update(sql, list(chain.from_iterable(chunk)))


def due(tx: Transaction, receiver_id: ReceiverId, *, now: Instant, limit: int) -> list[tuple[Retry, Event]]:
    """Return due deliveries with their events, the longest due first, and the oldest event first if equal."""
    split = len(_COLUMNS)
    rows = tx.execute(_DUE, (receiver_id, now, limit))
    return [(_from_row(row[:split]), events.from_row(row[split:])) for row in rows]


def waiting(
    tx: Transaction, receiver_id: ReceiverId, *, after: int, last: int | None, limit: int
) -> list[tuple[Retry, Event]]:
    """Return waiting deliveries, due or not, oldest event first: beyond `after`, and up to `last` unless None."""
    return _with_events(tx, receiver_id, RetryState.WAITING, after=after, last=last, limit=limit)


def exhausted(
    tx: Transaction, receiver_id: ReceiverId, *, after: int, last: int, limit: int
) -> list[tuple[Retry, Event]]:
    """Return exhausted deliveries, oldest event first: beyond `after`, and up to `last`."""
    return _with_events(tx, receiver_id, RetryState.EXHAUSTED, after=after, last=last, limit=limit)


def requested(tx: Transaction, receiver_id: ReceiverId, *, limit: int) -> list[tuple[Retry, Event]]:
    """Return waiting deliveries whose retry a user requested, in order of the requests, then of the events."""
    split = len(_COLUMNS)
    rows = tx.execute(
        f"{_JOINED} WHERE receiver_id = ? AND asked_at IS NOT NULL AND state = 'waiting' AND {READABLE} "
        "ORDER BY asked_at, retries.sequence LIMIT ?",
        (receiver_id, limit),
    )
    return [(_from_row(row[:split]), events.from_row(row[split:])) for row in rows]


def next_due_at(tx: Transaction, receiver_id: ReceiverId, *, later_than: Instant) -> Instant | None:
    """Return when a receiver's next delivery becomes due after `later_than`; None if no delivery does."""
    sql = "SELECT min(next_attempt_at) FROM retries WHERE receiver_id = ? AND state = 'waiting' AND next_attempt_at > ?"
    due_at: Instant | None = tx.execute(sql, (receiver_id, later_than))[0][0]
    return due_at


def due_after(tx: Transaction, instant: Instant, *, limit: int) -> list[Retry]:
    """Return at most `limit` deliveries, of all receivers, that are due after that time, the latest first."""
    sql = (
        f"SELECT {', '.join('retries.' + name for name in _COLUMNS)} "
        "FROM receivers JOIN retries ON retries.receiver_id = receivers.id WHERE receivers.deleted_at IS NULL "
        f"AND retries.state = 'waiting' AND next_attempt_at > ? AND {READABLE} ORDER BY next_attempt_at DESC LIMIT ?"
    )
    return [_from_row(row) for row in tx.execute(sql, (instant, limit))]


def between(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> dict[int, Retry]:
    """Return a receiver's rows from `first` to `last`, in any state, by sequence."""
    sql = f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE receiver_id = ? AND sequence BETWEEN ? AND ?"
    return {row[1]: _from_row(row) for row in tx.execute(sql, (receiver_id, first, last))}


def of_receivers(tx: Transaction, receiver_ids: Sequence[ReceiverId], *, first: int, last: int) -> Iterator[Retry]:
    """Yield the rows of some receivers from `first` to `last`, in any state, in no order."""
    for chunk in padded_chunks(receiver_ids):
        of_these = f"receiver_id IN ({in_list(chunk)[0]}) AND sequence BETWEEN ? AND ?"
        rows = tx.execute(f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE {of_these}", [*chunk, first, last])
        yield from map(_from_row, rows)


def last_in_state(tx: Transaction, receiver_id: ReceiverId, state: RetryState, *, until: int) -> int:
    """Return the highest sequence number, at most `until`, of a delivery in this state; 0 if there is none."""
    sql = (
        "SELECT sequence FROM retries WHERE receiver_id = ? AND state = ? AND sequence <= ? "
        "ORDER BY sequence DESC LIMIT 1"
    )
    rows = tx.execute(sql, (receiver_id, state, until))
    return rows[0][0] if rows else 0


def newest(
    tx: Transaction,
    state: RetryState,
    *,
    receiver_id: ReceiverId | None,
    first: int,
    before: tuple[int, int],
    limit: int,
) -> list[Retry]:
    """Return retries in one state, newest event first, from sequence number `first` up to but excluding `before`.

    `before` is an event's sequence number and a receiver id. `receiver_id` None matches all receivers.
    """
    which, values = ("", ()) if receiver_id is None else ("AND receiver_id = ? ", (receiver_id,))
    sql = (
        f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE state = ? {which}AND sequence BETWEEN ? AND ? "
        "AND (sequence, receiver_id) < (?, ?) ORDER BY sequence DESC, receiver_id DESC LIMIT ?"
    )
    return [_from_row(row) for row in tx.execute(sql, (state, *values, first, before[0], *before, limit))]


def sequences_after(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> set[int]:
    """Return the sequence numbers beyond a cursor that have a row in `retries`, in any state.

    A restart must not send these events from the log.
    """
    rows = tx.execute("SELECT sequence FROM retries WHERE receiver_id = ? AND sequence > ?", (receiver_id, cursor))
    return {row[0] for row in rows}


def count_waiting(tx: Transaction, receiver_id: ReceiverId) -> int:
    sql = "SELECT count(*) FROM retries WHERE receiver_id = ? AND state = 'waiting'"
    return int(tx.execute(sql, (receiver_id,))[0][0])


def with_few_waiting(tx: Transaction, receiver_ids: Collection[ReceiverId], *, few: int) -> set[ReceiverId]:
    """Return which of the receivers have fewer than `few` waiting deliveries."""
    found = set[ReceiverId]()
    for chunk in padded_chunks(list(receiver_ids)):
        sql = (
            f"WITH asked (id) AS (VALUES {', '.join(['(?)'] * len(chunk))}) SELECT id FROM asked WHERE "
            "(SELECT count(*) FROM (SELECT 1 FROM retries WHERE receiver_id = asked.id AND state = 'waiting' LIMIT ?) "
            "AS waiting) < ?"
        )
        found.update(ReceiverId(row[0]) for row in tx.execute(sql, [*chunk, few, few]))
    return found


def newest_of_each(
    tx: Transaction, states: Sequence[RetryState], receiver_ids: Sequence[ReceiverId], *, limit: int
) -> set[tuple[ReceiverId, int]]:
    """Return the newest `limit` deliveries in each of these states to each receiver, by receiver and sequence number.

    Each is a query of its own in one statement: whatever the size of the table, each reads only the rows it returns.
    """
    newest = (
        "SELECT receiver_id, sequence FROM retries WHERE receiver_id = ? AND state = ? ORDER BY sequence DESC LIMIT ?"
    )
    found = set[tuple[ReceiverId, int]]()
    for chunk in padded_chunks([(receiver_id, state) for receiver_id in receiver_ids for state in states]):
        sql = " UNION ALL ".join([f"SELECT * FROM ({newest}) AS newest"] * len(chunk))
        rows = tx.execute(sql, [value for asked in chunk for value in (*asked, limit)])
        found.update((ReceiverId(row[0]), row[1]) for row in rows)
    return found


def of_events(
    tx: Transaction, sequences: Sequence[int], *, receiver_id: ReceiverId | None
) -> dict[tuple[ReceiverId, int], Retry]:
    """Return the rows of events, in any state, by receiver id and sequence number: of one receiver, or of all."""
    found: dict[tuple[ReceiverId, int], Retry] = {}
    states = ", ".join(f"'{state}'" for state in RetryState)  # so that the index on (state, …) is used
    which, of_receiver = ("", ()) if receiver_id is None else (" AND receiver_id = ?", (receiver_id,))
    for chunk in padded_chunks(sequences):
        marks = ", ".join("?" * len(chunk))
        sql = f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE state IN ({states}) AND sequence IN ({marks}){which}"
        rows = tx.execute(sql, (*chunk, *of_receiver))
        found.update({(row[0], row[1]): _from_row(row) for row in rows})
    return found


def of_deliveries(tx: Transaction, deliveries: Sequence[tuple[ReceiverId, int]]) -> dict[tuple[ReceiverId, int], Retry]:
    """Return the rows of deliveries that have one, in any state, by receiver id and sequence number."""
    found: dict[tuple[ReceiverId, int], Retry] = {}
    for chunk in padded_chunks(deliveries):
        marks = ", ".join(["(?, ?)"] * len(chunk))
        sql = f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE (receiver_id, sequence) IN (VALUES {marks})"
        rows = tx.execute(sql, [value for one in chunk for value in one])
        found.update({(row[0], row[1]): _from_row(row) for row in rows})
    return found


def oldest_waiting(tx: Transaction, receiver_id: ReceiverId) -> Retry | None:
    """Return the waiting delivery of the oldest event, due or not; None if nothing waits."""
    sql = (
        f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE receiver_id = ? AND state = 'waiting' AND {READABLE} "
        "ORDER BY sequence LIMIT 1"
    )
    rows = tx.execute(sql, (receiver_id,))
    return _from_row(rows[0]) if rows else None


def count_due(tx: Transaction, receiver_id: ReceiverId, *, until: int, count_max: int) -> int:
    """Return how many deliveries are due at the time `until` or before, at most `count_max`."""
    sql = (
        "SELECT count(*) FROM (SELECT 1 FROM retries WHERE receiver_id = ? AND state = 'waiting' "
        "AND next_attempt_at <= ? LIMIT ?) AS few"
    )
    return int(tx.execute(sql, (receiver_id, until, count_max))[0][0])


def note_request(tx: Transaction, receiver_id: ReceiverId, sequence: int, *, number: int) -> None:
    """Record that a request with this number was made for a delivery, outside its retry schedule."""
    sql = "UPDATE retries SET tries = ? WHERE receiver_id = ? AND sequence = ? AND tries < ?"
    tx.update(sql, (number, receiver_id, sequence, number))


def find(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> Retry | None:
    sql = f"SELECT {', '.join(_COLUMNS)} FROM retries WHERE receiver_id = ? AND sequence = ?"
    rows = tx.execute(sql, (receiver_id, sequence))
    return _from_row(rows[0]) if rows else None


def count_exhausted(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> int:
    """Return the number of a receiver's exhausted deliveries from `first` to `last`."""
    sql = "SELECT count(*) FROM retries WHERE receiver_id = ? AND state = 'exhausted' AND sequence BETWEEN ? AND ?"
    return int(tx.execute(sql, (receiver_id, first, last))[0][0])


def request_retry(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> None:
    """Record that a user requested a retry now. An exhausted delivery waits again, at the start of its schedule."""
    of_delivery = (receiver_id, sequence)
    tx.update(
        "UPDATE retries SET state = 'waiting', attempts = 0, next_attempt_at = ? "
        "WHERE receiver_id = ? AND sequence = ? AND state = 'exhausted'",
        (tx.now, *of_delivery),
    )
    tx.update(
        "UPDATE retries SET asked_at = ? WHERE receiver_id = ? AND sequence = ? AND state = 'waiting'",
        (tx.now, *of_delivery),
    )
    tx.changes.receivers.add(receiver_id)


def cancel(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> bool:
    """Cancel a waiting or exhausted delivery, as a user requested; return False if it has no row."""
    sql = "UPDATE retries SET state = 'cancelled', asked_at = NULL WHERE receiver_id = ? AND sequence = ?"
    tx.changes.receivers.add(receiver_id)
    return bool(tx.update(sql, (receiver_id, sequence)))


def cancel_waiting(tx: Transaction, receiver_id: ReceiverId) -> int:
    """Cancel all of a receiver's waiting deliveries, as a user requested; return the number cancelled."""
    sql = "UPDATE retries SET state = 'cancelled' WHERE receiver_id = ? AND state = 'waiting'"
    return tx.update(sql, (receiver_id,))


def _with_events(
    tx: Transaction, receiver_id: ReceiverId, state: RetryState, *, after: int, last: int | None, limit: int
) -> list[tuple[Retry, Event]]:
    split = len(_COLUMNS)
    until = "" if last is None else " AND retries.sequence <= ?"
    chosen = f"WHERE receiver_id = ? AND state = ? AND retries.sequence > ?{until} AND {READABLE}"
    between = (after,) if last is None else (after, last)
    values = (receiver_id, state, *between, limit)
    rows = tx.execute(f"{_JOINED} {chosen} ORDER BY retries.sequence LIMIT ?", values)
    return [(_from_row(row[:split]), events.from_row(row[split:])) for row in rows]


def _from_row(row: Row) -> Retry:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["state"] = RetryState(named["state"])
    named["last_outcome"] = OutcomeKind(named["last_outcome"])
    return Retry(**named)


@cache
def _put_sql(rows: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return (
        f"INSERT INTO retries ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * rows)} "
        "ON CONFLICT (receiver_id, sequence) DO UPDATE SET state = excluded.state, attempts = excluded.attempts, "
        "tries = excluded.tries, next_attempt_at = excluded.next_attempt_at, last_outcome = excluded.last_outcome, "
        "last_status = excluded.last_status, asked_at = excluded.asked_at WHERE retries.state = 'waiting' "
        "RETURNING receiver_id, sequence"
    )
