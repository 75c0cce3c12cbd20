"""The store behind PgBouncer in transaction mode: each transaction may run on another server process."""

import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests import engines, test_main_path
from tests.delivery import test_outage
from tests.postgres import binaries, pooler, watchdog
from tests.postgres.databases import Databases
from tests.postgres.pooler import Pooler

ROOT = Path(__file__).parents[2]
STORIES = [
    test_main_path.test_a_plant_goes_in_and_its_receiver_gets_it_signed,
    test_main_path.test_a_failed_delivery_is_recorded_retried_and_then_removed_from_the_retries,
    test_main_path.test_a_backlog_larger_than_memory_and_pages_arrives_once_and_whole,
    test_main_path.test_a_stop_waits_for_requests_in_flight_and_sends_nothing_twice,
    test_outage.test_plants_added_during_an_outage_cost_no_rows_and_arrive_once_when_it_is_over,
]
TESTS = """
import time
from tests.postgres import cluster, pooler
with cluster.running() as server, pooler.before(server):
    print(server.folder, flush=True)
    time.sleep(100)
"""

pytestmark = pytest.mark.skipif(
    pooler.find() is None and not binaries.is_required(),
    reason=pooler.MISSING,
)


@pytest.fixture
def pooled(databases: Databases) -> Iterator[Pooler]:
    with pooler.before(databases.cluster) as pooled:
        yield pooled


def test_connections_share_a_server_process_between_transactions(databases: Databases) -> None:
    with pooler.before(databases.cluster, connections=1) as pooled:
        url = pooled.url("postgres")
        with psycopg.connect(url, autocommit=True) as one, psycopg.connect(url, autocommit=True) as other:
            asked = [connection.execute("SELECT pg_backend_pid()").fetchone() for connection in (one, other)]

    assert asked[0] == asked[1]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: str(story.__name__))
async def test_the_store_works_behind_pgbouncer(
    databases: Databases, pooled: Pooler, tmp_path: Path, story: Callable[[Path], Awaitable[None]]
) -> None:
    with engines.on(databases, through=pooled):
        await story(tmp_path)
        used = {row[0] for row in pooled.ask("SHOW POOLS")} - {pooler.CONSOLE}

    assert len(used) == 1


def test_killed_tests_leave_no_pgbouncer() -> None:
    tests = subprocess.Popen([sys.executable, "-c", TESTS], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True)
    assert tests.stdout is not None
    folder = Path(tests.stdout.readline().decode().strip())
    assert len(watchdog.beside(folder)) == 1

    os.killpg(tests.pid, signal.SIGKILL)
    tests.communicate()

    assert watchdog.until(lambda: not folder.exists(), seconds=10)
    assert watchdog.beside(folder) == []
