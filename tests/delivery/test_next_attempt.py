"""What is said about each delivery's next attempt is compared with when a worker makes it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.deliveries.next_attempt import NextAttempt, next_attempt_note, planned
from plantstore.domain.deliveries.next_attempt import NextAttemptCode as Code
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.event import Event
from plantstore.domain.timestamps import SECOND_US, Instant, to_text
from plantstore.sending.request import RequestTemplate
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_list, delivery_queue
from plantstore.storage.tables import events, receivers, replays, retries
from tests.delivery.worker_runs import FakeNetwork, Sent, World, a_world
from tests.makers import NOON, RECEIVER, a_replay, an_outcome

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("what a worker sends does not depend on the engine"),
]

STEP_S = 0.5
Predicted = dict[int, tuple[Code | None, float | None]]


@dataclass
class TimedNetwork(FakeNetwork):
    """Answers each request immediately, and notes when each event was sent, in seconds after noon."""

    now: Callable[[], Instant] = lambda: NOON
    status: Callable[[int], int] = lambda sequence: 204
    times: dict[int, list[float]] = field(default_factory=dict)
    numbers: dict[int, list[int]] = field(default_factory=dict)

    def send(self, template: RequestTemplate, event: Event, number: int, done: Callable[..., None]) -> None:
        self.times.setdefault(event.sequence, []).append((self.now() - NOON) / SECOND_US)
        self.numbers.setdefault(event.sequence, []).append(number)
        self.open.append(Sent(event.sequence, number, done))

    async def respond(self, world: World) -> None:
        await world.quiet()
        while self.open:
            while self.open:
                one = self.open.pop(0)
                status = self.status(one.sequence)
                one.done(an_outcome(status, retry_after_s=60.0 if status == 429 else None))
            await world.quiet()


def timed(world: World) -> TimedNetwork:
    network = TimedNetwork(now=world.clock.now)
    object.__setattr__(world.context, "sender", network)
    world.network = network
    return network


async def predicted(world: World) -> Predicted:
    """Return what is said of each delivery: the code, and the seconds after noon."""

    def read(tx: Transaction) -> dict[int, NextAttempt | None]:
        receiver = receivers.find(tx, RECEIVER)
        assert receiver is not None
        queue, found = delivery_queue.receiver_queues(tx, [receiver])[receiver.id], {}
        for sequence in range(1, events.head(tx) + 1):
            delivery = delivery_list.find(tx, receiver, sequence)
            assert delivery is not None
            upcoming = found[sequence] = delivery_queue.next_of(tx, delivery, queue)
            note = next_attempt_note(upcoming, receiver)
            assert (note is None) == (upcoming is None)
            to_come = planned(delivery, upcoming, receiver, now=tx.now, scale=1)
            if delivery.state is DeliveryState.RETRYING:
                assert upcoming is not None
                assert to_come[0].at == upcoming.at, (sequence, note, [to_text(one.at) for one in to_come])
        return found

    return {
        sequence: (None, None) if one is None else (one.code, None if one.at is None else (one.at - NOON) / SECOND_US)
        for sequence, one in (await world.database.read(read)).items()
    }


def change(tx: Transaction, **changes: Any) -> None:
    receiver = receivers.find(tx, RECEIVER)
    assert receiver is not None
    receivers.update(tx, replace(receiver, **changes))


async def until(world: World, worker: ReceiverWorker, seconds: float, *, step_s: float = STEP_S) -> None:
    """Let time pass in steps, until so many seconds after noon."""
    network = world.network
    assert isinstance(network, TimedNetwork)
    await network.respond(world)
    while (world.clock.now() - NOON) / SECOND_US < seconds:
        await world.move(worker, step_s)
        await network.respond(world)


async def test_single_failures_are_sent_again_when_they_are_due(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500 if sequence == 2 else 204
        await world.add(3)
        worker = await world.start()
        await until(world, worker, 0)

        found = await predicted(world)
        await until(world, worker, 6)

        assert found == {1: (None, None), 2: (Code.DUE, 5.0), 3: (None, None)}
        assert network.times[2] == [0.0, 5.0]


async def test_nothing_is_sent_to_a_paused_receiver_and_a_retry_that_is_asked_for_is_sent_now(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500
        await world.add(1)
        worker = await world.start()
        await until(world, worker, 0)
        await world.command(worker, lambda tx: change(tx, paused=True))
        held = await predicted(world)
        await until(world, worker, 20)
        before = list(network.times[1])
        await world.command(worker, lambda tx: change(tx, paused=False, resumes=1))
        await until(world, worker, 20)
        later = await predicted(world)

        def ask(tx: Transaction) -> None:
            retries.request_retry(tx, RECEIVER, 1)

        await world.database.write(ask)
        asked = await predicted(world)
        await world.command(worker, lambda tx: None)
        await until(world, worker, 20)

        assert held == {1: (Code.RECEIVER_PAUSED, None)}
        assert before == [0.0]
        assert later[1] == (Code.DUE, 50.0)
        assert asked[1] == (Code.REQUESTED, 20.0)
        assert network.times[1] == [0.0, 20.0, 20.0]
        assert network.numbers[1] == [1, 2, 3]


async def test_while_a_receiver_fails_deliveries_follow_the_first_probe_that_succeeds(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500
        await world.add(12)
        worker = await world.start()
        await until(world, worker, 0)
        first = await predicted(world)
        assert worker.breaker.is_open
        await until(world, worker, 5)
        second = await predicted(world)
        network.status = lambda sequence: 204
        await until(world, worker, 16)

        assert set(first.values()) == {(Code.RECEIVER_RECOVERY, 5.0)}
        assert set(second.values()) == {(Code.RECEIVER_RECOVERY, 15.0)}
        assert all(set(times) <= {0.0, 5.0, 15.0} for times in network.times.values())
        assert all(times[-1] == 15.0 for times in network.times.values())
        assert len(network.times) == 12
        assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in network.numbers.values())


async def test_a_new_plant_is_sent_at_once_while_only_few_events_fail(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500 if sequence == 1 else 204
        await world.add(1)
        worker = await world.start()
        while not worker.breaker.is_open:
            await until(world, worker, (world.clock.now() - NOON) / SECOND_US + 1, step_s=30)
        opened_at = (world.clock.now() - NOON) / SECOND_US
        await world.add(1)

        found = await predicted(world)
        worker.pull()
        await until(world, worker, opened_at)

        assert found[1][0] is Code.RECEIVER_RECOVERY
        assert found[2] == (Code.NEXT_SLOT, None)
        assert network.times[2] == [opened_at]


async def test_an_ordered_receiver_gets_the_earlier_event_first(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500 if sequence == 2 else 204
        await world.add(4)
        worker = await world.start(ordered=True)
        await until(world, worker, 0)
        found = await predicted(world)
        network.status = lambda sequence: 204
        await until(world, worker, 6)

        assert found[2] == (Code.DUE, 5.0)
        assert found[3] == found[4] == (Code.EARLIER_DELIVERY, 5.0)
        assert network.times == {1: [0.0], 2: [0.0, 5.0], 3: [5.0], 4: [5.0]}


async def test_nothing_is_sent_before_the_receivers_retry_after(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 429 if sequence == 1 else 204
        await world.add(1)
        worker = await world.start()
        await until(world, worker, 0)
        await world.add(2)
        found = await predicted(world)
        network.status = lambda sequence: 204
        await until(world, worker, 60, step_s=10)

        assert found[1] == (Code.DUE, 60.0)
        assert found[2] == found[3] == (Code.RETRY_AFTER, 60.0)
        assert network.times == {1: [0.0, 60.0], 2: [60.0], 3: [60.0]}


async def test_a_rate_limit_lets_one_delivery_after_another_pass(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        worker = await world.start(max_rate=0.5)
        await world.add(6)
        found = await predicted(world)
        await until(world, worker, 14)

        assert found[1] == (Code.NEXT_SLOT, None)
        assert [found[one] for one in range(2, 7)] == [(Code.RATE_LIMIT, 2.0 * one) for one in range(1, 6)]
        for sequence in range(2, 7):
            expected = found[sequence][1]
            assert expected is not None
            assert abs(network.times[sequence][0] - expected) <= 2.0, "within one interval of the rate"


async def test_numbers_continue_over_retries_replays_and_restarts(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500 if sequence == 1 else 204
        await world.add(2)
        worker = await world.start()
        await until(world, worker, 0)

        await world.command(worker, lambda tx: replays.insert(tx, a_replay("rpl_1", last=2)))
        running = await predicted(world)
        await until(world, worker, 6)
        network.status = lambda sequence: 204
        await until(world, worker, 40)
        again = a_replay("rpl_2", last=2, only=ReplayOnly.ALL)
        await world.command(worker, lambda tx: replays.insert(tx, again))
        await until(world, worker, 41)

        assert running[2] == (Code.REPLAY, None)
        assert network.numbers == {1: [1, 2, 3, 4, 5], 2: [1, 2, 3]}


async def test_a_queued_event_keeps_its_number_of_probes_over_a_restart(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        network = timed(world)
        network.status = lambda sequence: 500
        await world.add(12)
        worker = await world.start()
        await until(world, worker, 6)
        probed = {one: numbers for one, numbers in network.numbers.items() if one > 5}
        worker.stop()
        network.status = lambda sequence: 204
        worker = await world.start()
        await until(world, worker, 20)

        assert any(probed.values())
        assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in network.numbers.values())
