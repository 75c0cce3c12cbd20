"""`plantstore plants`: edit, add-to-store, archive, restore and remove, and `add` when the plant already exists."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore
from tests.cli.test_cli_plants import a_plant

PLANT = "/plants/1042"


def test_edit_sends_given_fields_and_clears_others(store: ScriptedStore, run: Run) -> None:
    store.responds(f"PATCH {PLANT}", a_plant(price="19.90", warnings=[]))

    result = run(
        *("plants", "edit", "1042", "--name", "Monstera", "--price", "19.90", "--stock", "0"),
        *("--clear", "description", "--clear", "available-from"),
    )

    assert result.exit_code == 0
    [request] = store.requests
    assert request.body == {
        "name": "Monstera",
        "price": "19.90",
        "stock_quantity": 0,
        "available_from": None,
        "description": None,
    }
    assert "price           19.90" in result.stdout


def test_edit_finds_a_plant_by_its_sku(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants/by-sku/MON-15", a_plant())
    store.responds(f"PATCH {PLANT}", a_plant())

    assert run("plants", "edit", "MON-15", "--tag", "houseplant").exit_code == 0
    assert store.requests[1].body == {"tag": "houseplant"}


def test_invalid_options_are_wrong_usage(store: ScriptedStore, run: Run) -> None:
    for arguments in [
        ("edit", "1042"),
        ("edit", "1042", "--price", "1", "--clear", "price"),
        ("edit", "1042", "--clear", "name"),
        ("add", "Rosa", "--replace"),
        ("add", "Rosa", "--replace", "--if-absent", "--sku", "R"),
        ("add", "Rosa", "--replace", "--sku", "R", "--idempotency-key", "K"),
        ("add", "Rosa", "--wait", "--draft"),
        ("add", "Rosa", "--within", "5m"),
        ("add", "Rosa", "--wait", "--within", "5 days"),
        ("remove", "1042"),
    ]:
        assert run("plants", *arguments).exit_code == 2, arguments
        assert store.requests == [], arguments


@pytest.mark.parametrize(
    ("command", "operation"),
    [
        ("add-to-store", f"POST {PLANT}/addition"),
        ("archive", f"POST {PLANT}/archival"),
        ("restore", f"DELETE {PLANT}/archival"),
    ],
)
def test_each_state_change_has_its_endpoint(store: ScriptedStore, run: Run, command: str, operation: str) -> None:
    store.responds("GET /plants/by-sku/MON-15", a_plant())
    store.responds(operation, a_plant(status="other", warnings=[]))

    by_number, by_sku = run("plants", command, "1042", "--json"), run("plants", command, "MON-15")

    assert json.loads(by_number.stdout)["status"] == "other"
    assert (by_sku.exit_code, len(store.requests)) == (0, 3)


def test_remove_asks_for_confirmation_with_the_name_of_the_plant(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.cli.commands.plants.changes.check_can_confirm", lambda yes, next_step: None)
    store.responds(f"GET {PLANT}", a_plant())

    result = run("plants", "remove", "1042", stdin="n\n")

    assert "Monstera deliciosa" in result.stderr
    assert (result.exit_code, [request.method for request in store.requests]) == (1, ["GET"])


def test_remove_with_yes_deletes(store: ScriptedStore, run: Run) -> None:
    store.on(f"DELETE {PLANT}", ScriptedResponse(status=204))

    result = run("plants", "remove", "1042", "--yes", "--json")

    assert json.loads(result.stdout) == {"id": 1042, "deleted": True}
    assert [request.method for request in store.requests] == ["DELETE"]


def test_replace_creates_a_missing_plant(store: ScriptedStore, run: Run) -> None:
    store.responds("PUT /plants/by-sku/MON-15", a_plant(), status=201)

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--draft", "--replace")

    [request] = store.requests
    assert (result.exit_code, result.stderr) == (0, "")
    assert request.headers["if-none-match"] == "*"
    assert request.body == {"name": "Monstera", "sku": "MON-15", "status": "draft"}


def test_replace_overwrites_an_existing_plant_and_keeps_its_status(store: ScriptedStore, run: Run) -> None:
    there = ScriptedResponse(status=412, body={"status": 412, "title": "There"})
    store.on("PUT /plants/by-sku/MON-15", there, ScriptedResponse(body=a_plant()))

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--draft", "--replace")

    assert result.exit_code == 0
    assert "Replaced plant 1042, which has this SKU." in result.stderr
    assert store.requests[1].headers["if-match"] == "*"
    assert store.requests[1].body == {"name": "Monstera", "sku": "MON-15"}


def test_replace_reports_other_errors(store: ScriptedStore, run: Run) -> None:
    store.refuses("PUT /plants/by-sku/MON-15", 422, detail="Some fields are wrong.")

    assert run("plants", "add", "Monstera", "--sku", "MON-15", "--replace").exit_code == 1
    assert len(store.requests) == 1


def deliveries(*states: str) -> dict[str, Any]:
    return {"items": [{"receiver_name": f"r{i}", "state": state} for i, state in enumerate(states)], "next": None}


def added(store: ScriptedStore, *pages: dict[str, Any]) -> None:
    store.responds("POST /plants", a_plant(event_id="evt_1", warnings=[]), status=201)
    store.on("GET /deliveries", *(ScriptedResponse(body=page) for page in pages))


def test_wait_ends_when_all_receivers_have_accepted(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.cli.commands.plants.waiting.POLL_S", 0)
    added(store, deliveries("queued", "delivered"), deliveries("delivered", "retrying"), deliveries(*["delivered"] * 2))

    result = run("plants", "add", "Rosa", "--wait")

    assert (result.exit_code, len(store.requests)) == (0, 4)
    assert "Accepted by 2 receivers." in result.stderr
    assert store.requests[1].query == {"event": "evt_1"}


@pytest.mark.parametrize("state", ["exhausted", "cancelled", "held"])
def test_wait_exits_6_when_a_receiver_cannot_accept(store: ScriptedStore, run: Run, state: str) -> None:
    added(store, deliveries("delivered", state))

    result = run("plants", "add", "Rosa", "--wait")

    assert (result.exit_code, len(store.requests)) == (6, 2), "nothing more will come: there is nothing to wait for"
    assert f"1 of 2 receivers have accepted it. Missing: “r1” ({state})." in result.stderr
    assert "deliveries list --event evt_1" in result.stderr
    assert "1042" in result.stdout


def test_wait_exits_6_when_its_time_is_over(store: ScriptedStore, run: Run) -> None:
    added(store, deliveries("retrying"))

    result = run("plants", "add", "Rosa", "--wait", "--within", "0ms")

    assert result.exit_code == 6
    assert "The rest continues in the background." in result.stderr


def test_wait_without_receivers_ends_immediately(store: ScriptedStore, run: Run) -> None:
    added(store, deliveries())

    result = run("plants", "add", "Rosa", "--wait")

    assert (result.exit_code, result.stderr) == (0, "There are no receivers to notify.\n")


def test_wait_also_works_for_an_existing_plant(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, detail="Plant 1042 has this SKU.")
    store.responds("GET /plants", {"items": [a_plant()], "next": None})
    store.responds(f"GET {PLANT}", a_plant(event_id="evt_1"))
    store.responds("GET /deliveries", deliveries("held"))

    assert run("plants", "add", "Rosa", "--sku", "MON-15", "--if-absent", "--wait").exit_code == 6
