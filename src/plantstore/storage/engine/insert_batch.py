"""What the commands of one commit share: rows that are inserted together, and ids that are allocated in memory.

A statement costs more than a row: a hundred plants in one commit take two INSERTs instead of two hundred.
"""

from collections.abc import Sequence
from typing import Any

from plantstore.storage.engine.protocols import Connection

Key = tuple[str, str]
Known = dict[Key, Any]


class PendingInserts:
    """Rows to insert, by table, in the order in which they came.

    `known` has what pending rows hold, by their keys; `absent` are keys that no committed row has; `newest` is the
    last id allocated, by the name of its sequence.
    """

    __slots__ = ("absent", "known", "newest", "rows", "rows_written")

    def __init__(self) -> None:
        self.rows: dict[str, tuple[Sequence[str], list[Sequence[Any]]]] = {}
        self.known: Known = {}
        self.absent: set[Key] = set()
        self.newest: dict[str, int] = {}
        self.rows_written = 0
        """How many rows `flush` has written so far."""

    def add(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known) -> None:
        """Add rows. A table must be given the same columns each time."""
        if table in self.rows:
            self.rows[table][1].extend(rows)
        else:
            self.rows[table] = columns, list(rows)
        self.known |= known

    def merge(self, other: "PendingInserts") -> None:
        """Add the rows of a command that has succeeded."""
        for table, (columns, rows) in other.rows.items():
            self.add(table, columns, rows, {})
        self.known |= other.known
        self.newest |= other.newest

    def flush(self, connection: Connection) -> None:
        """Insert the rows. Queries find them from now on."""
        before = connection.rows_changed()
        for table, (columns, rows) in self.rows.items():
            connection.insert(table, columns, rows)
        self.rows_written += connection.rows_changed() - before
        self.rows.clear()
        self.known.clear()
