"""Bulk edits: tables `bulk_edits` and `bulk_edit_batches`."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any

import msgspec

from plantstore.domain.plants.bulk_edit import OPEN, BulkEdit, BulkEditState
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_COLUMNS = tuple(field.name for field in fields(BulkEdit))
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM bulk_edits"

PlantVersion = tuple[int, int]
"""The id of a plant, and its version when it was checked."""

_to_json = msgspec.json.Encoder().encode
_read_batch = msgspec.json.Decoder(list[PlantVersion]).decode


def insert(tx: Transaction, bulk_edit: BulkEdit) -> None:
    tx.insert("bulk_edits", _COLUMNS, [tuple(getattr(bulk_edit, name) for name in _COLUMNS)])


def find(tx: Transaction, bulk_edit_id: str) -> BulkEdit | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (bulk_edit_id,))
    return _from_row(rows[0]) if rows else None


def page(tx: Transaction, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[BulkEdit]:
    """Return at most `limit` bulk edits at the given position in the list of all, newest first."""
    where, values = join_conditions(keyset.conditions("id", list_descending=True))
    sql = f"{_SELECT} WHERE {where} ORDER BY {keyset.order('id', list_descending=True)} LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*values, limit))]


def in_states(tx: Transaction, states: Collection[BulkEditState], *, idle_since: Instant | None = None) -> list[str]:
    """Return the ids of all bulk edits in the given states, oldest first, without a limit: there are never many.

    With `idle_since`, only those whose last batch was processed before that time.
    """
    named = ", ".join(f"'{state}'" for state in states)  # literals, so that the partial index is used
    rows = tx.execute(f"SELECT id, worked_at FROM bulk_edits WHERE state IN ({named}) ORDER BY id")
    return [row[0] for row in rows if idle_since is None or row[1] < idle_since]


def count_open(tx: Transaction) -> int:
    return len(in_states(tx, OPEN))


def update(tx: Transaction, bulk_edit_id: str, **values: Any) -> None:
    """Set the given columns of a bulk edit, and note that it was worked on."""
    changes = ", ".join(f"{name} = ?" for name in ("worked_at", *values))
    tx.update(f"UPDATE bulk_edits SET {changes} WHERE id = ?", (tx.now, *values.values(), bulk_edit_id))


def add_batches(tx: Transaction, bulk_edit_id: str, first: int, batches: Sequence[Sequence[PlantVersion]]) -> None:
    """Store batches of plants to be changed, numbered from `first`."""
    rows = [(bulk_edit_id, number, _to_json(plants).decode()) for number, plants in enumerate(batches, first)]
    if rows:
        tx.insert("bulk_edit_batches", ("bulk_edit_id", "number", "plants"), rows)


def take_batch(tx: Transaction, bulk_edit_id: str, number: int) -> list[PlantVersion]:
    """Return the plants of a batch, and delete the batch."""
    key = (bulk_edit_id, number)
    rows = tx.execute("SELECT plants FROM bulk_edit_batches WHERE bulk_edit_id = ? AND number = ?", key)
    tx.update("DELETE FROM bulk_edit_batches WHERE bulk_edit_id = ? AND number = ?", key)
    return _read_batch(rows[0][0]) if rows else []


def remove_batches(tx: Transaction, bulk_edit_id: str, *, limit: int) -> int:
    """Delete at most `limit` batches of a bulk edit that has ended; return how many."""
    first = "SELECT number FROM bulk_edit_batches WHERE bulk_edit_id = ? ORDER BY number LIMIT ?"
    sql = f"DELETE FROM bulk_edit_batches WHERE bulk_edit_id = ? AND number IN ({first})"
    return tx.update(sql, (bulk_edit_id, bulk_edit_id, limit))


def older_than(tx: Transaction, before: Instant, *, states: Collection[BulkEditState], limit: int) -> list[str]:
    """Return the ids of at most `limit` bulk edits in the given states that were requested before `before`."""
    named = ", ".join(f"'{state}'" for state in states)
    sql = f"SELECT id FROM bulk_edits WHERE asked_at < ? AND state IN ({named}) ORDER BY asked_at LIMIT ?"
    return [row[0] for row in tx.execute(sql, (before, limit))]


def remove(tx: Transaction, bulk_edit_id: str) -> None:
    """Delete a bulk edit without batches."""
    tx.update("DELETE FROM bulk_edits WHERE id = ?", (bulk_edit_id,))


def _from_row(row: Row) -> BulkEdit:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["state"] = BulkEditState(named["state"])
    return BulkEdit(**named)
