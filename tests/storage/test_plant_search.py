"""Every function of storage/queries/plant_search.py and plant_order.py."""

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest

from plantstore.domain.errors import Malformed
from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.search_terms import terms_of
from plantstore.domain.timestamps import after as later
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort, position_of
from plantstore.storage.queries.plant_search import page
from plantstore.storage.tables import events, plants
from plantstore.storage.tables.plant_filters import Concern, Missing, PlantFilter, Stock
from plantstore.storage.tables.search_markers import markers_of
from tests.makers import NOON, a_plant, an_event
from tests.storage.plans import plans_of, steps_of

CHANGED = {1: 30, 2: 10, 3: 20, 4: 20, 5: 0}
"""Plants, and the seconds after noon when each was changed last."""
POTS = {1: "5 L", 2: "9 cm", 3: "1 gal", 4: "9 cm", 5: None}
NAMES = {1: "rose", 2: "Åster", 3: "Rose", 4: "zinnia", 5: "Aster Blue"}
PRICES = {1: "9.50", 2: None, 3: "12", 4: "9.5", 5: None}
STOCK = {1: 0, 2: 7, 3: None, 4: 0, 5: 12}
ADDED = (3, 1, 5)
"""The plants that are in the store, in the order in which they were added; the others are drafts."""


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
    plants.insert(
        tx,
        [
            a_plant(
                number,
                tag="fern",
                name=NAMES[number],
                now=later(NOON, seconds=seconds),
                pot_size=POTS[number],
                price=PRICES[number],
                stock_quantity=STOCK[number],
                status=Status.ACTIVE if number in ADDED else Status.DRAFT,
            )
            for number, seconds in CHANGED.items()
        ],
    )
    events.append(tx, [an_event(number, occurred_at=later(NOON, seconds=CHANGED[number])) for number in ADDED])
    tx.run_pre_commit_hooks()
    return tx


@pytest.mark.parametrize(
    ("sort", "numbers"),
    [
        (Sort.ID, [1, 2, 3, 4, 5]),
        (Sort.ID_DOWN, [5, 4, 3, 2, 1]),
        (Sort.UPDATED, [5, 2, 3, 4, 1]),
        (Sort.UPDATED_DOWN, [1, 4, 3, 2, 5]),
        (Sort.POT_SIZE, [2, 4, 3, 1, 5]),
        (Sort.POT_SIZE_DOWN, [1, 3, 4, 2, 5]),
        (Sort.NAME, [2, 5, 1, 3, 4]),
        (Sort.NAME_DOWN, [4, 3, 1, 5, 2]),
        (Sort.PRICE, [1, 4, 3, 2, 5]),
        (Sort.PRICE_DOWN, [3, 4, 1, 5, 2]),
        (Sort.STOCK, [1, 4, 2, 5, 3]),
        (Sort.STOCK_DOWN, [5, 2, 4, 1, 3]),
        (Sort.ADDED, [3, 1, 5, 2, 4]),
        (Sort.ADDED_DOWN, [5, 1, 3, 4, 2]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 5, 6])
def test_each_order_lists_every_plant_once(five: Transaction, sort: Sort, numbers: list[int], limit: int) -> None:
    assert all_of_them(five, PlantFilter(), sort, limit=limit) == numbers


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("few", [False, True])
def test_the_pages_before_and_after_a_position_are_complementary(
    five: Transaction, monkeypatch: pytest.MonkeyPatch, sort: Sort, few: bool
) -> None:
    monkeypatch.setattr(plant_search, "SORTED_MAX", 5 if few else 0)
    chosen = PlantFilter(tag=None if sort.by_id or not few else "fern")
    every = all_of_them(five, chosen, sort)
    for number, limit, also in product(CHANGED, (1, 2, 6), (False, True)):
        place = position_of(five, number, sort)

        behind = all_of_them(five, chosen, sort, limit=limit, keyset=KeysetPage(position=place, inclusive=also))
        before = all_of_them(
            five, chosen, sort, limit=limit, keyset=KeysetPage(position=place, backward=True, inclusive=not also)
        )

        assert before[::-1] + behind == every, (number, limit, also)
        assert (number in behind) is also


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_a_search_can_be_read_in_both_directions(five: Transaction, limit: int) -> None:
    wanted = PlantFilter(words=terms_of("fern"))

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
        pot = "9 cm" if number % 3 else "2 L"
        family = "Rosaceae" if number % 30 == 0 else None
        many.append(a_plant(number, status=status, tag=tag, sku=f"S-{number}", pot_size=pot, family=family))
    plants.insert(tx, many)
    events.append(tx, [an_event(plant.id) for plant in many if plant.status is Status.ACTIVE])
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
        (PlantFilter(family="Rosaceae"), [30, 60, 90]),
        (PlantFilter(family="Rosaceae", tag="shrub rare", pot_size="2 L"), [90]),
        (PlantFilter(family="Rosaceae", pot_size="9 cm"), []),
    ],
)
def test_rare_plants_are_found_in_every_order(
    sparse: Transaction, sort: Sort, chosen: PlantFilter, numbers: list[int]
) -> None:
    assert sorted(all_of_them(sparse, chosen, sort)) == numbers
    assert sorted(all_of_them(sparse, chosen, sort, keyset=KeysetPage(backward=True))) == numbers


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
        KeysetPage(position=(NOON, 3) if sort.column == "updated_at" else (3,), backward=back, inclusive=back)
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


