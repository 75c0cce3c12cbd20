"""Every function of storage/tables/duplicates.py."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from plantstore.domain.plants.plant import Plant, archived, changed, restored
from plantstore.domain.plants.weak_key import codes_of, weak_key
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage
from plantstore.storage.tables import duplicates, plants
from plantstore.storage.tables.duplicates import MARKED_DIFFERENT
from tests.makers import NOON, a_plant
from tests.storage.plans import plans_of

GTINS = ("2000000000015", "2000000000022", "2000000000039")


def _insert(tx: Transaction, *new: Plant) -> list[int]:
    plants.insert(tx, new)
    tx.run_pre_commit_hooks()
    return _listed(tx)


def _listed(tx: Transaction) -> list[int]:
    return duplicates.page(tx, FIRST_PAGE, limit=100)


def _store(tx: Transaction, plant: Plant) -> list[int]:
    plants.update(tx, plant)
    tx.run_pre_commit_hooks()
    return _listed(tx)


def _rosa(id: int, *, name: str = "Rosa", **fields: Any) -> Plant:
    return a_plant(id, name=name, **fields)


def _key(plant: Plant) -> int:
    return weak_key(plant.fields).number


def test_plants_that_look_alike_are_listed_until_one_is_gone(tx: Transaction) -> None:
    one, other = _rosa(1), _rosa(2, name="ROSA")
    assert _insert(tx, one) == []

    assert _insert(tx, other) == [_key(one)]
    assert duplicates.members(tx, _key(one)) == [1, 2]
    assert (duplicates.first_like(tx, one), duplicates.first_like(tx, other)) == (2, 1)

    assert _store(tx, archived(other, now=NOON)) == []
    assert _store(tx, restored(archived(other, now=NOON), now=NOON)) == [_key(one)]
    assert _store(tx, changed(other, a_plant(2, name="Iris").fields, now=NOON)) == []
    assert _store(tx, other) == [_key(one)]
    plants.delete(tx, one, deleted_by="tok_1")
    tx.run_pre_commit_hooks()
    assert _listed(tx) == []
    assert duplicates.first_like(tx, other) is None


@pytest.mark.parametrize(
    ("codes", "members"),
    [
        ([{"sku": "A"}, {"sku": "B"}], []),
        ([{"gtin": GTINS[0]}, {"gtin": GTINS[1]}], []),
        ([{"sku": "A"}, {"gtin": GTINS[0]}], [1, 2]),
        ([{"sku": "A", "gtin": GTINS[0]}, {"gtin": GTINS[1]}], []),
        ([{"sku": "A"}, {"sku": "B"}, {}], [1, 2, 3]),
        ([{"sku": "A"}, {"sku": "B", "gtin": GTINS[0]}, {"gtin": GTINS[1]}], [1, 3]),
    ],
)
def test_two_codes_are_two_plants(tx: Transaction, codes: list[dict[str, Any]], members: list[int]) -> None:
    new = [_rosa(id, **its) for id, its in enumerate(codes, 1)]

    assert _insert(tx, *new) == ([_key(new[0])] if members else [])
    assert duplicates.members(tx, _key(new[0])) == members
    assert [plant.id for plant in new if duplicates.first_like(tx, plant)] == members


def test_plants_that_were_marked_as_different_are_not_listed_again(tx: Transaction) -> None:
    key = _key(_rosa(1))
    _insert(tx, _rosa(1), _rosa(2), a_plant(9))

    duplicates.mark_different(tx, key, [1, 2])
    duplicates.mark_different(tx, key, [1, 2])
    tx.run_pre_commit_hooks()
    assert _listed(tx) == []
    assert duplicates.first_like(tx, _rosa(1)) is None

    assert _store(tx, changed(_rosa(1), _rosa(1, price="9.90", sku="A").fields, now=NOON)) == [], "still marked"
    assert _insert(tx, _rosa(3)) == [key], "of the new one, it was never said"
    assert duplicates.members(tx, key) == [1, 2, 3]
    assert duplicates.first_like(tx, _rosa(2)) == 3
    assert _store(tx, changed(_rosa(3), a_plant(3).fields, now=NOON)) == []
    assert _store(tx, _rosa(3)) == [key], "it looks alike again, and was never marked"


def test_the_list_is_read_in_pages_in_one_order(tx: Transaction) -> None:
    _insert(tx, *(a_plant(id, name=f"Rosa {id // 2}") for id in range(2, 12)))

    every = _listed(tx)
    first = duplicates.page(tx, FIRST_PAGE, limit=2)
    rest = duplicates.page(tx, KeysetPage(position=first[-1]), limit=9)
    back = duplicates.page(tx, KeysetPage(position=rest[0], backward=True), limit=9)

    assert every == sorted(every)
    assert len(every) == duplicates.count(tx) == 5
    assert [*first, *rest] == every
    assert back == first[::-1]


def test_members_are_at_most_the_limit_and_those_without_codes_come_first(tx: Transaction) -> None:
    _insert(tx, *(_rosa(id, sku=f"S-{id}") for id in range(1, 6)), _rosa(6))

    assert duplicates.members(tx, _key(_rosa(6)), limit=3) == [1, 2, 6]


def test_keys_that_no_plant_has_are_found(tx: Transaction) -> None:
    _insert(tx, _rosa(1))
    keys = [duplicates.prefetch_key(key) for key in (_key(_rosa(1)), 7)]

    assert duplicates.find_absent(tx, keys) == {keys[1]}


@pytest.mark.sqlite_only("the plans of SQLite")
def test_nothing_scans_all_plants(tx: Transaction) -> None:
    _insert(tx, _rosa(1), _rosa(2))
    key = _key(_rosa(1))
    functions: Sequence[Callable[[Transaction], object]] = (
        lambda tx: duplicates.page(tx, KeysetPage(position=5), limit=9),
        lambda tx: duplicates.count(tx),
        lambda tx: duplicates.members(tx, key),
        lambda tx: duplicates.first_like(tx, _rosa(1)),
        lambda tx: duplicates.find_absent(tx, [duplicates.prefetch_key(key)]),
        lambda tx: duplicates.mark_different(tx, key, [1, 2]),
        lambda tx: duplicates._refresh(tx, [duplicates.KeyChange(key, False), duplicates.KeyChange(key, True)]),
    )
    for function in functions:
        for plan in plans_of(tx, function):
            assert "SCAN plants" not in plan, plan
            assert "TEMP B-TREE" not in plan, plan


def test_the_mark_is_beyond_the_codes() -> None:
    assert max(codes_of(_rosa(1, sku="A", gtin=GTINS[0]).fields), 0) < MARKED_DIFFERENT
