"""A worker of a receiver with a filter: it sends what matches, passes the rest, and names the match before each."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from plantstore.delivery import filter_index, receiver_log, recorder
from plantstore.delivery.receiver_log import FilteredLog
from plantstore.delivery.receiver_snapshot import load_checkpoint, load_snapshot
from plantstore.delivery.receiver_worker import ReceiverWorker
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.sequence_ranges import SequenceRanges
from plantstore.domain.deliveries.settled import Settled
from plantstore.domain.errors import Unavailable
from plantstore.sending.request import RequestTemplate
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, filtered_events
from plantstore.storage.tables import filter_pages, receiver_filters, receivers, retries
from tests.delivery.test_receiver_worker_stale import ask
from tests.delivery.worker_runs import FakeNetwork, World, a_world
from tests.makers import RECEIVER, a_replay, a_retry
from tests.storage.test_delivery_list import filter_of

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("what a worker sends does not depend on the engine"),
]


@dataclass
class PlainTemplate:
    """Holds what the header of the request says."""

    previous: int | None = None

    def following(self, previous: int) -> "PlainTemplate":
        return PlainTemplate(previous)


class FilteredNetwork(FakeNetwork):
    """Keeps the sequence of each request, and that of the match before it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[int, int | None]] = []

    def send(self, template: RequestTemplate, event: Any, number: int, done: Any) -> None:
        self.sent.append((event.sequence, cast(PlainTemplate, template).previous))
        super().send(template, event, number, done)


@pytest.fixture(autouse=True)
def quick_cursors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "CURSOR_S_MAX", 0.002)


def network_of(world: World) -> FilteredNetwork:
    if not isinstance(world.network, FilteredNetwork):
        world.network = FilteredNetwork()
        object.__setattr__(world.context, "sender", world.network)
    assert isinstance(world.network, FilteredNetwork)
    return world.network


async def set_filter(world: World, matching: set[int], *, first: int = 1, evaluated: int = 0) -> None:
    def change(tx: Transaction) -> None:
        receiver = receivers.find(tx, RECEIVER)
        assert receiver is not None
        tx.update("UPDATE receivers SET filtered = 1, filter = ?", (filter_of(matching),))
        receiver_filters.add(tx, RECEIVER, first=first, pattern=filter_of(matching))
        filter_pages.store(tx, filter_pages.evaluate(tx, [receiver], limit=evaluated))

    await world.database.write(change)


async def start(world: World) -> ReceiverWorker:
    network_of(world)

    def load(tx: Transaction) -> Any:
        receiver = receivers.find(tx, RECEIVER)
        assert receiver is not None
        return load_snapshot(tx, receiver), load_checkpoint(tx, receiver)

    snapshot, checkpoint = await world.database.read(load)
    worker = ReceiverWorker(snapshot, cast(RequestTemplate, PlainTemplate()), checkpoint, world.context)
    worker.pull()
    await world.quiet()
    return worker


async def answer_all(world: World, status: int = 204) -> None:
    while world.network.open:
        while world.network.open:
            world.network.answer(status)
        await world.quiet()


async def lag(world: World) -> int:
    def count(tx: Transaction) -> int:
        receiver = receivers.find(tx, RECEIVER)
        assert receiver is not None
        return backlog.lag(tx, receiver)

    return await world.database.read(count)


@pytest.mark.parametrize("evaluated", [0, 4, 9])
async def test_only_matching_events_are_sent_each_with_the_match_before_it(tmp_path: Path, evaluated: int) -> None:
    async with a_world(tmp_path) as world:
        await world.add(9)
        await set_filter(world, {2, 3, 7, 11}, evaluated=evaluated)
        assert await lag(world) == 3
        worker = await start(world)
        await answer_all(world)
        assert await lag(world) == 0
        assert worker.cursor == await world.stored_cursor() == 9

        await world.add(3)
        worker.pull()
        await world.quiet()
        await answer_all(world)

        assert network_of(world).sent == [(2, 0), (3, 2), (7, 3), (11, 7)]
        assert worker.cursor == await world.stored_cursor() == 12


async def test_a_cursor_is_stored_although_nothing_matches(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(700)
        await set_filter(world, set())
        worker = await start(world)
        for _ in range(3):
            await world.quiet()

        assert network_of(world).sent == []
        assert worker.cursor == await world.stored_cursor() == 700


async def test_a_worker_far_behind_evaluates_nothing_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filtered_events, "EVALUATED_MAX", 5)
    monkeypatch.setattr(filter_index, "STEP_EVENTS", 10)
    evaluated: list[int] = []
    monkeypatch.setattr(filter_pages, "is_match", lambda _versions, sequence, _body: evaluated.append(sequence))
    async with a_world(tmp_path) as world:
        await world.add(40)
        await set_filter(world, {3, 17, 40})
        worker = await start(world)
        await answer_all(world)

        assert network_of(world).sent == [(3, 0), (17, 3), (40, 17)]
        assert worker.cursor == await world.stored_cursor() == 40
        assert evaluated == []


