"""Outcomes are written together with their consequences, exactly once, even if commits fail."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from plantstore.delivery.recorder import (
    BATCH_ROWS_MAX,
    ENOUGH_ROWS,
    REST_S_MAX,
    AttemptRecord,
    ReceiverUpdate,
    Recorder,
    write_records,
)
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.lease import shard_of
from plantstore.domain.errors import StoreFull
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import attempt_pages, attempts, cancelled_ranges, receivers, replays, retries
from tests.makers import NOON, RECEIVER, a_receiver, a_replay, a_retry, an_attempt
from tests.recording import Listener, a_record

pytestmark = pytest.mark.usefixtures("engine_kind")

OPEN = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, pauses=1, last_failed_at=NOON)
SILENT = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.SILENT, opened_at=NOON, last_failed_at=NOON)


@pytest.fixture
def at_work(tx: Transaction) -> Transaction:
    receivers.insert(tx, a_receiver())
    return tx


def write(tx: Transaction, *batch: AttemptRecord, cursor: int = 0) -> None:
    write_records(tx, batch=list(batch), updates={RECEIVER: ReceiverUpdate(cursor=cursor)})


def test_a_success_ends_its_retry_and_moves_the_cursor(at_work: Transaction) -> None:
    retries.upsert(at_work, [a_retry(1)])

    write(at_work, a_record(1, retry=a_retry(1)), cursor=1)

    assert retries.find(at_work, RECEIVER, 1) is None
    assert attempts.is_delivered(at_work, RECEIVER, 1)
    receiver = receivers.find(at_work, RECEIVER)
    assert receiver is not None
    assert receiver.cursor == 1


def tallied(tx: Transaction) -> list[tuple[int, ...]]:
    """The accepted and failed attempts of each hour."""
    return tx.execute("SELECT accepted, failed FROM tallies ORDER BY hour_at")


def test_recorded_attempts_are_counted(at_work: Transaction) -> None:
    write(at_work, a_record(1), a_record(2), a_record(3, following=a_retry(3)))
    write(at_work, a_record(4))

    assert tallied(at_work) == [(3, 1)]


def test_an_attempt_that_is_not_recorded_is_not_counted(at_work: Transaction) -> None:
    write(at_work, a_record(1))
    at_work.connection.script("SAVEPOINT before")

    with pytest.raises(Exception, match=r"(?i)unique"):
        write(at_work, a_record(2), a_record(1))
    at_work.connection.script("ROLLBACK TO SAVEPOINT before")

    assert tallied(at_work) == [(1, 0)]


def test_a_failure_is_recorded(at_work: Transaction) -> None:
    write(at_work, a_record(1, following=a_retry(1)))

    assert retries.find(at_work, RECEIVER, 1) == a_retry(1)


def test_a_failure_writes_no_retry_where_a_success_is_recorded(at_work: Transaction) -> None:
    attempts.add(at_work, [an_attempt(1, id=1)])

    write(at_work, a_record(1, following=a_retry(1)))

    assert retries.find(at_work, RECEIVER, 1) is None


def test_a_success_and_a_failure_of_one_delivery_in_one_batch_leave_it_delivered(at_work: Transaction) -> None:
    late_failure = AttemptRecord(Listener(), an_attempt(1, number=2, status=500), None, a_retry(1))

    write(at_work, late_failure, a_record(1))

    assert retries.find(at_work, RECEIVER, 1) is None


def test_a_failure_does_not_undo_a_cancellation(at_work: Transaction) -> None:
    retries.upsert(at_work, [a_retry(1, state=RetryState.CANCELLED)])

    write(at_work, a_record(1, following=a_retry(1, attempts=2)))

    row = retries.find(at_work, RECEIVER, 1)
    assert row is not None
    assert row.state is RetryState.CANCELLED


def test_a_failure_at_a_removed_receiver_writes_no_retry(at_work: Transaction) -> None:
    receivers.mark_deleted(at_work, RECEIVER)

    write(at_work, a_record(1, following=a_retry(1)))

    assert retries.find(at_work, RECEIVER, 1) is None
    assert attempts.count_of_delivery(at_work, RECEIVER, 1) == 1


def find_out(tx: Transaction, record: AttemptRecord) -> None:
    write_records(tx, batch=[record], updates={RECEIVER: ReceiverUpdate(cursor=0, breaker=(OPEN, 0))})


@pytest.mark.parametrize("probe", [a_record(1), a_record(1, following=a_retry(1))], ids=["accepted", "failed"])
def test_the_breaker_is_stored_whatever_the_outcome(at_work: Transaction, probe: AttemptRecord) -> None:
    find_out(at_work, probe)

    receiver = receivers.find(at_work, RECEIVER)
    assert receiver is not None
    assert receiver.breaker == OPEN


def test_the_breaker_of_a_removed_receiver_is_not_stored(at_work: Transaction) -> None:
    receivers.mark_deleted(at_work, RECEIVER)

    find_out(at_work, a_record(1))

    assert at_work.execute("SELECT count(*) FROM breakers") == [(0,)]


OTHER = ReceiverId(8)


def row_of(tx: Transaction, sequence: int = 1) -> RetryState | None:
    row = retries.find(tx, RECEIVER, sequence)
    return None if row is None else row.state


def test_a_late_failure_of_a_cancelled_range_writes_no_retry(at_work: Transaction) -> None:
    cancelled_ranges.add(at_work, RECEIVER, [(1, 3)], asked_by="tok_1")

    write(at_work, a_record(2, following=a_retry(2)), a_record(4, following=a_retry(4)))

    assert [row_of(at_work, sequence) for sequence in (2, 4)] == [None, RetryState.WAITING]
    assert attempts.count_of_delivery(at_work, RECEIVER, 2) == 1


def test_a_late_success_leaves_the_cancelled_range(at_work: Transaction) -> None:
    for receiver_id in (RECEIVER, OTHER):
        cancelled_ranges.add(at_work, receiver_id, [(1, 3)], asked_by="tok_1")

    write(at_work, a_record(2), a_record(7))

    assert cancelled_ranges.after(at_work, RECEIVER, 0) == [(1, 1), (3, 3)]
    assert cancelled_ranges.after(at_work, OTHER, 0) == [(1, 3)]


@pytest.mark.parametrize("state", list(RetryState))
def test_a_late_success_removes_the_row_in_any_state(at_work: Transaction, state: RetryState) -> None:
    retries.upsert(at_work, [a_retry(1, state=state), a_retry(2, state=state)])

    write(at_work, a_record(1, retry=a_retry(1)))

    assert [row_of(at_work, sequence) for sequence in (1, 2)] == [None, state]


def test_a_probe_that_failed_without_a_row_leaves_its_delivery_queued(at_work: Transaction) -> None:
    probe = AttemptRecord(Listener(), an_attempt(1, status=500), None, None)

    write(at_work, probe, cursor=0)

    receiver = receivers.find(at_work, RECEIVER)
    assert not probe.settles
    assert row_of(at_work) is None
    assert receiver is not None
    assert receiver.cursor == 0
    assert attempts.count_of_delivery(at_work, RECEIVER, 1) == 1


class FlakyDatabase:
    """Fails a given number of commits, then remembers the batches written and their updates."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.batches: list[list[int]] = []
        self.updates: list[dict[ReceiverId, ReceiverUpdate]] = []
        self.repeated: list[bool] = []

    def write(
        self, function: Callable[..., Any], *, bypass_queue_limit: bool = False, exclusive: bool = True
    ) -> "asyncio.Future[None]":
        assert bypass_queue_limit
        assert not exclusive
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.failures:
            self.failures -= 1
            future.set_exception(StoreFull())
        else:
            batch = function.keywords["batch"]  # type: ignore[attr-defined]
            self.batches.append([record.attempt.sequence for record in batch])
            self.updates.append(function.keywords["updates"])  # type: ignore[attr-defined]
            self.repeated.append(function.keywords["is_repeated"])  # type: ignore[attr-defined]
            future.set_result(None)
        return future


