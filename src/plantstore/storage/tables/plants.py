"""The catalogue: tables `plants` and `tombstones`. Lists are stored as JSON text, which no SQL query interprets."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from plantstore.domain.errors import Conflict
from plantstore.domain.plants.image import Image
from plantstore.domain.plants.plant import TEST_PLANT_ID, Plant, PlantFields, Status, gtin_key, sku_key
from plantstore.domain.plants.sort_keys import name_key, pot_order, price_order
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list, padded_chunks
from plantstore.storage.engine.insert_batch import Key
from plantstore.storage.engine.keyset import Condition, join_conditions
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import details, duplicates, plant_changes, search_index
from plantstore.storage.tables.plant_filters import PlantFilter, conditions

Value = TypeVar("Value", str, int)
PAGE_PLANTS = 1_000  # max plants read at a time when all plants are scanned
_COLUMNS = (
    "id",
    "status",
    "name",
    "tag",
    "sku",
    "gtin",
    "botanical_name",
    "taxon",
    "family",
    "common_names",
    "description",
    "tags",
    "images",
    "price",
    "currency",
    "stock_quantity",
    "available_from",
    "pot_size",
    "details",
    "created_at",
    "updated_at",
    "added_at",
    "version",
    "merged_into",
)
_ABOUT = ("id", "created_at", "updated_at", "added_at", "version", "merged_into")
_KEYS = ("sku_key", "gtin_key")
_ORDERS = ("pot_order", "name_key", "price_order")
_WEAK = ("weak_key", "weak_class")
_NAMED = ("id", "name", "botanical_name", "pot_size", "status", "sku_key", "gtin_key", "merged_into")
KEYS_MAX = 512  # max keys in one query, enough for a batch: a query per key would take twice as long as its INSERT
_KEYS_AT = [(name, len(_COLUMNS) + at) for at, name in enumerate(_KEYS)]
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM plants"
_NEWEST = "SELECT coalesce((SELECT max(id) FROM plants), 0), coalesce((SELECT max(plant_id) FROM tombstones), 0)"
_DERIVED = (*_KEYS, *_ORDERS, *_WEAK)
_UPDATE = f"UPDATE plants SET {', '.join(f'{name} = ?' for name in (*_COLUMNS[1:], *_DERIVED))} WHERE id = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """The record that remains of a deleted plant."""

    plant_id: int
    name: str
    deleted_at: Instant


class PlantLabel(NamedTuple):
    """What tells plants of one name apart."""

    sku: str | None
    pot_size: str | None


Named = dict[tuple[str, str | None], dict[str | None, int]]
"""Ids of plants by name and botanical name, and then by pot size."""


def new_ids(tx: Transaction, count: int) -> list[int]:
    """Return `count` ascending ids that no plant, not even a deleted one, ever had; Conflict if all ids are used.

    TEST_PLANT_ID, the largest integer that receivers can parse exactly, is reserved for test requests.
    """
    found = tx.allocate_ids("plant", count, lambda: newest_id(tx))
    if found and found[-1] >= TEST_PLANT_ID:
        raise Conflict(f"Plants are numbered up to {TEST_PLANT_ID - 1}, and every number up to it was used.")
    return found


def newest_id(tx: Transaction) -> int:
    """Return the highest id of any plant, deleted ones included; 0 if there was never a plant."""
    return int(max(tx.execute(_NEWEST)[0]))


def insert(tx: Transaction, plants: Sequence[Plant], weak_keys: duplicates.WeakKeys | None = None) -> None:
    """Insert plants, with ids from a call of `new_ids` in the same transaction, and with unused SKUs and GTINs.

    `weak_keys` has what `duplicates.derived` returns for the plants, if the caller has called it.
    """
    if weak_keys is None:
        weak_keys = {plant.id: duplicates.derived(plant) for plant in plants}
    rows = [(*_to_row(plant), *weak_keys[plant.id]) for plant in plants]
    known = {(name, row[at]): plant for row, plant in zip(rows, plants, strict=True) for name, at in _KEYS_AT}
    known |= {duplicates.prefetch_key(weak_keys[plant.id][0]): plant for plant in plants}
    tx.insert_batched("plants", (*_COLUMNS, *_DERIVED), rows, known)
    search_index.put(tx, plants, new=True)
    duplicates.note_changed(tx, [weak_keys[plant.id][0] for plant in plants], new=True)
    # Active plants need no row in `plant_changes`: their change numbers follow from their events.
    drafts = [plant.id for plant in plants if plant.status is not Status.ACTIVE]
    plant_changes.mark_changed(tx, drafts)


def update(tx: Transaction, plant: Plant) -> None:
    """Store a plant's changed values, update the search index, and mark the plant as changed."""
    key, its_class = duplicates.changed_key(tx, plant)
    tx.update(_UPDATE, (*_to_row(plant)[1:], key, its_class, plant.id))
    search_index.put(tx, [plant], new=False)
    plant_changes.mark_changed(tx, [plant.id])


