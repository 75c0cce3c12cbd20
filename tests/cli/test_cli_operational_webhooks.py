"""`plantstore operational-webhooks`: added with a secret file, changed, tested, and retried."""

import json
from pathlib import Path

import pytest

from plantstore.domain.operational_webhook import OperationalType
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

ID = "ops_01kjxsnhx04t8gcvq1mz7b5e3d"
PAGER = {
    "id": ID,
    "name": "pager",
    "url": "https://pager.example/",
    "types": ["receiver.disabled"],
    "state": "active",
    "waiting": 3,
}
SECRETS = {"secret": "whsec_" + "A" * 43 + "=", "access_token": "opt_0"}
AT = f"/operational-webhooks/{ID}"


def test_one_is_added_and_its_secrets_go_to_the_file(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /operational-webhooks", PAGER | SECRETS, 201)

    result = run("operational-webhooks", "add", PAGER["url"], "--name", "pager", "--secret-to", "x.env")

    assert result.exit_code == 0
    assert store.requests[-1].body == {"url": PAGER["url"], "name": "pager", "types": list(OperationalType)}
    assert SECRETS["secret"] in Path("x.env").read_text() and SECRETS["secret"] not in result.stdout
    without = run("operational-webhooks", "add", PAGER["url"], "--name", "pager")
    assert without.exit_code == 2 and "--show-secret" in without.stderr


def test_they_are_listed_shown_and_found_by_a_prefix(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /operational-webhooks", {"items": [PAGER]})
    store.responds(f"GET {AT}", PAGER | {"state": "disabled"})

    listed = run("operational-webhooks", "list")
    shown = run("operational-webhooks", "show", "ops_01kj")

    assert "pager" in listed.stdout and "receiver.disabled" in listed.stdout
    assert json.loads(run("operational-webhooks", "list", "--json").stdout) == PAGER
    assert "plantstore operational-webhooks enable" in shown.stderr
    assert run("operational-webhooks", "show", "rcv_1").exit_code == 3


@pytest.mark.parametrize(
    ("words", "body"),
    [
        (("edit", ID, "--name", "b", "--type", "import.completed"), {"name": "b", "types": ["import.completed"]}),
        (("edit", ID, "--new-url", "https://b.example/"), {"url": "https://b.example/"}),
        (("enable", ID), {"enabled": True}),
        (("disable", ID), {"enabled": False}),
    ],
)
def test_they_are_changed(store: ScriptedStore, run: Run, words: tuple[str, ...], body: object) -> None:
    store.responds(f"PATCH {AT}", PAGER)

    assert run("operational-webhooks", *words).exit_code == 0
    assert store.requests[-1].body == body


@pytest.mark.parametrize(("outcome", "status", "code"), [("accepted", 204, 0), ("refused", 503, 1)])
def test_a_test_shows_the_answer(store: ScriptedStore, run: Run, outcome: str, status: int, code: int) -> None:
    answer = {
        "outcome": outcome,
        "status": status,
        "duration_ms": 31.2,
        "detail": "",
        "excerpt": "busy",
        "advice": None,
    }
    store.responds(f"POST {AT}/test", answer)

    result = run("operational-webhooks", "test", ID)

    assert (result.exit_code, result.stdout.strip()) == (code, f"{outcome} with {status} after 31 ms: Response: busy")


def test_deliveries_are_listed_and_retried(store: ScriptedStore, run: Run) -> None:
    delivery = {
        "event_id": "ope_1",
        "type": "receiver.disabled",
        "time": "2026-03-02T09:15:00.000Z",
        "state": "given_up",
        "attempts": 11,
        "outcome": "refused",
        "status": 500,
        "detail": "",
        "reason": "The subscriber responded 500.",
    }
    store.responds(f"GET {AT}/deliveries", {"items": [delivery], "next": None, "prev": None})
    store.responds(f"POST {AT}/deliveries/ope_1/retry", delivery | {"state": "waiting"})

    listed = run("operational-webhooks", "deliveries", ID, "--state", "given_up")

    assert "The subscriber responded 500." in listed.stdout and "500" in listed.stdout
    assert run("operational-webhooks", "retry", ID, "ope_1").exit_code == 0
    assert store.requests[-1].path.endswith("/deliveries/ope_1/retry")


def test_secrets_are_rotated_and_one_is_removed(store: ScriptedStore, run: Run) -> None:
    store.responds(f"POST {AT}/rotate-secret", {"secret": SECRETS["secret"], "old_secret_ends_at": "soon"}, 201)
    store.responds(f"DELETE {AT}", None, 204)

    rotated = run("operational-webhooks", "rotate-secret", ID, "--show-secret")
    removed = run("operational-webhooks", "remove", ID, "--yes")

    assert SECRETS["secret"] in rotated.stdout and "soon" in rotated.stderr
    assert removed.exit_code == 0 and ID in removed.stderr
    assert run("operational-webhooks", "remove", ID).exit_code == 2
