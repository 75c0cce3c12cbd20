"""The three states of a plant, its availability, and its public record."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from plantstore.domain.errors import Conflict, Invalid
from plantstore.domain.plants.names.taxon import taxon_of
from plantstore.domain.plants.plant import (
    COSTS,
    ID_MAX,
    TEST_PLANT_ID,
    Availability,
    Image,
    Plant,
    PlantFields,
    Status,
    added,
    archived,
    availability,
    basic_record,
    changed,
    new_plant,
    public_record,
    restored,
)
from plantstore.domain.plants.supplier import Supplier
from plantstore.domain.timestamps import Instant, parse

TODAY = date(2026, 5, 25)
THEN, NOW = parse("2026-03-02T09:15:00.123Z"), parse("2026-03-02T09:20:11Z")
ROSE = PlantFields(name="Rosa")


def a_draft(**fields: Any) -> Plant:
    return new_plant(1042, PlantFields(name="Rosa", **fields), status=Status.DRAFT, now=THEN)


def an_active(**fields: Any) -> Plant:
    return new_plant(1042, PlantFields(name="Rosa", **fields), status=Status.ACTIVE, now=THEN)


def an_archived() -> Plant:
    return archived(an_active(), now=THEN)


def test_a_draft_was_not_added_yet() -> None:
    plant = a_draft()

    assert (plant.status, plant.added_at, plant.version) == (Status.DRAFT, None, 1)


def test_a_plant_made_active_is_added_at_once() -> None:
    assert an_active().added_at == THEN


def test_a_plant_is_not_made_archived() -> None:
    with pytest.raises(Invalid) as refused:
        new_plant(1, ROSE, status=Status.ARCHIVED, now=THEN)

    assert refused.value.fields[0].pointer == "/status"


def test_adding_a_draft_sets_the_time_for_ever() -> None:
    plant = added(a_draft(), now=NOW)

    assert (plant.status, plant.added_at, plant.updated_at, plant.version) == (Status.ACTIVE, NOW, NOW, 2)


def test_archiving_and_restoring_keep_the_time_of_the_addition() -> None:
    away = archived(an_active(), now=NOW)
    back = restored(away, now=NOW)

    assert (away.status, away.added_at, away.version) == (Status.ARCHIVED, THEN, 2)
    assert (back.status, back.added_at, back.version) == (Status.ACTIVE, THEN, 3)


@pytest.mark.parametrize("make", [a_draft, an_active, an_archived])
def test_fields_can_be_changed_in_any_state(make: Callable[[], Plant]) -> None:
    before = make()

    after = changed(before, PlantFields(name="Rosa rugosa"), now=NOW)

    assert after.fields.name == "Rosa rugosa"
    assert (after.version, after.updated_at) == (before.version + 1, NOW)
    assert (after.status, after.added_at, after.created_at) == (before.status, before.added_at, before.created_at)
    assert before.fields.name == "Rosa"


@pytest.mark.parametrize(
    ("make", "step", "sentence"),
    [
        (an_active, added, "already in the store"),
        (an_archived, added, "Restore it instead"),
        (a_draft, archived, "Delete it instead"),
        (an_archived, archived, "already archived"),
        (a_draft, restored, "Add it to the store instead"),
        (an_active, restored, "nothing to restore"),
    ],
)
def test_a_forbidden_transition_says_what_to_do_instead(
    make: Callable[[], Plant], step: Callable[..., Plant], sentence: str
) -> None:
    with pytest.raises(Conflict, match=sentence):
        step(make(), now=NOW)


def test_a_clock_set_back_does_not_take_a_plant_back() -> None:
    plant = added(a_draft(), now=Instant(THEN - 1))

    assert (plant.updated_at, plant.added_at) == (THEN, THEN)


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 0},
        {"id": TEST_PLANT_ID},
        {"version": 0},
        {"updated_at": Instant(THEN - 1)},
        {"added_at": None},
        {"added_at": Instant(THEN - 1)},
        {"status": Status.DRAFT},
        {"taxon": taxon_of("Rosa")},
        {"status": Status.ARCHIVED, "added_at": None},
    ],
)
def test_an_impossible_plant_cannot_be_made(wrong: dict[str, Any]) -> None:
    right: dict[str, Any] = {
        "id": ID_MAX - 1,
        "fields": ROSE,
        "taxon": None,
        "status": Status.ACTIVE,
        "created_at": THEN,
        "updated_at": THEN,
        "added_at": THEN,
        "version": 1,
    }
    assert Plant(**right).id == ID_MAX - 1

    with pytest.raises(AssertionError):
        Plant(**right | wrong)


@pytest.mark.parametrize(
    ("stock_quantity", "available_from", "accept_backorders", "expected"),
    [
        (None, None, False, Availability.IN_STOCK),
        (1, None, False, Availability.IN_STOCK),
        (0, None, False, Availability.OUT_OF_STOCK),
        (0, None, True, Availability.BACKORDER),
        (0, date(2026, 5, 26), True, Availability.PREORDER),
        (1, date(2026, 5, 26), False, Availability.PREORDER),
        (1, date(2026, 5, 25), False, Availability.IN_STOCK),
        (0, date(2026, 5, 25), False, Availability.OUT_OF_STOCK),
    ],
)
def test_availability_follows_from_stock_and_date(
    stock_quantity: int | None, available_from: date | None, accept_backorders: bool, expected: Availability
) -> None:
    fields = PlantFields(name="Rosa", stock_quantity=stock_quantity, available_from=available_from)

    assert availability(fields, today=TODAY, accept_backorders=accept_backorders) is expected


def test_the_public_record_has_every_field_in_the_order_of_the_description() -> None:
    plant = an_active(
        tag="shrub",
        sku="ROS-1",
        common_names=("Rose",),
        images=(Image(url="https://shop.example/rose.jpg"),),
        price="24.90",
        currency="EUR",
        stock_quantity=0,
        available_from=date(2026, 6, 1),
    )

    record = public_record(plant, today=TODAY, url="https://shop.example/plants/1042")

    assert list(record.items()) == [
        ("id", 1042),
        ("name", "Rosa"),
        ("tag", "shrub"),
        ("status", "active"),
        ("availability", "preorder"),
        ("sku", "ROS-1"),
        ("gtin", None),
        ("botanical_name", None),
        ("taxon", None),
        ("family", None),
        ("common_names", ["Rose"]),
        ("description", None),
        ("tags", []),
        ("images", [{"url": "https://shop.example/rose.jpg", "alt": None}]),
        ("price", "24.90"),
        ("currency", "EUR"),
        ("stock_quantity", 0),
        ("available_from", "2026-06-01"),
        ("pot_size", None),
        ("minimum_order", None),
        ("compare_at_price", None),
        ("care", None),
        ("external_ids", None),
        ("trade", None),
        ("url", "https://shop.example/plants/1042"),
        ("created_at", "2026-03-02T09:15:00.123Z"),
        ("updated_at", "2026-03-02T09:15:00.123Z"),
        ("added_at", "2026-03-02T09:15:00.123Z"),
    ]


def test_a_record_has_the_supplier_and_the_cost_only_if_they_may_be_seen() -> None:
    plant = an_active(supplier=Supplier(name="Hillside Nursery"), cost="7.35", currency="EUR")

    hidden = public_record(plant, today=TODAY, url=None)
    seen = public_record(plant, today=TODAY, url=None, with_costs=True)

    assert {name: seen[name] for name in COSTS} == {
        "supplier": {"name": "Hillside Nursery", "code": None},
        "cost": "7.35",
    }
    assert hidden == {name: value for name, value in seen.items() if name not in COSTS}


def test_a_record_of_a_store_without_public_pages_has_no_url() -> None:
    assert "url" not in public_record(an_active(), today=TODAY, url=None)


def test_each_time_of_the_record_is_its_own() -> None:
    draft = public_record(a_draft(), today=TODAY, url=None)
    plant = changed(added(a_draft(), now=NOW), ROSE, now=Instant(NOW + 1_000_000))
    record = public_record(plant, today=TODAY, url=None)

    assert draft["added_at"] is None
    assert [record[name] for name in ("created_at", "updated_at", "added_at")] == [
        "2026-03-02T09:15:00.123Z",
        "2026-03-02T09:20:12.000Z",
        "2026-03-02T09:20:11.000Z",
    ]


def test_the_basic_record_has_three_fields_at_most() -> None:
    assert basic_record(an_active(tag="shrub", sku="ROS-1")) == {"id": 1042, "name": "Rosa", "tag": "shrub"}
    assert basic_record(an_active(sku="ROS-1")) == {"id": 1042, "name": "Rosa"}
