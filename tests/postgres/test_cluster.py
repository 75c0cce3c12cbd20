"""The private server of the tests: private, ready to be killed, and gone without a trace however the tests end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.postgres import cluster as clusters
from tests.postgres import watchdog
from tests.postgres.cluster import ADMIN, Cluster, ClusterFailed

ROOT = Path(__file__).parents[2]
GONE_S_MAX = 10.0
IN_TABLE = "SELECT number FROM kept ORDER BY number"
# Tests that are killed: a server, its folder, a busy connection, and no end.
TESTS = """
import sys, threading, time
from tests.postgres.cluster import running
with running() as cluster:
    threading.Thread(target=lambda: cluster.sql("SELECT pg_sleep(100)"), daemon=True).start()
    while not cluster.backends():
        time.sleep(0.01)
    if "killed" in sys.argv:
        cluster.kill()
    print(cluster.folder, flush=True)
    time.sleep(100)
"""


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with clusters.running() as cluster:
        yield cluster


def test_a_server_keeps_what_it_has_acknowledged_and_lets_nobody_else_in(cluster: Cluster) -> None:
    names = ("fsync", "full_page_writes", "synchronous_commit", "listen_addresses")

    found = [cluster.sql(f"SHOW {name}")[0][0] for name in names]

    assert found == ["on", "on", "on", ""]
    assert cluster.folder.stat().st_mode & 0o077 == 0
    assert os.geteuid() != 0 or cluster.folder.stat().st_uid != 0


def test_the_store_comes_in_as_an_owner_of_databases_and_no_more(cluster: Cluster) -> None:
    with psycopg.connect(cluster.url("postgres")) as connection:
        found = connection.execute(
            "SELECT rolsuper, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user"
        )

        assert found.fetchall() == [(False, True, False)]


def test_a_setting_can_be_changed_for_one_server() -> None:
    with clusters.running(fsync="off") as cluster:
        assert cluster.sql("SHOW fsync") == [("off",)]


def test_a_server_that_does_not_start_says_why_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    folders: list[Path] = []
    make = clusters.make_folder

    def noted(identity: tuple[int, int] | None, *, on_disk: bool) -> Path:
        folders.append(make(identity, on_disk=on_disk))
        return folders[-1]

    monkeypatch.setattr(clusters, "make_folder", noted)

    with pytest.raises(ClusterFailed, match="max_connections"), clusters.running(max_connections="none"):
        pass

    assert [folder.exists() for folder in folders] == [False]


def test_over_tcp_a_password_is_asked_for() -> None:
    with clusters.running(tcp=True) as cluster:
        url = cluster.url("postgres")

        with psycopg.connect(url) as connection:
            assert connection.info.host == "127.0.0.1"
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(url.replace(cluster.password, "guessed"))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_was_stopped_goes_on_with_what_it_had(cluster: Cluster, mode: str) -> None:
    _keep(cluster, 1)

    cluster.stop(mode)  # type: ignore[arg-type]
    cluster.start()

    assert cluster.sql(IN_TABLE) == [(1,)]


def test_a_killed_server_starts_again_at_once_though_somebody_was_busy_in_it(cluster: Cluster) -> None:
    _keep(cluster, 1)

    with closing(cluster.connect()) as busy:
        busy.pgconn.send_query(b"SELECT pg_sleep(100)")
        cluster.kill()
        left = watchdog.processes(cluster.folder)
        cluster.start()

    assert left == []
    assert cluster.sql(IN_TABLE) == [(1,)]


def test_a_connection_can_be_ended_from_the_server(cluster: Cluster) -> None:
    with cluster.connect() as connection:
        gone_by_s = time.monotonic() + GONE_S_MAX
        while cluster.backends(ADMIN) != [
            connection.info.backend_pid
        ]:  # those of closed connections end a little later
            assert time.monotonic() < gone_by_s
            time.sleep(0.01)
        assert cluster.backends("template1") == []

        cluster.terminate(connection.info.backend_pid)

        with pytest.raises(psycopg.OperationalError, match="terminating connection"):
            connection.execute("SELECT 1")


@pytest.mark.parametrize("tcp", [False, True], ids=["socket", "tcp"])
def test_a_synchronous_standby_has_every_commit_and_takes_over(tcp: bool) -> None:
    with clusters.running(tcp=tcp) as primary:
        standby = primary.make_standby(synchronous=True)
        url = primary.url("postgres", others=[standby])
        _keep(primary, 1)

        primary.kill()
        standby.promote()

        assert standby.sql(IN_TABLE) == [(1,)]
        with psycopg.connect(url) as connection:
            assert connection.info.port == standby.port and connection.info.host in (str(standby.folder), "127.0.0.1")


def test_a_commit_waits_for_a_synchronous_standby(cluster: Cluster) -> None:
    standby = cluster.make_standby(synchronous=True)
    _keep(cluster, 1)

    standby.kill()

    with closing(cluster.connect()) as connection:
        connection.pgconn.send_query(b"INSERT INTO kept VALUES (2)")
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        assert watchdog.until(lambda: cluster.sql(waiting) == [(1,)], seconds=10)
    assert cluster.sql(IN_TABLE) == [(1,)]


def test_a_server_that_is_closed_leaves_nothing() -> None:
    with clusters.running() as cluster:
        standby = cluster.make_standby()
        block = _shared_memory(cluster.folder)
        seen = [_is_there(block), *(len(watchdog.processes(one.folder)) > 1 for one in (cluster, standby))]

    assert seen == [True, True, True]
    assert not _is_there(block)
    assert [watchdog.processes(one.folder) for one in (cluster, standby)] == [[], []]
    assert [one.folder.exists() for one in (cluster, standby)] == [False, False]


@pytest.mark.parametrize(
    ("how", "server"),
    [(signal.SIGKILL, "running"), (signal.SIGKILL, "killed"), (signal.SIGTERM, "running"), (signal.SIGINT, "killed")],
)
def test_tests_that_end_somehow_leave_nothing(how: signal.Signals, server: str) -> None:
    tests = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", TESTS, server],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert tests.stdout is not None
    folder = Path(tests.stdout.readline().decode().strip())
    block = _shared_memory(folder)
    assert folder.is_dir() and _is_there(block)

    os.killpg(tests.pid, how)
    tests.communicate()

    assert watchdog.until(lambda: not folder.exists(), seconds=10)
    assert watchdog.processes(folder) == []
    assert not _is_there(block)


def _keep(cluster: Cluster, number: int) -> None:
    cluster.sql("CREATE TABLE kept (number INTEGER)")
    cluster.sql("INSERT INTO kept VALUES (%s)", [number])


def _shared_memory(folder: Path) -> int:
    """The block of shared memory that a server has from the kernel, by what it writes down itself."""
    return int((folder / "data" / "postmaster.pid").read_text().splitlines()[6].split()[1])


def _is_there(block: int) -> bool:
    return any(line.split()[1] == str(block) for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:])
