"""Several processes of the program that share a store on PostgreSQL: started, killed, frozen and started again."""

import asyncio
import base64
import random
import secrets
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from plantstore.domain.deliveries.lease import SHARDS, shard_of
from plantstore.domain.public_ids import receiver_text
from tests.crash.leftover_files import LeftoverFiles
from tests.crash.program import LOOK_AGAIN_S, Program
from tests.crash.shared.stock import read_shared_remains
from tests.postgres import cluster
from tests.postgres.administered import OWNER, Administered
from tests.postgres.cluster import Cluster

STORE = "store"  # the name of its database
SETTLED_S_MAX = 60.0
LOOK_S = 0.05  # interval between two polls of the shard owners
RETRY_SCALE = "1000"  # a dead receiver then gets another attempt every second at most


class Owned(NamedTuple):
    """The owner of a shard, as the process id of the operating system."""

    shard: int
    pid: int


class Processes:
    """The processes of one store, in the order of their roles. `url` is the database they use, `server` the one to
    inspect.

    Unless `settings` say otherwise they share one folder, like the processes of one machine.
    """

    def __init__(
        self,
        folder: Path,
        server: Administered,
        *,
        roles: Sequence[str],
        url: str = "",
        lease_s: float,
        **settings: str,
    ) -> None:
        self.server = server
        self.lease_s = lease_s
        self._chance = random.Random(0)
        self._folder = folder
        self._settings = {
            "database": url or server.url(STORE),
            "key": base64.b64encode(secrets.token_bytes(32)).decode(),
            "lease_s": f"{lease_s:g}",
            "retry_scale": RETRY_SCALE,
        } | settings
        self.all = [self.another(role) for role in roles]
        self.environment = self.all[0].environment

    def another(
        self, role: str = "all", *, folder: Path | None = None, within: Sequence[str] = (), **settings: str
    ) -> Program:
        """Return another process with the same settings except for these. It is not in `all` yet, and not started."""
        return Program(folder or self._folder, within=within, role=role, **self._settings | settings)

    async def __aenter__(self) -> "Processes":
        try:
            await self.all[0].start()  # it makes the tables, and the operator's token
            await asyncio.gather(*(one.start() for one in self.all[1:]))
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        for one in self.all:
            await one.__aexit__(None, None, None)

    # Interface of tests/crash/served.py

    @property
    def data(self) -> Path:
        return self.all[0].data

    @property
    def token(self) -> str:
        return self.all[0].token

    async def reachable(self) -> int:
        """Return the port of any running process that serves requests."""
        while not (up := [one for one in self.all if one.is_up.is_set() and one.role != "dispatcher"]):
            await asyncio.sleep(LOOK_AGAIN_S)
        return self._chance.choice(up).port

    async def stop(self) -> int:
        codes = [await one.stop() for one in self.all if one.is_running]
        return next((code for code in codes if code), 0)

    def remains(self) -> LeftoverFiles:
        return read_shared_remains(self.server, STORE)

    def last_words(self) -> str:
        return self.all[0].last_words()

    # Shard owners

    def owned(self) -> list[Owned]:
        """Return the owned shards and their owners according to the tables."""
        rows = self.server.sql(
            "SELECT shard, pid FROM shards JOIN processes ON processes.id = owner ORDER BY shard", database=STORE
        )
        return [Owned(*row) for row in rows]

    def receivers_of(self, program: Program) -> set[str]:
        """Return the ids of the receivers whose shards this process owns."""
        mine = {one.shard for one in self.owned() if one.pid == program.pid}
        ids = [receiver_id for (receiver_id,) in self.server.sql("SELECT id FROM receivers", database=STORE)]
        return {receiver_text(one) for one in ids if shard_of(one) in mine}

    def busiest(self) -> Program:
        """Return the running process with the most receivers."""
        return max((one for one in self.all if one.is_running), key=lambda one: len(self.receivers_of(one)))

    async def taken_from(self, pid: int) -> None:
        """Wait until every shard has an owner other than this process."""
        async with asyncio.timeout(SETTLED_S_MAX):
            while len(owned := self.owned()) < SHARDS or pid in {one.pid for one in owned}:
                await asyncio.sleep(LOOK_S)

    async def even(self, *, within_s: float = SETTLED_S_MAX) -> None:
        """Wait until each running dispatcher owns its share, and no other process owns a shard."""
        async with asyncio.timeout(within_s):
            while True:
                sharers = [one.pid for one in self.all if one.is_running and one.role != "api"]
                held = [one.pid for one in self.owned()]
                shares = [held.count(pid) for pid in sharers]
                if sum(shares) == len(held) == SHARDS and max(shares) - min(shares) <= 1:
                    return
                await asyncio.sleep(LOOK_S)


@asynccontextmanager
async def a_database_server(**settings: str) -> AsyncIterator[Cluster]:
    """Yield a private server, which may be killed, with an empty database for a store."""
    with cluster.running(tcp=True, on_disk=False, **settings) as server:
        make_database(server)
        yield server


def make_database(server: Administered) -> None:
    server.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")


def freeze(program: Program) -> None:
    """Stop it with SIGSTOP, in the middle of its work."""
    program.send(signal.SIGSTOP)


def thaw(program: Program) -> None:
    program.send(signal.SIGCONT)
