"""The PostgreSQL engine: servers it refuses, outages, and concurrent writers."""

import asyncio
import gc
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import psycopg
import pytest
from psycopg import errors

from plantstore.catalogue.commands import Catalogue
from plantstore.core.clock import SystemClock
from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, Unavailable
from plantstore.domain.plants.plant import Status
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.postgres import connection, health
from plantstore.storage.postgres.connection import CommitUnknown, Connection
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.tables import events, idempotency, plants
from tests.engines import prepare
from tests.makers import NOON
from tests.polling import wait_until
from tests.postgres import cluster as clusters
from tests.postgres import watchdog
from tests.postgres.cluster import OWNER, Cluster
from tests.postgres.databases import Databases
from tests.still_clock import StillClock

Result = TypeVar("Result")
SECONDS_MAX = 20.0


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    lent = databases.take()
    yield lent.url
    databases.give_back(lent)


@pytest.fixture(scope="module")
def other() -> Iterator[Cluster]:
    """A server of its own, to be mistreated."""
    with clusters.running() as server:
        server.sql(f"CREATE DATABASE store TEMPLATE template0 OWNER {OWNER}")
        yield server


@asynccontextmanager
async def a_process(url: str) -> AsyncIterator[Database]:
    """What one process has: its writer, its readers."""
    engine = PostgresEngine(url)
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


def add(name: str, sku: str | None = None) -> Callable[[Transaction], list[int]]:
    catalogue = Catalogue(
        ids=Ids(SystemClock(), lambda count: b"r" * count), currency="EUR", zone=ZoneInfo("UTC"), plant_url=""
    )
    raw: dict[str, object] = {"name": name} if sku is None else {"name": name, "sku": sku}
    return lambda tx: [one.plant.id for one in catalogue.add_plants(tx, [raw], status=Status.DRAFT)]


def meeting(command: Callable[[Transaction], Result], parties: threading.Barrier) -> Callable[[Transaction], Result]:
    """Do a command, and wait the first time until the other process has done it too, before either commits."""
    waits = [True]

    def met(tx: Transaction) -> Result:
        result = command(tx)
        if waits.pop() if waits else False:
            parties.wait(SECONDS_MAX)
        return result

    return met


# Servers that it refuses


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_server_that_could_lose_commits_is_refused(other: Cluster, setting: str) -> None:
    other.sql(f"ALTER SYSTEM SET {setting} = off")
    other.sql("SELECT pg_reload_conf()")
    try:
        assert watchdog.until(lambda: other.sql(f"SHOW {setting}") == [("off",)], seconds=SECONDS_MAX)
        with pytest.raises(StorageRefused, match=f"{setting} = off"):
            PostgresEngine(other.url("store"))
    finally:
        other.sql(f"ALTER SYSTEM RESET {setting}")
        other.sql("SELECT pg_reload_conf()")
        assert watchdog.until(lambda: other.sql(f"SHOW {setting}") == [("on",)], seconds=SECONDS_MAX)
    PostgresEngine(other.url("store")).close()


def test_a_server_that_is_too_old_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "POSTGRES_MIN", 99)

    with pytest.raises(StorageRefused, match=r"The server is PostgreSQL \d+; 99 or newer"):
        PostgresEngine(url)


def test_a_database_that_is_not_in_utf_8_is_refused(other: Cluster) -> None:
    other.sql(f"CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C' OWNER {OWNER}")

    with pytest.raises(StorageRefused, match="not in UTF8"):
        PostgresEngine(other.url("latin"))


def test_a_standby_is_refused(other: Cluster) -> None:
    standby = other.make_standby()

    with pytest.raises(StorageRefused, match="standby"):
        PostgresEngine(standby.url("store"))


def test_the_error_for_an_unreachable_server_has_no_password() -> None:
    with pytest.raises(StorageRefused) as refused:
        PostgresEngine("postgresql://shop:open-sesame@127.0.0.1:1/plants")

    assert "postgresql://shop@127.0.0.1:1/plants" in str(refused.value)
    assert "open-sesame" not in str(refused.value)


# A server that goes away


