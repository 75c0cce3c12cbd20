"""How a database server is, as a store sees it: what keeps it from cleaning up, who follows it, how full it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant

HELD_S_MAX = 300.0  # how long a transaction may keep dead rows from being removed before somebody is told
HELD_TRANSACTIONS_MAX = 100_000  # the same where no time is known: a quarter of an hour at 100 commits a second
DEAD_ROWS_MAX = 10_000  # beside twice the live ones, in a table that changes all the time
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
    """Whether a commit is on a second machine too: `MISSING` is asked for and not there, so commits wait for it."""

    NONE = "none"
    ASYNCHRONOUS = "asynchronous"
    SYNCHRONOUS = "synchronous"
    MISSING = "missing"
    UNKNOWN = "unknown"


class VacuumBlockerKind(StrEnum):
    """Who keeps vacuum from removing dead rows."""

    TRANSACTION = "transaction"
    PREPARED = "prepared transaction"
    STANDBY = "standby"
    SLOT = "replication slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class VacuumBlocker:
    """One of them: a process id or a name, whose it is, and since how many seconds, or else transactions."""

    kind: VacuumBlockerKind
    name: str
    application: str
    seconds: float | None
    transactions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadRows:
    """A table in which too much is dead."""

    table: str
    live: int
    dead: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerHealth:
    """What one look at it found. `sees_all` is false for a role that may not see what others do."""

    at: Instant
    version: str
    connections: int
    connections_max: int
    replication: Replication
    standbys: Sequence[str]
    sees_all: bool
    holds: Sequence[VacuumBlocker]
    dead: Sequence[DeadRows]
