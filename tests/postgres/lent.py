"""One database that a test uses: how it is told from a new one, and made like it."""

from typing import Any

from tests.postgres import watchdog
from tests.postgres.cluster import Cluster
from tests.postgres.parked import Parked

LEAVE_S_MAX = 5.0
_OTHERS = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
_OURS = "relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_|^information_schema$')"
_TABLES = f"SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND {_OURS} ORDER BY 1"
_SEQUENCES = "SELECT format('%I.%I', schemaname, sequencename), last_value FROM pg_sequences"
# What no INSERT, UPDATE, DELETE or TRUNCATE changes, but any other statement.
_SHAPE = f"""
    SELECT string_agg(concat_ws(' ', oid, relname, relkind, relowner, reloptions), ',' ORDER BY oid)
        FROM pg_class WHERE {_OURS}
    UNION ALL
    SELECT string_agg(concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull), ',' ORDER BY attrelid, attnum)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE attnum > 0 AND {_OURS}
    UNION ALL
    SELECT string_agg(concat_ws(' ', oid, conname), ',' ORDER BY oid) FROM pg_constraint
    UNION ALL
    SELECT string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' ORDER BY oid) FROM pg_trigger
    UNION ALL
    SELECT string_agg(concat_ws(' ', oid, proname, xmin), ',' ORDER BY oid) FROM pg_proc WHERE oid >= 16384
    UNION ALL
    SELECT string_agg(concat_ws(' ', setrole, setconfig), ',' ORDER BY setrole) FROM pg_db_role_setting
        WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class Lent:
    """A database with an administrator's connection that stays open: to connect takes longer than to empty tables."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self.name = name
        self.url = cluster.url(name)
        self.parked = Parked([])
        self._raw = cluster.connect(name)
        self._tables = [table for (table,) in self._ask(_TABLES)]
        self._shape = self._ask(_SHAPE)
        self._rows = {table: self._rows_of(table) for table in self._full()}
        self._sequences: dict[str, int | None] = dict(self._ask(_SEQUENCES))

    def clean(self) -> bool:
        """Make it as it was when it was new; False when it has another shape, which only a new one has not."""
        self._send_others_away()
        if self._ask(_SHAPE) != self._shape:
            return False
        used = [one for one in {*self._full(), *self._rows} if one not in self._rows or self._has_changed(one)]
        if used:
            self._ask(f"TRUNCATE {', '.join(used)}")
        for table in self._rows.keys() & used:
            with self._raw.cursor().copy(f"COPY {table} FROM STDIN".encode()) as copy:
                copy.write(self._rows[table])
        for name, value in self._ask(_SEQUENCES):
            first = self._sequences[name]
            if value != first:
                self._ask(f"ALTER SEQUENCE {name} RESTART" if first is None else f"SELECT setval('{name}', {first})")
        return True

    def close(self) -> None:
        for idle in self.parked.withdraw():
            idle.finish()
        self._raw.close()

    def _send_others_away(self) -> None:
        idle = self.parked.withdraw()
        self.parked = Parked(idle)
        others = f"{_OTHERS} AND pid <> ALL (ARRAY[{', '.join(str(one.backend_pid) for one in idle)}]::int[])"
        if self._ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"):
            gone = f"SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE {others})"
            assert watchdog.until(lambda: self._ask(gone) == [(True,)], seconds=LEAVE_S_MAX)

    def _full(self) -> list[str]:
        """The tables that have rows."""
        looks = ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in self._tables)
        [found] = self._ask(f"SELECT {looks}")
        return [table for table, full in zip(self._tables, found, strict=True) if full]

    def _has_changed(self, table: str) -> bool:
        return self._rows_of(table) != self._rows[table]

    def _rows_of(self, table: str) -> bytes:
        with self._raw.cursor().copy(f"COPY {table} TO STDOUT".encode()) as copy:
            return b"".join(bytes(part) for part in copy)

    def _ask(self, statement: str) -> list[tuple[Any, ...]]:
        cursor = self._raw.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []
