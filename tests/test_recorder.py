"""Outcomes reach the database together with what follows from them, once, whatever the database does meanwhile."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from plantstore import recorder as recording
from plantstore.domain.breaker import Breaker
from plantstore.domain.delivery import Retry, RetryState
from plantstore.domain.errors import StoreFull
from plantstore.domain.identity import ReceiverId
from plantstore.recorder import BATCH_ROWS_MAX, Record, Recorder, Standing, write_records
from plantstore.storage import attempts, receivers, retries
from plantstore.storage.database import Database, Transaction
from tests.makers import RECEIVER, a_receiver, a_retry, an_attempt
from tests.running import run


class Listener:
    """Stands in for a pump."""

    receiver_id: ReceiverId = RECEIVER

    def __init__(self) -> None:
        self.heard: list[int] = []

    def cursor_with(self, sequences: set[int]) -> int:
        return max(sequences, default=0)

    def found(self) -> tuple[Breaker, int] | None:
        return None

    def replay_position(self, replay_id: str, ended: set[int]) -> int:
        return 0

    def recorded(self, records: list[Record]) -> None:
        self.heard.extend(record.attempt.sequence for record in records)


def a_record(sequence: int = 1, *, retry: Retry | None = None, following: Retry | None = None) -> Record:
    return Record(Listener(), an_attempt(sequence, status=500 if following else 204), retry, following)


@pytest.fixture
def at_work(tx: Transaction) -> Transaction:
    receivers.insert(tx, a_receiver())
    return tx


def write(tx: Transaction, *batch: Record, cursor: int = 0) -> None:
    write_records(tx, batch=list(batch), standings={RECEIVER: Standing(cursor=cursor)})


def test_a_success_ends_its_retry_and_moves_the_cursor(at_work: Transaction) -> None:
    retries.put(at_work, [a_retry(1)])

    write(at_work, a_record(1, retry=a_retry(1)), cursor=1)

    assert retries.find(at_work, RECEIVER, 1) is None
    assert attempts.is_delivered(at_work, RECEIVER, 1)
    receiver = receivers.find(at_work, RECEIVER)
    assert receiver is not None
    assert receiver.cursor == 1


def test_a_failure_is_written_down(at_work: Transaction) -> None:
    write(at_work, a_record(1, following=a_retry(1)))

    assert retries.find(at_work, RECEIVER, 1) == a_retry(1)


def test_a_failure_writes_no_retry_where_a_success_is_recorded(at_work: Transaction) -> None:
    attempts.add(at_work, [an_attempt(1, id=1)])

    write(at_work, a_record(1, following=a_retry(1)))

    assert retries.find(at_work, RECEIVER, 1) is None


def test_a_success_and_a_failure_of_one_delivery_in_one_batch_leave_it_delivered(at_work: Transaction) -> None:
    late_failure = Record(Listener(), an_attempt(1, number=2, status=500), None, a_retry(1))

    write(at_work, late_failure, a_record(1))

    assert retries.find(at_work, RECEIVER, 1) is None


def test_a_failure_does_not_undo_a_cancellation(at_work: Transaction) -> None:
    retries.put(at_work, [a_retry(1, state=RetryState.CANCELLED)])

    write(at_work, a_record(1, following=a_retry(1, attempts=2)))

    row = retries.find(at_work, RECEIVER, 1)
    assert row is not None
    assert row.state is RetryState.CANCELLED


def test_nothing_is_owed_to_a_receiver_that_was_removed_meanwhile(at_work: Transaction) -> None:
    receivers.mark_deleted(at_work, RECEIVER)

    write(at_work, a_record(1, following=a_retry(1)))

    assert retries.find(at_work, RECEIVER, 1) is None
    assert attempts.of_delivery(at_work, RECEIVER, 1, event_id="evt_1") != []


class FlakyDatabase:
    """Fails so many commits, then remembers the batches that were written."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.batches: list[list[int]] = []

    def write(self, function: Callable[..., Any], *, urgent: bool = False) -> "asyncio.Future[None]":
        assert urgent
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.failures:
            self.failures -= 1
            future.set_exception(StoreFull())
        else:
            batch = function.keywords["batch"]  # type: ignore[attr-defined]
            self.batches.append([record.attempt.sequence for record in batch])
            future.set_result(None)
        return future


async def recorded(database: FlakyDatabase, count: int) -> list[int]:
    listener = Listener()
    recorder = Recorder(cast(Database, database), on_recorded=lambda records: None)
    for sequence in range(1, count + 1):
        recorder.add(Record(listener, an_attempt(sequence), None, None))
    async with asyncio.timeout(10):
        while len(listener.heard) < count:
            await asyncio.sleep(0.001)
    return listener.heard


def test_a_batch_that_could_not_be_written_is_written_later_and_only_then_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "TRY_AGAIN_S", (0.001,))

    async def test() -> None:
        database = FlakyDatabase(failures=4)

        assert await recorded(database, 3) == [1, 2, 3]
        assert database.batches == [[1, 2, 3]]

    run(test)


def test_a_batch_is_never_larger_than_its_limit() -> None:
    async def test() -> None:
        database = FlakyDatabase(failures=0)

        await recorded(database, 2 * BATCH_ROWS_MAX + 1)

        assert [len(batch) for batch in database.batches] == [BATCH_ROWS_MAX, BATCH_ROWS_MAX, 1]

    run(test)


def test_whoever_trips_over_the_news_keeps_it_from_nobody_else() -> None:
    class Tripping(Listener):
        def recorded(self, records: list[Record]) -> None:
            raise BrokenPipeError

    async def test() -> None:
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["exception"]))
        listener = Listener()
        recorder = Recorder(
            cast(Database, FlakyDatabase(failures=0)), on_recorded=lambda records: Tripping().recorded([*records])
        )
        for sequence in range(1, BATCH_ROWS_MAX + 2):
            recorder.add(Record(Tripping() if sequence == 1 else listener, an_attempt(sequence), None, None))
        async with asyncio.timeout(10):
            while len(listener.heard) < BATCH_ROWS_MAX:
                await asyncio.sleep(0.001)

        assert listener.heard == list(range(2, BATCH_ROWS_MAX + 2))
        assert len(faults) == 3, "one listener, and whoever is told of each of the two batches"

    run(test)
