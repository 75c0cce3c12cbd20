"""Every function of storage/tables/imports.py and the ids by key in storage/tables/plants.py."""

from collections.abc import Callable
from typing import Any

import pytest

from plantstore.domain.plants.plant_import import MOVING, ImportState, PlantImport
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import imports, plants
from tests.makers import NOON, a_plant
from tests.storage.plans import plans_of

LATER = after(NOON, seconds=60)


def an_import(id: str = "imp_1", **changes: Any) -> PlantImport:
    plain = {"state": ImportState.CHECKED, "name": "list", "options": "{}", "content_hash": "h", "size_bytes": 9}
    return PlantImport(**{"id": id, **plain, "asked_by": "tok_1", "asked_at": NOON, **changes})


def test_an_import_comes_back_as_it_was_stored(tx: Transaction) -> None:
    one = an_import(new=3, new_active=2, added=1, skipped=1, bad=4, confirmed_at=LATER)

    imports.insert(tx, one)

    assert imports.find(tx, "imp_1") == one
    assert imports.find(tx, "imp_2") is None


def test_imports_are_listed_newest_first(tx: Transaction) -> None:
    for number in range(4):
        imports.insert(tx, an_import(f"imp_{number}"))

    first = imports.page(tx, limit=2)
    second = imports.page(tx, keyset=KeysetPage(position=first[-1].id), limit=2)

    assert [one.id for one in [*first, *second]] == ["imp_3", "imp_2", "imp_1", "imp_0"]


def test_imports_in_a_state_are_listed_oldest_first(tx: Transaction) -> None:
    imports.insert(tx, an_import("imp_2", state=ImportState.RUNNING))
    imports.insert(tx, an_import("imp_1", state=ImportState.CHECKING))
    imports.insert(tx, an_import("imp_3"))
    imports.insert(tx, an_import("imp_4", state=ImportState.DONE, ended_at=LATER))

    assert imports.in_states(tx, MOVING) == ["imp_1", "imp_2"]
    assert imports.count_open(tx) == 3


def test_an_earlier_import_has_the_same_content_and_added_plants(tx: Transaction) -> None:
    imports.insert(tx, an_import("imp_1", new=2, added=2))
    imports.insert(tx, an_import("imp_2"))
    imports.insert(tx, an_import("imp_3", content_hash="other", new=2, added=2))

    assert imports.previous_with_same_content(tx, an_import("imp_4")) == "imp_1"
    assert imports.previous_with_same_content(tx, an_import("imp_1")) is None


def test_adjacent_ranges_are_merged(tx: Transaction) -> None:
    imports.add_plants(tx, "imp_1", range(1, 6))
    imports.add_plants(tx, "imp_1", range(6, 10))
    imports.add_plants(tx, "imp_1", range(11, 13))
    imports.add_plants(tx, "imp_2", range(13, 15))

    assert imports.ranges_after(tx, "imp_1", 0, limit=9) == [(1, 9), (11, 12)]
    assert imports.ranges_after(tx, "imp_1", 9, limit=9) == [(11, 12)]
    assert imports.ranges_after(tx, "imp_1", 4, limit=1) == [(1, 9)]


def test_old_imports_are_deleted_unless_they_are_running(tx: Transaction) -> None:
    imports.insert(tx, an_import("imp_1", state=ImportState.RUNNING))
    imports.insert(tx, an_import("imp_2"))
    imports.insert(tx, an_import("imp_3", asked_at=LATER))
    imports.add_plants(tx, "imp_2", range(1, 6))

    assert imports.remove_old(tx, before=LATER, limit=9) == ["imp_2"]

    assert [one.id for one in imports.page(tx, limit=9)] == ["imp_3", "imp_1"]
    assert imports.ranges_after(tx, "imp_2", 0, limit=9) == []


def test_imports_with_bad_rows_are_known(tx: Transaction) -> None:
    imports.insert(tx, an_import("imp_1", bad=1))
    imports.insert(tx, an_import("imp_2"))

    assert imports.with_bad_rows(tx) == {"imp_1"}


def test_plants_are_found_by_any_number_of_keys(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(number, sku=f"A-{number}", name=f"Rosa {number}") for number in range(1, 1_201)])
    plants.insert(tx, [a_plant(2_000, gtin="2000000000077", botanical_name="Acer palmatum")])

    by_sku = plants.ids_by_sku(tx, [f"a-{number}" for number in range(2, 1_300)])

    assert by_sku == {f"a-{number}": number for number in range(2, 1_201)}
    assert plants.ids_by_sku(tx, []) == {}
    assert plants.ids_by_gtin(tx, ["02000000000077", "0"]) == {"02000000000077": 2_000}
    names, without_code = plants.ids_by_name(tx, ["Rosa 7", "Plant 2000", "Iris"])
    assert names == {("Rosa 7", None): {None: 7}, ("Plant 2000", "Acer palmatum"): {None: 2_000}}
    assert without_code == {}


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize(
    "function",
    [
        lambda tx: plants.ids_by_sku(tx, ["a"]),
        lambda tx: plants.ids_by_gtin(tx, ["a"]),
        lambda tx: plants.ids_by_name(tx, ["a"]),
        lambda tx: imports.in_states(tx, MOVING),
        lambda tx: imports.page(tx, keyset=KeysetPage(position="imp_9"), limit=2),
        lambda tx: imports.previous_with_same_content(tx, an_import()),
        lambda tx: imports.ranges_after(tx, "imp_1", 5, limit=1),
        lambda tx: imports.remove_old(tx, before=NOON, limit=1),
    ],
)
def test_no_import_query_scans_a_table(tx: Transaction, function: Callable[[Transaction], object]) -> None:
    for plan in plans_of(tx, function):
        assert "SEARCH" in plan or "USING INDEX" in plan or "COVERING" in plan, plan
        assert "TEMP B-TREE FOR ORDER BY" not in plan, plan
