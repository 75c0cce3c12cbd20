"""What the command line of 0.5.1 sends erases nothing that came after it.

The requests were recorded between its `plantstore plants` (add, edit, replace by SKU, export, import) and a server of
this version; the ids of plants and imports are filled in.
"""

from typing import Any

import pytest

from tests.makers import DETAILS
from tests.web.api.test_imports_api import ended
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

JSON = {"content-type": "application/json"}
BY_SKU = "/api/v1/plants/by-sku/ROS-5"
OLDER = {
    "name": "Rosa canina",
    "sku": "ROS-5",
    "tag": "shrub",
    "price": "24.90",
    "currency": "EUR",
    "gtin": "2000000000077",
    "botanical_name": "Rosa canina",
    "common_names": ["Dog rose"],
    "description": "Hips",
    "tags": ["native"],
    "stock_quantity": 12,
}
"""The fields of a plant that 0.5.1 knew."""
HEADINGS = (
    "id,sku,gtin,name,tag,status,botanical_name,family,common_names,description,tags,images,price,currency,"
    "stock_quantity,available_from,availability,created_at,updated_at,added_at"
)
TIMES = "2026-11-23T21:24:35.198Z,2026-11-23T21:24:35.990Z,2026-11-23T21:24:35.198Z"
EXPORTED = f"\ufeff{HEADINGS}\r\n{{id}},ROS-5,,Rosa  canina,shrub,active,,,,,,,18.50,EUR,,,in_stock,{TIMES}\r\n"
REPLACED = '{"name": "Rosa canina", "sku": "ROS-5", "price": "21.00", "currency": "EUR", "tag": "shrub"}'


@pytest.fixture
def plant(site: Site) -> dict[str, Any]:
    return site.add(**OLDER, **DETAILS)


def kept(site: Site, plant: dict[str, Any]) -> dict[str, Any]:
    """The plant as it is now, with all of its newer fields."""
    now: dict[str, Any] = site.get(f"/api/v1/plants/{plant['id']}").json()
    assert {name: now[name] for name in DETAILS} == DETAILS
    return now


def imported(site: Site, content: str, options: str) -> dict[str, Any]:
    headers = {"content-type": "text/csv", "idempotency-key": f"key {options}"}
    answer = site.ask("POST", f"/api/v1/imports?name=old.csv&map=%7B%7D&{options}", headers=headers, content=content)
    assert answer.status_code == 201, answer.text
    return ended(site, answer.json())


def test_an_edit_keeps_newer_fields(site: Site, plant: dict[str, Any]) -> None:
    body = '{"price": "19.90", "stock_quantity": 5, "description": null}'

    answer = site.ask("PATCH", f"/api/v1/plants/{plant['id']}", headers=JSON, content=body)

    assert answer.status_code == 200, answer.text
    now = kept(site, plant)
    assert (now["price"], now["stock_quantity"], now["description"]) == ("19.90", 5, None)


def test_a_replacement_by_sku_keeps_newer_fields(site: Site, plant: dict[str, Any]) -> None:
    refused = site.ask("PUT", BY_SKU, headers=JSON | {"if-none-match": "*"}, content=REPLACED)
    answer = site.ask("PUT", BY_SKU, headers=JSON | {"if-match": "*"}, content=REPLACED)

    assert (refused.status_code, answer.status_code) == (412, 200)
    now = kept(site, plant)
    assert (now["price"], now["botanical_name"], now["gtin"]) == ("21.00", None, None), "as it was with 0.5.1"


def test_an_export_that_is_imported_again_keeps_newer_fields(site: Site, plant: dict[str, Any]) -> None:
    done = imported(site, EXPORTED.format(id=plant["id"]), "update=true")

    assert (done["updated"], done["added"]) == (1, 0)
    assert kept(site, plant)["price"] == "18.50"


def test_a_restored_plant_keeps_newer_fields(site: Site, plant: dict[str, Any]) -> None:
    archived = site.ask("POST", f"/api/v1/plants/{plant['id']}/archival", headers={"idempotency-key": "K1"})
    done = imported(site, EXPORTED.format(id=plant["id"]), "restore=true&update=true")

    assert archived.status_code == 200
    assert done["updated"] == 1
    assert kept(site, plant)["status"] == "active"


def test_a_plant_that_it_adds_has_no_newer_fields(site: Site) -> None:
    body = '{"name": "Acer palmatum", "sku": "ACE-1", "tag": "tree", "price": "12.00", "currency": "EUR"}'

    answer = site.ask("POST", "/api/v1/plants", headers=JSON | {"idempotency-key": "K2"}, content=body)

    assert answer.status_code == 201, answer.text
    assert {name: answer.json()[name] for name in DETAILS} == dict.fromkeys(DETAILS)
