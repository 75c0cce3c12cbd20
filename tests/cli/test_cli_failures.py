"""Every way a command can fail: one line with cause and next step, and a stable exit code."""

import json
import shlex
import signal
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator

import pytest
import trustme

from tests.cli.conftest import Run, RunProcess
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

FIELDS = [
    {"pointer": "/price", "code": "decimal", "detail": "“24,90”: write 24.90."},
    {"pointer": "/common_names/0", "code": "length", "detail": "Too long."},
]


@pytest.mark.parametrize(
    ("status", "exit_code", "next_step"),
    [
        (400, 2, ""),
        (401, 4, "--token-file"),
        (403, 4, "token with that scope"),
        (404, 3, "lists them all"),
        (410, 3, "lists them all"),
        (408, 5, ""),
        (409, 1, ""),
        (412, 1, ""),
        (429, 1, "Try again in 9 seconds."),
        (500, 1, "search its log for req_1"),
        (502, 5, "Try again"),
        (503, 5, "Try again"),
        (504, 5, "Try again"),
        (507, 1, "Try again"),
    ],
)
def test_each_error_status_has_an_exit_code_and_a_next_step(
    store: ScriptedStore, run: Run, status: int, exit_code: int, next_step: str
) -> None:
    problem = {"title": "Not so", "detail": "This is why.", "request_id": "req_1"}
    store.on("GET /plants/1", ScriptedResponse(status=status, body=problem, headers={"retry-after": "9"}))

    result = run("plants", "show", "1")

    assert result.exit_code == exit_code
    assert result.stdout == ""
    assert result.stderr.startswith("Error: This is why.")
    assert result.stderr.count("\n") == 1
    assert next_step in result.stderr


def test_every_wrong_field_has_a_line(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 422, title="Some fields are wrong", errors=FIELDS)

    result = run("plants", "add", "x")

    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "Error: Some fields are wrong.",
        "  price: “24,90”: write 24.90.",
        "  common_names/0: Too long.",
    ]


def test_a_field_that_only_repeats_the_cause_has_no_line(store: ScriptedStore, run: Run) -> None:
    taken = "Plant 2 (Aloe) has this SKU."
    errors = [{"pointer": "/sku", "code": "taken", "detail": taken}]
    store.refuses("POST /plants", 409, title="Not now", detail=taken, errors=errors)

    assert run("plants", "add", "x").stderr.count(taken) == 1


def test_a_value_that_is_not_a_number_is_explained(run: Run) -> None:
    assert "'x' is not a valid whole number." in run("plants", "list", "--limit", "x").stderr
    assert "'x' is not a valid number." in run("plants", "list", "--timeout", "x").stderr


def test_not_found_names_the_command_that_lists_items(store: ScriptedStore, run: Run) -> None:
    store.refuses("GET /plants/1", 404, title="No", instance="/api/v1/plants/1")

    assert "`plantstore plants list` lists them all." in run("plants", "show", "1").stderr


def test_with_json_the_problem_object_is_printed_unchanged(store: ScriptedStore, run: Run) -> None:
    store.refuses("POST /plants", 422, type="/docs/errors/invalid", title="T", request_id="req_1", errors=FIELDS)

    result = run("--json", "plants", "add", "x")

    problem = {"type": "/docs/errors/invalid", "title": "T", "status": 422, "request_id": "req_1", "errors": FIELDS}
    assert json.loads(result.stderr) == {**problem, "exit_code": 1}
    assert result.stdout == ""


def test_a_response_of_another_program_is_recognized(store: ScriptedStore, run: Run) -> None:
    store.on("GET /plants/1", ScriptedResponse(raw=b"<html>hello"))
    store.on("GET /plants/2", ScriptedResponse(status=404, raw=b"<html>no"))

    good, bad = run("plants", "show", "1"), run("plants", "show", "2")

    assert good.exit_code == 5
    assert bad.exit_code == 3
    assert "but is not a Plant Store. Is --url right?" in good.stderr
    assert "but is not a Plant Store. Is --url right?" in bad.stderr


def test_a_redirect_is_shown_and_never_followed(store: ScriptedStore, run: Run) -> None:
    store.on("GET /plants/1", ScriptedResponse(status=302, headers={"Location": f"{store.url}/api/v1/plants/2"}))

    result = run("plants", "show", "1")

    assert result.exit_code == 1
    assert "/plants/2" in result.stderr
    assert len(store.requests) == 1


