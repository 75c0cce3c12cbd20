"""Outcomes and durations of attempts, counted by receiver and hour: table `tallies`.

Attempts are counted in the transaction that records them, so the counts are exact, and charts need not scan attempts.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import Attempt, OutcomeKind
from plantstore.domain.deliveries.latency_histogram import BOUNDS_MS, BOUNDS_US, BUCKETS
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks

HOUR_US = 3_600 * SECOND_US
KEPT_DAYS = 8  # so that a full week is available at any time
KEPT_US = KEPT_DAYS * 24 * HOUR_US
HISTOGRAM_COLUMNS = (*(f"up_to_{bound}_ms" for bound in BOUNDS_MS), "longer")
COLUMNS = ("receiver_id", "hour_at", "accepted", "failed", "last_accepted_at", *HISTOGRAM_COLUMNS)
_SUMMED = ("accepted", "failed", *HISTOGRAM_COLUMNS)
_ACCEPTED_AT, _FAILED, _LAST, _HISTOGRAM_AT = 2, 3, 4, 5  # indexes into COLUMNS
assert COLUMNS[_ACCEPTED_AT : _HISTOGRAM_AT + 1] == ("accepted", "failed", "last_accepted_at", HISTOGRAM_COLUMNS[0])
_NOTHING = (0, 0, None, *[0] * BUCKETS)
_ACCEPTED = OutcomeKind.ACCEPTED


def add(tx: Transaction, attempts: Sequence[Attempt]) -> None:
    """Add attempts that are being recorded to the counts of the hours in which they ended."""
    counted: dict[tuple[int, int], list[Any]] = {}
    for _, receiver_id, _, _, _, started_at, outcome, _ in attempts:
        duration_us = outcome[1]
        ended_at = started_at + duration_us
        key = receiver_id, ended_at // HOUR_US
        row = counted.get(key)
        if row is None:
            row = counted[key] = [receiver_id, ended_at // HOUR_US * HOUR_US, *_NOTHING]
        if outcome[0] is not _ACCEPTED:
            row[_FAILED] += 1
            continue
        row[_ACCEPTED_AT] += 1
        row[_HISTOGRAM_AT + bisect_left(BOUNDS_US, duration_us)] += 1
        if row[_LAST] is None or ended_at > row[_LAST]:
            row[_LAST] = ended_at
    rows = [counted[key] for key in sorted(counted)]
    for chunk in chunks(rows):
        tx.update(_put_sql(len(chunk)), list(chain.from_iterable(chunk)))


def backfill_from_attempts(tx: Transaction) -> None:
    """Fill the table from the attempts of the last KEPT_DAYS, in a store that was created before the table existed."""
    first = Instant(hour_of(Instant(tx.now - KEPT_US)) + HOUR_US)
    ended_at = "started_at + duration_us"
    places = ", ".join(
        f"sum(CASE WHEN outcome = 'accepted' AND duration_us > {low} AND duration_us <= {high} THEN 1 ELSE 0 END)"
        for low, high in zip((-1, *BOUNDS_US), (*BOUNDS_US, 1 << 62), strict=True)
    )
    tx.update(
        f"INSERT INTO tallies ({', '.join(COLUMNS)}) "
        f"SELECT receiver_id, ({ended_at}) / {HOUR_US} * {HOUR_US}, "
        "sum(CASE WHEN outcome = 'accepted' THEN 1 ELSE 0 END), sum(CASE WHEN outcome = 'accepted' THEN 0 ELSE 1 END), "
        f"max(CASE WHEN outcome = 'accepted' THEN {ended_at} END), {places} "
        f"FROM attempts WHERE id >= ? AND {ended_at} >= ? GROUP BY receiver_id, ({ended_at}) / {HOUR_US} * {HOUR_US}",
        (Ids.first_attempt_of(first), first),
    )


def remove_old(tx: Transaction, *, limit: int) -> int:
    """Delete at most `limit` rows older than KEPT_DAYS; return the number deleted.

    For each registered receiver, the newest row with a success is kept, because it has the time of the last success.
    """
    chosen = (
        "SELECT receiver_id, hour_at FROM tallies WHERE hour_at < ? AND (accepted = 0 "
        "OR NOT EXISTS (SELECT 1 FROM receivers WHERE receivers.id = tallies.receiver_id AND deleted_at IS NULL) "
        "OR EXISTS (SELECT 1 FROM tallies AS later WHERE later.receiver_id = tallies.receiver_id "
        "AND later.hour_at > tallies.hour_at AND later.accepted > 0)) ORDER BY hour_at LIMIT ?"
    )
    sql = f"DELETE FROM tallies WHERE (receiver_id, hour_at) IN ({chosen})"
    return tx.update(sql, (hour_of(Instant(tx.now - KEPT_US)), limit))


def hour_of(instant: Instant) -> Instant:
    """Return the beginning of the hour (UTC) that contains a time."""
    return Instant(instant // HOUR_US * HOUR_US)


@cache
def _put_sql(rows: int) -> str:
    row = f"({', '.join('?' * len(COLUMNS))})"
    summed = ", ".join(f"{name} = tallies.{name} + excluded.{name}" for name in _SUMMED)
    return (
        f"INSERT INTO tallies ({', '.join(COLUMNS)}) VALUES {', '.join([row] * rows)} "
        f"ON CONFLICT (receiver_id, hour_at) DO UPDATE SET {summed}, last_accepted_at = "
        "CASE WHEN coalesce(tallies.last_accepted_at, 0) > coalesce(excluded.last_accepted_at, 0) "
        "THEN tallies.last_accepted_at ELSE coalesce(excluded.last_accepted_at, tallies.last_accepted_at) END"
    )
