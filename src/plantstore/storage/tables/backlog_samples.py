"""How many deliveries were owed in all, every five minutes: table `levels`. Where no process ran, there is no row."""

from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction

INTERVAL_US = 5 * 60 * SECOND_US
KEPT_DAYS = 8  # as tallies are
KEPT_US = KEPT_DAYS * 86_400 * SECOND_US


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklogSample:
    """How many deliveries were owed in the first minute or so of the five that begin then."""

    at: Instant
    waiting: int


def interval_start(instant: Instant) -> Instant:
    """The beginning of its five minutes."""
    return Instant(instant // INTERVAL_US * INTERVAL_US)


def exists(tx: Transaction, at: Instant) -> bool:
    return bool(tx.execute("SELECT 1 FROM levels WHERE at = ?", (at,)))


def insert(tx: Transaction, level: BacklogSample) -> None:
    """Write a level down, unless another process has done so."""
    tx.execute("INSERT INTO levels (at, waiting) VALUES (?, ?) ON CONFLICT (at) DO NOTHING", (level.at, level.waiting))


def between(tx: Transaction, *, first: Instant, last: Instant) -> list[BacklogSample]:
    """The levels of that time, the oldest first."""
    rows = tx.execute("SELECT at, waiting FROM levels WHERE at BETWEEN ? AND ? ORDER BY at", (first, last))
    return [BacklogSample(at=at, waiting=waiting) for at, waiting in rows]


def remove_old(tx: Transaction, *, limit: int) -> int:
    """Remove what is older than KEPT_DAYS, so many rows at most; gives how many."""
    sql = "DELETE FROM levels WHERE at IN (SELECT at FROM levels WHERE at < ? ORDER BY at LIMIT ?)"
    return tx.update(sql, (tx.now - KEPT_US, limit))