async def recorded(database: FlakyDatabase, count: int) -> list[int]:
    listener = Listener()
    recorder = Recorder(cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001])
    for sequence in range(1, count + 1):
        recorder.add(AttemptRecord(listener, an_attempt(sequence), None, None))
    async with asyncio.timeout(10):
        while len(listener.heard) < count:
            await asyncio.sleep(0.001)
    return listener.heard


async def test_a_batch_that_could_not_be_written_is_repeated_and_reported_only_then() -> None:
    database = FlakyDatabase(failures=4)

    assert await recorded(database, 3) == [1, 2, 3]
    assert database.batches == [[1, 2, 3]]


async def test_a_failing_store_is_reported_once_and_its_recovery_once() -> None:
    said: list[BaseException | None] = []
    listener, database = Listener(), FlakyDatabase(failures=3)
    recorder = Recorder(
        cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001], on_stuck=said.append
    )
    for sequence in (1, 2):
        recorder.add(AttemptRecord(listener, an_attempt(sequence), None, None))
        async with asyncio.timeout(10):
            while len(listener.heard) < sequence:
                await asyncio.sleep(0.001)

    why, again = said
    assert isinstance(why, StoreFull)
    assert again is None


async def test_an_exception_in_on_stuck_stops_nothing() -> None:
    def trip(_error: BaseException | None) -> None:
        raise ValueError("tripped")

    tripped: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: tripped.append(context["exception"]))
    listener, database = Listener(), FlakyDatabase(failures=2)
    recorder = Recorder(
        cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001], on_stuck=trip
    )
    for sequence in (1, 2):
        recorder.add(AttemptRecord(listener, an_attempt(sequence), None, None))
        async with asyncio.timeout(10):
            while len(listener.heard) < sequence:
                await asyncio.sleep(0.001)

    assert [type(one) for one in tripped] == [ValueError, ValueError]


