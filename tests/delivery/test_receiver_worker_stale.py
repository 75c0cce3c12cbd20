"""Stale reads: commits between a read and its use make it out of date."""

import asyncio
import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

import pytest

from plantstore.delivery.context import READ_RETRY_S
from plantstore.delivery.recorder import Recorder
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import after
from plantstore.receivers import deliveries
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import attempts, receivers, replays, retries
from tests.delivery.worker_runs import TEMPLATE, World, a_world
from tests.makers import NOON, RECEIVER, a_replay, a_retry, an_attempt, an_outcome

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("the order of a worker's steps does not depend on the engine"),
]

Result = TypeVar("Result")
FAILED = ReplayOnly.FAILED
HOUR_S = 3_600


class SlowDatabase:
    """Delays reads and writes until the test releases them."""

    def __init__(self, database: Database) -> None:
        self.holds_reads = self.holds_writes = self.fails = False
        self._database = database
        self._free = asyncio.Event()
        self._held: list[Callable[[], None]] = []

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        holds = self.holds_reads
        result = await self._database.read(function)
        if holds:
            await self._free.wait()
            if self.fails:
                raise Unavailable
        return result

    def write(
        self, function: Callable[[Transaction], Result], *, bypass_queue_limit: bool = False, exclusive: bool = True
    ) -> "asyncio.Future[Result]":
        if not self.holds_writes:
            return self._database.write(function, bypass_queue_limit=bypass_queue_limit, exclusive=exclusive)
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def forward() -> None:
            written = self._database.write(function, bypass_queue_limit=bypass_queue_limit, exclusive=exclusive)
            written.add_done_callback(lambda done: future.set_result(done.result()))

        self._held.append(forward)
        return future

    def release_reads(self) -> None:
        self.holds_reads = False
        self._free.set()
        self._free = asyncio.Event()

    def release_writes(self) -> None:
        self.holds_writes = False
        for forward in self._held:
            forward()
        self._held.clear()


def slow(world: World) -> SlowDatabase:
    """Delay the worker's access to the store; the test's own access stays fast."""
    database = SlowDatabase(world.database)
    slowed = cast(Database, database)
    recorder = Recorder(slowed, on_recorded=lambda records: None)
    world.context = replace(world.context, database=slowed, recorder=recorder)
    return database


async def what_was_sent(world: World, *, given_up: tuple[int, ...] = (), events: int = 10) -> None:
    """Add events that were delivered or, if in `given_up`, exhausted."""
    await world.add(events)
    delivered = [an_attempt(n) for n in range(1, events + 1) if n not in given_up]
    rows = [replace(a_retry(n, attempts=ATTEMPTS_MAX), state=RetryState.EXHAUSTED) for n in given_up]
    await world.database.write(lambda tx: attempts.add(tx, delivered))
    await world.database.write(lambda tx: retries.upsert(tx, rows))
    await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, events))


async def ask(world: World, *asked: Replay) -> None:
    for one in asked:
        await world.database.write(lambda tx, one=one: replays.insert(tx, one))  # type: ignore[misc]


async def the_replay(world: World, replay_id: str = "rpl_1") -> Replay:
    found = await world.database.read(lambda tx: replays.find(tx, RECEIVER, replay_id))
    assert found is not None
    return found


async def answer_all(world: World, status: int = 204) -> None:
    while world.network.open:
        world.network.answer(status)
        await world.quiet()


def order_of(world: World) -> list[int]:
    return [sequence for sequence, _ in world.network.all]


# Replays, and other changes of the same deliveries


async def test_a_replay_continues_when_its_receiver_works_again_with_an_empty_backlog(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world)
        await ask(world, a_replay(first=1, last=10))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        while not worker.breaker.is_open:
            world.network.answer(500)
            await world.quiet()
        assert not world.network.open

        await world.move(worker, 10)
        await answer_all(world)

        ended = await the_replay(world)
        assert not worker.breaker.is_open
        assert (ended.state, ended.accepted, ended.failed) == (ReplayState.DONE, 5, 5)


async def test_while_a_receiver_is_down_a_replay_sends_no_more_than_probes(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, events=40)
        await ask(world, a_replay(first=1, last=40))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        while not worker.breaker.is_open:
            world.network.answer(500)
            await world.quiet()
        failed = len(world.network.all)

        for _ in range(4):
            await world.move(worker, 0.1)
            await answer_all(world, 500)
        assert len(world.network.all) == failed, "the pause is kept"
        await world.move(worker, 10)
        await answer_all(world, 500)

        assert failed < len(world.network.all) <= failed + 3


