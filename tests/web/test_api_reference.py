"""The reference of the API for people: every operation, field and error of the two documents is on its pages."""

import html
import json
import re
import shlex
from itertools import pairwise
from typing import Any

import pytest

from plantstore.web.docs.schema_tables import SchemaTables
from plantstore.web.http.problems import KINDS, PAGES
from plantstore.web.routes import ENDPOINTS
from tests.web.harness import BASE_URL, Site
from tests.web.test_docs_site import Seen, read

pytestmark = pytest.mark.sqlite_only("the reference does not depend on the engine")

TOKEN = "Bearer $PLANTSTORE_TOKEN"


@pytest.fixture
def managed(site: Site) -> dict[str, Any]:
    return dict(site.get("/api/openapi.json", token=None).json())


def resource_of(operation: dict[str, Any]) -> str:
    return f"/api/docs/{operation['tags'][0]}"


def operations_of(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method.upper(), path, one) for path, methods in document["paths"].items() for method, one in methods.items()
    ]


def part(page: str, name: str) -> str:
    """What a page says of one operation."""
    return page.partition(f'aria-labelledby="{name}">')[2].partition("</section>")[0]


def plain(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", text))


def test_the_contents_name_every_operation(site: Site, managed: dict[str, Any]) -> None:
    contents = read(site, "/api/docs").text

    links = Seen(contents).links
    for method, path, operation in operations_of(managed):
        assert f"{resource_of(operation)}#{operation['operationId']}" in links
        assert f"{method} {path}" in plain(contents)
    webhooks = 1 + len(managed["webhooks"])
    assert len([one for one in links if re.match(r"/api/docs/[\w-]+#", one)]) == len(ENDPOINTS) + webhooks


def test_every_operation_is_described(site: Site, managed: dict[str, Any]) -> None:
    for method, path, operation in operations_of(managed):
        shown = part(read(site, resource_of(operation)).text, operation["operationId"])
        text = " ".join(plain(shown).split())

        assert text.startswith(operation["summary"])
        assert f"{method} {path}" in text
        assert operation["x-required-scope"] in text
        assert operation["description"].partition(". ")[0].replace("`", "") in text
        for parameter in operation["parameters"]:
            assert f"<code>{parameter['name']}</code>" in shown
            assert parameter.get("description", "").replace("`", "") in text
        for status in operation["responses"]:
            assert status in text or int(status) >= 400


def test_every_error_of_an_operation_is_linked(site: Site, managed: dict[str, Any]) -> None:
    contents = read(site, "/api/docs").text
    common = set(re.findall(rf'href="{PAGES}(\w+)"', contents))

    assert {"malformed", "unauthorized", "forbidden", "too_many"} <= common
    for _, _, operation in operations_of(managed):
        shown = part(read(site, resource_of(operation)).text, operation["operationId"])
        own = set(re.findall(rf'href="{PAGES}(\w+)"', shown))
        codes = {
            code
            for answer in operation["responses"].values()
            for content in answer.get("content", {}).values()
            for code in content.get("examples", {})
        }
        assert own | common == codes | common
        assert not own & common
        assert 'href="/api/docs#errors"' in shown


def test_the_page_of_an_error_names_the_operations_that_give_it(site: Site) -> None:
    for kind in KINDS:
        links = [one for one in Seen(read(site, PAGES + kind.code).text).links if one.startswith("/api/docs/")]
        for link in links:
            path, _, name = link.partition("#")
            assert f'href="{PAGES}{kind.code}"' in part(read(site, path).text, name)
        if kind.code == "key_reused":
            assert len(links) == sum(one.method == "POST" for one in ENDPOINTS)


def test_every_field_of_every_body_is_in_a_table(site: Site, managed: dict[str, Any]) -> None:
    schemas = managed["components"]["schemas"]
    for _, _, operation in operations_of(managed):
        page = read(site, resource_of(operation)).text
        bodies = [
            operation.get("requestBody", {}),
            *(operation["responses"][one] for one in operation["responses"] if one < "3"),
        ]
        for body in bodies:
            for content in body.get("content", {}).values():
                name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                if name and "properties" in schemas[name]:
                    below = page.partition(f'id="{name}"')[2].partition("</table>")[0]
                    for field in schemas[name]["properties"]:
                        assert f'<th scope="row" role="rowheader"><code>{field}</code>' in below, f"{name}.{field}"


def test_nested_fields_are_written_as_they_are_reached(site: Site) -> None:
    page = read(site, "/api/docs/plants").text

    assert "<code>images[].url</code>" in page
    assert '<a href="#Plant">list of Plant</a>' in page
    assert 'id="Plant"' in page


def test_examples_are_those_of_the_document(site: Site, managed: dict[str, Any]) -> None:
    page = html.unescape(read(site, "/api/docs/plants").text)
    operation = managed["paths"]["/api/v1/plants"]["post"]

    [sent] = {json.dumps(one["example"]) for one in operation["requestBody"]["content"].values()}
    answered = operation["responses"]["201"]["content"]["application/json"]["example"]
    shown = [
        json.loads(one) for one in re.findall(r'<code class="language-json">(\{\n.*?\n\})</code>', page, re.DOTALL)
    ]
    assert json.loads(sent) in shown
    assert answered in shown


def test_a_request_to_copy_does_what_it_says(site: Site) -> None:
    shown = part(read(site, "/api/docs/plants").text, "addPlant")
    [line] = re.findall(r'<pre id="curl-addPlant"[^>]*><code>(.*?)</code>', shown, re.DOTALL)

    words = shlex.split(html.unescape(line))

    assert words[:4] == ["curl", "-X", "POST", f"{BASE_URL}/api/v1/plants"]
    headers = dict(word.split(": ", 1) for flag, word in pairwise(words) if flag == "-H")
    assert headers.pop("Authorization") == TOKEN
    answer = site.ask("POST", "/api/v1/plants", headers=headers, content=words[words.index("-d") + 1])
    assert answer.status_code == 201
    assert answer.json()["botanical_name"] == "Hydrangea macrophylla 'Bailmer'"


def test_each_media_type_of_an_export_is_shown(site: Site) -> None:
    shown = part(read(site, "/api/docs/plants").text, "exportPlants")
    text = " ".join(plain(shown).split())

    types = "text/csv or application/jsonl or application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert f"200 OK, {types}" in text
    assert "with a header line. One JSON object in each line, in UTF-8. An .xlsx workbook, byte for byte." in text
    assert "Example: text/csv" in text and "Example: application/jsonl" in text


def test_the_webhook_has_its_page(site: Site) -> None:
    published = site.get("/openapi.json", token=None).json()
    operation = published["webhooks"]["/plant/webhook"]["post"]

    page = read(site, "/api/docs/webhook").text

    text = plain(page)
    assert "POST /plant/webhook" in text
    for header in operation["parameters"]:
        assert f"<code>{header['name']}</code>" in page
    for field in published["components"]["schemas"]["NewPlant"]["properties"]:
        assert f"<code>{field}</code>" in page
    for answer in operation["responses"].values():
        assert answer["description"] in text


def test_the_operational_webhooks_have_their_page(site: Site, managed: dict[str, Any]) -> None:
    page = read(site, "/api/docs/operational-events").text

    assert len(managed["webhooks"]) == 5
    for kind, methods in managed["webhooks"].items():
        operation = methods["post"]
        shown = part(page, operation["operationId"])
        text = " ".join(plain(shown).split())
        [(media_type, body)] = operation["requestBody"]["content"].items()
        schema = managed["components"]["schemas"][body["schema"]["$ref"].rpartition("/")[2]]
        assert f"POST {kind}" in text and media_type in text
        assert text.startswith(operation["summary"]) and operation["description"] in text
        for header in operation["parameters"]:
            assert f"<code>{header['name']}</code>" in shown
            assert f"<code>{header['example']}</code>" in shown
        for field in schema["properties"]:
            assert f"<code>{field}</code>" in shown
        [example] = re.findall(r'<code class="language-json">(.*?)</code>', shown, re.DOTALL)
        assert json.loads(html.unescape(example)) == body["example"]
        for answer in operation["responses"].values():
            assert answer["description"] in text


def test_the_contents_name_every_webhook(site: Site, managed: dict[str, Any]) -> None:
    links = Seen(read(site, "/api/docs").text).links

    assert "/api/docs/webhook#newPlant" in links
    for methods in managed["webhooks"].values():
        assert f"/api/docs/operational-events#{methods['post']['operationId']}" in links


@pytest.mark.parametrize(
    ("schema", "kind", "rules"),
    [
        ({"type": "string", "minLength": 1, "maxLength": 200}, "string", ["1 to 200 characters"]),
        ({"type": ["integer", "null"], "minimum": 1}, "integer or null", ["at least 1"]),
        ({"anyOf": [{"type": "number", "maximum": 30.0}, {"type": "null"}]}, "number or null", ["at most 30"]),
        ({"enum": ["a", "b"]}, "string", ["one of `a`, `b`"]),
        ({"type": "string", "const": "1.0"}, "string", ["always `1.0`"]),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, "list of string", ["not empty"]),
        ({"$ref": "#/components/schemas/State", "description": "x"}, "string", ["one of `on`, `off`"]),
        ({"type": "string", "format": "date-time"}, "string", ["time (RFC 3339)"]),
        ({"type": "integer", "default": 50}, "integer", ["`50` unless given"]),
        ({"type": "boolean", "default": False}, "boolean", ["`false` unless given"]),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "integer or string", []),
    ],
)
def test_a_schema_is_said_in_words(schema: dict[str, Any], kind: str, rules: list[str]) -> None:
    shapes = SchemaTables({"State": {"enum": ["on", "off"]}})

    assert shapes.describe(schema) == (kind, rules)
