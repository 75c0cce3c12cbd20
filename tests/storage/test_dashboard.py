"""The figures of the dashboard agree with the attempts, without a scan of the attempts."""

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import Attempt, Retry, RetryState
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import dashboard
from plantstore.storage.queries.dashboard import CappedCount, HourlyOutcomes, RecentAttempts
from plantstore.storage.tables import (
    attempts,
    backlog_samples,
    events,
    hourly_stats,
    plants,
    receivers,
    retries,
)
from plantstore.storage.tables.backlog_samples import BacklogSample
from plantstore.storage.tables.hourly_stats import HOUR_US
from tests.makers import NOON, RECEIVER, a_plant, a_receiver, a_retry, an_attempt, an_event, an_outcome
from tests.storage.plans import plans_of, steps_of

OTHER, REMOVED = ReceiverId(8), ReceiverId(9)
MINUTE_S = 60.0


def sent(
    sequence: int,
    *,
    ago_s: float = MINUTE_S,
    took_ms: int = 1,
    status: int = 204,
    number: int = 1,
    receiver_id: ReceiverId = RECEIVER,
    replay_id: str | None = None,
) -> Attempt:
    """Return an attempt that ended this long before NOON."""
    ended_at = after(NOON, seconds=-ago_s)
    return an_attempt(
        sequence,
        number=number,
        id=Ids.first_attempt_of(ended_at) + sequence * 10 + number,
        receiver_id=receiver_id,
        started_at=ended_at - took_ms * 1_000,
        outcome=an_outcome(status, duration_us=took_ms * 1_000),
        replay_id=replay_id,
    )


def record(tx: Transaction, *made: Attempt) -> None:
    attempts.add(tx, made)
    hourly_stats.add(tx, made)


def a_log(tx: Transaction, head: int, *, ago_s: float = 2 * MINUTE_S) -> None:
    at = after(NOON, seconds=-ago_s)
    events.add(tx, [an_event(sequence, occurred_at=at) for sequence in range(1, head + 1)])


def hours_ago(hours: float) -> float:
    return hours * 3_600


# Receivers


def test_a_receiver_has_stats_for_each_of_the_last_hours(tx: Transaction) -> None:
    record(tx, sent(1, ago_s=0), sent(2, ago_s=hours_ago(23), status=500), sent(3, ago_s=hours_ago(23.1)))
    record(tx, sent(4, ago_s=0, receiver_id=OTHER), sent(5, ago_s=-hours_ago(1)))

    found = dashboard.receiver_stats(tx, [RECEIVER, OTHER, REMOVED])

    bars = found[RECEIVER].hours
    assert len(bars) == 24
    assert bars[0] == HourlyOutcomes(at=Instant(NOON - 23 * HOUR_US), accepted=0, failed=1)
    assert bars[-1] == HourlyOutcomes(at=NOON, accepted=1, failed=0)
    assert sum(bar.accepted + bar.failed for bar in bars) == 2, "what ends in the future is not shown"
    assert found[OTHER].hours[-1].accepted == 1
    assert [bar.at for bar in found[REMOVED].hours] == [bar.at for bar in bars]
    assert not any(bar.accepted or bar.failed for bar in found[REMOVED].hours)


def test_day_and_week_have_counts_and_durations(tx: Transaction) -> None:
    record(tx, *(sent(number, ago_s=number, took_ms=15) for number in range(1, 20)), sent(20, took_ms=3_000))
    record(tx, sent(21, status=500, took_ms=9_000))
    record(tx, *(sent(number, ago_s=hours_ago(100), took_ms=600) for number in range(31, 81)))
    record(tx, sent(99, ago_s=hours_ago(168)))

    found = dashboard.receiver_stats(tx, [RECEIVER])[RECEIVER]

    assert (found.day.accepted, found.day.attempts) == (20, 21)
    assert (found.day.half_ms, found.day.most_ms) == (20, 20)
    assert (found.week.accepted, found.week.attempts) == (70, 71)
    assert (found.week.half_ms, found.week.most_ms) == (1_000, 1_000)
    record(tx, sent(22, took_ms=3_000))
    assert dashboard.receiver_stats(tx, [RECEIVER])[RECEIVER].day.most_ms == 5_000


def test_a_receiver_without_attempts_has_empty_stats(tx: Transaction) -> None:
    found = dashboard.receiver_stats(tx, [RECEIVER])[RECEIVER]

    assert (found.day.attempts, found.day.half_ms, found.week.most_ms, found.last_accepted_at) == (0, None, None, None)
    assert dashboard.receiver_stats(tx, []) == {}


