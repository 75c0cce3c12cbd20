"""What is removed by age, so many rows at once: attempts, activity, ended replays, and what removed receivers left.

Events are never removed; `events.erase` empties the bodies that nobody needs any more.
"""

from collections.abc import Collection
from dataclasses import dataclass

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import activity, facts

_REMOVED_TO = "attempts removed to"
_OLD_ATTEMPTS = (
    "SELECT attempts.id, attempts.sequence, "
    "(attempts.outcome = 'accepted' AND receivers.deleted_at IS NULL AND attempts.sequence > receivers.cursor) "
    "OR (replays.state = 'running' AND attempts.sequence > replays.position) "
    "FROM attempts LEFT JOIN receivers ON receivers.id = attempts.receiver_id "
    "LEFT JOIN replays ON replays.id = attempts.replay_id "
    "WHERE attempts.id > ? AND attempts.id < ? ORDER BY attempts.id LIMIT ?"
)
_OF_SPAN = "attempts.id >= ? AND attempts.id < ?"
_NEEDED_BEYOND_CURSOR = (
    "SELECT 1 FROM receivers WHERE deleted_at IS NULL AND (SELECT attempts.id FROM attempts "
    "WHERE attempts.receiver_id = receivers.id AND attempts.sequence > receivers.cursor "
    f"AND attempts.outcome = 'accepted' AND {_OF_SPAN} ORDER BY attempts.sequence LIMIT 1) IS NOT NULL LIMIT 1"
)
_NEEDED_BY_REPLAY = (
    "SELECT 1 FROM replays WHERE state = 'running' AND (SELECT attempts.id FROM attempts "
    "WHERE attempts.replay_id = replays.id AND attempts.sequence > replays.position "
    f"AND {_OF_SPAN} ORDER BY attempts.sequence LIMIT 1) IS NOT NULL LIMIT 1"
)
_HIGHEST = (
    "SELECT coalesce(max((SELECT attempts.sequence FROM attempts WHERE attempts.receiver_id = receivers.id "
    f"AND {_OF_SPAN} ORDER BY attempts.sequence DESC LIMIT 1)), 0) FROM receivers"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalStep:
    """What one step has looked at: up to which attempt, how many rows, and how many of them it removed."""

    last: int
    seen: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedPlant:
    """The event of a plant that was deleted: a candidate for erasing."""

    plant_id: int
    deleted_at: Instant
    sequence: int | None


def attempts_removed_to(tx: Transaction) -> int:
    """The highest sequence of which an attempt was removed by age; 0 when none was.

    Up to there the table no longer tells everything that was sent. It is a place in the log and not a time: so it
    holds whatever the clock and the settings do.
    """
    return int(facts.read(tx, _REMOVED_TO) or 0)


def remove_attempts(tx: Transaction, *, after: int, before: int, limit: int) -> RemovalStep:
    """Look at the next attempts in the order of their ids, and remove those that nothing needs.

    Kept are successes beyond their receiver's cursor, by which a restart knows what it need not send, and what a
    running replay has sent beyond its position, for the same reason.
    """
    rows = tx.execute(_OLD_ATTEMPTS, (after, before, limit))
    old = [(attempt_id, sequence) for attempt_id, sequence, is_needed in rows if not is_needed]
    if old:
        marks, ids = in_list([attempt_id for attempt_id, _ in old])
        tx.update(f"DELETE FROM attempts WHERE id IN ({marks})", ids)
        _note_removed_to(tx, max(sequence for _, sequence in old))
    return RemovalStep(last=rows[-1][0] if rows else after, seen=len(rows), removed=len(old))


def mark_span_removed(tx: Transaction, *, first: int, end: int) -> bool:
    """Whether nothing needs any attempt from this id up to that one; if so, note that all of them are removed.

    By way of the receivers, each with one look into an index: there may be a hundred million attempts.
    """
    span = (first, end)
    if any(tx.execute(sql, span) for sql in (_NEEDED_BEYOND_CURSOR, _NEEDED_BY_REPLAY)):
        return False
    _note_removed_to(tx, int(tx.execute(_HIGHEST, span)[0][0]))
    return True


def remove_activity(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Remove the oldest rows up to the first that is young: in their order, or their chain would break.

    A row of a clock that ran ahead counts as old: it must not keep all that follow it.
    """
    young = "SELECT id FROM activity WHERE at BETWEEN ? AND ? ORDER BY id LIMIT 1"
    rows = tx.execute(young, (before, tx.now))
    first_young = rows[0][0] if rows else activity.newest_id(tx) + 1
    sql = "DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE id < ? ORDER BY id LIMIT ?)"
    return tx.update(sql, (first_young, limit))


def remove_replays(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Remove replays that ended before that time."""
    sql = "DELETE FROM replays WHERE id IN (SELECT id FROM replays WHERE ended_at < ? ORDER BY ended_at LIMIT ?)"
    return tx.update(sql, (before, limit))


def remove_receiver_rows(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Remove what the longest removed receiver has left, its own row last; gives how many rows.

    A row of `receivers` stays as long as attempts name it.
    """
    rows = tx.execute(
        "SELECT id FROM receivers WHERE deleted_at < ? "
        "AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.receiver_id = receivers.id) "
        "ORDER BY deleted_at LIMIT 1",
        (before,),
    )
    if not rows:
        return 0
    receiver_id, removed = rows[0][0], 0
    for table, key in (("retries", "sequence"), ("skips", "first"), ("replays", "id"), ("tallies", "hour_at")):
        chosen = f"SELECT {key} FROM {table} WHERE receiver_id = ? LIMIT ?"
        sql = f"DELETE FROM {table} WHERE receiver_id = ? AND {key} IN ({chosen})"
        removed += tx.update(sql, (receiver_id, receiver_id, limit - removed))
        if removed >= limit:
            return removed
    return removed + tx.update("DELETE FROM receivers WHERE id = ?", (receiver_id,))


def deleted_plants(tx: Transaction, *, after: tuple[Instant, int], before: Instant, limit: int) -> list[DeletedPlant]:
    """Plants deleted before that time, the longest deleted first; `sequence` is None when nothing is left to erase."""
    rows = tx.execute(
        "SELECT tombstones.plant_id, deleted_at, events.sequence FROM tombstones LEFT JOIN events "
        "ON events.plant_id = tombstones.plant_id AND length(events.body) > 0 "
        "WHERE deleted_at < ? AND (deleted_at > ? OR (deleted_at = ? AND tombstones.plant_id > ?)) "
        "ORDER BY deleted_at, tombstones.plant_id LIMIT ?",
        (before, after[0], after[0], after[1], limit),
    )
    return [DeletedPlant(plant_id=row[0], deleted_at=row[1], sequence=row[2]) for row in rows]


def still_needed(tx: Transaction, sequences: Collection[int]) -> set[int]:
    """Which of these events a receiver or a replay may still be sent.

    A receiver needs what lies beyond its cursor and in none of its `skips`, and what waits or was given up in
    `retries`: the latter can be sent again.
    """
    wanted = _retried(tx, sequences)
    for first, last in _ranges_of_replays(tx):
        wanted.update(sequence for sequence in sequences if first <= sequence <= last)
    rest = set(sequences) - wanted
    behind = "SELECT id, cursor FROM receivers WHERE deleted_at IS NULL AND cursor < ?"  # never before its start - 1
    for receiver_id, cursor in tx.execute(behind, (max(rest, default=0),)):
        owed = {sequence for sequence in rest if sequence > cursor}
        if owed:
            owed -= _skipped(tx, receiver_id, owed)
            rest -= owed
    return set(sequences) - rest


def _retried(tx: Transaction, sequences: Collection[int]) -> set[int]:
    marks, values = in_list(sequences)
    sql = (
        "SELECT DISTINCT sequence FROM retries JOIN receivers ON receivers.id = retries.receiver_id "
        f"WHERE retries.state <> 'cancelled' AND deleted_at IS NULL AND sequence IN ({marks})"
    )
    return {row[0] for row in tx.execute(sql, values)}


def _ranges_of_replays(tx: Transaction) -> list[tuple[int, int]]:
    """What running replays have not come to yet."""
    rows = tx.execute("SELECT position + 1, last FROM replays WHERE state = 'running'")
    return [(first, last) for first, last in rows]


def _skipped(tx: Transaction, receiver_id: ReceiverId, sequences: Collection[int]) -> set[int]:
    sql = "SELECT first, last FROM skips WHERE receiver_id = ? AND first <= ? AND last >= ?"
    ranges = tx.execute(sql, (receiver_id, max(sequences), min(sequences)))
    return {sequence for sequence in sequences if any(first <= sequence <= last for first, last in ranges)}


def _note_removed_to(tx: Transaction, sequence: int) -> None:
    if sequence > attempts_removed_to(tx):
        facts.write(tx, _REMOVED_TO, str(sequence).encode())
