"""The order in which plants changed: numbers that are given just before a commit, under the lock of the log.

That a plant was added is a change too, and needs no row: its number follows from the sequence of its event. Every other
change (drafts, edits, archiving, restoring, deleting) gives the plant a row in `plant_changes`, or moves the one it has
to the end. Where several processes write, times and versions become visible in another order than they were made in;
these numbers do not: a reader that has come to one misses nothing below it.
"""

from collections.abc import Sequence
from heapq import merge
from itertools import chain, islice
from typing import NamedTuple

from plantstore.storage.engine.chunks import chunks
from plantstore.storage.transaction import PLANT_CHANGES_LOCK, Transaction

CHANGES_OF_EVENT = 1 << 20  # numbers from one event to the next; 2^33 events have numbers below 2^53
_LAST = "SELECT coalesce((SELECT max(sequence) FROM events), 0), coalesce((SELECT max(number) FROM plant_changes), 0)"


class LogEnd(NamedTuple):
    """The ends of the log and of the changes: the newest sequence, and the highest number in `plant_changes`."""

    sequence: int
    number: int

    @property
    def head(self) -> int:
        """The number of the newest change, 0 when there was none."""
        return max(self.number, number_of_event(self.sequence))


class Change(NamedTuple):
    """One change, by its number."""

    number: int
    plant_id: int


def number_of_event(sequence: int) -> int:
    """The number of the change that added a plant, from the sequence of its event."""
    return sequence * CHANGES_OF_EVENT


def log_end(tx: Transaction) -> LogEnd:
    """Where the numbers end. One statement, because others may wait for the one that asks."""
    return LogEnd._make(tx.execute(_LAST)[0])


def mark_changed(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Say that plants have changed: just before the commit they get the next numbers."""
    if plant_ids:
        tx.add_pre_commit_hook(_number, plant_ids, lock_order=PLANT_CHANGES_LOCK)


def assign_numbers(tx: Transaction, plant_ids: Sequence[int]) -> None:
    """Give plants the next numbers. The caller holds the lock of the log, and has numbered its events."""
    ids = list(dict.fromkeys(plant_ids))
    end = log_end(tx)
    first = max(end.number, number_of_event(end.sequence)) + 1
    rows = list(zip(ids, range(first, first + len(ids)), strict=True))
    for some in chunks(rows):
        marks = ", ".join(["(?, ?)"] * len(some))
        sql = (
            f"INSERT INTO plant_changes (plant_id, number) VALUES {marks} "
            "ON CONFLICT (plant_id) DO UPDATE SET number = excluded.number"
        )
        tx.update(sql, [value for row in some for value in row])


def next_changes(tx: Transaction, *, after: int, limit: int) -> list[Change]:
    """The next changes in order, `limit` at most. A plant can come twice: with its addition and its last change."""
    changed = tx.execute(
        "SELECT number, plant_id FROM plant_changes WHERE number > ? ORDER BY number LIMIT ?", (after, limit)
    )
    added = tx.execute(
        "SELECT sequence, plant_id FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?",
        (after // CHANGES_OF_EVENT, limit),
    )
    # Equal numbers: the event's plant has a row as well, further on (`events.append`), so it is the one to lose.
    both = merge(
        (Change(number, plant_id) for number, plant_id in changed),
        (Change(number_of_event(sequence), plant_id) for sequence, plant_id in added),
        key=lambda change: change.number,
    )
    return list(islice(both, limit))


def _number(tx: Transaction, changed: Sequence[Sequence[int]]) -> None:
    tx.connection.advisory_lock("log")
    assign_numbers(tx, list(chain.from_iterable(changed)))
