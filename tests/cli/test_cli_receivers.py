"""`plantstore receivers`: requests and output, the place of the secret, and confirmations."""

import json
import os
import pty
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from plantstore.cli.support.secret_file import SecretFile
from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import SECOND_US, parse
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore

ID, OTHER_ID, THIRD_ID = "rcv_01k8z3abcdefg", "rcv_01k8z4abcdefg", "rcv_01k8z5abcdefg"
NAME = "web shop"
URL = "https://shop.example/plant/webhook"
SECRET, ACCESS_TOKEN = "whsec_c2VjcmV0", "rct_made"


def a_receiver(id: str = ID, **changes: Any) -> dict[str, Any]:
    return {"id": id, "name": "shop", "url": URL, "state": "active", "payload": "full", "lag": 17, **changes}


def added(store: ScriptedStore, **changes: Any) -> None:
    store.responds("POST /receivers", a_receiver(secret=SECRET, access_token=ACCESS_TOKEN, **changes), status=201)


def test_add_sends_the_given_options(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.responds("POST /receivers", a_receiver(secret=SECRET), status=201)
    (tmp_path / "token").write_text("its-own-token\n")
    flags = "--access-token-file token --start 12 --payload basic --show-secret --idempotency-key K1"

    result = run("receivers", "add", URL, "--name", "shop", *flags.split())

    assert result.exit_code == 0
    body = {"url": URL, "name": "shop", "access_token": "its-own-token", "start": 12, "payload": "basic"}
    assert store.requests[0].body == body
    assert store.requests[0].headers["idempotency-key"] == "K1"


CHAT = "https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/canary0123456789ABCDEF"


def test_the_url_of_a_chat_is_read_from_a_file(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    shown = a_receiver(url="https://hooks.slack.com/…CDEF", payload="slack")
    store.responds("POST /receivers", shown | {"secret": SECRET}, status=201)
    store.responds(f"GET /receivers/{ID}", shown)
    store.responds(f"PATCH /receivers/{ID}", shown)
    (tmp_path / "url").write_text(f"{CHAT}\n")

    added = run("receivers", "add", "--name", "shop", "--payload", "slack", "--url-file", "url")
    edited = run("receivers", "edit", ID, "--new-url-file", "url")

    assert (added.exit_code, edited.exit_code) == (0, 0), added.stderr + edited.stderr
    assert store.requests[0].body == {"url": CHAT, "name": "shop", "payload": "slack"}
    assert store.requests[-1].body == {"url": CHAT}
    for text in (added.stdout, added.stderr, edited.stdout, edited.stderr):
        assert "canary" not in text and SECRET not in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((CHAT, "--payload", "discord"), "The URL of a chat is a secret"),
        (("--payload", "slack"), "Give the URL, or --url-file FILE."),
        ((URL, "--url-file", "url", "--show-secret"), "The URL is given twice."),
        (("--payload", "slack", "--url-file", "url", "--show-secret"), "A chat has no secret to keep."),
        (("--url-file", "url"), "The secret is shown only once"),
        (("--url-file", "-", "--headers-file", "-", "--show-secret"), "Only one of these files"),
    ],
)
def test_a_url_is_given_once_and_that_of_a_chat_not_on_the_command_line(
    store: ScriptedStore, run: Run, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    (tmp_path / "url").write_text(CHAT)

    result = run("receivers", "add", "--name", "shop", *options)

    assert result.exit_code == 2 and words in result.stderr
    assert not store.requests


@pytest.mark.parametrize(
    ("start", "sent"),
    [
        ("now", "now"),
        ("12", 12),
        ("2026-11-20", "2026-11-20T00:00:00.000Z"),
        ("2026-11-20T12:00:00+01:00", "2026-11-20T11:00:00.000Z"),
    ],
)
def test_start_takes_a_position_or_a_time(store: ScriptedStore, run: Run, start: str, sent: str | int) -> None:
    store.responds("POST /receivers", a_receiver(secret=SECRET), status=201)

    run("receivers", "add", URL, "--name", "shop", "--start", start, "--show-secret")

    assert store.requests[0].body["start"] == sent


def test_start_takes_a_relative_time(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /receivers", a_receiver(secret=SECRET), status=201)

    run("receivers", "add", URL, "--name", "shop", "--start", "10m", "--show-secret")

    assert 600 <= (SystemClock().now() - parse(store.requests[0].body["start"])) / SECOND_US < 660


def test_the_access_token_can_come_from_standard_input(store: ScriptedStore, run: Run) -> None:
    store.responds("POST /receivers", a_receiver(secret=SECRET), status=201)

    run("receivers", "add", URL, "--name", "shop", "--access-token-file", "-", "--show-secret", stdin="from-stdin\n")

    assert store.requests[0].body["access_token"] == "from-stdin"


def test_without_a_place_for_the_secret_nothing_is_sent(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "add", URL, "--name", "shop")

    assert result.exit_code == 2
    assert "--secret-to" in result.stderr
    assert "--show-secret" in result.stderr
    assert store.requests == []


def test_show_secret_prints_it(store: ScriptedStore, run: Run) -> None:
    added(store)

    result = run("receivers", "add", URL, "--name", "shop", "--show-secret")

    assert f"secret        {SECRET}" in result.stdout
    assert f"access_token  {ACCESS_TOKEN}" in result.stdout


@pytest.mark.parametrize("json_flag", [(), ("--json",)])
def test_secret_to_writes_a_private_file_and_prints_no_secret(
    store: ScriptedStore, run: Run, tmp_path: Path, json_flag: tuple[str, ...]
) -> None:
    added(store)

    result = run("receivers", "add", URL, "--name", "shop", "--secret-to", ".env", *json_flag)

    file = tmp_path / ".env"
    assert file.read_text() == f"PLANTSTORE_SECRET={SECRET}\nPLANTSTORE_ACCESS_TOKEN={ACCESS_TOKEN}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert SECRET not in result.output
    assert ACCESS_TOKEN not in result.output
    assert ID in result.stdout
    assert ("Wrote PLANTSTORE_SECRET and PLANTSTORE_ACCESS_TOKEN to .env." in result.stderr) == (not json_flag)
    assert os.listdir(tmp_path) == [".env"]


def test_an_env_file_keeps_its_other_lines(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    added(store)
    file = tmp_path / ".env"
    file.write_bytes(b"# my shop\xff\nexport PLANTSTORE_SECRET=\nDATABASE=x")
    file.chmod(0o644)

    result = run("receivers", "add", URL, "--name", "shop", "--secret-to", ".env")

    assert result.exit_code == 0
    lines = file.read_bytes().splitlines()
    assert lines == [
        b"# my shop\xff",
        f"export PLANTSTORE_SECRET={SECRET}".encode(),
        b"DATABASE=x",
        f"PLANTSTORE_ACCESS_TOKEN={ACCESS_TOKEN}".encode(),
    ]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_secret_in_the_file_is_replaced_only_with_force(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    added(store)
    file = tmp_path / ".env"
    file.write_text("PLANTSTORE_SECRET=whsec_old\n")
    command = ("receivers", "add", URL, "--name", "shop", "--secret-to", ".env")

    refused = run(*command)

    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert store.requests == []
    assert file.read_text() == "PLANTSTORE_SECRET=whsec_old\n"
    assert run(*command, "--force").exit_code == 0
    assert file.read_text().startswith(f"PLANTSTORE_SECRET={SECRET}\n")


def test_an_unwritable_file_is_found_before_the_request(store: ScriptedStore, run: Run) -> None:
    missing_folder = run("receivers", "add", URL, "--name", "shop", "--secret-to", "no/such/.env")
    folder = run("receivers", "add", URL, "--name", "shop", "--secret-to", ".")

    assert (missing_folder.exit_code, folder.exit_code) == (2, 2)
    assert store.requests == []


def test_a_refused_receiver_leaves_no_file_behind(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    store.refuses("POST /receivers", 422, title="Some fields are wrong")

    run("receivers", "add", URL, "--name", "shop", "--secret-to", ".env")

    assert os.listdir(tmp_path) == []


def test_a_secret_that_could_not_be_written_exits_6(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(store)

    def fail(file: SecretFile, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(SecretFile, "write", fail)

    result = run("receivers", "add", URL, "--name", "shop", "--secret-to", ".env")

    assert result.exit_code == 6
    assert f"plantstore receivers remove {ID}" in result.stderr


def test_an_invalid_start_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    for start in ["yesterday", "0", "-1", "1.5", ""]:
        result = run("receivers", "add", URL, "--name", "shop", "--show-secret", "--start", start)

        assert result.exit_code == 2, start
        assert store.requests == [], start


def test_list_shows_the_backlog(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [a_receiver()], "next": None})

    result = run("receivers", "list")

    assert result.stdout.splitlines() == [
        "ID                 NAME  STATE   QUEUED  PAYLOAD  URL",
        f"{ID}  shop  active      17  full     {URL}",
    ]


def test_show_takes_a_whole_id_without_reading_the_list(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET /receivers/{ID}", a_receiver())

    result = run("receivers", "show", ID, "--json")

    assert json.loads(result.stdout) == a_receiver()
    assert len(store.requests) == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"state": "failing"}, f"To see why: plantstore deliveries list --receiver {ID} --state retrying"),
        ({"state": "disabled", "disabled_reason": "gone"}, "It responded 410, which asks us to stop."),
        ({"state": "disabled", "disabled_reason": "silent"}, "It did not respond, or only with 503, for five days."),
        ({"state": "paused"}, f"Its events are queued. To resume: plantstore receivers resume {ID}"),
    ],
)
def test_show_explains_each_state_and_what_to_do(
    store: ScriptedStore, run: Run, changes: dict[str, Any], words: str
) -> None:
    store.responds(f"GET /receivers/{ID}", a_receiver() | changes)

    assert words in run("receivers", "show", ID).stderr
    assert run("receivers", "show", ID, "--json").stderr == ""


def test_show_takes_a_unique_prefix(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [a_receiver(), a_receiver(OTHER_ID)], "next": None})
    store.responds(f"GET /receivers/{OTHER_ID}", a_receiver(OTHER_ID))

    result = run("receivers", "show", "rcv_01k8z4", "--json")

    assert json.loads(result.stdout)["id"] == OTHER_ID


def test_an_ambiguous_prefix_is_wrong_usage_and_an_unknown_one_not_found(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /receivers", {"items": [a_receiver(), a_receiver(OTHER_ID)], "next": None})

    two = run("receivers", "show", "rcv_01k8z")
    none = run("receivers", "show", "rcv_9")

    assert two.exit_code == 2
    assert f"{ID} (shop), {OTHER_ID} (shop)" in two.stderr
    assert none.exit_code == 3


@pytest.mark.parametrize("empty", ["", " ", "rcv_"])
def test_a_bare_type_prefix_never_selects_the_only_receiver(store: ScriptedStore, run: Run, empty: str) -> None:
    store.responds("GET /receivers", {"items": [a_receiver()], "next": None})

    result = run("receivers", "remove", empty, "--yes")

    assert result.exit_code == 2
    assert store.requests == []


def test_remove_with_yes_does_not_ask(store: ScriptedStore, run: Run) -> None:
    store.responds(f"DELETE /receivers/{ID}", {"id": ID, "cancelled": 17})

    result = run("receivers", "remove", ID, "--yes", "--json")

    assert json.loads(result.stdout) == {"id": ID, "cancelled": 17}
    assert [request.method for request in store.requests] == ["DELETE"]


def test_remove_without_a_terminal_needs_yes(store: ScriptedStore, run: Run) -> None:
    result = run("receivers", "remove", ID, stdin="y\n")

    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert store.requests == []


@pytest.mark.parametrize(("answer", "exit_code", "methods"), [("y", 0, ["GET", "DELETE"]), ("n", 1, ["GET"])])
def test_remove_asks_with_the_name_and_the_backlog(
    store: ScriptedStore,
    command: list[str],
    process_environ: dict[str, str],
    answer: str,
    exit_code: int,
    methods: list[str],
) -> None:
    store.responds(f"GET /receivers/{ID}", a_receiver())
    store.responds(f"DELETE /receivers/{ID}", {"id": ID, "cancelled": 17})
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{answer}\n".encode())

    ended = subprocess.run(
        [*command, "receivers", "remove", ID], env=process_environ, stdin=terminal, capture_output=True, timeout=60
    )

    os.close(keyboard)
    os.close(terminal)
    assert ended.returncode == exit_code, ended.stderr
    assert f"Remove “shop” ({ID})? This cancels 17 queued deliveries. [y/N]" in ended.stderr.decode()
    assert [request.method for request in store.requests] == methods


ENDS_AT = "2026-03-03T09:15:00.000Z"


def rotated(store: ScriptedStore) -> None:
    store.responds(f"POST /receivers/{ID}/secrets", {"secret": SECRET, "old_secret_ends_at": ENDS_AT}, status=201)


def test_rotate_secret_replaces_the_secret_in_the_file(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    rotated(store)
    file = tmp_path / ".env"
    file.write_text("PLANTSTORE_SECRET=whsec_old\nPLANTSTORE_ACCESS_TOKEN=mine\n")
    command = ("receivers", "rotate-secret", ID, "--secret-to", ".env")

    refused = run(*command)
    assert (refused.exit_code, store.requests) == (2, [])
    result = run(*command, "--force")

    assert result.exit_code == 0
    assert file.read_text() == f"PLANTSTORE_SECRET={SECRET}\nPLANTSTORE_ACCESS_TOKEN=mine\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert SECRET not in result.output
    assert ENDS_AT in result.stdout
    assert "Wrote PLANTSTORE_SECRET to .env." in result.stderr
    assert store.requests[0].body is None


@pytest.mark.parametrize(
    ("flag", "sent"), [("--v1a", {"signatures": ["v1", "v1a"]}), ("--no-v1a", {"signatures": ["v1"]})]
)
def test_v1a_is_turned_on_and_off(store: ScriptedStore, run: Run, flag: str, sent: dict[str, Any]) -> None:
    store.responds(f"PATCH /receivers/{ID}", a_receiver(**sent))

    result = run("receivers", "edit", ID, flag)

    assert result.exit_code == 0, result.output
    assert store.requests[0].body == sent
    assert ", ".join(sent["signatures"]) in result.stdout


def test_a_receiver_is_added_with_v1a_and_shows_its_public_key(store: ScriptedStore, run: Run) -> None:
    made = a_receiver(secret=SECRET, public_key="whpk_AAAA", signatures=["v1", "v1a"])
    store.responds("POST /receivers", made, status=201)

    result = run("receivers", "add", URL, "--name", "shop", "--v1a", "--secret-to", ".env")

    assert store.requests[0].body == {"url": URL, "name": "shop", "signatures": ["v1", "v1a"]}
    assert "whpk_AAAA" in result.stdout and SECRET not in result.output


def test_rotate_key_prints_the_new_public_key(store: ScriptedStore, run: Run) -> None:
    answer = {"public_key": "whpk_AAAA", "old_key_ends_at": ENDS_AT}
    store.responds(f"POST /receivers/{ID}/keys", answer, status=201)

    assert json.loads(run("receivers", "rotate-key", ID, "--json").stdout) == answer
    shown = run("receivers", "rotate-key", ID)
    assert "whpk_AAAA" in shown.stdout and f"The old key signs until {ENDS_AT}." in shown.stderr


def test_rotate_secret_prints_the_secret_only_when_asked(store: ScriptedStore, run: Run) -> None:
    rotated(store)

    assert run("receivers", "rotate-secret", ID).exit_code == 2
    assert store.requests == []
    assert json.loads(run("receivers", "rotate-secret", ID, "--show-secret", "--json").stdout)["secret"] == SECRET


def test_a_rotated_secret_that_could_not_be_written_can_be_requested_again(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    rotated(store)

    def fail(file: SecretFile, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(SecretFile, "write", fail)

    result = run("receivers", "rotate-secret", ID, "--secret-to", ".env")

    assert result.exit_code == 6
    assert f"--idempotency-key {store.requests[0].headers['idempotency-key']}" in result.stderr


def test_an_accepted_test_request_prints_one_line(store: ScriptedStore, run: Run) -> None:
    outcome = {"outcome": "accepted", "status": 204, "duration_ms": 12.4, "address": "192.0.2.7"}
    store.responds(f"POST /receivers/{ID}/tests", {**outcome, "detail": "", "excerpt": ""})

    result = run("receivers", "test", ID)

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "accepted with 204 by 192.0.2.7 after 12 ms\n"
    assert "idempotency-key" not in store.requests[0].headers


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (
            {"outcome": "refused", "status": 500, "excerpt": "a\nb\x1b"},
            "refused with 500 after 3 ms: Response: a b\ufffd\n",
        ),
        (
            {"outcome": "connection_refused", "detail": "Nobody.", "advice": "Start it."},
            "connection refused after 3 ms: Nobody. Start it.\n",
        ),
    ],
)
def test_a_refused_test_request_prints_one_line_and_exits_1(
    store: ScriptedStore, run: Run, outcome: dict[str, Any], line: str
) -> None:
    store.responds(f"POST /receivers/{ID}/tests", {"status": None, "duration_ms": 3, "address": None} | outcome)

    text, as_json = run("receivers", "test", ID), run("receivers", "test", ID, "--json")

    assert (text.exit_code, as_json.exit_code) == (1, 1)
    assert text.stdout == line
    assert json.loads(as_json.stdout)["outcome"] == outcome["outcome"]


def test_a_receiver_can_be_given_by_a_unique_name(store: ScriptedStore, run: Run) -> None:
    shops = [a_receiver(name="web shop"), a_receiver(OTHER_ID, name="Web Shop"), a_receiver(THIRD_ID, name="ERP")]
    store.responds("GET /receivers", {"items": shops, "next": None})
    for id in (OTHER_ID, THIRD_ID):
        store.responds(f"GET /receivers/{id}", a_receiver(id))

    exact, folded = run("receivers", "show", "Web Shop", "--json"), run("receivers", "show", " erp ", "--json")

    assert [json.loads(result.stdout)["id"] for result in (exact, folded)] == [OTHER_ID, THIRD_ID]


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("WEB SHOP", 2, f"2 receivers are called “WEB SHOP”: {ID} (web shop), {OTHER_ID} (Web Shop)."),
        ("shop", 3, f"There is no receiver “shop”. Did you mean {OTHER_ID} (Web Shop)?"),
        ("EPR", 3, f"There is no receiver “EPR”. Did you mean {THIRD_ID} (ERP)?"),
        ("nonsense", 3, "There is no receiver “nonsense”."),
        ("", 2, "“” is not an id: receiver ids begin with rcv_."),
        ("rcv_", 2, "“rcv_” is not an id: receiver ids begin with rcv_."),
    ],
)
def test_an_ambiguous_or_unknown_name_lists_candidates(
    store: ScriptedStore, run: Run, name: str, code: int, words: str
) -> None:
    shops = [a_receiver(name="web shop"), a_receiver(OTHER_ID, name="Web Shop"), a_receiver(THIRD_ID, name="ERP")]
    store.responds("GET /receivers", {"items": shops, "next": None})

    result = run("receivers", "test", name)

    assert result.exit_code == code
    assert result.stderr.startswith(f"Error: {words}")
    assert all(request.method == "GET" for request in store.requests)


@pytest.mark.parametrize(
    "command",
    [
        ("receivers", "show", NAME),
        ("receivers", "test", NAME),
        ("receivers", "pause", NAME),
        ("receivers", "resume", NAME),
        ("receivers", "edit", NAME, "--name", "x"),
        ("receivers", "rotate-secret", NAME, "--show-secret"),
        ("receivers", "remove", NAME, "--yes"),
        ("receivers", "resume", NAME, "--skip", "--yes"),
        ("replay", "--receiver", NAME, "--first", "1", "--dry-run"),
        ("replays", "list", "--receiver", NAME),
        ("deliveries", "list", "--receiver", NAME),
        ("deliveries", "counts", "--receiver", NAME),
        ("deliveries", "show", "7", NAME),
        ("deliveries", "retry", "7", NAME),
        ("deliveries", "cancel", "7", NAME),
        ("events", "send-to", "7", NAME),
        ("tokens", "create", "--name", "x", "--scope", "events:read", "--receiver", NAME),
        ("tokens", "list", "--receiver", NAME),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_every_command_takes_a_name_instead_of_an_id(store: ScriptedStore, run: Run, command: tuple[str, ...]) -> None:
    store.responds("GET /receivers", {"items": [a_receiver(name=NAME)], "next": None})
    store.responds("GET /events/7", {"id": "evt_01k8z3", "sequence": 7, "plant": 7})

    run(*command)

    later = store.requests[1:]
    assert later, "it went on with what the name stands for"
    assert any(ID in f"{request.path} {request.query} {request.body}" for request in later)
