"""What a worker does over time with failing receivers, poison events and receivers that send Retry-After."""

from dataclasses import replace
from pathlib import Path

import pytest

from plantstore.domain.deliveries.breaker import PAUSE_S_MAX, SILENCE_S_MAX, Breaker, BreakerState
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, Outcome, OutcomeKind, RetryState
from plantstore.domain.timestamps import SECOND_US, after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, breakers, receivers, retries
from tests.delivery.worker_runs import a_world
from tests.makers import NOON, RECEIVER, a_retry, an_outcome

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("what a worker decides does not depend on the engine"),
]

UNREACHABLE = an_outcome(None, kind=OutcomeKind.CONNECTION_REFUSED)


def an_open_breaker() -> Breaker:
    return Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=NOON, last_failed_at=NOON)


def resting(status: int, seconds: float) -> Outcome:
    return an_outcome(status, retry_after_s=seconds)


@pytest.mark.both_engines
async def test_an_outage_writes_down_what_was_under_way_and_no_more(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(300)
        worker = await world.start()
        while len(world.network.open) < 12:
            world.network.answer(204)
        under_way = len(world.network.open)

        for _ in range(40):  # ten hours and more
            await world.live(worker, lambda sequence: 500, until=lambda: not world.network.open)
            await world.move(worker, PAUSE_S_MAX * 1.2)

        assert await world.rows() <= under_way + 5
        assert worker.breaker.state is BreakerState.OPEN
        assert all(row is None or row.attempts <= 1 for row in [await world.retry(n) for n in range(1, 301)])


async def test_after_an_outage_everything_arrives_once_oldest_first_and_ramping(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(300)
        worker = await world.start()
        while len(world.network.open) < 12:
            world.network.answer(204)
        await world.live(worker, lambda sequence: 500, until=lambda: worker.breaker.is_open and not world.network.open)
        before = len(world.network.all)

        await world.move(worker, 6)
        assert len(world.network.open) == 1, "one probe"
        world.network.answer(204)
        await world.quiet()
        assert len(world.network.open) == 1, "back, and at one again"
        widths = []
        while world.network.open:
            widths.append(len(world.network.open))
            world.network.answer(204)
            await world.quiet()

        sent = [sequence for sequence, _ in world.network.all[before:]]
        arrived = await world.database.read(lambda tx: attempts.accepted_after(tx, RECEIVER, 0))
        assert arrived == set(range(1, 301))
        assert sorted(sent) == list(range(min(sent), 301)), "each once"
        assert max(widths[:10]) == 1 and max(widths[10:20]) <= 2 and max(widths) > 8
        late = [n for n in sent[1:] if n > 200]
        assert late == sorted(late), "the log in its order"
        assert await world.rows() == 0
        assert worker.cursor == 300


async def test_every_request_for_an_event_has_a_number_of_its_own_though_no_row_counts_them(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        worker = await world.start()
        for _ in range(12):
            await world.live(worker, lambda sequence: 500, until=lambda: not world.network.open)
            await world.move(worker, PAUSE_S_MAX * 1.2)
        await world.live(worker, lambda sequence: 500, until=lambda: not world.network.open)

        queued = [sequence for sequence in range(1, 7) if await world.retry(sequence) is None]
        assert queued
        for sequence in range(1, 7):
            numbers = [number for event, number in world.network.all if event == sequence]
            assert numbers == list(range(1, len(numbers) + 1))


async def test_nothing_is_sent_during_a_pause(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(50)
        worker = await world.start()
        await world.live(worker, lambda sequence: 500, until=lambda: worker.breaker.is_open)
        await world.live(worker, lambda sequence: 500, until=lambda: not world.network.open)
        sent = len(world.network.all)

        await world.move(worker, 4.9)
        assert len(world.network.all) == sent

        await world.move(worker, 0.2)
        assert len(world.network.all) == sent + 1


async def test_poison_does_not_make_a_healthy_receiver_look_dead(tmp_path: Path) -> None:
    poison = set(range(1, 9))

    async with a_world(tmp_path) as world:
        await world.add(60)
        worker = await world.start()

        await world.live(
            worker,
            lambda sequence: 500 if sequence in poison else 204,
            until=lambda: {n for n, _ in world.network.all} == set(range(1, 61)) and not world.network.open,
        )
        await world.quiet()

        spent_s = (world.clock.now() - world.context.clock.now()) / SECOND_US
        assert spent_s == 0
        assert {n for n in range(1, 61) if await world.retry(n) is not None} == poison


async def test_while_few_events_fail_a_new_one_is_sent_at_once_though_the_breaker_is_open(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        worker = await world.start()
        await world.live(worker, lambda sequence: 500, until=lambda: worker.breaker.is_open and not world.network.open)

        await world.add(1)
        worker.pull()
        await world.quiet()
        assert world.network.waiting == [2]

        world.network.answer(204)
        await world.quiet()
        assert worker.breaker.state is BreakerState.CLOSED


async def test_a_poison_event_ends_exhausted_after_seventeen_attempts_while_all_others_flow(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        worker = await world.start()

        async def others() -> None:
            await world.add(1)
            worker.pull()
            await world.quiet()

        while (row := await world.retry(1)) is None or row.state is RetryState.WAITING:
            await others()
            await world.live(
                worker, lambda sequence: 500 if sequence == 1 else 204, until=lambda: not world.network.open
            )
            row = await world.retry(1)
            assert row is not None
            await world.move(worker, max(0.0, (row.next_attempt_at - world.clock.now()) / SECOND_US))

        assert (row.state, row.attempts, row.tries) == (RetryState.EXHAUSTED, ATTEMPTS_MAX, ATTEMPTS_MAX)
        assert [number for sequence, number in world.network.all if sequence == 1] == [*range(1, ATTEMPTS_MAX + 1)]
        assert await world.rows() == 0


async def test_probes_of_a_poison_event_ahead_of_its_own_time_do_not_count(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        last_at = after(world.clock.now(), seconds=86_400)
        waiting = a_retry(1, attempts=ATTEMPTS_MAX - 1, next_attempt_at=last_at)
        opened = replace(an_open_breaker(), open_until=NOON)
        await world.database.write(lambda tx: retries.upsert(tx, [waiting]))
        await world.database.write(lambda tx: breakers.put(tx, RECEIVER, opened, resumes=0))
        worker = await world.start()

        while (row := await world.retry(1)) is not None and row.state is RetryState.WAITING:
            await world.live(worker, lambda sequence: 500, until=lambda: not world.network.open)
            pause_until = worker.breaker.open_until or world.clock.now()
            await world.move(worker, max(1.0, (pause_until - world.clock.now()) / SECOND_US))

        assert row is not None
        assert row.attempts == ATTEMPTS_MAX
        assert row.tries > 90, "a day of probes, one each quarter of an hour"
        assert world.clock.now() >= last_at


async def test_a_receiver_that_answers_429_with_a_time_is_left_alone_until_then(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(10)
        worker = await world.start(max_concurrency=1)
        world.network.open.pop().done(resting(429, 30))
        await world.quiet()
        assert world.network.open == []

        await world.move(worker, 29.9)
        assert world.network.open == []

        await world.move(worker, 0.2)
        assert world.network.waiting == [2]


@pytest.mark.both_engines
async def test_a_rest_outlives_a_restart_and_the_successes_of_what_was_under_way(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(30)
        worker = await world.start()
        world.network.answer(204)
        world.network.open.pop(0).done(resting(503, 3_600))
        while world.network.open:
            world.network.answer(204)
        await world.quiet()
        worker.stop()

        again = await world.start()
        await world.quiet()
        assert world.network.open == []

        await world.move(again, 3_601)
        assert len(world.network.open) == 1


async def test_a_receiver_that_answers_410_is_disabled_at_once_and_everything_is_held(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(5)
        worker = await world.start()
        world.network.answer(410)
        await world.quiet()
        await world.move(worker, 86_400)

        found = await world.database.read(lambda tx: receivers.find(tx, RECEIVER))
        assert found is not None
        assert (found.state, found.cursor) == ("disabled", 1)
        assert world.network.open == []

        resumed = replace(found, resumes=1)

        def resume(tx: Transaction) -> None:
            breakers.clear(tx, RECEIVER)
            receivers.update(tx, resumed)

        await world.command(worker, resume)
        while world.network.open:
            world.network.answer(204)
            await world.quiet()

        assert {sequence for sequence, _ in world.network.all} == {1, 2, 3, 4, 5}
        assert await world.rows() == 0


async def test_silent_days_disable_a_receiver_and_drop_nothing(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(40)
        almost = replace(an_open_breaker(), silence_us=(SILENCE_S_MAX - 3_600) * SECOND_US, pauses=8)
        await world.database.write(lambda tx: breakers.put(tx, RECEIVER, almost, resumes=0))
        worker = await world.start()
        while worker.breaker.state is not BreakerState.DISABLED:
            for one in list(world.network.open):
                world.network.open.remove(one)
                one.done(UNREACHABLE)
            await world.quiet()
            if not world.network.open and worker.breaker.open_until is not None:
                await world.move(worker, max(0.1, (worker.breaker.open_until - world.clock.now()) / SECOND_US))

        await world.quiet()
        found = await world.database.read(lambda tx: receivers.find(tx, RECEIVER))
        spent_s = (world.clock.now() - NOON) / SECOND_US
        assert 3_600 <= spent_s <= 3_600 + PAUSE_S_MAX
        assert found is not None
        assert (found.state, found.breaker.reason) == ("disabled", "silent")
        assert (found.cursor, await world.rows()) == (3, 3), "three were tried before it could not be the events"
        said = await world.database.read(lambda tx: tx.execute("SELECT actor, action FROM activity"))
        assert said == [("store", "disableReceiver")]


@pytest.mark.both_engines
async def test_an_open_breaker_outlives_a_restart(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(50)
        worker = await world.start()
        await world.live(worker, lambda sequence: 500, until=lambda: worker.breaker.is_open and not world.network.open)
        await world.quiet()
        worker.stop()
        sent = len(world.network.all)

        again = await world.start()
        await world.quiet()
        assert len(world.network.all) == sent

        await world.move(again, 6)
        assert len(world.network.all) == sent + 1


async def test_a_clock_that_went_back_does_not_keep_a_receiver_waiting(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(50)
        worker = await world.start()
        await world.live(worker, lambda sequence: 500, until=lambda: worker.breaker.is_open and not world.network.open)
        sent = len(world.network.all)

        await world.move(worker, -86_400)

        assert len(world.network.all) == sent + 1
