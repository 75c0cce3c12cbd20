"""PUT and GET of a plant by its SKU."""

import unicodedata
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest

from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

BY_SKU = "/api/v1/plants/by-sku/"


def put(site: Site, sku: str, body: dict[str, Any], **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return site.ask("PUT", BY_SKU + sku, json=body, headers=named)


def test_a_sku_that_nobody_has_makes_a_plant_and_its_event(site: Site) -> None:
    answer = put(site, "HYD-5L", {"name": "Hydrangea"})

    plant = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/v1/plants/{plant['id']}"
    assert (plant["sku"], plant["status"]) == ("HYD-5L", "active")
    assert site.get(f"/api/v1/events/{plant['event_id']}").status_code == 200


def test_a_draft_can_be_put(site: Site) -> None:
    plant = put(site, "HYD-5L", {"name": "Hydrangea", "status": "draft"}).json()

    assert (plant["status"], plant["event_id"]) == ("draft", None)


def test_replacing_a_plant_replaces_all_fields_without_an_event(site: Site) -> None:
    made = site.add(name="Hydrangea", sku="HYD-5L", tag="shrub", price="9.50")

    answer = put(site, "hyd-5l", {"name": "Hydrangea macrophylla", "price": "12.00"}, if_match='"1"')

    plant = answer.json()
    assert answer.status_code == 200
    assert answer.headers["etag"] == '"2"'
    assert (plant["name"], plant["tag"], plant["price"], plant["sku"]) == (
        "Hydrangea macrophylla",
        None,
        "12.00",
        "hyd-5l",
    )
    assert (plant["id"], plant["event_id"]) == (made["id"], made["event_id"])
    assert len(site.get("/api/v1/events").json()["items"]) == 1
    assert site.get(BY_SKU + "HYD-5L").json() == plant


def test_an_identical_replacement_keeps_the_version(site: Site) -> None:
    site.add(name="Hydrangea", sku="HYD-5L")

    answer = put(site, "HYD-5L", {"name": "Hydrangea"}, if_match="*")

    assert (answer.status_code, answer.headers["etag"]) == (200, '"1"')


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 428, "condition_missing"),
        ({"if_match": '"2"'}, 412, "changed"),
        ({"if_match": 'W/"1"'}, 412, "changed"),
        ({"if_none_match": "*"}, 412, "changed"),
        ({"if_match": "1"}, 400, "malformed"),
        ({"if_match": '"1"'}, 200, None),
        ({"if_match": '"1-in_stock"'}, 200, None),
        ({"if_match": "*"}, 200, None),
    ],
)
def test_replacing_a_plant_needs_its_current_etag(
    site: Site, headers: dict[str, str], status: int, code: str | None
) -> None:
    site.add(name="Hydrangea", sku="HYD-5L")

    answer = put(site, "HYD-5L", {"name": "Rosa"}, **headers)

    assert answer.status_code == status
    if code is not None:
        assert answer.json()["type"] == f"/docs/errors/{code}"
        assert site.get(BY_SKU + "HYD-5L").json()["name"] == "Hydrangea"


@pytest.mark.parametrize(
    ("headers", "status"), [({"if_match": '"1"'}, 412), ({"if_match": "*"}, 412), ({"if_none_match": "*"}, 201)]
)
def test_if_match_fails_if_no_plant_has_the_sku(site: Site, headers: dict[str, str], status: int) -> None:
    assert put(site, "HYD-5L", {"name": "Rosa"}, **headers).status_code == status
    assert len(site.get("/api/v1/plants").json()["items"]) == (1 if status == 201 else 0)


@pytest.mark.parametrize(
    ("there", "given", "status"),
    [
        ("draft", "draft", 200),
        ("draft", None, 200),
        ("draft", "active", 409),
        ("active", "draft", 409),
        ("active", "active", 200),
    ],
)
def test_a_status_is_not_changed_by_the_way(site: Site, there: str, given: str | None, status: int) -> None:
    site.add(name="Hydrangea", sku="HYD-5L", status=there)

    answer = put(site, "HYD-5L", {"name": "Rosa", "status": given}, if_match="*")

    assert answer.status_code == status
    assert site.get(BY_SKU + "HYD-5L").json()["status"] == there


@pytest.mark.parametrize(
    ("sku", "body", "status"),
    [
        ("HYD-5L", {"name": "Rosa", "sku": "hyd-5l"}, 201),
        ("HYD-5L", {"name": "Rosa", "sku": None}, 201),
        ("HYD-5L", {"name": "Rosa", "sku": "OTHER"}, 422),
        ("HYD-5L", {"name": "Rosa", "sku": 5}, 422),
        ("HYD-5L", {"name": "Rosa", "id": 5}, 422),
        ("HYD-5L", {}, 422),
        ("HYD/5L", {"name": "Rosa"}, 201),
        ("addition", {"name": "Rosa"}, 201),
        ("a%20b", {"name": "Rosa"}, 201),
        ("a%23b", {"name": "Rosa"}, 201),
        ("=1+1", {"name": "Rosa"}, 422),
        ("é", {"name": "Rosa"}, 201),
        ("€", {"name": "Rosa"}, 422),
        ("x" * 65, {"name": "Rosa"}, 422),
        ("", {"name": "Rosa"}, 422),
        ("HYD%2F5L", {"name": "Rosa"}, 404),
    ],
)
def test_the_sku_of_the_address_is_the_one_that_counts(site: Site, sku: str, body: dict[str, Any], status: int) -> None:
    answer = put(site, sku, body)

    assert answer.status_code == status, answer.text
    if status == 201:
        assert site.get(BY_SKU + sku).json()["id"] == answer.json()["id"]


@pytest.mark.both_engines
def test_the_gtin_of_another_plant_is_refused(site: Site) -> None:
    site.add(name="Rosa", gtin="2000000000077")

    assert put(site, "HYD-5L", {"name": "Hydrangea", "gtin": "2000000000077"}).status_code == 409


def test_getting_an_unchanged_plant_by_sku_returns_304(site: Site) -> None:
    site.add(name="Hydrangea", sku="HYD-5L")

    first = site.get(BY_SKU + "hyd-5l")
    again = site.get(BY_SKU + "HYD-5L", headers={"if-none-match": first.headers["etag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert site.get(BY_SKU + "none").status_code == 404
    assert site.ask("HEAD", BY_SKU + "hyd-5l").status_code == 200


@pytest.mark.both_engines
@pytest.mark.parametrize("sku", ["Grün-5L", "РОЗА/3 л", "薔薇#1"])
def test_a_sku_of_any_script_is_an_address(site: Site, sku: str) -> None:
    made = put(site, quote(sku), {"name": "Rosa"})
    decomposed = unicodedata.normalize("NFD", sku.upper())

    shown = site.get(BY_SKU + quote(decomposed))
    listed = site.get(f"/api/v1/plants?{urlencode({'sku': decomposed})}").json()["items"]
    again = site.ask("POST", "/api/v1/plants", json={"name": "Rosa", "sku": decomposed})

    assert (made.status_code, shown.json()["sku"], shown.json()["id"]) == (201, sku, made.json()["id"])
    assert [plant["id"] for plant in listed] == [made.json()["id"]]
    assert again.status_code == 409
