"""Every function of storage/queries/spelling.py: what a misspelt search may have meant."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.plants.plant import Plant, Status, changed
from plantstore.domain.plants.search_terms import terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.queries import spelling
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.queries.plant_search import page
from plantstore.storage.tables import plants, search_index
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.examples import examples
from tests.makers import NOON, a_plant

NAMES = (
    "Monstera deliciosa",
    "Salvia 'Wim's Red'",
    "Salvia 'Endless Summer'",
    "Lavandula angustifolia",
    "Hydrangea paniculata 'Limelight'",
    "Hydrangea paniculata 'Phantom'",
    "Rosa rugosa",
    "Rosa canina",
    "Rose of Jericho",
    "Роза морщинистая",
    "Éclair d'été",
)


def put(tx: Transaction, *names: str, **fields: Any) -> list[Plant]:
    first = plants.count(tx) + 1
    added = [a_plant(number, name=name, **fields) for number, name in enumerate(names, first)]
    plants.insert(tx, added)
    tx.run_pre_commit_hooks()
    return added


def suggested(tx: Transaction, text: str, **filters: Any) -> list[str]:
    chosen = PlantFilter(words=terms_of(text), **filters)
    found = len(page(tx, chosen, sort=Sort.ID, limit=spelling.FEW).plants)
    return spelling.suggest(tx, chosen, found=found)


@pytest.fixture
def shop(tx: Transaction) -> Transaction:
    put(tx, *NAMES)
    return tx


def test_a_misspelt_search_suggests_the_nearest_that_finds_plants(shop: Transaction) -> None:
    for text, meant in {
        "monstra": ["monstera"],
        "MONSTÈRRA": ["monstera"],
        "lavendula": ["lavandula"],
        "hydranga limelite": ["hydrangea limelight"],
        "hidrangia": ["hydrangea"],
        "rsoa canina": ["rosa canina"],
        "wims red": ["wim's red"],
        "endlesssummer": ["endless summer"],
        "lime light": ["limelight"],
        "eclairs": ["eclair"],
        "розв": ["роза"],
        "monstra delicosa": ["monstera deliciosa"],
    }.items():
        assert suggested(shop, text) == meant, text


def test_nothing_is_suggested_that_finds_nothing_together(shop: Transaction) -> None:
    assert suggested(shop, "monstra limelight") == []
    assert suggested(shop, "lavendula", status=Status.DRAFT) == []
    assert suggested(shop, "lavendula", family="Rosaceae") == []
    assert suggested(shop, "lavendula", status=Status.ACTIVE) == ["lavandula"]


def test_a_word_that_a_plant_has_is_never_replaced(shop: Transaction) -> None:
    for text in ("rosa deliciosa", "rose", "rosa", "salvia monstera"):
        assert suggested(shop, text) == [], text


def test_a_word_that_no_plant_has_any_longer_is_misspelt(tx: Transaction) -> None:
    put(tx, "Monstera")
    [wrong] = put(tx, "Monstra")
    plants.update(tx, changed(wrong, replace(wrong.fields, name="Monstera"), now=NOON))
    tx.run_pre_commit_hooks()

    assert suggested(tx, "monstra") == ["monstera"]


def test_of_equally_near_words_the_one_of_most_plants_comes_first_then_the_alphabet(tx: Transaction) -> None:
    put(tx, "Acre", "Acer", "Aker one", "Aker two", "Ader", "Maple")

    assert suggested(tx, "axer") == ["aker", "acer", "ader"]
    assert suggested(tx, "acet") == ["acer"]


def test_few_plants_found_by_a_beginning_are_no_reason_to_hide_many(tx: Transaction) -> None:
    many = PlantFilter(words=("rosar",))

    put(tx, "Rosarium", *["Rosa"] * (spelling.MORE_FACTOR - 1))
    assert suggested(tx, "rosar") == []

    put(tx, "Rosa")
    assert suggested(tx, "rosar") == ["rosa"]
    assert spelling.suggest(tx, many, found=2) == []
    assert spelling.suggest(tx, many, found=spelling.FEW) == []


def test_suppliers_are_never_suggested(tx: Transaction) -> None:
    put(tx, "Rosa", supplier={"name": "Hillside"}, family="Rosaceae", pot_size="5 L")

    for text in ("hilside", "rosacea", "rosaceee"):
        assert suggested(tx, text) == [], text
    assert all(word.isalpha() for (word,) in tx.execute("SELECT word FROM plant_vocabulary"))


def test_the_work_of_a_search_is_bounded(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(18)
    words = {"".join(chance.choices("abc", k=8)) for _ in range(2_000)}
    put(tx, *sorted(words), "Acer rosa ilex tilia")
    counted: list[object] = []
    asked: list[int] = []
    count, known = search_index.count_matching, search_index.known_words

    def counting(tx: Transaction, groups: Any, *, limit: int) -> int:
        counted.append(groups)
        return count(tx, groups, limit=limit)

    def asking(tx: Transaction, words: Any) -> set[str]:
        asked.append(len(words))
        return known(tx, words)

    monkeypatch.setattr(search_index, "count_matching", counting)
    monkeypatch.setattr(search_index, "known_words", asking)

    for text in ("abcabcab cabcabca", "abcabcab bcabcabc cabcabca", "x" * 100, "abcabcab " * 8, "aab abb bba bab aba"):
        counted.clear()
        asked.clear()
        suggested(tx, text)
        assert len(counted) <= 2 * spelling.COUNTED_MAX, text
        assert sum(asked) <= 6_000, text

    assert suggested(tx, "acet rosi iley tilia") == ["acer rosa ilex tilia"]
    assert suggested(tx, "acet rosi iley tilio") == [], "more than CORRECTED_MAX words are unknown"


@given(st.text(max_size=100) | st.text(alphabet="roslaimhydnge '", max_size=20))
@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_searched_a_suggestion_finds_plants(tx: Transaction, text: str) -> None:
    if plants.count(tx) == 0:
        put(tx, *NAMES)
    words = terms_of(text)[:8]
    here = {word for name in NAMES for word in terms_of(name)}

    for meant in suggested(tx, " ".join(words)):
        assert page(tx, PlantFilter(words=terms_of(meant)), sort=Sort.ID, limit=1).plants, meant
        assert all(word in meant.replace(" ", "") for word in words if word in here), meant
