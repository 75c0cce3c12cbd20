"""`plantstore receivers try-body`: the body of one event or of the newest, or why there is none."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

PREVIEWS = "POST /receivers/body-previews"
EXPRESSION = "{title: name}"
PREVIEW: dict[str, Any] = {
    "event_id": "evt_01k8z4q7m2abc",
    "plant_id": 1042,
    "body": '{"title":"Isoëtes \\u001b"}',
    "body_bytes": 28,
    "problem": None,
}
PROBLEM = "The expression returns a number, but a body is an object or a list."
FAILED = PREVIEW | {"body": None, "body_bytes": 0, "problem": PROBLEM}


def sent(store: ScriptedStore) -> list[Any]:
    return [one.body for one in store.requests if one.path.endswith("/body-previews")]


def test_the_body_of_the_newest_event_is_printed_alone(store: ScriptedStore, run: Run) -> None:
    store.responds(PREVIEWS, PREVIEW)

    result = run("receivers", "try-body", "--expression", EXPRESSION)

    assert (result.exit_code, result.stdout) == (0, PREVIEW["body"] + "\n")
    assert "Plant 1042, event evt_01k8z4q7m2abc, 28 bytes." in result.stderr
    assert sent(store) == [{"payload": "expression", "payload_expression": EXPRESSION}]


def test_why_there_is_no_body_is_named_with_its_outcome(store: ScriptedStore, run: Run) -> None:
    store.responds(PREVIEWS, FAILED)

    result = run("receivers", "try-body", "--expression", "id")

    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"body_failed: {PROBLEM}\n")


def test_a_wrong_expression_is_refused_with_its_place(store: ScriptedStore, run: Run) -> None:
    error = {"pointer": "/payload_expression", "code": "syntax", "detail": "Character 5: a name is expected."}
    store.refuses(PREVIEWS, 422, title="Invalid", detail="A field is invalid.", errors=[error])

    result = run("receivers", "try-body", "--expression", "{a: }")

    assert result.exit_code == 1
    assert "payload_expression: Character 5: a name is expected." in result.stderr


def test_json_prints_the_whole_preview(store: ScriptedStore, run: Run) -> None:
    store.responds(PREVIEWS, FAILED)

    result = run("receivers", "try-body", "--payload", "full", "--json")

    assert (result.exit_code, json.loads(result.stdout), result.stderr) == (1, FAILED, "")


def test_the_body_of_a_plant_is_tried_by_its_sku(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    (tmp_path / "body.jmespath").write_text(f"{EXPRESSION}\n")
    store.responds("GET /plants/by-sku/MON-15", {"id": 1042, "sku": "MON-15"})
    store.responds(PREVIEWS, PREVIEW)

    run("receivers", "try-body", "--expression-file", "body.jmespath", "--plant", "MON-15")

    assert sent(store) == [{"payload": "expression", "payload_expression": EXPRESSION, "plant_id": 1042}]


def test_the_body_of_an_event_is_tried_by_its_sequence(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events/7", {"sequence": 7, "plant": {"id": 1042}})
    store.responds(PREVIEWS, PREVIEW)

    assert run("receivers", "try-body", "--payload", "basic", "--event", "7").exit_code == 0
    assert sent(store) == [{"payload": "basic", "plant_id": 1042}]


def test_an_erased_event_has_no_body_to_try(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events/7", {"sequence": 7, "plant": None})

    result = run("receivers", "try-body", "--payload", "basic", "--event", "7")

    assert result.exit_code == 3
    assert "Event 7 was erased." in result.stderr
    assert sent(store) == []


def test_the_newest_events_are_tried_a_line_each(store: ScriptedStore, run: Run) -> None:
    items = [{"sequence": 8, "plant": {"id": 4}}, {"sequence": 9, "plant": None}, {"sequence": 10, "plant": {"id": 5}}]
    store.responds("GET /events", {"items": items[:1], "next": "/api/v1/events?after=1", "head": 10})
    store.responds("GET /events", {"items": items, "next": None, "head": 10})
    store.on(PREVIEWS, ScriptedResponse(body=PREVIEW), ScriptedResponse(body=FAILED))

    result = run("receivers", "try-body", "--expression", EXPRESSION, "--last", "3")

    assert result.exit_code == 1
    assert result.stdout == f"8  {PREVIEW['body']}\n10  body_failed: {PROBLEM}\n"
    assert store.requests[1].query == {"after": "7"}
    assert [body["plant_id"] for body in sent(store)] == [4, 5]


def test_a_token_that_may_not_read_events_gets_no_body(store: ScriptedStore, run: Run) -> None:
    store.responds(PREVIEWS, PREVIEW | {"body": None})

    result = run("receivers", "try-body", "--payload", "full")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "events:read" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--payload", "full", "--plant", "1", "--event", "2"],
        ["--payload", "full", "--event", "2", "--last", "3"],
        ["--payload", "full", "--last", "0"],
        ["--payload", "full", "--last", "101"],
        ["--expression", "{a: a}", "--expression-file", "missing"],
    ],
)
def test_what_makes_no_sense_is_refused_without_a_request(store: ScriptedStore, run: Run, arguments: list[str]) -> None:
    assert run("receivers", "try-body", *arguments).exit_code == 2
    assert store.requests == []
