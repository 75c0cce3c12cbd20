"""What a change was: the fields that differ, before and after, with objects taken apart and costs set aside."""

from dataclasses import replace
from typing import Any

import pytest

from plantstore.domain.plants.history import BY_STORE, Change, change_of, value_at, with_values
from plantstore.domain.plants.plant import archived, as_input, changed, check_fields
from plantstore.domain.timestamps import after
from tests.makers import DETAILS, NOON, a_plant

FULL: dict[str, Any] = {"name": "Rosa", "tag": "shrub", "tags": ["a"], "price": "24.90", "currency": "EUR", **DETAILS}


def edited(**patch: Any) -> Change:
    """The change of a plant with every newer field."""
    plant = a_plant(**FULL)
    fields = check_fields({**as_input(plant.fields), **patch}, currency_default="EUR")
    return change_of(plant, changed(plant, fields, now=after(NOON, seconds=1)), author=BY_STORE)


@pytest.mark.parametrize(
    ("patch", "values", "costs"),
    [
        ({"tag": "tree"}, {"tag": ["shrub", "tree"]}, {}),
        ({"tag": None, "tags": []}, {"tag": ["shrub", None], "tags": [["a"], []]}, {}),
        ({"care": {**DETAILS["care"], "height_cm": 40}}, {"care.height_cm": [150, 40]}, {}),
        ({"care": {**DETAILS["care"], "light": []}}, {"care.light": [["full_sun", "partial_shade"], None]}, {}),
        (
            {"trade": {"plant_passport": {**DETAILS["trade"]["plant_passport"], "a": "Rosa gallica"}, "cites": "II"}},
            {"trade.plant_passport.a": ["Rosa canina", "Rosa gallica"]},
            {},
        ),
        ({"cost": "12.00", "price": "25.00"}, {"price": ["24.90", "25.00"]}, {"cost": ["11.20", "12.00"]}),
        (
            {"supplier": None},
            {},
            {"supplier.name": ["Hillside Nursery", None], "supplier.code": ["ROS-5", None]},
        ),
        ({}, {}, {}),
    ],
)
def test_a_change_has_the_fields_that_differ(patch: Any, values: Any, costs: Any) -> None:
    change = edited(**patch)

    assert (change.values, change.costs) == (values, costs)
    assert (change.version, change.at) == (2, after(NOON, seconds=1))


def test_a_change_of_the_status_names_both() -> None:
    plant = a_plant()

    assert change_of(plant, archived(plant, now=NOON), author=BY_STORE).values == {"status": ["active", "archived"]}


@pytest.mark.parametrize("emptied", ["care", "trade", "external_ids", "supplier", "cost", "description", "tags"])
def test_old_values_put_back_give_the_plant_of_before(emptied: str) -> None:
    plant = a_plant(**FULL, description="Old.")
    empty: dict[str, Any] = {emptied: () if emptied == "tags" else None}
    bare = replace(plant.fields, **empty)
    there = change_of(plant, changed(plant, bare, now=NOON), author=BY_STORE)

    back = with_values(as_input(bare), {name: before for name, (before, _) in there.all_values.items()})

    assert check_fields(back, currency_default="EUR") == plant.fields
    assert all(value_at(as_input(bare), name) == after for name, (_, after) in there.all_values.items())