async def test_a_batch_is_never_larger_than_its_limit() -> None:
    database = FlakyDatabase(failures=0)

    await recorded(database, 2 * BATCH_ROWS_MAX + 1)

    assert [len(batch) for batch in database.batches] == [BATCH_ROWS_MAX, BATCH_ROWS_MAX, 1]


async def test_an_exception_in_one_callback_does_not_affect_the_others() -> None:
    class Tripping(Listener):
        def on_recorded(self, records: list[AttemptRecord]) -> None:
            raise BrokenPipeError

    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["exception"]))
    listener = Listener()
    recorder = Recorder(
        cast(Database, FlakyDatabase(failures=0)), on_recorded=lambda records: Tripping().on_recorded([*records])
    )
    for sequence in range(1, BATCH_ROWS_MAX + 2):
        recorder.add(AttemptRecord(Tripping() if sequence == 1 else listener, an_attempt(sequence), None, None))
    async with asyncio.timeout(10):
        while len(listener.heard) < BATCH_ROWS_MAX:
            await asyncio.sleep(0.001)

    assert listener.heard == list(range(2, BATCH_ROWS_MAX + 2))
    assert len(faults) == 3, "one listener, and whoever is told of each of the two batches"


async def test_a_batch_notifies_each_worker_of_what_it_settles_and_of_replay_positions() -> None:
    database, worker, replay = FlakyDatabase(failures=0), Listener(OPEN), a_replay()
    recorder = Recorder(cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001])
    recorder.add(AttemptRecord(worker, an_attempt(1), None, None))
    recorder.add(AttemptRecord(worker, an_attempt(2, status=500), None, a_retry(2)))
    recorder.add(AttemptRecord(worker, an_attempt(3, status=500), None, None))  # a probe: it stays queued
    recorder.add(AttemptRecord(worker, an_attempt(9, replay_id=replay.id), None, None, replay))
    recorder.add(AttemptRecord(worker, an_attempt(8, status=500, replay_id=replay.id), None, None, replay))

    asked = cursors_asked(worker)
    async with asyncio.timeout(10):
        while not worker.heard:
            await asyncio.sleep(0.001)

    assert asked == [{1, 2, 9}]
    assert database.updates == [{RECEIVER: ReceiverUpdate(cursor=9, breaker=(OPEN, 0), replays={replay.id: 9})}]


