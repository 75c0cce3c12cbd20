"""What was written against older versions works unchanged: their records, made from outside, are compared with one of
today.

Each was made by `python -m tests.compatibility.black_box` with the program of its version. Additions are welcome; what
is recorded there must still be so.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plantstore.cli.main import plantstore
from tests import starter
from tests.compatibility.black_box import Record, record
from tests.compatibility.schemas import narrowed, widened

VERSIONS = ("0.5.1", "1.0.0rc2")
DOCUMENTS = ("/openapi.json", "/api/openapi.json")
_BY_LINKS = {"deliveries": ("answer", "event", "receiver", "since"), "plants": ("sort", "status")}
REPLACED = {
    f"//{page}/fields: '{name}' is gone": "tabs and chips, links with the same parameter, replace the field"
    for page, names in _BY_LINKS.items()
    for name in names
} | {"//plants/*/fields: 'images' is gone": "each picture has fields of its own"}
REPLACED["/tokens revoke nobody --yes: 2 became 3"] = "tokens have names, and none has this one"
NARROWED = {
    f"GET /api/v1/tokens created_by has {limit}": "no id has another length or other characters"
    for limit in ("minLength 1", "maxLength 64", "pattern")
}
SUCCEEDS = {"/plants searched": "a search could not be sorted by name"}
_WORDS = re.compile(r"[a-z_]+(?:\|[a-z_]+)+")
PROGRAM = Path(sys.executable).with_name("plantstore")


def recorded(version: str) -> Record:
    name = version.replace(".", "_") + ".json"
    found: Record = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return found


RECORDS = {version: recorded(version) for version in VERSIONS}
PARTS = [(version, part) for version, found in RECORDS.items() for part in sorted(found)]


def broken(old: Any, new: Any, at: str = "") -> list[str]:
    """Where `new` does not keep what `old` promised.

    An object keeps its keys, a set of names its members, a value its type. A null or an
    empty list shows no type: the time of the next probe, for instance, is null on a fast machine.

    >>> broken({"a": ["x"], "b": "int"}, {"a": ["x", "y"], "b": "int", "c": 1})
    []
    >>> broken({"a": ["x"], "b": "int", "c": "null"}, {"a": ["y"], "b": "str", "c": "str"})
    ["/a: 'x' is gone", "/b: 'int' became 'str'"]
    """
    if old is None or new is None or "null" in (old, new):
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        gone = [f"{at}/{key} is gone" for key in old if key not in new]
        return gone + [line for key in old if key in new for line in broken(old[key], new[key], f"{at}/{key}")]
    if isinstance(old, list) and isinstance(new, list):
        if not all(item is None or isinstance(item, str | int) for item in old):
            by_name = {_name(item, at): item for at, item in enumerate(new)}
            return [
                line
                for place, item in enumerate(old)
                for line in (
                    broken(item, by_name[_name(item, place)], f"{at}/{_name(item, place)}")
                    if _name(item, place) in by_name
                    else [f"{at}/{_name(item, place)} is gone"]
                )
            ]
        return [f"{at}: {item!r} is gone" for item in old if item not in new]
    return [] if old == new or _has_more_words(old, new) else [f"{at}: {old!r} became {new!r}"]


def _has_more_words(old: Any, new: Any) -> bool:
    """True for two patterns that differ only in words which the new one has as further alternatives.

    >>> _has_more_words("^(a_b|c)$", "^(a_b|c|d)$"), _has_more_words("^(a_b|c)$", "^(c|d)$")
    (True, False)
    """
    if not (isinstance(old, str) and isinstance(new, str)):
        return False
    others = [_WORDS.sub("…", text) for text in (old, new)]
    words = [set("|".join(_WORDS.findall(text)).split("|")) for text in (old, new)]
    return others[0] == others[1] and "…" in others[0] and words[0] <= words[1]


def _name(item: Any, place: int) -> str:
    """What an item of a list is known by: a parameter by its name, anything else by its place."""
    return str(item.get("name") or item.get("$ref") or place) if isinstance(item, dict) else str(place)


def helped(path: Sequence[str]) -> str:
    """Return the help of a command, without a process for each."""
    return CliRunner().invoke(plantstore, [*path, "--help"], prog_name="plantstore", env={"COLUMNS": "120"}).stdout


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Record:
    return record([str(PROGRAM)], tmp_path_factory.mktemp("store"), helped=helped, run=starter.run)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("version", "part"), PARTS)
def test_what_a_version_promised_still_holds(today: Record, version: str, part: str) -> None:
    found = RECORDS[version][part]
    assert found
    lines = [line for line in broken(found, today[part]) if line not in REPLACED]
    assert not [line for line in lines if not line.startswith(tuple(SUCCEEDS))]
    for place in SUCCEEDS:
        assert part != "api" or today[part][place.removeprefix("/")]["status"] == 200


@pytest.mark.timeout(300)
@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_request_that_was_valid_stays_valid_and_a_response_has_no_other_type(
    today: Record, version: str, document: str
) -> None:
    old, new = RECORDS[version]["openapi"][document], today["openapi"][document]
    assert [line for line in narrowed(old, new) if line not in NARROWED] == []
    assert widened(old, new) == []


BODY = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}}}


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        (BODY | {"required": ["name", "sku"]}, ["POST /plants/sku is required"]),
        (BODY | {"additionalProperties": False}, ["POST /plants has no other properties"]),
        (BODY | {"properties": {"name": {"type": "string", "maxLength": 8}}}, ["POST /plants/name has maxLength 8"]),
        (
            BODY | {"properties": {"name": {"type": "string", "maxLength": 10, "pattern": "a"}}},
            ["POST /plants/name has pattern"],
        ),
        (BODY | {"properties": {"name": BODY["properties"]["name"], "sku": {"type": "string"}}}, []),  # type: ignore[index]
    ],
)
def test_what_would_refuse_a_request_is_found(schema: Record, found: list[str]) -> None:
    def document(body: Record) -> Record:
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Plant"}}}
        operation = {"requestBody": {"content": content}, "parameters": []}
        return {"paths": {"/plants": {"post": operation}}, "components": {"schemas": {"Plant": body}}}

    assert narrowed(document(BODY), document(schema)) == found


def test_a_new_required_parameter_and_a_new_type_of_a_response_are_found() -> None:
    def document(parameters: list[Record], kind: object) -> Record:
        content = {"application/json": {"schema": {"type": "array", "items": {"type": kind}}}}
        return {"paths": {"/plants": {"get": {"parameters": parameters, "responses": {"200": {"content": content}}}}}}

    old = document([{"in": "query", "name": "q"}], "string")
    new = document(
        [{"in": "query", "name": "q", "required": True}, {"in": "query", "name": "limit"}], ["string", "null"]
    )
    assert narrowed(old, new) == ["GET /plants q is required"]
    assert widened(old, new) == ["GET /plants 200[] may be null"]
