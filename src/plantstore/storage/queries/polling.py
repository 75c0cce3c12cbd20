"""What each process that shares a store reads once a second, in one query each."""

from typing import NamedTuple

from plantstore.storage.database import Transaction
from plantstore.storage.tables import processes
from plantstore.storage.tables.processes import Process


class LogState(NamedTuple):
    """The sequence of the newest event, and totals that change with every change of a receiver (`touch_totals`)."""

    head: int
    touches: tuple[int, int]


def log_state(tx: Transaction) -> LogState:
    sql = "SELECT (SELECT coalesce(max(sequence), 0) FROM events), count(*), coalesce(sum(touches), 0) FROM receivers"
    head, count, touches = tx.execute(sql)[0]
    return LogState(head, (count, int(touches)))


def members(tx: Transaction) -> tuple[list[Process], int]:
    """Return all registered processes, and the sum of the shards' epochs, which changes with every owner of a shard.

    Without any process, the sum is 0.
    """
    columns = ", ".join(Process._fields)
    rows = tx.execute(f"SELECT {columns}, (SELECT sum(epoch) FROM shards) FROM processes ORDER BY id")
    return [processes.from_row(row[:-1]) for row in rows], int(rows[0][-1]) if rows else 0
