"""Delivery attempts and their outcomes: table `attempts`. After a restart, it shows what was already delivered."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from plantstore.domain.deliveries.delivery import Attempt, Outcome, OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list, padded_chunks
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import attempt_pages
from plantstore.storage.tables.attempt_pages import FeedPosition

_COLUMNS = (
    "id",
    "receiver_id",
    "sequence",
    "number",
    "started_at",
    "duration_us",
    "outcome",
    "status",
    "address",
    "excerpt",
    "detail",
    "replay_id",
    "signed_s",
)


def add(tx: Transaction, attempts: Sequence[Attempt]) -> None:
    """Record attempts, and append them to the feed."""
    tx.insert("attempts", _COLUMNS, [_to_row(attempt) for attempt in attempts])
    attempt_pages.add(tx, [attempt.id for attempt in attempts])


def newest_id(tx: Transaction) -> int:
    """Return the highest attempt id; 0 if there are none. New ids must be higher, even if the clock goes back."""
    return int(tx.execute("SELECT coalesce(max(id), 0) FROM attempts")[0][0])


def oldest_id(tx: Transaction) -> int:
    """Return the lowest attempt id; 0 if there are no attempts."""
    return int(tx.execute("SELECT coalesce(min(id), 0) FROM attempts")[0][0])


def is_delivered(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> bool:
    """True if a successful attempt of this delivery is recorded."""
    return bool(
        tx.execute(
            "SELECT 1 FROM attempts WHERE receiver_id = ? AND sequence = ? AND outcome = 'accepted' LIMIT 1",
            (receiver_id, sequence),
        )
    )


def delivered(tx: Transaction, deliveries: Sequence[tuple[ReceiverId, int]]) -> set[tuple[ReceiverId, int]]:
    """Return which of these deliveries have a successful attempt, by receiver and sequence number."""
    found = set[tuple[ReceiverId, int]]()
    for chunk in padded_chunks(deliveries):
        rows = tx.execute(_delivered_sql(len(chunk)), list(chain.from_iterable(chunk)))
        found.update((ReceiverId(row[0]), row[1]) for row in rows)
    return found


def accepted_after(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> set[int]:
    """Return the sequence numbers beyond a receiver's cursor that it accepted: a restart must not send them again."""
    rows = tx.execute(
        "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND sequence > ? AND outcome = 'accepted'",
        (receiver_id, cursor),
    )
    return {row[0] for row in rows}


