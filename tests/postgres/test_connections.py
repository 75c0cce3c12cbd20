"""What callers of the database get while its server is away, and how reads and writes recover."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from plantstore.core.turns import request_began_s
from plantstore.domain.errors import Unavailable
from plantstore.storage import database as database_module
from plantstore.storage.database import Database, Transaction
from plantstore.storage.postgres import types
from plantstore.storage.postgres.connection import Raw
from plantstore.storage.postgres.engine import SIZES_EVERY_S, PostgresEngine
from plantstore.storage.postgres.reconnect import PAUSES_S, Backoff
from plantstore.storage.tables import events
from tests import engines
from tests.makers import an_event
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER, Cluster
from tests.still_clock import StillClock

STORE = "store"


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with clusters.running() as cluster:
        cluster.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
        engines.prepare(cluster.url(STORE))
        yield cluster


@asynccontextmanager
async def opened(engine: PostgresEngine, clock: StillClock) -> AsyncIterator[Database]:
    database = Database(
        engine,
        clock,
        on_commit=lambda _notices: None,
        readers=1,
        commit_commands_max=10,
        waiting_commands_max=10,
        waiting_reads_max=10,
    )
    try:
        yield database
    finally:
        await database.close()
        engine.close()


def append(tx: Transaction) -> int:
    sequence = events.head(tx) + 1
    events.add(tx, [an_event(sequence)])
    return sequence


async def test_readers_and_writers_fail_while_the_server_is_away_and_then_recover(cluster: Cluster) -> None:
    clock = StillClock()

    async with opened(PostgresEngine(cluster.url(STORE), clock=clock), clock) as database:
        assert await database.write(append) == await database.read(events.head) == 1
        cluster.stop("immediate")

        for _ in range(2):  # when it is detected, and during the pause before the next attempt
            with pytest.raises(Unavailable):
                await database.read(events.head)
            with pytest.raises(Unavailable):
                await database.write(append)
        cluster.start()
        clock.move(10)

        assert await database.write(append) == await database.read(events.head) == 2


async def test_one_successful_connection_ends_the_delay_for_all(cluster: Cluster) -> None:
    clock = StillClock()

    engine = PostgresEngine(cluster.url(STORE), clock=clock)
    async with opened(engine, clock) as database:
        assert await database.read(events.head) == 0
        cluster.stop("immediate")
        with pytest.raises(Unavailable):
            await database.read(events.head)
        cluster.start()
        with pytest.raises(Unavailable, match="ConnectionFailure"):
            await database.read(events.head)

        engine.connect().close()

        assert await database.read(events.head) == 0


async def test_one_failed_connection_delays_all(cluster: Cluster) -> None:
    clock = StillClock()
    asked = 0

    class Counting(PostgresEngine):
        def connect(self) -> Raw:
            nonlocal asked
            asked += 1
            return super().connect()

    async with opened(Counting(cluster.url(STORE), clock=clock), clock) as database:
        assert await database.write(append) == await database.read(events.head) == 1
        cluster.stop("immediate")
        with pytest.raises(Unavailable):
            await database.read(events.head)
        before = asked

        with pytest.raises(Unavailable):
            await database.write(append)

        assert asked == before


def test_concurrent_failures_count_as_one() -> None:
    clock = StillClock()
    backoff = Backoff(clock)

    def pause_s() -> float:
        """Return the pause until the next attempt, to a tenth of the shortest pause."""
        waited = 0.0
        while not backoff.may_connect():
            clock.move(PAUSES_S[0] / 10)
            waited += PAUSES_S[0] / 10
        return waited

    for least in (*PAUSES_S, PAUSES_S[-1]):
        begun = clock.monotonic()
        for _ in range(5):
            backoff.note_failure(begun=begun)
        assert least <= pause_s() <= least * 1.5 + PAUSES_S[0]

    backoff.note_failure(begun=clock.monotonic())
    backoff.reset()
    assert backoff.may_connect()


async def test_a_connection_lost_after_the_read_does_not_fail_the_read(cluster: Cluster) -> None:
    clock = StillClock()

    def read(tx: Transaction) -> int:
        [[pid]] = tx.execute("SELECT pg_backend_pid()")
        cluster.terminate(pid)
        return 1

    async with opened(PostgresEngine(cluster.url(STORE), clock=clock), clock) as database:
        assert await database.read(read) == 1

        assert await database.read(events.head) == 0


async def test_the_writer_survives_a_connection_lost_while_it_measures(
    cluster: Cluster,
) -> None:
    clock = StillClock()
    measured = 0

    class Cut(PostgresEngine):
        def measure(self, raw: Raw) -> None:
            nonlocal measured
            measured += 1
            cluster.terminate(raw.info.backend_pid)
            super().measure(raw)

    engine = PostgresEngine(cluster.url(STORE), clock=clock)
    engine.__class__ = Cut
    async with opened(engine, clock) as database:
        clock.move(SIZES_EVERY_S)
        assert await database.write(append) == 1
        assert await database.write(append) == 2
    assert measured > 0


async def test_a_connection_lost_right_after_opening_counts_as_a_failure(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StillClock()
    register = types.register

    def cut(raw: Raw) -> None:
        register(raw)
        cluster.terminate(raw.info.backend_pid)

    async with opened(PostgresEngine(cluster.url(STORE), clock=clock), clock) as database:
        with monkeypatch.context() as patched:
            patched.setattr(types, "register", cut)
            with pytest.raises(Unavailable):
                await database.read(events.head)

        assert await database.read(events.head) == 0


async def test_a_statement_that_a_request_reads_with_is_ended_and_one_of_the_store_is_not(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "REQUEST_STATEMENT_S_MAX", 1)
    clock = StillClock()

    def sleep(tx: Transaction) -> str:
        return str(tx.execute("SELECT pg_sleep(1.5)::text || 'done'")[0][0])

    async def ask(database: Database) -> None:
        request_began_s.set(1.0)
        with pytest.raises(Unavailable, match="took too long"):
            await database.read(sleep)
        assert await database.read(events.head) == 0, "the connection can be used again"

    async with opened(PostgresEngine(cluster.url(STORE), clock=clock), clock) as database:
        await asyncio.create_task(ask(database))
        assert await database.read(sleep) == "done"
