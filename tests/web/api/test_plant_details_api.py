"""The fields of a plant that came after version 0.5.1, over the API: pot size, care, ids, trade facts, amounts."""

from typing import Any

import pytest

from tests.makers import CARE, DETAILS
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"
PRICE = {"price": "24.90", "currency": "EUR"}


def of(plant: dict[str, Any]) -> dict[str, Any]:
    return {name: plant[name] for name in DETAILS}


def test_a_plant_without_details_has_them_as_null(site: Site) -> None:
    plant = site.add()

    assert of(plant) == dict.fromkeys(DETAILS)


@pytest.mark.both_engines
def test_details_are_posted_and_read_as_they_were_written(site: Site) -> None:
    plant = site.add(**DETAILS, **PRICE)

    assert of(plant) == DETAILS
    assert site.get(f"{PLANTS}/{plant['id']}").json() == plant
    assert of(site.get(PLANTS).json()["items"][0]) == DETAILS


@pytest.mark.parametrize("name", DETAILS)
def test_each_field_is_patched_and_cleared_by_null(site: Site, name: str) -> None:
    address = f"{PLANTS}/{site.add(**PRICE)['id']}"

    written = site.ask("PATCH", address, json={name: DETAILS[name]})
    others = site.ask("PATCH", address, json={"name": "Rosa rugosa"})
    cleared = site.ask("PATCH", address, json={name: None})

    assert (written.status_code, others.status_code, cleared.status_code) == (200, 200, 200)
    assert of(others.json()) == dict.fromkeys(DETAILS) | {name: DETAILS[name]}
    assert of(cleared.json()) == dict.fromkeys(DETAILS)


def test_a_patch_replaces_an_object_as_a_whole(site: Site) -> None:
    address = f"{PLANTS}/{site.add(care=CARE)['id']}"

    care = site.ask("PATCH", address, json={"care": {"height_cm": 80}}).json()["care"]

    assert care == {
        **dict.fromkeys(CARE),
        "light": [],
        "flowering_months": [],
        "toxicity_pets": "unknown",
        "toxicity_people": "unknown",
        "height_cm": 80,
    }


def test_an_object_that_says_nothing_is_null(site: Site) -> None:
    nothing: dict[str, Any] = {
        "care": {"light": []},
        "external_ids": {},
        "trade": {"plant_passport": {}, "cites": None},
        "supplier": {"name": None},
    }

    assert of(site.add(**nothing)) == dict.fromkeys(DETAILS)


