"""`plantstore alerts channels`: requests, output and exit codes. Secrets come from files, never from arguments."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

ID = "chn_01kjxsnhx04t8gcvq1mz7b5e3d"
URL = "https://hooks.example/services/canary"


def a_channel(**changes: Any) -> dict[str, Any]:
    return {
        "id": ID,
        "name": "#shop",
        "kind": "slack",
        "sends_to": "https://hooks.example/…nary",
        "enabled": True,
        "last_answer": "hooks.example answered 200: ok",
        **changes,
    }


def test_a_channel_is_added_with_the_url_of_a_file(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    (tmp_path / "url").write_text(f"{URL}\n")
    store.responds("POST /alert-channels", a_channel(), status=201)

    result = run("alerts", "channels", "add", "#shop", "--kind", "slack", "--url-file", str(tmp_path / "url"))

    assert (result.exit_code, f"alerts channels test {ID}" in result.stderr) == (0, True)
    assert store.requests[-1].body == {"name": "#shop", "kind": "slack", "url": URL}


def test_the_secret_of_a_webhook_goes_to_a_file(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    (tmp_path / "url").write_text(URL)
    store.responds("POST /alert-channels", a_channel(kind="webhook", secret="whsec_canary"), status=201)
    add = ("alerts", "channels", "add", "On call", "--kind", "webhook", "--url-file", str(tmp_path / "url"))

    assert run(*add).exit_code == 2
    result = run(*add, "--secret-to", str(tmp_path / ".env"))

    assert "PLANTSTORE_SECRET=whsec_canary" in (tmp_path / ".env").read_text()
    assert "canary" not in result.stdout + result.stderr.replace("…nary", "")


def test_only_a_webhook_has_a_secret(store: ScriptedStore, run: Run) -> None:
    result = run("alerts", "channels", "add", "Owner", "--kind", "email", "--address", "a@b.example", "--show-secret")

    assert (result.exit_code, store.requests) == (2, [])


def test_channels_are_listed_shown_edited_and_removed(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /alert-channels", {"items": [a_channel()]})
    store.responds(f"GET /alert-channels/{ID}", a_channel())
    store.responds(f"PATCH /alert-channels/{ID}", a_channel(enabled=False))
    store.on(f"DELETE /alert-channels/{ID}", ScriptedResponse(status=204))

    assert "hooks.example answered 200" in run("alerts", "channels", "list").stdout
    assert json.loads(run("alerts", "channels", "show", "chn_01", "--json").stdout)["id"] == ID
    assert run("alerts", "channels", "edit", ID).exit_code == 2
    run("alerts", "channels", "edit", ID, "--disable", "--address", "a@b.example")
    assert store.requests[-1].body == {"enabled": False, "addresses": ["a@b.example"]}
    run("alerts", "channels", "edit", ID, "--no-access-token")
    assert store.requests[-1].body == {"access_token": None}
    assert run("alerts", "channels", "edit", ID, "--no-access-token", "--access-token-file", "x").exit_code == 2
    assert f"Removed {ID}." in run("alerts", "channels", "remove", ID, "--yes").stderr


@pytest.mark.parametrize(("result", "code"), [("accepted", 0), ("retry", 1), ("refused", 1)])
def test_a_test_shows_the_answer(store: ScriptedStore, run: Run, result: str, code: int) -> None:
    answer = {"result": result, "answer": "hooks.example answered 404: no_service", "took_ms": 210.4}
    store.responds(f"POST /alert-channels/{ID}/tests", answer)

    ran = run("alerts", "channels", "test", ID)

    assert (ran.exit_code, ran.stdout) == (code, f"{result} after 210 ms: hooks.example answered 404: no_service\n")


def test_the_secret_of_a_webhook_is_rotated(store: ScriptedStore, run: Run) -> None:
    store.responds(f"POST /alert-channels/{ID}/rotate-secret", {"secret": "whsec_x", "old_secret_ends_at": "soon"}, 201)

    assert run("alerts", "channels", "rotate-secret", ID).exit_code == 2, "the secret would be lost"
    rotated = run("alerts", "channels", "rotate-secret", ID, "--show-secret")

    assert "whsec_x" in rotated.stdout and "soon" in rotated.stderr
