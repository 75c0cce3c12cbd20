"""Neither document contains shapes that client generators or linters do not support.

Each test names the tool that failed: openapi-generator 7.25 (Go, Java, Python, TypeScript), openapi-python-client 0.29,
spectral 6.16 or redocly 2.77.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from plantstore.core.settings import Settings
from plantstore.web.openapi.management import api_document
from plantstore.web.openapi.published import published_document
from plantstore.web.routes import ENDPOINTS
from tests.web.harness import BASE_URL

INT32_MAX = 2**31 - 1
UPLOADED = ("application/json", "application/merge-patch+json", "application/octet-stream")
"""Media types that every generator can send."""
KNOWN_ESCAPE = re.compile(r"\\([dDwWsSbBtnrvf0^$\\.*+?()\[\]{}|/-]|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})")
ESCAPE_UNKNOWN = re.compile(r"\\")
MANAGED = api_document(ENDPOINTS, Settings(base_url=BASE_URL), version="0")
PUBLISHED = published_document(BASE_URL)
BOTH = pytest.mark.parametrize("document", [MANAGED, PUBLISHED], ids=["managed", "published"])

Found = Iterator[tuple[str, dict[str, Any]]]


def schemas_of(document: dict[str, Any]) -> Found:
    """Yield every schema of a document with its location, including nested ones."""
    for name, schema in document["components"]["schemas"].items():
        yield from inner_schemas(name, schema)
    for place, operation in operations_of(document):
        for parameter in operation["parameters"]:
            yield from inner_schemas(f"{place} {parameter['name']}", parameter["schema"])


def inner_schemas(place: str, schema: dict[str, Any]) -> Found:
    yield place, schema
    inner = [(name, one) for name, one in schema.get("properties", {}).items()]
    inner += [("", one) for word in ("anyOf", "oneOf", "allOf") for one in schema.get(word, [])]
    inner += [("[]", schema[word]) for word in ("items", "additionalProperties") if isinstance(schema.get(word), dict)]
    for name, one in inner:
        yield from inner_schemas(f"{place}.{name}", one)


def operations_of(document: dict[str, Any]) -> Found:
    for path, methods in (document["paths"] | document.get("webhooks", {})).items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def kinds(schema: dict[str, Any]) -> list[str]:
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)


@BOTH
def test_a_parameter_has_one_plain_kind(document: dict[str, Any]) -> None:
    """Python clients do not import with an object in a query, nor Go ones compile with `anyOf` and a default."""
    for place, operation in operations_of(document):
        for parameter in operation["parameters"]:
            assert "content" not in parameter, f"{place}: {parameter['name']}"
            assert kinds(parameter["schema"]) in [["string"], ["integer"], ["number"], ["boolean"]], place


@BOTH
def test_patterns_are_those_of_ecma_262_and_hold_no_quotes(document: dict[str, Any]) -> None:
    """Linters compile patterns in the mode `u`, with known escapes only; Python clients write them between quotes."""
    for place, schema in schemas_of(document):
        pattern = schema.get("pattern", "")
        assert '"' not in pattern, place
        assert ESCAPE_UNKNOWN.search(KNOWN_ESCAPE.sub("", pattern)) is None, place


@BOTH
def test_no_schema_is_named_like_a_constructor(document: dict[str, Any]) -> None:
    """Go clients have a function `NewToken` that makes a `Token`."""
    names = document["components"]["schemas"]
    assert [name for name in names if name.startswith("New") and name[3:] in names] == []


@BOTH
def test_a_default_has_one_kind_and_is_not_null(document: dict[str, Any]) -> None:
    """Go and Java clients do not compile with a default next to `anyOf`, or next to an `enum` that contains null."""
    for place, schema in schemas_of(document):
        if "default" in schema:
            assert schema["default"] is not None, place
            assert not {"anyOf", "oneOf", "allOf"} & schema.keys(), place
            assert None not in schema.get("enum", []), place
            assert len(kinds(schema)) == 1, place


@BOTH
def test_a_nullable_type_lists_null_next_to_its_type(document: dict[str, Any]) -> None:
    for place, schema in schemas_of(document):
        several = schema.get("anyOf", [])
        with_null = {"type": "null"} in several
        assert not with_null or all("$ref" in one for one in several if one != {"type": "null"}), place


@BOTH
def test_no_enum_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    """Go clients have one constant for each value, and two enums with the value `all` do not compile."""
    assert [name for name, one in document["components"]["schemas"].items() if "enum" in one] == []


@BOTH
def test_integers_that_can_be_long_say_so(document: dict[str, Any]) -> None:
    """Go and Java clients read 32 bits otherwise."""
    for place, schema in schemas_of(document):
        if "integer" in kinds(schema):
            assert schema.get("maximum", INT32_MAX + 1) <= INT32_MAX or schema.get("format") == "int64", place


def test_fields_may_be_added_to_answers() -> None:
    """Go and Java clients refuse an answer with a field that they do not know, unless the schema lets it in."""
    sent = with_parts({name for _, one in operations_of(MANAGED) for name in bodies_of(one.get("requestBody", {}))})
    answers = (response for _, one in operations_of(MANAGED) for response in one["responses"].values())
    answered = with_parts({name for response in answers for name in bodies_of(response)})
    for place, schema in schemas_of(MANAGED):
        if "properties" in schema and place.partition(".")[0] not in sent - answered:
            assert schema.get("additionalProperties") is not None, place
            assert schema["additionalProperties"] is not False, place


def with_parts(names: set[str]) -> set[str]:
    """Return these schemas and all that they refer to."""
    found: set[str] = set()
    while names:
        found |= names
        texts = [json.dumps(MANAGED["components"]["schemas"][name]) for name in names]
        names = {name for text in texts for name in re.findall(r"#/components/schemas/(\w+)", text)} - found
    return found


def bodies_of(part: dict[str, Any]) -> list[str]:
    return [one["schema"]["$ref"].rpartition("/")[2] for one in part.get("content", {}).values()]


def test_every_body_has_a_media_type_that_generators_can_send() -> None:
    """openapi-python-client leaves an operation out when it takes text/csv only."""
    for place, operation in operations_of(MANAGED):
        if "requestBody" in operation:
            assert operation["requestBody"]["content"].keys() & set(UPLOADED), place


@BOTH
def test_every_operation_has_a_name_and_a_declared_group(document: dict[str, Any]) -> None:
    """Linters warn of groups that are not described; clients are files by group and functions by name."""
    names = [operation["operationId"] for _, operation in operations_of(document)]
    used = {tag for _, operation in operations_of(document) for tag in operation["tags"]}

    assert len(set(names)) == len(names)
    assert [one["name"] for one in document["tags"]] == list(dict.fromkeys(one["name"] for one in document["tags"]))
    assert {one["name"] for one in document["tags"]} == used
    assert all(len(operation["tags"]) == 1 for _, operation in operations_of(document))
    assert all(one["description"].endswith(".") for one in document["tags"])


@BOTH
def test_linters_find_a_contact_and_no_scope_that_only_oauth_knows(document: dict[str, Any]) -> None:
    assert document["info"]["contact"] == {"name": "Documentation of this store", "url": f"{BASE_URL}/docs"}
    for place, operation in operations_of(document):
        for requirement in operation.get("security", document["security"]):
            assert requirement == {"bearerAuth": []}, place
