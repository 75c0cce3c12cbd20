"""The two OpenAPI documents: the published one matches the specification, and ours matches what is served."""

import dataclasses
import json
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]  # its stubs are a package of their own
import pytest
import yaml
from openapi_spec_validator import validate

from plantstore.core.event_body import full_body, to_body
from plantstore.core.settings import Settings
from plantstore.domain.event import EVENT_TYPE, TEST_TYPE
from plantstore.domain.plants.fields import READ_ONLY
from plantstore.domain.plants.plant import COSTS, PlantFields, Status, basic_record, public_record
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.domain.timestamps import to_datetime
from plantstore.receivers import test_request
from plantstore.sending.request import SCHEMA_FRAGMENT
from plantstore.web.api.plants.schemas import EXAMPLE_INPUT, EXAMPLE_RECORD, RECORD, SCHEMAS
from plantstore.web.http.problems import KINDS
from plantstore.web.openapi.published import published_document
from tests.makers import DETAILS, NOON, a_plant
from tests.sending.scripted_receiver import a_template, an_event
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.sqlite_only("the documents do not depend on the engine")
FULL: dict[str, Any] = {
    "tag": "shrub",
    "sku": "HYD-END-5L",
    "gtin": "2000000000077",
    "botanical_name": "Hydrangea macrophylla 'Bailmer'",
    "family": "Hydrangeaceae",
    "common_names": ["Mophead hydrangea"],
    "description": "Blue\nor pink.",
    "tags": ["peat-free"],
    "images": [{"url": "https://shop.example/1.jpg", "alt": "In flower"}, {"url": "https://shop.example/2.jpg"}],
    "price": "24.90",
    "currency": "EUR",
    "stock_quantity": 24,
    "available_from": "2026-05-25",
    **DETAILS,
}
TODAY = to_datetime(NOON).date()
OF_EVENTS = {"ce-sequence", "plantstore-previous-sequence"}  # headers that a test request has not
BARE, WHOLE, DRAFT = a_plant(1), a_plant(2, **FULL), a_plant(3, status=Status.DRAFT)
URL = "https://shop.example/plants/1"


@pytest.fixture
def published(site: Site) -> dict[str, Any]:
    return dict(site.get("/openapi.json", token=None).json())


@pytest.fixture
def managed(site: Site) -> dict[str, Any]:
    return dict(site.get("/api/openapi.json", token=None).json())


