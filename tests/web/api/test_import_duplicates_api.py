"""Imports of rows that may be plants of the catalogue, or other rows, although no SKU or GTIN says so."""

from typing import Any

import pytest

from tests.web.api.test_imports_api import ended, upload
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"
HEADINGS = "sku,name,botanical name,pot\n"


def _notes(found: dict[str, Any]) -> list[str]:
    return [note["detail"] for note in found["notes"]]


@pytest.mark.both_engines
def test_rows_that_may_be_plants_or_other_rows_are_marked_and_skipped(site: Site) -> None:
    site.add(name="Hortensia", botanical_name="Hydrangea macrophylla 'Bailmer'", pot_size="5 L", sku="HYD-1")
    site.add(name="Mixed tray", pot_size="9 cm")
    rows = (
        ",Mophead,Hydrangea 'Bailmer',C5\n"
        "HYD-2,Mophead,Hydrangea 'Bailmer',C5\n"
        ",Mophead,Hydrangea 'Bailmer',3 L\n"
        "TRAY-1,MIXED  TRAY,,P9\n"
        ",Balkan clary,Salvia nemorosa 'Caradonna',P9\n"
        "SAL-1,Sage,SALVIA NEMOROSA 'CARADONNA',9cm\n"
        "SAL-2,Sage,Salvia nemorosa 'Caradonna',2 L\n"
    )

    found = upload(site, HEADINGS + rows)

    assert (found["new"], found["alike"], found["bad"]) == (4, 3, 0)
    assert [text for text in _notes(found) if text.startswith("Possible")] == [
        "Possible duplicate of #1 (same cultivar and pot size). The row is skipped.",
        "Possible duplicate of #2 (same name and pot size). The row is skipped.",
        "Possible duplicate of line 6 (same cultivar and pot size). The row is skipped.",
    ]
    assert ended(site, found)["added"] == 4
    assert site.get(f"{PLANTS}/duplicates").json()["count"] == 0
    again = upload(site, HEADINGS + rows)
    assert (again["new"], again["present"], again["alike"]) == (0, 2, 5)


def test_possible_duplicates_are_added_if_a_person_says_so(site: Site) -> None:
    site.add(name="Rosa", pot_size="9 cm")
    rows = ",Rosa,,P9\n,ROSA,,9cm\n"

    found = upload(site, HEADINGS + rows, add_alike="true")

    assert (found["new"], found["alike"]) == (2, 0)
    assert ended(site, found)["added"] == 2
    [group] = site.get(f"{PLANTS}/duplicates").json()["items"]
    assert [plant["id"] for plant in group["plants"]] == [1, 2, 3]


def test_a_plant_that_was_added_since_the_check_is_not_added_again(site: Site) -> None:
    found = upload(site, HEADINGS + ",Clary,Salvia nemorosa 'Caradonna',P9\n")
    site.add(name="Sage", botanical_name="Salvia 'Caradonna'", pot_size="9 cm")

    done = ended(site, found)

    assert (done["added"], done["skipped"]) == (0, 1)


@pytest.mark.parametrize("options", [{}, {"update": "true"}, {"update": "true", "restore": "true"}])
def test_a_row_of_a_merged_plant_is_skipped_and_says_where_it_went(site: Site, options: dict[str, str]) -> None:
    site.add(name="Rosa"), site.add(name="Rosa", sku="ROSA-2")
    site.post(f"{PLANTS}/1/merges", {"other": 2})
    before = site.get(f"{PLANTS}/2").json()

    found = upload(site, HEADINGS + "ROSA-2,Rosa rugosa,,\n", **options)

    assert (found["new"], found["changed"], found["present"], found["restorable"]) == (0, 0, 1, 0)
    assert _notes(found) == ["Plant 2 was merged into plant 1. The row is skipped."]
    ended(site, found)
    assert site.get(f"{PLANTS}/2").json() == before


def test_a_plant_that_was_merged_since_the_check_stays_as_it_is(site: Site) -> None:
    site.add(name="Rosa"), site.add(name="Rosa", sku="ROSA-2")
    found = upload(site, HEADINGS + "ROSA-2,Rosa rugosa,,\n", update="true", restore="true")
    site.post(f"{PLANTS}/1/merges", {"other": 2})

    done = ended(site, found)

    assert (done["updated"], done["skipped"]) == (0, 1)
    assert site.get(f"{PLANTS}/2").json()["name"] == "Rosa"
