"""The order in which plants changed: change numbers, assigned just before a commit, under the lock of the event log.

The addition of a plant needs no row: its number follows from the sequence of its event. Every other change (drafts,
edits, archiving, restoring, deleting) inserts a row for the plant in `plant_changes`, or moves its row to the end. With
several processes, times and versions may become visible out of order, but change numbers do not: a reader that has read
up to a number has not missed any lower number.
"""

from collections.abc import Sequence
from heapq import merge
from itertools import chain, islice
from typing import NamedTuple

from plantstore.storage.engine.chunks import chunks
from plantstore.storage.transaction import PLANT_CHANGES_LOCK, Transaction

CHANGES_OF_EVENT = 1 << 20  # change numbers per event; the numbers of 2^33 events stay below 2^53
_LAST = "SELECT coalesce((SELECT max(sequence) FROM events), 0), coalesce((SELECT max(number) FROM plant_changes), 0)"


class LogEnd(NamedTuple):
    """The highest event sequence in the log, and the highest number in `plant_changes`."""

    sequence: int
    number: int

    @property
    def head(self) -> int:
        """Return the number of the newest change; 0 if no plant has ever changed."""
        return max(self.number, number_of_event(self.sequence))


class Change(NamedTuple):
    """The number of a change, and the id of the plant that changed."""

    number: int
    plant_id: int


def number_of_event(sequence: int) -> int:
    """Return the change number of a plant's addition, from the sequence of its event."""
    return sequence * CHANGES_OF_EVENT


def log_end(tx: Transaction) -> LogEnd:
    """Return the highest sequence and number in one statement, because others may wait for the caller's lock."""
    return LogEnd._make(tx.execute(_LAST)[0])


def mark_changed(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Record that plants have changed: a pre-commit hook assigns the next change numbers to the plants."""
    if plant_ids:
        tx.add_pre_commit_hook(_number, plant_ids, lock_order=PLANT_CHANGES_LOCK)


def assign_numbers(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Assign the next change numbers to plants. The caller holds the log's lock, and has numbered the new events."""
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
    """Return at most `limit` changes after a number, in order. A plant may appear twice: added, and last changed."""
    changed = tx.execute(
        "SELECT number, plant_id FROM plant_changes WHERE number > ? ORDER BY number LIMIT ?", (after, limit)
    )
    added = tx.execute(
        "SELECT sequence, plant_id FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?",
        (after // CHANGES_OF_EVENT, limit),
    )
    # A page may end between a change and an addition with the same number. The next page then skips the addition, which
    # is harmless because the added plant also has a row with a higher number (see `events._append`).
    both = merge(
        (Change(number, plant_id) for number, plant_id in changed),
        (Change(number_of_event(sequence), plant_id) for sequence, plant_id in added),
        key=lambda change: change.number,
    )
    return list(islice(both, limit))


def _number(tx: Transaction, changed: Sequence[Sequence[int]]) -> None:
    tx.connection.advisory_lock("log")
    assign_numbers(tx, list(chain.from_iterable(changed)))
