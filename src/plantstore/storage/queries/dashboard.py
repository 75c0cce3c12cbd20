"""The dashboard's statistics: receivers by hour, backlog history, recent attempts.

They are read from tables `tallies` and `levels`, or from a bounded number of the newest attempts: no query scans the
log, all attempts or all plants.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.deliveries.latency_histogram import MEDIAN, P95, LatencyHistogram, percentile
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list, padded_chunks
from plantstore.storage.queries.delivery_counts import CAPPED_AT
from plantstore.storage.tables import attempts, backlog_samples, hourly_stats
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables.hourly_stats import HOUR_US

DAY_HOURS = 24
WEEK_HOURS = 7 * DAY_HOURS
RECENT_S = 3_600
RECENT_ATTEMPTS_MAX = 10_000
RECENT_DELIVERIES_MAX = 1_000
LATEST = 6
LATEST_LOOKED_AT = 100  # max attempts searched for the latest deliveries, which may have several attempts each
assert WEEK_HOURS < hourly_stats.KEPT_DAYS * DAY_HOURS

_ARRIVED = (
    "SELECT events.occurred_at, chosen.started_at + chosen.duration_us FROM (SELECT receiver_id, sequence, number, "
    "started_at, duration_us, id FROM attempts WHERE id >= ? AND outcome = 'accepted' AND replay_id IS NULL "
    "AND (number = 1 OR NOT EXISTS (SELECT 1 FROM attempts AS earlier WHERE earlier.receiver_id = attempts.receiver_id "
    "AND earlier.sequence = attempts.sequence AND earlier.outcome = 'accepted' AND earlier.id < attempts.id)) "
    "ORDER BY id DESC LIMIT ?) AS chosen CROSS JOIN events WHERE events.sequence = chosen.sequence"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HourlyOutcomes:
    """How many attempts ended in the hour (UTC) that begins at `at`. The newest hour is still in progress."""

    at: Instant
    accepted: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HourlyLatency:
    """Median and 95th percentile of the durations of attempts accepted in one hour; None if there were none."""

    at: Instant
    half_ms: int | None
    most_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodStats:
    """The numbers of accepted and failed attempts over several hours, and the durations of the accepted ones."""

    accepted: int
    failed: int
    spread: LatencyHistogram

    @property
    def attempts(self) -> int:
        return self.accepted + self.failed

    @property
    def half_ms(self) -> int | None:
        """Return the median duration of accepted attempts, in ms (a bucket's upper bound); None if there were none."""
        return self.spread.percentile_ms(MEDIAN)

    @property
    def most_ms(self) -> int | None:
        """Return the 95th percentile of the same durations, in ms (a bucket's upper bound); None if there were none."""
        return self.spread.percentile_ms(P95)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverStats:
    """A receiver's statistics by hour (oldest first), for the last day and week, and the time of its last 2xx."""

    hours: Sequence[HourlyOutcomes]
    day: PeriodStats
    week: PeriodStats
    last_accepted_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentAttempts:
    """How many attempts were made in the last hour; `capped` if there were more than RECENT_ATTEMPTS_MAX.

    `half_us` and `most_us` are the median and the 95th percentile of the time from an event to its arrival, measured
    over the latest `deliveries` deliveries; None if there were none.
    """

    attempts: int
    accepted: int
    capped: bool
    deliveries: int
    half_us: int | None
    most_us: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedCount:
    """A count of at most CAPPED_AT. `capped` is True if the actual count is higher."""

    count: int
    capped: bool


def receiver_stats(
    tx: Transaction, receiver_ids: Collection[ReceiverId], *, hours: int = DAY_HOURS
) -> dict[ReceiverId, ReceiverStats]:
    """Return the statistics of the given receivers, by receiver id, with the last `hours` hours one by one."""
    last = hourly_stats.hour_of(tx.now)
    first = Instant(last - (hours - 1) * HOUR_US)
    marks, ids = in_list(receiver_ids)
    sql = (
        f"SELECT receiver_id, hour_at, accepted, failed FROM tallies WHERE receiver_id IN ({marks}) "
        "AND hour_at BETWEEN ? AND ?"
    )
    found = {
        (row[0], row[1]): HourlyOutcomes(at=row[1], accepted=row[2], failed=row[3])
        for row in tx.execute(sql, [*ids, first, last])
    }
    day, week = (_periods(tx, receiver_ids, count) for count in (DAY_HOURS, WEEK_HOURS))
    last_accepted = _last_accepted_at(tx, receiver_ids)
    return {
        one: ReceiverStats(
            hours=[found.get((one, at)) or HourlyOutcomes(at=at) for at in _hours(first, last)],
            day=day[one],
            week=week[one],
            last_accepted_at=last_accepted.get(one),
        )
        for one in receiver_ids
    }


def hourly_latency(tx: Transaction, receiver_id: ReceiverId, *, hours: int = DAY_HOURS) -> list[HourlyLatency]:
    """Return the durations of accepted attempts in each of the last `hours` hours, oldest first."""
    last = hourly_stats.hour_of(tx.now)
    first = Instant(last - (hours - 1) * HOUR_US)
    columns = ", ".join(hourly_stats.HISTOGRAM_COLUMNS)
    sql = f"SELECT hour_at, {columns} FROM tallies WHERE receiver_id = ? AND hour_at BETWEEN ? AND ?"
    found = {row[0]: LatencyHistogram(counts=row[1:]) for row in tx.execute(sql, (receiver_id, first, last))}
    spreads = {at: found.get(at, _EMPTY.spread) for at in _hours(first, last)}
    return [
        HourlyLatency(at=at, half_ms=spread.percentile_ms(MEDIAN), most_ms=spread.percentile_ms(P95))
        for at, spread in spreads.items()
    ]


def _last_accepted_at(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, Instant]:
    """Return when receivers last responded with 2xx; without those that never did since table `tallies` exists."""
    newest = (
        "SELECT last_accepted_at FROM tallies WHERE tallies.receiver_id = asked.id "
        "AND last_accepted_at IS NOT NULL ORDER BY hour_at DESC LIMIT 1"
    )
    found: dict[ReceiverId, Instant] = {}
    for chunk in padded_chunks(list(receiver_ids)):
        marks = ", ".join(["(?)"] * len(chunk))
        rows = tx.execute(f"WITH asked (id) AS (VALUES {marks}) SELECT id, ({newest}) FROM asked", chunk)
        found.update({row[0]: row[1] for row in rows if row[1] is not None})
    return found


def backlog_history(tx: Transaction, *, hours: int = DAY_HOURS) -> list[backlog_samples.BacklogSample]:
    """Return the total numbers of queued deliveries in the last hours, sampled every five minutes, oldest first."""
    return backlog_samples.between(tx, first=Instant(tx.now - hours * HOUR_US), last=tx.now)


def recent_attempts(tx: Transaction) -> RecentAttempts:
    """Return statistics of the attempts of the last hour, and of how soon new events arrived, excluding replays."""
    since = Ids.first_attempt_of(after(tx.now, seconds=-RECENT_S))
    newest = "SELECT id, outcome FROM attempts WHERE id >= ? ORDER BY id DESC LIMIT ?"
    counted = "count(*), coalesce(sum(CASE WHEN outcome = 'accepted' THEN 1 ELSE 0 END), 0), min(id)"
    sql = f"SELECT {counted} FROM ({newest}) AS newest"
    made, accepted, oldest = tx.execute(sql, (since, RECENT_ATTEMPTS_MAX))[0]
    capped = bool(made) and bool(tx.execute("SELECT 1 FROM attempts WHERE id >= ? AND id < ? LIMIT 1", (since, oldest)))
    arrived = tx.execute(_ARRIVED, (oldest, RECENT_DELIVERIES_MAX)) if accepted else []
    took_us = [max(0, ended_at - occurred_at) for occurred_at, ended_at in arrived]  # clocks may go back
    return RecentAttempts(
        attempts=int(made),
        accepted=int(accepted),
        capped=capped,
        deliveries=len(took_us),
        half_us=percentile(took_us, MEDIAN),
        most_us=percentile(took_us, P95),
    )


def recently_exhausted(tx: Transaction, *, hours: int = DAY_HOURS) -> CappedCount:
    """Count deliveries that were exhausted in the last `hours` hours and are still exhausted."""
    newest = "SELECT receiver_id FROM retries WHERE state = 'exhausted' AND next_attempt_at > ? LIMIT ?"
    rows = tx.execute(
        f"SELECT receiver_id, count(*) FROM ({newest}) AS newest GROUP BY receiver_id",
        (tx.now - hours * HOUR_US, CAPPED_AT + 1),
    )
    by_receiver = {receiver_id: int(count) for receiver_id, count in rows}
    live = stored.registered(tx, by_receiver) if by_receiver else set[ReceiverId]()
    return _capped(sum(count for one, count in by_receiver.items() if one in live))


def latest_deliveries(tx: Transaction, *, limit: int = LATEST) -> list[Attempt]:
    """Return the latest attempt of each of the most recently attempted deliveries, newest first."""
    newest = attempts.newest_of_all(tx, limit=LATEST_LOOKED_AT)
    of_each = {(one.receiver_id, one.sequence): one for one in reversed(newest)}
    return sorted(of_each.values(), key=lambda one: one.id, reverse=True)[:limit]


def count_plants(tx: Transaction, status: Status | None = None) -> CappedCount:
    """Count all plants, or those that are drafts or archived. Active plants have no index to count them by."""
    assert status is not Status.ACTIVE
    which, values = ("", ()) if status is None else ("WHERE status = ? AND status <> 'active' ", (status,))
    sql = f"SELECT count(*) FROM (SELECT 1 FROM plants {which}LIMIT ?) AS few"
    return _capped(int(tx.execute(sql, (*values, CAPPED_AT + 1))[0][0]))


def _periods(tx: Transaction, receiver_ids: Collection[ReceiverId], hours: int) -> dict[ReceiverId, PeriodStats]:
    last = hourly_stats.hour_of(tx.now)
    sums = ", ".join(f"sum({name})" for name in ("accepted", "failed", *hourly_stats.HISTOGRAM_COLUMNS))
    marks, ids = in_list(receiver_ids)
    rows = tx.execute(
        f"SELECT receiver_id, {sums} FROM tallies WHERE receiver_id IN ({marks}) AND hour_at BETWEEN ? AND ? "
        "GROUP BY receiver_id",
        [*ids, last - (hours - 1) * HOUR_US, last],
    )
    found = {row[0]: _period([int(count) for count in row[1:]]) for row in rows}
    return {one: found.get(one, _EMPTY) for one in receiver_ids}


def _period(counts: Sequence[int]) -> PeriodStats:
    return PeriodStats(accepted=counts[0], failed=counts[1], spread=LatencyHistogram(counts=tuple(counts[2:])))


_EMPTY = _period([0] * (2 + len(hourly_stats.HISTOGRAM_COLUMNS)))


def _hours(first: Instant, last: Instant) -> list[Instant]:
    return [Instant(at) for at in range(first, last + 1, HOUR_US)]


def _capped(count: int) -> CappedCount:
    return CappedCount(count=min(count, CAPPED_AT), capped=count > CAPPED_AT)
