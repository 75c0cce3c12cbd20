"""The payload `expression` through the API: set, changed, refused, previewed, and what a failed delivery shows."""

import json
from typing import Any

import pytest

from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")
RECEIVERS = "/api/v1/receivers"
PREVIEWS = f"{RECEIVERS}/body-previews"
URL = "https://printer.example/plant/webhook"


def refused(response: Any) -> list[tuple[str, str]]:
    assert response.status_code == 422, response.text
    return [(one["pointer"], one["code"]) for one in response.json()["errors"]]


def test_a_receiver_has_an_expression_until_its_payload_is_another(site: Site) -> None:
    receiver = site.register(url=URL, payload="expression", payload_expression="{title: name}")
    address = f"{RECEIVERS}/{receiver['id']}"
    assert (receiver["payload"], receiver["payload_expression"]) == ("expression", "{title: name}")

    changed = site.ask("PATCH", address, json={"payload_expression": "[id]"}).json()
    assert (changed["payload"], changed["payload_expression"]) == ("expression", "[id]")
    changed = site.ask("PATCH", address, json={"name": "other"}).json()
    assert (changed["payload"], changed["payload_expression"]) == ("expression", "[id]")
    changed = site.ask("PATCH", address, json={"payload": "basic"}).json()
    assert (changed["payload"], changed["payload_expression"]) == ("basic", None)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"payload": "expression"}, "missing"),
        ({"payload_expression": "[id]"}, "not_used"),
        ({"payload": "basic", "payload_expression": "[id]"}, "not_used"),
        ({"payload": "expression", "payload_expression": ""}, "length"),
        ({"payload": "expression", "payload_expression": "x" * 1_001}, "length"),
        ({"payload": "expression", "payload_expression": "{a: }"}, "syntax"),
        ({"payload": "expression", "payload_expression": "a\u0000b"}, "characters"),
        ({"payload": "expression", "payload_expression": "system('ls')"}, "function"),
        ({"payload": "expression", "payload_expression": "(" * 999}, "depth"),
    ],
)
def test_a_bad_expression_is_refused_with_its_place(site: Site, fields: dict[str, Any], code: str) -> None:
    receiver = site.register(url=URL)
    whole = {"url": URL, "name": "x"} | fields

    assert refused(site.post(RECEIVERS, whole)) == [("/payload_expression", code)]
    assert refused(site.ask("PATCH", f"{RECEIVERS}/{receiver['id']}", json=fields)) == [("/payload_expression", code)]
    preview = {"payload": "full"} | fields
    assert refused(site.post(PREVIEWS, preview)) == [("/payload_expression", code)]


@pytest.mark.parametrize("value", [1, True, [], {}])
def test_an_expression_that_is_no_text_is_refused(site: Site, value: object) -> None:
    body = {"url": URL, "name": "x", "payload": "expression", "payload_expression": value}

    assert [pointer for pointer, _ in refused(site.post(RECEIVERS, body))] == ["/payload_expression"]


def test_a_preview_is_the_body_of_a_plants_event(site: Site) -> None:
    first, second = (site.add(name=name)["id"] for name in ("Isoëtes", "Acer"))

    newest = site.post(PREVIEWS, {"payload": "expression", "payload_expression": "{title: name}"}).json()
    chosen = site.post(
        PREVIEWS, {"payload": "expression", "payload_expression": "{title: name}", "plant_id": first}
    ).json()
    basic = site.post(PREVIEWS, {"payload": "basic", "plant_id": second}).json()

    assert (newest["body"], newest["plant_id"], newest["problem"]) == ('{"title":"Acer"}', second, None)
    assert (chosen["body"], chosen["body_bytes"]) == ('{"title":"Isoëtes"}', 20)
    assert json.loads(basic["body"]) == {"id": second, "name": "Acer"}


def test_a_preview_says_why_there_is_no_body(site: Site) -> None:
    site.add(name="Acer")

    number = site.post(PREVIEWS, {"payload": "expression", "payload_expression": "id"}).json()
    hostile = site.post(PREVIEWS, {"payload": "expression", "payload_expression": "[@,@]" + "|[@,@]" * 30}).json()

    assert (number["body"], number["body_bytes"]) == (None, 0)
    assert number["problem"] == "The expression returns a number, but a body is an object or a list."
    assert hostile["problem"] == "The expression is too much work for this plant: more than 20,000 units."


def test_a_preview_of_a_plant_without_an_event_is_not_found(site: Site) -> None:
    assert site.post(PREVIEWS, {"payload": "full"}).status_code == 404
    assert site.post(PREVIEWS, {"payload": "full", "plant_id": 99}).status_code == 404
    assert site.post(PREVIEWS, {"payload": "full", "plant_id": 0}).status_code == 404
    assert site.post(PREVIEWS, {"payload": "full", "plant_id": 2**63}).status_code == 400
