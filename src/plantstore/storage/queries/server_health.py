"""The health of the database server: what holds back vacuum, its standbys, its connections."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant

HELD_S_MAX = 300.0  # how long a transaction may hold back vacuum before a warning
HELD_TRANSACTIONS_MAX = 100_000  # the same if no time is known: a quarter of an hour at 100 commits a second
DEAD_ROWS_MAX = 10_000  # on top of twice the live ones, in a hot table
HOLDS_SHOWN_MAX = 5
HOT_TABLES = (
    "receivers",
    "retries",
    "tallies",
    "breakers",
    "shards",
    "processes",
    "facts",
    "sessions",
    "idempotency",
)


class Replication(StrEnum):
    """Replication of commits. `MISSING`: a synchronous standby is configured but not connected, so commits wait."""

    NONE = "none"
    ASYNCHRONOUS = "asynchronous"
    SYNCHRONOUS = "synchronous"
    MISSING = "missing"
    UNKNOWN = "unknown"


class VacuumBlockerKind(StrEnum):
    """What holds back vacuum."""

    TRANSACTION = "transaction"
    PREPARED = "prepared transaction"
    STANDBY = "standby"
    SLOT = "replication slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class VacuumBlocker:
    """A process id or name, its application, and its age in seconds (if known) and transactions."""

    kind: VacuumBlockerKind
    name: str
    application: str
    seconds: float | None
    transactions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadRows:
    """A table with too many dead rows."""

    table: str
    live: int
    dead: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerHealth:
    """The health at one time. `sees_all` is False if our role may not see other sessions."""

    at: Instant
    version: str
    connections: int
    connections_max: int
    replication: Replication
    standbys: Sequence[str]
    sees_all: bool
    holds: Sequence[VacuumBlocker]
    dead: Sequence[DeadRows]
