"""How the database server is, as a status shows it: figures, and warnings that somebody should look into."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from plantstore.domain.timestamps import to_text
from plantstore.storage.queries.server_health import DEAD_ROWS_MAX, HELD_S_MAX, Replication, ServerHealth, VacuumBlocker
from plantstore.web.api.schemas import Time, described

_HELD = (
    f"What keeps dead rows from being removed, for longer than {HELD_S_MAX / 60:.0f} minutes or for many transactions: "
    "tables grow, and everything becomes slower, until it ends."
)
_DEAD = f"Tables with more dead rows than twice the live ones and {DEAD_ROWS_MAX:,}: vacuum does not keep up."
_MISSING = "A synchronous standby is asked for and none is there: commits wait until one is."


class ServerWarning(msgspec.Struct):
    """Something about the server that somebody should look into. It makes nothing unhealthy."""

    code: Annotated[str, described("vacuum_held_back, dead_rows or standby_missing.")]
    count: int
    detail: Annotated[str, described("For people, in a sentence.")]
    examples: Annotated[list[str], described("Where to begin looking.")]


class ServerStanding(msgspec.Struct):
    """What the process that answers has seen of the server, a minute ago at most."""

    checked_at: Time
    version: str
    connections: Annotated[int, described("Of all databases of the server.")]
    connections_max: int
    replication: Annotated[
        Replication,
        described(
            "Whether a commit waits until a standby has it. missing: it waits, and there is none; "
            "unknown: there are standbys, and our role may not see how they follow."
        ),
    ]
    standbys: Annotated[list[str], described("Their application names.")]
    sees_all: Annotated[
        bool,
        described("false: our role sees its own transactions only, until somebody grants it pg_read_all_stats."),
    ]
    warnings: list[ServerWarning]


def standing(server: ServerHealth | None) -> ServerStanding | None:
    """As it is shown; None where the store is in a file."""
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
        examples = [_hold_words(one) for one in server.holds]
        yield ServerWarning(code="vacuum_held_back", count=len(server.holds), detail=_HELD, examples=examples)
    if server.dead:
        examples = [f"table {one.table}: {one.dead:,} dead rows, {one.live:,} live ones" for one in server.dead]
        yield ServerWarning(code="dead_rows", count=len(server.dead), detail=_DEAD, examples=examples)
    if server.replication is Replication.MISSING:
        yield ServerWarning(code="standby_missing", count=1, detail=_MISSING, examples=[])


def _hold_words(hold: VacuumBlocker) -> str:
    whose = f" ({hold.application})" if hold.application else ""
    if hold.seconds is None:
        return f"{hold.kind} {hold.name}{whose}: {hold.transactions:,} transactions old"
    return f"{hold.kind} {hold.name}{whose}: {hold.seconds / 60:,.0f} minutes old"


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
