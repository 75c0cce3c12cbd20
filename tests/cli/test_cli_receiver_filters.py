"""The filter of a receiver on the command line: given, removed, read from a file, and tried."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

ID, URL = "rcv_01k8z3abcdefg", "https://shop.example/plant/webhook"
SHRUBS = {"tag": ["shrub", "tree"], "price": {"lt": "20"}}
PREVIEW: dict[str, Any] = {
    "summary": "type is shrub or tree, and price is less than 20",
    "plants": 3266,
    "matching": 214,
    "examples": [{"id": 1042, "name": "Hydrangea <b>", "sequence": 1043}],
}
SENTENCE = "214 of the newest 3,266 plants match: type is shrub or tree, and price is less than 20."


def a_receiver(**changes: Any) -> dict[str, Any]:
    return {"id": ID, "name": "shop", "url": URL, "secret": "whsec_c2VjcmV0", **changes}


def test_add_sends_the_filter_and_says_how_many_plants_match(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /receivers", a_receiver(filter=SHRUBS), status=201)
    store.responds("POST /receivers/filter-previews", PREVIEW)

    result = run("receivers", "add", URL, "--name", "shop", "--filter", json.dumps(SHRUBS), "--show-secret")

    assert result.exit_code == 0
    assert store.requests[0].body["filter"] == store.requests[1].body["filter"] == SHRUBS
    assert SENTENCE in result.stderr


def test_a_filter_is_read_from_a_file(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    (tmp_path / "filter.json").write_text(json.dumps(SHRUBS, indent=4))
    store.responds(f"PATCH /receivers/{ID}", a_receiver())
    store.responds("POST /receivers/filter-previews", PREVIEW)

    result = run("receivers", "edit", ID, "--filter", "@filter.json", "--json")

    assert result.exit_code == 0
    assert store.requests[0].body == {"filter": SHRUBS}
    assert len(store.requests) == 1  # nobody reads the sentence


def test_none_removes_the_filter(store: ScriptedStore, run: Run) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver())

    assert run("receivers", "edit", ID, "--filter", "none").exit_code == 0
    assert [one.body for one in store.requests] == [{"filter": None}]


def test_try_filter_prints_the_count_and_examples(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /receivers/filter-previews", PREVIEW)

    result = run("receivers", "try-filter", json.dumps(SHRUBS))

    assert result.stdout.splitlines()[0] == SENTENCE
    assert "1042" in result.stdout and "Hydrangea <b>" in result.stdout
    assert store.requests[0].body == {"filter": SHRUBS}


def test_try_filter_prints_json(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /receivers/filter-previews", PREVIEW)

    assert json.loads(run("receivers", "try-filter", json.dumps(SHRUBS), "--json").stdout) == PREVIEW


@pytest.mark.parametrize("text", ["tag=shrub", "{", "[" * 100_000, "@missing.json"])
def test_what_is_not_json_is_refused_without_a_request(store: ScriptedStore, run: Run, text: str) -> None:
    result = run("receivers", "try-filter", text)

    assert result.exit_code == 2
    assert ("The filter is not JSON" in result.stderr) == (not text.startswith("@"))
    assert store.requests == []


def test_events_are_listed_for_a_receiver(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [{"id": ID, "name": "shop"}], "next": None, "prev": None})
    store.responds("GET /events", {"items": [], "next": None, "prev": None, "after": 0, "head": 0})

    assert run("events", "list", "--receiver", "shop").exit_code == 0
    assert store.requests[-1].query == {"receiver": ID}
