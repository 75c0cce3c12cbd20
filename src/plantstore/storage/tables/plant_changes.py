"""The order in which plants changed: numbers that are assigned just before a commit, under the lock of the event log.

The addition of a plant needs no row: its number follows from the sequence of its event. Every other change (drafts,
edits, archiving, restoring, deleting) inserts a row for the plant in `plant_changes`, or moves its row to the end. With
several processes, times and versions may become visible out of order; these numbers do not: a reader that has read up
to one misses nothing below it.
"""

from collections.abc import Sequence
from heapq import merge
from itertools import chain, islice
from typing import NamedTuple

from plantstore.storage.engine.chunks import chunks
from plantstore.storage.transaction import PLANT_CHANGES_LOCK, Transaction

CHANGES_OF_EVENT = 1 << 20  # numbers between two events; those of 2^33 events are below 2^53
_LAST = "SELECT coalesce((SELECT max(sequence) FROM events), 0), coalesce((SELECT max(number) FROM plant_changes), 0)"


class LogEnd(NamedTuple):
    """The newest sequence of the log, and the highest number in `plant_changes`."""

    sequence: int
    number: int

    @property
    def head(self) -> int:
        """Return the number of the newest change; 0 if there was none."""
        return max(self.number, number_of_event(self.sequence))


class Change(NamedTuple):
    """One change, by its number."""

    number: int
    plant_id: int


def number_of_event(sequence: int) -> int:
    """Return the number of a plant's addition, from the sequence of its event."""
    return sequence * CHANGES_OF_EVENT


def log_end(tx: Transaction) -> LogEnd:
    """Return the highest numbers, with one statement, because other processes may wait for the caller's lock."""
    return LogEnd._make(tx.execute(_LAST)[0])


def mark_changed(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Record that plants have changed: a pre-commit hook assigns them the next numbers."""
    if plant_ids:
        tx.add_pre_commit_hook(_number, plant_ids, lock_order=PLANT_CHANGES_LOCK)


def assign_numbers(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Assign the next numbers. The caller holds the lock of the log, and has assigned its sequences."""
    ids = list(dict.fromkeys(plant_ids))
    end = log_end(tx)
    first = max(end.number, number_of_event(end.sequence)) + 1
    rows = list(zip(ids, range(first, first + len(ids)), strict=True))
    for chunk in chunks(rows):
        marks = ", ".join(["(?, ?)"] * len(chunk))
        sql = (
            f"INSERT INTO plant_changes (plant_id, number) VALUES {marks} "
            "ON CONFLICT (plant_id) DO UPDATE SET number = excluded.number"
        )
        tx.update(sql, [value for row in chunk for value in row])


def next_changes(tx: Transaction, *, after: int, limit: int) -> list[Change]:
    """Return the next changes in order, `limit` at most. A plant may appear twice: its addition and its last change."""
    changed = tx.execute(
        "SELECT number, plant_id FROM plant_changes WHERE number > ? ORDER BY number LIMIT ?", (after, limit)
    )
    added = tx.execute(
        "SELECT sequence, plant_id FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?",
        (after // CHANGES_OF_EVENT, limit),
    )
    # If numbers are equal, drop the addition: its plant also has a row with a higher number (`events._append`).
    both = merge(
        (Change(number, plant_id) for number, plant_id in changed),
        (Change(number_of_event(sequence), plant_id) for sequence, plant_id in added),
        key=lambda change: change.number,
    )
    return list(islice(both, limit))


def _number(tx: Transaction, changed: Sequence[Sequence[int]]) -> None:
    tx.connection.advisory_lock("log")
    assign_numbers(tx, list(chain.from_iterable(changed)))
