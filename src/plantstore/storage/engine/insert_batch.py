"""What the commands of one commit share: rows that are inserted together, and numbers counted on in memory.

A statement costs more than a row: a hundred plants in one commit are two INSERTs, not two hundred.
"""

from collections.abc import Sequence
from typing import Any

from plantstore.storage.engine.protocols import Connection

Key = tuple[str, str]
Known = dict[Key, Any]


class PendingInserts:
    """Rows that stand in no table yet, in the order in which they came.

    `known` finds what they hold by its keys, for as long as they wait; `absent` are keys of which nothing stood in the
    tables; `newest` has the last number used, by what it numbers.
    """

    __slots__ = ("absent", "changes", "known", "newest", "rows")

    def __init__(self) -> None:
        self.rows: dict[str, tuple[Sequence[str], list[Sequence[Any]]]] = {}
        self.known: Known = {}
        self.absent: set[Key] = set()
        self.newest: dict[str, int] = {}
        self.changes = 0
        """How many rows `flush` has written so far."""

    def add(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known) -> None:
        """Take rows; a table is given the same columns each time."""
        if table in self.rows:
            self.rows[table][1].extend(rows)
        else:
            self.rows[table] = columns, list(rows)
        self.known |= known

    def take(self, other: "PendingInserts") -> None:
        """Take over what a command has left, now that it has succeeded."""
        for table, (columns, rows) in other.rows.items():
            self.add(table, columns, rows, {})
        self.known |= other.known
        self.newest |= other.newest

    def flush(self, connection: Connection) -> None:
        """Insert what waits: from now on it is found where it stands."""
        before = connection.changes()
        for table, (columns, rows) in self.rows.items():
            connection.insert(table, columns, rows)
        self.changes += connection.changes() - before
        self.rows.clear()
        self.known.clear()
