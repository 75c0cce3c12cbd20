"""Standard streams that are closed or full: an error on one line, and no file gets a stream's descriptor."""

import json
import shlex
import subprocess

from tests.cli.scripted_store import ScriptedStore


def in_a_shell(command: list[str], environ: dict[str, str], rest: str) -> "subprocess.CompletedProcess[str]":
    line = f"{shlex.join(command)} {rest}"
    return subprocess.run(["sh", "-c", line], env=environ, capture_output=True, text=True, timeout=60)


def test_a_closed_stream_is_not_an_error(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    for arguments in ["plants list", "plants list --json", "plants show 1", "version"]:
        for closed in [">&-", "<&-", "<&- >&-"]:
            store.responds("GET /plants", {"items": [{"id": 1, "name": "Aloe"}], "next": None})
            store.responds("GET /plants/1", {"id": 1, "name": "Aloe"})

            ended = in_a_shell(command, process_environ, f"{arguments} {closed}")

            assert (ended.returncode, ended.stderr) == (0, ""), closed


def test_without_standard_error_a_failure_still_has_its_exit_code(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    store.refuses("GET /plants/1", 404, title="There is no such thing here")

    ended = in_a_shell(command, process_environ, "plants show 1 2>&-")

    assert (ended.returncode, ended.stdout) == (3, "")


def test_a_full_disk_is_an_error_on_one_line(
    store: ScriptedStore, command: list[str], process_environ: dict[str, str]
) -> None:
    store.responds("GET /plants", {"items": [{"id": 1, "name": "Aloe"}], "next": None})

    words = in_a_shell(command, process_environ, "plants list > /dev/full")
    problem = in_a_shell(command, process_environ, "plants list --json > /dev/full")

    assert (words.returncode, words.stderr) == (1, "Error: Cannot write the output: No space left on device.\n")
    assert problem.returncode == 1
    assert json.loads(problem.stderr)["detail"] == "Cannot write the output: No space left on device."
