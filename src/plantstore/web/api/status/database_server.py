"""The PostgreSQL server in the status of the store, with warnings."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from plantstore.domain.timestamps import to_text
from plantstore.storage.queries.server_health import DEAD_ROWS_MAX, HELD_S_MAX, Replication, ServerHealth, VacuumBlocker
from plantstore.web.api.schemas import Time, described

_HELD = (
    f"These have kept vacuum from removing dead rows for more than {HELD_S_MAX / 60:.0f} minutes, or for many "
    "transactions. Until they end, tables grow and everything becomes slower."
)
_DEAD = f"Tables in which the dead rows exceed twice the live ones by {DEAD_ROWS_MAX:,}: vacuum does not keep up."
_MISSING = "A synchronous standby is configured but not connected. Commits wait until one is."


class ServerWarning(msgspec.Struct):
    """A problem of the server that needs attention but does not make the store unhealthy."""

    code: Annotated[str, described("vacuum_held_back, dead_rows or standby_missing.")]
    count: int
    detail: Annotated[str, described("A message for people.")]
    examples: Annotated[list[str], described("Where to start looking.")]


class ServerStanding(msgspec.Struct):
    """The state of the server, as read by the responding process at most a minute ago."""

    checked_at: Time
    version: str
    connections: Annotated[int, described("Open connections to all databases of the server.")]
    connections_max: int
    replication: Annotated[
        Replication,
        described(
            "Whether commits wait for a standby. missing: they do, and no standby is connected. unknown: there are "
            "standbys, but our role may not see how they replicate."
        ),
    ]
    standbys: Annotated[list[str], described("The application names of the standbys.")]
    sees_all: Annotated[
        bool,
        described("Whether our role sees all transactions. If false, grant it pg_read_all_stats."),
    ]
    warnings: list[ServerWarning]


def standing(server: ServerHealth | None) -> ServerStanding | None:
    """Return the state of the PostgreSQL server; None if the store uses SQLite."""
    if server is None:
        return None
    return ServerStanding(
        checked_at=to_text(server.at),
        version=server.version,
        connections=server.connections,
        connections_max=server.connections_max,
        replication=server.replication,
        standbys=list(server.standbys),
        sees_all=server.sees_all,
        warnings=list(_warnings(server)),
    )


def _warnings(server: ServerHealth) -> Iterator[ServerWarning]:
    if server.holds:
        examples = [_blocker_text(blocker) for blocker in server.holds]
        yield ServerWarning(code="vacuum_held_back", count=len(server.holds), detail=_HELD, examples=examples)
    if server.dead:
        examples = [f"table {rows.table}: {rows.dead:,} dead rows, {rows.live:,} live ones" for rows in server.dead]
        yield ServerWarning(code="dead_rows", count=len(server.dead), detail=_DEAD, examples=examples)
    if server.replication is Replication.MISSING:
        yield ServerWarning(code="standby_missing", count=1, detail=_MISSING, examples=[])


def _blocker_text(blocker: VacuumBlocker) -> str:
    whose = f" ({blocker.application})" if blocker.application else ""
    if blocker.seconds is None:
        return f"{blocker.kind} {blocker.name}{whose}: {blocker.transactions:,} transactions old"
    return f"{blocker.kind} {blocker.name}{whose}: {blocker.seconds / 60:,.0f} minutes old"


EXAMPLE: dict[str, Any] = {
    "checked_at": "2026-03-03T09:14:30.000Z",
    "version": "17.2",
    "connections": 12,
    "connections_max": 100,
    "replication": "synchronous",
    "standbys": ["standby1"],
    "sees_all": True,
    "warnings": [
        {
            "code": "vacuum_held_back",
            "count": 1,
            "detail": _HELD,
            "examples": ["transaction 4711 (psql): 42 minutes old"],
        }
    ],
}
