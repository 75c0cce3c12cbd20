"""A store in processes of its own, one or several, as it looks to whoever calls it and compares it with a ledger."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from tests.crash.leftover_files import LeftoverFiles


class Served(Protocol):
    """One process (program.py), or several that share a store (shared/processes.py)."""

    @property
    def environment(self) -> Mapping[str, str]:
        """What a command is told that is to find the same store."""

    @property
    def data(self) -> Path:
        """The data folder of one of its processes."""

    @property
    def token(self) -> str:
        """The operator's."""

    async def reachable(self) -> int:
        """Wait until somebody answers callers, and give the port."""

    async def stop(self) -> int:
        """Ask every process to stop; gives the exit code, of several the first that is not 0."""

    def remains(self) -> LeftoverFiles:
        """What is on record now."""

    def last_words(self) -> str: ...