def cursors_asked(worker: Listener) -> list[set[int]]:
    """The sequences with which the worker is asked for its cursor, from now on."""
    asked: list[set[int]] = []
    cursor_with = worker.cursor_with

    def listening(sequences: set[int]) -> int:
        asked.append(sequences)
        return cursor_with(sequences)

    worker.cursor_with = listening  # type: ignore[method-assign]
    return asked


async def test_a_repeated_batch_stores_the_breaker_of_that_time() -> None:
    database, worker = FlakyDatabase(failures=1), Listener(OPEN, SILENT)
    recorder = Recorder(cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001])
    recorder.add(AttemptRecord(worker, an_attempt(1, status=500), None, a_retry(1)))
    async with asyncio.timeout(10):
        while not worker.heard:
            await asyncio.sleep(0.001)

    assert [update[RECEIVER].breaker for update in database.updates] == [(SILENT, 0)]


def test_a_batch_with_an_unknown_outcome_is_written_once(at_work: Transaction) -> None:
    replay = a_replay()
    replays.insert(at_work, replay)
    batch = [
        AttemptRecord(Listener(), an_attempt(1, status=500), None, a_retry(1)),
        AttemptRecord(Listener(), an_attempt(2, replay_id=replay.id), None, None, replay),
    ]
    write_records(at_work, batch=batch, updates={RECEIVER: ReceiverUpdate(cursor=1, replays={replay.id: 2})})

    later = ReceiverUpdate(cursor=2, breaker=(SILENT, 0), replays={replay.id: 3})
    write_records(at_work, batch=batch, updates={RECEIVER: later}, is_repeated=True)

    receiver, found = receivers.find(at_work, RECEIVER), replays.find(at_work, RECEIVER, replay.id)
    assert receiver is not None
    assert found is not None
    assert (receiver.cursor, receiver.breaker.state) == (2, BreakerState.DISABLED)
    assert (found.position, found.accepted) == (3, 1)
    assert attempts.count_of_delivery(at_work, RECEIVER, 1) == 1
    assert tallied(at_work) == [(1, 1)]
    at_work.run_pre_commit_hooks()
    places = attempt_pages.next_positions(at_work, after=0, limit=10)
    assert [place.attempt_id for place in places] == [record.attempt.id for record in batch]


def test_a_repeated_batch_that_was_not_written_is_written(at_work: Transaction) -> None:
    write_records(at_work, batch=[a_record(1)], updates={RECEIVER: ReceiverUpdate(cursor=1)}, is_repeated=True)

    assert attempts.is_delivered(at_work, RECEIVER, 1)


async def test_only_a_repeated_batch_may_have_been_written_before() -> None:
    database = FlakyDatabase(failures=1)
    await recorded(database, 1)
    await recorded(database, 1)

    assert database.repeated == [True, False]


def a_shard_of(tx: Transaction, *, epoch: int) -> None:
    tx.update("UPDATE shards SET epoch = ? WHERE shard = ?", (epoch, shard_of(RECEIVER)))


def write_as(tx: Transaction, epoch: int | None, *batch: AttemptRecord, **standing: Any) -> frozenset[ReceiverId]:
    known = ReceiverUpdate(cursor=9, epoch=epoch, **standing)
    return write_records(tx, batch=list(batch), updates={RECEIVER: known})


def test_the_owner_of_the_shard_writes_everything(at_work: Transaction) -> None:
    a_shard_of(at_work, epoch=3)

    stale = write_as(at_work, 3, a_record(1, following=a_retry(1)))

    assert stale == frozenset()
    assert retries.find(at_work, RECEIVER, 1) is not None
    assert found_cursor(at_work) == 9


