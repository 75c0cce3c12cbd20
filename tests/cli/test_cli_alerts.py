"""`plantstore alerts`: problems and rules, their requests and output."""

from typing import Any

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

ID = "inc_01kjxsnhx04t8gcvq1mz7b5e3d"
PROBLEM = {
    "id": ID,
    "severity": "warning",
    "title": "ERP is failing",
    "detail": "Failing since 09:00.",
    "ended_at": None,
}


def a_rule(**changes: Any) -> dict[str, Any]:
    threshold = {"value": 15, "unit": "minutes", "default": 15, "minimum": 1, "maximum": 1_440}
    return {
        "rule": "receiver_failing",
        "enabled": True,
        "sentence": "A receiver has been failing for 15 minutes.",
        "threshold": threshold,
        "channels": {"chn_1": True, "chn_2": False},
        **changes,
    }


def test_open_problems_are_listed_acknowledged_and_muted(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /alerts", {"items": [PROBLEM]})
    store.responds(f"POST /alerts/{ID}/acknowledgement", PROBLEM)
    store.responds(f"POST /alerts/{ID}/mute", PROBLEM)

    assert "ERP is failing" in run("alerts", "list").stdout
    assert store.requests[-1].query["state"] == "open"
    assert "Acknowledged: ERP is failing." in run("alerts", "acknowledge", ID).stderr
    assert run("alerts", "mute", ID, "--hours", "8").exit_code == 0
    assert store.requests[-1].body == {"hours": 8}


def test_rules_are_listed_changed_and_tried(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /alert-rules", {"items": [a_rule()]})
    store.responds("PATCH /alert-rules/receiver_failing", a_rule())
    store.responds("POST /alert-rules/receiver_failing/preview", {"count": 1, "names": ["ERP"]})

    listed = run("alerts", "rules").stdout
    assert "15 minutes" in listed and "1 of 2" in listed
    run("alerts", "set", "receiver_failing", "--threshold", "30", "--off")
    assert store.requests[-1].body == {"threshold": 30, "enabled": False}
    store.responds("GET /alert-channels", {"items": [{"id": "chn_1", "name": "Owner"}]})
    run("alerts", "set", "receiver_failing", "--off", "--channel", "owner")
    assert store.requests[-1].body == {"channels": {"chn_1": False}}
    run("alerts", "set", "receiver_failing", "--default-threshold")
    assert store.requests[-1].body == {"threshold": None}
    assert run("alerts", "set", "receiver_failing").exit_code == 2
    assert run("alerts", "set", "receiver_failing", "--channel", "chn_1").exit_code == 2
    assert "ERP" in run("alerts", "try", "receiver_failing", "--threshold", "5").stdout


def test_a_backup_is_noted(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /backups", {"last_backup_at": "2026-03-02T03:00:00.000Z"}, status=201)

    assert "2026-03-02" in run("alerts", "backup-made").stdout
