"""Every function of storage/tables/search_index.py, and the search that it makes possible."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.plants.plant import Plant, changed
from plantstore.domain.plants.search_terms import terms_of
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.queries.plant_search import page
from plantstore.storage.tables import plants, search_index
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.examples import examples
from tests.makers import NOON, a_plant
from tests.storage.plans import parts_of_index

SHARED = [HealthCheck.function_scoped_fixture]


def found(tx: Transaction, text: str) -> list[int]:
    tx.run_pre_commit_hooks()
    chosen = PlantFilter(words=terms_of(text))
    return [plant.id for plant in page(tx, chosen, sort=Sort.ID, limit=1_000).plants]


def test_a_plant_is_found_by_every_name_it_has(tx: Transaction) -> None:
    fields: dict[str, Any] = {
        "name": "Häubchen 5L",
        "botanical_name": "Hydrangea macrophylla 'Bailmer'",
        "common_names": ["Mophead", "Penny Mac"],
        "sku": "HYD-END-5L",
        "gtin": "2000000000077",
        "tag": "shrub",
        "tags": ["peat-free"],
    }
    plants.insert(tx, [a_plant(1, **fields), a_plant(2)])

    for text in (
        "haubchen",
        "HYDRANGEA bailmer",
        "penny",
        "hyd-end",
        "hydend5l",
        "2000000000077",
        "shrub",
        "free peat",
    ):
        assert found(tx, text) == ([1] if text != "hydend5l" else []), text
    assert found(tx, "hyd end 5 l") == [1]
    assert found(tx, "hydrangea plant") == []


def test_a_prefix_finds_the_word(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(1, name="Rosa"), a_plant(2, name="Rosmarinus"), a_plant(3, name="Ro 123")])

    assert found(tx, "ros") == [1, 2]
    assert found(tx, "rosm") == [2]
    assert found(tx, "ro") == [3]
    assert found(tx, "12") == [3]
    assert found(tx, "osa") == []


def test_a_prefix_of_too_many_words_still_finds_them(tx: Transaction) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [f"Salvi{one}{two}" for one in letters[:20] for two in letters]
    assert len(names) > search_index.MEANT_MAX
    plants.insert(tx, [a_plant(number, name=name) for number, name in enumerate(names, 1)])

    assert found(tx, "salvi") == list(range(1, len(names) + 1))


def test_a_changed_plant_is_found_by_its_new_words_only(tx: Transaction) -> None:
    plant = a_plant(1, name="Rosa")
    plants.insert(tx, [plant])
    tx.run_pre_commit_hooks()

    plants.update(tx, changed(plant, replace(plant.fields, name="Lilium"), now=NOON))

    assert found(tx, "lilium") == [1]
    assert found(tx, "rosa") == []


def test_a_word_of_a_failed_commit_is_stored_by_the_next(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(1, name="Rosmarinus")])
    tx.run_pre_commit_hooks()
    tx.connection.rollback()
    tx.connection.begin_write()

    plants.insert(tx, [a_plant(1, name="Rosmarinus")])

    assert found(tx, "rosm") == [1]


def test_a_deleted_plant_is_not_found(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(1, name="Rosa"), a_plant(2, name="Rosa")])
    tx.run_pre_commit_hooks()

    plants.delete(tx, a_plant(1, name="Rosa"), deleted_by="tok_1")

    assert found(tx, "rosa") == [2]


def test_the_last_entry_of_each_plant_in_a_commit_wins(tx: Transaction) -> None:
    first, second = a_plant(1, name="Rosa"), a_plant(2, name="Rosa")

    plants.insert(tx, [first, second])
    plants.update(tx, changed(first, replace(first.fields, name="Lilium"), now=after(NOON, seconds=1)))
    plants.delete(tx, second, deleted_by="tok_1")

    assert found(tx, "lilium") == [1]
    assert found(tx, "rosa") == []


def test_a_store_without_a_search_index_is_indexed_completely(tx: Transaction) -> None:
    count = plants.PAGE_PLANTS + 1
    many: list[Plant] = [a_plant(number) for number in range(1, count + 1)]
    plants.insert(tx, many)
    tx.pending_hooks = []

    plants.rebuild_search_index(tx)

    assert found(tx, str(count)) == [count]
    assert found(tx, "plant 10")[:2] == [10, 100]


@pytest.mark.sqlite_only("PostgreSQL merges its index by itself")
def test_the_index_is_merged_in_steps(tx: Transaction) -> None:
    for number in (1, 2, 3):
        plants.insert(tx, [a_plant(number, name=f"Rosa {number}")])
        tx.run_pre_commit_hooks()
        tx.connection.commit()
        tx.connection.begin_write()
    assert parts_of_index(tx) == 3

    steps = 0
    while search_index.merge(tx):
        steps += 1

    assert steps > 0
    assert parts_of_index(tx) == 1
    assert not search_index.merge(tx)
    assert found(tx, "rosa") == [1, 2, 3]


@given(st.text(max_size=30))
@settings(max_examples=examples(150), deadline=None, suppress_health_check=SHARED)
def test_no_query_is_an_error(tx: Transaction, text: str) -> None:
    if plants.count(tx) == 0:
        plants.insert(tx, [a_plant(1, name='NEAR "rosa" AND * OR NOT (words : x)')])

    assert found(tx, text) in ([], [1])
    for word in ("near", "and", "or", "not", "words"):
        assert found(tx, word) == [1]


@pytest.fixture
def small_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the sample of 40 plants be the newest 8 of the older 20 and of the newer 20."""
    for name, number in (("SAMPLED", 4), ("COUNTED", 16), ("PLACES", 2)):
        monkeypatch.setattr(search_index, name, number)


@pytest.mark.usefixtures("small_sample")
@pytest.mark.parametrize("than", [1, 3])
@pytest.mark.parametrize(
    ("first", "last", "sampled"),
    [(29, 40, 8), (37, 40, 4), (1, 20, 8), (19, 22, 2), (1, 40, 16), (21, 30, 0), (1, 12, 0), (41, 40, 0)],
)
def test_a_word_is_frequent_if_more_plants_of_a_sample_have_it(
    tx: Transaction, first: int, last: int, sampled: int, than: int
) -> None:
    rows = [a_plant(number, name="Acer" if first <= number <= last else "Ilex") for number in range(1, 41)]
    plants.insert(tx, rows)
    search_index.put(tx, rows, new=True)
    tx.run_pre_commit_hooks()

    is_frequent = sampled > than and not tx.connection.finds_in_order
    assert search_index.are_frequent(tx, [["acer"]], than=than) is is_frequent
    number = last - first + 1
    for limit in (1, 3, 4, 100):
        assert search_index.count_matching(tx, [["acer"]], limit=limit) == min(number, limit)
        assert search_index.count_matching(tx, [["ilex"]], limit=limit) == min(40 - number, limit)


@pytest.mark.usefixtures("small_sample")
def test_a_sample_takes_each_plant_once(tx: Transaction) -> None:
    rows = [a_plant(number, name="Acer") for number in (1, 2, 39)]
    plants.insert(tx, rows)
    search_index.put(tx, rows, new=True)
    tx.run_pre_commit_hooks()

    assert not search_index.are_frequent(tx, [["acer"]], than=3)
    assert search_index.are_frequent(tx, [["acer"]], than=2) is not tx.connection.finds_in_order