def find(tx: Transaction, plant_id: int) -> Plant | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (plant_id,))
    return _from_row(rows[0]) if rows else None


def find_many(tx: Transaction, plant_ids: Sequence[int]) -> dict[int, Plant]:
    """Return the plants that exist among the given ids, by id."""
    found = {}
    for chunk in padded_chunks(plant_ids):
        rows = tx.execute(f"{_SELECT} WHERE id IN ({', '.join('?' * len(chunk))})", chunk)
        found.update({row[0]: _from_row(row) for row in rows})
    return found


def labels(tx: Transaction, plant_ids: Sequence[int]) -> dict[int, PlantLabel]:
    """Return the SKU and the pot size of the plants that exist among the given ids, by id."""
    found = {}
    for chunk in padded_chunks(plant_ids):
        marks = ", ".join("?" * len(chunk))
        rows = tx.execute(f"SELECT id, sku, pot_size FROM plants WHERE id IN ({marks})", chunk)
        found.update({row[0]: PlantLabel(*row[1:]) for row in rows})
    return found


def find_by_sku(tx: Transaction, key: str) -> Plant | None:
    """Return the plant with this normalized SKU (from `sku_key`); None if there is none."""
    return find_by_skus(tx, [key]).get(key)


def find_by_skus(tx: Transaction, keys: Sequence[str]) -> dict[str, Plant]:
    """Return the plants with the given normalized SKUs (from `sku_key`), by SKU."""
    return _find_by(tx, "sku_key", keys)


def find_by_gtins(tx: Transaction, keys: Sequence[str]) -> dict[str, Plant]:
    """Return the plants with the given normalized GTINs (from `gtin_key`), by GTIN."""
    return _find_by(tx, "gtin_key", keys)


def find_absent(tx: Transaction, keys: Sequence[Key]) -> set[Key]:
    """Return which of the given SKU and GTIN keys no plant has."""
    found: set[Key] = set()
    for column in ("sku_key", "gtin_key"):
        asked = sorted({key for name, key in keys if name == column})
        for chunk in padded_chunks(asked):
            marks = ", ".join("?" * len(chunk))
            rows = tx.execute(f"SELECT {column} FROM plants WHERE {column} IN ({marks})", chunk)
            found.update((column, key) for (key,) in rows)
    return set(keys) - found


def _find_by(tx: Transaction, column: str, keys: Sequence[str]) -> dict[str, Plant]:
    found: dict[str, Plant] = {key: plant for key in keys if (plant := tx.find_pending((column, key))) is not None}
    asked = [key for key in dict.fromkeys(keys) if key not in found and not tx.known_absent((column, key))]
    for marks, values in _in_lists(asked):
        sql = f"SELECT {', '.join(_COLUMNS)}, {column} FROM plants WHERE {column} IN ({marks})"
        found |= {row[-1]: _from_row(row[:-1]) for row in tx.select_committed(sql, values)}
    return found


def page(tx: Transaction, filters: PlantFilter, *, after: int, limit: int) -> list[Plant]:
    """Return matching plants in id order. This may scan any number of rows: use `queries/plant_search.py` for lists."""
    return select(tx, [("id > ?", (after,)), *conditions(filters)], order="id", limit=limit)


