"""`plantstore receivers` edit, pause and resume, and the limits that `add` sets."""

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore
from tests.cli.test_cli_receivers import ID, URL, a_receiver

ADD = ("receivers", "add", URL, "--name", "shop", "--show-secret")


def test_add_sends_the_given_limits(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /receivers", a_receiver(secret="whsec_x"), status=201)

    result = run(*ADD, "--ordered", "--max-concurrency", "2", "--max-rate", "0.5", "--deadline", "5")

    assert result.exit_code == 0, result.output
    limits = {"ordered": True, "max_concurrency": 2, "max_rate": 0.5, "deadline_s": 5}
    assert store.requests[0].body == {"url": URL, "name": "shop", **limits}


def test_a_ca_file_is_sent_as_it_is(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.responds("POST /receivers", a_receiver(secret="whsec_x"), status=201)
    store.responds(f"PATCH /receivers/{ID}", a_receiver())
    (tmp_path / "ca.pem").write_text("# ours\n-----BEGIN CERTIFICATE-----\n")

    assert run(*ADD, "--ca-file", "ca.pem").exit_code == 0
    assert run("receivers", "edit", ID, "--ca-file", "ca.pem").exit_code == 0
    assert run("receivers", "edit", ID, "--ca-file", "missing.pem").exit_code == 2

    assert [one.body["ca_bundle"] for one in store.requests] == ["# ours\n-----BEGIN CERTIFICATE-----\n"] * 2


def test_a_client_certificate_needs_both_files(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver())
    (tmp_path / "chain.pem").write_text("CHAIN")
    (tmp_path / "key.pem").write_text("KEY")
    edit, chain, key = ("receivers", "edit", ID), ("--client-cert-file", "chain.pem"), ("--client-key-file", "key.pem")

    assert run(*edit, *chain).exit_code == run(*edit, *key).exit_code == 2
    assert run(*edit, "--client-cert-file", "none", *key).exit_code == 2
    assert store.requests == []
    assert run(*edit, *chain, *key).exit_code == 0

    assert store.requests[0].body == {"client_certificate": {"chain": "CHAIN", "key": "KEY"}}


def test_list_shows_state_and_backlog(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [a_receiver(state="paused", lag=3)], "next": None})

    heading, row = run("receivers", "list").stdout.splitlines()

    assert heading.split()[2:4] == ["STATE", "QUEUED"]
    assert row.split()[2:4] == ["paused", "3"]


# Editing


@pytest.mark.parametrize(
    ("flags", "body"),
    [
        (["--max-rate", "5/s"], {"max_rate": 5}),
        (["--max-rate", "none"], {"max_rate": None}),
        (["--ca-file", "none"], {"ca_bundle": None}),
        (["--client-cert-file", "none"], {"client_certificate": None}),
        (["--ordered"], {"ordered": True}),
        (["--unordered", "--name", "ERP"], {"ordered": False, "name": "ERP"}),
        (["--new-url", URL, "--payload", "basic"], {"url": URL, "payload": "basic"}),
        (["--header", "X-A=1=2", "--header", "X-B=b c"], {"headers": {"X-A": "1=2", "X-B": "b c"}}),
        (["--header", "X-A=1", "--remove-header", "X-B"], {"headers": {"X-A": "1", "X-B": None}}),
        (["--oauth-token-url", "u", "--oauth-client-id", "i"], {"oauth": {"token_url": "u", "client_id": "i"}}),
        (["--no-oauth", "--name", "ERP"], {"oauth": None, "name": "ERP"}),
        (["--max-concurrency", "3", "--deadline", "29.5"], {"max_concurrency": 3, "deadline_s": 29.5}),
    ],
)
def test_edit_sends_only_given_fields(store: ScriptedStore, run: Run, flags: list[str], body: dict[str, Any]) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver(name="ERP"))

    result = run("receivers", "edit", ID, *flags, "--json")

    assert result.exit_code == 0, result.output
    assert store.requests[0].body == body
    assert json.loads(result.stdout)["name"] == "ERP"


def test_static_headers_can_come_from_standard_input(store: ScriptedStore, run: Run) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver(name="ERP"))

    run("receivers", "edit", ID, "--headers-file", "-", "--header", "x-c=3", stdin="x-a=1\n\nx-b = 2\n")

    assert store.requests[0].body == {"headers": {"x-c": "3", "x-a": "1", "x-b": "2"}}


@pytest.mark.parametrize(
    ("flags", "body"),
    [
        (["--expression", "[id]"], {"payload": "expression", "payload_expression": "[id]"}),
        (["--expression-file", "-"], {"payload": "expression", "payload_expression": "{a: id}"}),
        (["--payload", "basic"], {"payload": "basic"}),
        (["--payload", "full", "--expression", "[id]"], {"payload": "full", "payload_expression": "[id]"}),
    ],
)
def test_an_expression_is_the_payload(store: ScriptedStore, run: Run, flags: list[str], body: dict[str, str]) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver(name="ERP"))

    run("receivers", "edit", ID, *flags, stdin="{a: id}\n")

    assert store.requests[0].body == body


def test_an_expression_is_given_once(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "edit", ID, "--expression", "[id]", "--expression-file", "-", stdin="[id]")

    assert result.exit_code == 2
    assert "The expression is given twice." in result.stderr


@pytest.mark.parametrize("flags", [["--header", "canary"], ["--header", "a=canary", "--header", "a=canary"]])
def test_a_wrong_static_header_is_not_repeated(store: ScriptedStore, run: Run, flags: list[str]) -> None:
    result = run("receivers", "edit", ID, *flags)

    assert (result.exit_code, store.requests) == (2, [])
    assert "NAME=VALUE" in result.stderr and "canary" not in result.output


