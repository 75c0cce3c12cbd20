"""Reads that may be late: served by a standby of the database server if it is fresh enough, else by the primary."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeVar

from plantstore.storage.transaction import Transaction

Result = TypeVar("Result")


class Served(StrEnum):
    """Where a read that may be late was served: by the standby, or by the primary and why.

    `LATE`: the standby is behind for longer than allowed, or the primary does not say how far. `AHEAD`: it has a commit
    that the primary does not show yet. `CONFLICT`: the standby cancelled the read. `DECLINED`: the read raised an
    error, or found less than this process knows to be there.
    """

    STANDBY = "standby"
    LATE = "late"
    AHEAD = "ahead"
    CONFLICT = "conflict"
    UNREACHABLE = "unreachable"
    DECLINED = "declined"


class NotServed(Exception):
    """The standby does not serve this read, and the primary must. A function that reads may raise it as well."""

    def __init__(self, why: Served = Served.DECLINED) -> None:
        super().__init__(why)
        self.why = why


class LateReads(Protocol):
    """Serves reads on a standby. `lag_s`: by how much it is at most behind, in seconds; None if it is not used."""

    @property
    def lag_s(self) -> float | None: ...
    def start(self) -> None: ...
    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        """Run a function on one snapshot of the standby; raise NotServed if the primary must run it."""
        ...

    async def close(self) -> None: ...
