"""The health of a PostgreSQL server: what holds back vacuum, its standbys, and its connections."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant

HELD_S_MAX = 300.0  # max time that a transaction may hold back vacuum before a warning
HELD_TRANSACTIONS_MAX = 100_000  # max age in transactions if the time is unknown: 15 min at 100 commits/s
DEAD_ROWS_MAX = 10_000  # max dead rows in a hot table, in addition to twice its live rows
HOLDS_SHOWN_MAX = 5  # max vacuum blockers listed
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
    """How commits are replicated. `MISSING`: a synchronous standby is configured but not connected, so commits wait."""

    NONE = "none"
    ASYNCHRONOUS = "asynchronous"
    SYNCHRONOUS = "synchronous"
    MISSING = "missing"
    UNKNOWN = "unknown"


class VacuumBlockerKind(StrEnum):
    """The kinds of things that can hold back vacuum."""

    TRANSACTION = "transaction"
    PREPARED = "prepared transaction"
    STANDBY = "standby"
    SLOT = "replication slot"


@dataclass(frozen=True, slots=True, kw_only=True)
class VacuumBlocker:
    """What holds back vacuum: a process id or name, its application, and its age in seconds and in transactions.

    `seconds` is None if the age in seconds is unknown.
    """

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
    """The health of the server at the time `at`. `sees_all` is False if our role may not see other sessions.

    `replication_lag_s` is how far the slowest standby is behind; None if none is, or if our role may not see it.
    """

    at: Instant
    version: str
    connections: int
    connections_max: int
    replication: Replication
    standbys: Sequence[str]
    sees_all: bool
    holds: Sequence[VacuumBlocker]
    dead: Sequence[DeadRows]
    replication_lag_s: float | None = None
