"""The total backlog is the sum of all receivers' lags, and its oldest event is found in a few steps."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog
from plantstore.storage.queries.backlog import BacklogCount, lag
from plantstore.storage.tables import (
    attempts,
    backlog_samples,
    cancelled_ranges,
    events,
    receiver_filters,
    receivers,
    retries,
)
from plantstore.storage.tables.backlog_samples import INTERVAL_US, KEPT_US, BacklogSample
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_attempt, an_event
from tests.storage.plans import plans_of, steps_of
from tests.storage.test_delivery_list import filter_of

HEAD = 12
OTHER, REMOVED = ReceiverId(8), ReceiverId(9)
Kinds = dict[int, str]


def occurred_at(sequence: int) -> Instant:
    return Instant(NOON + sequence)


def a_log(tx: Transaction, head: int = HEAD) -> None:
    events.add(tx, [an_event(one, occurred_at=occurred_at(one)) for one in range(1, head + 1)])


def store(tx: Transaction, receiver_id: int, cursor: int, kinds: Kinds, matching: frozenset[int] | None = None) -> None:
    """A receiver and its recorded deliveries: accepted, cancelled, or the state of a row in `retries`.

    `matching` are the events that its filter lets through; None without a filter.
    """
    one = ReceiverId(receiver_id)
    receivers.insert(tx, a_receiver(one, cursor=cursor, filtered=matching is not None))
    if matching is not None:
        receiver_filters.add(tx, one, first=1, pattern=filter_of(matching))
    for sequence, kind in kinds.items():
        if kind == "accepted":
            attempt = an_attempt(sequence, receiver_id=one)
            attempts.add(tx, [attempt._replace(id=receiver_id * 1_000 + 2 * sequence + more) for more in range(2)])
        elif kind == "skipped":
            cancelled_ranges.add(tx, one, [(sequence, sequence)], asked_by="tok_1")
        else:
            attempts.add(tx, [an_attempt(sequence, receiver_id=one, id=receiver_id * 1_000 + 2 * sequence, status=500)])
            retries.upsert(tx, [a_retry(sequence, receiver_id=one, state=RetryState(kind))])


def is_owed(cursor: int, kinds: Kinds, matching: frozenset[int] | None, sequence: int) -> bool:
    if matching is not None and sequence not in matching:
        return False
    return kinds.get(sequence, "nothing" if sequence > cursor else "accepted") in ("nothing", "waiting")


def _possible(kinds: Kinds, matching: frozenset[int] | None) -> Kinds:
    """Leave out rows in `retries` of events that do not match: these are never sent."""
    return {one: kind for one, kind in kinds.items() if matching is None or one in matching or kind == "skipped"}


ANY_KINDS = st.dictionaries(st.integers(1, HEAD), st.sampled_from(["accepted", "skipped", *RetryState]))


ANY_MATCHING = st.none() | st.frozensets(st.integers(1, HEAD))


@given(st.lists(st.tuples(st.integers(0, HEAD), ANY_KINDS, ANY_MATCHING), max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_backlog_is_the_sum_of_all_lags_and_its_oldest_event_is_found(
    tx: Transaction, made: list[tuple[int, Kinds, frozenset[int] | None]]
) -> None:
    made = [(cursor, _possible(kinds, matching), matching) for cursor, kinds, matching in made]
    tx.connection.script("SAVEPOINT example")
    tx.memo.clear()
    a_log(tx)
    for number, (cursor, kinds, matching) in enumerate(made, start=1):
        store(tx, number, cursor, kinds, matching)
    store(tx, REMOVED, 0, {2: "exhausted"})
    receivers.mark_deleted(tx, REMOVED)

    found, oldest_at = backlog.count(tx), backlog.oldest_at(tx)
    each = {receiver.id: lag(tx, receiver) for receiver in receivers.page(tx, limit=10)}
    together = backlog.lags(tx, list(each))
    waiting = {id: retries.count_waiting(tx, id) for id in each}
    tx.connection.script("ROLLBACK TO SAVEPOINT example")

    mine = [one for one in range(1, HEAD + 1) for owner in made if is_owed(*owner, one)]
    assert found == BacklogCount(count=len(mine), exact=True)
    assert sum(each.values()) == len(mine)
    assert {id: one.total for id, one in together.items()} == each
    assert {id: one.retrying for id, one in together.items()} == waiting
    assert oldest_at == (occurred_at(min(mine)) if mine else None)


def test_the_count_is_not_exact_if_too_many_rows_are_beyond_a_cursor(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backlog, "ROWS_MAX", 4)
    a_log(tx)
    store(tx, RECEIVER, 1, {3: "accepted", 4: "accepted", 5: "accepted"})  # in two attempts each
    store(tx, OTHER, HEAD, {1: "waiting", 2: "waiting"})

    assert backlog.count(tx) == BacklogCount(count=HEAD - 1 - 3 + 2, exact=True)

    store(tx, 11, 1, {3: "accepted", 4: "accepted"})

    assert backlog.count(tx) == BacklogCount(count=2 * (HEAD - 1) - 3 - 2 + 2, exact=True)

    attempts.add(tx, [an_attempt(6)])

    assert backlog.count(tx).exact is False


def test_the_count_is_not_exact_if_too_many_retries_wait(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backlog, "ROWS_MAX", 4)
    a_log(tx)
    store(tx, RECEIVER, HEAD, {1: "waiting", 2: "waiting", 3: "waiting"})
    assert backlog.count(tx) == BacklogCount(count=3, exact=True)

    store(tx, OTHER, HEAD, {3: "waiting"})

    assert backlog.count(tx).exact is False


def test_a_long_cancelled_range_is_skipped_in_one_step(tx: Transaction) -> None:
    a_log(tx, 3_000)
    receivers.insert(tx, a_receiver(RECEIVER, cursor=0))
    cancelled_ranges.add(tx, RECEIVER, [(1, 2_999)], asked_by="tok_1")

    assert backlog.oldest_at(tx) == occurred_at(3_000)
    assert backlog.count(tx) == BacklogCount(count=1, exact=True)


def with_lagging(tx: Transaction, count: int) -> None:
    for number in range(1, count + 1):
        receivers.insert(tx, a_receiver(number, cursor=1))


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_no_backlog_query_scans_a_table(tx: Transaction) -> None:
    a_log(tx)
    with_lagging(tx, 3)

    def of_each(tx: Transaction) -> Any:
        return backlog.lags(tx, [ReceiverId(one) for one in range(1, 4)])

    for look in (backlog.count, backlog.oldest_at, of_each):
        plans = plans_of(tx, look)
        for table in ("attempts", "events", "retries", "plants"):
            assert all(f"SCAN {table}" not in plan.replace(f"SCAN {table} USING", "") for plan in plans), plans


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_old_attempts_do_not_slow_the_backlog_queries(tx: Transaction) -> None:
    a_log(tx, 400)
    receivers.insert(tx, a_receiver(RECEIVER, cursor=300))

    def look(tx: Transaction) -> Any:
        return backlog.count(tx), backlog.oldest_at(tx), backlog.lags(tx, [RECEIVER])

    before = steps_of(tx, look)
    attempts.add(tx, [an_attempt(one) for one in range(1, 301)])

    assert steps_of(tx, look) <= before * 1.1


# Levels


def test_one_sample_is_stored_for_five_minutes(tx: Transaction) -> None:
    at = backlog_samples.interval_start(Instant(NOON + INTERVAL_US + 1))
    assert not backlog_samples.exists(tx, at)

    backlog_samples.insert(tx, BacklogSample(at=at, waiting=5))
    backlog_samples.insert(tx, BacklogSample(at=at, waiting=6))

    assert backlog_samples.exists(tx, backlog_samples.interval_start(Instant(NOON + 2 * INTERVAL_US - 1)))
    assert backlog_samples.between(tx, first=NOON, last=at) == [BacklogSample(at=at, waiting=5)]
    assert backlog_samples.between(tx, first=NOON, last=Instant(at - 1)) == []


def test_old_samples_are_removed_in_steps(tx: Transaction) -> None:
    old = [Instant(NOON - KEPT_US - count) for count in (3, 2, 1, 0)]
    for at in (*old, NOON):
        backlog_samples.insert(tx, BacklogSample(at=at, waiting=1))

    assert [backlog_samples.remove_old(tx, limit=2) for _ in range(3)] == [2, 1, 0]
    assert [level.at for level in backlog_samples.between(tx, first=Instant(0), last=NOON)] == [NOON - KEPT_US, NOON]
