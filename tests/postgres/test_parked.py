"""A parked connection shows nothing of its previous store, and does not affect other tests."""

from collections.abc import Iterator
from select import select

import psycopg
import pytest
from psycopg.adapt import PyFormat
from psycopg.pq import TransactionStatus

from plantstore.storage.engine.protocols import StorageSizes
from plantstore.storage.postgres.connection import Raw
from plantstore.storage.postgres.engine import PostgresEngine
from tests.postgres import cluster as clusters
from tests.postgres.cluster import Cluster
from tests.postgres.databases import Databases
from tests.postgres.lent import LentServer
from tests.postgres.parked import PARKED_MAX, ParkingEngine

LEFT = """
    SELECT current_setting('lock_timeout'), (SELECT count(*) FROM pg_prepared_statements),
        (SELECT count(*) FROM pg_listening_channels()), to_regclass('pg_temp.mine'),
        (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')"""
NOTHING = ("0", 0, 0, None, 0)


def prepare(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE plants (id INTEGER)")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with clusters.running() as cluster:
        yield cluster


@pytest.fixture
def databases(cluster: Cluster) -> Iterator[Databases]:
    databases = Databases(cluster, prepare)
    yield databases
    databases.close()
    for (name,) in cluster.sql("SELECT datname FROM pg_database WHERE datname ~ 'test'"):
        cluster.sql(f"DROP DATABASE {name} (FORCE)")


@pytest.fixture
def lent(databases: Databases) -> Iterator[LentServer]:
    lent = databases.take()
    yield lent
    databases.give_back(lent)


def engine_on(lent: LentServer) -> ParkingEngine:
    return ParkingEngine(lent.url, lent.parked)


def pid_of(raw: Raw) -> int:
    return raw.info.backend_pid


def test_the_next_store_goes_on_with_the_connection_of_the_one_before(lent: LentServer) -> None:
    first = engine_on(lent).connect()
    pid = pid_of(first)
    first.close()

    second = engine_on(lent).connect()

    assert pid_of(second) == pid
    second.close()


@pytest.mark.parametrize(
    "use",
    [
        "SET lock_timeout = 7",
        "PREPARE one AS SELECT 1",
        "LISTEN news",
        "CREATE TEMPORARY TABLE mine (id INTEGER)",
        "SELECT pg_advisory_lock(1)",
    ],
)
def test_nothing_that_was_done_on_it_is_seen(lent: LentServer, use: str) -> None:
    raw = engine_on(lent).connect()
    pid = pid_of(raw)
    raw.execute(use.encode(), prepare=False)
    assert raw.execute(LEFT, prepare=False).fetchone() != NOTHING
    raw.close()

    again = engine_on(lent).connect()

    assert pid_of(again) == pid
    assert again.execute(LEFT, prepare=False).fetchone() == NOTHING
    again.close()


def test_news_that_came_before_are_not_heard_after(lent: LentServer) -> None:
    engine = engine_on(lent)
    heard, other = engine.connect(), engine.connect()
    pid = pid_of(heard)
    heard.execute("LISTEN news")
    other.execute("NOTIFY news")
    assert select([heard], [], [], 10)[0], "it has arrived, and was not read"
    heard.close()

    again = engine.connect()

    assert pid_of(again) == pid
    again.execute("LISTEN news")
    other.execute("NOTIFY news, 'new'")
    assert [one.payload for one in again.notifies(timeout=10, stop_after=1)] == ["new"]
    again.close()
    other.close()


def test_a_parked_connection_is_set_up_as_one_that_was_opened(lent: LentServer) -> None:
    new = PostgresEngine(lent.url).connect()
    engine_on(lent)  # checks the server, and parks that connection

    parked = engine_on(lent).connect()

    assert _way_of(parked) == _way_of(new)
    parked.close()
    new.close()


def test_for_its_holder_a_parked_connection_is_closed(lent: LentServer) -> None:
    raw = engine_on(lent).connect()
    cursor = raw.cursor()

    raw.close()

    assert raw.closed and not raw.broken
    assert raw.info.transaction_status is TransactionStatus.UNKNOWN
    with pytest.raises(psycopg.OperationalError, match="the connection is closed"):
        raw.execute("SELECT 1")
    with pytest.raises(psycopg.OperationalError, match="the connection is closed"):
        cursor.execute("SELECT 1")


@pytest.mark.parametrize("use", ["BEGIN", "BEGIN; SELECT 1 / 0", "SELECT pg_sleep(5)"])
def test_a_connection_in_use_is_closed_for_good(lent: LentServer, use: str) -> None:
    raw = engine_on(lent).connect()
    raw.pgconn.send_query(use.encode())
    if "pg_sleep" not in use:
        while raw.pgconn.get_result():
            pass
    pid = pid_of(raw)

    raw.close()

    again = engine_on(lent).connect()
    assert pid_of(again) != pid
    again.close()


def test_one_that_the_server_has_ended_is_left_out(lent: LentServer, cluster: Cluster) -> None:
    raw = engine_on(lent).connect()
    pid = pid_of(raw)
    raw.close()
    cluster.terminate(pid)

    again = engine_on(lent).connect()

    assert pid_of(again) != pid
    assert again.execute("SELECT 1").fetchone() == (1,)
    again.close()


def test_the_next_test_has_what_was_parked_and_who_goes_on_in_the_last_one_has_not(databases: Databases) -> None:
    lent = databases.take()
    late = engine_on(lent)
    parked, held = late.connect(), late.connect()
    pid = pid_of(parked)
    parked.close()

    databases.give_back(lent)

    with pytest.raises(psycopg.OperationalError, match="terminating connection"):
        held.execute("SELECT 1")
    again = databases.take()
    assert again is lent
    pids = []
    for _ in range(2):
        too_late = late.connect()
        pids.append(pid_of(too_late))
        too_late.close()
    raw = engine_on(again).connect()
    assert pid_of(raw) == pid and len({pid, *pids}) == 3
    raw.close()
    databases.give_back(again)


def test_how_large_the_database_is_is_found_out_for_who_asks(lent: LentServer) -> None:
    engine = engine_on(lent)

    assert engine.sizes() == PostgresEngine(lent.url).sizes() != StorageSizes(database_bytes=0, wal_bytes=0)


def test_no_more_are_kept_than_a_server_has_room_for(lent: LentServer) -> None:
    many = [engine_on(lent).connect() for _ in range(PARKED_MAX + 1)]
    for raw in many:
        raw.close()

    assert len(lent.parked.withdraw()) == PARKED_MAX


def _way_of(raw: Raw) -> tuple[object, ...]:
    """How a connection talks to its server, and values to it."""
    adapters = raw.adapters
    return (
        raw.autocommit,
        raw.prepared_max,
        raw.prepare_threshold,
        raw.row_factory,
        [adapters.get_dumper(one, PyFormat.AUTO) for one in (int, bool, str, bytes)],
        [adapters.get_loader(adapters.types["numeric"].oid, one) for one in (0, 1)],  # type: ignore[arg-type]
    )