@pytest.fixture
def nobody() -> Iterator[str]:
    """A URL whose port is bound but refuses connections, so that no other program can take it."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"


def test_a_refused_connection_is_not_reachable(run: Run, nobody: str) -> None:
    result = run("plants", "list", PLANTSTORE_URL=nobody)

    assert result.exit_code == 5
    assert f"No server is running at {nobody} (connection refused)." in result.stderr
    assert "plantstore serve" in result.stderr


def test_not_reachable_is_a_problem_object_with_json(run: Run, nobody: str) -> None:
    result = run("plants", "list", "--json", "--url", nobody)

    problem = json.loads(result.stderr)
    assert (problem["title"], problem["exit_code"]) == ("Not reachable", 5)
    assert nobody in problem["detail"]


def test_a_change_that_timed_out_names_its_idempotency_key(store: ScriptedStore, run: Run) -> None:
    gate = threading.Event()
    store.on("POST /plants", ScriptedResponse(status=201, body={"id": 1}, gate=gate))

    result = run("plants", "add", "x", "--timeout", "0.1")

    gate.set()
    assert result.exit_code == 5
    assert "did not respond within 0.1 s" in result.stderr
    assert f"--idempotency-key {store.requests[0].headers['idempotency-key']}." in result.stderr


def test_a_server_that_hangs_up_is_not_reachable(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up() -> None:
            connection, _ = listener.accept()
            connection.recv(65_536)
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()

        result = run("plants", "list", PLANTSTORE_URL=f"http://127.0.0.1:{listener.getsockname()[1]}")

        thread.join()
    assert result.exit_code == 5
    assert result.stderr.count("\n") == 1


def test_an_untrusted_certificate_is_refused_before_the_token_is_sent(run: Run) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def shake_hands() -> None:
            connection, _ = listener.accept()
            with connection, pytest.raises(OSError):
                heard.append(context.wrap_socket(connection, server_side=True).recv(65_536))

        thread = threading.Thread(target=shake_hands)
        thread.start()

        result = run("plants", "list", PLANTSTORE_URL=f"https://127.0.0.1:{listener.getsockname()[1]}")

        thread.join()
    assert result.exit_code == 5
    assert "is not trusted" in result.stderr
    assert heard == []


def test_an_invalid_url_is_wrong_usage(run: Run) -> None:
    for url in ["127.0.0.1:8000", "ftp://x", "http://", "http://x:y", "http://u:p@x", "http://x?a=1", ""]:
        result = run("plants", "list", "--url", url or " ")

        assert result.exit_code == 2, url
        assert "URL" in result.stderr, url


def test_an_unknown_option_is_wrong_usage_even_in_json(run: Run) -> None:
    plain, as_json = run("plants", "list", "--colour"), run("plants", "list", "--colour", "--json")

    assert (plain.exit_code, as_json.exit_code) == (2, 2)
    assert "plantstore plants list --help" in plain.stderr.replace("Usage: ", "")
    assert json.loads(as_json.stderr)["detail"].startswith("No such option '--colour'")


def test_an_unknown_command_is_wrong_usage(run: Run) -> None:
    assert run("plans").exit_code == 2
    assert run("plants", "ad").exit_code == 2


def test_exit_codes_reach_the_shell(store: ScriptedStore, run_process: RunProcess) -> None:
    store.refuses("GET /plants/1", 404, title="There is no such plant")
    store.responds("GET /plants", {"items": [{"id": 5, "name": "Aloe vera"}], "next": None})

    missing, listed = run_process("plants", "show", "1"), run_process("plants", "list", "--json")
    wrong = run_process("plants", "show")

    assert (missing.returncode, listed.returncode, wrong.returncode) == (3, 0, 2)
    assert missing.stderr.startswith("Error: There is no such plant.")
    assert json.loads(listed.stdout) == {"id": 5, "name": "Aloe vera"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["plants", "list"], "Interrupted.\n"), (["plants", "add", "x"], "add --idempotency-key ")],
)
def test_ctrl_c_exits_130(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str], arguments: list[str], said: str
) -> None:
    gate = threading.Event()
    store.on("GET /plants", ScriptedResponse(body={"items": []}, gate=gate))
    store.on("POST /plants", ScriptedResponse(status=201, body={"id": 1}, gate=gate))
    with subprocess.Popen([*command, *arguments], env=process_environ, stderr=subprocess.PIPE, text=True) as process:
        assert store.was_called.wait(60)

        process.send_signal(signal.SIGINT)

        _, stderr = process.communicate(timeout=60)
    gate.set()
    assert process.returncode == 130
    assert said in stderr
    assert "Traceback" not in stderr


def test_a_broken_pipe_is_not_an_error(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    plants = [{"id": number, "name": "x" * 1_000} for number in range(1_000)]
    store.responds("GET /plants", {"items": plants, "next": None})
    piped = f"{shlex.join(command)} plants list --json | head -n 1"

    ended = subprocess.run(["sh", "-c", piped], env=process_environ, capture_output=True, text=True, timeout=60)

    assert json.loads(ended.stdout)["id"] == 0
    assert ended.stderr == ""


def test_an_ascii_terminal_gets_escaped_text(
    store: ScriptedStore, run_process: RunProcess, process_environ: dict[str, str]
) -> None:
    store.responds("GET /plants/1", {"id": 1, "name": "月下美人"})
    environ = {**process_environ, "PYTHONIOENCODING": "latin-1"}

    plain = run_process("plants", "show", "1", env=environ)
    as_json = run_process("plants", "show", "1", "--json", env=environ)

    assert "\\u6708" in plain.stdout
    assert json.loads(as_json.stdout)["name"] == "月下美人"
