"""The figures of the last day add up at every moment of a receiver's life, and agree with the backlog of Health."""

from dataclasses import replace
from pathlib import Path

import pytest

from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.next_attempt import NextAttemptCode as Code
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, delivery_queue, delivery_stats
from plantstore.storage.queries.delivery_stats import DeliveryStats
from plantstore.storage.tables import backlog_samples, hourly_stats, receivers, replays, retries
from plantstore.storage.tables.backlog_samples import BacklogSample
from tests.delivery.worker_runs import World, a_world
from tests.makers import RECEIVER, a_replay

pytestmark = [pytest.mark.usefixtures("engine_kind"), pytest.mark.both_engines]

HOUR_S = 3_600
Shown = tuple[int, int, int, int, int]


async def shown(world: World) -> Shown:
    """Return due, delivered, waiting, held and given up, after comparing all that must agree."""

    def read(tx: Transaction) -> Shown:
        receiver = receivers.find(tx, RECEIVER)
        assert receiver is not None
        whole, own = delivery_stats.of_store(tx), delivery_stats.of_some(tx, [receiver])
        [day] = delivery_stats.of_receivers(tx, [RECEIVER])
        for stats in (whole, own):
            check(stats)
        assert values(whole) == values(own), "there is only one receiver"
        assert (day.due, day.day.accepted, day.open, day.gave_up) == (
            own.due,
            own.delivered,
            own.waiting + own.held,
            own.gave_up,
        )
        assert whole.waiting + whole.held == backlog.lag(tx, receiver) == backlog.count(tx).count
        step = delivery_queue.step_of(tx, receiver, open_count=day.open, retrying=day.retrying)
        assert step.note.endswith(".") and (step.code is None) == (day.open == 0 and not receiver.held)
        return values(whole)

    return await world.database.read(read)


def values(stats: DeliveryStats) -> Shown:
    return stats.due, stats.delivered, stats.waiting, stats.held, stats.gave_up


def check(stats: DeliveryStats) -> None:
    assert stats.exact
    assert stats.due == stats.delivered + stats.waiting + stats.held + stats.gave_up
    assert stats.delivered == sum(hour.period.accepted for hour in stats.hours)
    assert stats.gave_up == sum(hour.gave_up for hour in stats.hours)
    assert stats.hours[-1].open == stats.waiting + stats.held, "the last point is the number above the chart"
    assert len(stats.hours) == 24
    for hour in stats.hours:
        closed = hour.period.accepted + hour.gave_up
        assert hour.due == (None if hour.open is None else closed + hour.open)


async def respond(world: World, worker: ReceiverWorker, status: int) -> None:
    worker.pull()
    await world.quiet()
    while world.network.open:
        while world.network.open:
            world.network.answer(status)
        await world.quiet()


async def test_what_is_due_is_delivered_waiting_held_or_given_up(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert await shown(world) == (0, 0, 0, 0, 0)
        worker = await world.start()
        await world.add(4)
        assert await shown(world) == (4, 0, 4, 0, 0)
        await respond(world, worker, 204)
        assert await shown(world) == (4, 4, 0, 0, 0)

        await world.add(3)
        await respond(world, worker, 500)
        assert await shown(world) == (7, 4, 3, 0, 0)

        def give_up(tx: Transaction) -> None:
            retry = retries.find(tx, RECEIVER, 5)
            assert retry is not None
            retries.upsert(
                tx, [replace(retry, state=RetryState.EXHAUSTED, attempts=17, tries=17, next_attempt_at=tx.now)]
            )

        def pause(tx: Transaction, *, paused: bool, resumes: int) -> None:
            receiver = receivers.find(tx, RECEIVER)
            assert receiver is not None
            receivers.update(tx, replace(receiver, paused=paused, resumes=resumes))
            backlog_samples.insert(tx, BacklogSample(at=backlog_samples.interval_start(tx.now), waiting=2))

        await world.command(worker, give_up)
        assert await shown(world) == (7, 4, 2, 0, 1)
        await world.command(worker, lambda tx: pause(tx, paused=True, resumes=0))
        assert await shown(world) == (7, 4, 0, 2, 1)

        await world.move(worker, HOUR_S)
        await world.command(worker, lambda tx: pause(tx, paused=False, resumes=1))
        await respond(world, worker, 204)
        assert await shown(world) == (7, 6, 0, 0, 1)
        stats = await world.database.read(delivery_stats.of_store)
        assert [hour.open for hour in stats.hours[-3:]] == [2, 2, 0]

        await world.command(worker, lambda tx: replays.insert(tx, a_replay(last=7, only=ReplayOnly.FAILED)))
        await respond(world, worker, 204)
        assert await shown(world) == (7, 7, 0, 0, 0)
        await world.command(worker, lambda tx: replays.insert(tx, a_replay("rpl_2", last=2)))
        await respond(world, worker, 204)
        assert await shown(world) == (9, 9, 0, 0, 0), "a replay makes deliveries due again"

        await world.move(worker, 24 * HOUR_S)
        assert await shown(world) == (0, 0, 0, 0, 0)
        await world.move(worker, 9 * 24 * HOUR_S)
        await world.database.write(
            lambda tx: (hourly_stats.remove_old(tx, limit=99), backlog_samples.remove_old(tx, limit=99))
        )
        await world.add(1)
        assert await shown(world) == (1, 0, 1, 0, 0)


async def test_the_next_step_of_a_receiver_is_that_of_its_deliveries(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        worker = await world.start()
        await world.add(1)
        await respond(world, worker, 500)

        async def step() -> tuple[Code | None, str]:
            def read(tx: Transaction) -> tuple[Code | None, str]:
                receiver = receivers.find(tx, RECEIVER)
                assert receiver is not None
                [day] = delivery_stats.of_receivers(tx, [RECEIVER])
                found = delivery_queue.step_of(tx, receiver, open_count=day.open, retrying=day.retrying)
                return found.code, found.note

            return await world.database.read(read)

        assert await step() == (Code.DUE, "1 delivery to retry, the first then.")
        await world.add(20)
        await respond(world, worker, 500)
        assert worker.breaker.is_open
        code, note = await step()
        assert (code, "once a probe succeeds" in note) == (Code.RECEIVER_RECOVERY, True)
