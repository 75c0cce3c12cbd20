"""How many deliveries were due in a day, and what became of them: one source for the overview, its charts and Health.

Due in a period are the deliveries that were accepted or given up in it, and those that are still open at its end. So
due = delivered + gave up + waiting + held, for the day, for each hour and for each receiver. A delivery that a replay
sends again is due, and delivered, once more.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from plantstore.domain.deliveries.latency_histogram import LatencyHistogram
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.queries import backlog
from plantstore.storage.queries.dashboard import DAY_HOURS, PeriodStats
from plantstore.storage.queries.delivery_counts import CAPPED_AT
from plantstore.storage.tables import backlog_samples, hourly_stats, receivers
from plantstore.storage.tables.hourly_stats import HISTOGRAM_COLUMNS, HOUR_US

HELD_COUNTED_MAX = 2_000  # max held receivers whose deliveries are counted one by one

_LIVE = "EXISTS (SELECT 1 FROM receivers WHERE receivers.id = {table}.receiver_id AND deleted_at IS NULL)"
_HELD = (
    "SELECT receivers.id FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id "
    "WHERE deleted_at IS NULL AND (paused = 1 OR coalesce(breakers.state, 'closed') = 'disabled') "
    "ORDER BY receivers.id LIMIT ?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HourStats:
    """One hour (UTC), which begins at `at`; the newest is in progress. `open` is the backlog at its end, held or not.

    `open` is None if it was not recorded: the store was not running, or the hour is one of some receivers only.
    """

    at: Instant
    period: PeriodStats
    gave_up: int
    open: int | None

    @property
    def due(self) -> int | None:
        return None if self.open is None else self.period.accepted + self.gave_up + self.open


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryStats:
    """The last DAY_HOURS hours, oldest first, and their sums. `waiting` and `held` are those of this moment.

    If not `exact`, the backlog is an estimate, or more than CAPPED_AT deliveries were given up.
    """

    hours: Sequence[HourStats]
    day: PeriodStats
    gave_up: int
    waiting: int
    held: int
    exact: bool

    @property
    def delivered(self) -> int:
        return self.day.accepted

    @property
    def due(self) -> int:
        return self.delivered + self.gave_up + self.waiting + self.held


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverDay:
    """One receiver's last DAY_HOURS hours; `open` is its backlog now, which is held if the receiver is.

    Of the backlog, `retrying` deliveries wait for a retry.
    """

    receiver: Receiver
    day: PeriodStats
    gave_up: int
    open: int
    retrying: int

    @property
    def due(self) -> int:
        return self.day.accepted + self.gave_up + self.open


def of_store(tx: Transaction) -> DeliveryStats:
    """Return the statistics of all receivers that are registered."""
    total, held = backlog.count(tx), _held(tx)
    return _stats(tx, None, waiting=max(0, total.count - held), held=min(held, total.count), exact=total.exact)


def of_some(tx: Transaction, chosen: Collection[Receiver]) -> DeliveryStats:
    """Return the statistics of some receivers."""
    ids = [receiver.id for receiver in chosen]
    lags = backlog.lags(tx, ids)
    held = sum(lags[receiver.id].total for receiver in chosen if receiver.held)
    waiting = sum(lags[receiver.id].total for receiver in chosen if not receiver.held)
    return _stats(tx, ids, waiting=waiting, held=held, exact=True)


def of_receivers(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> list[ReceiverDay]:
    """Return the day of each of these receivers that is registered, in the given order."""
    first = first_hour(tx)
    marks, ids = in_list(receiver_ids)
    rows = tx.execute(
        f"SELECT receiver_id, {_SUMS} FROM tallies WHERE receiver_id IN ({marks}) AND hour_at BETWEEN ? AND ? "
        "GROUP BY receiver_id",
        [*ids, first, hourly_stats.hour_of(tx.now)],
    )
    days = {row[0]: _period(row[1:]) for row in rows}
    given_up = _given_up_by_receiver(tx, first)
    registered, lags = receivers.find_many(tx, receiver_ids), backlog.lags(tx, receiver_ids)
    return [
        ReceiverDay(
            receiver=receiver,
            day=days.get(receiver.id, _EMPTY),
            gave_up=given_up.get(receiver.id, 0),
            open=lags[receiver.id].total,
            retrying=lags[receiver.id].retrying,
        )
        for id in receiver_ids
        if (receiver := registered.get(id)) is not None
    ]


def first_hour(tx: Transaction) -> Instant:
    """Return the beginning of the oldest hour shown."""
    return Instant(hourly_stats.hour_of(tx.now) - (DAY_HOURS - 1) * HOUR_US)


def _stats(
    tx: Transaction, receiver_ids: Collection[ReceiverId] | None, *, waiting: int, held: int, exact: bool
) -> DeliveryStats:
    first, last = first_hour(tx), hourly_stats.hour_of(tx.now)
    periods, given_up = _periods(tx, receiver_ids, first, last), _given_up(tx, receiver_ids, first)
    levels = _open_at_ends(tx, first) if receiver_ids is None else {}
    levels[last] = waiting + held
    hours = [
        HourStats(
            at=Instant(at), period=periods.get(at, _EMPTY), gave_up=given_up.get(at, 0), open=levels.get(Instant(at))
        )
        for at in range(first, last + 1, HOUR_US)
    ]
    gave_up = sum(given_up.values())
    return DeliveryStats(
        hours=hours,
        day=_sum([hour.period for hour in hours]),
        gave_up=gave_up,
        waiting=waiting,
        held=held,
        exact=exact and gave_up <= CAPPED_AT,
    )


def _periods(
    tx: Transaction, receiver_ids: Collection[ReceiverId] | None, first: Instant, last: Instant
) -> dict[int, PeriodStats]:
    which, values = _which(receiver_ids, table="tallies")
    sql = f"SELECT hour_at, {_SUMS} FROM tallies WHERE hour_at BETWEEN ? AND ? AND {which} GROUP BY hour_at"
    return {row[0]: _period(row[1:]) for row in tx.execute(sql, (first, last, *values))}


def _given_up(tx: Transaction, receiver_ids: Collection[ReceiverId] | None, first: Instant) -> dict[int, int]:
    """Return how many deliveries were given up in each hour and are still exhausted; about CAPPED_AT at most."""
    which, values = _which(receiver_ids, table="retries")
    newest = (
        f"SELECT next_attempt_at FROM retries WHERE state = 'exhausted' AND next_attempt_at >= ? AND {which} "
        "ORDER BY next_attempt_at DESC LIMIT ?"
    )
    hour = f"next_attempt_at / {HOUR_US} * {HOUR_US}"
    sql = f"SELECT {hour}, count(*) FROM ({newest}) AS newest WHERE next_attempt_at <= ? GROUP BY {hour}"
    return {row[0]: int(row[1]) for row in tx.execute(sql, (first, *values, CAPPED_AT + 1, tx.now))}


def _given_up_by_receiver(tx: Transaction, first: Instant) -> dict[ReceiverId, int]:
    newest = (
        "SELECT receiver_id FROM retries WHERE state = 'exhausted' AND next_attempt_at BETWEEN ? AND ? "
        "ORDER BY next_attempt_at DESC LIMIT ?"
    )
    sql = f"SELECT receiver_id, count(*) FROM ({newest}) AS newest GROUP BY receiver_id"
    return {row[0]: int(row[1]) for row in tx.execute(sql, (first, tx.now, CAPPED_AT + 1))}


def _which(receiver_ids: Collection[ReceiverId] | None, *, table: str) -> tuple[str, Sequence[int]]:
    if receiver_ids is None:
        return _LIVE.format(table=table), []
    marks, ids = in_list(receiver_ids)
    return f"receiver_id IN ({marks})", ids


def _open_at_ends(tx: Transaction, first: Instant) -> dict[Instant, int]:
    """Return the last backlog that was recorded in each hour; the beginning of the next hour is the end of an hour."""
    samples = backlog_samples.between(tx, first=Instant(first + 1), last=tx.now)
    return {hourly_stats.hour_of(Instant(sample.at - 1)): sample.waiting for sample in samples}


def _held(tx: Transaction) -> int:
    held = [row[0] for row in tx.execute(_HELD, (HELD_COUNTED_MAX,))]
    return sum(lag.total for lag in backlog.lags(tx, held).values())


def _period(counts: Sequence[int]) -> PeriodStats:
    accepted, failed, *histogram = map(int, counts)
    return PeriodStats(accepted=accepted, failed=failed, spread=LatencyHistogram(counts=tuple(histogram)))


def _sum(periods: Sequence[PeriodStats]) -> PeriodStats:
    histograms = zip(*(period.spread.counts for period in periods), strict=True)
    return PeriodStats(
        accepted=sum(period.accepted for period in periods),
        failed=sum(period.failed for period in periods),
        spread=LatencyHistogram(counts=tuple(map(sum, histograms))),
    )


_SUMS = ", ".join(f"sum({name})" for name in ("accepted", "failed", *HISTOGRAM_COLUMNS))
_EMPTY = _period([0] * (2 + len(HISTOGRAM_COLUMNS)))
