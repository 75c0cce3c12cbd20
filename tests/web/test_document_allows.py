"""The store accepts exactly the values that the schemas in the document allow."""

import re
from typing import Any
from urllib.parse import quote

import jsonschema  # type: ignore[import-untyped, unused-ignore]  # its stubs are a package of their own
import pytest

from plantstore.web.api.imports.endpoints import IMPORTS
from plantstore.web.http.json_body import INT_MAX
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the document does not depend on the engine")
PLANTS, RECEIVERS, DELIVERIES = "/api/v1/plants", "/api/v1/receivers", "/api/v1/deliveries"
ATTEMPTS, ACTIVITY, EVENTS = "/api/v1/attempts", "/api/v1/activity", "/api/v1/events"
TOKENS = "/api/v1/tokens"
GOOD, BAD = True, False
NO_SUCH_RECEIVER = "rcv_7zzzzzzzzzzzz"


@pytest.fixture
def document(site: Site) -> dict[str, Any]:
    return dict(site.get("/api/openapi.json", token=None).json())


def allows(document: dict[str, Any], schema: dict[str, Any], value: object) -> bool:
    whole = {"components": document["components"], **schema}
    return bool(jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker()).is_valid(value))


def parameter(document: dict[str, Any], path: str, method: str, name: str) -> dict[str, Any]:
    [found] = [one for one in document["paths"][path][method]["parameters"] if one["name"] == name]
    return dict(found)


def test_a_text_in_the_query(site: Site, document: dict[str, Any]) -> None:
    for path, name, value, good in [
        (DELIVERIES, "state", "queued", GOOD),
        (DELIVERIES, "state", "queued,exhausted", GOOD),
        (DELIVERIES, "state", "queued,", BAD),
        (DELIVERIES, "state", "undone", BAD),
        (DELIVERIES, "answer", "5xx", GOOD),
        (DELIVERIES, "answer", "404", GOOD),
        (DELIVERIES, "answer", "deadline", GOOD),
        (DELIVERIES, "answer", "6xx", BAD),
        (DELIVERIES, "answer", "", BAD),
        (DELIVERIES, "receiver", NO_SUCH_RECEIVER, GOOD),
        (DELIVERIES, "receiver", "rcv_8zzzzzzzzzzzz", BAD),
        (DELIVERIES, "receiver", "", BAD),
        (DELIVERIES, "event", "1", GOOD),
        (DELIVERIES, "event", "", BAD),
        (ATTEMPTS, "after", "9" * 18, GOOD),
        (ATTEMPTS, "after", "9" * 19, BAD),
        (ATTEMPTS, "after", "-1", BAD),
        (EVENTS, "after", "evt_" + "0" * 26, GOOD),
        (EVENTS, "after", "evt_" + "0" * 25 + "u", BAD),
        (EVENTS, "after", "0000000000000000", GOOD),
        (EVENTS, "after", "9007199254740991", GOOD),
        (EVENTS, "after", "9007199254740992", BAD),
        (EVENTS, "after", "now", BAD),
        (TOKENS, "state", "ending,expired", GOOD),
        (TOKENS, "state", "ending,", BAD),
        (TOKENS, "scope", "plants:read", GOOD),
        (TOKENS, "scope", "staff", BAD),
        (TOKENS, "receiver", NO_SUCH_RECEIVER, GOOD),
        (TOKENS, "receiver", "shop", BAD),
        (ACTIVITY, "action", "removeReceiver", GOOD),
        (ACTIVITY, "action", "removeReceivers", BAD),
        (ACTIVITY, "actor", "store", GOOD),
        (ACTIVITY, "actor", "é", BAD),
        (PLANTS, "tag", "café\ttable", GOOD),
        (PLANTS, "tag", "shrub\x1f", BAD),
        (PLANTS, "tag", "", BAD),
        (PLANTS, "sku", "\x85", BAD),
        (PLANTS, "q", "\x9f", BAD),
    ]:
        asked = site.get(path, params={name: value})

        assert (asked.status_code in (200, 404, 409)) is good, (path, name, value, good)
        assert allows(document, parameter(document, path, "get", name)["schema"], value) is good, (
            path,
            name,
            value,
            good,
        )