@pytest.fixture
def described(tx: Transaction) -> Transaction:
    plants.insert(
        tx,
        [
            a_plant(1, care={"hardiness_rhs": "H5", "hardiness_usda": "6b-9a"}, supplier={"name": "Hillside Nursery"}),
            a_plant(2, care={"hardiness_rhs": "H1a", "hardiness_usda": "10"}, supplier={"name": "Vän der Vlek"}),
            a_plant(3, care={"hardiness_usda": "9a"}, supplier={"code": "HILLSIDE NURSERY"}, pot_size="1.5 L"),
            a_plant(4, name="Hillside nursery H5", family="Rosaceae", pot_size="15 L"),
            a_plant(5, botanical_name="×Fatshedera lizei 'Variegata'"),
            a_plant(6, botanical_name="ROSA RUGOSA"),
            a_plant(7, name="Rosa", botanical_name="Many roses"),
            a_plant(8, botanical_name="Isoëtes lacustris L."),
        ],
    )
    tx.run_pre_commit_hooks()
    return tx


@pytest.mark.parametrize("sort", [Sort.ID, Sort.ID_DOWN])
@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        (PlantFilter(hardiness="H5"), [1]),
        (PlantFilter(hardiness="H1a"), [2]),
        (PlantFilter(hardiness="6a"), []),
        (PlantFilter(hardiness="6"), [1]),
        (PlantFilter(hardiness="9a"), [1, 3]),
        (PlantFilter(hardiness="9"), [1, 3]),
        (PlantFilter(hardiness="9b"), []),
        (PlantFilter(hardiness="9a-10a"), [1, 2, 3]),
        (PlantFilter(hardiness="1"), []),
        (PlantFilter(supplier="hillside nursery"), [1]),
        (PlantFilter(supplier="HILLSIDE  Nursery."), [1]),
        (PlantFilter(supplier="Van der Vlek"), [2]),
        (PlantFilter(supplier="Hillside"), []),
        (PlantFilter(supplier="Hillside Nursery", hardiness="9a", words=("plant",)), [1]),
        (PlantFilter(family="Rosaceae"), [4]),
        (PlantFilter(pot_size="1.5 L"), [3]),
        (PlantFilter(pot_size="5 L"), []),
        *((PlantFilter(genus=genus), [5]) for genus in ("Fatshedera", "×Fatshedera", "× fatshedera", "x FATSHEDERA")),
        (PlantFilter(genus="rosa"), [6]),
        (PlantFilter(genus="Isoetes"), [8]),
        (PlantFilter(genus="Ros"), []),
        (PlantFilter(genus="×"), []),
        (PlantFilter(genus="Rosa", words=("rugosa",)), [6]),
    ],
)
def test_plants_are_filtered_by_what_only_the_index_knows(
    described: Transaction, chosen: PlantFilter, numbers: list[int], sort: Sort
) -> None:
    assert sorted(all_of_them(described, chosen, sort)) == numbers


