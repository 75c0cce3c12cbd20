"""A commit counts only when the synchronous standby has it, also when PostgreSQL itself no longer waits for it."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress

import pytest

from plantstore.core.clock import SystemClock
from plantstore.domain.errors import Unavailable
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.tables import events, idempotency
from tests import engines
from tests.makers import an_event
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER, Cluster

STORE = "store"
WAIT_S_MAX = 20.0
REQUEST = idempotency.Request(token_id="tok_1", key="one", hash=b"hash")
RESPONSE = b"created"
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture
def standby() -> Iterator[tuple[Cluster, Cluster]]:
    """A primary with a store, and its synchronous standby."""
    with clusters.running(tcp=True) as cluster:
        cluster.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
        engines.prepare(cluster.url(STORE))
        yield cluster, cluster.make_standby(synchronous=True)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    engine = await asyncio.to_thread(PostgresEngine, url)
    database = Database(
        engine,
        SystemClock(),
        on_commit=lambda _notices: None,
        readers=1,
        commit_commands_max=10,
        waiting_commands_max=100,
        waiting_reads_max=100,
    )
    try:
        yield database
    finally:
        await database.close()
        engine.close()


def append(tx: Transaction) -> None:
    events.add(tx, [an_event(events.head(tx) + 1)])


def adding(box: SecretBox) -> Callable[[Transaction], bytes]:
    """Return a command that adds an event, unless the response to its request is stored."""

    def add(tx: Transaction) -> bytes:
        stored = idempotency.find(tx, box, REQUEST, make_room=True)
        if stored is None:
            append(tx)
            idempotency.store(tx, box, REQUEST, RESPONSE)
        return stored or RESPONSE

    return add


async def until_written(database: Database) -> None:
    while True:
        with suppress(Unavailable):
            await database.write(append)
            return
        await asyncio.sleep(0.02)


async def a_waiting_commit(cluster: Cluster) -> int:
    """Wait until a commit waits for the standby; return the process id of its connection."""
    async with asyncio.timeout(WAIT_S_MAX):
        while not (found := cluster.sql(WAITING)):
            await asyncio.sleep(0.02)
    [(pid,)] = found
    return int(pid)


async def test_a_commit_whose_wait_for_the_standby_is_cancelled_is_not_acknowledged(
    standby: tuple[Cluster, Cluster],
) -> None:
    cluster, following = standby
    async with opened(cluster.url(STORE)) as database:
        with following.frozen():
            added = asyncio.ensure_future(database.write(adding(SecretBox(bytes(32), os.urandom))))
            cluster.sql("SELECT pg_cancel_backend(%s)", [await a_waiting_commit(cluster)])

            with pytest.raises(Unavailable, match="unknown whether the change was saved"):
                await asyncio.wait_for(added, WAIT_S_MAX)

        assert await database.read(events.head) == 1


async def test_a_repeated_request_is_answered_when_the_standby_has_the_first(
    standby: tuple[Cluster, Cluster],
) -> None:
    cluster, following = standby
    add = adding(SecretBox(bytes(32), os.urandom))
    async with opened(cluster.url(STORE)) as database:
        with following.frozen():
            first = asyncio.ensure_future(database.write(add))
            cluster.terminate(await a_waiting_commit(cluster))
            with pytest.raises(Unavailable):
                await asyncio.wait_for(first, WAIT_S_MAX)
            assert await database.read(events.head) == 1  # visible, but only on the primary's disk

            repeated = asyncio.ensure_future(database.write(add))
            await a_waiting_commit(cluster)
            assert not repeated.done()

        assert await asyncio.wait_for(repeated, WAIT_S_MAX) == RESPONSE
        assert following.sql("SELECT count(*) FROM idempotency", database=STORE) == [(1,)]
        assert await database.read(events.head) == 1


async def test_the_store_leaves_a_primary_that_does_not_know_that_its_standby_was_promoted(
    standby: tuple[Cluster, Cluster],
) -> None:
    cluster, promoted = standby
    url = cluster.url(STORE, others=[promoted])
    async with opened(url) as one, opened(url) as other:  # two processes: one waits for the locks of the other
        await one.write(append)
        await other.write(append)
        await asyncio.to_thread(promoted.promote)  # and the old primary still accepts writes, which wait for a standby

        async with asyncio.timeout(WAIT_S_MAX):
            await asyncio.gather(until_written(one), until_written(other))

        assert await one.read(events.head) == await other.read(events.head) == 4
        assert promoted.sql("SELECT count(*) FROM events", database=STORE) == [(4,)]
        assert cluster.sql("SELECT count(*) FROM events", database=STORE) == [(2,)]
