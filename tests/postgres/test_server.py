"""The health of the server: what holds back vacuum, dead rows, standbys, and what a role may see."""

import base64
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from plantstore.app.jobs import store_jobs
from plantstore.app.store import open_store
from plantstore.core.settings import Settings
from plantstore.domain.secret import Secret
from plantstore.operations.scheduler import run_jobs_once
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.postgres.health import look
from plantstore.storage.queries.server_health import (
    DeadRows,
    Replication,
    ServerHealth,
    VacuumBlocker,
    VacuumBlockerKind,
)
from tests.makers import NOON
from tests.postgres import cluster as clusters
from tests.postgres import watchdog
from tests.postgres.cluster import OWNER, Cluster
from tests.running import run

STORE = "store"
LONG_S = 3_600.0
READY_S = 20.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with clusters.running(wal_level="logical", max_prepared_transactions="5", autovacuum="off") as cluster:
        cluster.sql(f"CREATE DATABASE {STORE} TEMPLATE template0 OWNER {OWNER}")
        engine = PostgresEngine(cluster.url(STORE))
        with closing(engine), closing(engine.connect_writer()) as connection:
            migrate(connection, now=NOON)
        yield cluster


@pytest.fixture
def seeing(cluster: Cluster) -> Iterator[None]:
    """The store's role may see what others do."""
    cluster.sql(f"GRANT pg_monitor TO {OWNER}")
    yield
    cluster.sql(f"REVOKE pg_monitor FROM {OWNER}")


def see(cluster: Cluster, **limits: Any) -> ServerHealth:
    engine = PostgresEngine(cluster.url(STORE))
    with closing(engine), engine.connect() as raw:
        return look(raw, now=NOON, **{"held_s": 0.0, "held_transactions": 0, **limits})


@contextmanager
def somebody(cluster: Cluster, sql: str) -> Iterator[psycopg.Connection]:
    """A person at a prompt who has begun a transaction."""
    with cluster.connect(STORE) as connection:
        connection.execute("SET application_name = 'psql'")
        connection.execute("BEGIN")
        connection.execute(sql.encode())
        yield connection
        connection.execute("ROLLBACK")


@pytest.mark.usefixtures("seeing")
@pytest.mark.parametrize("doing", ["CREATE TABLE made ()", "DECLARE open CURSOR FOR SELECT * FROM events"])
def test_a_long_transaction_that_holds_back_vacuum_is_reported(cluster: Cluster, doing: str) -> None:
    with somebody(cluster, doing) as connection:
        [hold] = see(cluster).holds

        assert (hold.kind, hold.name, hold.application) == (
            VacuumBlockerKind.TRANSACTION,
            str(connection.info.backend_pid),
            "psql",
        )
        assert hold.seconds is not None and hold.seconds > 0
        assert see(cluster, held_s=LONG_S).holds == [], "it is not long yet"

    assert see(cluster).holds == []


@pytest.mark.usefixtures("seeing")
def test_transactions_that_do_not_hold_back_vacuum_are_not_reported(cluster: Cluster) -> None:
    """A transaction that has seen nothing and written nothing, and one in another database."""
    with somebody(cluster, "SHOW port"), cluster.connect() as elsewhere, elsewhere.transaction():
        elsewhere.execute("DECLARE open CURSOR FOR SELECT * FROM pg_class")

        assert see(cluster).holds == []


def test_a_role_without_rights_to_see_all_is_detected(cluster: Cluster) -> None:
    with somebody(cluster, "CREATE TABLE made ()"):
        found = see(cluster)

    assert (found.sees_all, found.holds) == (False, [])


@pytest.mark.usefixtures("seeing")
def test_a_role_that_may_see_all_is_detected(cluster: Cluster) -> None:
    assert see(cluster).sees_all


def test_a_prepared_transaction_is_reported(cluster: Cluster) -> None:
    with cluster.connect(STORE) as connection:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE made ()")
        connection.execute("PREPARE TRANSACTION 'forgotten'")
    try:
        [hold] = see(cluster).holds
        assert (hold.kind, hold.name, hold.application) == (VacuumBlockerKind.PREPARED, "forgotten", "postgres")
        assert see(cluster, held_s=LONG_S).holds == []
    finally:
        cluster.sql("ROLLBACK PREPARED 'forgotten'", database=STORE)


