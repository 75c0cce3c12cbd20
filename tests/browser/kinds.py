"""Kinds of things that were looked at in this run, by any of its processes: what is alike is looked at once."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest


class Kinds:
    """A set of lines in a file that the processes of a run share."""

    def __init__(self, file: Path) -> None:
        self._file = file
        file.touch()

    def seen(self) -> set[str]:
        return set(self._file.read_text(encoding="utf-8").split("\n")[:-1])

    def add(self, kinds: Iterable[str]) -> None:
        """Add kinds in one write, so that no process writes into the line of another."""
        with self._file.open("ab", buffering=0) as file:
            file.write("".join(f"{one}\n" for one in kinds).encode())


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of this run; each of several processes has its own folder in it."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
