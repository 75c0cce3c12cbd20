"""One database that tests use in turn: how a change is detected, and undone."""

from typing import Any

from tests.postgres import watchdog
from tests.postgres.cluster import Cluster
from tests.postgres.parked import Parked

LEAVE_S_MAX = 5.0
_OTHERS = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
_OURS = "relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_|^information_schema$')"
_PAGE_BYTES = 8192
# Tables with pages, be it of dead rows: to ask each for a row, the planner would look at all of them and their indexes.
# One page that nobody has counted yet is emptied by DELETE in a tenth of the time that new files take; then it looks to
# the planner as a new one does. More than that is for TRUNCATE, so dead rows do not gather.
_FILLED = f"""
    SELECT oid::regclass::text, pg_relation_size(oid) > {_PAGE_BYTES} OR relpages > 0
    FROM pg_class WHERE relkind = 'r' AND {_OURS} AND pg_relation_size(oid) > 0"""
_SEQUENCES = "SELECT format('%I.%I', schemaname, sequencename), last_value FROM pg_sequences"
_NEWEST = "SELECT concat_ws(' ', count(*), max(xmin::text::bigint))"  # every change writes a row or takes one away
_FIRST_OID = 16384  # lower ids belong to the server's own objects
# What no INSERT, UPDATE, DELETE or TRUNCATE changes, but any other statement. Those write into pg_class themselves.
_SHAPE = f"""
    SELECT string_agg(concat_ws(' ', oid, relname, relkind, relowner, reloptions), ',' ORDER BY oid)
        FROM pg_class WHERE {_OURS}
    UNION ALL {_NEWEST} FROM pg_attribute WHERE attrelid >= {_FIRST_OID}
    UNION ALL {_NEWEST} FROM pg_constraint
    UNION ALL {_NEWEST} FROM pg_trigger
    UNION ALL {_NEWEST} FROM pg_proc WHERE oid >= {_FIRST_OID}
    UNION ALL
    SELECT string_agg(concat_ws(' ', setrole, setconfig), ',' ORDER BY setrole) FROM pg_db_role_setting
        WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class LentServer:
    """A database for one user."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self.name = name
        self.url = cluster.url(name)
        self.parked = Parked([])

    def clean(self) -> bool:
        """Return True if it is as it was when it was new; here it is not."""
        return False

    def close(self) -> None:
        for idle in self.parked.withdraw():
            idle.finish()


class ReusedServer(LentServer):
    """A database with an administrator's connection that stays open: to connect takes longer than to empty tables."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        super().__init__(cluster, name)
        self._raw = cluster.connect(name)
        self._shape = self._ask(_SHAPE)
        self._rows = {table: self._rows_of(table) for table, _ in self._ask(_FILLED)}
        self._sequences: dict[str, int | None] = dict(self._ask(_SEQUENCES))

    def clean(self) -> bool:
        """Make it as it was when it was new; False when it has another shape, which only a new one has not."""
        self._send_others_away()
        if self._ask(_SHAPE) != self._shape:
            return False
        filled = dict(self._ask(_FILLED))
        used = [one for one in {*filled, *self._rows} if one not in self._rows or self._has_changed(one)]
        if large := [one for one in used if filled.get(one)]:
            self._ask(f"TRUNCATE {', '.join(large)}")
        if small := [one for one in used if not filled.get(one)]:
            self._raw.execute("; ".join(f"DELETE FROM {one}" for one in small).encode(), prepare=False)
        for table in self._rows.keys() & used:
            with self._raw.cursor().copy(f"COPY {table} FROM STDIN".encode()) as copy:
                copy.write(self._rows[table])
        for name, value in self._ask(_SEQUENCES):
            first = self._sequences[name]
            if value != first:
                self._ask(f"ALTER SEQUENCE {name} RESTART" if first is None else f"SELECT setval('{name}', {first})")
        return True

    def close(self) -> None:
        super().close()
        self._raw.close()

    def _send_others_away(self) -> None:
        idle = self.parked.withdraw()
        self.parked = Parked(idle)
        others = f"{_OTHERS} AND pid <> ALL (ARRAY[{', '.join(str(one.backend_pid) for one in idle)}]::int[])"
        if self._ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"):
            gone = f"SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE {others})"
            assert watchdog.until(lambda: self._ask(gone) == [(True,)], seconds=LEAVE_S_MAX)

    def _has_changed(self, table: str) -> bool:
        return self._rows_of(table) != self._rows[table]

    def _rows_of(self, table: str) -> bytes:
        with self._raw.cursor().copy(f"COPY {table} TO STDOUT".encode()) as copy:
            return b"".join(bytes(part) for part in copy)

    def _ask(self, statement: str) -> list[tuple[Any, ...]]:
        cursor = self._raw.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []
