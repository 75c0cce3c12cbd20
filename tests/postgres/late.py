"""A database that reads from a standby, whose clock moves only when a test moves it."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.late_reads import Served
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.postgres.standby import Standby
from plantstore.storage.tables import events
from tests.makers import an_event
from tests.polling import PATIENCE_S
from tests.postgres.cluster import Cluster
from tests.still_clock import StillClock

STORE = "store"
LAG_S_MAX = 4.0


class LateDatabase:
    """A database, its standby, and where its reads were served. Only `poll` polls the standby."""

    def __init__(self, primary_url: str, standby_url: str) -> None:
        self.clock = StillClock()
        self.served: list[Served] = []
        engine = PostgresEngine(primary_url, clock=self.clock)
        standby = PostgresEngine(standby_url, clock=self.clock, standby=True)
        self.standby = Standby(
            engine,
            standby,
            self.clock,
            os.urandom,
            lag_s_max=LAG_S_MAX,
            readers=1,
            on_read=self.served.append,
        )
        self.database = Database(
            engine,
            self.clock,
            on_commit=lambda _changes: None,
            readers=1,
            commit_commands_max=10,
            waiting_commands_max=100,
            waiting_reads_max=100,
            late_reads=self.standby,
        )

    async def poll(self) -> None:
        await asyncio.to_thread(self.standby.poll)

    async def until_fresh(self) -> None:
        """Poll until the standby has all that the primary has committed so far."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                self.clock.move(LAG_S_MAX + 0.5)  # only marks that are taken now count
                await self.poll()
                if self.standby.lag_s is not None:
                    return
                await asyncio.sleep(0.01)

    async def append(self) -> int:
        """Append an event, and return its sequence number."""
        return await self.database.write(_append)

    async def head(self) -> tuple[int, Served]:
        """Return the head of the log as a late read sees it, and where it was served."""
        return await self.read(events.head)

    async def read(self, function: Callable[[Transaction], int]) -> tuple[int, Served]:
        found = await self.database.read_late(function)
        return found, self.served[-1]


@asynccontextmanager
async def opened(primary_url: str, standby_url: str) -> AsyncIterator[LateDatabase]:
    late = LateDatabase(primary_url, standby_url)
    try:
        yield late
    finally:
        await late.database.close()


def any_of(*servers: Cluster) -> str:
    """Return the address of several servers, none of which is preferred."""
    return servers[0].url(STORE, others=servers[1:]).removesuffix("&target_session_attrs=read-write")


def _append(tx: Transaction) -> int:
    sequence = events.head(tx) + 1
    events.add(tx, [an_event(sequence)])
    return sequence
