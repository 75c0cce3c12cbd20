"""The health of the PostgreSQL server, read from its system views once a minute."""

from typing import Any

from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.postgres.connection import Raw
from plantstore.storage.queries.server_health import (
    DEAD_ROWS_MAX,
    HELD_S_MAX,
    HELD_TRANSACTIONS_MAX,
    HOLDS_SHOWN_MAX,
    HOT_TABLES,
    DeadRows,
    Replication,
    ServerHealth,
    VacuumBlocker,
    VacuumBlockerKind,
)

POSTGRES_MIN = 14
_SAFE = {
    "fsync": "a power cut would lose what was acknowledged",
    "full_page_writes": "a power cut could leave torn pages",
    "synchronous_commit": "a crash would lose what was acknowledged",
}
STATEMENT_MS_MAX = 5_000  # max duration of each health query
# A running vacuum does not hold back other vacuums, nor do transactions in other databases; queries on standbys do.
_TRANSACTIONS = """
    SELECT CASE WHEN backend_type = 'walsender' THEN 'standby' ELSE 'transaction' END,
        pid::text, coalesce(application_name, ''), extract(epoch FROM clock_timestamp() - xact_start)::float8,
        coalesce(age(backend_xmin), age(backend_xid))
    FROM pg_stat_activity
    WHERE (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL) AND pid <> pg_backend_pid()
        AND CASE WHEN backend_type = 'walsender' THEN age(backend_xmin) > %(transactions)s
            ELSE datname = current_database() AND backend_type <> 'autovacuum worker'
                AND xact_start < clock_timestamp() - make_interval(secs => %(seconds)s) END"""
_PREPARED = """
    SELECT 'prepared transaction', gid, owner::text, extract(epoch FROM clock_timestamp() - prepared)::float8,
        age(transaction)
    FROM pg_prepared_xacts
    WHERE database = current_database() AND prepared < clock_timestamp() - make_interval(secs => %(seconds)s)"""
_SLOTS = """
    SELECT 'replication slot', slot_name::text, CASE WHEN active THEN 'in use' ELSE 'unused' END, NULL,
        greatest(age(xmin), age(catalog_xmin))
    FROM pg_replication_slots
    WHERE greatest(age(xmin), age(catalog_xmin)) > %(transactions)s"""
_HOLDS = f"{_TRANSACTIONS} UNION ALL {_PREPARED} UNION ALL {_SLOTS} ORDER BY 4 DESC NULLS LAST, 5 DESC LIMIT %(holds)s"
_DEAD = """
    SELECT relname::text, n_live_tup, n_dead_tup FROM pg_stat_user_tables
    WHERE schemaname = current_schema() AND relname = ANY(%(hot)s) AND n_dead_tup > 2 * n_live_tup + %(dead)s
    ORDER BY n_dead_tup DESC"""
_FIGURES = """
    SELECT current_setting('server_version'), (SELECT sum(numbackends)::int FROM pg_stat_database),
        current_setting('max_connections')::int, pg_has_role('pg_read_all_stats', 'USAGE'),
        current_setting('synchronous_standby_names') <> ''"""
_STANDBYS = """
    SELECT coalesce(application_name, ''), sync_state, extract(epoch FROM replay_lag)::float8 FROM pg_stat_replication
    WHERE state IS DISTINCT FROM 'backup' ORDER BY 1"""


def check(raw: Raw) -> None:
    """Raise StorageRefused for a server that is too old, or that could lose acknowledged commits."""
    version = raw.info.server_version
    if version < POSTGRES_MIN * 10_000:
        raise StorageRefused(f"The server is PostgreSQL {version // 10_000}; {POSTGRES_MIN} or newer is needed.")
    for name, danger in _SAFE.items():
        if _shown(raw, name) == "off":
            raise StorageRefused(f"The server has {name} = off: {danger}. Switch it on.")
    if _shown(raw, "server_encoding") != "UTF8":
        raise StorageRefused("The database is not in UTF8. Make one: createdb --encoding=UTF8 --template=template0")
    if _shown(raw, "transaction_read_only") == "on":
        raise StorageRefused("The server is a standby, or read-only. Name the primary, or all: host1,host2.")


def look(
    raw: Raw,
    *,
    now: Instant,
    held_s: float = HELD_S_MAX,
    held_transactions: int = HELD_TRANSACTIONS_MAX,
    dead_rows: int = DEAD_ROWS_MAX,
) -> ServerHealth:
    """Return the health of the server. Data that our role may not see is missing, and then `sees_all` is False."""
    limits = {
        "seconds": held_s,
        "transactions": held_transactions,
        "holds": HOLDS_SHOWN_MAX,
        "hot": list(HOT_TABLES),
        "dead": dead_rows,
    }
    with raw.transaction():
        raw.execute(f"SET LOCAL statement_timeout = {STATEMENT_MS_MAX}", prepare=False)
        [(version, connections, connections_max, sees_all, is_wanted)] = _rows(raw, _FIGURES)
        standbys = _rows(raw, _STANDBYS)
        holds = _rows(raw, _HOLDS, limits)
        dead = _rows(raw, _DEAD, limits)
    return ServerHealth(
        at=now,
        version=version.split()[0],
        connections=connections,
        connections_max=connections_max,
        replication=replication([state for _, state, _ in standbys], is_wanted=is_wanted),
        standbys=[name or "?" for name, _, _ in standbys],
        sees_all=sees_all,
        holds=[
            VacuumBlocker(
                kind=VacuumBlockerKind(kind),
                name=name,
                application=application,
                seconds=seconds,
                transactions=transactions,
            )
            for kind, name, application, seconds, transactions in holds
        ],
        dead=[DeadRows(table=table, live=live, dead=count) for table, live, count in dead],
        replication_lag_s=max((lag_s for _, _, lag_s in standbys if lag_s is not None), default=None),
    )


def replication(states: list[str | None], *, is_wanted: bool) -> Replication:
    """Return how commits are replicated, from the standbys' sync states; a state is None if we may not see it.

    >>> replication([], is_wanted=False), replication(["potential", "sync"], is_wanted=True)
    (<Replication.NONE: 'none'>, <Replication.SYNCHRONOUS: 'synchronous'>)
    """
    if {"sync", "quorum"} & {*states}:
        return Replication.SYNCHRONOUS
    if None in states:
        return Replication.UNKNOWN if is_wanted else Replication.ASYNCHRONOUS
    if is_wanted:
        return Replication.MISSING
    return Replication.ASYNCHRONOUS if states else Replication.NONE


def _rows(raw: Raw, sql: str, values: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
    return raw.execute(sql, values, prepare=False).fetchall()


def _shown(raw: Raw, name: str) -> str:
    row = raw.execute("SELECT current_setting(%s)", (name,)).fetchone()
    return str(row[0]) if row else ""
