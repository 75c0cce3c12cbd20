"""Where the stores of a bench live: each in a file of its own, or in a database of a server that is the bench's own.

The server keeps its files on the disk, in TMPDIR, and runs on OTHER_CORE, where the receivers are: the store has its
core to itself on either engine.
"""

import os
import secrets
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import apsw
import psycopg

from bench import processes
from bench.processes import OTHER_CORE, PHASE_S_MAX
from tests.postgres import binaries, watchdog
from tests.postgres.cluster import OWNER, Cluster, running

SQLITE, POSTGRESQL = "sqlite", "postgresql"
ENGINES = (SQLITE, POSTGRESQL)
SHARED_BUFFERS = "512MB"  # what a small server would be given; the default is that of a watch
SERVER = {"shared_buffers": SHARED_BUFFERS, "max_wal_size": "4GB", "max_connections": "200"}
FILE_COPY_SINCE = 15  # the server's version from which a template is copied through the log unless asked otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """One store, whether it is served just now or not: its folder, and the database that goes with it.

    `database` and `key` are what PLANTSTORE_DATABASE and PLANTSTORE_KEY say; both are empty for a file in the folder.
    """

    data: Path
    database: str = ""
    key: str = field(default="", repr=False)

    @property
    def environment(self) -> dict[str, str]:
        """What a process of this store must be told."""
        given = {"DATA": str(self.data), "DATABASE": self.database, "KEY": self.key}
        return {f"PLANTSTORE_{name}": value for name, value in given.items() if value}

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What the database holds just now."""
        if self.database:
            with psycopg.connect(self.database, autocommit=True) as shared:
                return shared.execute(sql.replace("?", "%s").encode(), values or None).fetchall()
        connection = apsw.Connection(str(self.data / "plantstore.db"), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            return list(connection.execute(sql, values))
        finally:
            connection.close()


class Homes(Protocol):
    """Makes homes on one engine."""

    engine: str
    about: str
    """The engine and its version, for people."""

    def new(self, data: Path) -> Home:
        """A home in which nothing is yet."""
        ...

    def copy(self, home: Home, data: Path) -> Home:
        """Another home with all that is in one that nobody serves."""
        ...

    def moved(self, data: Path) -> Home:
        """Take over a store that was made in a file."""
        ...

    def settle(self, home: Home) -> None:
        """Do now what the engine would do by itself some time after many rows were written."""
        ...

    def server_s(self) -> float:
        """Processor time of the database server so far; nan where there is none."""
        ...


class SqliteHomes:
    """A file in the folder."""

    engine = SQLITE
    about = f"SQLite {apsw.sqlite_lib_version()}"

    def new(self, data: Path) -> Home:
        return Home(data=data)

    def copy(self, home: Home, data: Path) -> Home:
        return Home(data=Path(shutil.copytree(home.data, data)))

    def moved(self, data: Path) -> Home:
        return Home(data=data)

    def settle(self, home: Home) -> None:
        """Nothing: SQLite leaves nothing for later."""

    def server_s(self) -> float:
        return float("nan")


class PostgresHomes:
    """A database of one server, with a folder for the token of its operator."""

    engine = POSTGRESQL

    def __init__(self, server: Cluster) -> None:
        self.server = server
        self.key = b64encode(secrets.token_bytes(32)).decode()
        self._made = 0
        self.version = server.connect().info.server_version // 10_000
        (named,) = server.sql("SHOW server_version")[0]
        self.about = f"PostgreSQL {named.split()[0]}, shared_buffers {SHARED_BUFFERS}"

    def new(self, data: Path) -> Home:
        return self._make(data, "template0")

    def copy(self, home: Home, data: Path) -> Home:
        shutil.copytree(home.data, data)
        (template,) = home.rows("SELECT current_database()::text")[0]
        watchdog.until(lambda: not self.server.backends(template), seconds=processes.STOP_S_MAX)
        return self._make(data, template)

    def moved(self, data: Path) -> Home:
        """By `plantstore db copy`, as people do it."""
        home = self.new(data.with_name(data.name + "-moved"))
        home.data.mkdir()
        key = (data / "key").read_text().strip()
        command = [sys.executable, "-m", "plantstore.cli.main", "db", "copy", str(data), home.database, "--yes"]
        environment = processes.ENVIRONMENT | {"PLANTSTORE_KEY": key}
        subprocess.run(command, env=environment, timeout=PHASE_S_MAX, check=True, stdout=subprocess.DEVNULL)
        return Home(data=home.data, database=home.database, key=key)

    def settle(self, home: Home) -> None:
        (name,) = home.rows("SELECT current_database()::text")[0]
        self.server.sql("VACUUM ANALYZE", database=name)
        self.checkpoint()

    def server_s(self) -> float:
        return processes.family_s(watchdog.processes(self.server.folder))

    def checkpoint(self) -> None:
        self.server.sql("CHECKPOINT")

    def written(self) -> int:
        """Bytes of the server's write-ahead log so far."""
        return int(self.server.sql("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")[0][0])

    def _make(self, data: Path, template: str) -> Home:
        self._made += 1
        name = f"bench_{self._made}"
        how = " STRATEGY FILE_COPY" * (self.version >= FILE_COPY_SINCE)
        self.server.sql(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {template}{how}")
        return Home(data=data, database=self.server.url(name), key=self.key)


def why_not(engine: str) -> str:
    """What is missing for an engine; empty when nothing is."""
    if engine == SQLITE or binaries.find() is not None:
        return ""
    return (
        f"No PostgreSQL, {binaries.MAJOR_MIN} or newer, was found on PATH or in {binaries.DEBIAN}: nothing is measured "
        "on it. On Debian and Ubuntu: sudo apt install postgresql"
    )


@contextmanager
def homes_on(engine: str, *, core: int | None = OTHER_CORE) -> Iterator[SqliteHomes | PostgresHomes]:
    """Homes until the block ends; on PostgreSQL the server goes with them. It keeps to one core; None is all."""
    if engine == SQLITE:
        yield SqliteHomes()
        return
    before = os.sched_getaffinity(0) if processes.CORES else set()
    processes.pin(core)  # what we start keeps to the core that we have now
    try:
        with running(tcp=False, on_disk=True, **SERVER) as server:
            if before:
                os.sched_setaffinity(0, before)
            yield PostgresHomes(server)
    finally:
        if before:
            os.sched_setaffinity(0, before)
