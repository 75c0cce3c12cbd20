"""What a bulk edit does to one plant: all requested changes or none."""

from typing import Any

import pytest

from plantstore.domain.errors import Invalid
from plantstore.domain.plants.bulk_changes import Refusal, apply_changes, check_changes, summary, write_changes
from plantstore.domain.plants.checks import STOCK_MAX
from plantstore.domain.plants.plant import Plant, Status, as_input
from tests.makers import NOON, a_plant


def changed(changes: dict[str, Any], plant: Plant | None = None, **fields: Any) -> Any:
    """Return what differs afterwards; the code of the refusal; None if nothing does."""
    before = plant or a_plant(1, **fields)
    found = apply_changes(before, check_changes(changes, "/changes"), now=NOON, currency="EUR")
    if found is None or isinstance(found, Refusal):
        return found and found.code
    old = as_input(before.fields) | {"status": before.status.value}
    new = as_input(found.fields) | {"status": found.status.value}
    return {name: value for name, value in new.items() if value != old[name]}


def an_archived(**about: Any) -> Plant:
    found = apply_changes(a_plant(1), check_changes({"action": "archive"}, ""), now=NOON, currency="EUR")
    assert isinstance(found, Plant)
    return found


def test_stock_is_set_added_and_cleared() -> None:
    assert changed({"stock_quantity": {"set": 0}}, stock_quantity=3) == {"stock_quantity": 0}
    assert changed({"stock_quantity": {"set": 3}}, stock_quantity=3) is None
    assert changed({"stock_quantity": {"add": -3}}, stock_quantity=3) == {"stock_quantity": 0}
    assert changed({"stock_quantity": {"clear": True}}, stock_quantity=3) == {"stock_quantity": None}
    assert changed({"stock_quantity": {"add": 1}}) == "no_stock"
    assert changed({"stock_quantity": {"add": -4}}, stock_quantity=3) == "stock_below_zero"
    assert changed({"stock_quantity": {"add": STOCK_MAX}}, stock_quantity=1) == "stock_max"


def test_type_and_tags_change() -> None:
    assert changed({"tag": {"set": "shrub"}}, tag="tree") == {"tag": "shrub"}
    assert changed({"tag": {"clear": True}}, tag="tree") == {"tag": None}
    assert changed({"tags": {"add": ["Sale", "new"]}}, tags=["SALE"]) == {"tags": ["SALE", "new"]}
    assert changed({"tags": {"remove": ["sale"], "add": ["new"]}}, tags=["Sale", "big"]) == {"tags": ["big", "new"]}
    assert changed({"tags": {"replace": []}}, tags=["Sale"]) == {"tags": []}
    assert changed({"tags": {"remove": ["sale"]}}) is None
    assert changed({"tags": {"add": ["one more"]}}, tags=[f"tag {n}" for n in range(20)]) == "tags_max"


def test_a_plant_without_a_currency_gets_that_of_the_store_with_its_price() -> None:
    assert changed({"price": {"set": "4.5"}}) == {"price": "4.50", "currency": "EUR"}
    assert changed({"price": {"amount": "1"}}, price="4.50", currency="GBP") == {"price": "5.50"}


def test_actions_move_only_plants_that_they_fit() -> None:
    draft, active, archived = a_plant(1, status=Status.DRAFT), a_plant(1), an_archived()
    found = {
        action: [changed({"action": action}, plant) for plant in (draft, active, archived)]
        for action in ("add_to_store", "archive", "restore")
    }

    assert found == {
        "add_to_store": [{"status": "active"}, None, "archived"],
        "archive": ["draft", {"status": "archived"}, None],
        "restore": ["draft", None, {"status": "active"}],
    }


def test_nothing_changes_if_one_of_the_changes_does_not_fit() -> None:
    both = {"price": {"percent": "5"}, "tags": {"add": ["sale"]}, "action": "archive"}

    assert changed(both) == "no_price"
    assert changed(both, price="2.00", currency="EUR").keys() == {"price", "tags", "status"}


@pytest.mark.parametrize(
    ("raw", "pointers"),
    [
        (None, ["/changes"]),
        ([], ["/changes"]),
        ({}, ["/changes"]),
        ({"price": None}, ["/changes"]),
        ({"cost": {"set": "1"}}, ["/changes/cost"]),
        ({"stock_quantity": {}}, ["/changes/stock_quantity"]),
        ({"stock_quantity": {"set": 1, "add": 1}}, ["/changes/stock_quantity"]),
        ({"stock_quantity": {"set": True}}, ["/changes/stock_quantity/set"]),
        ({"stock_quantity": {"set": -1}, "tag": {}}, ["/changes/stock_quantity/set", "/changes/tag"]),
        ({"stock_quantity": {"clear": False}}, ["/changes/stock_quantity/clear"]),
        ({"tag": {"set": "x" * 51}}, ["/changes/tag/set"]),
        ({"tags": {}}, ["/changes/tags"]),
        ({"tags": {"add": []}}, ["/changes/tags"]),
        ({"tags": {"replace": [], "add": ["a"]}}, ["/changes/tags"]),
        ({"tags": {"add": ["Sale"], "remove": ["sale"]}}, ["/changes/tags/remove"]),
        ({"tags": {"add": ["a,b"]}}, ["/changes/tags/add/0"]),
        ({"action": "delete"}, ["/changes/action"]),
    ],
)
def test_wrong_changes_are_refused_together(raw: Any, pointers: list[str]) -> None:
    with pytest.raises(Invalid) as refused:
        check_changes(raw, "/changes")

    assert [problem.pointer for problem in refused.value.fields] == pointers


def test_changes_are_written_as_they_are_read_and_summed_up() -> None:
    raw = {
        "price": {"percent": "-5", "round_to": "0.05", "currency": "EUR"},
        "stock_quantity": {"set": 0},
        "tag": {"clear": True},
        "tags": {"replace": []},
        "action": "add_to_store",
    }
    changes = check_changes(raw, "")

    assert write_changes(changes) == raw
    assert check_changes(write_changes(changes), "") == changes
    assert summary(changes) == (
        "price -5 %, rounded to 0.05, only EUR; stock 0; type cleared; tags cleared; add to store"
    )
    more = check_changes({"stock_quantity": {"add": 3}, "tags": {"add": ["a"], "remove": ["b"]}}, "")
    assert summary(more) == "stock +3; tags +a, -b"