def test_the_client_secret_can_come_from_standard_input(store: ScriptedStore, run: Run) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver(name="ERP"))
    flags = ["--oauth-token-url", "u", "--oauth-client-id", "i", "--oauth-scope", "a b", "--oauth-audience", "x"]

    run("receivers", "edit", ID, *flags, "--oauth-client-secret-file", "-", stdin="s3cret\n")

    oauth = {"token_url": "u", "client_id": "i", "scope": "a b", "audience": "x", "client_secret": "s3cret"}
    assert store.requests[0].body == {"oauth": oauth}


@pytest.mark.parametrize(
    "flags",
    [
        ["--oauth-client-id", "i"],
        ["--oauth-client-secret-file", "-"],
        ["--no-oauth", "--oauth-token-url", "u", "--oauth-client-id", "i"],
    ],
)
def test_incomplete_client_credentials_are_refused(store: ScriptedStore, run: Run, flags: list[str]) -> None:
    result = run("receivers", "edit", ID, *flags, stdin="canary")

    assert (result.exit_code, store.requests) == (2, [])
    assert "oauth" in result.stderr.lower() and "canary" not in result.output


def test_token_and_headers_cannot_both_come_from_standard_input(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "edit", ID, "--headers-file", "-", "--access-token-file", "-", stdin="x=y")

    assert (result.exit_code, store.requests) == (2, [])
    assert "Only one of these files" in result.stderr


def test_edit_takes_the_access_token_from_a_file(store: ScriptedStore, run: Run) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver())

    run("receivers", "edit", ID, "--access-token-file", "-", stdin="its-own-token\n")

    assert store.requests[0].body == {"access_token": "its-own-token"}


def test_edit_without_fields_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "edit", ID)

    assert (result.exit_code, store.requests) == (2, [])
    assert "--help" in result.stderr


def test_an_invalid_limit_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    for flags in [
        ["--max-rate", "fast"],
        ["--max-rate", "0"],
        ["--max-rate", "inf"],
        ["--max-rate", "nan"],
        ["--max-rate", ""],
        ["--max-concurrency", "0"],
        ["--deadline", "nan"],
        ["--deadline", "-1"],
    ]:
        for command in (["receivers", "edit", ID], ADD):
            result = run(*command, *flags)

            assert (result.exit_code, store.requests) == (2, []), flags


def test_refused_fields_are_listed(store: ScriptedStore, run: Run) -> None:
    errors = [{"pointer": "/max_rate", "code": "range", "detail": "Write a number from 0.01 to 10000."}]
    store.refuses(f"PATCH /receivers/{ID}", 422, title="Some fields are wrong", errors=errors)

    result = run("receivers", "edit", ID, "--max-rate", "10001")

    assert result.exit_code == 1
    assert "max_rate: Write a number from 0.01 to 10000." in result.stderr


# Pausing and resuming


def test_pause_says_how_to_resume(store: ScriptedStore, run: Run) -> None:
    store.responds(f"POST /receivers/{ID}/pause", a_receiver(state="paused"))

    result = run("receivers", "pause", ID)

    assert result.exit_code == 0
    assert f"plantstore receivers resume {ID}" in result.stderr
    assert "paused" in result.stdout


def test_resume_does_not_ask(store: ScriptedStore, run: Run) -> None:
    store.responds(f"DELETE /receivers/{ID}/pause", a_receiver(skipped=0))

    result = run("receivers", "resume", ID)

    assert (result.exit_code, result.stderr) == (0, "Resumed “shop”: 17 queued.\n")
    assert store.requests[0].query == {}


def test_resume_with_skip_and_yes_does_not_ask(store: ScriptedStore, run: Run) -> None:
    store.responds(f"DELETE /receivers/{ID}/pause", a_receiver(skipped=1_700, lag=0))

    result = run("receivers", "resume", ID, "--skip", "--yes")

    assert (result.exit_code, result.stderr) == (0, "Resumed “shop”: 1,700 discarded.\n")
    assert [(request.method, request.query) for request in store.requests] == [("DELETE", {"held": "skip"})]


def test_resume_with_skip_needs_yes_without_a_terminal(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "resume", ID, "--skip", stdin="y\n")

    assert (result.exit_code, store.requests) == (2, [])
    assert "--yes" in result.stderr


@pytest.mark.parametrize(("said", "exit_code", "methods"), [("y", 0, ["GET", "DELETE"]), ("n", 1, ["GET"])])
def test_resume_with_skip_asks_with_the_size_of_the_backlog(
    store: ScriptedStore,
    command: list[str],
    process_environ: dict[str, str],
    said: str,
    exit_code: int,
    methods: list[str],
) -> None:
    store.responds(f"GET /receivers/{ID}", a_receiver(lag=1_700))
    store.responds(f"DELETE /receivers/{ID}/pause", a_receiver(skipped=1_700, lag=0))
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{said}\n".encode())
    arguments = [*command, "receivers", "resume", ID, "--skip"]

    ended = subprocess.run(arguments, env=process_environ, stdin=terminal, capture_output=True, timeout=60)

    os.close(keyboard)
    os.close(terminal)
    assert ended.returncode == exit_code, ended.stderr
    assert f"Discard 1,700 queued deliveries to “shop” ({ID}) for good? [y/N]" in ended.stderr.decode()
    assert [request.method for request in store.requests] == methods
