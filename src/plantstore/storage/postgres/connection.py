"""One connection of the PostgreSQL engine. It reconnects after a failure, so that a failover is only a pause."""

from collections import deque
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, cast

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.protocols import Row
from plantstore.storage.postgres import dialect
from plantstore.storage.postgres import types as postgres_types

COPY_ROWS_MIN = 4  # from so many rows on COPY costs less than an INSERT: at 500 rows, a tenth
FROZEN_S = 5  # the server ends the transaction of a process that stands still in the midst of it
LOCK_S_MAX = 30  # for a lock that another process holds
_BEGIN_WRITE = (
    "BEGIN ISOLATION LEVEL READ COMMITTED; "
    f"SET LOCAL idle_in_transaction_session_timeout = '{FROZEN_S}s'; SET LOCAL lock_timeout = '{LOCK_S_MAX}s'"
)
_BEGIN_ALONE = f"{_BEGIN_WRITE}; {dialect.advisory_lock('writer')}"
_BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

Raw = psycopg.Connection[Row]


class CommitUnknown(Exception):
    """The connection broke during a commit: what was to be written is on stable storage, or not."""


class ConnectionSource(Protocol):
    """What a connection needs of the engine that made it."""

    @property
    def is_silent(self) -> bool: ...
    def connect(self) -> Raw: ...
    def connect_again(self) -> Raw: ...
    def measure(self, raw: Raw) -> None: ...


class Connection:
    """One connection, opened anew when it broke. From one transaction to the next nothing stays but compiled texts."""

    finds_in_order: ClassVar[bool] = False

    def __init__(self, source: "ConnectionSource", *, writes: bool) -> None:
        self._source = source
        self._writes = writes
        self.for_update = " FOR UPDATE" if writes else ""
        self.for_share = " FOR SHARE" if writes else ""
        self._spare: dict[str, deque[int]] = {}
        self._drawn = self._drawn_before = 0
        self._changes = self._commits = self._changes_before = 0
        self._types: dict[str, dict[str, str]] = {}
        self._raw = source.connect()
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

    def rows_changed(self) -> int:
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
            self._source.measure(self._raw)

    def close(self) -> None:
        self._raw.close()

    def _begin(self, sql: str) -> None:
        if self._source.is_silent:  # what is open is of no use while the server answers nobody
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
        raw = self._source.connect_again()
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


def _is_lost(raw: Raw, error: psycopg.Error) -> bool:
    return raw.closed or raw.broken or isinstance(error, (errors.AdminShutdown, errors.CrashShutdown))