@pytest.mark.parametrize(
    ("name", "wrong", "pointer", "code"),
    [
        ("pot_size", 9, "/pot_size", "type"),
        ("pot_size", "80/100", "/pot_size", "pot_size"),
        ("pot_size", "C3 60/80", "/pot_size", "pot_size"),
        ("pot_size", "9 см", "/pot_size", "pot_size"),  # Cyrillic letters
        ("minimum_order", "6", "/minimum_order", "type"),
        ("minimum_order", True, "/minimum_order", "type"),
        ("minimum_order", 0, "/minimum_order", "range"),
        ("minimum_order", 1_000_001, "/minimum_order", "range"),
        ("compare_at_price", 29.9, "/compare_at_price", "type"),
        ("compare_at_price", "29,90", "/compare_at_price", "decimal"),
        ("cost", "1.005", "/cost", "decimal"),
        ("care", "sunny", "/care", "type"),
        ("care", ["full_sun"], "/care", "type"),
        ("care", {"lite": ["full_sun"]}, "/care/lite", "unknown"),
        ("care", {"light": ["Full sun"]}, "/care/light/0", "choice"),
        ("care", {"light": ["full_sun", "full_sun"]}, "/care/light/1", "duplicate"),
        ("care", {"hardiness_rhs": "H8"}, "/care/hardiness_rhs", "hardiness"),
        ("care", {"hardiness_usda": "9b-4a"}, "/care/hardiness_usda", "hardiness"),
        ("care", {"height_cm": 20_001}, "/care/height_cm", "range"),
        ("care", {"height_cm": 1.5}, "/care/height_cm", "type"),
        ("care", {"flowering_months": [13]}, "/care/flowering_months/0", "range"),
        ("care", {"pollinator_friendly": "yes"}, "/care/pollinator_friendly", "type"),
        ("external_ids", {"wfo": 605616}, "/external_ids/wfo", "type"),
        ("external_ids", {"wfo": "605616"}, "/external_ids/wfo", "identifier"),
        ("external_ids", {"kew": "1"}, "/external_ids/kew", "unknown"),
        ("trade", {"cites": "IV"}, "/trade/cites", "choice"),
        ("trade", {"plant_passport": "A Rosa B GB-1"}, "/trade/plant_passport", "type"),
        ("trade", {"plant_passport": {"b": "GB00001"}}, "/trade/plant_passport/b", "registration"),
        ("trade", {"plant_passport": {"d": "12"}}, "/trade/plant_passport/d", "country"),
        ("supplier", "Hillside Nursery", "/supplier", "type"),
        ("supplier", {"name": ""}, "/supplier/name", "length"),
        ("supplier", {"name": "x" * 101}, "/supplier/name", "length"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place_and_changes_nothing(
    site: Site, name: str, wrong: object, pointer: str, code: str
) -> None:
    plant = site.add(**DETAILS, **PRICE, sku="ROS-1")
    address = f"{PLANTS}/{plant['id']}"

    answers = [
        site.post(PLANTS, {"name": "Rosa", **PRICE, name: wrong}),
        site.ask("PATCH", address, json={name: wrong}),
        site.ask("PUT", f"{PLANTS}/by-sku/ROS-1", json={"name": "R", **PRICE, name: wrong}, headers={"if-match": "*"}),
    ]

    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert {(one["pointer"], one["code"]) for answer in answers for one in answer.json()["errors"]} == {(pointer, code)}
    assert site.get(address).json() == plant
    assert len(site.get(PLANTS).json()["items"]) == 1


def test_taxon_is_read_only(site: Site) -> None:
    answer = site.post(PLANTS, {"name": "Rosa", "taxon": {"genus": "Rosa"}})

    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json()["errors"]] == ["/taxon"]


def test_a_pot_size_is_written_in_one_way(site: Site) -> None:
    assert site.add(pot_size="C3")["pot_size"] == "3 L"


def test_an_amount_gets_the_currency_of_the_store(site: Site) -> None:
    plant = site.add(cost="11.20")

    assert (plant["price"], plant["cost"], plant["currency"]) == (None, "11.20", "EUR")


def test_a_former_price_that_is_not_above_the_price_is_a_warning(site: Site) -> None:
    plant = site.add(price="24.90", compare_at_price="24.90")

    assert [one["pointer"] for one in plant["warnings"]] == ["/compare_at_price"]


@pytest.mark.both_engines
def test_a_put_without_the_details_keeps_them(site: Site) -> None:
    made = site.add(**DETAILS, **PRICE, sku="ROS-1", tag="shrub", botanical_name="Rosa canina")

    answer = put(site, {"name": "Rosa", **PRICE})

    assert of(answer) == of(made)
    assert (answer["tag"], answer["botanical_name"], answer["price"]) == (None, None, "24.90")


def test_a_put_without_amounts_keeps_the_currency_of_those_that_stay(site: Site) -> None:
    site.add(sku="ROS-1", price="24.90", cost="11.20", currency="GBP")

    answer = put(site, {"name": "Rosa"})

    assert (answer["price"], answer["cost"], answer["currency"]) == (None, "11.20", "GBP")


@pytest.mark.parametrize("name", DETAILS)
def test_a_put_with_null_clears_a_detail(site: Site, name: str) -> None:
    site.add(**DETAILS, **PRICE, sku="ROS-1")

    assert of(put(site, {"name": "Rosa", **PRICE, name: None})) == {**DETAILS, name: None}


def test_a_put_of_what_is_there_keeps_the_version(site: Site) -> None:
    site.add(**DETAILS, **PRICE, sku="ROS-1")
    body = {"name": "Rosa", **PRICE, **DETAILS}

    answer = site.ask("PUT", f"{PLANTS}/by-sku/ROS-1", json=body, headers={"if-match": "*"})

    assert (answer.status_code, answer.headers["etag"]) == (200, '"1"')


def test_an_event_has_the_details_but_not_the_supplier_and_the_cost(site: Site) -> None:
    event = site.get(f"/api/v1/events/{site.add(**DETAILS, **PRICE)['event_id']}").json()
    bare = site.get(f"/api/v1/events/{site.add()['event_id']}").json()

    shown = {name: value for name, value in DETAILS.items() if name not in ("supplier", "cost")}
    assert {name: event["plant"][name] for name in shown} == shown
    assert {name: bare["plant"][name] for name in shown} == dict.fromkeys(shown)
    assert not {"supplier", "cost"} & (event["plant"].keys() | bare["plant"].keys())


def test_an_event_keeps_its_body_when_the_details_change(site: Site) -> None:
    plant = site.add(pot_size="5 L", **PRICE)
    before = site.get(f"/api/v1/events/{plant['event_id']}").json()

    site.ask("PATCH", f"{PLANTS}/{plant['id']}", json=DETAILS | {"pot_size": "9 cm"})

    assert site.get(f"/api/v1/events/{plant['event_id']}").json() == before


def put(site: Site, body: dict[str, Any]) -> dict[str, Any]:
    answer = site.ask("PUT", f"{PLANTS}/by-sku/ROS-1", json=body, headers={"if-match": "*"})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_taxon_is_derived_from_the_botanical_name(site: Site) -> None:
    added = site.post(PLANTS, {"name": "Fatshedera", "botanical_name": "x Fatshedera lizei 'Variegata'"}).json()
    site.post(PLANTS, {"name": "Snake plant", "botanical_name": "Snake Plant"})

    shown = site.get(f"{PLANTS}/{added['id']}").json()
    listed = [plant["taxon"] for plant in site.get(PLANTS).json()["items"]]
    changed = site.ask("PATCH", f"{PLANTS}/{added['id']}", json={"botanical_name": "Hedera helix"}).json()
    cleared = site.ask("PATCH", f"{PLANTS}/{added['id']}", json={"botanical_name": None}).json()

    assert added["botanical_name"] == "x Fatshedera lizei 'Variegata'"
    assert (added["taxon"]["genus"], added["taxon"]["hybrid"], added["taxon"]["cultivar"]) == (
        "Fatshedera",
        "nothogenus",
        "Variegata",
    )
    assert shown["taxon"] == added["taxon"]
    assert listed == [added["taxon"], None]
    assert (changed["taxon"]["genus"], cleared["taxon"]) == ("Hedera", None)


def test_doubts_about_a_botanical_name_are_warnings(site: Site) -> None:
    added = site.post(PLANTS, {"name": "Lavender", "botanical_name": "Lavendula angustifolia"}).json()
    rejected = site.post(PLANTS, {"name": "Mixed", "botanical_name": "Mixed succulents tray"})

    assert added["botanical_name"] == "Lavendula angustifolia"
    assert added["warnings"] == [
        {"pointer": "/botanical_name", "code": "spelling", "detail": "“Lavendula”: did you mean Lavandula?"}
    ]
    assert (rejected.status_code, rejected.json()["taxon"]) == (201, None)
    assert [one["code"] for one in rejected.json()["warnings"]] == ["not_a_name"]


def test_plants_are_filtered_by_genus(site: Site) -> None:
    for name in ("×Fatshedera lizei", "Hedera helix", "HEDERA HELIX 'GOLDCHILD'"):
        site.post(PLANTS, {"name": name, "botanical_name": name})

    def names(query: str) -> list[str]:
        return [plant["name"] for plant in site.get(f"{PLANTS}?{query}").json()["items"]]

    assert names("genus=hedera") == ["Hedera helix", "HEDERA HELIX 'GOLDCHILD'"]
    assert names("genus=fatshedera") == names("genus=%C3%97Fatshedera") == ["×Fatshedera lizei"]
    assert names("genus=hedera&sort=-name") == ["HEDERA HELIX 'GOLDCHILD'", "Hedera helix"]
    assert names("genus=hed") == []
    for query in ("genus=", f"genus={'a' * 61}", "genus=a%00"):
        assert site.get(f"{PLANTS}?{query}").status_code == 400, query
    assert site.get(f"{PLANTS}?genus={'a' * 60}").status_code == 200