def test_a_filter_follows_what_is_changed(described: Transaction) -> None:
    plants.update(described, a_plant(1, care={"hardiness_rhs": "H7"}))
    described.run_pre_commit_hooks()

    assert all_of_them(described, PlantFilter(hardiness="H5"), Sort.ID) == []
    assert all_of_them(described, PlantFilter(hardiness="H7"), Sort.ID) == [1]
    assert all_of_them(described, PlantFilter(supplier="Hillside Nursery"), Sort.ID) == []


def test_no_query_finds_a_marker(described: Transaction) -> None:
    markers = [
        marker for plant in plants.page(described, PlantFilter(), after=0, limit=9) for marker in markers_of(plant)
    ]
    vocabulary = {row[0] for row in described.execute("SELECT word FROM plant_vocabulary")}

    assert len(markers) > 10 and not vocabulary & set(markers)
    for marker in markers:
        for query in (marker, marker[:3], marker[2:]):
            found = all_of_them(described, PlantFilter(words=terms_of(query)), Sort.ID)
            assert not set(found) - {4}, query  # the name of plant 4 does have "H5" in it


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_a_sorted_page_reads_only_its_index(five: Transaction) -> None:
    indexes = {"name": "plants_name_key", "price": "plants_price", "stock_quantity": "plants_stock"}
    for name, index in (indexes | {"pot_size": "plants_pot"}).items():
        for sort, number in product((Sort(name), Sort(f"-{name}")), (2, 3)):
            keyset = KeysetPage(position=position_of(five, number, sort))

            plans = plans_of(five, partial(page, filters=PlantFilter(), sort=sort, keyset=keyset, limit=1))

            assert any(index in plan for plan in plans), plans
            for plan in plans:
                assert "TEMP B-TREE" not in plan and "SCAN" not in plan, plan


SHOP: dict[int, dict[str, Any]] = {
    1: {
        "price": "9.90",
        "stock_quantity": 3,
        "tags": ["bee friendly", 'a "b"'],
        "images": [{"url": "https://a.example"}],
    },
    2: {"price": "9.9", "currency": "GBP", "stock_quantity": 0, "sku": "S-2", "tag": "fern"},
    3: {"price": "19.95", "tags": ["bee"], "botanical_name": "Rosa canina", "pot_size": "2 L"},
    4: {"stock_quantity": 0, "botanical_name": "Many nice roses", "gtin": "2000000000015"},
    5: {"price": "5", "description": "Green."},
}
"""Plants: 4 is a draft, and 5 archived."""


@pytest.fixture
def shop(tx: Transaction) -> Transaction:
    made = [
        a_plant(
            number, status=Status.DRAFT if number == 4 else Status.ACTIVE, now=later(NOON, seconds=number), **fields
        )
        for number, fields in SHOP.items()
    ]
    plants.insert(tx, made)
    events.append(tx, [an_event(one.id, occurred_at=one.created_at) for one in made if one.added_at])
    plants.update(tx, replace(made[-1], status=Status.ARCHIVED))
    tx.run_pre_commit_hooks()
    return tx


