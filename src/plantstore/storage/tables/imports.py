"""Imports of plant lists: tables `imports` and `import_ranges`."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any

from plantstore.domain.plants.plant_import import OPEN, ImportState, PlantImport
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_COLUMNS = tuple(field.name for field in fields(PlantImport))
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM imports"

_ADDED = "FROM import_ranges JOIN plants ON plants.id BETWEEN first AND last WHERE import_id = ?"


def insert(tx: Transaction, plant_import: PlantImport) -> None:
    tx.insert("imports", _COLUMNS, [tuple(getattr(plant_import, name) for name in _COLUMNS)])


def find(tx: Transaction, import_id: str) -> PlantImport | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (import_id,))
    return _from_row(rows[0]) if rows else None


def page(tx: Transaction, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[PlantImport]:
    """Return at most `limit` imports at the given position in the list of all imports, newest first."""
    where, values = join_conditions(keyset.conditions("id", list_descending=True))
    sql = f"{_SELECT} WHERE {where} ORDER BY {keyset.order('id', list_descending=True)} LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*values, limit))]


def in_states(tx: Transaction, states: Collection[ImportState]) -> list[str]:
    """Return the ids of all imports in the given states, oldest first, without a limit: there are never many."""
    named = ", ".join(f"'{state}'" for state in states)  # literals, so that the partial index is used
    rows = tx.execute(f"SELECT id FROM imports WHERE state IN ({named}) ORDER BY id")
    return [row[0] for row in rows]


def previous_with_same_content(tx: Transaction, plant_import: PlantImport) -> str | None:
    """Return the id of the latest earlier import that added plants from the same file content; None if none did."""
    sql = "SELECT id FROM imports WHERE content_hash = ? AND id < ? AND added > 0 ORDER BY id DESC LIMIT 1"
    rows = tx.execute(sql, (plant_import.content_hash, plant_import.id))
    return rows[0][0] if rows else None


def update(tx: Transaction, import_id: str, **values: Any) -> None:
    """Set the given columns of an import."""
    changes = ", ".join(f"{name} = ?" for name in values)
    tx.update(f"UPDATE imports SET {changes} WHERE id = ?", (*values.values(), import_id))


def add_plants(tx: Transaction, import_id: str, plant_ids: Sequence[int]) -> None:
    """Record that an import added plants, given in id order.

    Consecutive ids are stored as one range, which extends an existing range if possible. Ids may have gaps, because
    other processes may have used the ids in between.
    """
    first = plant_ids[0]
    for number, following in zip(plant_ids, [*plant_ids[1:], None], strict=True):
        if following != number + 1:
            _note_range(tx, import_id, first, number)
            first = following or 0


def _note_range(tx: Transaction, import_id: str, first: int, last: int) -> None:
    longer = "UPDATE import_ranges SET last = ? WHERE import_id = ? AND last = ?"
    if not tx.update(longer, (last, import_id, first - 1)):
        tx.insert("import_ranges", ("import_id", "first", "last"), [(import_id, first, last)])


def ranges_after(tx: Transaction, import_id: str, after: int, *, limit: int) -> list[tuple[int, int]]:
    """Return at most `limit` ranges of an import's plant ids that extend beyond the id `after`, in order."""
    sql = "SELECT first, last FROM import_ranges WHERE import_id = ? AND last > ? ORDER BY first LIMIT ?"
    return [(row[0], row[1]) for row in tx.execute(sql, (import_id, after, limit))]


def count_added(tx: Transaction, import_id: str) -> tuple[int, int]:
    """Return how many of the plants that an import added are in the catalogue, and how many of them never changed."""
    sql = f"SELECT count(*), coalesce(sum(CASE WHEN version = 1 THEN 1 ELSE 0 END), 0) {_ADDED}"
    [row] = tx.execute(sql, (import_id,))
    return int(row[0]), int(row[1])


def changed_since_added(tx: Transaction, import_id: str, *, limit: int) -> list[int]:
    """Return at most `limit` ids of plants that an import added and that have changed since, in order."""
    sql = f"SELECT plants.id {_ADDED} AND version > 1 ORDER BY plants.id LIMIT ?"
    return [row[0] for row in tx.execute(sql, (import_id, limit))]


def remove_old(tx: Transaction, *, before: Instant, limit: int) -> list[str]:
    """Delete at most `limit` imports that were requested before `before`; return their ids.

    Imports that are running or being undone are kept.
    """
    sql = "SELECT id FROM imports WHERE asked_at < ? AND state NOT IN ('running', 'undoing') ORDER BY asked_at LIMIT ?"
    found = [row[0] for row in tx.execute(sql, (before, limit))]
    for import_id in found:
        tx.update("DELETE FROM import_ranges WHERE import_id = ?", (import_id,))
        tx.update("DELETE FROM imports WHERE id = ?", (import_id,))
    return found


def with_bad_rows(tx: Transaction) -> set[str]:
    """Return the ids of the imports with bad rows, which users can download."""
    return {row[0] for row in tx.execute("SELECT id FROM imports WHERE bad > 0")}


def count_open(tx: Transaction) -> int:
    """Return the number of imports that still need their uploaded file."""
    return len(in_states(tx, OPEN))


def _from_row(row: Row) -> PlantImport:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["state"] = ImportState(named["state"])
    return PlantImport(**named)
