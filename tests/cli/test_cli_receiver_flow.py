"""`plantstore receivers` edit, pause, resume, and the limits of `add`."""

import json
import os
import pty
import subprocess
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore
from tests.cli.test_cli_receivers import ID, URL, a_receiver

ADD = ("receivers", "add", URL, "--name", "shop", "--show-secret")


def test_add_sends_the_limits_that_were_given(store: ScriptedStore, run: Run) -> None:
    store.gives("POST /receivers", a_receiver(secret="whsec_x"), status=201)

    result = run(*ADD, "--ordered", "--max-concurrency", "2", "--max-rate", "0.5", "--deadline", "5")

    assert result.exit_code == 0, result.output
    limits = {"ordered": True, "max_concurrency": 2, "max_rate": 0.5, "deadline_s": 5}
    assert store.asked[0].body == {"url": URL, "name": "shop", **limits}


def test_list_shows_state_and_what_is_owed(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /receivers", {"items": [a_receiver(state="paused", lag=3)], "next": None})

    heading, row = run("receivers", "list").stdout.splitlines()

    assert heading.split()[2:4] == ["STATE", "OWED"]
    assert row.split()[2:4] == ["paused", "3"]


# Editing


@pytest.mark.parametrize(
    ("flags", "body"),
    [
        (["--max-rate", "5/s"], {"max_rate": 5}),
        (["--max-rate", "none"], {"max_rate": None}),
        (["--ordered"], {"ordered": True}),
        (["--unordered", "--name", "ERP"], {"ordered": False, "name": "ERP"}),
        (["--new-url", URL, "--payload", "basic"], {"url": URL, "payload": "basic"}),
        (["--max-concurrency", "3", "--deadline", "29.5"], {"max_concurrency": 3, "deadline_s": 29.5}),
    ],
)
def test_edit_sends_what_is_named(store: ScriptedStore, run: Run, flags: list[str], body: dict[str, Any]) -> None:
    store.gives(f"PATCH /receivers/{ID}", a_receiver(name="ERP"))

    result = run("receivers", "edit", ID, *flags, "--json")

    assert result.exit_code == 0, result.output
    assert store.asked[0].body == body
    assert json.loads(result.stdout)["name"] == "ERP"


def test_edit_takes_the_access_token_from_a_file(store: ScriptedStore, run: Run) -> None:
    store.gives(f"PATCH /receivers/{ID}", a_receiver())

    run("receivers", "edit", ID, "--access-token-file", "-", given="its-own-token\n")

    assert store.asked[0].body == {"access_token": "its-own-token"}


def test_edit_of_nothing_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "edit", ID)

    assert (result.exit_code, store.asked) == (2, [])
    assert "--help" in result.stderr


@pytest.mark.parametrize(
    "flags",
    [
        ["--max-rate", "fast"],
        ["--max-rate", "0"],
        ["--max-rate", "inf"],
        ["--max-rate", "nan"],
        ["--max-rate", ""],
        ["--max-concurrency", "0"],
        ["--deadline", "nan"],
        ["--deadline", "-1"],
    ],
)
def test_a_limit_that_is_none_is_wrong_usage(store: ScriptedStore, run: Run, flags: list[str]) -> None:
    for command in (["receivers", "edit", ID], ADD):
        result = run(*command, *flags)

        assert (result.exit_code, store.asked) == (2, [])


def test_what_the_store_refuses_is_named_field_by_field(store: ScriptedStore, run: Run) -> None:
    errors = [{"pointer": "/max_rate", "code": "range", "detail": "Write a number from 0.01 to 10000."}]
    store.refuses(f"PATCH /receivers/{ID}", 422, title="Some fields are wrong", errors=errors)

    result = run("receivers", "edit", ID, "--max-rate", "10001")

    assert result.exit_code == 1
    assert "max_rate: Write a number from 0.01 to 10000." in result.stderr


# Pausing and resuming


def test_pause_says_how_to_go_on(store: ScriptedStore, run: Run) -> None:
    store.gives(f"POST /receivers/{ID}/pause", a_receiver(state="paused"))

    result = run("receivers", "pause", ID)

    assert result.exit_code == 0
    assert f"plantstore receivers resume {ID}" in result.stderr
    assert "paused" in result.stdout


def test_resume_sends_what_is_held_and_asks_nobody(store: ScriptedStore, run: Run) -> None:
    store.gives(f"DELETE /receivers/{ID}/pause", a_receiver(skipped=0))

    result = run("receivers", "resume", ID)

    assert (result.exit_code, result.stderr) == (0, "Resumed “shop”: 17 to send.\n")
    assert store.asked[0].query == {}


def test_resume_with_skip_and_yes_asks_nobody(store: ScriptedStore, run: Run) -> None:
    store.gives(f"DELETE /receivers/{ID}/pause", a_receiver(skipped=1_700, lag=0))

    result = run("receivers", "resume", ID, "--skip", "--yes")

    assert (result.exit_code, result.stderr) == (0, "Resumed “shop”: 1,700 cancelled.\n")
    assert [(asked.method, asked.query) for asked in store.asked] == [("DELETE", {"held": "skip"})]


def test_resume_with_skip_needs_yes_without_a_terminal(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "resume", ID, "--skip", given="y\n")

    assert (result.exit_code, store.asked) == (2, [])
    assert "--yes" in result.stderr


@pytest.mark.parametrize(("said", "exit_code", "methods"), [("y", 0, ["GET", "DELETE"]), ("n", 1, ["GET"])])
def test_resume_with_skip_names_the_count_on_a_terminal(
    store: ScriptedStore,
    command: list[str],
    process_environ: dict[str, str],
    said: str,
    exit_code: int,
    methods: list[str],
) -> None:
    store.gives(f"GET /receivers/{ID}", a_receiver(lag=1_700))
    store.gives(f"DELETE /receivers/{ID}/pause", a_receiver(skipped=1_700, lag=0))
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{said}\n".encode())
    arguments = [*command, "receivers", "resume", ID, "--skip"]

    ended = subprocess.run(arguments, env=process_environ, stdin=terminal, capture_output=True, timeout=60)

    os.close(keyboard)
    os.close(terminal)
    assert ended.returncode == exit_code, ended.stderr
    assert f"Cancel 1,700 owed to “shop” ({ID}) for good? [y/N]" in ended.stderr.decode()
    assert [asked.method for asked in store.asked] == methods
