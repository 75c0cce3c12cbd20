"""Rows that the commands of one commit insert together, and ids that they allocate in memory.

A statement costs more than a row, and this way a hundred plants in one commit take two INSERTs instead of two hundred.
"""

from collections.abc import Sequence
from typing import Any

from plantstore.storage.engine.protocols import Connection

Key = tuple[str, str]
Known = dict[Key, Any]


class PendingInserts:
    """Collects rows by table, in the order of the calls, and inserts them on `flush`.

    `known` maps the keys of pending rows to their values; `absent` contains keys that no committed row has; `newest`
    maps the name of an id sequence to the last id allocated.
    """

    __slots__ = ("absent", "known", "newest", "rows", "rows_written")

    def __init__(self) -> None:
        self.rows: dict[str, tuple[Sequence[str], list[Sequence[Any]]]] = {}
        self.known: Known = {}
        self.absent: set[Key] = set()
        self.newest: dict[str, int] = {}
        self.rows_written = 0
        """The number of rows that `flush` has written so far."""

    def add(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known) -> None:
        """Collect rows for a table. The columns of a table must be the same in every call."""
        if table in self.rows:
            self.rows[table][1].extend(rows)
        else:
            self.rows[table] = columns, list(rows)
        self.known |= known

    def merge(self, other: "PendingInserts") -> None:
        """Add the pending rows of a command that has succeeded."""
        for table, (columns, rows) in other.rows.items():
            self.add(table, columns, rows, {})
        self.known |= other.known
        self.newest |= other.newest

    def flush(self, connection: Connection) -> None:
        """Insert all pending rows, so that queries find them."""
        before = connection.rows_changed()
        for table, (columns, rows) in self.rows.items():
            connection.insert(table, columns, rows)
        self.rows_written += connection.rows_changed() - before
        self.absent.difference_update(self.known)
        self.rows.clear()
        self.known.clear()
