"""`plantstore plants`: edit, add-to-store, archive, restore, remove, and `add` where a plant is there already."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import Answer, ScriptedStore
from tests.cli.test_cli_plants import a_plant

PLANT = "/plants/1042"


def test_edit_sends_what_is_named_and_empties_what_is_cleared(store: ScriptedStore, run: Run) -> None:
    store.gives(f"PATCH {PLANT}", a_plant(price="19.90", warnings=[]))

    result = run(
        *("plants", "edit", "1042", "--name", "Monstera", "--price", "19.90", "--stock", "0"),
        *("--clear", "description", "--clear", "available-from"),
    )

    assert result.exit_code == 0
    [asked] = store.asked
    assert asked.body == {
        "name": "Monstera",
        "price": "19.90",
        "stock_quantity": 0,
        "available_from": None,
        "description": None,
    }
    assert "price           19.90" in result.stdout


def test_edit_finds_a_plant_by_its_sku(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants/by-sku/MON-15", a_plant())
    store.gives(f"PATCH {PLANT}", a_plant())

    assert run("plants", "edit", "MON-15", "--tag", "houseplant").exit_code == 0
    assert store.asked[1].body == {"tag": "houseplant"}


@pytest.mark.parametrize(
    "arguments",
    [
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
    ],
)
def test_what_makes_no_sense_is_wrong_usage(store: ScriptedStore, run: Run, arguments: tuple[str, ...]) -> None:
    assert run("plants", *arguments).exit_code == 2
    assert store.asked == []


@pytest.mark.parametrize(
    ("command", "operation"),
    [
        ("add-to-store", f"POST {PLANT}/addition"),
        ("archive", f"POST {PLANT}/archival"),
        ("restore", f"DELETE {PLANT}/archival"),
    ],
)
def test_a_plant_changes_its_state(store: ScriptedStore, run: Run, command: str, operation: str) -> None:
    store.gives("GET /plants/by-sku/MON-15", a_plant())
    store.gives(operation, a_plant(status="other", warnings=[]))

    by_number, by_sku = run("plants", command, "1042", "--json"), run("plants", command, "MON-15")

    assert json.loads(by_number.stdout)["status"] == "other"
    assert (by_sku.exit_code, len(store.asked)) == (0, 3)


def test_remove_asks_with_the_name_of_the_plant(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.cli.commands.plants.changes.check_asking", lambda yes, next_step: None)
    store.gives(f"GET {PLANT}", a_plant())

    result = run("plants", "remove", "1042", given="n\n")

    assert "Monstera deliciosa" in result.stderr
    assert (result.exit_code, [asked.method for asked in store.asked]) == (1, ["GET"])


def test_remove_with_yes_deletes(store: ScriptedStore, run: Run) -> None:
    store.on(f"DELETE {PLANT}", Answer(status=204))

    result = run("plants", "remove", "1042", "--yes", "--json")

    assert json.loads(result.stdout) == {"id": 1042, "deleted": True}
    assert [asked.method for asked in store.asked] == ["DELETE"]


def test_replace_creates_what_is_not_there(store: ScriptedStore, run: Run) -> None:
    store.gives("PUT /plants/by-sku/MON-15", a_plant(), status=201)

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--draft", "--replace")

    [asked] = store.asked
    assert (result.exit_code, result.stderr) == (0, "")
    assert asked.headers["if-none-match"] == "*"
    assert asked.body == {"name": "Monstera", "sku": "MON-15", "status": "draft"}


def test_replace_overwrites_what_is_there_and_leaves_its_state(store: ScriptedStore, run: Run) -> None:
    there = Answer(status=412, body={"status": 412, "title": "There"})
    store.on("PUT /plants/by-sku/MON-15", there, Answer(body=a_plant()))

    result = run("plants", "add", "Monstera", "--sku", "MON-15", "--draft", "--replace")

    assert result.exit_code == 0
    assert "Plant 1042 had this SKU and was replaced." in result.stderr
    assert store.asked[1].headers["if-match"] == "*"
    assert store.asked[1].body == {"name": "Monstera", "sku": "MON-15"}


def test_another_refusal_of_a_replacement_stays_one(store: ScriptedStore, run: Run) -> None:
    store.refuses("PUT /plants/by-sku/MON-15", 422, detail="Some fields are wrong.")

    assert run("plants", "add", "Monstera", "--sku", "MON-15", "--replace").exit_code == 1
    assert len(store.asked) == 1


def deliveries(*states: str) -> dict[str, Any]:
    return {"items": [{"receiver_name": f"r{i}", "state": state} for i, state in enumerate(states)], "next": None}


def added(store: ScriptedStore, *pages: dict[str, Any]) -> None:
    store.gives("POST /plants", a_plant(event_id="evt_1", warnings=[]), status=201)
    store.on("GET /deliveries", *(Answer(body=page) for page in pages))


def test_who_waits_is_told_when_all_have_accepted(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.cli.commands.plants.waiting.LOOK_EVERY_S", 0)
    added(store, deliveries("queued", "delivered"), deliveries("delivered", "retrying"), deliveries(*["delivered"] * 2))

    result = run("plants", "add", "Rosa", "--wait")

    assert (result.exit_code, len(store.asked)) == (0, 4)
    assert "All 2 receivers have accepted it." in result.stderr
    assert store.asked[1].query == {"event": "evt_1"}


@pytest.mark.parametrize("state", ["exhausted", "cancelled", "held"])
def test_what_will_not_be_accepted_now_ends_with_6(store: ScriptedStore, run: Run, state: str) -> None:
    added(store, deliveries("delivered", state))

    result = run("plants", "add", "Rosa", "--wait")

    assert (result.exit_code, len(store.asked)) == (6, 2), "nothing more will come: there is nothing to wait for"
    assert f"1 of 2 receivers have accepted it: “r1” {state}." in result.stderr
    assert "deliveries list --event evt_1" in result.stderr
    assert "1042" in result.stdout


def test_waiting_ends_when_its_time_is_over(store: ScriptedStore, run: Run) -> None:
    added(store, deliveries("retrying"))

    result = run("plants", "add", "Rosa", "--wait", "--within", "0ms")

    assert result.exit_code == 6
    assert "It goes on in the service." in result.stderr


def test_without_receivers_there_is_nothing_to_wait_for(store: ScriptedStore, run: Run) -> None:
    added(store, deliveries())

    result = run("plants", "add", "Rosa", "--wait")

    assert (result.exit_code, result.stderr) == (0, "There is no receiver to tell.\n")


def test_a_plant_that_was_there_is_waited_for_too(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 409, detail="Plant 1042 has this SKU.")
    store.gives("GET /plants", {"items": [a_plant()], "next": None})
    store.gives(f"GET {PLANT}", a_plant(event_id="evt_1"))
    store.gives("GET /deliveries", deliveries("held"))

    assert run("plants", "add", "Rosa", "--sku", "MON-15", "--if-absent", "--wait").exit_code == 6
