"""`plantstore plants history`: of one plant, and of all."""

import json
from typing import Any

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

CREATED = {"time": "2026-03-01T08:00:00.000Z", "actor": "tok_1", "actor_name": "Anna", "way": "api", "import": None}


def a_change(*changes: tuple[str, Any, Any], **about: Any) -> dict[str, Any]:
    fields = [{"field": field, "before": before, "after": after} for field, before, after in changes]
    change = {"plant": 7, "version": 2, "time": "2026-03-02T09:15:00.000Z", "actor": "tok_1", "actor_name": "Anna"}
    return change | {"way": "console", "import": None, "changes": fields} | about


def a_page(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"items": list(items), "next": None, "prev": None, **more}


def test_the_history_of_a_plant_shows_values_in_words(store: ScriptedStore, run: Run) -> None:
    price = a_change(("price", "24.90", "19.90"), ("tags", ["a", "b"], []), ("description", None, 99 * "x"))
    images = a_change(
        ("images", [{"url": "https://a.example/1", "alt": None}], []), **{"way": "undo", "import": "imp_1"}
    )
    for _ in range(2):
        store.responds("GET /plants/7/history", a_page(price, images, created=CREATED, complete=False))

    result = run("plants", "history", "7")

    assert result.exit_code == 0
    first, second = result.stdout.splitlines()[1:]
    assert first.endswith(f"Anna  console     price 24.90 -> 19.90; tags a, b -> -; description - -> {39 * 'x'}…")
    assert second.endswith("Anna  undo imp_1  images https://a.example/1 -> -")
    assert "Created 2026-03-01" in result.stderr and "by Anna" in result.stderr
    assert "Earlier changes are missing" in result.stderr


def test_changes_of_all_plants_are_json_lines(store: ScriptedStore, run: Run) -> None:
    changes = [a_change(("tag", None, "a")), a_change(("tag", "a", "b"), plant=8)]
    store.responds("GET /plants/history", a_page(*changes))

    result = run("plants", "history", "--since", "2026-03-01", "--json")

    assert [json.loads(line) for line in result.stdout.splitlines()] == changes
    assert store.requests[0].query["since"].startswith("2026-03-01")
    assert run("plants", "history", "7", "--since", "2h").exit_code == 2
