"""Ordered receivers, rates, manual retries, cancellations and replays."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, OutcomeKind, RetryState
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import (
    attempts,
    breakers,
    cancelled_ranges,
    events,
    receivers,
    replays,
    retries,
)
from tests.delivery.worker_runs import World, a_world
from tests.makers import NOON, RECEIVER, a_replay, a_retry, an_attempt, an_event, an_outcome

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("what a worker sends does not depend on the engine"),
]

FAR = Instant(NOON + 10**12)


async def the_replay(world: World) -> Replay:
    found = await world.database.read(lambda tx: replays.find(tx, RECEIVER, "rpl_1"))
    assert found is not None
    return found


async def answer_all(world: World, status: int = 204) -> None:
    while world.network.open:
        world.network.answer(status)
        await world.quiet()


def order_of(world: World) -> list[int]:
    return [sequence for sequence, _ in world.network.all]


# Ordered receivers


async def test_an_ordered_receiver_gets_events_one_by_one_and_a_failure_blocks_the_rest(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(20)
        worker = await world.start(ordered=True)
        tries: dict[int, int] = {}

        def status(sequence: int) -> int:
            assert len(world.network.open) == 1
            tries[sequence] = tries.get(sequence, 0) + 1
            return 500 if sequence % 5 == 0 and tries[sequence] <= 2 else 204

        await world.live(worker, status, until=lambda: tries.get(20) == 3)

        assert set(order_of(world)) == set(range(1, 21))
        assert order_of(world) == sorted(order_of(world)), "never one before the one that failed"
        assert [n for n, count in tries.items() if count == 3] == [5, 10, 15, 20]


async def test_waiting_retries_go_first_when_a_receiver_becomes_ordered(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(8)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(2), a_retry(4, next_attempt_at=FAR)]))
        await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 5))
        worker = await world.start(ordered=True)
        await world.quiet()
        world.network.answer(204)
        await world.quiet()
        assert order_of(world) == [2], "the next one waits for its time, and holds up the rest"

        await world.move(worker, (FAR - world.clock.now()) / SECOND_US)
        await answer_all(world)

        assert order_of(world) == [2, 4, 6, 7, 8]


async def test_a_poison_event_holds_up_an_ordered_receiver_until_it_is_exhausted_and_no_longer(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(3)
        worker = await world.start(ordered=True)
        await world.quiet()
        rungs = a_retry(1, attempts=ATTEMPTS_MAX - 2, next_attempt_at=NOON)
        world.network.answer(500)
        await world.quiet()
        await world.command(worker, lambda tx: retries.upsert(tx, [rungs]))

        await world.live(worker, lambda sequence: 500 if sequence == 1 else 204, until=lambda: worker.cursor == 3)

        row = await world.retry(1)
        assert row is not None
        assert (row.state, row.attempts) == (RetryState.EXHAUSTED, ATTEMPTS_MAX)
        assert {2, 3} < set(order_of(world)) | {1}


async def test_an_outage_does_not_exhaust_the_delivery_that_blocks_an_ordered_receiver(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(3)
        opened = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, last_failed_at=NOON, pauses=8)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1, attempts=ATTEMPTS_MAX - 1)]))
        await world.database.write(lambda tx: breakers.put(tx, RECEIVER, opened, resumes=0))
        worker = await world.start(ordered=True)
        await world.quiet()
        for _ in range(5):
            one = world.network.open.pop()
            one.done(an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED))
            await world.quiet()
            await world.move(worker, 1_100)

        row = await world.retry(1)
        assert row is not None
        assert (row.state, row.attempts) == (RetryState.WAITING, ATTEMPTS_MAX - 1)
        assert set(order_of(world)) == {1}

        await answer_all(world)
        assert order_of(world)[-2:] == [2, 3]


# Rates


async def test_no_request_starts_before_the_receivers_rate_allows_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        worker = await world.start(max_rate=2.0)
        started: list[float] = []
        while len(started) < 6:
            await world.quiet()
            if world.network.open:
                started.append(world.clock.monotonic())
                world.network.answer(204)
            await world.move(worker, 0.125)

        assert [b - a for a, b in pairwise(started)] == [0.5] * 5


async def test_a_raised_rate_shortens_the_current_wait(tmp_path: Path) -> None:
    def hurry(tx: Transaction) -> None:
        found = receivers.find(tx, RECEIVER)
        assert found is not None
        receivers.update(tx, replace(found, max_rate=10.0))

    async with a_world(tmp_path) as world:
        await world.add(2)
        worker = await world.start(max_rate=0.01)
        await world.quiet()
        world.network.answer(204)

        await world.command(worker, hurry)
        await world.move(worker, 0.125)

        assert order_of(world) == [1, 2]


# Manual retries


@pytest.mark.parametrize("opened", [False, True])
async def test_a_manual_retry_is_sent_now_whatever_its_due_time_and_the_breaker(tmp_path: Path, opened: bool) -> None:
    async with a_world(tmp_path) as world:
        await world.add(2)
        await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 2))
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1, attempts=3, next_attempt_at=FAR)]))
        breaker = Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=FAR, last_failed_at=NOON)
        if opened:
            await world.database.write(lambda tx: breakers.put(tx, RECEIVER, breaker, resumes=0))
        worker = await world.start()
        await world.quiet()
        if not opened:
            assert world.network.open == []

        asked = a_retry(1, attempts=3, next_attempt_at=FAR, asked_at=NOON)
        await world.command(worker, lambda tx: retries.upsert(tx, [asked]))
        assert world.network.waiting == [1]
        world.network.answer(500)
        await world.quiet()

        row = await world.retry(1)
        assert row is not None
        assert (row.attempts, row.tries, row.next_attempt_at, row.asked_at) == (3, 4, FAR, None), "not charged"


@pytest.mark.both_engines
async def test_a_manual_retry_of_an_exhausted_delivery_starts_a_new_retry_schedule(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 1))
        renewed = replace(a_retry(1, attempts=0), tries=20, asked_at=NOON)
        await world.database.write(lambda tx: retries.upsert(tx, [renewed]))
        worker = await world.start()
        await world.quiet()
        assert world.network.all == [(1, 21)]

        world.network.answer(500)
        await world.quiet()
        assert world.network.open == [], "it does not go round and round"

        await world.move(worker, 6)
        world.network.answer(204)
        await world.quiet()
        assert await world.retry(1) is None


# Cancelling


@pytest.mark.both_engines
@pytest.mark.parametrize(
    ("cancelled", "sent"), [((3, 4), [1, 2, 5, 6]), ((5, 6), [1, 2, 3, 4]), ((2, 6), [1])], ids=str
)
async def test_a_cancelled_delivery_is_not_sent(tmp_path: Path, cancelled: tuple[int, int], sent: list[int]) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        worker = await world.start(max_concurrency=1)

        await world.command(worker, lambda tx: cancelled_ranges.add(tx, RECEIVER, [cancelled], asked_by="tok_1"))
        await answer_all(world)

        assert order_of(world) == sent
        assert worker.cursor == 6


async def test_a_retry_that_was_read_and_then_cancelled_is_not_sent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(3)
        await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 3))
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(n) for n in (1, 2, 3)]))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        assert world.network.waiting == [1]

        await world.command(worker, lambda tx: retries.upsert(tx, [a_retry(2, state=RetryState.CANCELLED)]))
        await answer_all(world)

        assert order_of(world) == [1, 3]


@pytest.mark.parametrize(("status", "left"), [(204, [(1, 1), (3, 9)]), (500, [(1, 9)])])
async def test_a_request_in_flight_when_the_backlog_is_discarded_counts_only_if_it_succeeds(
    tmp_path: Path, status: int, left: list[tuple[int, int]]
) -> None:
    def skip(tx: Transaction) -> None:
        cancelled_ranges.add(tx, RECEIVER, [(1, 9)], asked_by="tok_1")
        receivers.move_cursor(tx, RECEIVER, 9)

    async with a_world(tmp_path) as world:
        await world.add(9)
        await world.database.write(lambda tx: attempts.add(tx, [an_attempt(1)]))
        await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 1))
        worker = await world.start(max_concurrency=1)
        assert world.network.waiting == [2]

        await world.command(worker, skip)
        world.network.answer(status)
        await world.quiet()
        await world.add(1)
        worker.pull()
        await answer_all(world)

        assert order_of(world) == [2, 10]
        assert await world.database.read(lambda tx: cancelled_ranges.after(tx, RECEIVER, 0)) == left
        assert await world.retry(2) is None
        assert worker.cursor == 10


# Replays


async def a_replayed_world(world: World, replay: Replay, *, given_up: tuple[int, ...] = ()) -> None:
    """Ten events were delivered or exhausted, then a replay is requested."""
    await world.add(10)
    delivered = [an_attempt(n) for n in range(1, 11) if n not in given_up]
    rows = [replace(a_retry(n, attempts=ATTEMPTS_MAX), state=RetryState.EXHAUSTED, tries=18) for n in given_up]
    await world.database.write(lambda tx: attempts.add(tx, delivered))
    await world.database.write(lambda tx: retries.upsert(tx, rows))
    await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 10))
    await world.database.write(lambda tx: replays.insert(tx, replay))


@pytest.mark.both_engines
async def test_a_replay_sends_its_range_again_and_stores_its_progress(tmp_path: Path) -> None:
    async with a_world(tmp_path, page=3) as world:
        await a_replayed_world(world, a_replay(first=3, last=9))
        await world.start(max_concurrency=1)
        await world.quiet()
        world.network.answer(204)
        await world.quiet()
        midway = await the_replay(world)
        await answer_all(world)

        ended = await the_replay(world)
        assert order_of(world) == [3, 4, 5, 6, 7, 8, 9]
        assert (midway.position, midway.accepted, midway.state) == (3, 1, ReplayState.RUNNING)
        assert (ended.position, ended.accepted, ended.failed, ended.state) == (9, 7, 0, ReplayState.DONE)


@pytest.mark.parametrize("only", ReplayOnly)
async def test_an_aborted_request_of_a_replay_is_sent_again(tmp_path: Path, only: ReplayOnly) -> None:
    """A lease can expire with requests in flight and be renewed before a take-over: the worker continues."""

    async with a_world(tmp_path, page=3) as world:
        given_up = tuple(range(1, 11)) if only is ReplayOnly.FAILED else ()
        await a_replayed_world(world, a_replay(first=2, last=9, only=only), given_up=given_up)
        await world.start(max_concurrency=4)
        await world.quiet()
        cut_off, world.network.open = world.network.open, []
        for one in reversed(cut_off):
            one.done(an_outcome(None, kind=OutcomeKind.STOPPED))
        await world.quiet()
        await answer_all(world)

        ended = await the_replay(world)
        assert set(order_of(world)) == set(range(2, 10))
        assert len(order_of(world)) == 8 + len(cut_off) > 8
        assert (ended.position, ended.accepted, ended.failed, ended.state) == (9, 8, 0, ReplayState.DONE)


async def test_a_failing_replay_is_counted_and_changes_no_delivery(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_replayed_world(world, a_replay(first=1, last=4))
        worker = await world.start(max_concurrency=1)
        await world.live(
            worker,
            lambda sequence: 500 if sequence == 2 else 204,
            until=lambda: len(order_of(world)) == 4 and not world.network.open,
        )
        await world.quiet()

        ended = await the_replay(world)
        assert (ended.accepted, ended.failed, ended.state) == (3, 1, ReplayState.DONE)
        assert await world.rows() == 0
        assert worker.cursor == 10


@pytest.mark.both_engines
async def test_a_restart_continues_a_replay_after_what_it_has_sent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_replayed_world(world, a_replay(first=1, last=8))
        worker = await world.start(max_concurrency=2)
        await world.quiet()
        world.network.answer(204)
        world.network.answer(204, sequence=3)
        world.network.answer(204, sequence=4)
        await world.quiet()
        worker.stop()  # 2 is in flight, and its outcome is lost with the process
        sent = len(world.network.all)
        world.network.open.clear()
        world.context.in_flight_limit.in_use = 0

        await world.start(max_concurrency=1)
        await world.quiet()
        await answer_all(world)

        assert order_of(world)[sent:] == [2, 5, 6, 7, 8]
        ended = await the_replay(world)
        assert (ended.state, ended.accepted) == (ReplayState.DONE, 8)


async def test_a_cancelled_replay_sends_nothing_more(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_replayed_world(world, a_replay(first=1, last=10))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        world.network.answer(204)
        await world.quiet()

        await world.command(worker, lambda tx: replays.cancel(tx, a_replay(first=1, last=10)))
        await answer_all(world)

        ended = await the_replay(world)
        assert order_of(world) == [1, 2]
        assert (ended.state, ended.accepted) == (ReplayState.CANCELLED, 2)


async def test_a_replay_keeps_its_pace(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_replayed_world(world, a_replay(first=1, last=4, pace=4.0))
        world.clock.move(1_000)
        worker = await world.start()
        started: list[float] = []
        while len(started) < 4:
            await world.quiet()
            if world.network.open:
                started.append(world.clock.monotonic())
                world.network.answer(204)
            await world.move(worker, 0.0625)

        assert [b - a for a, b in pairwise(started)] == [0.25] * 3


async def test_a_failed_replay_of_an_exhausted_delivery_starts_a_new_retry_schedule(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        replay = a_replay(first=1, last=9, only=ReplayOnly.FAILED, total=2)
        await a_replayed_world(world, replay, given_up=(4, 6))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        assert world.network.all == [(4, 19)]
        world.network.answer(500)
        await world.quiet()
        world.network.answer(204, sequence=6)
        await world.quiet()

        row = await world.retry(4)
        ended = await the_replay(world)
        assert row is not None
        assert (row.state, row.attempts, row.tries) == (RetryState.WAITING, 1, 19)
        assert await world.retry(6) is None
        assert (ended.state, ended.accepted, ended.failed) == (ReplayState.DONE, 1, 1)

        await world.move(worker, 6)
        world.network.answer(204)
        await world.quiet()
        assert await world.retry(4) is None


async def test_a_replay_in_which_nothing_is_left_to_send_ends(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_replayed_world(world, a_replay(first=1, last=9, only=ReplayOnly.FAILED, total=2))

        await world.start()
        await world.quiet()

        assert (await the_replay(world)).state is ReplayState.DONE
        assert world.network.all == []


@pytest.mark.both_engines
async def test_an_erased_event_is_skipped(tmp_path: Path) -> None:
    def append(tx: Transaction) -> None:
        events.add(tx, [an_event(1), an_event(2, body=b"", body_basic=b""), an_event(3)])

    async with a_world(tmp_path) as world:
        await world.database.write(append)
        worker = await world.start(max_concurrency=1)
        await answer_all(world)
        assert (order_of(world), worker.cursor) == ([1, 3], 3)

        await world.command(worker, lambda tx: replays.insert(tx, a_replay(first=1, last=3, total=2)))
        await answer_all(world)

        assert order_of(world) == [1, 3, 1, 3]
        assert (await the_replay(world)).state is ReplayState.DONE


async def test_a_disabled_receiver_gets_no_replay_and_no_retry_until_it_is_resumed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_replayed_world(world, a_replay(first=1, last=3))
        worker = await world.start(paused=True)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(5)]))
        await world.add(1)
        worker.pull()
        await world.move(worker, 3_600)

        assert world.network.all == []
        assert after(NOON, seconds=3_600) == world.clock.now()
