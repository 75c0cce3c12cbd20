"""All commands: each has help with an example, is documented, and takes the common options."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from plantstore import __version__
from plantstore.cli.main import ENTRIES, plantstore
from plantstore.cli.support.exit_codes import MEANINGS
from tests.cli.conftest import SOURCE, Run, RunProcess
from tests.cli.scripted_store import ScriptedStore

DOCS = Path(__file__).parents[2] / "docs"
HEAVY = ("starlette", "uvicorn", "apsw", "msgspec", "asyncio", "ssl", "http.client", "plantstore.core.settings")

LOADED = f"""
import sys
from plantstore.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    print(end.code, *(name for name in {HEAVY} if name in sys.modules), file=sys.stderr)
"""


def walk(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from walk(below, (*path, name))


COMMANDS = dict(walk(plantstore))


def test_every_command_shows_an_example(run: Run) -> None:
    for path in COMMANDS:
        result = run(*path.split(), "--help")

        assert result.exit_code == 0, path
        examples = result.stdout.partition("Example:")[2]
        assert re.search(rf"plantstore {path}".strip(), examples), path


def test_every_command_is_documented() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.glob("cli-*.md"))
    for path in [path for path in COMMANDS if path]:
        assert re.search(rf"`plantstore {path}\b", text), path


def test_every_exit_code_is_documented(run: Run) -> None:
    text = (DOCS / "cli-reference.md").read_text(encoding="utf-8")

    printed = run("help", "exit-codes").stdout

    for code, meaning in MEANINGS.items():
        assert f"| {int(code)} | {meaning} |" in text
        assert re.search(rf"^ *{int(code)} +{re.escape(meaning)}$", printed, re.MULTILINE)


def test_exit_codes_can_be_printed_as_json(run: Run) -> None:
    rows = [json.loads(line) for line in run("help", "exit-codes", "--json").stdout.splitlines()]

    assert {row["code"] for row in rows} == {0, 1, 2, 3, 4, 5, 6, 130}


def test_help_is_the_same_as_the_option(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert all(name in run("--help").stdout for name in ENTRIES)


def test_help_of_a_command_is_the_same_as_its_option(run: Run) -> None:
    for path in ["serve", "plants", "plants add", "receivers rotate-secret"]:
        result = run("help", *path.split())

        assert result.exit_code == 0, path
        assert result.stdout == run(*path.split(), "--help").stdout, path


def test_help_of_an_unknown_command_is_wrong_usage(run: Run) -> None:
    for path in ["nix", "plants nix", "plants add nix"]:
        assert run("help", *path.split()).exit_code == 2, path


@pytest.mark.parametrize("arguments", [["--version"], ["version"], ["--help"]])
def test_version_and_help_import_neither_server_nor_client(arguments: list[str]) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env={"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ended.stderr == "0\n"
    if "version" in arguments[0]:
        assert ended.stdout == f"plantstore {__version__}\n"


def test_the_version_can_be_printed_as_json(run: Run) -> None:
    assert json.loads(run("version", "--json").stdout)["version"] == __version__


def test_the_common_options_stand_before_or_after_the_command(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [{"id": 1}], "next": None})
    places = [["--json", "plants", "list"], ["plants", "--json", "list"], ["plants", "list", "--json"]]

    printed = {run(*arguments).stdout for arguments in places}

    assert printed == {'{"id": 1}\n'}


def test_the_innermost_option_wins_over_others_and_the_environment(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [], "next": None})
    nobody = "http://127.0.0.1:1"

    inner = run("--url", nobody, "plants", "list", "--url", store.url)
    outer = run("--url", store.url, "plants", "list", PLANTSTORE_URL=nobody)

    assert (inner.exit_code, outer.exit_code) == (0, 0)


def test_the_printed_helper_is_the_file_itself(run: Run, run_process: RunProcess) -> None:
    source = (SOURCE / "plantstore" / "receiving.py").read_text(encoding="utf-8")

    assert run_process("receiving", "print", encoding="utf-8").stdout == source
    assert json.loads(run("receiving", "print", "--json").stdout) == {"file": "receiving.py", "source": source}