async def test_a_broken_connection_is_reopened_for_the_next_transaction(url: str, databases: Databases) -> None:
    async with a_process(url) as database:
        assert await database.write(add("one")) == [1]
        assert await database.read(plants.count) == 1
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        ours = "SELECT pid FROM pg_stat_activity WHERE application_name = 'plantstore' AND datname = %s"
        for (pid,) in databases.cluster.sql(ours, [name]):
            databases.cluster.terminate(pid)

        assert await database.read(plants.count) == 1
        assert len(await database.write(add("two"))) == 1
        assert await database.read(plants.count) == 2


async def test_a_single_query_needs_no_transaction_and_survives_a_broken_connection(
    url: str, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []
    execute = psycopg.Cursor.execute

    def note(cursor: psycopg.Cursor[Any], query: str, *values: Any, **how: Any) -> psycopg.Cursor[Any]:
        statements.append(query)
        return execute(cursor, query, *values, **how)

    def find(tx: Transaction) -> list[tuple[str]]:
        return tx.execute("SELECT name FROM plants WHERE id >= ?", (1,))

    async with a_process(url) as database:
        await database.write(add("one"))
        await database.read(plants.count)
        monkeypatch.setattr(psycopg.Cursor, "execute", note)

        assert await database.read_one(find) == [("one",)]
        assert statements == ["SELECT name FROM plants WHERE id >= $1"]
        [(pid,)] = await database.read_one(lambda tx: tx.execute("SELECT pg_backend_pid()"))
        databases.cluster.terminate(pid)
        assert await database.read_one(find) == [("one",)]
        with pytest.raises(errors.UndefinedTable):
            await database.read_one(lambda tx: tx.execute("SELECT 1 FROM nowhere"))
        assert await database.read(plants.count) == 1


async def test_callers_get_unavailable_while_the_server_is_away(other: Cluster) -> None:
    url = other.url("store")
    prepare(url)
    async with a_process(url) as database:
        await database.write(add("one"))
        await database.read(plants.count)
        await asyncio.to_thread(other.stop, "immediate")

        for ask in (lambda: database.write(add("two")), lambda: database.read(plants.count)):
            with pytest.raises(Unavailable):
                await ask()
        await asyncio.to_thread(other.start)

        assert await until_it_answers(lambda: database.read(plants.count)) == 1
        assert await until_it_answers(lambda: database.write(add("three")))


async def until_it_answers(ask: Callable[[], Any]) -> Any:
    async with asyncio.timeout(SECONDS_MAX):
        while True:
            try:
                return await ask()
            except Unavailable:
                await asyncio.sleep(0.05)


def test_a_commit_without_a_response_is_reported_as_unknown(url: str) -> None:
    engine = PostgresEngine(url)
    with closing(engine), closing(engine.connect_writer()) as connection:
        connection.begin_write()
        connection.insert("facts", ("name", "value"), [("a", b"1")])
        pid = connection.execute("SELECT pg_backend_pid()")[0][0]
        with engine.connect() as raw:
            raw.execute("SELECT pg_terminate_backend(%s::int)", (pid,))

        with pytest.raises(CommitUnknown) as unknown:
            connection.commit()

        told = engine.explain(unknown.value)
        assert isinstance(told, Unavailable) and "Idempotency-Key" in str(told)


def test_committing_an_aborted_transaction_is_an_error(url: str) -> None:
    """The server undoes such a transaction, and says so in a word only."""
    engine = PostgresEngine(url)
    with closing(engine), closing(engine.connect_writer()) as connection:
        connection.begin_write()
        with pytest.raises(errors.UndefinedTable):
            connection.execute("SELECT 1 FROM nowhere")
        assert connection.is_aborted

        with pytest.raises(errors.InFailedSqlTransaction):
            connection.commit()


# Concurrent writers


def both(url: str, one: Callable[[Transaction], Any], two: Callable[[Transaction], Any], **how: Any) -> list[Any]:
    """Run commands of two processes in overlapping transactions; return results or refusals."""

    async def tell() -> list[Any]:
        parties = threading.Barrier(2)
        async with a_process(url) as first, a_process(url) as second:
            writing = first.write(meeting(one, parties), **how), second.write(meeting(two, parties), **how)
            return list(await asyncio.gather(*writing, return_exceptions=True))

    return asyncio.run(tell())


def test_of_two_processes_that_add_a_sku_one_gets_a_conflict(url: str) -> None:
    found = both(url, add("one", sku="A-1"), add("two", sku="A-1"), exclusive=False)

    refusals = [one for one in found if isinstance(one, Conflict)]
    assert len(refusals) == 1 and "has this SKU" in str(refusals[0])
    assert sum(isinstance(one, list) for one in found) == 1


def test_of_two_requests_with_one_key_the_second_gets_the_first_response(url: str) -> None:
    secret_box = SecretBox(bytes(KEY_BYTES), lambda count: b"n" * count)
    asked = idempotency.Request(token_id="tok_1", key="k", hash=b"h" * 32)

    def once(name: str) -> Callable[[Transaction], bytes]:
        def answer(tx: Transaction) -> bytes:
            stored = idempotency.find(tx, secret_box, asked, make_room=True)
            if stored is None:
                stored = f"{name} {add(name)(tx)}".encode()
                idempotency.store(tx, secret_box, asked, stored)
            return stored

        return answer

    first, second = both(url, once("one"), once("two"), exclusive=False)

    assert first == second
    engine = PostgresEngine(url)
    with closing(engine), closing(engine.connect_reader()) as connection:
        connection.begin_read()
        assert plants.count(Transaction(connection, StillClock().now())) == 1


def test_both_commands_succeed_after_a_deadlock(url: str) -> None:
    def put(first: str, second: str) -> Callable[[Transaction], str]:
        def write(tx: Transaction) -> str:
            sql = "UPDATE facts SET value = ? WHERE name = ?"
            tx.update(sql, (first.encode(), first))
            if met:
                met.pop()
                parties.wait(SECONDS_MAX)
            tx.update(sql, (first.encode(), second))
            return first

        return write

    parties, met = threading.Barrier(2), [1, 2]

    async def tell() -> list[str]:
        async with a_process(url) as one, a_process(url) as two:
            await one.write(lambda tx: tx.insert("facts", ("name", "value"), [("a", b""), ("b", b"")]))
            return list(
                await asyncio.gather(
                    one.write(put("a", "b"), exclusive=False), two.write(put("b", "a"), exclusive=False)
                )
            )

    assert sorted(asyncio.run(tell())) == ["a", "b"]


def test_exclusive_commands_run_one_after_another(url: str) -> None:
    def count_on(tx: Transaction) -> int:
        [(value,)] = tx.execute("SELECT value FROM facts WHERE name = 'count'")
        number = int(value) + 1
        tx.update("UPDATE facts SET value = ? WHERE name = 'count'", (str(number).encode(),))
        return number

    async def tell() -> list[int]:
        async with a_process(url) as one, a_process(url) as two:
            await one.write(lambda tx: tx.insert("facts", ("name", "value"), [("count", b"0")]))
            return list(await asyncio.gather(*(each.write(count_on) for each in (one, two) * 50)))

    assert sorted(asyncio.run(tell())) == list(range(1, 101))


def test_a_process_waits_until_another_has_migrated_the_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long that takes: a short lock timeout stands for a migration of minutes."""
    short = connection._BEGIN_WRITE.replace(f"lock_timeout = '{connection.LOCK_S_MAX}s'", "lock_timeout = '1ms'")
    monkeypatch.setattr(connection, "_BEGIN_WRITE", short)
    monkeypatch.setattr(connection, "_BEGIN_EXCLUSIVE", f"{short}; {connection._LOCK_WRITER}")
    waiting = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    with (
        closing(PostgresEngine(url)) as engine,
        closing(engine.connect_writer()) as one,
        closing(engine.connect_writer()) as two,
        ThreadPoolExecutor(1) as pool,
    ):
        one.begin_migration()
        with pytest.raises(errors.LockNotAvailable):
            two.begin_write()
        two.rollback()
        ended = pool.submit(migrate, two, now=NOON)
        wait_until(lambda: one.execute(waiting) == [(1,)])
        one.rollback()
        assert ended.result(30) == []


def test_concurrent_appends_have_sequences_in_commit_order(url: str) -> None:
    engine = PostgresEngine(url)
    with closing(engine), closing(engine.connect_writer()) as one, closing(engine.connect_writer()) as two:
        heads = []
        one.begin_write(exclusive=False)
        two.begin_write(exclusive=False)
        one.advisory_lock("log")
        waiting = threading.Thread(target=lambda: heads.append(_append(two)))
        waiting.start()
        _append(one, holds=True)
        assert not heads, "it waits for the lock"
        one.commit()
        waiting.join(SECONDS_MAX)
        two.commit()

        assert heads == [1]


def _append(connection: Connection, *, holds: bool = False) -> int:
    tx = Transaction(connection, StillClock().now())
    if not holds:
        connection.advisory_lock("log")
    head = events.head(tx)
    columns = "sequence, id, plant_id, occurred_at, body, body_basic"
    tx.execute(f"INSERT INTO events ({columns}) VALUES (?, ?, ?, 1, ?, ?)", (head + 1, f"e{head}", head + 1, b"", b""))
    return head


# Values


def test_values_have_the_same_types_as_on_sqlite(url: str) -> None:
    engine = PostgresEngine(url)
    with closing(engine), closing(engine.connect_writer()) as connection:
        connection.begin_write()
        assert connection.execute(
            "SELECT sum(n) FROM (SELECT ?::bigint AS n UNION ALL SELECT 3) AS some_", (True,)
        ) == [(4,)]
        assert connection.execute("SELECT ?::bigint, 7 % 4", (1 << 62,)) == [(1 << 62, 3)]
        for count in (1, 500):  # as values, and by COPY
            rows = [(f"{count} {number} é𝔉", bytes([number % 256, 0])) for number in range(count)]
            connection.insert("facts", ("name", "value"), rows)
            found = connection.execute("SELECT name, value FROM facts WHERE name LIKE ?", (f"{count} %",))
            assert sorted(found) == sorted(rows)
        assert connection.rows_changed() == 501


def test_allocated_ids_are_unique_and_rise(url: str) -> None:
    engine = PostgresEngine(url)
    with closing(engine), closing(engine.connect_writer()) as one, closing(engine.connect_writer()) as two:
        drawn: dict[Connection, list[int]] = {one: [], two: []}
        for count in (1, 5, 2, 1):
            for connection, mine in drawn.items():
                connection.begin_write(exclusive=False)
                mine += connection.allocate_ids("plant", count)
                mine += connection.allocate_ids("plant", 1)
                connection.commit()

        everybody = drawn[one] + drawn[two]
        assert len(set(everybody)) == len(everybody) == 26
        assert all(mine == sorted(mine) for mine in drawn.values())


# Notifications


def test_reading_transactions_compile_no_statements(url: str) -> None:
    with closing(PostgresEngine(url)) as engine, closing(engine.connect_reader()) as reader:
        reader.begin_read()
        during = reader.execute("SELECT current_setting('jit')")
        reader.rollback()
        after = reader.execute("SELECT current_setting('jit')")

    assert (during, after) == ([("off",)], [("on",)])  # with a pooler, the next transaction may be of another program


def test_notifications_reach_other_processes_only(url: str) -> None:
    engine = PostgresEngine(url)
    heard: dict[str, threading.Event] = {name: threading.Event() for name in ("teller", "other")}
    teller, other = (engine.commit_channel(heard[name].set) for name in ("teller", "other"))
    with closing(engine), closing(teller), closing(other):
        assert all(one.wait(SECONDS_MAX) for one in heard.values()), "each is called when it begins to listen"
        teller.notify()  # opens its connection, which it is known by
        assert heard["other"].wait(SECONDS_MAX)
        for one in heard.values():
            one.clear()

        teller.notify()

        assert heard["other"].wait(SECONDS_MAX)
        assert not heard["teller"].is_set()


def test_a_closed_connection_is_freed_without_the_garbage_collector(url: str) -> None:
    """One is opened for each run of the partition job; with its buffers, each takes some thirty kilobytes."""
    engine = PostgresEngine(url)
    made = engine.connect_writer()
    made.execute("SELECT 1")
    kept = weakref.ref(made), weakref.ref(made._raw)
    gc.disable()
    try:
        made.close()
        del made
        assert [one() for one in kept] == [None, None]
    finally:
        gc.enable()
        engine.close()
