"""Every function of storage/queries/plant_search.py."""

from dataclasses import replace

import pytest

from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.search_terms import terms_of
from plantstore.domain.timestamps import after as later
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_search import Sort, page
from plantstore.storage.tables import plants
from plantstore.storage.tables.plants import PlantFilter
from tests.makers import NOON, a_plant
from tests.storage.plans import plans_of, steps_of

CHANGED = {1: 30, 2: 10, 3: 20, 4: 20, 5: 0}
"""Plants, and the seconds after noon when each was changed last."""


def all_of_them(
    tx: Transaction, chosen: PlantFilter, sort: Sort, *, limit: int = 2, keyset: KeysetPage = FIRST_PAGE
) -> list[int]:
    """Every plant from the cut on, page by page, in the order in which they are read."""
    found = []
    while True:
        one = page(tx, chosen, sort=sort, keyset=keyset, limit=limit)
        found += [plant.id for plant in one.plants]
        if one.following is None:
            return found
        keyset = KeysetPage(position=one.following, backward=keyset.backward)


@pytest.fixture
def five(tx: Transaction) -> Transaction:
    plants.insert(tx, [a_plant(number, now=later(NOON, seconds=seconds)) for number, seconds in CHANGED.items()])
    tx.run_pre_commit_hooks()
    return tx


@pytest.mark.parametrize(
    ("sort", "numbers"),
    [
        (Sort.ID, [1, 2, 3, 4, 5]),
        (Sort.ID_DOWN, [5, 4, 3, 2, 1]),
        (Sort.UPDATED, [5, 2, 3, 4, 1]),
        (Sort.UPDATED_DOWN, [1, 4, 3, 2, 5]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 5, 6])
def test_each_order_lists_every_plant_once(five: Transaction, sort: Sort, numbers: list[int], limit: int) -> None:
    assert all_of_them(five, PlantFilter(), sort, limit=limit) == numbers


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("limit", [1, 2, 6])
@pytest.mark.parametrize("also", [False, True])
def test_the_pages_before_and_after_a_position_are_complementary(
    five: Transaction, sort: Sort, limit: int, also: bool
) -> None:
    every = all_of_them(five, PlantFilter(), sort)
    for number, seconds in CHANGED.items():
        place = (later(NOON, seconds=seconds), number) if sort.by_change else (number,)

        behind = all_of_them(five, PlantFilter(), sort, limit=limit, keyset=KeysetPage(position=place, inclusive=also))
        before = all_of_them(
            five, PlantFilter(), sort, limit=limit, keyset=KeysetPage(position=place, backward=True, inclusive=not also)
        )

        assert before[::-1] + behind == every
        assert (number in behind) is also


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_a_search_can_be_read_in_both_directions(five: Transaction, limit: int) -> None:
    wanted = PlantFilter(words=terms_of("plant"))

    assert all_of_them(five, wanted, Sort.ID, limit=limit) == [1, 2, 3, 4, 5]
    assert all_of_them(five, wanted, Sort.ID_DOWN, limit=limit) == [5, 4, 3, 2, 1]


def test_plants_are_listed_by_change(five: Transaction) -> None:
    since = PlantFilter(updated_after=later(NOON, seconds=10))

    assert all_of_them(five, since, Sort.UPDATED) == [3, 4, 1]
    assert all_of_them(five, since, Sort.ID) == [1, 3, 4]


def test_a_plant_that_changes_between_two_pages_is_listed_again(five: Transaction) -> None:
    first = page(five, PlantFilter(), sort=Sort.UPDATED, limit=3)
    plants.update(five, a_plant(5, now=later(NOON, seconds=99)))

    rest = page(five, PlantFilter(), sort=Sort.UPDATED, keyset=KeysetPage(position=first.following), limit=3)

    assert [plant.id for plant in first.plants] == [5, 2, 3]
    assert [plant.id for plant in rest.plants] == [4, 1, 5]


@pytest.fixture
def sparse(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> Transaction:
    """A hundred plants of which few are anything, and pages that look at 16 rows."""
    monkeypatch.setattr(plant_search, "BLOCKS", (4, 12))
    many: list[Plant] = []
    for number in range(1, 101):
        status = Status.DRAFT if number % 40 == 0 else Status.ACTIVE
        tag = "🌵" if number % 50 == 0 else "shrub rare" if number % 45 == 0 else "shrub"
        many.append(a_plant(number, status=status, tag=tag, sku=f"S-{number}"))
    plants.insert(tx, many)
    tx.run_pre_commit_hooks()
    return tx


@pytest.mark.parametrize("sort", list(Sort))
@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        (PlantFilter(status=Status.DRAFT), [40, 80]),
        (PlantFilter(tag="🌵"), [50, 100]),
        (PlantFilter(tag="shrub rare"), [45, 90]),
        (PlantFilter(tag="shrub rare", status=Status.DRAFT), []),
        (PlantFilter(sku="s-45"), [45]),
        (PlantFilter(sku="s-45", status=Status.DRAFT), []),
    ],
)
def test_rare_plants_are_found_in_every_order(
    sparse: Transaction, sort: Sort, chosen: PlantFilter, numbers: list[int]
) -> None:
    assert sorted(all_of_them(sparse, chosen, sort)) == numbers
    end = 0 if sort.startswith("-") else 1 << 60
    beyond = KeysetPage(position=(end, end) if sort.by_change else (end,), backward=True)
    assert sorted(all_of_them(sparse, chosen, sort, keyset=beyond)) == numbers