def found_cursor(tx: Transaction) -> int:
    receiver = receivers.find(tx, RECEIVER)
    assert receiver is not None
    return receiver.cursor


@pytest.mark.parametrize("epoch", [2, 4])
def test_a_failure_of_a_previous_owner_is_recorded_and_changes_nothing_else(at_work: Transaction, epoch: int) -> None:
    a_shard_of(at_work, epoch=3)
    replay = a_replay()
    replays.insert(at_work, replay)
    retries.upsert(at_work, [a_retry(2, attempts=1)])
    at_work.changes.receivers.clear()

    stale = write_as(
        at_work,
        epoch,
        a_record(1, following=a_retry(1)),
        a_record(2, retry=a_retry(2), following=a_retry(2, attempts=2)),
        AttemptRecord(Listener(), an_attempt(3, status=500, replay_id=replay.id), None, None, replay),
        breaker=(OPEN, 0),
        replays={replay.id: 3},
    )

    assert stale == {RECEIVER}
    assert [attempts.count_of_delivery(at_work, RECEIVER, sequence) for sequence in (1, 2, 3)] == [1, 1, 1]
    assert tallied(at_work) == [(0, 3)]
    assert retries.find(at_work, RECEIVER, 1) is None
    assert retries.find(at_work, RECEIVER, 2) == a_retry(2, attempts=1)
    assert found_cursor(at_work) == 0
    assert replays.find(at_work, RECEIVER, replay.id) == replace(replay, failed=1), "its attempt stands there"
    receiver = receivers.find(at_work, RECEIVER)
    assert receiver is not None
    assert receiver.breaker.state is BreakerState.CLOSED
    assert at_work.changes.receivers == set(), "there is nothing to tell its owner"


def test_a_success_of_a_previous_owner_counts_and_the_owner_is_notified(at_work: Transaction) -> None:
    a_shard_of(at_work, epoch=3)
    retries.upsert(at_work, [a_retry(1), a_retry(2, state=RetryState.EXHAUSTED)])
    cancelled_ranges.add(at_work, RECEIVER, [(4, 6)], asked_by="tok_1")
    at_work.changes.receivers.clear()

    stale = write_as(at_work, 2, a_record(1), a_record(2), a_record(5))

    assert stale == {RECEIVER}
    assert [attempts.is_delivered(at_work, RECEIVER, sequence) for sequence in (1, 2, 5)] == [True] * 3
    assert [retries.find(at_work, RECEIVER, sequence) for sequence in (1, 2)] == [None, None]
    assert cancelled_ranges.after(at_work, RECEIVER, 0) == [(4, 4), (6, 6)]
    assert found_cursor(at_work) == 0
    assert at_work.changes.receivers == {RECEIVER}