def test_json_in_the_query(site: Site, document: dict[str, Any]) -> None:
    for written, value, good in [
        ('{"sku": "Art.Nr.", "tag": null}', {"sku": "Art.Nr.", "tag": None}, GOOD),
        ("{}", {}, GOOD),
        ('{"sku": 1}', {"sku": 1}, GOOD),
        ('{"sku": 0}', {"sku": 0}, BAD),
        ('{"sku": true}', {"sku": True}, BAD),
        ('{"sku": 501}', {"sku": 501}, BAD),
        ('{"colour": "x"}', {"colour": "x"}, BAD),
        ("[]", [], BAD),
    ]:
        headers = {"content-type": "text/csv"}
        asked = site.ask(
            "POST", IMPORTS, params={"map": written}, content=b"Art.Nr.,name\r\nR-1,Rosa\r\n", headers=headers
        )

        assert (asked.status_code == 201) is good, asked.text
        described = parameter(document, IMPORTS, "post", "map")["schema"]
        assert (described["type"], described["contentMediaType"]) == ("string", "application/json"), (
            written,
            value,
            good,
        )
        assert allows(document, described["contentSchema"], value) is good, (written, value, good)


def test_a_header(site: Site, document: dict[str, Any]) -> None:
    for method, path, name, value, good in [
        ("post", PLANTS, "Idempotency-Key", "a b~", GOOD),
        ("post", PLANTS, "Idempotency-Key", "a\tb", BAD),
        ("patch", f"{PLANTS}/{{id}}", "If-Match", 'W/"é"', GOOD),
        ("patch", f"{PLANTS}/{{id}}", "If-Match", "*", GOOD),
        ("patch", f"{PLANTS}/{{id}}", "If-Match", "0", BAD),
        ("patch", f"{PLANTS}/{{id}}", "If-Match", '"1", "2"', BAD),
        ("get", f"{PLANTS}/{{id}}", "If-None-Match", "", GOOD),
        ("get", f"{PLANTS}/{{id}}", "If-None-Match", '"1",, W/"2"', GOOD),
        ("get", f"{PLANTS}/{{id}}", "If-None-Match", '"1" "2"', BAD),
    ]:
        site.add()
        body = None if method == "get" else {"name": "Rosa"}
        asked = site.ask(method.upper(), path.format(id=1), json=body, headers=[(name, value.encode("latin-1"))])

        assert (asked.status_code != 400) is good, asked.text
        assert allows(document, parameter(document, path, method, name)["schema"], value) is good, (
            method,
            path,
            name,
            value,
            good,
        )


def test_a_field_of_a_plant(site: Site, document: dict[str, Any]) -> None:
    for field, value, good in [
        ("name", "Rosa\x0b", BAD),
        ("tag", "", BAD),
        ("sku", " R-1\n", GOOD),
        ("sku", "=R", BAD),
        ("sku", "", BAD),
        ("sku", "Grün/薔-1 #_.+", GOOD),
        ("sku", "Ä\x85", BAD),
        ("sku", "Ä,1", BAD),
        ("sku", " .Ä", BAD),
        ("gtin", "2000000000077", GOOD),
        ("gtin", "200000000", BAD),
        ("botanical_name", "\x9d", BAD),
        ("family", "Rosaceae", GOOD),
        ("family", "Palmae", GOOD),
        ("family", "roses", BAD),
        ("common_names", ["a", "a"], BAD),
        ("common_names", [""], BAD),
        ("description", "", GOOD),
        ("description", "a\nb", GOOD),
        ("description", "\x00", BAD),
        ("tags", ["a,b"], BAD),
        ("images", [{"url": "https://shop.example/1.jpg", "alt": ""}], GOOD),
        ("images", [{"url": "http://shop.example/1.jpg"}], BAD),
        ("images", [{"url": "https://shop.example/1.jpg", "width": 1}], BAD),
        ("images", [{"url": "https://shop.example/1.jpg", "alt": "\x07"}], BAD),
        ("stock_quantity", 24.0, GOOD),
        ("stock_quantity", 24.5, BAD),
    ]:
        body = {"name": "Rosa", field: value}
        asked = site.post(PLANTS, body)

        assert (asked.status_code == 201) is good, asked.text
        assert allows(document, {"$ref": "#/components/schemas/PlantInput"}, body) is good, (field, value, good)


