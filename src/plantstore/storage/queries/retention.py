"""Deletes old rows, a bounded number at a time: attempts, activity, ended replays, and rows of deleted receivers.

Events are never deleted; `events.erase` erases bodies that are no longer needed.
"""

from collections.abc import Collection
from dataclasses import dataclass

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import activity, facts, filter_pages

_REMOVED_UP_TO = "attempts removed to"
_OF_RECEIVERS = (
    ("retries", "sequence"),
    ("skips", "first"),
    ("receiver_filters", "first"),
    ("receiver_formats", "first"),
    ("filter_pages", "page"),
    ("replays", "id"),
    ("tallies", "hour_at"),
)
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
_HIGHEST_SEQUENCE = (
    "SELECT coalesce(max((SELECT attempts.sequence FROM attempts WHERE attempts.receiver_id = receivers.id "
    f"AND {_OF_SPAN} ORDER BY attempts.sequence DESC LIMIT 1)), 0) FROM receivers"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalStep:
    """The progress of one step: the id of the last attempt examined, and the numbers of rows examined and deleted."""

    last: int
    seen: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedPlant:
    """A deleted plant, and the sequence of its event; None if it has no event, or the event is already erased."""

    plant_id: int
    deleted_at: Instant
    sequence: int | None


def attempts_removed_to(tx: Transaction) -> int:
    """Return the highest event sequence number whose attempts were deleted by age; 0 if none were.

    Up to this number, the table of attempts may be incomplete. A sequence number, unlike a time, stays true if the
    clock or the settings change.
    """
    return int(facts.read(tx, _REMOVED_UP_TO) or 0)


def remove_attempts(tx: Transaction, *, after: int, before: int, limit: int) -> RemovalStep:
    """Examine at most `limit` attempts with ids between `after` and `before`, in id order; delete unneeded ones.

    After a restart, two kinds of attempts are needed to know what must not be sent again: successes beyond a receiver's
    cursor, and attempts of a running replay beyond its position.
    """
    rows = tx.execute(_OLD_ATTEMPTS, (after, before, limit))
    old = [(attempt_id, sequence) for attempt_id, sequence, is_needed in rows if not is_needed]
    if old:
        marks, ids = in_list([attempt_id for attempt_id, _ in old])
        tx.update(f"DELETE FROM attempts WHERE id IN ({marks})", ids)
        _note_removed_to(tx, max(sequence for _, sequence in old))
    return RemovalStep(last=rows[-1][0] if rows else after, seen=len(rows), removed=len(old))


def mark_span_removed(tx: Transaction, *, first: int, end: int) -> bool:
    """Return True if no attempt in this range of ids is needed; if so, record that all of them are deleted.

    It takes one index lookup for each receiver, because there may be a hundred million attempts.
    """
    span = (first, end)
    if any(tx.execute(sql, span) for sql in (_NEEDED_BEYOND_CURSOR, _NEEDED_BY_REPLAY)):
        return False
    _note_removed_to(tx, int(tx.execute(_HIGHEST_SEQUENCE, span)[0][0]))
    return True


def remove_activity(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` of the oldest activity rows, up to the first row not older than `before`; return how many.

    Rows are deleted in id order, because gaps would break the hash chain. A row with a future time (after a clock
    error) counts as old; otherwise, it would prevent the deletion of all later rows.
    """
    recent = "SELECT id FROM activity WHERE at BETWEEN ? AND ? ORDER BY id LIMIT 1"
    rows = tx.execute(recent, (before, tx.now))
    first_recent = rows[0][0] if rows else activity.newest_id(tx) + 1
    sql = "DELETE FROM activity WHERE id IN (SELECT id FROM activity WHERE id < ? ORDER BY id LIMIT ?)"
    return tx.update(sql, (first_recent, limit))


def remove_replays(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` replays that ended before `before`; return how many."""
    sql = "DELETE FROM replays WHERE id IN (SELECT id FROM replays WHERE ended_at < ? ORDER BY ended_at LIMIT ?)"
    return tx.update(sql, (before, limit))


def remove_receiver_rows(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` rows of the receiver that was deleted first, its own row last; return how many.

    A receiver is skipped while attempts refer to it.
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
    for table, key in _OF_RECEIVERS:
        chosen = f"SELECT {key} FROM {table} WHERE receiver_id = ? LIMIT ?"
        sql = f"DELETE FROM {table} WHERE receiver_id = ? AND {key} IN ({chosen})"
        removed += tx.update(sql, (receiver_id, receiver_id, limit - removed))
        if removed >= limit:
            return removed
    return removed + tx.update("DELETE FROM receivers WHERE id = ?", (receiver_id,))


def deleted_plants(tx: Transaction, *, after: tuple[Instant, int], before: Instant, limit: int) -> list[DeletedPlant]:
    """Return plants that were deleted before `before`, in order of deletion, beginning after the position `after`."""
    rows = tx.execute(
        "SELECT tombstones.plant_id, deleted_at, events.sequence FROM tombstones LEFT JOIN events "
        "ON events.plant_id = tombstones.plant_id AND length(events.body) > 0 "
        "WHERE deleted_at < ? AND (deleted_at > ? OR (deleted_at = ? AND tombstones.plant_id > ?)) "
        "ORDER BY deleted_at, tombstones.plant_id LIMIT ?",
        (before, after[0], after[0], after[1], limit),
    )
    return [DeletedPlant(plant_id=row[0], deleted_at=row[1], sequence=row[2]) for row in rows]


def still_needed(tx: Transaction, sequences: Collection[int]) -> set[int]:
    """Return which of the events may still be sent to a receiver or by a replay, or be evaluated for a filter.

    A receiver needs events beyond its cursor that are not in its `skips`, and events that are waiting or exhausted in
    `retries`, because exhausted deliveries can be sent again.
    """
    wanted = _retried(tx, sequences)
    for first, last in _ranges_of_replays(tx):
        wanted.update(sequence for sequence in sequences if first <= sequence <= last)
    evaluated_to = filter_pages.all_known_to(tx)
    rest = {sequence for sequence in set(sequences) - wanted if sequence <= evaluated_to}
    # A cursor is never lower than the receiver's start - 1, so the receiver gets every event beyond its cursor.
    behind = "SELECT id, cursor FROM receivers WHERE deleted_at IS NULL AND cursor < ?"
    for receiver_id, cursor in tx.execute(behind, (max(rest, default=0),)):
        unsent = {sequence for sequence in rest if sequence > cursor}
        if unsent:
            rest -= unsent - _skipped(tx, receiver_id, unsent)
    return set(sequences) - rest


def _retried(tx: Transaction, sequences: Collection[int]) -> set[int]:
    marks, values = in_list(sequences)
    sql = (
        "SELECT DISTINCT sequence FROM retries JOIN receivers ON receivers.id = retries.receiver_id "
        f"WHERE retries.state <> 'cancelled' AND deleted_at IS NULL AND sequence IN ({marks})"
    )
    return {row[0] for row in tx.execute(sql, values)}


def _ranges_of_replays(tx: Transaction) -> list[tuple[int, int]]:
    """Return the ranges of the log that running replays have not sent yet."""
    rows = tx.execute("SELECT position + 1, last FROM replays WHERE state = 'running'")
    return [(first, last) for first, last in rows]


def _skipped(tx: Transaction, receiver_id: ReceiverId, sequences: Collection[int]) -> set[int]:
    sql = "SELECT first, last FROM skips WHERE receiver_id = ? AND first <= ? AND last >= ?"
    ranges = tx.execute(sql, (receiver_id, max(sequences), min(sequences)))
    return {sequence for sequence in sequences if any(first <= sequence <= last for first, last in ranges)}


def _note_removed_to(tx: Transaction, sequence: int) -> None:
    if sequence > attempts_removed_to(tx):
        facts.write(tx, _REMOVED_UP_TO, str(sequence).encode())