async def test_a_worker_goes_on_if_no_results_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filtered_events, "EVALUATED_MAX", 5)

    def refuse(*_: object, **__: object) -> None:
        raise Unavailable

    monkeypatch.setattr(filter_pages, "store", refuse)
    async with a_world(tmp_path) as world:
        await world.add(40)
        await world.database.write(lambda tx: tx.update("UPDATE receivers SET filtered = 1"))
        await world.database.write(
            lambda tx: receiver_filters.add(tx, RECEIVER, first=1, pattern=filter_of({3, 17, 40}))
        )
        worker = await start(world)
        await answer_all(world)

        assert network_of(world).sent == [(3, 0), (17, 3), (40, 17)]
        assert worker.cursor == await world.stored_cursor() == 40


async def test_an_event_in_flight_holds_the_cursor(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(8)
        await set_filter(world, {3, 6})
        worker = await start(world)
        assert world.network.waiting == [3]
        assert worker.cursor == await world.stored_cursor() == 2

        await answer_all(world)
        assert await world.stored_cursor() == 8


async def test_a_retry_and_a_restarted_worker_name_the_same_match_before(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        await set_filter(world, {2, 5})
        worker = await start(world)
        world.network.answer(204)
        await world.quiet()
        world.network.answer(500)
        await world.quiet()
        worker.stop()
        row = await world.retry(5)
        assert row is not None
        assert row.previous == 2

        again = await start(world)
        await world.move(again, 10.0)
        await answer_all(world)

        assert network_of(world).sent == [(2, 0), (5, 2), (5, 2)]
        assert await world.stored_cursor() == 6


async def test_a_retry_from_before_the_first_filter_follows_the_event_before_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        await world.database.write(lambda tx: receivers.move_cursor(tx, RECEIVER, 4))
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1), a_retry(4)]))
        await set_filter(world, {6}, first=5)
        worker = await start(world)
        await world.move(worker, 10.0)
        await answer_all(world)

        assert sorted(network_of(world).sent) == [(1, 0), (4, 3), (6, 4)]


async def test_a_replay_sends_only_what_matches(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        await set_filter(world, {2, 5})
        worker = await start(world)
        await answer_all(world)
        network_of(world).sent.clear()

        await ask(world, a_replay(last=6))
        worker.stop()
        worker = await start(world)
        await answer_all(world)

        assert network_of(world).sent == [(2, 0), (5, 2)]


async def test_a_failing_receiver_is_probed_with_matching_events_only(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(40)
        matching = {number for number in range(1, 41) if number % 3 == 0}
        await set_filter(world, matching)
        worker = await start(world)
        await world.live(worker, lambda _: 500, until=lambda: worker.breaker.is_open)
        await world.live(worker, lambda _: 204, until=lambda: worker.cursor == 40)
        await answer_all(world)

        sent = network_of(world).sent
        assert {sequence for sequence, _ in sent} == matching
        assert {previous for sequence, previous in sent if sequence != 3} <= {*matching}
        assert all(previous == sequence - 3 for sequence, previous in sent)
        rows = await world.database.read(lambda tx: retries.between(tx, RECEIVER, first=1, last=40))
        assert not [row for row in rows.values() if row.state is not RetryState.WAITING]


async def test_events_of_a_discarded_backlog_make_room_for_the_next_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiver_log, "BUFFERED_MAX", 3)
    monkeypatch.setattr(filtered_events, "MATCHES_MAX", 3)
    async with a_world(tmp_path) as world:
        await world.add(12)
        await set_filter(world, set(range(1, 13)), evaluated=12)
        receiver = await world.database.read(lambda tx: receivers.find(tx, RECEIVER))
        assert receiver is not None
        checkpoint = await world.database.read(lambda tx: load_checkpoint(tx, receiver))
        settled = Settled(0, (), SequenceRanges())
        log = FilteredLog(
            world.context, receiver, checkpoint, settled=settled, busy=(), passed=lambda _: None, wake=lambda: None
        )

        async def next_after(sequence: int) -> int | None:
            for _ in range(9):
                event = log.untried_after(sequence, last=12)
                if event is not None:
                    return event.sequence
                await world.quiet()
            return None

        assert [await next_after(one) for one in (0, 1, 2, 3)] == [1, 2, 3, None]
        settled.cursor = 9
        assert await next_after(9) == 10