@pytest.mark.parametrize(
    ("field", "value", "good"),
    [
        ("start", "now", GOOD),
        ("start", "2026-06-01T12:00:00+02:00", GOOD),
        ("start", 1, GOOD),
        ("start", 0, BAD),
        ("start", "soon", BAD),
        ("start", "2026-13-01T12:00:00Z", BAD),
        ("name", "\x08", BAD),
        ("url", "ftp://shop.example", BAD),
        ("access_token", "abcdefghijklmnopqrstuvwxyz012345+/==", GOOD),
        ("access_token", "abcdefghijklmnopqrstuvwxyz0123456=789", BAD),
        ("oauth", {"token_url": "https://127.0.0.1/t", "client_id": "a", "client_secret": "b", "scope": "c d"}, GOOD),
        ("oauth", {"token_url": "https://127.0.0.1/t", "client_id": "a", "client_secret": "b", "scope": "c  d"}, BAD),
        ("oauth", {"token_url": "https://127.0.0.1/t", "client_id": "a"}, BAD),
        ("headers", {"x-api-key": "a b"}, GOOD),
        ("headers", {"x-api-key": " a"}, BAD),
        ("headers", {"x-api-key": None}, BAD),
        ("max_concurrency", 7.0, GOOD),
        ("max_concurrency", 8, GOOD),
        ("max_concurrency", 9, BAD),
    ],
)
def test_a_field_of_a_receiver(tmp_path: Any, clock: Any, field: str, value: object, good: bool) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, concurrency_max=8)
    try:
        body = {"url": "http://127.0.0.1:9000", "name": "printer", field: value}
        asked = site.post(RECEIVERS, body)
        document = site.get("/api/openapi.json", token=None).json()
    finally:
        site.close()

    assert (asked.status_code == 201) is good, asked.text
    assert allows(document, {"$ref": "#/components/schemas/ReceiverInput"}, body) is good


def test_the_scopes_of_a_token(site: Site, document: dict[str, Any]) -> None:
    for count, good in [(0, BAD), (1, GOOD), (20, GOOD), (21, BAD)]:
        body = {"name": "shop", "scopes": ["plants:read"] * count, "days": 90.0}
        asked = site.post("/api/v1/tokens", body)

        assert (asked.status_code == 201) is good, asked.text
        assert allows(document, {"$ref": "#/components/schemas/TokenInput"}, body) is good, (count, good)


def test_the_name_of_a_host_may_have_letters_of_any_script(site: Site, document: dict[str, Any]) -> None:
    assert site.register(url="https://gärtnerei.example")["url"].startswith("https://xn--grtnerei-0za.example")
    for name in ("ReceiverInput", "ReceiverChange"):
        assert document["components"]["schemas"][name]["properties"]["url"]["format"] == "iri"


def test_a_field_of_a_replay(site: Site, document: dict[str, Any]) -> None:
    requests: list[tuple[dict[str, Any], bool]] = [
        ({"first": 1, "last": 2.0}, GOOD),
        ({"first": 1, "last": INT_MAX}, GOOD),
        ({"first": 1, "last": INT_MAX + 1}, BAD),
        ({"first": 0}, BAD),
    ]
    for requested, good in requests:
        body = requested | {"dry_run": True}
        asked = site.post(f"{RECEIVERS}/{site.register()['id']}/replays", body)

        assert (asked.status_code == 200) is good, asked.text
        assert allows(document, {"$ref": "#/components/schemas/ReplayInput"}, body) is good, (requested, good)


def test_a_sku_in_the_address(site: Site, document: dict[str, Any]) -> None:
    for sku, status, good in [("R/1 a", 201, GOOD), ("Grün/薔-1", 201, GOOD), ("=R", 422, BAD), ("R\x84", 422, BAD)]:
        asked = site.ask("PUT", f"{PLANTS}/by-sku/{quote(sku)}", json={"name": "Rosa"})

        assert asked.status_code == status, (sku, status, good)
        assert allows(document, parameter(document, PLANTS + "/by-sku/{sku}", "put", "sku")["schema"], sku) is good, (
            sku,
            status,
            good,
        )


def test_a_disguised_path_is_not_found_with_any_method(site: Site, document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "{" in path:
                asked = site.ask(method.upper(), re.sub(r"\{\w+\}", "x%0B", path))
                assert asked.status_code == 404
                assert "404" in operation["responses"], f"{method} {path}"


def test_no_schema_is_left_with_the_name_of_a_setting(site: Site) -> None:
    assert "x-setting" not in site.get("/api/openapi.json", token=None).text
