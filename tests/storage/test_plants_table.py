"""Every function of storage/tables/plants.py."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from plantstore.domain.errors import Conflict
from plantstore.domain.plants.image import Image
from plantstore.domain.plants.plant import TEST_PLANT_ID, Plant, Status, gtin_key, sku_key
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import plants
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.makers import DETAILS, NOON, a_plant

EVERYTHING: dict[str, Any] = {
    "tag": "shrub",
    "sku": "Hyd-End-5L",
    "gtin": "2000000000077",
    "botanical_name": "Hydrangea macrophylla 'Bailmer'",
    "family": "Hydrangeaceae",
    "common_names": ["Mophead hydrangea"],
    "description": "Flowers on old wood.\nAnd on new.",
    "tags": ["new", "peat-free"],
    "images": [{"url": "https://shop.example/1.jpg", "alt": "Blue heads"}, {"url": "https://shop.example/2.jpg"}],
    "price": "24.99",
    "currency": "GBP",
    "stock_quantity": 24,
    "available_from": "2026-05-25",
    **DETAILS,
}


def test_a_plant_comes_back_as_it_was_stored(tx: Transaction) -> None:
    full, bare = a_plant(1, **EVERYTHING), a_plant(2, status=Status.DRAFT)

    plants.insert(tx, [full, bare])

    assert plants.find(tx, 1) == full
    assert plants.find(tx, 2) == bare
    assert full.fields.images[1] == Image(url="https://shop.example/2.jpg", alt=None)
    assert full.fields.available_from == date(2026, 5, 25)


def test_skus_and_pot_sizes_are_read_of_the_plants_that_exist(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(1, sku="A", pot_size="3 L"), a_plant(2)])

    assert plants.labels(tx, [1, 2, 3]) == {1: ("A", "3 L"), 2: (None, None)}
    assert plants.labels(tx, []) == {}


def test_an_update_writes_every_column(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(1, sku="A")])
    changed = replace(a_plant(1, **EVERYTHING), version=2)

    plants.update(tx, changed)

    assert plants.find(tx, 1) == changed
    assert plants.find_by_sku(tx, "a") is None


def test_skus_and_gtins_are_found_in_any_spelling(tx: Transaction) -> None:
    plant = a_plant(1, sku="Hyd-End-5L", gtin="036000291452")
    plants.insert(tx, [plant])

    assert plants.find_by_sku(tx, sku_key("HYD-END-5l")) == plant
    assert plants.find_by_gtins(tx, [gtin_key("0036000291452")]) == {gtin_key("0036000291452"): plant}
    assert plants.find_by_sku(tx, sku_key("HYD")) is None


@pytest.mark.parametrize(("newest", "count"), [(TEST_PLANT_ID - 2, 2), (TEST_PLANT_ID - 3, 3), (TEST_PLANT_ID - 1, 1)])
def test_no_plant_gets_the_id_of_test_requests(tx: Transaction, newest: int, count: int) -> None:
    plants.insert(tx, [a_plant(newest)])
    tx.connection.reset_sequence("plant", newest)

    with pytest.raises(Conflict, match="every number up to it was used"):
        plants.new_ids(tx, count)


def test_the_last_id_is_the_one_before_that_of_test_requests(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(TEST_PLANT_ID - 2)])
    tx.connection.reset_sequence("plant", TEST_PLANT_ID - 2)

    assert plants.new_ids(tx, 1) == [TEST_PLANT_ID - 1]


def test_an_id_is_never_reused(tx: Transaction) -> None:
    assert plants.new_ids(tx, 2) == [1, 2]
    plants.insert(tx, [a_plant(1), a_plant(2)])

    plants.delete(tx, a_plant(2), deleted_by="tok_1")

    assert plants.new_ids(tx, 1) == [3]
    assert plants.find(tx, 2) is None
    assert plants.count(tx) == 1
    tombstone = plants.find_tombstone(tx, 2)
    assert tombstone == plants.Tombstone(plant_id=2, name="Plant 2", deleted_at=NOON)
    assert plants.find_tombstone(tx, 1) is None


def test_pages_are_in_id_order_and_filtered(tx: Transaction) -> None:
    later = after(NOON, seconds=60)
    stored = [
        a_plant(1, tag="fern", sku="F-1"),
        a_plant(2, status=Status.DRAFT, tag="fern"),
        a_plant(3, tag="herb", now=later),
    ]
    plants.insert(tx, stored)

    def found(chosen: PlantFilter, *, beyond: int = 0, limit: int = 10) -> list[int]:
        return [plant.id for plant in plants.page(tx, chosen, after=beyond, limit=limit)]

    assert found(PlantFilter()) == [1, 2, 3]
    assert found(PlantFilter(), limit=2) == [1, 2]
    assert found(PlantFilter(), beyond=2) == [3]
    assert found(PlantFilter(status=Status.DRAFT)) == [2]
    assert found(PlantFilter(tag="fern", status=Status.ACTIVE)) == [1]
    assert found(PlantFilter(sku="f-1")) == [1]
    assert found(PlantFilter(updated_after=NOON)) == [3]


def test_more_rows_than_one_statement_takes_are_inserted_in_order(tx: Transaction) -> None:
    many: list[Plant] = [a_plant(number) for number in range(1, 200)]

    plants.insert(tx, many)

    assert plants.page(tx, PlantFilter(), after=0, limit=1_000) == many


def test_any_number_of_skus_takes_few_queries(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    count = plants.KEYS_MAX + 1
    stored = [a_plant(number, sku=f"S-{number}") for number in plants.new_ids(tx, count)]
    plants.insert(tx, stored)
    asked: list[str] = []
    look = Transaction.select_committed

    def noted(tx: Transaction, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        asked.append(sql)
        return look(tx, sql, values)

    monkeypatch.setattr(Transaction, "select_committed", noted)

    found = plants.find_by_skus(tx, [f"s-{number}" for number in range(1, count + 2)])

    assert found == {f"s-{plant.id}": plant for plant in stored}
    assert len(asked) == 2
