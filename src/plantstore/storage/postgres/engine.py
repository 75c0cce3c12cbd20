"""The shared engine: PostgreSQL through psycopg 3, one server for any number of processes.

A connection that broke is opened anew when it is next needed, so that a restart or a failover of the server is a pause.
"""

import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, cast

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from plantstore.core.clock import Clock, SystemClock
from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.protocols import Row, StorageRefused, StorageSizes
from plantstore.storage.postgres import dialect, health
from plantstore.storage.postgres import types as postgres_types
from plantstore.storage.postgres.notify import PostgresNews
from plantstore.storage.postgres.partitions import PostgresPartitions
from plantstore.storage.postgres.reconnect import Absence
from plantstore.storage.postgres.silence import ANSWER_S, PROBE_S_MAX, Silence, WatchedConnection
from plantstore.storage.queries.server_health import ServerHealth

COPY_ROWS_MIN = 4  # from so many rows on COPY costs less than an INSERT: at 500 rows, a tenth
STATEMENTS_KEPT = 300  # prepared statements of a connection
CONNECT_S_MAX = 5
SIZES_EVERY_S = 30.0
FROZEN_S = 5  # the server ends the transaction of a process that stands still in the midst of it
LOCK_S_MAX = 30  # for a lock that another process holds
# A network that swallows packets is found out by the kernel, not by a wait for ever.
_NETWORK = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
_BEGIN_WRITE = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; "
    f"SET LOCAL idle_in_transaction_session_timeout = '{FROZEN_S}s'; SET LOCAL lock_timeout = '{LOCK_S_MAX}s'"
)
_BEGIN_ALONE = f"{_BEGIN_WRITE}; {dialect.advisory_lock('writer')}"
_BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

Raw = psycopg.Connection[Row]


class CommitUnknown(Exception):
    """The connection broke during a commit: what was to be written is on stable storage, or not."""


