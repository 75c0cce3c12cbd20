"""Reads on a standby are at most as late as allowed, never ahead of the primary, and else served by the primary."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from plantstore.domain.errors import NotFound, Unavailable
from plantstore.storage.database import Transaction
from plantstore.storage.engine.late_reads import NotServed, Served
from plantstore.storage.tables import events
from tests import engines
from tests.polling import PATIENCE_S
from tests.postgres import binaries, pooler
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER, Cluster
from tests.postgres.late import LAG_S_MAX, STORE, LateDatabase, any_of, opened

TRIES = 1_000
PAUSE, RESUME = "SELECT pg_wal_replay_pause()", "SELECT pg_wal_replay_resume()"


@pytest.fixture
def primary() -> Iterator[Cluster]:
    """A server with a store. Its standbys cancel reads that conflict with what they replay immediately."""
    with clusters.running(tcp=True, max_standby_streaming_delay="0", hot_standby_feedback="off") as cluster:
        cluster.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
        engines.prepare(cluster.url(STORE))
        yield cluster


@asynccontextmanager
async def following(primary: Cluster) -> AsyncIterator[tuple[LateDatabase, Cluster]]:
    """Yield a database that has one event, and its standby, which is fresh."""
    standby = await asyncio.to_thread(primary.make_standby)
    async with opened(primary.url(STORE), standby.url(STORE)) as late:
        await late.append()
        await late.until_fresh()
        yield late, standby


async def paused(standby: Cluster) -> None:
    standby.sql(PAUSE)
    await until(lambda: standby.sql("SELECT pg_get_wal_replay_pause_state()") == [("paused",)])


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


async def test_a_standby_serves_reads_that_are_as_late_as_allowed_and_no_later(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        await paused(standby)
        await late.append()

        assert await late.head() == (1, Served.STANDBY)
        late.clock.move(LAG_S_MAX)
        await late.poll()  # this mark contains the second event, which the standby does not have
        assert await late.head() == (1, Served.STANDBY)
        late.clock.move(0.25)
        assert await late.head() == (2, Served.LATE)
        await late.poll()
        assert late.standby.lag_s is None
        assert await late.head() == (2, Served.LATE)

        standby.sql(RESUME)
        await late.until_fresh()
        assert await late.head() == (2, Served.STANDBY)


async def test_a_standby_is_not_late_while_nothing_is_committed(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        await paused(standby)

        for _ in range(10):
            late.clock.move(1_000 * LAG_S_MAX)
            await late.poll()
            assert await late.head() == (1, Served.STANDBY)
            assert late.standby.lag_s == 0.0


async def test_a_standby_counts_as_late_when_the_primary_does_not_say_how_far_it_is(primary: Cluster) -> None:
    async with following(primary) as (late, _):
        await asyncio.to_thread(primary.stop)

        late.clock.move(LAG_S_MAX)
        await late.poll()
        assert await late.head() == (1, Served.STANDBY)
        late.clock.move(0.25)
        with pytest.raises(Unavailable):
            await late.head()
        assert late.served[-1] is Served.LATE


async def test_the_primary_serves_while_the_standby_is_away(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        await asyncio.to_thread(standby.kill)

        assert await late.head() == (1, Served.UNREACHABLE)
        await late.poll()
        assert await late.head() == (1, Served.UNREACHABLE)
        assert late.standby.lag_s is None

        await asyncio.to_thread(standby.start)
        await late.until_fresh()
        assert await late.head() == (1, Served.STANDBY)


async def test_a_frozen_standby_costs_some_seconds_once(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        with standby.frozen():
            late.standby.marks.take()
            reading = asyncio.ensure_future(late.head())
            while not reading.done():
                late.clock.move(0.5)  # how long a connection waits is measured by this clock too
                await asyncio.sleep(0.05)
            assert await reading in [(1, Served.UNREACHABLE), (1, Served.LATE)]
            assert await late.head() == (1, Served.UNREACHABLE)


async def test_of_several_servers_one_that_is_a_standby_is_read(primary: Cluster) -> None:
    standbys = [await asyncio.to_thread(primary.make_standby) for _ in range(2)]
    async with opened(primary.url(STORE), any_of(primary, *standbys)) as late:
        await late.append()
        await late.until_fresh()
        assert await late.head() == (1, Served.STANDBY)
        [used] = [one for one in standbys if one.backends(STORE)]

        await asyncio.to_thread(used.promote)
        await late.append()
        await late.until_fresh()

        assert await late.head() == (2, Served.STANDBY)
        assert used.backends(STORE) == []


async def test_a_standby_that_is_promoted_serves_no_more_reads(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        assert await late.head() == (1, Served.STANDBY)
        await asyncio.to_thread(standby.promote)
        await late.append()

        for _ in range(2):
            await late.poll()
            assert late.standby.lag_s is None
            assert await late.head() == (2, Served.UNREACHABLE)


async def test_a_standby_of_a_former_primary_is_not_used_however_far_it_is(primary: Cluster) -> None:
    """Positions in the write-ahead logs of two branches cannot be compared."""
    promoted, left = [await asyncio.to_thread(primary.make_standby) for _ in range(2)]
    async with opened(any_of(primary, promoted), left.url(STORE)) as late:
        await late.append()
        await late.until_fresh()
        await asyncio.to_thread(promoted.stop)
        primary.sql("CREATE TABLE more AS SELECT generate_series(1, 100000) AS number")
        [(end,)] = primary.sql("SELECT pg_current_wal_lsn()::text")
        await until(lambda: left.sql("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [end]) == [(True,)])
        await asyncio.to_thread(primary.kill)
        await asyncio.to_thread(promoted.start)
        await asyncio.to_thread(promoted.promote)
        late.clock.move(10)
        assert await late.append() == 2

        for _ in range(3):
            late.clock.move(LAG_S_MAX + 1)
            await late.poll()

            assert late.standby.lag_s is None
            assert await late.head() == (2, Served.LATE)


async def test_the_standby_of_a_server_from_which_the_store_was_copied_is_not_used(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        assert await late.head() == (1, Served.STANDBY)  # what is copied contains the branch of this process
        with clusters.running(tcp=True) as other:
            other.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
            engines.prepare(other.url(STORE))
            [(name, value)] = primary.sql("SELECT name, value FROM facts WHERE name LIKE 'branch%'", database=STORE)
            other.sql("INSERT INTO facts VALUES (%s, %s)", [name, value], database=STORE)
            async with opened(other.url(STORE), standby.url(STORE)) as moved:
                for _ in range(2):
                    await moved.poll()
                    assert await moved.head() == (0, Served.LATE)


async def test_a_commit_that_the_primary_does_not_show_yet_is_not_shown(primary: Cluster) -> None:
    """It waits for a synchronous standby, and is lost if the primary is lost now."""
    synchronous = await asyncio.to_thread(primary.make_standby, synchronous=True)
    async with following(primary) as (late, standby):
        with synchronous.frozen():
            adding = asyncio.ensure_future(late.append())
            await until(lambda: standby.sql("SELECT count(*) FROM events", database=STORE) == [(2,)])
            assert not adding.done()

            assert await late.head() == (1, Served.AHEAD)

        await asyncio.wait_for(adding, PATIENCE_S)
        assert await late.head() == (2, Served.STANDBY)


async def test_a_read_that_the_standby_cancels_is_repeated_on_the_primary(primary: Cluster) -> None:
    async with following(primary) as (late, _):

        def read(tx: Transaction) -> int:
            found = events.head(tx)
            for _ in range(TRIES if tx.is_late else 0):  # remove what this snapshot still sees
                primary.sql("UPDATE facts SET value = value", database=STORE)
                primary.sql("VACUUM facts", database=STORE)
                tx.execute("SELECT name FROM facts")
            return found

        assert await late.read(read) == (1, Served.CONFLICT)
        assert await late.head() == (1, Served.STANDBY)


async def test_a_read_does_not_wait_for_a_lock_that_a_paused_standby_keeps(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        with primary.connect(STORE) as raw:
            raw.execute("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
            primary.sql("SELECT pg_switch_wal()")  # sends the lock to the standby now
            locked = "SELECT 1 FROM pg_locks WHERE relation = 'events'::regclass AND mode = 'AccessExclusiveLock'"
            await until(lambda: bool(standby.sql(locked, database=STORE)))
            await paused(standby)
            raw.execute("ROLLBACK")

        assert await late.head() == (1, Served.CONFLICT)


@pytest.mark.skipif(pooler.find() is None and not binaries.is_required(), reason=pooler.MISSING)
async def test_a_pooler_before_each_server_changes_nothing(primary: Cluster) -> None:
    standby = await asyncio.to_thread(primary.make_standby)
    with pooler.before(primary) as pooled, pooler.before(standby) as pooled_standby:
        async with opened(pooled.url(STORE), pooled_standby.url(STORE)) as late:
            await late.append()
            await late.until_fresh()
            assert await late.head() == (1, Served.STANDBY)

            await paused(standby)
            await late.append()
            late.clock.move(LAG_S_MAX + 1)
            await late.poll()
            assert await late.head() == (2, Served.LATE)


async def test_an_error_is_the_primarys(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        await paused(standby)
        await late.append()

        def find_second(tx: Transaction) -> int:
            if not events.find_many(tx, [2]):
                raise NotFound
            return 2

        def decline(tx: Transaction) -> int:
            if tx.is_late:
                raise NotServed
            return events.head(tx)

        assert await late.read(find_second) == (2, Served.DECLINED)
        assert await late.read(decline) == (2, Served.DECLINED)
        with pytest.raises(ZeroDivisionError):
            await late.read(lambda _: 1 // 0)


async def test_a_connection_that_was_lost_between_two_reads_is_opened_again(primary: Cluster) -> None:
    async with following(primary) as (late, standby):
        assert await late.head() == (1, Served.STANDBY)
        for pid in standby.backends(STORE):
            standby.terminate(pid)

        assert await late.head() == (1, Served.STANDBY)
