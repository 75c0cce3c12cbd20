"""Which plants of the catalogue are known by these SKUs, GTINs or names: a whole batch with one query each."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from plantstore.storage.database import Transaction

Value = TypeVar("Value", str, int)

KEYS_AT_ONCE = 500  # always so many marks in a statement, so that it is compiled once


def with_sku_keys(tx: Transaction, keys: Sequence[str]) -> dict[str, int]:
    """The number of the plant that has each of these keys (`sku_key`), where there is one."""
    return _found(tx, "sku_key", keys)


def with_gtin_keys(tx: Transaction, keys: Sequence[str]) -> dict[str, int]:
    """The number of the plant that has each of these keys (`gtin_key`), where there is one."""
    return _found(tx, "gtin_key", keys)


def with_names(tx: Transaction, names: Sequence[str]) -> dict[tuple[str, str | None], int]:
    """Plants that are called so, by name and botanical name: the number of one of them."""
    found: dict[tuple[str, str | None], int] = {}
    for values, marks in _chunks(names):
        sql = f"SELECT name, botanical_name, min(id) FROM plants WHERE name IN ({marks}) GROUP BY name, botanical_name"
        found.update({(name, botanical): plant_id for name, botanical, plant_id in tx.execute(sql, values)})
    return found


def archived_with_names(tx: Transaction, names: Sequence[str]) -> dict[tuple[str, str | None], int]:
    """Return archived plants without SKU and GTIN by name and botanical name, where no other plant is called so."""
    found: dict[tuple[str, str | None], int] = {}
    for values, marks in _chunks(names):
        sql = (
            f"SELECT name, botanical_name, min(id) FROM plants WHERE name IN ({marks}) GROUP BY name, botanical_name "
            "HAVING count(*) = 1 AND min(status) = 'archived' AND min(sku_key) IS NULL AND min(gtin_key) IS NULL"
        )
        found.update({(name, botanical): plant_id for name, botanical, plant_id in tx.execute(sql, values)})
    return found


def archived_among(tx: Transaction, plant_ids: Sequence[int]) -> set[int]:
    """Return those of these plants that are archived."""
    found: set[int] = set()
    for values, marks in _chunks(plant_ids):
        sql = f"SELECT id FROM plants WHERE id IN ({marks}) AND status = 'archived'"
        found.update(row[0] for row in tx.execute(sql, values))
    return found


def _found(tx: Transaction, column: str, keys: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for values, marks in _chunks(keys):
        found.update(dict(tx.execute(f"SELECT {column}, id FROM plants WHERE {column} IN ({marks})", values)))
    return found


def _chunks(values: Sequence[Value]) -> Iterator[tuple[list[Value], str]]:
    for start in range(0, len(values), KEYS_AT_ONCE):
        chunk = list(values[start : start + KEYS_AT_ONCE])
        yield chunk + chunk[-1:] * (KEYS_AT_ONCE - len(chunk)), ", ".join("?" * KEYS_AT_ONCE)