def select(tx: Transaction, asked: Sequence[Condition], *, order: str, limit: int) -> list[Plant]:
    """Return at most `limit` plants that meet all conditions."""
    where, values = join_conditions(asked)
    return [_from_row(row) for row in tx.execute(f"{_SELECT} WHERE {where} ORDER BY {order} LIMIT ?", (*values, limit))]


def rebuild_search_index(tx: Transaction) -> None:
    """Add all plants to the search index, in a store that was created before the index existed."""
    last = 0
    while chunk := page(tx, PlantFilter(), after=last, limit=PAGE_PLANTS):
        search_index.put(tx, chunk, new=True)
        tx.run_pre_commit_hooks()
        last = chunk[-1].id


def delete(tx: Transaction, plant: Plant, *, deleted_by: str) -> None:
    """Delete a plant and insert its tombstone."""
    duplicates.changed_key(tx, plant)
    tx.update("DELETE FROM plants WHERE id = ?", (plant.id,))
    search_index.remove(tx, plant.id)
    plant_changes.mark_changed(tx, [plant.id])
    columns = ("plant_id", "name", "added_at", "deleted_at", "deleted_by")
    tx.insert("tombstones", columns, [(plant.id, plant.fields.name, plant.added_at, tx.now, deleted_by)])


def find_tombstone(tx: Transaction, plant_id: int) -> Tombstone | None:
    return find_tombstones(tx, [plant_id]).get(plant_id)


def find_tombstones(tx: Transaction, plant_ids: Sequence[int]) -> dict[int, Tombstone]:
    """Return the tombstones of the deleted plants among the given ids, by id."""
    found = {}
    for chunk in padded_chunks(plant_ids):
        marks = ", ".join("?" * len(chunk))
        rows = tx.execute(f"SELECT plant_id, name, deleted_at FROM tombstones WHERE plant_id IN ({marks})", chunk)
        found.update({row[0]: Tombstone(plant_id=row[0], name=row[1], deleted_at=row[2]) for row in rows})
    return found