async def test_a_retry_that_falls_due_during_a_failing_replay_is_sent_after_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(1,))
        due_at = after(NOON, seconds=10)
        again = replace(a_retry(1), next_attempt_at=due_at)
        await world.database.write(lambda tx: retries.request_retry(tx, RECEIVER, 1))
        await world.database.write(lambda tx: retries.upsert(tx, [again]))
        await ask(world, a_replay(first=1, last=1))
        worker = await world.start()
        await world.quiet()
        assert order_of(world) == [1]

        await world.move(worker, 11)
        world.network.answer(500)
        await world.quiet()

        assert order_of(world) == [1, 1]
        await answer_all(world)
        assert await world.retry(1) is None


async def test_a_delivery_cancelled_after_a_replay_has_read_it_is_not_sent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(4, 6, 8))
        await ask(world, a_replay(first=1, last=9, only=FAILED))
        worker = await world.start(max_concurrency=1)
        await world.quiet()

        await world.command(worker, lambda tx: deliveries.cancel(tx, RECEIVER, 6, asked_by="tok_1"))
        await answer_all(world)

        assert order_of(world) == [4, 8]
        assert (await the_replay(world)).state is ReplayState.DONE


async def test_a_delivery_cancelled_while_a_replay_reads_it_is_not_sent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(4, 6))
        await ask(world, a_replay(first=1, last=9, only=FAILED))
        database = slow(world)
        database.holds_reads = True
        worker = await world.start(max_concurrency=1)
        await world.quiet()

        await world.command(worker, lambda tx: deliveries.cancel(tx, RECEIVER, 4, asked_by="tok_1"))
        database.release_reads()
        await world.quiet()
        await answer_all(world)

        assert order_of(world) == [6]
        assert (await the_replay(world)).state is ReplayState.DONE


async def test_a_delivery_that_a_manual_retry_delivered_is_not_sent_by_a_replay_of_failures(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(4, 6))
        await ask(world, a_replay(first=1, last=9, only=FAILED))
        worker = await world.start(max_concurrency=1)
        await world.quiet()

        await world.command(worker, lambda tx: deliveries.retry_now(tx, RECEIVER, 6))
        await answer_all(world)

        assert order_of(world) == [4, 6]
        assert (await the_replay(world)).state is ReplayState.DONE


@pytest.mark.both_engines
@pytest.mark.parametrize("status", [204, 500])
async def test_two_replays_of_failures_send_each_delivery_once(tmp_path: Path, status: int) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(4, 6))
        await ask(world, a_replay(first=1, last=9, only=FAILED), a_replay("rpl_2", first=1, last=9, only=FAILED))
        await world.start(max_concurrency=4)
        await world.quiet()
        await answer_all(world, status)

        assert sorted(order_of(world)) == [4, 6]
        assert (await the_replay(world)).state is ReplayState.DONE
        assert (await the_replay(world, "rpl_2")).state is ReplayState.DONE


async def test_a_replay_ends_if_its_last_page_is_read_while_its_last_outcome_is_written(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path, page=1) as world:
        await what_was_sent(world, given_up=(4,))
        await ask(world, a_replay(first=1, last=9, only=FAILED))
        database = slow(world)
        await world.start(max_concurrency=1)
        await world.quiet()
        database.holds_reads = database.holds_writes = True
        world.network.answer(204)
        await world.quiet()

        database.release_reads()
        await world.quiet()
        database.release_writes()
        await world.quiet()

        ended = await the_replay(world)
        assert (ended.state, ended.position, ended.accepted) == (ReplayState.DONE, 9, 1)


async def test_a_replay_cancelled_during_a_read_keeps_its_position(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world)
        await ask(world, a_replay(first=1, last=9, only=FAILED))
        database = slow(world)
        database.holds_reads = True
        worker = await world.start()
        await world.quiet()

        await world.command(worker, lambda tx: replays.cancel(tx, a_replay(first=1, last=9)))
        database.release_reads()
        await world.quiet()

        ended = await the_replay(world)
        assert (ended.state, ended.position) == (ReplayState.CANCELLED, 0)


async def test_a_manual_retry_requested_during_a_replay_does_not_wait_for_the_next_due_time(
    tmp_path: Path,
) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(2,))
        await ask(world, a_replay(first=1, last=10, only=FAILED))
        worker = await world.start()
        await world.quiet()
        assert world.network.waiting == [2]

        await world.command(worker, lambda tx: retries.request_retry(tx, RECEIVER, 2))
        world.network.open.pop().done(an_outcome(500, retry_after_s=float(HOUR_S)))
        await world.quiet()

        assert order_of(world) == [2, 2]