def test_drafts_and_archived_plants_are_told_apart(sparse: Transaction) -> None:
    plants.update(sparse, replace(a_plant(7), status=Status.ARCHIVED))

    assert all_of_them(sparse, PlantFilter(status=Status.ARCHIVED), Sort.ID) == [7]
    assert all_of_them(sparse, PlantFilter(status=Status.DRAFT), Sort.ID_DOWN) == [80, 40]


@pytest.mark.parametrize(("words", "numbers"), [("shrub", [45]), ("s 45", [45]), ("rosa", []), ("cactus", [])])
def test_a_sku_and_words_must_both_match(sparse: Transaction, words: str, numbers: list[int]) -> None:
    assert all_of_them(sparse, PlantFilter(sku="S-45", words=terms_of(words)), Sort.ID) == numbers


def test_a_search_is_narrowed_by_every_filter(sparse: Transaction) -> None:
    assert all_of_them(sparse, PlantFilter(words=terms_of("plant"), status=Status.DRAFT), Sort.ID_DOWN) == [80, 40]
    assert all_of_them(sparse, PlantFilter(words=terms_of("plant"), tag="🌵"), Sort.ID) == [50, 100]
    assert all_of_them(sparse, PlantFilter(words=terms_of("rare"), updated_after=NOON), Sort.ID) == []


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize("chosen", [PlantFilter(words=("plant",)), PlantFilter(tag="shrub")])
def test_plants_are_read_only_if_the_partial_index_has_them(sparse: Transaction, chosen: PlantFilter) -> None:
    drafts = replace(chosen, status=Status.DRAFT)

    plans = plans_of(sparse, lambda tx: page(tx, drafts, sort=Sort.ID, limit=5))

    fetching = [plan for plan in plans if "LIST SUBQUERY" in plan]
    assert fetching
    assert all("EXISTS USING COVERING INDEX plants_not_active" in plan for plan in fetching)
    assert all_of_them(sparse, drafts, Sort.ID) == [40, 80]


def test_a_page_reads_a_bounded_number_of_rows_and_says_where_to_continue(sparse: Transaction) -> None:
    one = page(sparse, PlantFilter(tag="🌵"), sort=Sort.ID, limit=5)

    assert one.plants == []
    assert one.following == (16,)


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize(
    ("chosen", "sort"),
    [
        (PlantFilter(), Sort.ID),
        (PlantFilter(), Sort.UPDATED_DOWN),
        (PlantFilter(updated_after=NOON), Sort.UPDATED),
        (PlantFilter(status=Status.DRAFT), Sort.ID),
        (PlantFilter(status=Status.ACTIVE), Sort.ID_DOWN),
        (PlantFilter(tag="shrub"), Sort.ID),
        (PlantFilter(sku="s-1"), Sort.ID),
        (PlantFilter(words=("plant",)), Sort.ID_DOWN),
    ],
)
@pytest.mark.parametrize(("begun", "back"), [(False, False), (True, False), (True, True)])
def test_no_search_scans_or_sorts_a_table(
    tx: Transaction, chosen: PlantFilter, sort: Sort, begun: bool, back: bool
) -> None:
    plants.insert(tx, [a_plant(number, tag="shrub") for number in range(1, 400)])
    tx.run_pre_commit_hooks()
    keyset = (
        KeysetPage(position=(NOON, 3) if sort.by_change else (3,), backward=back, inclusive=back)
        if begun
        else FIRST_PAGE
    )

    plans = plans_of(tx, lambda tx: page(tx, chosen, sort=sort, keyset=keyset, limit=50))

    for plan in plans:
        assert "USE TEMP B-TREE" not in plan, plan
        if begun and not chosen.words and chosen.tag is None:
            assert "SEARCH" in plan, plan


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize("sort", [Sort.UPDATED, Sort.UPDATED_DOWN])
@pytest.mark.parametrize("number", [None, 500])
@pytest.mark.parametrize("back", [False, True])
def test_a_start_time_does_not_slow_a_page_down(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch, sort: Sort, number: int | None, back: bool
) -> None:
    monkeypatch.setattr(plant_search, "BLOCKS", (4, 12))
    plants.insert(tx, [a_plant(one, now=later(NOON, seconds=one)) for one in range(1, 1_000)])
    tx.run_pre_commit_hooks()
    place = None if number is None else (later(NOON, seconds=number), number)
    since = later(NOON, seconds=1)

    def steps(chosen: PlantFilter) -> int:
        return steps_of(
            tx, lambda tx: page(tx, chosen, sort=sort, keyset=KeysetPage(position=place, backward=back), limit=5)
        )

    assert steps(PlantFilter(tag="cactus", updated_after=since)) < 1.5 * steps(PlantFilter(tag="cactus"))


def test_a_plant_changed_at_that_time_is_not_after_it(tx: Transaction) -> None:
    plants.insert(tx, [a_plant(number, now=later(NOON, seconds=number // 2)) for number in range(1, 9)])
    tx.run_pre_commit_hooks()
    since = PlantFilter(updated_after=later(NOON, seconds=2))

    assert all_of_them(tx, since, Sort.UPDATED) == [6, 7, 8]
    assert all_of_them(tx, since, Sort.UPDATED_DOWN) == [8, 7, 6]
