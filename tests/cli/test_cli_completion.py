"""Shell completion of commands, options and choices, without importing the commands."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from plantstore.cli.commands.program import SHELLS
from plantstore.cli.main import ENTRIES
from tests.cli.conftest import Run, RunProcess

BASH = """
source <(plantstore completion bash)
COMP_WORDS=(plantstore "$1"); COMP_CWORD=1
_plantstore_completion plantstore
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(run_process: RunProcess, environ: dict[str, str], *words: str) -> list[str]:
    variables = {
        "_PLANTSTORE_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    result = run_process(env={**environ, **variables})
    assert result.stderr == ""
    return [line.partition(",")[2] for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["plantstore", "pla"], ["plants"]),
        (["plantstore", "db", ""], ["backup", "check", "compact", "migrate", "restore"]),
        (["plantstore", "completion", "z"], ["zsh"]),
        (["plantstore", "db", "restore", "--k"], ["--key-file"]),
        (["plantstore", "nothing", ""], []),
    ],
)
def test_commands_options_and_choices_are_completed(
    run_process: RunProcess, process_environ: dict[str, str], words: list[str], offered: list[str]
) -> None:
    assert set(offered) <= set(completed(run_process, process_environ, *words)) or not offered


def test_every_command_is_completed(run_process: RunProcess, process_environ: dict[str, str]) -> None:
    assert completed(run_process, process_environ, "plantstore", "") == list(ENTRIES)


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_its_own_script(run: Run, shell: str) -> None:
    result = run("completion", shell)

    assert result.exit_code == 0
    assert f"{shell}_complete" in result.stdout
    assert json.loads(run("completion", shell, "--json").stdout)["source"] in result.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=result.stdout, text=True, check=True)


def test_a_real_bash_completes(tmp_path: Path, command: list[str], process_environ: dict[str, str]) -> None:
    program = tmp_path / "plantstore"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    program.chmod(0o755)

    ended = subprocess.run(
        ["bash", "-c", BASH, "bash", "deliv"],
        env={**process_environ, "PATH": f"{tmp_path}:{process_environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert ended.stdout == "deliveries\n", ended.stderr


def test_an_unknown_shell_is_wrong_usage(run: Run) -> None:
    assert run("completion", "tcsh").exit_code == 2
