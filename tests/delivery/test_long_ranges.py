"""A receiver with a million erased events: nothing is done for each of them."""

from pathlib import Path
from typing import Any

import pytest

from plantstore.delivery.receiver_snapshot import ReceiverSnapshot, load_checkpoint, load_snapshot
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.domain.deliveries.sequence_ranges import SequenceRanges
from plantstore.receivers.commands import find
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_counts
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import attempts, cancelled_ranges, events, receivers, retries
from tests.delivery.worker_runs import TEMPLATE, a_world
from tests.domain.deliveries.test_settled import FEW_LINES, lines_of
from tests.makers import RECEIVER, a_receiver, a_retry, an_attempt, an_event

pytestmark = pytest.mark.usefixtures("engine_kind")

LIVE, MANY = 3, 1_000_000
ROWS_MAX = 20


class Counting:
    """A transaction that counts the rows it returns."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self.rows = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tx, name)

    def execute(self, *arguments: Any) -> list[Any]:
        found = self._tx.execute(*arguments)
        self.rows += len(found)
        return found


def a_long_range(tx: Transaction) -> None:
    """Events 1 to 3, and a head a million further on; the events in between are cancelled."""
    events.add(tx, [an_event(number) for number in (1, 2, LIVE, MANY + LIVE + 1, MANY + LIVE + 2)])
    cancelled_ranges.add(tx, RECEIVER, [(LIVE + 1, LIVE + MANY)], asked_by="retention")


def test_the_lag_is_counted_from_a_few_rows(tx: Transaction) -> None:
    receivers.insert(tx, a_receiver())
    a_long_range(tx)
    attempts.add(tx, [an_attempt(2), an_attempt(MANY)])  # the second lies in the range: it counts once
    retries.upsert(tx, [a_retry(LIVE)])
    counting: Any = Counting(tx)

    receiver = find(tx, RECEIVER)

    assert lag(counting, receiver) == 4, "1 and the last two are untried, 3 is retried"
    assert sum(delivery_counts.of_receiver(counting, receiver).by_state.values()) == MANY + LIVE + 2
    assert counting.rows < ROWS_MAX


async def test_a_long_cancelled_range_is_read_and_passed_in_few_steps(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.database.write(a_long_range)

        def load(tx: Transaction) -> tuple[int, Any, ReceiverSnapshot]:
            counting: Any = Counting(tx)
            receiver = find(tx, RECEIVER)
            found = load_checkpoint(counting, receiver), load_snapshot(counting, receiver)
            return counting.rows, *found

        rows, checkpoint, snapshot = await world.database.read(load)
        assert rows < ROWS_MAX
        assert list(snapshot.cancelled) == [(LIVE + 1, LIVE + MANY)]
        world.context.event_log.note_head(MANY + LIVE + 2)
        made: list[ReceiverWorker] = []

        def start() -> None:
            made.append(ReceiverWorker(snapshot, TEMPLATE, checkpoint, world.context))
            made[0].pull()

        assert lines_of(start) < FEW_LINES
        await world.quiet()
        for sequence in (1, 2, 3):
            assert world.network.open[0].sequence == sequence
            world.network.answer()
            await world.quiet()
        assert made[0].cursor == MANY + LIVE
        assert not made[0]._settled.beyond_cursor
        assert lines_of(lambda: made[0].update(snapshot, TEMPLATE)) < FEW_LINES


def test_erased_events_are_read_as_ranges(tx: Transaction) -> None:
    events.add(tx, [an_event(number) for number in range(1, 10)])
    events.erase(tx, [2, 3, 4, 7, 9])

    assert events.erased_ranges(tx, first=1, last=9) == [(2, 4), (7, 7), (9, 9)]
    assert events.erased_ranges(tx, first=3, last=8) == [(3, 4), (7, 7)]
    assert SequenceRanges(events.erased_ranges(tx, first=1, last=9)).gaps(1, 9) == [(1, 1), (5, 6), (8, 8)]
