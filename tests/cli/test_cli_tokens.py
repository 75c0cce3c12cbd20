"""`plantstore tokens`: requests and output; a token is printed once or written to a private file."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.token import BUNDLES
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

ID, OTHER_ID = "tok_01k8z3abcdefghjkmnpqrstvwx", "tok_01k8z4abcdefghjkmnpqrstvwx"
TEXT = "pst_the_new_one"


def a_token(id: str = ID, **changes: Any) -> dict[str, Any]:
    plain = {"id": id, "name": "web shop", "scopes": ["events:read", "plants:read"], "receiver": None}
    return {**plain, "expires_at": "2027-02-18T00:00:00.000Z", "last_used_at": None, "state": "ending", **changes}


def test_create_expands_roles_and_prints_the_bare_token(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /tokens", a_token(token=TEXT), status=201)

    result = run("tokens", "create", "--name", "web shop", "--scope", "staff", "--scope", "events:read")

    assert result.stdout == f"{TEXT}\n"
    assert "expires 2027-02-18" in result.stderr
    assert store.requests[0].body == {"name": "web shop", "scopes": sorted([*BUNDLES["staff"], "events:read"])}
    assert store.requests[0].headers["idempotency-key"]


def test_create_sends_days_and_receiver(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [{"id": "rcv_01k8z3abcdefg", "name": "shop"}], "next": None})
    store.responds("POST /tokens", a_token(token=TEXT), status=201)

    result = run("tokens", "create", "--name", "a", "--scope", "events:read", "--days", "7", "--receiver", "rcv_01")

    assert result.exit_code == 0
    assert store.requests[1].body["days"] == 7
    assert store.requests[1].body["receiver"] == "rcv_01k8z3abcdefg"


def test_create_with_json_prints_the_whole_response(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /tokens", a_token(token=TEXT), status=201)

    result = run("tokens", "create", "--name", "a", "--scope", "operator", "--json")

    assert json.loads(result.stdout) == a_token(token=TEXT)


@pytest.mark.parametrize("json_flag", [(), ("--json",)])
def test_create_to_a_file_prints_no_token(
    store: ScriptedStore, run: Run, tmp_path: Path, json_flag: tuple[str, ...]
) -> None:
    store.responds("POST /tokens", a_token(token=TEXT), status=201)

    result = run("tokens", "create", "--name", "a", "--scope", "operator", "--to", "token.txt", *json_flag)

    file = tmp_path / "token.txt"
    assert file.read_text() == f"{TEXT}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert TEXT not in result.output
    assert ID in result.stdout
    assert os.listdir(tmp_path) == ["token.txt"]


def test_an_existing_file_is_overwritten_only_with_force(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.responds("POST /tokens", a_token(token=TEXT), status=201)
    (tmp_path / "token.txt").write_text("mine")
    command = ("tokens", "create", "--name", "a", "--scope", "operator", "--to", "token.txt")

    refused = run(*command)

    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert store.requests == []
    assert run(*command, "--force").exit_code == 0
    assert (tmp_path / "token.txt").read_text() == f"{TEXT}\n"


def test_an_unknown_scope_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    result = run("tokens", "create", "--name", "a", "--scope", "plants")

    assert result.exit_code == 2
    assert "plants:write" in result.stderr
    assert store.requests == []


def test_list_shows_names_scopes_and_expiry(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /tokens", {"items": [a_token()], "next": None})

    result = run("tokens", "list")

    cells = [cell.strip() for cell in result.stdout.splitlines()[1].split("  ") if cell]
    assert cells == [ID, "web shop", "events:read, plants:read", "ending", "2027-02-18T00:00:00.000Z"]


def test_revoke_takes_a_unique_prefix(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /tokens", {"items": [a_token(), a_token(OTHER_ID)], "next": None})
    store.responds(f"GET /tokens/{OTHER_ID}", a_token(OTHER_ID))
    store.on(f"DELETE /tokens/{OTHER_ID}", ScriptedResponse(status=204))

    result = run("tokens", "revoke", "tok_01k8z4")

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"Revoked {OTHER_ID}.\n")


def test_revoke_with_json_prints_the_result(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET /tokens/{ID}", a_token() | {"children": 0})
    store.on(f"DELETE /tokens/{ID}", ScriptedResponse(status=204))

    result = run("tokens", "revoke", ID, "--json")

    assert json.loads(result.stdout) == {"id": ID, "revoked": True, "children_revoked": 0, "children_left": 0}
    assert [request.method for request in store.requests] == ["GET", "DELETE"]


def test_revoke_lists_the_tokens_that_stay_valid(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET /tokens/{ID}", a_token() | {"children": 12})
    store.responds("GET /tokens", {"items": [a_token(OTHER_ID)] * 10, "next": None})
    store.on(f"DELETE /tokens/{ID}", ScriptedResponse(status=204))

    result = run("tokens", "revoke", ID)

    assert store.requests[1].query == {"created_by": ID}
    assert store.requests[2].query == {}
    assert result.stderr.startswith(f"Revoked {ID}.\nStill valid: 12 tokens created with it: {OTHER_ID}, ")
    assert result.stderr.endswith(" and 2 more. To revoke one: plantstore tokens revoke ID\n")


def test_revoke_with_children_revokes_them_too(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET /tokens/{ID}", a_token() | {"children": 2})
    store.on(f"DELETE /tokens/{ID}", ScriptedResponse(status=204))

    result = run("tokens", "revoke", ID, "--with-children")

    assert store.requests[1].query == {"children": "true"}
    assert result.stderr == f"Revoked {ID} and 2 tokens created with it.\n"


def test_list_filters_by_creator(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /tokens", {"items": [a_token(OTHER_ID)], "next": None})

    assert run("tokens", "list", "--created-by", ID).exit_code == 0
    assert store.requests[0].query == {"created_by": ID}


def test_list_sends_its_filters(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [{"id": "rcv_01k8z3abcdefg", "name": "shop"}], "next": None})
    store.responds("GET /tokens", {"items": [], "next": None})
    filters = ("--state", "ending", "--state", "expired", "--scope", "plants:read", "--receiver", "rcv_01")

    result = run("tokens", "list", *filters, "--unused-since", "2026-11-20")

    assert result.stderr == "No tokens match.\n"
    assert store.requests[1].query == {
        "state": "ending,expired",
        "scope": "plants:read",
        "receiver": "rcv_01k8z3abcdefg",
        "unused_since": "2026-11-20T00:00:00.000Z",
    }


@pytest.mark.parametrize("wrong", [("--state", "old"), ("--scope", "staff"), ("--unused-since", "x")])
def test_an_invalid_token_filter_is_wrong_usage(store: ScriptedStore, run: Run, wrong: tuple[str, str]) -> None:
    assert run("tokens", "list", *wrong).exit_code == 2
    assert store.requests == []


def test_show_and_revoke_accept_own(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /tokens/own", a_token())
    store.responds(f"GET /tokens/{ID}", a_token())
    store.on(f"DELETE /tokens/{ID}", ScriptedResponse(status=204))

    assert json.loads(run("tokens", "show", "--json").stdout) == a_token()
    assert run("tokens", "revoke", "own").stderr == f"Revoked {ID}.\n"
