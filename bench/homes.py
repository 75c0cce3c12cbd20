"""The homes of a bench's stores: each a file, or a database on a private server.

The server keeps its files on the disk, in TMPDIR, and runs on OTHER_CORE, like the receivers: the store has its core to
itself on either engine.
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
SHARED_BUFFERS = "512MB"  # as on a small server; the default is far too small
SERVER = {"shared_buffers": SHARED_BUFFERS, "max_wal_size": "4GB", "max_connections": "200"}
FILE_COPY_SINCE = 15  # the server's version from which it copies a template through the log by default


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """One store, running or not: its folder, and its database.

    `database` and `key` are the values of PLANTSTORE_DATABASE and PLANTSTORE_KEY; both are empty for a file in the
    folder.
    """

    data: Path
    database: str = ""
    key: str = field(default="", repr=False)

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment variables for a process of this store."""
        given = {"DATA": str(self.data), "DATABASE": self.database, "KEY": self.key}
        return {f"PLANTSTORE_{name}": value for name, value in given.items() if value}

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return rows of the database as it is now."""
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
        """Return an empty home."""
        ...

    def copy(self, home: Home, data: Path) -> Home:
        """Return a copy of a home whose store is not running."""
        ...

    def moved(self, data: Path) -> Home:
        """Move a store from a file to this engine."""
        ...

    def settle(self, home: Home) -> None:
        """Do the maintenance now that the engine would do some time after many writes."""
        ...

    def server_s(self) -> float:
        """Return the seconds of processor time of the database server so far; nan if there is none."""
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
        """Do nothing: SQLite postpones no work."""

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
        """Move it with `plantstore db copy`, as a user does."""
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
        """Return the size of the server's write-ahead log so far, in bytes."""
        return int(self.server.sql("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")[0][0])

    def _make(self, data: Path, template: str) -> Home:
        self._made += 1
        name = f"bench_{self._made}"
        how = " STRATEGY FILE_COPY" * (self.version >= FILE_COPY_SINCE)
        self.server.sql(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {template}{how}")
        return Home(data=data, database=self.server.url(name), key=self.key)


def why_not(engine: str) -> str:
    """Return what is missing for an engine; empty if nothing is."""
    if engine == SQLITE or binaries.find() is not None:
        return ""
    return (
        f"No PostgreSQL, {binaries.MAJOR_MIN} or newer, was found on PATH or in {binaries.DEBIAN}: nothing is measured "
        "on it. On Debian and Ubuntu: sudo apt install postgresql"
    )


@contextmanager
def homes_on(engine: str, *, core: int | None = OTHER_CORE) -> Iterator[SqliteHomes | PostgresHomes]:
    """Yield homes until the block ends, when the PostgreSQL server ends too. It keeps to one core; None is all."""
    if engine == SQLITE:
        yield SqliteHomes()
        return
    before = os.sched_getaffinity(0) if processes.CORES else set()
    processes.pin(core)  # processes started from here on inherit the core
    try:
        with running(tcp=False, on_disk=True, **SERVER) as server:
            if before:
                os.sched_setaffinity(0, before)
            yield PostgresHomes(server)
    finally:
        if before:
            os.sched_setaffinity(0, before)
