"""Imports that change plants which are there, or bring them back: only where that was said, and nobody is told."""

from typing import Any

import pytest

from tests.web.api.test_imports_api import ended, events, upload
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

MERGE = {"content-type": "application/merge-patch+json"}


def shop(site: Site) -> None:
    """Three plants: one with everything that a list may change, one with a GTIN only, one that is archived."""
    site.add(name="Rosa", sku="A-1", price="4.50", currency="GBP", description="Red", stock_quantity=3)
    site.add(name="Acer", gtin="2000000000077")
    site.add(name="Old rose", sku="A-3", stock_quantity=1)
    assert site.post("/api/v1/plants/3/archival").status_code == 200


def plant(site: Site, id: int) -> dict[str, Any]:
    return dict(site.get(f"/api/v1/plants/{id}").json())


UPDATES = (
    "sku,gtin,name,price,currency,stock,description,status\n"
    "a-1,,Rosa rugosa,5.00,GBP,-,,draft\n"  # empty cells erase nothing; a dash is a stock of 0
    "B-2,2000000000077,Acer,,,,Maple,\n"  # it has a GTIN, and gets the SKU that it has not
    "A-3,,Old rose,,,9,,\n"
    "A-4,,Bellis,,,,,\n"
)


def test_a_list_updates_what_it_fills_when_that_was_said(site: Site) -> None:
    shop(site)
    told = events(site)

    found = upload(site, UPDATES, update="true")
    done = ended(site, found)

    assert (found["new"], found["changed"], found["present"], found["deliveries"]) == (1, 2, 1, 0)
    assert found["remaining"] == 3
    assert (done["added"], done["updated"], done["skipped"], done["remaining"]) == (1, 2, 0, 0)
    first, second, third = (plant(site, number) for number in (1, 2, 3))
    assert (first["name"], first["price"], first["currency"], first["status"]) == (
        "Rosa rugosa",
        "5.00",
        "GBP",
        "active",
    )
    assert (first["description"], first["stock_quantity"], first["sku"]) == ("Red", 0, "A-1")
    assert (second["sku"], second["description"]) == ("B-2", "Maple")
    assert (third["status"], third["stock_quantity"]) == ("archived", 1)
    assert events(site) == told + 1, "nobody is told of a change"


@pytest.mark.both_engines
def test_two_rows_that_come_to_mean_one_plant_both_change_it(site: Site) -> None:
    site.add(name="Rosa", sku="A-1")
    site.add(name="Acer", gtin="2000000000077")
    rows = "sku,gtin,name,price,stock\nA-1,,Rosa,9.50,\n,2000000000077,Rosa,,7\n"
    found = upload(site, rows, update="true")
    for number, gtin in ((2, None), (1, "2000000000077")):  # after the check, and before the confirmation
        assert site.ask("PATCH", f"/api/v1/plants/{number}", json={"gtin": gtin}, headers=MERGE).status_code == 200

    ended(site, found)

    changed = plant(site, 1)
    assert (changed["price"], changed["stock_quantity"]) == ("9.50", 7)


def test_without_a_word_nothing_that_is_there_is_changed(site: Site) -> None:
    shop(site)
    before = [plant(site, number) for number in (1, 2, 3)]

    found = upload(site, UPDATES)
    done = ended(site, found)

    assert (found["new"], found["changed"], found["present"]) == (1, 0, 3)
    assert (done["added"], done["updated"]) == (1, 0)
    assert [plant(site, number) for number in (1, 2, 3)] == before


def test_a_list_restores_what_is_archived_when_that_was_said(site: Site) -> None:
    shop(site)
    told = events(site)
    only = "sku,name,stock\nA-3,Other name,9\nA-1,Rosa,\n"

    restored = ended(site, upload(site, only, restore="true"))
    site.post("/api/v1/plants/3/archival")
    both = ended(site, upload(site, only, restore="true", update="true"))

    assert (restored["changed"], restored["updated"], restored["present"]) == (1, 1, 1)
    assert (both["changed"], both["updated"]) == (1, 1)
    third = plant(site, 3)
    assert (third["status"], third["name"], third["stock_quantity"]) == ("active", "Other name", 9)
    assert events(site) == told


