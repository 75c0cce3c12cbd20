"""A standby for tests without a server: it reads the primary, and records what happened to each late read."""

from collections.abc import Callable
from typing import TypeVar

from plantstore.storage.database import Transaction
from plantstore.storage.engine.late_reads import NotServed, Served
from tests.web.harness import Site

Result = TypeVar("Result")


class FakeStandby:
    """Serves late reads from the database of a site, and fails as a standby does if they raise anything."""

    def __init__(self, site: Site) -> None:
        self.served: list[Served] = []
        self.lag_s: float | None = 0.5
        self._database = site.database
        site.database.late_reads = self

    def start(self) -> None:
        """Do nothing: there is no server."""

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        def read_late(tx: Transaction) -> Result:
            return function(Transaction(tx.connection, tx.now, is_snapshot=True, is_late=True))

        try:
            result = await self._database.read(read_late)
        except Exception as error:
            self.served.append(Served.DECLINED)
            raise NotServed from error
        self.served.append(Served.STANDBY)
        return result

    async def close(self) -> None:
        """Do nothing."""

    def forget(self) -> None:
        self.served.clear()
