"""Marks a database as an unfinished copy of another store, so that only `plantstore db copy` may open it.

`migrate.version_of` checks the mark, and is called whenever a database is opened.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from plantstore.storage.engine.protocols import Connection, StorageRefused

_FACT = "copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedCopy:
    """The source of a copy, and the number of rows copied so far.

    `mark` identifies the source; `counts` has the source's row counts by table.
    """

    mark: str
    address: str
    counts: Mapping[str, int]
    rows: int

    @property
    def rows_in_all(self) -> int:
        return sum(self.counts.values())


def find(connection: Connection) -> UnfinishedCopy | None:
    """Return the mark of an unfinished copy; None if the database is not an unfinished copy."""
    found = connection.execute("SELECT value FROM facts WHERE name = ?", (_FACT,))
    return UnfinishedCopy(**json.loads(found[0][0])) if found else None


def refuse_unfinished(connection: Connection) -> None:
    """Raise StorageRefused if the database is an unfinished copy."""
    copy = find(connection)
    if copy is not None:
        raise StorageRefused(
            f"This database is a copy of {copy.address} that is not done ({copy.rows:,} of {copy.rows_in_all:,} rows): "
            "run the same `plantstore db copy` again."
        )


def begin(connection: Connection, copy: UnfinishedCopy) -> None:
    """Mark an empty database as an unfinished copy; raise StorageRefused if another process is already using it."""
    if connection.execute("SELECT 1 FROM facts"):
        raise StorageRefused("Another process is already using this database.")
    connection.insert("facts", ("name", "value"), [(_FACT, _bytes(copy))])


def advance(connection: Connection, before: UnfinishedCopy, now: UnfinishedCopy) -> None:
    """Record progress, in the transaction that copies the rows."""
    sql = "UPDATE facts SET value = ? WHERE name = ? AND value = ?"
    _check_alone(connection.update(sql, (_bytes(now), _FACT, _bytes(before))))


def end(connection: Connection, copy: UnfinishedCopy) -> None:
    """Remove the mark, because the copy is complete."""
    sql = "DELETE FROM facts WHERE name = ? AND value = ?"
    _check_alone(connection.update(sql, (_FACT, _bytes(copy))))


def _check_alone(changed: int) -> None:
    if changed != 1:
        raise StorageRefused("Another process copies into this database at the same time. Run only one copy.")


def _bytes(copy: UnfinishedCopy) -> bytes:
    return json.dumps(asdict(copy), sort_keys=True).encode()