def test_a_batch_of_many_receivers_takes_few_statements(at_work: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [ReceiverId(RECEIVER + number) for number in range(1, 65)]
    for other in others:
        receivers.insert(at_work, a_receiver(other))
    batch = [
        AttemptRecord(Listener(), an_attempt(1, id=100 + at, receiver_id=other), None, None)
        for at, other in enumerate(others)
    ]
    asked: list[str] = []
    for name in ("execute", "update", "insert"):
        monkeypatch.setattr(Transaction, name, noting(getattr(Transaction, name), asked))

    write_records(at_work, batch=batch, updates=dict.fromkeys(others, ReceiverUpdate(cursor=1, epoch=0)))

    assert len(asked) <= 8
    assert at_work.execute("SELECT count(*) FROM receivers WHERE cursor = 1") == [(len(others),)]


def noting(call: Callable[..., Any], asked: list[str]) -> Callable[..., Any]:
    def noted(tx: Transaction, text: str, *values: Any) -> Any:
        asked.append(text)
        return call(tx, text, *values)

    return noted


def test_only_the_revoked_receiver_of_a_batch_is_stale(at_work: Transaction) -> None:
    other = ReceiverId(RECEIVER + 1)
    receivers.insert(at_work, a_receiver(other))
    a_shard_of(at_work, epoch=3)
    theirs = AttemptRecord(
        Listener(), an_attempt(1, id=7, status=500, receiver_id=other), None, a_retry(1, receiver_id=other)
    )
    updates = {RECEIVER: ReceiverUpdate(cursor=1, epoch=2), other: ReceiverUpdate(cursor=1, epoch=0)}

    stale = write_records(at_work, batch=[a_record(1, following=a_retry(1)), theirs], updates=updates)

    assert stale == {RECEIVER}
    assert retries.find(at_work, RECEIVER, 1) is None
    assert retries.find(at_work, other, 1) is not None


class Written:
    """A database that remembers writes and finishes them when the test says so."""

    def __init__(self) -> None:
        self.batches: list[dict[ReceiverId, ReceiverUpdate]] = []
        self.sequences: list[list[int]] = []
        self.futures: list[asyncio.Future[frozenset[ReceiverId]]] = []

    def write(self, function: Any, **how: bool) -> "asyncio.Future[frozenset[ReceiverId]]":
        self.batches.append(function.keywords["updates"])
        self.sequences.append([record.attempt.sequence for record in function.keywords["batch"]])
        self.futures.append(asyncio.get_running_loop().create_future())
        return self.futures[-1]

    async def commit(self, number: int) -> None:
        """Wait until this many commits have begun, and let the last of them succeed."""
        async with asyncio.timeout(10):
            while len(self.futures) < number:
                await asyncio.sleep(0.001)
        self.futures[number - 1].set_result(frozenset())
        await asyncio.sleep(0)


@dataclass
class Trickling:
    """A recorder whose first commit took twice REST_S_MAX, with one record waiting."""

    database: Written
    recorder: Recorder
    source: Listener

    def add(self, *sequences: int) -> None:
        for sequence in sequences:
            self.recorder.add(AttemptRecord(self.source, an_attempt(sequence), None, None))


async def trickling() -> Trickling:
    database = Written()
    recorder = Recorder(cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001])
    made = Trickling(database, recorder, Listener())
    made.add(1)
    await asyncio.sleep(2 * REST_S_MAX)
    assert database.sequences == [[1]], "a lone record does not wait"
    made.add(2)
    await database.commit(1)
    return made


async def test_slow_commits_are_shared() -> None:
    made = await trickling()
    made.add(3)
    assert made.database.sequences == [[1]]

    await made.database.commit(2)

    assert made.database.sequences == [[1], [2, 3]]


async def test_a_large_batch_is_flushed_immediately() -> None:
    many = range(3, 2 + ENOUGH_ROWS)

    made = await trickling()
    made.add(*many)
    assert made.database.sequences == [[1], [2, *many]]

    made.add(*range(1_000, 1_000 + ENOUGH_ROWS))
    await made.database.commit(2)

    assert len(made.database.futures) == 3


async def test_two_workers_of_a_regained_receiver_are_recorded_one_after_the_other() -> None:
    database, stale = Written(), list[frozenset[ReceiverId]]()
    recorder = Recorder(
        cast(Database, database), on_recorded=lambda records: None, retry_delays_s=[0.001], on_stale=stale.append
    )
    old, new = Listener(epoch=1), Listener(epoch=3)
    for source, sequence in ((old, 1), (new, 1), (old, 2), (new, 2)):
        recorder.add(AttemptRecord(source, an_attempt(sequence), None, None))
    await asyncio.sleep(0.001)
    database.futures[0].set_result(frozenset({RECEIVER}))
    await database.commit(2)

    assert [one[RECEIVER].epoch for one in database.batches] == [1, 3]
    assert (old.heard, new.heard) == ([1, 2], [1, 2])
    assert stale == [{RECEIVER}]