@pytest.mark.parametrize("few", [False, True])
def test_plants_are_filtered_in_every_order(shop: Transaction, monkeypatch: pytest.MonkeyPatch, few: bool) -> None:
    monkeypatch.setattr(plant_search, "SORTED_MAX", 5 if few else 0)
    for chosen, numbers in (
        (PlantFilter(stock=Stock.IN_STOCK), [1]),
        (PlantFilter(stock=Stock.OUT_OF_STOCK), [2, 4]),
        (PlantFilter(stock=Stock.OUT_OF_STOCK, status=Status.ACTIVE), [2]),
        (PlantFilter(stock=Stock.NOT_TRACKED), [3, 5]),
        (PlantFilter(price_from=9_900), [1, 2, 3]),
        (PlantFilter(price_from=9_901), [3]),
        (PlantFilter(price_to=9_900), [1, 2, 5]),
        (PlantFilter(price_from=5_000, price_to=9_899), [5]),
        (PlantFilter(price_from=9_900, price_to=9_900, currency="GBP"), [2]),
        (PlantFilter(missing=Missing.PRICE), [4]),
        (PlantFilter(missing=Missing.PRICE, status=Status.ACTIVE), []),
        (PlantFilter(missing=Missing.PHOTO), [2, 3, 4, 5]),
        (PlantFilter(missing=Missing.PHOTO, status=Status.ACTIVE), [2, 3]),
        (PlantFilter(missing=Missing.POT_SIZE), [1, 2, 4, 5]),
        (PlantFilter(missing=Missing.BOTANICAL_NAME), [1, 2, 5]),
        (PlantFilter(missing=Missing.SKU), [1, 3, 4, 5]),
        (PlantFilter(missing=Missing.GTIN), [1, 2, 3, 5]),
        (PlantFilter(missing=Missing.TYPE), [1, 3, 4, 5]),
        (PlantFilter(missing=Missing.DESCRIPTION), [1, 2, 3, 4]),
        (PlantFilter(added_after=later(NOON, seconds=2)), [3, 5]),
        (PlantFilter(label="bee friendly"), [1]),
        (PlantFilter(label="bee"), [3]),
        (PlantFilter(label='a "b"'), [1]),
        (PlantFilter(label="b"), []),
        (PlantFilter(pot_size="2 L"), [3]),
        (PlantFilter(concern=Concern.NO_PRICE), []),
        (PlantFilter(concern=Concern.NO_PHOTO), [2, 3]),
        (PlantFilter(concern=Concern.OUT_OF_STOCK), [2]),
        (PlantFilter(concern=Concern.NAME_IN_DOUBT), []),
        (PlantFilter(concern=Concern.OLD_DRAFT, created_before=later(NOON, seconds=5)), [4]),
        (PlantFilter(concern=Concern.OLD_DRAFT, created_before=later(NOON, seconds=4)), []),
        (PlantFilter(concern=Concern.NO_PHOTO, status=Status.ARCHIVED), []),
        (PlantFilter(concern=Concern.NO_PHOTO, stock=Stock.OUT_OF_STOCK), [2]),
    ):
        for sort in Sort:
            assert sorted(all_of_them(shop, chosen, sort, limit=1)) == numbers, (chosen, sort)


def test_a_search_can_be_sorted_if_it_finds_few_plants(shop: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = PlantFilter(words=terms_of("plant"))
    monkeypatch.setattr(plant_search, "SORTED_MAX", 5)
    assert all_of_them(shop, wanted, Sort.PRICE_DOWN, limit=1) == [3, 2, 1, 5, 4]
    assert all_of_them(shop, wanted, Sort.ADDED_DOWN, limit=1) == [5, 3, 2, 1, 4]
    assert all_of_them(shop, PlantFilter(words=("nothing",)), Sort.NAME) == []
    monkeypatch.setattr(plant_search, "SORTED_MAX", 4)

    with pytest.raises(Malformed, match="More than 4 plants match"):
        all_of_them(shop, wanted, Sort.PRICE)


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_few_plants_are_sorted_instead_of_read_in_the_order_of_an_index(shop: Transaction) -> None:
    for sort in (sort for sort in Sort if not sort.by_id):
        for chosen, index in (
            (PlantFilter(status=Status.DRAFT), "plants_not_active"),
            (PlantFilter(concern=Concern.NO_PHOTO), "plants_no_photo"),
            (PlantFilter(concern=Concern.NO_PRICE), "plants_no_price"),
            (PlantFilter(concern=Concern.OUT_OF_STOCK), "plants_out_of_stock"),
            (PlantFilter(concern=Concern.NAME_IN_DOUBT), "plants_name_in_doubt"),
        ):
            plans = plans_of(shop, partial(page, filters=chosen, sort=sort, limit=50))

            reading = [plan for plan in plans if "TEMP B-TREE" in plan]
            assert reading or sort.column == "sequence"
            assert all(index in plan for plan in reading), plans


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_a_filter_of_the_index_reads_no_other_plants(five: Transaction) -> None:
    plans = plans_of(five, lambda tx: page(tx, PlantFilter(hardiness="H5", pot_size="9 cm"), sort=Sort.ID, limit=2))

    assert plans
    assert all("VIRTUAL TABLE INDEX" in plan for plan in plans), plans
