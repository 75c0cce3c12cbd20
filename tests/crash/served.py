"""A store running in one or several processes, as seen by clients and by the checks against a ledger."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from tests.crash.leftover_files import LeftoverFiles


class Served(Protocol):
    """One process (program.py), or several that share a store (shared/processes.py)."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment for a command that uses the same store."""

    @property
    def data(self) -> Path:
        """The data folder of one of its processes."""

    @property
    def token(self) -> str:
        """The operator's token."""

    async def reachable(self) -> int:
        """Wait until a process accepts requests, and return its port."""

    async def stop(self) -> int:
        """Ask every process to stop; return the exit code, of several processes the first that is not 0."""

    def remains(self) -> LeftoverFiles:
        """Return what is on record now."""

    def last_words(self) -> str: ...
