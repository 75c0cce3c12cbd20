"""`plantstore plants`: duplicates, different, merge and unmerge."""

import json
from typing import Any

import pytest

from plantstore.cli.commands.plants import duplicates
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore
from tests.cli.test_cli_plants import a_plant

GROUP: dict[str, Any] = {
    "reason": "same cultivar and pot size",
    "plants": [a_plant(id=1042, sku="MON-15"), a_plant(id=1187, sku=None)],
    "more": False,
}
COMPARISON = {
    "kept": a_plant(id=1042, description=None, tag="shrub"),
    "other": a_plant(id=1187, description="Red.", tag="rose"),
    "differing": ["tag", "description"],
    "takeable": ["description"],
    "refusal": None,
}


def test_possible_duplicates_are_listed_by_group(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/duplicates", {"items": [GROUP], "next": None, "prev": None, "count": 1})

    table = run("plants", "duplicates")
    lines = run("plants", "duplicates", "--json")

    assert table.exit_code == 0
    assert [line.split()[:2] for line in table.stdout.splitlines()[1:]] == [["1", "1042"], ["1", "1187"]]
    assert "same cultivar and pot size" in table.stdout
    assert [json.loads(line) for line in lines.stdout.splitlines()] == [GROUP]


def test_plants_are_said_to_be_different(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/by-sku/MON-15", a_plant(id=7))
    store.responds("POST /plants/duplicates/dismissals", {})

    result = run("plants", "different", "1042", "MON-15")

    assert result.exit_code == 0
    assert store.requests[-1].body == {"plants": [1042, 7]}


def test_a_merge_shows_the_differences_and_asks(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/1042/merges/1187", COMPARISON)
    store.responds("POST /plants/1042/merges", a_plant(id=1042, warnings=[]))

    asked = run("plants", "merge", "1042", "1187")
    assert asked.exit_code == 2, "without a terminal, no one can answer"
    assert store.requests == []

    done = run("plants", "merge", "1042", "1187", "--take", "description", "--yes")
    assert done.exit_code == 0
    assert store.requests[-1].body == {"other": 1187, "take": ["description"]}
    assert "To undo it: plantstore plants unmerge 1187" in done.stderr


def test_the_question_is_asked_after_the_differences(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions: list[str] = []
    monkeypatch.setattr(duplicates, "check_can_confirm", lambda yes, next_step: None)
    monkeypatch.setattr(duplicates, "confirm", lambda question, declined: questions.append(question))
    store.responds("GET /plants/1042/merges/1187", COMPARISON)
    store.responds("POST /plants/1042/merges", a_plant(id=1042, warnings=[]))

    result = run("plants", "merge", "1042", "1187", "--take", "description")

    assert questions == ["Merge plant 1187 into plant 1042?"]
    assert "  tag: shrub | rose\n  description: - | Red.  (taken)\n" in result.stderr


def test_the_undo_of_a_merge_finds_the_kept_plant(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/1187", a_plant(id=1187, merged_into=1042))
    store.responds("DELETE /plants/1042/merges/1187", a_plant(id=1042))

    assert run("plants", "unmerge", "1187").exit_code == 0
    assert [f"{one.method} {one.path}" for one in store.requests][:2] == [
        "GET /api/v1/plants/1187",
        "DELETE /api/v1/plants/1042/merges/1187",
    ]


def test_a_plant_that_is_not_merged_needs_no_undo(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/1187", a_plant(id=1187, merged_into=None))

    result = run("plants", "unmerge", "1187")

    assert result.exit_code == 0
    assert "is not merged" in result.stderr
    assert len(store.requests) == 1