# Outcomes that are recorded while a snapshot is read


@pytest.mark.both_engines
async def test_a_snapshot_is_stale_if_its_manual_retry_was_recorded_while_it_was_read(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, given_up=(1,))
        await world.database.write(lambda tx: retries.request_retry(tx, RECEIVER, 1))
        worker = await world.start()
        await world.quiet()
        worker.hold()
        wishes = await world.load()
        assert wishes.requested
        await answer_all(world)

        assert not worker.update(wishes, TEMPLATE)
        worker.hold()
        assert worker.update(await world.load(), TEMPLATE)
        await world.quiet()

        assert order_of(world) == [1]


async def test_a_snapshot_is_stale_if_its_replay_ended_while_it_was_read(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world)
        await ask(world, a_replay(first=3, last=4))
        worker = await world.start(max_concurrency=4)
        await world.quiet()
        world.network.answer(204, sequence=3)
        await world.quiet()
        worker.hold()
        wishes = await world.load()
        assert wishes.replays
        await answer_all(world)

        assert not worker.update(wishes, TEMPLATE)
        worker.hold()
        assert worker.update(await world.load(), TEMPLATE)
        await world.quiet()

        assert order_of(world) == [3, 4]
        assert (await the_replay(world)).accepted == 2


async def test_a_probe_read_before_a_change_of_its_receiver_is_not_sent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        for _ in range(5):
            world.network.answer(500)
            await world.quiet()
            await world.move(worker, 300)
        assert worker.breaker.is_open
        while not world.network.open:
            await world.move(worker, 300)
        world.network.answer(500)
        await world.quiet()
        database = slow(world)
        worker._probe._reader._context = world.context
        database.holds_reads = True
        await world.move(worker, 1_000)
        assert not world.network.open, "the next probe is being read"

        await world.command(worker, lambda tx: deliveries.cancel(tx, RECEIVER, 1, asked_by="tok_1"))
        sent = len(world.network.all)
        database.release_reads()
        await world.quiet()

        assert len(world.network.all) == sent


# Reads that fail after they were given up


@pytest.mark.parametrize("ends", ["the replay", "the process"])
async def test_a_read_that_fails_after_its_end_is_not_reported(tmp_path: Path, ends: str) -> None:
    async with a_world(tmp_path) as world:
        faults: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, about: faults.append(about["message"]))
        await what_was_sent(world, given_up=(2, 3))
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(5)]))
        await ask(world, a_replay(first=1, last=9, only=FAILED))
        database = slow(world)
        database.holds_reads = database.fails = True
        worker = await world.start()
        await world.quiet()

        if ends == "the replay":
            await world.command(worker, lambda tx: replays.cancel(tx, a_replay(first=1, last=9)))
        else:
            worker.stop()
        database.release_reads()
        await world.quiet()
        gc.collect()

        assert not faults


# Due retries, and a clock that is set back before they are read


async def test_a_retry_due_at_a_change_is_sent_even_if_the_clock_is_set_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, events=2)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1)]))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        assert world.network.waiting == [1], "and there is no room for another"
        world.clock.leap(HOUR_S)
        await world.command(worker, lambda tx: retries.upsert(tx, [a_retry(2)]))

        world.clock.leap(-HOUR_S)
        await answer_all(world)

        assert order_of(world) == [1, 2]


async def test_a_due_retry_is_sent_after_a_failed_read_even_if_the_clock_is_set_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, events=2)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(2)]))
        database = slow(world)
        database.holds_reads = database.fails = True
        world.clock.leap(HOUR_S)
        worker = await world.start()
        await world.quiet()
        database.release_reads()
        await world.quiet()
        assert not world.network.all, "it could not be read"

        world.clock.leap(-HOUR_S)
        await world.move(worker, READ_RETRY_S)

        assert order_of(world) == [2]


async def test_a_failed_read_is_repeated_after_a_delay(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await what_was_sent(world, events=2)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(2)]))
        database = slow(world)
        database.holds_reads = database.fails = True
        worker = await world.start()
        await world.quiet()
        database.release_reads()
        await world.quiet()

        await world.move(worker, READ_RETRY_S / 2)
        assert not world.network.all
        await world.move(worker, READ_RETRY_S / 2)

        assert order_of(world) == [2]
