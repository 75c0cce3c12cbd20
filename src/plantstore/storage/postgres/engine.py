"""The shared engine: PostgreSQL through psycopg 3, one server for any number of processes.

A connection that broke is opened anew when it is next needed, so that a restart or a failover of the server is a pause.
"""

import re
from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import errors

from plantstore.core.clock import Clock, SystemClock
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.protocols import StorageRefused, StorageSizes
from plantstore.storage.postgres import health
from plantstore.storage.postgres import types as postgres_types
from plantstore.storage.postgres.connection import CommitUnknown, Connection, Raw
from plantstore.storage.postgres.notify import PostgresNews
from plantstore.storage.postgres.partitions import PostgresPartitions
from plantstore.storage.postgres.reconnect import Absence
from plantstore.storage.postgres.silence import ANSWER_S, PROBE_S_MAX, Silence, WatchedConnection
from plantstore.storage.queries.server_health import ServerHealth

STATEMENTS_KEPT = 300  # prepared statements of a connection
CONNECT_S_MAX = 5
SIZES_EVERY_S = 30.0
# A network that swallows packets is found out by the kernel, not by a wait for ever.
_NETWORK = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}


class PostgresEngine:
    """Opens connections to one database. Any number of processes may do so at the same time."""

    def __init__(self, url: str, *, clock: Clock | None = None, answer_s_max: float = ANSWER_S) -> None:
        self.clock = clock or SystemClock()
        self._url = url
        self._connect_s = min(CONNECT_S_MAX, max(PROBE_S_MAX, int(answer_s_max) - 1))
        self._absence = Absence(self.clock)
        self._silence = Silence(url, self._absence, self.clock, answer_s_max=answer_s_max)
        self._sizes = StorageSizes(database_bytes=0, wal_bytes=0)
        self._measure_at = 0.0
        self._server: ServerHealth | None = None
        with self.connect() as raw:
            health.check(raw)
            self.measure(raw)

    def __repr__(self) -> str:
        return f"PostgresEngine({self.address})"

    @property
    def address(self) -> str:
        """Where the database is, without any password."""
        return address_of(self._url)

    def connect(self) -> Raw:
        """Open one connection; StorageRefused says why not."""
        wishes: dict[str, Any] = {"application_name": "plantstore", "connect_timeout": self._connect_s} | _NETWORK
        try:
            given = psycopg.conninfo.conninfo_to_dict(self._url)
            if "," in str(given.get("host", "")):
                wishes["target_session_attrs"] = "read-write"  # of several servers the one that is not a standby
            ours = {name: value for name, value in wishes.items() if name not in given}
            raw = WatchedConnection.connect(self._url, autocommit=True, **ours)
        except psycopg.Error as error:
            detail = f"The database at {self.address} cannot be reached: {_last_line(error)}"
            raise StorageRefused(detail) from error
        raw.silence = self._silence
        raw.prepared_max = STATEMENTS_KEPT
        postgres_types.register(raw)
        # Behind PgBouncer another server may run each transaction; one that prepared nothing knows no statement.
        if self._pid_of(raw) != raw.info.backend_pid:
            raw.prepare_threshold = None
        self._absence.note_answer()
        self._silence.note_answer()
        return raw

    @property
    def is_silent(self) -> bool:
        """Whether the server gave no sign of life when it was last asked."""
        return self._silence.is_silent

    def connect_again(self) -> Raw:
        """Open one in place of one that broke, but not without a pause while the server is away: others ask it too."""
        begun = self.clock.monotonic()
        if not self._absence.may_ask():
            raise errors.ConnectionFailure("the server is away")
        try:
            return self.connect()
        except StorageRefused as error:
            self._absence.note_failure(begun=begun)
            raise errors.ConnectionFailure(str(error)) from error

    def _pid_of(self, raw: Raw) -> int | None:
        """Who answers on a connection; StorageRefused when nobody does any more."""
        try:
            row = raw.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
        except psycopg.Error as error:
            raw.close()
            raise StorageRefused(f"The database at {self.address} went away: {_last_line(error)}") from error
        return row[0] if row else None

    def connect_writer(self) -> Connection:
        return Connection(self, writes=True)

    def connect_reader(self) -> Connection:
        return Connection(self, writes=False)

    def announce(self, text: str) -> None:
        """Who serves stands in the table of processes."""

    def news(self, on_news: Callable[[], None]) -> PostgresNews:
        """Tell the other processes of commits, and hear of theirs."""
        return PostgresNews(self.connect, on_news)

    def look(self, *, now: Instant) -> None:
        """Look how the server is, through a connection that is there for that only."""
        with self.connect() as raw:
            self._server = health.look(raw, now=now)

    def server(self) -> ServerHealth | None:
        """How it was at the last look."""
        return self._server

    def partitions(self) -> PostgresPartitions:
        """The hand on the partitions of `attempts`."""
        return PostgresPartitions(self.connect_writer)

    def lost(self) -> None:
        """Its files are the server's."""

    def sizes(self) -> StorageSizes:
        """How large the database was when that was last asked, half a minute ago or so."""
        return self._sizes

    def measure(self, raw: Raw) -> None:
        """Ask how large the database is, unless that was done just now; a server that is away is asked next time."""
        now = self.clock.monotonic()
        if now < self._measure_at or raw.closed:
            return
        self._measure_at = now + SIZES_EVERY_S
        try:
            row = raw.execute("SELECT pg_database_size(current_database())", prepare=False).fetchone()
        except psycopg.OperationalError:
            return
        self._sizes = StorageSizes(database_bytes=row[0] if row else 0, wal_bytes=0)

    def close(self) -> None:
        """Every connection is closed by who opened it."""

    @staticmethod
    def explain(error: BaseException) -> StoreError | None:
        """Say in our words what the engine reported; None when the fault is the command's own."""
        if isinstance(error, CommitUnknown):
            return Unavailable(
                "The database went away during a commit: nobody knows yet whether the change was kept. "
                "Ask again with the same Idempotency-Key."
            )
        if isinstance(error, errors.DiskFull):
            return StoreFull()
        away = (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction)
        if PostgresEngine.is_serialization_conflict(error) or not isinstance(error, away):
            return None
        return Unavailable(f"The database reports: {type(error).__name__}.")

    @staticmethod
    def is_corruption(error: BaseException) -> bool:
        """Its files are the server's: it says in its own log what is wrong with them."""
        del error
        return False

    @staticmethod
    def is_serialization_conflict(error: BaseException) -> bool:
        return isinstance(error, (errors.UniqueViolation, errors.DeadlockDetected, errors.SerializationFailure))


def address_of(url: str) -> str:
    """A database's address without its password, for people.

    >>> address_of("postgresql://shop:secret@db.example:5432/plants?sslmode=require")
    'postgresql://shop@db.example:5432/plants'
    """
    bare = re.sub(r"\?.*", "", url)
    return re.sub(r"//([^/@:]*)(:[^/@]*)?@", r"//\1@", bare)


def _last_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]
