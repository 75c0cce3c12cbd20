"""A copy of a store that is not done: a fact in its database says so, and keeps everybody out but who copies.

`migrations.version_of` asks, which whoever opens a database goes through.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from plantstore.storage.engine.protocols import Connection, StorageRefused

_FACT = "copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedCopy:
    """Of which store it is a copy, and how far it has come. `mark` is the store's own, `counts` are its rows."""

    mark: str
    address: str
    counts: Mapping[str, int]
    rows: int

    @property
    def rows_in_all(self) -> int:
        return sum(self.counts.values())


def find(connection: Connection) -> UnfinishedCopy | None:
    """What the database is a copy of; None when it is none, or a whole one."""
    found = connection.execute("SELECT value FROM facts WHERE name = ?", (_FACT,))
    return UnfinishedCopy(**json.loads(found[0][0])) if found else None


def refuse_unfinished(connection: Connection) -> None:
    """Let nobody work on half a store."""
    copy = find(connection)
    if copy is not None:
        raise StorageRefused(
            f"This database is a copy of {copy.address} that is not done ({copy.rows:,} of {copy.rows_in_all:,} rows): "
            "run the same `plantstore db copy` again."
        )


def begin(connection: Connection, copy: UnfinishedCopy) -> None:
    """Keep everybody out of an empty database. Whoever else came first has left a fact."""
    if connection.execute("SELECT 1 FROM facts"):
        raise StorageRefused("Another process works on this database already.")
    connection.insert("facts", ("name", "value"), [(_FACT, _bytes(copy))])


def advance(connection: Connection, before: UnfinishedCopy, now: UnfinishedCopy) -> None:
    """Note how far it has come, in the transaction that brings it there."""
    sql = "UPDATE facts SET value = ? WHERE name = ? AND value = ?"
    _check_alone(connection.update(sql, (_bytes(now), _FACT, _bytes(before))))


def end(connection: Connection, copy: UnfinishedCopy) -> None:
    """Let the store in."""
    sql = "DELETE FROM facts WHERE name = ? AND value = ?"
    _check_alone(connection.update(sql, (_FACT, _bytes(copy))))


def _check_alone(changed: int) -> None:
    if changed != 1:
        raise StorageRefused("Another process copies into this database at the same time. Let one of them do it.")


def _bytes(copy: UnfinishedCopy) -> bytes:
    return json.dumps(asdict(copy), sort_keys=True).encode()
