"""`plantstore replay` counts, asks for confirmation and follows the replay; `plantstore replays` manages replays."""

import importlib
import io
import json
import os
import pty
import subprocess
from typing import Any

import pytest

from plantstore.cli.support.output import PROGRESS_LINE_S, Progress
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore
from tests.cli.test_cli_receivers import ID, a_receiver

REPLAY_ID = "rpl_01k8z4q7m2abcdefghjkmnpqrs"
PATH = f"/receivers/{ID}/replays"
REPLAY = ("replay", "--receiver", ID)
command_module = importlib.import_module("plantstore.cli.commands.replays")


def a_replay(**changes: Any) -> dict[str, Any]:
    replay = {
        "id": REPLAY_ID,
        "receiver": ID,
        "first": 3,
        "last": 9,
        "only": "failed",
        "state": "running",
        "total": 4,
        "accepted": 0,
        "failed": 0,
        "remaining": 4,
        "asked_at": "2026-03-02T09:15:00.000Z",
    }
    return replay | changes


DONE = a_replay(state="done", accepted=4, remaining=0)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_module, "POLL_S", 0)


def counted(store: ScriptedStore, total: int = 4, *, state: str = "active", **changes: Any) -> None:
    """Script the dry run, the receiver, and the replay itself."""
    count = {"first": 3, "last": 9, "total": total, "reason": "", **changes}
    store.on(f"POST {PATH}", ScriptedResponse(body=count), ScriptedResponse(body=a_replay(), status=202))
    store.responds(f"GET /receivers/{ID}", a_receiver(state=state))


def runs(store: ScriptedStore, *states: dict[str, Any]) -> None:
    store.on(f"GET {PATH}/{REPLAY_ID}", *(ScriptedResponse(body=state) for state in states))


def test_a_replay_is_counted_started_and_followed(store: ScriptedStore, run: Run) -> None:
    counted(store)
    runs(store, a_replay(accepted=1, remaining=3), DONE)

    result = run(*REPLAY, "--since", "2026-03-01", "--until", "2026-03-02", "--pace", "50/s", "--yes")

    assert result.exit_code == 0, result.output
    assert result.stderr == f"Send 4 deliveries again, events 3 to 9, to “shop” ({ID}).\n"
    assert "state      done" in result.stdout
    times = {"since": "2026-03-01T00:00:00.000Z", "until": "2026-03-02T00:00:00.000Z"}
    dry, real = (request.body for request in store.requests if request.method == "POST")
    assert dry == {**times, "only": "failed", "pace": 50, "dry_run": True}
    assert real == {"first": 3, "last": 9, "only": "failed", "pace": 50}, "what was counted, and no more"


def test_only_all_warns_of_duplicates(store: ScriptedStore, run: Run) -> None:
    counted(store, total=1)
    runs(store, DONE)

    result = run(*REPLAY, "--first", "3", "--last", "9", "--only", "all", "--yes")

    assert result.stderr == (
        f"Send 1 delivery again, events 3 to 9, to “shop” ({ID}). The receiver may get some events twice.\n"
    )
    assert store.requests[0].body == {"first": 3, "last": 9, "only": "all", "dry_run": True}


def test_a_dry_run_only_counts(store: ScriptedStore, run: Run) -> None:
    counted(store)

    result = run(*REPLAY, "--first", "3", "--dry-run", "--json")

    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["total"] == 4
    assert [request.method for request in store.requests] == ["POST"]


@pytest.mark.parametrize(("flag", "exit_code"), [(["--yes"], 1), (["--dry-run"], 0)])
def test_an_empty_range_says_why(store: ScriptedStore, run: Run, flag: list[str], exit_code: int) -> None:
    counted(store, total=0, reason="None of them has failed.")

    result = run(*REPLAY, "--first", "3", *flag)

    assert result.exit_code == exit_code
    assert "Nothing to send again. None of them has failed.\n" in result.stderr
    assert [request.method for request in store.requests] == ["POST"], "the dry run, and nothing else"


def test_an_invalid_range_is_wrong_usage(store: ScriptedStore, run: Run) -> None:
    for flags in [
        [],
        ["--last", "9"],
        ["--until", "2h"],
        ["--since", "2h", "--first", "3"],
        ["--since", "2h", "--last", "3"],
        ["--since", "yesterday"],
        ["--first", "0"],
        ["--first", "3", "--pace", "fast"],
        ["--first", "3", "--pace", "0/s"],
        ["--first", "3", "--pace", "nan"],
        ["--first", "3", "--only", "some"],
    ]:
        result = run(*REPLAY, *flags, "--yes")

        assert (result.exit_code, store.requests) == (2, []), flags


def test_without_a_terminal_a_replay_needs_yes(store: ScriptedStore, run: Run) -> None:
    result = run(*REPLAY, "--first", "3", stdin="y\n")

    assert (result.exit_code, store.requests) == (2, [])
    assert "--yes" in result.stderr


@pytest.mark.parametrize(("said", "exit_code", "methods"), [("y", 0, 2), ("n", 1, 1)])
def test_on_a_terminal_the_count_is_confirmed(
    store: ScriptedStore,
    command: list[str],
    process_environ: dict[str, str],
    said: str,
    exit_code: int,
    methods: int,
) -> None:
    counted(store)
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{said}\n".encode())
    arguments = [*command, *REPLAY, "--first", "3", "--detach"]

    ended = subprocess.run(arguments, env=process_environ, stdin=terminal, capture_output=True, timeout=60)

    os.close(keyboard)
    os.close(terminal)
    assert ended.returncode == exit_code, ended.stderr
    assert f"Send 4 deliveries again, events 3 to 9, to “shop” ({ID})? [y/N]" in ended.stderr.decode()
    assert [request.method for request in store.requests].count("POST") == methods