@pytest.mark.both_engines
def test_a_restored_plant_keeps_its_fields_unless_they_are_to_be_updated(site: Site) -> None:
    shop(site)

    ended(site, upload(site, "sku,name,stock\nA-3,Other name,9\n", restore="true"))

    third = plant(site, 3)
    assert (third["status"], third["name"], third["stock_quantity"]) == ("active", "Old rose", 1)


@pytest.mark.both_engines
def test_the_same_update_again_changes_nothing(site: Site) -> None:
    shop(site)
    ended(site, upload(site, UPDATES, update="true"))
    version = site.get("/api/v1/plants/1").headers["etag"]

    again = upload(site, UPDATES, update="true")

    assert (again["new"], again["changed"], again["present"], again["remaining"]) == (0, 0, 4, 0)
    assert ended(site, again)["updated"] == 0
    assert site.get("/api/v1/plants/1").headers["etag"] == version


def test_an_update_that_has_become_needless_or_impossible_is_skipped(site: Site) -> None:
    shop(site)
    found = upload(site, UPDATES, update="true")
    site.ask("DELETE", "/api/v1/plants/2")
    for name, value in (("name", "Rosa rugosa"), ("price", "5.00"), ("stock_quantity", 0)):
        site.ask("PATCH", "/api/v1/plants/1", json={name: value})

    done = ended(site, found)

    assert (done["added"], done["updated"], done["skipped"], done["remaining"]) == (1, 0, 2, 0)


@pytest.mark.both_engines
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("A-1,,Rosa,1\nA-1,,Rosa,2\n", "This SKU is also on line 2."),
        ("B-1,2000000000077,Acer,1\n,2000000000077,Acer,2\n", "This GTIN is also on line 2."),
        ("A-1,2000000000077,Rosa,1\n", "The SKU belongs to plant 1, and the GTIN to another plant."),
    ],
)
def test_duplicate_rows_are_bad(site: Site, rows: str, said: str) -> None:
    shop(site)

    found = upload(site, f"sku,gtin,name,price\n{rows}", update="true")

    assert [problem["detail"] for problem in found["problems"]] == [said]


@pytest.mark.both_engines
def test_a_plant_that_stands_on_two_lines_under_two_codes_is_bad(site: Site) -> None:
    site.add(name="Rosa", sku="A-1", gtin="2000000000077")

    found = upload(site, "sku,gtin,name,price\nA-1,,Rosa,1\n,2000000000077,Rosa,2\n", update="true")

    assert [problem["detail"] for problem in found["problems"]] == ["Plant 1 is also on line 2."]
    assert found["changed"] == 1


def test_an_undo_gives_changed_plants_their_values_back(site: Site) -> None:
    shop(site)
    found = ended(site, upload(site, UPDATES, update="true"))

    undone = ended(site, found, "undo")

    assert (undone["archived"], undone["kept"], undone["reverted"]) == (1, 0, found["updated"])
    assert plant(site, 1)["name"] == "Rosa"


@pytest.mark.both_engines
@pytest.mark.parametrize(
    ("rows", "changed"),
    [
        ("sku,name,price\nA-1,Rosa,-\n", {}),  # not given
        (
            "sku,name,botanical name\nA-1,,Rosa rugosa\n",
            {"botanical_name": "Rosa rugosa"},
        ),  # its name is not on the list
        ("sku,name,price\nA-1,Rosa,€6.00\n", {"price": "6.00", "currency": "EUR"}),
        ("sku,name,currency\nA-1,Rosa,EUR\n", {"currency": "EUR"}),
    ],
)
def test_only_what_a_row_says_is_written(site: Site, rows: str, changed: dict[str, str]) -> None:
    shop(site)
    before = plant(site, 1)

    found = ended(site, upload(site, rows, update="true"))

    after = plant(site, 1)
    moved = {"updated_at", "warnings", "taxon"}
    assert {name: after[name] for name in after if after[name] != before[name] and name not in moved} == changed
    assert found["updated"] == bool(changed)


def test_contradictory_rows_are_bad(site: Site) -> None:
    shop(site)

    found = upload(site, "sku,name,currency\nA-1,Rosa,JPY\n", update="true")

    assert (found["bad"], found["changed"]) == (1, 0)
    assert "JPY" in found["problems"][0]["detail"]
