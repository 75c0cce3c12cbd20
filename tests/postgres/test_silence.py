"""An unresponsive server: callers are refused, it is logged once, and the store recovers."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest
import structlog

from plantstore.core.clock import SystemClock
from plantstore.domain.errors import Unavailable
from plantstore.storage.database import Database, Transaction
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.tables import events
from tests import engines
from tests.makers import an_event
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER, Cluster

STORE = "store"
ANSWER_S_MAX = 3.0  # a silent server is found out after as long
PATIENCE_S = 30.0  # a wait, no promise: without the question there would be no answer at all
SLOW_S = 2.5  # of a statement: long enough to be asked about several times
SILENT, BACK = (
    "the database server gives no sign of life: it is asked again and again",
    "the database server answers again",
)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with clusters.running(tcp=True) as cluster:
        cluster.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
        engines.prepare(cluster.url(STORE))
        yield cluster


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    engine = await asyncio.to_thread(PostgresEngine, url, answer_s_max=ANSWER_S_MAX)
    database = Database(
        engine,
        SystemClock(),
        on_commit=lambda _notices: None,
        readers=2,
        commit_commands_max=10,
        waiting_commands_max=100,
        waiting_reads_max=100,
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


def sleep(tx: Transaction) -> None:
    tx.execute("SELECT pg_sleep(?)", (SLOW_S,))


async def until_it_answers(database: Database) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(Unavailable):
                await database.read(events.head)
                await database.write(lambda tx: tx.execute("SELECT 1"))
                return
            await asyncio.sleep(0.05)


async def test_an_unresponsive_server_is_logged_once_and_used_again_when_it_responds(cluster: Cluster) -> None:
    async with opened(cluster.url(STORE)) as database:
        assert await database.write(append) == await database.read(events.head) == 1

        with structlog.testing.capture_logs() as said:
            with cluster.frozen():
                for _ in range(2):
                    async with asyncio.timeout(PATIENCE_S):
                        answers = await asyncio.gather(
                            database.write(append),
                            *(database.read(events.head) for _ in range(6)),
                            return_exceptions=True,
                        )
                    assert [type(one) for one in answers] == [Unavailable] * 7
            await until_it_answers(database)

        assert [line["event"] for line in said] == [SILENT, BACK]
        assert await database.write(append) == await database.read(events.head) == 2


async def test_an_unresponsive_primary_is_noticed_although_its_standby_responds(cluster: Cluster) -> None:
    standby = await asyncio.to_thread(cluster.make_standby)
    async with opened(cluster.url(STORE, others=[standby])) as database:
        await database.write(append)

        with structlog.testing.capture_logs() as said, cluster.frozen():
            async with asyncio.timeout(PATIENCE_S):
                answers = await asyncio.gather(
                    database.write(append), database.read(events.head), return_exceptions=True
                )

        assert [type(one) for one in answers] == [Unavailable] * 2
        assert [line["event"] for line in said] == [SILENT]


async def test_a_long_statement_on_a_responsive_server_is_not_cut_off(cluster: Cluster) -> None:
    async with opened(cluster.url(STORE)) as database:
        with structlog.testing.capture_logs() as said:
            await asyncio.gather(database.read(sleep), database.write(sleep))

        assert said == []


class Swallowing:
    """A proxy in front of a server, in a thread of its own. `swallow` drops all further data of open connections."""

    def __init__(self, behind: int) -> None:
        self._behind = behind
        self._open: list[asyncio.Event] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def start(self) -> None:
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(PATIENCE_S)

    def swallow(self) -> None:
        for swallows in self._open:
            swallows.set()

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(PATIENCE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        swallows = asyncio.Event()
        self._open.append(swallows)
        behind, to_behind = await asyncio.open_connection("127.0.0.1", self._behind)
        try:
            await asyncio.gather(_pass_on(reader, to_behind, swallows), _pass_on(behind, writer, swallows))
        except asyncio.CancelledError:
            writer.close()
            to_behind.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, swallows: asyncio.Event) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            if not swallows.is_set():
                writer.write(data)
    writer.close()


@pytest.fixture
def proxy(cluster: Cluster) -> Iterator[Swallowing]:
    proxy = Swallowing(cluster.port)
    proxy.start()
    yield proxy
    proxy.stop()


async def test_a_connection_that_a_proxy_drops_is_reopened(cluster: Cluster, proxy: Swallowing) -> None:
    async with opened(f"postgresql://{OWNER}:{cluster.password}@127.0.0.1:{proxy.port}/{STORE}") as database:
        assert await database.write(append) == await database.read(events.head) == 1
        proxy.swallow()

        with structlog.testing.capture_logs() as said:
            async with asyncio.timeout(PATIENCE_S):
                added, head = await asyncio.gather(database.write(append), database.read(events.head))

        assert added == 2 and head in (1, 2)
        assert said == []
