"""`plantstore watch-list`: the list is read, and put back as a whole."""

import json

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

BALSAM = {"name": "Impatiens glandulifera", "reason": "invasive"}
ACER = {"name": "Acer palmatum", "reason": None}


def test_the_list_is_shown_with_its_reasons(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /watch-list", {"items": [ACER, BALSAM]})

    text, as_json = run("watch-list", "list"), run("watch-list", "list", "--json")

    assert "Impatiens glandulifera  invasive" in text.stdout
    assert [json.loads(line) for line in as_json.stdout.splitlines()] == [ACER, BALSAM]


def test_names_are_added_and_get_their_new_reason(store: ScriptedStore, run: Run) -> None:
    store.on("GET /watch-list", ScriptedResponse(body={"items": [ACER, BALSAM]}, headers={"ETag": '"812"'}))
    store.responds("PUT /watch-list", {"items": [ACER, BALSAM]})

    result = run("watch-list", "add", "acer palmatum", "Rosa rugosa", "--reason", "seeds itself")

    assert result.exit_code == 0
    assert store.requests[-1].body == {
        "items": [
            BALSAM,
            {"name": "acer palmatum", "reason": "seeds itself"},
            {"name": "Rosa rugosa", "reason": "seeds itself"},
        ]
    }
    assert store.requests[-1].headers["if-match"] == '"812"'


@pytest.mark.parametrize(("name", "code"), [("ACER PALMATUM", 0), ("Rosa", 2)])
def test_names_are_removed_if_they_are_on_the_list(store: ScriptedStore, run: Run, name: str, code: int) -> None:
    store.responds("GET /watch-list", {"items": [ACER, BALSAM]})
    store.responds("PUT /watch-list", {"items": [BALSAM]})

    result = run("watch-list", "remove", name)

    assert result.exit_code == code
    assert [request.body for request in store.requests if request.method == "PUT"] == (
        [] if code else [{"items": [BALSAM]}]
    )
