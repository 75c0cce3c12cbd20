"""The partitions of `attempts` on PostgreSQL, one for each span of ids: created in advance, and dropped as a whole.

DROP needs an exclusive lock on `attempts`, and all later queries queue behind a waiting DROP. So DROP waits at most
PATIENCE_MS for the lock, and the job retries a minute later. `DETACH … CONCURRENTLY` would not block queries, but
PostgreSQL refuses it for a table that has a default partition.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from psycopg import errors

from plantstore.storage.engine.protocols import Connection, DropResult, Span
from plantstore.storage.postgres.connection import LOCK_S_MAX

PATIENCE_MS = 100  # max wait for a lock, because other transactions queue behind us
WORK_MS = 1_000  # max duration of one statement, because other transactions wait for our locks
_BEGIN = f"BEGIN; SET LOCAL lock_timeout = '{PATIENCE_MS}ms'; SET LOCAL statement_timeout = '{WORK_MS}ms'"
_STORED_AS = "autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05"
_PRESENT = (
    "SELECT pg_get_expr(relpartbound, pg_class.oid) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
    "WHERE inhparent = 'attempts'::regclass"
)
_BOUNDS = re.compile(r"FOR VALUES FROM \('(\d+)'\) TO \('(\d+)'\)")


class PostgresPartitions:
    """Lists, creates and drops partitions, each time in a new connection, so that a failure affects nothing else."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect

    def spans(self) -> list[Span]:
        """Return the spans of all partitions, in order."""
        with self._changing() as connection:
            connection.script(f"SET LOCAL lock_timeout = '{LOCK_S_MAX}s'")  # a reader that waits blocks no others
            return _spans(connection)

    def make(self, span: Span) -> bool:
        """Create a table and attach it as a partition, which does not block writes to other partitions.

        Return True if the partition exists now; False if other transactions are in the way.
        """
        try:
            return self._make(span)
        except (errors.LockNotAvailable, errors.QueryCanceled, errors.CheckViolation):
            return False

    def _make(self, span: Span) -> bool:
        with self._changing() as connection:
            connection.advisory_lock("partitions")
            if any(other.first < span.end and span.first < other.end for other in _spans(connection)):
                return span in _spans(connection)
            if connection.execute("SELECT 1 FROM attempts WHERE id >= ? AND id < ? LIMIT 1", span):
                return False
            name = _name(span)
            connection.script(f"CREATE TABLE {name} (LIKE attempts INCLUDING CONSTRAINTS) WITH ({_STORED_AS})")
            bounds = f"FROM ({span.first}) TO ({span.end})"
            connection.script(f"ALTER TABLE attempts ATTACH PARTITION {name} FOR VALUES {bounds}")
            connection.commit()
        return True

    def drop(self, span: Span, may_go: Callable[[Connection], bool]) -> DropResult:
        """Drop a partition if `may_go` returns True both before and after the table is locked."""
        with self._changing() as connection:
            connection.script(
                "SET LOCAL statement_timeout = 0"
            )  # no time limit, because this transaction blocks no others
            try:
                if not may_go(connection):
                    return DropResult.NEEDED
            except errors.LockNotAvailable:  # another process is dropping a partition
                return DropResult.BUSY
        with self._changing() as connection:
            try:
                connection.advisory_lock("partitions")
                connection.script("LOCK TABLE ONLY attempts IN ACCESS EXCLUSIVE MODE")
                if not may_go(connection):
                    return DropResult.NEEDED
                connection.script(f"DROP TABLE IF EXISTS {_name(span)}")
            except (errors.LockNotAvailable, errors.QueryCanceled):
                return DropResult.BUSY
            connection.commit()
        return DropResult.DONE

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        connection = self._connect()
        try:
            connection.script(_BEGIN)
            yield connection
            connection.rollback()
        finally:
            connection.close()


def _spans(connection: Connection) -> list[Span]:
    found = (_BOUNDS.fullmatch(bounds) for (bounds,) in connection.execute(_PRESENT))
    return sorted(Span(int(match[1]), int(match[2])) for match in found if match is not None)


def _name(span: Span) -> str:
    return f"attempts_{span.first}"
