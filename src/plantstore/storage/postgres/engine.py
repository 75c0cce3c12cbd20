"""The PostgreSQL engine, through psycopg 3: any number of processes share one database.

Lost connections reconnect on next use, so that a restart or failover of the server is only a pause.
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
from plantstore.storage.postgres.hosts import Server, Servers
from plantstore.storage.postgres.notify import PostgresCommitChannel
from plantstore.storage.postgres.partitions import PostgresPartitions
from plantstore.storage.postgres.reconnect import Backoff
from plantstore.storage.postgres.silence import ANSWER_S, PROBE_S_MAX, Silence, WatchedConnection
from plantstore.storage.queries.server_health import ServerHealth

STATEMENTS_KEPT = 300  # max prepared statements per connection
CONNECT_S_MAX = 5
SIZES_EVERY_S = 30.0  # min interval between measurements of the database's size
# With these TCP settings, the kernel detects a network that drops packets, so that no statement waits forever.
_NETWORK = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}


class PostgresEngine:
    """Opens connections to one database, which any number of processes may use at the same time."""

    def __init__(
        self, url: str, *, clock: Clock | None = None, answer_s_max: float = ANSWER_S, standby: bool = False
    ) -> None:
        """Connect, and check the server. With `standby`, do neither: a standby may be away, and is only read."""
        self.clock = clock or SystemClock()
        self._url = url
        self._connect_s = min(CONNECT_S_MAX, max(PROBE_S_MAX, int(answer_s_max) - 1))
        self._backoff = Backoff(self.clock)
        self._servers = Servers(url)
        self._silence = Silence(url, self._servers, self._backoff, self.clock, answer_s_max=answer_s_max)
        self._sizes = StorageSizes(database_bytes=0, wal_bytes=0)
        self._measure_at = 0.0
        self._server: ServerHealth | None = None
        self._wanted = "standby" if standby else "read-write" if self._servers.are_several else "any"
        if not standby:
            with self.connect() as raw:
                health.check(raw)
                self.measure(raw)

    def __repr__(self) -> str:
        return f"PostgresEngine({self.address})"

    @property
    def address(self) -> str:
        """Return the address of the database, without a password."""
        return address_of(self._url)

    def connect(self) -> Raw:
        """Open a connection; raise StorageRefused if it cannot be opened."""
        options: dict[str, Any] = {"application_name": "plantstore"} | _NETWORK
        try:
            given = psycopg.conninfo.conninfo_to_dict(self._url)
            options["target_session_attrs"] = self._wanted

            def connect(server: Server, timeout_s: int) -> WatchedConnection:
                own = options | {"connect_timeout": timeout_s}
                ours = {name: value for name, value in own.items() if name not in given}
                raw = WatchedConnection.connect(self._url, autocommit=True, **ours | server)
                raw.server = server
                return raw

            raw = self._servers.connect(connect, timeout_s=self._connect_s, silent_timeout_s=PROBE_S_MAX)
        except psycopg.Error as error:
            detail = f"The database at {self.address} cannot be reached: {_last_line(error)}"
            raise StorageRefused(detail) from error
        raw.silence = self._silence
        raw.prepared_max = STATEMENTS_KEPT
        postgres_types.register(raw)
        # Behind PgBouncer, each transaction may run in another server process, without our prepared statements.
        if self._pid_of(raw) != raw.info.backend_pid:
            raw.prepare_threshold = None
        self._backoff.reset()
        self._silence.note_response()
        return raw

    def is_avoided(self, raw: Raw) -> bool:
        """True if the server of this connection no longer responds, or was replaced as the primary."""
        return self._silence.is_silent or (isinstance(raw, WatchedConnection) and self._servers.is_avoided(raw.server))

    def connect_again(self) -> Raw:
        """Reconnect; raise ConnectionFailure if that fails, or if the delay after the last failure has not elapsed."""
        begun = self.clock.monotonic()
        if not self._backoff.may_connect():
            raise errors.ConnectionFailure("the server is away")
        try:
            return self.connect()
        except StorageRefused as error:
            self._backoff.note_failure(begun=begun)
            raise errors.ConnectionFailure(str(error)) from error

    def _pid_of(self, raw: Raw) -> int | None:
        """Return the id of the server process that runs our statements; StorageRefused if the connection is dead."""
        try:
            row = raw.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
        except psycopg.Error as error:
            raw.close()
            raise StorageRefused(
                f"The connection to the database at {self.address} was lost: {_last_line(error)}"
            ) from error
        return row[0] if row else None

    def connect_writer(self) -> Connection:
        return Connection(self, writes=True)

    def connect_reader(self) -> Connection:
        return Connection(self, writes=False)

    def announce(self, text: str) -> None:
        """Do nothing: the table `processes` has the addresses of all servers."""

    def commit_channel(self, on_commit: Callable[[], None]) -> PostgresCommitChannel:
        """Return a channel that notifies other processes of commits and listens for theirs."""
        return PostgresCommitChannel(self.connect, on_commit, is_avoided=self.is_avoided)

    def look(self, *, now: Instant) -> None:
        """Refresh the health that `server` returns, through a new connection."""
        with self.connect() as raw:
            self._server = health.look(raw, now=now)

    def server(self) -> ServerHealth | None:
        """Return the database server's health as of the last `look`; None before the first."""
        return self._server

    def partitions(self) -> PostgresPartitions:
        """Return the manager of the partitions of `attempts`."""
        return PostgresPartitions(self.connect_writer)

    def lost(self) -> None:
        """Return None: the database server monitors its own files."""

    def sizes(self) -> StorageSizes:
        """Return the size of the database when it was last measured (see `measure`)."""
        return self._sizes

    def measure(self, raw: Raw) -> None:
        """Measure the size of the database, unless the last measurement is newer than SIZES_EVERY_S. Ignore errors."""
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
        """Do nothing: each connection is closed by the code that opened it."""

    @staticmethod
    def explain(error: BaseException) -> StoreError | None:
        """Translate an engine error into a StoreError; None for any other error, or if the command itself caused it."""
        if isinstance(error, CommitUnknown):
            return Unavailable(
                "The database connection was lost during a commit, so it is unknown whether the change was saved. "
                "Repeat the request with the same Idempotency-Key."
            )
        if isinstance(error, errors.DiskFull):
            return StoreFull()
        if isinstance(error, errors.QueryCanceled):
            return Unavailable("The database took too long. Try again, or ask for less.")
        away = (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction)
        if PostgresEngine.is_serialization_conflict(error) or not isinstance(error, away):
            return None
        return Unavailable(f"The database reports: {type(error).__name__}.")

    @staticmethod
    def is_corruption(error: BaseException) -> bool:
        """Return False: the database server reports damaged files in its own log."""
        del error
        return False

    @staticmethod
    def is_serialization_conflict(error: BaseException) -> bool:
        return isinstance(error, (errors.UniqueViolation, errors.DeadlockDetected, errors.SerializationFailure))


def address_of(url: str) -> str:
    """Return a database's address for display, without password and parameters.

    >>> address_of("postgresql://shop:secret@db.example:5432/plants?sslmode=require")
    'postgresql://shop@db.example:5432/plants'
    """
    bare = re.sub(r"\?.*", "", url)
    return re.sub(r"//([^/@:]*)(:[^/@]*)?@", r"//\1@", bare)


def _last_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]