def check(document: dict[str, Any], name: str, value: object) -> None:
    """Validate a value against a schema of a document, formats included."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker()).validate(value)


def test_the_published_document_is_the_specification_fact_by_fact(published: dict[str, Any]) -> None:
    assert published["openapi"] == "3.1.0"
    assert published["info"]["title"] == "Plant Store"
    assert "a sample api that uses a plant store as its example" in published["info"]["description"].lower()
    assert published["info"]["version"] == "1.0.0"
    assert published["info"]["license"]["name"] == "MIT"
    [server] = published["servers"]
    assert server["url"] == "{base_url}"
    assert list(server["variables"]) == ["base_url"]
    assert server["variables"]["base_url"]["default"] == BASE_URL
    assert published["security"] == [{"bearerAuth": []}]
    assert published["components"]["securitySchemes"] == {"bearerAuth": {"type": "http", "scheme": "bearer"}}
    assert published["paths"] == {}
    assert list(published["webhooks"]) == [WEBHOOK_PATH] == ["/plant/webhook"]
    assert list(published["webhooks"]["/plant/webhook"]) == ["post"]
    new_plant = published["webhooks"]["/plant/webhook"]["post"]
    assert new_plant["summary"] == "New Plant"
    assert new_plant["description"] == "Information about a new plant added to the store"
    assert "security" not in new_plant, "the requirement of the document covers it"
    assert new_plant["requestBody"]["required"] is True
    [(media_type, body)] = new_plant["requestBody"]["content"].items()
    assert (media_type, body["schema"]) == ("application/json", {"$ref": "#/components/schemas/NewPlant"})
    assert body["examples"]
    assert list(new_plant["responses"]) == ["2XX", "410", "default"]


def test_the_schema_of_the_body_is_one_flat_open_object(published: dict[str, Any]) -> None:
    schema = published["components"]["schemas"]["NewPlant"]

    assert schema["type"] == "object"
    assert schema["required"] == ["id", "name"]
    assert schema["additionalProperties"] is True
    assert schema["properties"]["id"]["format"] == "int64"
    assert not {"allOf", "anyOf", "oneOf", "$ref"} & schema.keys()


def test_the_server_url_is_plain_http_unless_it_is_configured() -> None:
    [server] = published_document(Settings(host="localhost").public_url)["servers"]

    assert server["variables"]["base_url"]["default"] == "http://localhost:8000"


def test_the_headers_are_those_that_are_sent(published: dict[str, Any]) -> None:
    headers = {one["name"]: one for one in published["webhooks"]["/plant/webhook"]["post"]["parameters"]}

    assert {one["in"] for one in headers.values()} == {"header"}
    assert list(headers) == [
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
        "webhook-attempt",
        "ce-specversion",
        "ce-id",
        "ce-source",
        "ce-type",
        "ce-time",
        "ce-sequence",
        "plantstore-previous-sequence",
        "ce-dataschema",
        "webhook-test",
    ]
    assert headers["ce-type"]["schema"]["enum"] == [EVENT_TYPE, TEST_TYPE]
    optional = [name for name, one in headers.items() if not one["required"]]
    assert optional == ["ce-sequence", "plantstore-previous-sequence", "webhook-test"], "of events, filters and tests"
    assert headers["ce-source"]["example"] == BASE_URL
    assert headers["ce-dataschema"]["example"] == BASE_URL + SCHEMA_FRAGMENT
    for one in headers.values():
        jsonschema.validate(one["example"], one["schema"])


def test_a_test_request_is_as_the_document_says(published: dict[str, Any]) -> None:
    template = a_template(8080, test=True)

    head, body = template.write(an_event()._replace(body=test_request.BODY), number=1, timestamp_s=1).split(b"\r\n\r\n")

    check(published, "NewPlant", json.loads(body))
    sent = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    for one in published["webhooks"]["/plant/webhook"]["post"]["parameters"]:
        assert (one["name"] in sent) is (one["name"] not in OF_EVENTS), one["name"]
        if one["schema"]["type"] == "string" and one["name"] in sent:
            jsonschema.validate(sent[one["name"]], one["schema"])


def test_yaml_and_json_say_the_same(site: Site, published: dict[str, Any]) -> None:
    answer = site.get("/openapi.yaml", token=None)

    assert answer.headers["content-type"] == "application/yaml"
    assert yaml.safe_load(answer.text) == published
    assert "&id" not in answer.text


def test_an_independent_validator_passes_both(published: dict[str, Any], managed: dict[str, Any]) -> None:
    validate(published)
    validate(managed)


def test_the_schema_names_every_field_of_the_record_and_no_other() -> None:
    record = public_record(WHOLE, today=TODAY, url=URL, with_costs=True)

    assert list(RECORD) == list(record)
    written = {field.name for field in dataclasses.fields(PlantFields)}
    assert {*RECORD, "merged_into", "thumbnails"} == written | READ_ONLY.keys()


def test_real_bodies_pass_the_published_schema(published: dict[str, Any]) -> None:
    for url in [None, URL]:
        for plant in [BARE, WHOLE]:
            check(published, "NewPlant", json.loads(full_body(plant, today=TODAY, url=url)))
            check(published, "NewPlant", json.loads(to_body(basic_record(plant))))


def test_the_published_schema_rejects_a_wrong_field(published: dict[str, Any]) -> None:
    for field in RECORD.keys() - set(COSTS):
        record = json.loads(full_body(WHOLE, today=TODAY, url=URL)) | {field: {"cites": True, "name": 1, "wfo": 1}}
        if field == "care":
            record[field] = {"height_cm": "tall"}

        with pytest.raises(jsonschema.ValidationError):
            check(published, "NewPlant", record)


def test_the_examples_are_valid(published: dict[str, Any], managed: dict[str, Any]) -> None:
    body = published["webhooks"]["/plant/webhook"]["post"]["requestBody"]["content"]["application/json"]
    for example in body["examples"].values():
        check(published, "NewPlant", example["value"])
    for path in managed["paths"].values():
        for operation in path.values():
            for content in [operation.get("requestBody", {}), *operation["responses"].values()]:
                for media in content.get("content", {}).values():
                    name = media["schema"]["$ref"].removeprefix("#/components/schemas/")
                    values = [one["value"] for one in media["examples"].values()] if "examples" in media else []
                    if name == "WorkbookBytes":  # JSON cannot hold one
                        continue
                    for value in values or [media["example"]]:
                        check(managed, name, value)


def test_every_operation_names_its_scope_its_errors_and_an_example(managed: dict[str, Any]) -> None:
    for path, methods in managed["paths"].items():
        for method, operation in methods.items():
            scope = operation["x-required-scope"]
            assert scope in operation["description"]
            assert {"400", "401", "403", "413", "503"} <= operation["responses"].keys()
            assert ("404" in operation["responses"]) or "{" not in path
            assert ("415" in operation["responses"]) == ("requestBody" in operation)
            successes = [status for status in operation["responses"] if status.startswith("2")]
            told_apart = "dry_run" in operation["description"] or "with 201" in operation["description"]
            assert len(successes) == 1 or told_apart, "which of two successes comes when is said"
            assert all(status == "204" or operation["responses"][status]["content"] for status in successes)
            if method == "post":
                assert "Idempotency-Key" in {one["name"] for one in operation["parameters"]}


def test_answers_are_as_documented(site: Site, managed: dict[str, Any]) -> None:
    plant = site.add(**FULL)
    receiver = site.register(start="beginning")
    token = site.post("/api/v1/tokens", {"name": "shop", "scopes": ["staff"]}).json()

    check(managed, "PlantAnswer", plant)
    check(managed, "PlantAnswer", site.add(status="draft"))
    check(managed, "RegisteredReceiver", receiver)
    check(managed, "CreatedToken", token)
    for path, name in [
        ("plants/1", "PlantAnswer"),
        ("plants", "PlantPage"),
        ("plants?changed_after=0", "PlantPage"),
        ("events", "EventPage"),
        (f"events/{plant['event_id']}", "EventDetail"),
        ("deliveries", "DeliveryPage"),
        ("deliveries/counts", "Counts"),
        (f"deliveries/1/{receiver['id']}", "DeliveryDetail"),
        ("attempts?after=0", "AttemptPage"),
        ("receivers", "ReceiverPage"),
        (f"receivers/{receiver['id']}", "Receiver"),
        ("tokens", "TokenPage"),
        ("imports", "ImportPage"),
        ("activity", "ActivityPage"),
        (f"receivers/{receiver['id']}/replays", "ReplayPage"),
    ]:
        check(managed, name, site.get(f"/api/v1/{path}").json())
    check(managed, "Problem", site.post("/api/v1/plants", {}).json())


def test_every_filter_and_header_that_is_documented_is_known(site: Site, managed: dict[str, Any]) -> None:
    values = {"status": "draft", "updated_after": "2026-06-01T12:00:00Z", "changed_after": "0"}
    values |= {"limit": "1", "after": "0", "wait": "0"}
    id = site.register(start="beginning")["id"]
    plant = site.add()["id"]
    hook = {"name": "pager", "url": "http://127.0.0.1:9000", "types": ["receiver.disabled"]}
    operational = site.post("/api/v1/operational-webhooks", hook).json()["id"]
    values |= {
        "scope": "plants:read",
        "unused_since": "2026-06-01T12:00:00Z",
        "since": "2026-06-01T12:00:00Z",
        "until": "2026-06-01T12:00:00Z",
        "event": "1",
        "receiver": id,
        "sort": "id",
        "version": "2",
        "pot_size": "5 L",
        "family": "Rosaceae",
        "hardiness": "6b",
        "genus": "Rosa",
        "price_from": "1",
        "price_to": "9.90",
        "currency": "EUR",
        "added_after": "2026-06-01T12:00:00Z",
        "raw": "true",
        "active": "true",
    }
    for path, methods in managed["paths"].items():
        for one in methods.get("get", {}).get("parameters", []):
            if one["in"] == "query" and one["name"] != "cursor":
                [value, *_] = (
                    one["schema"].get("examples") or one["schema"].get("enum") or [values.get(one["name"], "x")]
                )
                query = {one["name"]: value}
                whose = plant if "/plants/" in path else operational if "/operational-webhooks/" in path else id
                assert site.get(path.format(id=whose), params=query).status_code == 200


def test_the_domain_accepts_what_the_schema_allows(site: Site, managed: dict[str, Any]) -> None:
    for body in (EXAMPLE_INPUT, {"name": "Rosa", **FULL, "sku": "R-1"}, dict.fromkeys(FULL) | {"name": "Rosa"}):
        check(managed, "PlantInput", body)
        assert site.post("/api/v1/plants", body).status_code == 201
    assert SCHEMAS["PlantInput"]["properties"].keys() - {"status"} == SCHEMAS["PlantPatch"]["properties"].keys()
    assert EXAMPLE_RECORD["id"] == 1042


def test_every_error_has_its_page(site: Site) -> None:
    listed = site.get("/docs/errors/", token=None).text
    for kind, about in KINDS.items():
        page = site.get(f"/docs/errors/{kind.code}", token=None)
        assert page.status_code == 200
        assert about.title in page.text
        assert str(about.status) in page.text
        assert f"/docs/errors/{kind.code}" in listed
    assert site.get("/docs/errors/none", token=None).status_code == 404
    assert len({kind.code for kind in KINDS}) == len(KINDS)