def test_an_unused_replication_slot_is_reported(cluster: Cluster) -> None:
    cluster.sql("SELECT pg_create_logical_replication_slot('forgotten', 'pgoutput')", database=STORE)
    try:
        for _ in range(3):
            cluster.sql("SELECT pg_current_xact_id()", database=STORE)
        [hold] = see(cluster).holds
        assert hold == VacuumBlocker(
            kind=VacuumBlockerKind.SLOT, name="forgotten", application="unused", seconds=None, transactions=3
        )
        assert see(cluster, held_transactions=2).holds == [hold]
        assert see(cluster, held_transactions=3).holds == []
    finally:
        cluster.sql("SELECT pg_drop_replication_slot('forgotten')", database=STORE)


def test_too_many_dead_rows_of_a_hot_table_are_counted(cluster: Cluster) -> None:
    with cluster.connect(STORE) as connection:
        connection.execute("INSERT INTO idempotency SELECT 't', n::text, '', '', 0 FROM generate_series(1, 310) AS n")
        connection.execute("DELETE FROM idempotency WHERE key::int > 10")

    assert see(cluster, dead_rows=279).dead == [DeadRows(table="idempotency", live=10, dead=300)]
    assert see(cluster, dead_rows=280).dead == []


def test_connections_and_their_maximum_are_reported(cluster: Cluster) -> None:
    """Those that were closed just now are counted until the server has ended them."""
    with cluster.connect(), cluster.connect():
        assert watchdog.until(lambda: see(cluster).connections == 3, seconds=READY_S)

    assert watchdog.until(lambda: see(cluster).connections == 1, seconds=READY_S)
    assert see(cluster).connections_max == 100


def test_a_missing_synchronous_standby_is_reported(cluster: Cluster) -> None:
    assert see(cluster).replication is Replication.NONE
    cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try:
        cluster.sql("SELECT pg_reload_conf()")
        assert watchdog.until(lambda: see(cluster).replication is not Replication.NONE, seconds=READY_S)
        assert see(cluster).replication is Replication.MISSING
    finally:
        cluster.sql("ALTER SYSTEM RESET synchronous_standby_names")
        cluster.sql("SELECT pg_reload_conf()")


def test_synchronous_and_asynchronous_standbys_are_distinguished() -> None:
    with clusters.running() as primary:
        primary.sql(f"CREATE DATABASE {STORE} TEMPLATE template0 OWNER {OWNER}")
        standby = primary.make_standby()
        assert see(primary).replication is Replication.ASYNCHRONOUS

        primary.sql(f"""ALTER SYSTEM SET synchronous_standby_names = '"{standby.folder.name}"'""")
        primary.sql("SELECT pg_reload_conf()")
        assert watchdog.until(lambda: see(primary).replication is Replication.UNKNOWN, seconds=READY_S)

        primary.sql(f"GRANT pg_monitor TO {OWNER}")
        found = see(primary)
        assert (found.replication, found.standbys) == (Replication.SYNCHRONOUS, [standby.folder.name])


def settings_of(cluster: Cluster, folder: Path) -> Settings:
    key = base64.b64encode(bytes(32)).decode()
    return Settings(data=folder, database=cluster.url(STORE), key=Secret(key))


async def test_a_store_checks_the_server_at_its_start_and_each_minute(cluster: Cluster, tmp_path: Path) -> None:
    async with open_store(settings_of(cluster, tmp_path)) as store:
        first = store.vitals().server
        assert first is not None and first.version.startswith("1")

        with cluster.connect():
            await run_jobs_once(store_jobs(store))
        second = store.vitals().server
        assert second is not None and second.at > first.at


def test_a_store_starts_even_if_its_role_may_not_see_the_server(cluster: Cluster, tmp_path: Path) -> None:
    async def test() -> None:
        async with open_store(settings_of(cluster, tmp_path)) as store:
            assert store.vitals().server is None

    cluster.sql("REVOKE SELECT ON pg_replication_slots FROM PUBLIC", database=STORE)
    try:
        run(test)
    finally:
        cluster.sql("GRANT SELECT ON pg_replication_slots TO PUBLIC", database=STORE)