def count(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM plants")[0][0])


def ids_by_sku(tx: Transaction, keys: Sequence[str]) -> dict[str, int]:
    """Return the ids of the plants with the given normalized SKUs (from `sku_key`), by SKU."""
    return _ids_by(tx, "sku_key", keys)


def ids_by_gtin(tx: Transaction, keys: Sequence[str]) -> dict[str, int]:
    """Return the ids of the plants with the given normalized GTINs (from `gtin_key`), by GTIN."""
    return _ids_by(tx, "gtin_key", keys)


def ids_by_name(tx: Transaction, names: Sequence[str]) -> tuple[Named, Named]:
    """Return the lowest id for each name, botanical name and pot size, among plants with the given names.

    The first result is of all plants, the second of those without SKU and GTIN.
    """
    sql = (
        "SELECT name, botanical_name, pot_size, min(id), "
        "min(CASE WHEN sku_key IS NULL AND gtin_key IS NULL THEN id END) "
        "FROM ({}) AS named GROUP BY name, botanical_name, pot_size"
    )
    every: Named = {}
    without_code: Named = {}
    for named, values in _named(names):
        for name, botanical, pot_size, plant_id, codeless_id in tx.execute(sql.format(named), values):
            every.setdefault((name, botanical), {})[pot_size] = plant_id
            if codeless_id is not None:
                without_code.setdefault((name, botanical), {})[pot_size] = codeless_id
    return every, without_code


def archived_ids_by_name(tx: Transaction, names: Sequence[str]) -> dict[tuple[str, str | None], int]:
    """Return the ids of archived plants without SKU or GTIN, by name and botanical name, for the given names.

    A pair of names that several plants have is left out, and so are merged plants.
    """
    sql = (
        "SELECT name, botanical_name, min(id) FROM ({}) AS named GROUP BY name, botanical_name "
        "HAVING count(*) = 1 AND min(status) = 'archived' AND min(sku_key) IS NULL AND min(gtin_key) IS NULL "
        "AND min(merged_into) IS NULL"
    )
    rows = chain.from_iterable(tx.execute(sql.format(named), values) for named, values in _named(names))
    return {(name, botanical): plant_id for name, botanical, plant_id in rows}


def _named(names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield queries for the plants with these names, found by their keys or, without a key, by their names."""
    select = f"SELECT {', '.join(_NAMED)} FROM plants WHERE"
    for start in range(0, len(names), KEYS_MAX // 2):
        some = names[start : start + KEYS_MAX // 2]
        marks, values = in_list(some)
        key_marks, keys = in_list(sorted({name_key(name) for name in some}))
        yield (
            f"{select} name_key IN ({key_marks}) AND name IN ({marks}) "
            f"UNION ALL {select} name_key IS NULL AND name IN ({marks})",
            [*keys, *values, *values],
        )


def archived_among(tx: Transaction, plant_ids: Sequence[int]) -> dict[int, int | None]:
    """Return the archived plants among the given ids: for each id that of the plant it was merged into, or None."""
    sql = "SELECT id, merged_into FROM plants WHERE id IN ({}) AND status = 'archived'"
    return {row[0]: row[1] for marks, values in _in_lists(plant_ids) for row in tx.execute(sql.format(marks), values)}


def existing(tx: Transaction, plant_ids: Sequence[int]) -> set[int]:
    """Return which of the given ids plants have."""
    sql = "SELECT id FROM plants WHERE id IN ({})"
    return {row[0] for marks, values in _in_lists(plant_ids) for row in tx.execute(sql.format(marks), values)}


def _ids_by(tx: Transaction, column: str, keys: Sequence[str]) -> dict[str, int]:
    sql = f"SELECT {column}, id FROM plants WHERE {column} IN ({{}})"
    return {row[0]: row[1] for marks, values in _in_lists(keys) for row in tx.execute(sql.format(marks), values)}


def _in_lists(values: Sequence[Value]) -> Iterator[tuple[str, list[Value]]]:
    """Yield the placeholders and values of IN lists, with at most KEYS_MAX values each."""
    for start in range(0, len(values), KEYS_MAX):
        yield in_list(values[start : start + KEYS_MAX])


def _to_row(plant: Plant) -> Row:
    fields = plant.fields
    return (
        plant.id,
        plant.status,
        fields.name,
        fields.tag,
        fields.sku,
        fields.gtin,
        fields.botanical_name,
        details.write_taxon(plant),
        fields.family,
        _list_text(fields.common_names),
        fields.description,
        _list_text(fields.tags),
        _list_text([[image.url, image.alt] for image in fields.images]),
        fields.price,
        fields.currency,
        fields.stock_quantity,
        fields.available_from.isoformat() if fields.available_from else None,
        fields.pot_size,
        details.write(fields),
        plant.created_at,
        plant.updated_at,
        plant.added_at,
        plant.version,
        plant.merged_into,
        sku_key(fields.sku) if fields.sku else None,
        gtin_key(fields.gtin) if fields.gtin else None,
        pot_order(fields.pot_size),
        name_key(fields.name),
        None if fields.price is None else price_order(fields.price),
    )


def _from_row(row: Row) -> Plant:
    named = dict(zip(_COLUMNS, row, strict=True))
    about = {name: named.pop(name) for name in _ABOUT}
    status = Status(named.pop("status"))
    named["common_names"] = tuple(json.loads(named["common_names"]))
    named["tags"] = tuple(json.loads(named["tags"]))
    named["images"] = tuple(Image(url=url, alt=alt) for url, alt in json.loads(named["images"]))
    if named["available_from"] is not None:
        named["available_from"] = date.fromisoformat(named["available_from"])
    named |= details.read(named.pop("details"))
    taxon = details.read_taxon(named.pop("taxon"), named["botanical_name"])
    return Plant(**about, status=status, fields=PlantFields(**named), taxon=taxon)


def _list_text(items: Sequence[Any]) -> str:
    return json.dumps(items, ensure_ascii=False, separators=(",", ":")) if items else "[]"
