"""One connection of the PostgreSQL engine. It reconnects after a failure, so that a failover is only a pause."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.protocols import Row
from plantstore.storage.postgres import dialect
from plantstore.storage.postgres import types as postgres_types

COPY_ROWS_MIN = 4  # min rows for COPY, which is then faster than INSERT: ten times at 500 rows
FROZEN_S = 5  # max idle time in a write transaction, after which the server ends it (our process hangs)
LOCK_S_MAX = 30  # max wait for a lock that another process holds
MIGRATION_S_MAX = 3_600  # max wait for another process that migrates the database
_BEGIN_WRITE = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; "
    f"SET LOCAL idle_in_transaction_session_timeout = '{FROZEN_S}s'; SET LOCAL lock_timeout = '{LOCK_S_MAX}s'"
)
_LOCK_WRITER = dialect.advisory_lock("writer")
_BEGIN_EXCLUSIVE = f"{_BEGIN_WRITE}; {_LOCK_WRITER}"
# The planner takes many subqueries for a long statement. Compiling it (JIT) takes ten times as long as running it.
_BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off"

Raw = psycopg.Connection[Row]
Result = TypeVar("Result")


class _Warnings:
    """Whether the server has sent a warning. Not in the connection, which would be freed only as garbage of a cycle."""

    __slots__ = ("came",)

    def __init__(self) -> None:
        self.came = False

    def note(self, notice: errors.Diagnostic) -> None:
        self.came = self.came or notice.severity_nonlocalized == "WARNING"


class CommitUnknown(Exception):
    """The connection, or the wait for a standby, ended during a commit: the changes may be lost, or be on one disk."""


class ConnectionSource(Protocol):
    """The part of the engine that its connections use: to connect, reconnect, and measure the database."""

    def connect(self) -> Raw: ...
    def connect_again(self) -> Raw: ...
    def is_avoided(self, raw: Raw) -> bool: ...
    def measure(self, raw: Raw) -> None: ...


class Connection:
    """A connection that reconnects when it was lost. Its session keeps nothing but prepared statements."""

    finds_in_order: ClassVar[bool] = False

    def __init__(self, source: "ConnectionSource", *, writes: bool) -> None:
        self._source = source
        self._writes = writes
        self.for_update = " FOR UPDATE" if writes else ""
        self.for_share = " FOR SHARE" if writes else ""
        self._spare: dict[str, deque[int]] = {}
        self._allocated = self._allocated_before = 0
        self._changes = self._commits = self._changes_before = 0
        self._types: dict[str, dict[str, str]] = {}
        self._warnings = _Warnings()
        self._is_query_next = False
        self._use(source.connect())

    @property
    def is_aborted(self) -> bool:
        return self._raw.info.transaction_status is TransactionStatus.INERROR

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        if self._is_query_next:
            self._is_query_next = False
            return self.ask(sql, values)
        self._run(sql, values)
        return self._cursor.fetchall() if self._cursor.description is not None else []

    def ask(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run one query outside of a transaction. Reconnect first if the connection was lost."""

        def run() -> list[Row]:
            self._run(sql, values)
            return self._cursor.fetchall()

        return self._once_connected(run)

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run an UPDATE or DELETE and return the number of rows it changed."""
        self._run(sql, values)
        return self._cursor.rowcount

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows: a few with VALUES, more with COPY."""
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
        for statement in dialect.additions(step):
            self.script(statement)

    def tables(self) -> set[str]:
        sql = (
            "SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
            "WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND NOT relispartition"
        )
        return {row[0] for row in self.execute(sql)}

    def columns(self, table: str) -> list[str]:
        return list(self._types_of(table))

    def allocate_ids(self, of: str, count: int) -> list[int]:
        """Return ids of a sequence, fetched in advance: as many as the last transaction used, then twice as many.

        Unused ids are kept for later calls.
        """
        spare = self._spare.setdefault(of, deque())
        if len(spare) < count:
            sql = "SELECT nextval(?::regclass) FROM generate_series(1, ?) ORDER BY 1"
            more = max(count - len(spare), self._allocated_before - self._allocated, self._allocated)
            spare.extend(row[0] for row in self.execute(sql, (f"{of}_numbers", more)))
        self._allocated += count
        return [spare.popleft() for _ in range(count)]

    def reset_sequence(self, of: str, newest: int) -> None:
        if newest:
            self.execute("SELECT setval(?::regclass, ?)", (f"{of}_numbers", newest))
        self.script("ANALYZE")  # otherwise the planner has no statistics on the new rows until autovacuum has run

    def advisory_lock(self, name: str) -> None:
        self.script(dialect.advisory_lock(name))

    def server_now(self) -> Instant:
        return Instant(self.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint")[0][0])

    def rows_changed(self) -> int:
        return self._changes

    def commits(self) -> int:
        return self._commits

    def matching(self, words: Sequence[Sequence[str]]) -> tuple[str, tuple[str]]:
        """Return a tsquery condition. Words are quoted and have only letters and digits, so they are never syntax."""
        groups = (" | ".join(f"'{word.removesuffix('*')}'{':*' * word.endswith('*')}" for word in one) for one in words)
        return "found @@ ?::tsquery", (" & ".join(f"({group})" for group in groups),)

    def merge_words(self, *, pages: int) -> bool:
        """Return False: autovacuum maintains the index."""
        del pages
        return False

    def begin_write(self, *, exclusive: bool = True) -> None:
        self._begin(_BEGIN_EXCLUSIVE if exclusive else _BEGIN_WRITE)
        self._allocated, self._allocated_before = 0, self._allocated
        self._changes_before = self._changes

    def begin_migration(self) -> None:
        patient, usual = (f"SET LOCAL lock_timeout = '{seconds}s'" for seconds in (MIGRATION_S_MAX, LOCK_S_MAX))
        self._begin("; ".join((_BEGIN_WRITE, patient, _LOCK_WRITER, usual)))

    def begin_read(self, *, statement_s_max: int = 0) -> None:
        limit = f"; SET LOCAL statement_timeout = '{statement_s_max}s'" if statement_s_max else ""
        self._begin(_BEGIN_READ + limit)

    def begin_query(self) -> None:
        self._is_query_next = True

    def commit(self) -> None:
        """Commit; raise CommitUnknown if no standby may have the changes although one should.

        If the wait for a synchronous standby is cancelled, PostgreSQL reports success with a warning.
        """
        self._warnings.came = False
        try:
            done = self._raw.execute("COMMIT", prepare=False).statusmessage
        except psycopg.Error as error:
            if _is_lost(self._raw, error):
                raise CommitUnknown from error
            raise
        if done != "COMMIT":  # COMMIT of an aborted transaction rolls back and reports no error
            raise errors.InFailedSqlTransaction("the transaction was undone")
        if self._warnings.came and self._writes:
            raise CommitUnknown("the wait for a standby was cancelled")
        self._commits += self._changes != self._changes_before

    def rollback(self) -> None:
        self._is_query_next = False
        if not self._raw.closed and self._raw.info.transaction_status is not TransactionStatus.IDLE:
            try:
                self._raw.execute("ROLLBACK", prepare=False)
            except psycopg.OperationalError:
                self._raw.close()  # the server then rolls back the transaction

    def checkpoint(self, *, idle: bool) -> None:
        """Measure the size of the database if idle. The server does its own checkpoints."""
        if idle:
            self._source.measure(self._raw)

    def close(self) -> None:
        self._raw.close()

    def _begin(self, sql: str) -> None:
        self._once_connected(lambda: self._raw.execute(sql, prepare=False))

    def _once_connected(self, run: Callable[[], Result]) -> Result:
        """Run the first statements after a pause: on another connection if this one was lost since."""
        if self._source.is_avoided(self._raw):  # open connections to such a server are useless, or read old data
            self._raw.close()
        if self._raw.closed:
            self._reconnect()
        try:
            return run()
        except psycopg.OperationalError as error:
            if not _is_lost(self._raw, error):
                raise
            self._raw.close()  # a server that was restarted has closed idle connections
            self._reconnect()
            return run()

    def _reconnect(self) -> None:
        self._use(self._source.connect_again())

    def _use(self, raw: Raw) -> None:
        self._raw, self._cursor = raw, postgres_types.cursor_of(raw)
        raw.add_notice_handler(self._warnings.note)

    def _run(self, sql: str, values: Sequence[Any]) -> None:
        cursor = self._cursor
        try:
            cursor.execute(dialect.numbered(sql) if values else sql, values or None)
        except errors.ReadOnlySqlTransaction:
            if self._writes:  # this server was demoted: reconnect to the new primary
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


def _is_lost(raw: Raw, error: psycopg.Error) -> bool:
    return raw.closed or raw.broken or isinstance(error, (errors.AdminShutdown, errors.CrashShutdown))
