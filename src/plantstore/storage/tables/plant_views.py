"""Saved views of the list of plants: table `plant_views`."""

import msgspec

from plantstore.domain.plants.plant_view import PlantView, name_key
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row

_COLUMNS = ("id", "name", "query", "version", "created_by", "created_at", "updated_at")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM plant_views"
_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(dict[str, str]).decode


def all_views(tx: Transaction) -> list[PlantView]:
    """Return all views, sorted by name: at most VIEWS_MAX."""
    return sorted(map(_from_row, tx.execute(_SELECT)), key=lambda view: name_key(view.name))


def find(tx: Transaction, view_id: str) -> PlantView | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (view_id,))
    return _from_row(rows[0]) if rows else None


def insert(tx: Transaction, view: PlantView) -> None:
    """Store a new view, whose name no other view has."""
    values = (view.id, view.name, _to_json(view.query).decode(), view.version)
    about = (view.created_by, view.created_at, view.updated_at, name_key(view.name))
    tx.insert("plant_views", (*_COLUMNS, "name_key"), [(*values, *about)])


def update(tx: Transaction, view: PlantView) -> None:
    """Store a view's name, query, version and time of change."""
    sql = "UPDATE plant_views SET name = ?, name_key = ?, query = ?, version = ?, updated_at = ? WHERE id = ?"
    values = (view.name, name_key(view.name), _to_json(view.query).decode(), view.version, view.updated_at, view.id)
    tx.update(sql, values)


def remove(tx: Transaction, view_id: str) -> None:
    tx.update("DELETE FROM plant_views WHERE id = ?", (view_id,))


def _from_row(row: Row) -> PlantView:
    named = dict(zip(_COLUMNS, row, strict=True))
    return PlantView(**(named | {"query": _from_json(named["query"])}))
