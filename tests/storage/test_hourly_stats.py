"""Attempts counted by receiver and hour: exactly what was recorded, as long as it is kept."""

import random

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.deliveries.delivery import Attempt
from plantstore.domain.deliveries.latency_histogram import BOUNDS_MS
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import ROWS_MAX
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import attempts, hourly_stats, receivers
from plantstore.storage.tables.hourly_stats import COLUMNS, HOUR_US, KEPT_DAYS
from tests.makers import NOON, RECEIVER, a_receiver, an_attempt, an_outcome
from tests.storage.plans import plans_of

OTHER = ReceiverId(8)
DAY_S = 86_400


def ended(at: Instant = NOON, *, took_ms: float = 1, status: int = 204, receiver_id: ReceiverId = RECEIVER) -> Attempt:
    """An attempt that ended then."""
    took_us = round(took_ms * 1_000)
    outcome = an_outcome(status, duration_us=took_us)
    return an_attempt(id=Ids.first_attempt_of(at), receiver_id=receiver_id, started_at=at - took_us, outcome=outcome)


def rows(tx: Transaction) -> dict[tuple[int, int], Row]:
    """Return the rows by receiver and hours since NOON: accepted, failed, last success, histogram."""
    found = tx.execute(f"SELECT {', '.join(COLUMNS)} FROM tallies")
    return {(row[0], (row[1] - NOON) // HOUR_US): row[2:] for row in found}


def at_hours(*hours: int) -> list[Attempt]:
    return [ended(Instant(NOON + hour * HOUR_US)) for hour in hours]


def spread(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(name, 0) for name in hourly_stats.HISTOGRAM_COLUMNS)


def test_each_attempt_is_counted_at_its_receiver_and_in_the_hour_in_which_it_ended(tx: Transaction) -> None:
    batch = [
        ended(Instant(NOON - 1), took_ms=4_000),
        ended(NOON, took_ms=4_000),
        ended(NOON, status=500),
        ended(Instant(NOON + HOUR_US - 1), receiver_id=OTHER),
    ]

    hourly_stats.add(tx, batch)

    assert rows(tx) == {
        (RECEIVER, -1): (1, 0, NOON - 1, *spread(up_to_5000_ms=1)),
        (RECEIVER, 0): (1, 1, NOON, *spread(up_to_5000_ms=1)),
        (OTHER, 0): (1, 0, NOON + HOUR_US - 1, *spread(up_to_10_ms=1)),
    }


@pytest.mark.parametrize(("place", "bound_ms"), list(enumerate(BOUNDS_MS)))
def test_a_bucket_includes_its_upper_bound(tx: Transaction, place: int, bound_ms: int) -> None:
    hourly_stats.add(tx, [ended(took_ms=bound_ms), ended(took_ms=bound_ms + 0.001)])

    counts = rows(tx)[RECEIVER, 0][3:]
    assert [number for number, count in enumerate(counts) if count] == [place, place + 1]


def test_later_attempts_are_added_and_the_last_success_is_kept(tx: Transaction) -> None:
    late, early = Instant(NOON + 5), Instant(NOON + 3)
    for batch in ([ended(late)], [ended(early), ended(early, status=500)], [ended(late, status=500)]):
        hourly_stats.add(tx, batch)

    assert rows(tx) == {(RECEIVER, 0): (2, 2, late, *spread(up_to_10_ms=2))}


@pytest.mark.parametrize("count", [1, ROWS_MAX, 2 * ROWS_MAX + 3])
def test_a_full_batch_of_receivers_is_counted(tx: Transaction, count: int) -> None:
    hourly_stats.add(tx, [ended(receiver_id=ReceiverId(number)) for number in range(count)])

    assert {receiver_id: row[0] for (receiver_id, _), row in rows(tx).items()} == dict.fromkeys(range(count), 1)


def test_no_attempts_write_no_rows(tx: Transaction) -> None:
    hourly_stats.add(tx, [])

    assert rows(tx) == {}


def test_the_backfill_equals_counting_from_the_beginning(tx: Transaction) -> None:
    chance = random.Random(5)
    batch = [
        ended(
            after(NOON, seconds=-chance.uniform(0, (KEPT_DAYS - 1) * DAY_S)),
            took_ms=chance.choice([*BOUNDS_MS, 0, 10.001, 29_000]),
            status=chance.choice([204, 204, 500]),
            receiver_id=chance.choice([RECEIVER, OTHER]),
        )._replace(sequence=sequence)
        for sequence in range(1, 301)
    ]
    attempts.add(tx, [one._replace(id=one.id + one.sequence) for one in batch])
    hourly_stats.add(tx, batch)
    counted = rows(tx)
    tx.update("DELETE FROM tallies")

    hourly_stats.backfill_from_attempts(tx)

    assert rows(tx) == counted
    assert len(counted) > 100


def test_the_backfill_covers_whole_hours_of_the_days_kept(tx: Transaction) -> None:
    first = after(NOON, seconds=3_600 - KEPT_DAYS * DAY_S)
    attempts.add(tx, [ended(first), ended(Instant(first - 1_000))])

    hourly_stats.backfill_from_attempts(tx)

    assert [row[0] for row in rows(tx).values()] == [1]


def test_old_hours_are_removed_in_steps(tx: Transaction) -> None:
    kept = KEPT_DAYS * 24
    hourly_stats.add(tx, at_hours(-kept - 3, -kept - 2, -kept - 1, -kept, 0))

    assert [hourly_stats.remove_old(tx, limit=2) for _ in range(3)] == [2, 1, 0]
    assert [hour for _, hour in rows(tx)] == [-kept, 0]


def test_the_last_success_of_a_registered_receiver_is_kept_at_any_age(tx: Transaction) -> None:
    long_ago = KEPT_DAYS * 24 + 100
    receivers.insert(tx, a_receiver(RECEIVER))
    receivers.insert(tx, a_receiver(OTHER))
    receivers.mark_deleted(tx, OTHER)
    hourly_stats.add(tx, at_hours(-long_ago - 1, -long_ago))
    hourly_stats.add(tx, [one._replace(receiver_id=OTHER) for one in at_hours(-long_ago)])
    hourly_stats.add(tx, [ended(Instant(NOON - (long_ago - 1) * HOUR_US), status=500)])

    hourly_stats.remove_old(tx, limit=100)

    assert [*rows(tx)] == [(RECEIVER, -long_ago)]

    hourly_stats.add(tx, at_hours(0))
    hourly_stats.remove_old(tx, limit=100)

    assert [*rows(tx)] == [(RECEIVER, 0)]


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_old_hours_are_found_by_an_index(tx: Transaction) -> None:
    (plan,) = plans_of(tx, lambda tx: hourly_stats.remove_old(tx, limit=1))

    assert "tallies_age" in plan
    assert "SCAN" not in plan, plan