def made_after(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> dict[int, int]:
    """Return how many requests were made for each event beyond a receiver's cursor that has attempts, by sequence."""
    rows = tx.execute(
        "SELECT sequence, count(*), max(number) FROM attempts WHERE receiver_id = ? AND sequence > ? GROUP BY sequence",
        (receiver_id, cursor),
    )
    return {row[0]: max(int(row[1]), row[2]) for row in rows}


def replayed(tx: Transaction, replay_id: str, position: int) -> set[int]:
    """Return the sequence numbers that a replay has sent beyond its position: a restart must not send them again."""
    rows = tx.execute(
        "SELECT DISTINCT sequence FROM attempts WHERE replay_id = ? AND sequence > ?", (replay_id, position)
    )
    return {row[0] for row in rows}


def status_of_success(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> int | None:
    """Return the HTTP status of a delivery's latest success; None if no success is recorded."""
    sql = (
        "SELECT status FROM attempts WHERE receiver_id = ? AND sequence = ? AND outcome = 'accepted' "
        "ORDER BY id DESC LIMIT 1"
    )
    rows = tx.execute(sql, (receiver_id, sequence))
    return rows[0][0] if rows else None


def statuses_of_success(
    tx: Transaction, deliveries: Sequence[tuple[ReceiverId, int]]
) -> dict[tuple[ReceiverId, int], int]:
    """Return the HTTP status of each delivery's latest recorded success, by receiver id and sequence number."""
    ids = [made.last_accepted for made in summarize(tx, deliveries).values() if made.last_accepted is not None]
    found = {}
    for chunk in padded_chunks(ids):
        sql = f"SELECT receiver_id, sequence, status FROM attempts WHERE id IN ({', '.join('?' * len(chunk))})"
        found.update({(row[0], row[1]): row[2] for row in tx.execute(sql, chunk)})
    return found


class AttemptSummary(NamedTuple):
    """The recorded attempts of one delivery: how many, the ids of the last one and of the last success.

    `last_number` is the highest number of an attempt. It is above `requests` once retention has deleted attempts, and
    below it if a version before 0.8.0 made a replay, whose numbers began with 1 again.
    """

    requests: int = 0
    last: int | None = None
    last_accepted: int | None = None
    last_number: int = 0

    @property
    def made(self) -> int:
        """Return how many requests were made, as far as recorded attempts show."""
        return max(self.requests, self.last_number)


def summarize(
    tx: Transaction, deliveries: Sequence[tuple[ReceiverId, int]]
) -> dict[tuple[ReceiverId, int], AttemptSummary]:
    """Return summaries of the recorded attempts of deliveries, by receiver id and sequence number."""
    found = dict.fromkeys(deliveries, AttemptSummary())
    for chunk in padded_chunks(deliveries):
        sql = (
            "SELECT receiver_id, sequence, count(*), max(id), max(CASE WHEN outcome = 'accepted' THEN id END), "
            "max(number) "
            f"FROM attempts WHERE (receiver_id, sequence) IN (VALUES {', '.join(['(?, ?)'] * len(chunk))}) "
            "GROUP BY receiver_id, sequence"
        )
        rows = tx.execute(sql, [value for one in chunk for value in one])
        found.update({(row[0], row[1]): AttemptSummary._make(row[2:]) for row in rows})
    return found


def find(tx: Transaction, ids: Sequence[int], *, event_ids: Mapping[int, str]) -> dict[int, Attempt]:
    """Return the existing attempts among `ids`, by id; `event_ids` maps events' sequence numbers to event ids."""
    found = {}
    for chunk in padded_chunks(ids):
        sql = f"SELECT {', '.join(_COLUMNS)} FROM attempts WHERE id IN ({', '.join('?' * len(chunk))})"
        found.update({row[0]: _from_row(row, event_ids[row[2]]) for row in tx.execute(sql, chunk)})
    return found


def newest_of_delivery(
    tx: Transaction, receiver_id: ReceiverId, sequence: int, *, event_id: str, limit: int
) -> list[Attempt]:
    """Return the last `limit` attempts of one delivery, in the order in which they ended."""
    sql = f"SELECT {', '.join(_COLUMNS)} FROM attempts WHERE receiver_id = ? AND sequence = ? ORDER BY id DESC LIMIT ?"
    return [_from_row(row, event_id) for row in reversed(tx.execute(sql, (receiver_id, sequence, limit)))]


def count_of_delivery(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> int:
    sql = "SELECT count(*) FROM attempts WHERE receiver_id = ? AND sequence = ?"
    return int(tx.execute(sql, (receiver_id, sequence))[0][0])


def is_recorded(tx: Transaction, attempt_id: int) -> bool:
    """True if an attempt with this id is recorded."""
    return bool(tx.execute("SELECT 1 FROM attempts WHERE id = ?", (attempt_id,)))


def accepted_between(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> set[int]:
    """Return the sequence numbers from `first` to `last` that have a recorded success at this receiver."""
    rows = tx.execute(
        "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND sequence BETWEEN ? AND ? "
        "AND outcome = 'accepted'",
        (receiver_id, first, last),
    )
    return {row[0] for row in rows}


def accepted_by(
    tx: Transaction, receiver_ids: Sequence[ReceiverId], *, first: int, last: int
) -> Iterator[tuple[ReceiverId, int]]:
    """Yield each delivery of the events from `first` to `last` to one of these receivers with a recorded success."""
    for chunk in padded_chunks(receiver_ids):
        rows = tx.execute(
            f"SELECT DISTINCT receiver_id, sequence FROM attempts WHERE receiver_id IN ({in_list(chunk)[0]}) "
            "AND sequence BETWEEN ? AND ? AND outcome = 'accepted'",
            [*chunk, first, last],
        )
        yield from ((ReceiverId(row[0]), row[1]) for row in rows)


def accepted_of_events(
    tx: Transaction, receiver_ids: Sequence[ReceiverId], sequences: Sequence[int]
) -> set[tuple[ReceiverId, int]]:
    """Return which deliveries of these events to these receivers have a recorded success."""
    found: set[tuple[ReceiverId, int]] = set()
    for ids in padded_chunks(receiver_ids):
        for some in padded_chunks(sequences):
            rows = tx.execute(
                f"SELECT DISTINCT receiver_id, sequence FROM attempts WHERE receiver_id IN ({in_list(ids)[0]}) "
                f"AND sequence IN ({in_list(some)[0]}) AND outcome = 'accepted'",
                [*ids, *some],
            )
            found.update((ReceiverId(row[0]), row[1]) for row in rows)
    return found


def accepted_among(tx: Transaction, deliveries: Sequence[tuple[ReceiverId, int]]) -> set[tuple[ReceiverId, int]]:
    """Return which of these deliveries, each a receiver and a sequence number, have a recorded success."""
    found: set[tuple[ReceiverId, int]] = set()
    for chunk in padded_chunks(deliveries):
        sql = (
            f"WITH asked (r, s) AS (VALUES {', '.join(['(?, ?)'] * len(chunk))}) SELECT r, s FROM asked WHERE EXISTS "
            "(SELECT 1 FROM attempts WHERE receiver_id = r AND sequence = s AND outcome = 'accepted')"
        )
        rows = tx.execute(sql, [number for delivery in chunk for number in delivery])
        found.update((ReceiverId(row[0]), row[1]) for row in rows)
    return found


def last_accepted(tx: Transaction, receiver_id: ReceiverId, *, first: int, last: int) -> int:
    """Return the highest sequence number from `first` to `last` with a recorded success at this receiver; 0 if none."""
    sql = (
        "SELECT sequence FROM attempts WHERE receiver_id = ? AND sequence BETWEEN ? AND ? AND outcome = 'accepted' "
        "ORDER BY sequence DESC LIMIT 1"
    )
    rows = tx.execute(sql, (receiver_id, first, last))
    return rows[0][0] if rows else 0


def at_positions(
    tx: Transaction, positions: Sequence[FeedPosition], *, receiver_ids: Collection[ReceiverId] | None
) -> list[tuple[int, Attempt]]:
    """Return the attempts at the given feed positions, with their positions, in the given order.

    Only attempts of `receiver_ids` are returned, if it is not None. Attempts that retention has deleted are left out.
    """
    which, chosen = "", list[ReceiverId]()
    if receiver_ids is not None:
        marks, chosen = in_list(receiver_ids)
        which = f" AND attempts.receiver_id + 0 IN ({marks})"  # `+ 0` makes the planner use the index of attempt ids
    names = ", ".join("attempts." + name for name in _COLUMNS)
    found: dict[int, Attempt] = {}
    for chunk in padded_chunks([position.attempt_id for position in positions]):
        # The bounds let PostgreSQL skip partitions.
        sql = (
            f"SELECT {names}, events.id FROM attempts JOIN events ON events.sequence = attempts.sequence "
            f"WHERE attempts.id IN ({', '.join('?' * len(chunk))}) AND attempts.id >= ? AND attempts.id <= ?{which}"
        )
        rows = tx.execute(sql, (*chunk, min(chunk), max(chunk), *chosen))
        found.update((row[0], _from_row(row[:-1], row[-1])) for row in rows)
    return [(one.position, found[one.attempt_id]) for one in positions if one.attempt_id in found]


def newest_of_all(tx: Transaction, *, limit: int) -> list[Attempt]:
    """Return the last `limit` attempts over all receivers, newest first."""
    names = ", ".join("newest." + name for name in _COLUMNS)
    newest = f"SELECT {', '.join(_COLUMNS)} FROM attempts ORDER BY id DESC LIMIT ?"
    sql = (
        f"SELECT {names}, events.id FROM ({newest}) AS newest CROSS JOIN events "
        "WHERE events.sequence = newest.sequence ORDER BY newest.id DESC"
    )
    return [_from_row(row[:-1], row[-1]) for row in tx.execute(sql, (limit,))]


def _to_row(attempt: Attempt) -> Row:
    outcome = attempt.outcome
    return (
        attempt.id,
        attempt.receiver_id,
        attempt.sequence,
        attempt.number,
        attempt.started_at,
        outcome.duration_us,
        outcome.kind,
        outcome.status,
        outcome.address,
        outcome.excerpt or None,
        outcome.detail or None,
        attempt.replay_id,
        outcome.signed_s,
    )


def _from_row(row: Row, event_id: str) -> Attempt:
    named = dict(zip(_COLUMNS, row, strict=True))
    outcome = Outcome(
        kind=OutcomeKind(named["outcome"]),
        duration_us=named["duration_us"],
        status=named["status"],
        address=named["address"],
        detail=named["detail"] or "",
        excerpt=named["excerpt"] or b"",
        signed_s=named["signed_s"],
    )
    of_attempt = {name: named[name] for name in ("id", "receiver_id", "sequence", "number", "started_at", "replay_id")}
    return Attempt(**of_attempt, event_id=event_id, outcome=outcome)


@cache
def _delivered_sql(deliveries: int) -> str:
    """The count of at most one row keeps PostgreSQL from joining all attempts."""
    accepted = (
        "SELECT 1 FROM attempts WHERE attempts.receiver_id = asked.receiver_id AND attempts.sequence = asked.sequence "
        "AND outcome = 'accepted' LIMIT 1"
    )
    return (
        f"WITH asked (receiver_id, sequence) AS (VALUES {', '.join(['(?, ?)'] * deliveries)}) "
        f"SELECT receiver_id, sequence FROM asked WHERE (SELECT count(*) FROM ({accepted}) AS one) > 0"
    )
