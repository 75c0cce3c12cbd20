"""`plantstore events`: list and show events by sequence or id, and send one again."""

import json
from typing import Any

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

ID = "evt_01k8z4q7m2abcdefghjkmnpqrs"


def an_event(sequence: int = 7) -> dict[str, Any]:
    plant = {"id": 9, "name": "Aloe vera", "tag": None}
    return {"id": ID, "sequence": sequence, "type": "plant.added", "time": "2026-03-02T09:15:00.000Z", "plant": plant}


def test_list_shows_events_after_a_sequence(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events", {"items": [an_event(7), an_event(8)], "next": None})

    result = run("events", "list", "--after", "6")

    assert result.exit_code == 0
    assert store.requests[0].query == {"after": "6"}
    heading, first, second = result.stdout.splitlines()
    assert heading.split() == ["SEQUENCE", "TIME", "ID", "PLANT", "NAME"]
    assert first.split() == ["7", "2026-03-02T09:15:00.000Z", ID, "9", "Aloe", "vera"]
    assert second.split()[0] == "8"


def test_list_with_json_prints_one_event_per_line(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events", {"items": [an_event(7), an_event(8)], "next": None})

    result = run("events", "list", "--limit", "1", "--json")

    assert [json.loads(line) for line in result.stdout.splitlines()] == [an_event(7)]


def test_an_empty_log_is_not_an_error(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events", {"items": [], "next": None})

    result = run("events", "list")

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No events.\n")


def test_show_finds_an_event_by_its_sequence(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events/7", an_event(7))

    result = run("events", "show", "7", "--json")

    assert json.loads(result.stdout) == an_event(7)


def test_show_finds_an_event_by_its_id(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET /events/{ID}", an_event(7))

    result = run("events", "show", ID)

    assert result.exit_code == 0
    assert "plant.added" in result.stdout
    assert '"name": "Aloe vera"' in result.stdout


def test_show_lists_the_delivery_to_each_receiver(store: ScriptedStore, run: Run) -> None:
    rows = [{"receiver": "rcv_1", "receiver_name": "web shop", "state": "retrying", "tries": 3}]
    more = {"deliveries": rows, "more_deliveries": "/api/v1/deliveries?event=7"}
    store.responds(f"GET /events/{ID}", an_event(7) | more)

    result, record = run("events", "show", ID), run("events", "show", ID, "--json")

    assert result.stdout.splitlines()[-1].split() == ["web", "shop", "retrying", "3", "rcv_1"]
    assert "more_deliveries" not in result.stdout
    assert "plantstore deliveries list --event 7" in result.stderr
    assert json.loads(record.stdout) == an_event(7) | more
    assert record.stderr == ""


def test_an_unknown_sequence_is_not_found(store: ScriptedStore, run: Run) -> None:
    refusal = {"title": "There is no such thing here", "instance": "/api/v1/events/7"}
    store.refuses("GET /events/7", 404, **refusal, detail="There is no such event.")

    result = run("events", "show", "7")

    assert result.exit_code == 3
    assert result.stderr == "Error: There is no such event. `plantstore events list` lists them all.\n"


def test_an_erased_event_keeps_its_line(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /events", {"items": [an_event(7) | {"plant": None, "erased": True}], "next": None})

    result = run("events", "list")

    assert result.stdout.splitlines()[1].split() == ["7", "2026-03-02T09:15:00.000Z", ID, "(erased)"]


def test_one_event_can_be_sent_again(store: ScriptedStore, run: Run) -> None:
    id = "rcv_01k8z3abcdefg"
    store.responds("GET /events/evt_1", {"sequence": 7})
    store.responds(f"POST /receivers/{id}/replays", {"id": "rpl_1", "state": "running"}, status=202)

    result = run("events", "send-to", "evt_1", id, "--idempotency-key", "K", "--json")

    assert json.loads(result.stdout) == {"id": "rpl_1", "state": "running"}
    assert store.requests[1].body == {"first": 7, "last": 7, "only": "all"}
    assert store.requests[1].headers["idempotency-key"] == "K"
