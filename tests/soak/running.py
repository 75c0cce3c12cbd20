"""Run one soak on either engine, in a folder of its own."""

import os
import secrets
import shutil
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

from bench import processes
from bench.homes import POSTGRESQL, SERVER, Home
from plantstore.storage.engine.encryption import KEY_BYTES
from tests.postgres import watchdog
from tests.postgres.cluster import OWNER, Cluster
from tests.soak.clock import MovedClock
from tests.soak.outcome import Outcome, check
from tests.soak.samples import Sample
from tests.soak.year import Plan, Year

DATABASE = "soak"


def soak(plan: Plan, *, engine: str, say: Callable[[Sample], None], within: Path | None = None) -> Outcome:
    """Let a store live through the plan; raise SoakFailed if it breaks a promise: then its files stay.

    They are in a new folder, which `within` can hold. On PostgreSQL it must not: its user reads the clock's file.
    """
    folder = Path(tempfile.mkdtemp(prefix="plantstore-soak-", dir=None if engine == POSTGRESQL else within))
    clock = MovedClock(folder)
    with _beside_the_store(), _home_on(engine, folder, clock) as (home, server_s):
        year = Year(folder, plan, clock, home, say=say, server_s=server_s)
        uvloop.run(year.run())
        outcome = check(year)
    shutil.rmtree(folder)
    return outcome


@contextmanager
def _beside_the_store() -> Iterator[None]:
    """Keep this process with its receivers, and the database server that it starts, off the store's core.

    The store has one core to itself, as in the benches. Its threads take turns in any case, and on PostgreSQL they wait
    for each response of the server: with two cores, passing the turn from core to core costs a sixth of the time.
    """
    before = os.sched_getaffinity(0) if processes.CORES else set()
    others = before - {processes.STORE_CORE}
    try:
        if others:
            os.sched_setaffinity(0, others)
        yield
    finally:
        if others:
            os.sched_setaffinity(0, before)


@contextmanager
def _home_on(engine: str, folder: Path, clock: MovedClock) -> Iterator[tuple[Home, Callable[[], float] | None]]:
    """Yield an empty store. A database server sees the moved clock too: on PostgreSQL its clock is the store's."""
    data = folder / "data"
    if engine != POSTGRESQL:
        yield Home(data=data), None
        return
    server = _MovedCluster(clock)
    try:
        server.create()
        server.sql(f"CREATE DATABASE {DATABASE} OWNER {OWNER} TEMPLATE template0")
        key = b64encode(secrets.token_bytes(KEY_BYTES)).decode()
        yield (
            Home(data=data, database=server.url(DATABASE), key=key),
            lambda: processes.family_s(watchdog.processes(server.folder)),
        )
    finally:
        server.close()


class _MovedCluster(Cluster):
    """A private server whose clock is moved, with its files on the disk."""

    def __init__(self, clock: MovedClock) -> None:
        self._moved = clock.environment
        super().__init__(tcp=False, password="", on_disk=True, **SERVER)

    def _as_unprivileged(self) -> dict[str, Any]:
        given = super()._as_unprivileged()
        return given | {"env": given["env"] | self._moved}
