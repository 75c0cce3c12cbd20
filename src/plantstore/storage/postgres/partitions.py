"""The partitions of `attempts` on PostgreSQL, one for each span of ids: made ahead, and dropped as a whole.

To drop one, the server keeps everybody from the whole table, and whoever comes meanwhile waits behind that wish. So
it waits a moment only, and else tries again a minute later. `DETACH … CONCURRENTLY` would wait without being in the
way, but the server refuses it where a table has a default partition.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from psycopg import errors

from plantstore.storage.engine.protocols import Connection, DropResult, Span

PATIENCE_MS = 100  # for a lock: so long others may wait behind us
WORK_MS = 1_000  # of one statement, while others wait for us
_BEGIN = f"BEGIN; SET LOCAL lock_timeout = '{PATIENCE_MS}ms'; SET LOCAL statement_timeout = '{WORK_MS}ms'"
_STORED_AS = "autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05"
_PRESENT = (
    "SELECT pg_get_expr(relpartbound, pg_class.oid) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
    "WHERE inhparent = 'attempts'::regclass"
)
_BOUNDS = re.compile(r"FOR VALUES FROM \('(\d+)'\) TO \('(\d+)'\)")


class PostgresPartitions:
    """Each change has a connection and a transaction of its own: it fails for nobody else."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect

    def spans(self) -> list[Span]:
        """Those that are there, in their order."""
        with self._changing() as connection:
            return _spans(connection)

    def make(self, span: Span) -> bool:
        """Make one beside the table, then attach it: whoever writes into another partition need not wait for that."""
        with self._changing() as connection:
            connection.advisory_lock("partitions")
            if any(one.first < span.end and span.first < one.end for one in _spans(connection)):
                return span in _spans(connection)
            if connection.execute("SELECT 1 FROM attempts WHERE id >= ? AND id < ? LIMIT 1", span):
                return False
            name = _name(span)
            connection.script(f"CREATE TABLE {name} (LIKE attempts INCLUDING CONSTRAINTS) WITH ({_STORED_AS})")
            bounds = f"FROM ({span.first}) TO ({span.end})"
            try:
                connection.script(f"ALTER TABLE attempts ATTACH PARTITION {name} FOR VALUES {bounds}")
            except (errors.LockNotAvailable, errors.QueryCanceled, errors.CheckViolation):
                return False
            connection.commit()
        return True

    def drop(self, span: Span, may_go: Callable[[Connection], bool]) -> DropResult:
        """Drop one: locked is the table, judged again, gone."""
        with self._changing() as connection:
            connection.script("SET LOCAL statement_timeout = 0")  # it keeps nobody waiting yet
            if not may_go(connection):
                return DropResult.NEEDED
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
    return sorted(Span(int(one[1]), int(one[2])) for one in found if one is not None)


def _name(span: Span) -> str:
    return f"attempts_{span.first}"
