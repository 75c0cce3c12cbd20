"""Fixtures for the CLI tests: a scripted store, and functions that run a command in this process or in its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plantstore.cli.main import plantstore
from tests.cli.scripted_store import ScriptedStore

Run = Callable[..., Result]
RunProcess = Callable[..., "subprocess.CompletedProcess[str]"]
SOURCE = Path(__file__).parents[2] / "src"
TOKEN = "pst_of_the_test"


@pytest.fixture
def store() -> Iterator[ScriptedStore]:
    scripted = ScriptedStore()
    yield scripted
    scripted.close()


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test in an empty folder, without settings and terminal size from the environment."""
    for name in [name for name in os.environ if name.startswith("PLANTSTORE_") or name in ("COLUMNS", "LINES")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(store: ScriptedStore) -> Run:
    """Run a command in this process, against the scripted store and with a token."""

    def go(*arguments: str, stdin: str | None = None, **environ: str | None) -> Result:
        environ = {"PLANTSTORE_URL": store.url, "PLANTSTORE_TOKEN": TOKEN, **environ}
        return CliRunner().invoke(plantstore, list(arguments), input=stdin, env=environ, catch_exceptions=False)

    return go


@pytest.fixture
def process_environ(store: ScriptedStore) -> dict[str, str]:
    """The environment for a command in its own process."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PLANTSTORE_URL": store.url, "PLANTSTORE_TOKEN": TOKEN}


@pytest.fixture
def command() -> list[str]:
    return [sys.executable, "-m", "plantstore.cli.main"]


@pytest.fixture
def run_process(command: list[str], process_environ: dict[str, str]) -> RunProcess:
    """Run a command in its own process."""

    def go(*arguments: str, **settings: Any) -> "subprocess.CompletedProcess[str]":
        settings = {"env": process_environ, "stdin": subprocess.DEVNULL, **settings}
        return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=60, **settings)

    return go
