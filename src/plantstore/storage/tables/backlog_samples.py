"""The total number of queued deliveries, sampled every five minutes: table `levels`.

If an interval has no row, no process was running.
"""

from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction

INTERVAL_US = 5 * 60 * SECOND_US
KEPT_DAYS = 8  # as long as hourly statistics are kept
KEPT_US = KEPT_DAYS * 86_400 * SECOND_US


@dataclass(frozen=True, slots=True, kw_only=True)
class BacklogSample:
    """The number of deliveries queued near the beginning, `at`, of a five-minute interval."""

    at: Instant
    waiting: int


def interval_start(instant: Instant) -> Instant:
    """Return the beginning of the five-minute interval that contains a time."""
    return Instant(instant // INTERVAL_US * INTERVAL_US)


def exists(tx: Transaction, at: Instant) -> bool:
    return bool(tx.execute("SELECT 1 FROM levels WHERE at = ?", (at,)))


def insert(tx: Transaction, sample: BacklogSample) -> None:
    """Insert a sample, unless another process has already inserted a sample for the interval."""
    tx.execute(
        "INSERT INTO levels (at, waiting) VALUES (?, ?) ON CONFLICT (at) DO NOTHING", (sample.at, sample.waiting)
    )


def between(tx: Transaction, *, first: Instant, last: Instant) -> list[BacklogSample]:
    """Return the samples from `first` to `last`, oldest first."""
    rows = tx.execute("SELECT at, waiting FROM levels WHERE at BETWEEN ? AND ? ORDER BY at", (first, last))
    return [BacklogSample(at=at, waiting=waiting) for at, waiting in rows]


def remove_old(tx: Transaction, *, limit: int) -> int:
    """Delete at most `limit` samples older than KEPT_DAYS; return the number deleted."""
    sql = "DELETE FROM levels WHERE at IN (SELECT at FROM levels WHERE at < ? ORDER BY at LIMIT ?)"
    return tx.update(sql, (tx.now - KEPT_US, limit))