class Connection:
    """One connection, opened anew when it broke. From one transaction to the next nothing stays but compiled texts."""

    finds_in_order: ClassVar[bool] = False

    def __init__(self, engine: "PostgresEngine", *, writes: bool) -> None:
        self._engine = engine
        self._writes = writes
        self.for_update = " FOR UPDATE" if writes else ""
        self.for_share = " FOR SHARE" if writes else ""
        self._spare: dict[str, deque[int]] = {}
        self._drawn = self._drawn_before = 0
        self._changes = self._commits = self._changes_before = 0
        self._types: dict[str, dict[str, str]] = {}
        self._raw = engine.connect()
        self._cursor = postgres_types.cursor_of(self._raw)

    @property
    def is_aborted(self) -> bool:
        return self._raw.info.transaction_status is TransactionStatus.INERROR

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self._run(sql, values)
        return self._cursor.fetchall() if self._cursor.description is not None else []

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run an UPDATE or DELETE and give the number of rows it changed."""
        self._run(sql, values)
        return self._cursor.rowcount

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Insert many rows: a few as values, more by COPY."""
        if not rows:
            return
        names = ", ".join(columns)
        if len(rows) < COPY_ROWS_MIN:
            row = f"({', '.join('?' * len(columns))})"
            sql = f"INSERT INTO {table} ({names}) VALUES {', '.join([row] * len(rows))}"
            self._run(sql, [value for one in rows for value in one])
            return
        types = self._types_of(table)
        with self._cursor.copy(f"COPY {table} ({names}) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types([types[name.strip('"')] for name in columns])
            for one in rows:
                copy.write_row(one)
        self._changes += len(rows)

    def script(self, sql: str) -> None:
        self._raw.execute(sql, prepare=False)

    def define(self, sql: str, *, step: int = 0) -> None:
        for statement in dialect.translated(sql):
            self.script(statement)
        for own in dialect.beside(step):
            self.script(own)

    def tables(self) -> set[str]:
        sql = (
            "SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
            "WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND NOT relispartition"
        )
        return {row[0] for row in self.execute(sql)}

    def columns(self, table: str) -> list[str]:
        return list(self._types_of(table))

    def allocate_ids(self, of: str, count: int) -> list[int]:
        """Draw from a sequence: as many as the last transaction used, then twice as many; keep what is left."""
        spare = self._spare.setdefault(of, deque())
        if len(spare) < count:
            sql = "SELECT nextval(?::regclass) FROM generate_series(1, ?) ORDER BY 1"
            more = max(count - len(spare), self._drawn_before - self._drawn, self._drawn)
            spare.extend(row[0] for row in self.execute(sql, (f"{of}_numbers", more)))
        self._drawn += count
        return [spare.popleft() for _ in range(count)]

    def reset_sequence(self, of: str, newest: int) -> None:
        if newest:
            self.execute("SELECT setval(?::regclass, ?)", (f"{of}_numbers", newest))
        self.script("ANALYZE")  # else the planner knows nothing of those rows until autovacuum has come by

    def advisory_lock(self, name: str) -> None:
        self.script(dialect.advisory_lock(name))

    def server_now(self) -> Instant:
        return Instant(self.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")[0][0])

    def changes(self) -> int:
        return self._changes

    def commits(self) -> int:
        return self._commits

    def matching(self, words: Sequence[Sequence[str]]) -> tuple[str, tuple[str]]:
        """In the words of a tsquery. Each is quoted, and of letters and digits only: no query can be misread."""
        groups = (" | ".join(f"'{word.removesuffix('*')}'{':*' * word.endswith('*')}" for word in one) for one in words)
        return "found @@ ?::tsquery", (" & ".join(f"({group})" for group in groups),)

    def merge_words(self, *, pages: int) -> bool:
        """The server does so by itself (autovacuum)."""
        del pages
        return False

    def begin_write(self, *, exclusive: bool = True) -> None:
        self._begin(_BEGIN_ALONE if exclusive else _BEGIN_WRITE)
        self._drawn, self._drawn_before = 0, self._drawn
        self._changes_before = self._changes

    def begin_read(self) -> None:
        self._begin(_BEGIN_READ)

    def commit(self) -> None:
        try:
            done = self._raw.execute("COMMIT", prepare=False).statusmessage
        except psycopg.Error as error:
            if _is_lost(self._raw, error):
                raise CommitUnknown from error
            raise
        if done != "COMMIT":  # the server undoes a transaction in which a statement failed, and calls that no error
            raise errors.InFailedSqlTransaction("the transaction was undone")
        self._commits += self._changes != self._changes_before

    def rollback(self) -> None:
        if not self._raw.closed and self._raw.info.transaction_status is not TransactionStatus.IDLE:
            try:
                self._raw.execute("ROLLBACK", prepare=False)
            except psycopg.OperationalError:
                self._raw.close()  # the server has undone it by itself

    def checkpoint(self, *, idle: bool) -> None:
        """The server sees to that. While there is nothing to do, see how much room the store takes."""
        if idle:
            self._engine.measure(self._raw)

    def close(self) -> None:
        self._raw.close()

    def _begin(self, sql: str) -> None:
        if self._engine.is_silent:  # what is open is of no use while the server answers nobody
            self._raw.close()
        if self._raw.closed:
            self._open_anew()
        try:
            self._raw.execute(sql, prepare=False)
        except psycopg.OperationalError as error:
            if not _is_lost(self._raw, error):
                raise
            self._raw.close()  # a server that was restarted ends connections that nobody used meanwhile
            self._open_anew()
            self._raw.execute(sql, prepare=False)

    def _open_anew(self) -> None:
        raw = self._engine.connect_again()
        self._raw, self._cursor = raw, postgres_types.cursor_of(raw)

    def _run(self, sql: str, values: Sequence[Any]) -> None:
        cursor = self._cursor
        try:
            cursor.execute(dialect.numbered(sql) if values else sql, values or None)
        except errors.ReadOnlySqlTransaction:
            if self._writes:  # it was the primary once: ask for the one that is now
                self._raw.close()
            raise
        if cursor.rowcount > 0 and not sql.startswith("SELECT"):
            self._changes += cursor.rowcount

    def _types_of(self, table: str) -> dict[str, str]:
        known = self._types.get(table)
        if known is None:
            sql = (
                "SELECT attname::text, atttypid::regtype::text FROM pg_attribute "
                "WHERE attrelid = ?::regclass AND attnum > 0 AND attgenerated = '' AND NOT attisdropped ORDER BY attnum"
            )
            self._run(sql, (table,))
            known = self._types[table] = dict(cast(list[tuple[str, str]], self._cursor.fetchall()))
        return known


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
        return PostgresNews(self, on_news)

    def look(self, *, now: Instant) -> None:
        """Look how the server is, through a connection that is there for that only."""
        with self.connect() as raw:
            self._server = health.look(raw, now=now)

    def server(self) -> ServerHealth | None:
        """How it was at the last look."""
        return self._server

    def partitions(self) -> PostgresPartitions:
        """The hand on the partitions of `attempts`."""
        return PostgresPartitions(self)

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
    def is_damage(error: BaseException) -> bool:
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


def _is_lost(raw: Raw, error: psycopg.Error) -> bool:
    return raw.closed or raw.broken or isinstance(error, (errors.AdminShutdown, errors.CrashShutdown))


def _last_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]
