"""A PgBouncer in transaction mode in front of a private server, as many deployments have one."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import psycopg

from tests.postgres import watchdog
from tests.postgres.cluster import ADMIN, OWNER, READY_S_MAX, Cluster, ClusterFailed

PORT = 6432  # only in the name of its socket
CONSOLE = "pgbouncer"  # the database that is none
MISSING = "No PgBouncer found. On Debian and Ubuntu: sudo apt install pgbouncer"
SETTINGS = """
[databases]
* = host={server} port={port}
[pgbouncer]
listen_port = {own_port}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
admin_users = {admin}
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 200
logfile = {folder}/log
"""


class Pooler:
    """Where it is, and what it says of itself."""

    def __init__(self, cluster: Cluster) -> None:
        self.folder = cluster.folder / "pooler"

    def url(self, database: str) -> str:
        return f"postgresql://{OWNER}@/{database}?host={quote(str(self.folder), safe='')}&port={PORT}"

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Ask its console, such as SHOW POOLS."""
        with psycopg.connect(
            host=str(self.folder), port=PORT, user=ADMIN, dbname=CONSOLE, autocommit=True
        ) as connection:
            return connection.execute(question.encode()).fetchall()


def find() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


@contextmanager
def before(cluster: Cluster, *, connections: int = 4) -> Iterator[Pooler]:
    """Run a PgBouncer with `connections` connections to each database, until the block ends."""
    program = find()
    assert program is not None, MISSING
    pooler = Pooler(cluster)
    try:
        with cluster.program(program, *_files(cluster, pooler, connections)) as running:
            if not watchdog.until(lambda: _answers(pooler, running), seconds=READY_S_MAX):
                raise ClusterFailed("PgBouncer did not answer.")
            yield pooler
    finally:
        shutil.rmtree(pooler.folder)


def _files(cluster: Cluster, pooler: Pooler, connections: int) -> list[str]:
    """Write its configuration; return the command line."""
    settings = SETTINGS.format(
        server=cluster.folder,
        port=cluster.port,
        own_port=PORT,
        folder=pooler.folder,
        admin=ADMIN,
        connections=connections,
    )
    cluster.make_folder(pooler.folder, {"settings": settings, "users": f'"{OWNER}" ""\n"{ADMIN}" ""\n'})
    return [str(pooler.folder / "settings")]


def _answers(pooler: Pooler, running: "subprocess.Popen[bytes]") -> bool:
    if running.poll() is not None:
        raise ClusterFailed(f"PgBouncer ended at its start.\n{(pooler.folder / 'log').read_text()}")
    try:
        return bool(pooler.ask("SHOW VERSION"))
    except psycopg.OperationalError:
        return False