@pytest.mark.parametrize(("only", "then"), [("failed", " They are retried automatically."), ("all", "")])
def test_a_replay_with_failures_exits_6(store: ScriptedStore, run: Run, only: str, then: str) -> None:
    counted(store)
    runs(store, a_replay(state="done", accepted=3, failed=1, remaining=0, only=only))

    result = run(*REPLAY, "--first", "3", "--yes")

    assert result.exit_code == 6
    assert f"1 of 4 were not accepted.{then}\n" in result.stderr


def test_a_cancelled_replay_exits_6(store: ScriptedStore, run: Run) -> None:
    counted(store)
    runs(store, a_replay(state="cancelled", accepted=1, remaining=3))

    result = run(*REPLAY, "--first", "3", "--yes")

    assert result.exit_code == 6
    assert "The replay was cancelled; 3 deliveries were not sent." in result.stderr


def test_detach_does_not_wait(store: ScriptedStore, run: Run) -> None:
    counted(store)

    result = run(*REPLAY, "--first", "3", "--yes", "--detach", "--json")

    assert (result.exit_code, json.loads(result.stdout)) == (0, a_replay())


@pytest.mark.parametrize("state", ["paused", "disabled"])
def test_a_replay_to_a_paused_receiver_is_not_followed(store: ScriptedStore, run: Run, state: str) -> None:
    counted(store, state=state)

    result = run(*REPLAY, "--first", "3", "--yes")

    assert result.exit_code == 0
    assert f"“shop” is {state}. The replay starts when you resume it: plantstore receivers resume {ID}" in result.stderr


def test_ctrl_c_says_that_the_replay_continues_and_how_to_cancel_it(
    store: ScriptedStore, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(store)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_module, "sleep", interrupt)

    result = run(*REPLAY, "--first", "3", "--yes")

    assert result.exit_code == 130
    assert "Interrupted. The replay continues in the background." in result.stderr
    assert f"plantstore replays cancel {REPLAY_ID} --receiver {ID}" in result.stderr


def test_a_lost_connection_says_how_to_see_the_replay(store: ScriptedStore, run: Run) -> None:
    counted(store)
    store.refuses(f"GET {PATH}/{REPLAY_ID}", 503, title="The store cannot answer now")

    result = run(*REPLAY, "--first", "3", "--yes")

    assert result.exit_code == 5
    assert f"plantstore replays show {REPLAY_ID} --receiver {ID}" in result.stderr


# Progress


class StandardError(io.StringIO):
    """Standard error, on a terminal or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def printed(monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool, quiet: bool = False) -> str:
    """Return what is printed for 0, 100 and 400 of 1,000 items, after 0, 2 and 5 seconds."""
    stream = StandardError(is_terminal=is_terminal)
    now_s = [0.0]
    monkeypatch.setattr("sys.stderr", stream)
    progress = Progress("Sending", quiet=quiet, clock=lambda: now_s[0])
    for now_s[0], done in [(0.0, 0), (2.0, 100), (PROGRESS_LINE_S, 400)]:
        progress.show(done, 1_000)
    progress.end()
    return stream.getvalue()


def test_without_a_terminal_there_is_a_line_every_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(monkeypatch, is_terminal=False) == "Sending: 400 of 1,000\n"


def test_on_a_terminal_there_is_one_bar_that_is_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = printed(monkeypatch, is_terminal=True).split("\r")

    assert "Sending" in lines[-1]
    assert [count for count in ("0/1000", "100/1000", "400/1000") if not any(count in line for line in lines)] == []
    assert "\n" not in "".join(lines).rstrip("\n")


def test_with_quiet_no_progress_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(monkeypatch, is_terminal=True, quiet=True) == ""


# The list


def test_replays_are_listed(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET {PATH}", {"items": [DONE], "next": None})

    heading, row = run("replays", "list", "--receiver", ID).stdout.splitlines()

    assert heading.split() == ["ID", "STATE", "EVENTS", "ONLY", "TOTAL", "ACCEPTED", "FAILED", "REQUESTED"]
    assert row.split() == [REPLAY_ID, "done", "3-9", "failed", "4", "4", "0", "2026-03-02T09:15:00.000Z"]


def test_a_replay_is_shown_by_a_prefix(store: ScriptedStore, run: Run) -> None:
    store.responds(f"GET {PATH}", {"items": [DONE], "next": None})
    store.responds(f"GET {PATH}/{REPLAY_ID}", DONE)

    result = run("replays", "show", "rpl_01k8", "--receiver", ID, "--json")

    assert json.loads(result.stdout) == DONE


@pytest.mark.parametrize(
    ("state", "said"),
    [("cancelled", f"Cancelled {REPLAY_ID}.\n"), ("done", f"Already done: {REPLAY_ID}.\n")],
)
def test_a_replay_is_cancelled(store: ScriptedStore, run: Run, state: str, said: str) -> None:
    store.responds(f"DELETE {PATH}/{REPLAY_ID}", a_replay(state=state))

    result = run("replays", "cancel", REPLAY_ID, "--receiver", ID)

    assert (result.exit_code, result.stderr) == (0, said)


@pytest.mark.parametrize("command", ["show", "cancel"])
def test_a_bare_type_prefix_never_selects_the_only_replay(store: ScriptedStore, run: Run, command: str) -> None:
    result = run("replays", command, "rpl_", "--receiver", ID)

    assert (result.exit_code, store.requests) == (2, [])