def test_the_last_success_is_the_one_that_ended_last(tx: Transaction) -> None:
    record(tx, sent(1, ago_s=hours_ago(200)))
    record(tx, sent(2, ago_s=hours_ago(20)), sent(3, ago_s=hours_ago(20) + 1), sent(4, ago_s=0, status=500))

    found = dashboard.receiver_stats(tx, [RECEIVER, OTHER])

    assert found[RECEIVER].last_accepted_at == after(NOON, seconds=-hours_ago(20))
    assert found[OTHER].last_accepted_at is None


def test_each_hour_has_the_median_and_95th_percentile(tx: Transaction) -> None:
    record(tx, *(sent(number, ago_s=0, took_ms=5) for number in range(1, 10)), sent(10, ago_s=0, took_ms=20_000))
    record(tx, sent(11, ago_s=hours_ago(1), took_ms=150))

    found = dashboard.hourly_latency(tx, RECEIVER)

    assert len(found) == 24
    assert [(one.half_ms, one.most_ms) for one in found[-3:]] == [(None, None), (200, 200), (10, 30_000)]


# Backlog history


def test_the_backlog_history_covers_the_last_day(tx: Transaction) -> None:
    for ago_us in (24 * HOUR_US + 1, 24 * HOUR_US, HOUR_US, 0):
        backlog_samples.insert(tx, BacklogSample(at=Instant(NOON - ago_us), waiting=ago_us // HOUR_US))

    assert [level.waiting for level in dashboard.backlog_history(tx)] == [24, 1, 0]


# What was sent lately


def test_attempts_of_the_last_hour_are_counted(tx: Transaction) -> None:
    a_log(tx, 4)
    record(tx, sent(1, ago_s=30), sent(2, ago_s=3_599), sent(3, ago_s=10, status=500), sent(4, ago_s=3_601))

    found = dashboard.recent_attempts(tx)

    assert (found.attempts, found.accepted, found.capped) == (3, 2, False)


def test_arrival_times_count_first_successes_without_replays(tx: Transaction) -> None:
    a_log(tx, 6, ago_s=100)
    record(
        tx,
        sent(1, ago_s=95),  # 5 s after its event
        sent(2, ago_s=90, number=2),  # 10 s, the first try having failed
        sent(2, ago_s=97, status=500),
        sent(2, ago_s=40, number=3),  # a second success
        sent(3, ago_s=80),  # 20 s
        sent(4, ago_s=20, replay_id="rpl_1"),
        sent(5, ago_s=99.5),
        sent(6, ago_s=99, status=500),
    )

    found = dashboard.recent_attempts(tx)

    assert found == RecentAttempts(
        attempts=8, accepted=6, capped=False, deliveries=4, half_us=5_000_000, most_us=20_000_000
    )


def test_an_arrival_before_its_event_counts_as_zero(tx: Transaction) -> None:
    a_log(tx, 1, ago_s=10)
    record(tx, sent(1, ago_s=20))

    assert dashboard.recent_attempts(tx).half_us == 0


def test_only_the_newest_of_many_attempts_are_read(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dashboard, "RECENT_ATTEMPTS_MAX", 5)
    monkeypatch.setattr(dashboard, "RECENT_DELIVERIES_MAX", 2)
    a_log(tx, 7, ago_s=1_000)
    record(tx, *(sent(number, ago_s=100 - number) for number in range(1, 6)))

    at_the_limit = dashboard.recent_attempts(tx)
    record(tx, sent(6, ago_s=200, status=500))

    assert (at_the_limit.attempts, at_the_limit.capped, at_the_limit.deliveries) == (5, False, 2)
    assert at_the_limit.half_us == 904_000_000, "of the two newest, those that took 904 s and 905 s"
    one_more = dashboard.recent_attempts(tx)
    assert (one_more.attempts, one_more.accepted, one_more.capped) == (5, 5, True)


def test_without_attempts_the_recent_figures_are_empty(tx: Transaction) -> None:
    a_log(tx, 1)
    record(tx, sent(1, ago_s=4_000))

    nothing = RecentAttempts(attempts=0, accepted=0, capped=False, deliveries=0, half_us=None, most_us=None)
    assert dashboard.recent_attempts(tx) == nothing


def test_the_latest_deliveries_appear_once_with_their_newest_attempt(tx: Transaction) -> None:
    a_log(tx, 9)
    receivers.insert(tx, a_receiver(RECEIVER, name="web shop"))
    record(tx, *(sent(number, ago_s=100 - number) for number in range(1, 9)))
    record(tx, sent(9, ago_s=20, status=500), sent(9, ago_s=10, number=2), sent(8, ago_s=15, receiver_id=OTHER))

    found = dashboard.latest_deliveries(tx)

    assert [(one.receiver_id, one.sequence) for one in found] == [
        (RECEIVER, 9),
        (OTHER, 8),
        *((RECEIVER, sequence) for sequence in (8, 7, 6, 5)),
    ]
    assert found[0].number == 2
    assert found[0].event_id == an_event(9).id


# What was given up


def exhausted(sequence: int, *, ago_s: float, receiver_id: ReceiverId = RECEIVER) -> Retry:
    at = after(NOON, seconds=-ago_s)
    return a_retry(sequence, receiver_id=receiver_id, state=RetryState.EXHAUSTED, next_attempt_at=at)


def test_recently_exhausted_deliveries_are_counted_up_to_a_cap(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dashboard, "CAPPED_AT", 3)
    for one in (RECEIVER, REMOVED):
        receivers.insert(tx, a_receiver(one))
    receivers.mark_deleted(tx, REMOVED)
    retries.upsert(tx, [exhausted(1, ago_s=60), exhausted(2, ago_s=hours_ago(25)), a_retry(3)])
    retries.upsert(tx, [exhausted(1, ago_s=60, receiver_id=REMOVED)])

    assert dashboard.recently_exhausted(tx) == CappedCount(count=1, capped=False)

    retries.upsert(tx, [exhausted(sequence, ago_s=60) for sequence in (11, 12)])
    tx.update("DELETE FROM retries WHERE receiver_id = ?", (REMOVED,))
    assert dashboard.recently_exhausted(tx) == CappedCount(count=3, capped=False)

    retries.upsert(tx, [exhausted(13, ago_s=60)])
    assert dashboard.recently_exhausted(tx) == CappedCount(count=3, capped=True)


def test_plants_are_counted_up_to_a_cap(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dashboard, "CAPPED_AT", 3)
    plants.insert(tx, [a_plant(1), a_plant(2, status=Status.DRAFT), a_plant(3, status=Status.DRAFT)])

    assert dashboard.count_plants(tx) == CappedCount(count=3, capped=False)
    assert dashboard.count_plants(tx, Status.DRAFT) == CappedCount(count=2, capped=False)
    assert dashboard.count_plants(tx, Status.ARCHIVED) == CappedCount(count=0, capped=False)

    plants.insert(tx, [a_plant(4)])
    assert dashboard.count_plants(tx) == CappedCount(count=3, capped=True)


def look_at_everything(tx: Transaction) -> None:
    dashboard.receiver_stats(tx, [RECEIVER, OTHER])
    dashboard.hourly_latency(tx, RECEIVER)
    dashboard.backlog_history(tx)
    dashboard.recent_attempts(tx)
    dashboard.latest_deliveries(tx)
    dashboard.recently_exhausted(tx)
    dashboard.count_plants(tx, Status.DRAFT)


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_no_dashboard_query_scans_a_table(tx: Transaction) -> None:
    a_log(tx, 3)
    receivers.insert(tx, a_receiver(RECEIVER))
    record(tx, sent(1), sent(2, status=500), sent(3))

    plans = plans_of(tx, look_at_everything)

    assert len(plans) > 11
    of_others = {
        "SCAN newest",
        "SCAN chosen",
        "SCAN few",
        "SCAN asked",
        "SCAN 2",
    }  # found by the statement, or given to it
    for plan in plans:
        scanned = {" ".join(step.split()[:2]) for step in plan.split("; ") if step.startswith("SCAN ")}
        assert scanned <= of_others | {"SCAN attempts"}, plan
    assert sum("retries_given_up" in plan for plan in plans) == 1
    assert sum("SCAN attempts" in plan for plan in plans) == 1, "that of the latest, which begins at the newest id"


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_old_attempts_do_not_slow_the_dashboard(tx: Transaction) -> None:
    a_log(tx, 2_300, ago_s=hours_ago(500))
    receivers.insert(tx, a_receiver(RECEIVER))
    record(tx, *(sent(sequence) for sequence in range(2_001, 2_301)))
    before = steps_of(tx, look_at_everything)

    record(tx, *(sent(sequence, ago_s=hours_ago(400)) for sequence in range(1, 2_001)))
    plants.insert(tx, [a_plant(id) for id in range(1, 2_001)])

    assert steps_of(tx, look_at_everything) <= before * 1.01
