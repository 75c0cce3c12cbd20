"""Searches with a word index without order: row by row, by the index, and from one to the other."""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, product

import pytest

from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.search_terms import terms_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.queries import unordered_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.queries.plant_search import page
from plantstore.storage.tables import plants
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.makers import NOON, a_plant

COUNT, MIDDLE, BEYOND = 200, 100, 1 << 40
COMMON = PlantFilter(words=terms_of("rosa"))
NEVER = PlantFilter(words=terms_of("even odd"))
pytestmark = pytest.mark.postgresql_only("in a file the index gives rows in order")


def _name(number: int) -> str:
    words = ["rosa" if number % 20 else "acer", "odd" if number % 2 else "even"]
    return " ".join(words + ["rare"] * (number % 50 == 0) + ["late"] * (number > COUNT - 40))


@pytest.fixture
def many(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> list[Plant]:
    """Plants of which most, half, few or none are asked for, and pages that try eight rows and then sixteen."""
    monkeypatch.setattr(unordered_search, "BLOCKS", (8, 16))
    monkeypatch.setattr(unordered_search, "SPARSE", 8)
    monkeypatch.setattr(unordered_search, "FOUND_MAX", 3)
    made = []
    for number in range(3, COUNT + 1):  # some were deleted
        status = Status.DRAFT if number % 7 == 0 else Status.ACTIVE
        tag = "Rare herb" if number % 50 == 0 else "herb"
        plant = a_plant(number, status=status, tag=tag)
        made.append(replace(plant, fields=replace(plant.fields, name=_name(number))))
    plants.insert(tx, made)
    tx.run_pre_commit_hooks()
    return made


def _every(tx: Transaction, chosen: PlantFilter, sort: Sort, keyset: KeysetPage, limit: int) -> list[list[int]]:
    pages = []
    while True:
        one = page(tx, chosen, sort=sort, keyset=keyset, limit=limit)
        pages.append([plant.id for plant in one.plants])
        if one.following is None:
            return pages
        keyset = KeysetPage(position=one.following, backward=keyset.backward)


QUESTIONS: list[tuple[PlantFilter, Callable[[int], bool]]] = [
    (COMMON, lambda one: one % 20 > 0),
    (PlantFilter(words=terms_of("rare")), lambda one: one % 50 == 0),
    (PlantFilter(words=terms_of("late")), lambda one: one > COUNT - 40),
    (PlantFilter(words=terms_of("ros even")), lambda one: one % 20 > 0 and one % 2 == 0),
    (NEVER, lambda _: False),
    (PlantFilter(tag="Rare herb"), lambda one: one % 50 == 0),
    (replace(COMMON, tag="herb"), lambda one: one % 20 > 0 and one % 50 > 0),
    (replace(COMMON, status=Status.DRAFT), lambda one: one % 20 > 0 and one % 7 == 0),
    (PlantFilter(words=terms_of("odd"), status=Status.ACTIVE), lambda one: one % 2 == 1 and one % 7 > 0),
    (replace(COMMON, updated_after=NOON), lambda _: False),
]


@pytest.mark.parametrize(("chosen", "is_meant"), QUESTIONS)
def test_each_matching_plant_is_listed_once_in_order(
    tx: Transaction, many: list[Plant], chosen: PlantFilter, is_meant: Callable[[int], bool]
) -> None:
    for sort, limit, back in product((Sort.ID, Sort.ID_DOWN), (1, 4, 500), (False, True)):
        down = (sort is Sort.ID_DOWN) != back
        meant = sorted((one.id for one in many if is_meant(one.id)), reverse=down)

        whole = _every(tx, chosen, sort, KeysetPage(position=(BEYOND if down else 0,), backward=back), limit)
        rest = _every(tx, chosen, sort, KeysetPage(position=(MIDDLE,), backward=back, inclusive=True), limit)

        assert list(chain.from_iterable(whole)) == meant
        assert list(chain.from_iterable(rest)) == [one for one in meant if (one <= MIDDLE if down else one >= MIDDLE)]
        assert all(len(one) <= limit for one in whole)


def test_common_words_are_scanned_and_rare_ones_looked_up(
    tx: Transaction, many: list[Plant], monkeypatch: pytest.MonkeyPatch
) -> None:
    find, asked = unordered_search.Search._find, []

    def finding(self: unordered_search.Search, *given: object) -> object:
        asked.append(self.matching[1][0])
        return find(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(unordered_search.Search, "_find", finding)

    page(tx, COMMON, sort=Sort.ID, limit=5)
    page(tx, replace(COMMON, updated_after=NOON), sort=Sort.ID, limit=5)
    assert asked == []

    page(tx, NEVER, sort=Sort.ID, limit=5)
    assert asked == ["('even') & ('odd')"]


def test_a_page_reads_a_bounded_number_of_rows_and_says_where_to_continue(tx: Transaction, many: list[Plant]) -> None:
    one = page(tx, replace(COMMON, updated_after=NOON), sort=Sort.ID, limit=5)

    assert one.plants == []
    assert one.following == (many[8 + 16 - 1].id,)


def test_a_page_of_rare_matches_reads_a_bounded_number_of_rows(tx: Transaction, many: list[Plant]) -> None:
    one = page(tx, PlantFilter(words=terms_of("late"), updated_after=NOON), sort=Sort.ID, limit=5)

    assert one.plants == []
    assert one.following == (COUNT - 40 + unordered_search.FOUND_MAX,)
