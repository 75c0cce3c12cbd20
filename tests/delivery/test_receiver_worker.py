"""A receiver worker with a fake network: what it sends, and when."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from plantstore.core.timers import TIMER_S_MAX
from plantstore.delivery.context import READ_RETRY_S
from plantstore.delivery.in_flight import InFlightLimit
from plantstore.delivery.receiver_snapshot import ReceiverSnapshot
from plantstore.delivery.receiver_worker import SILENT_REQUESTS_MAX, SILENT_S
from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.receivers.bodies.formats import FULL, BodyFormat, FormatVersions
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, events, retries
from tests.delivery.worker_runs import TEMPLATE, a_world
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_attempt, an_event, an_outcome

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("what a worker sends does not depend on the engine"),
]


async def test_a_new_receiver_gets_one_request_at_a_time_until_it_has_answered_well(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(10)
        await world.start()
        assert world.network.waiting == [1]

        world.network.answer(500)
        assert world.network.waiting == [2]

        world.network.answer(204)
        assert world.network.waiting == [3, 4, 5, 6]


async def test_a_receivers_concurrency_limit_is_kept(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(200)
        await world.start(max_concurrency=6)
        widest = 0
        while world.network.open:
            widest = max(widest, len(world.network.open))
            world.network.answer(204)

        assert widest == 6


async def test_an_overloaded_receiver_gets_half_as_many(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(100)
        await world.start()
        for _ in range(40):
            world.network.answer(204)
        before = len(world.network.open)

        world.network.answer(503)
        while len(world.network.open) > before // 2:
            world.network.answer(500)

        assert before >= 8
        assert len(world.network.open) == before // 2


async def test_the_in_flight_limit_counts_requests_until_they_are_recorded(tmp_path: Path) -> None:
    async with a_world(tmp_path, places=3) as world:
        await world.add(10)
        await world.start()
        world.network.answer(204)
        assert world.network.waiting == [2, 3]

        world.network.answer(204)
        assert world.network.waiting == [3], "two answers are not recorded yet: they hold their places"

        await world.quiet()
        assert world.network.waiting == [3, 4, 5]


async def test_nothing_more_is_sent_while_outcomes_cannot_be_recorded(tmp_path: Path) -> None:
    async with a_world(tmp_path, places=3) as world:
        await world.add(10)
        await world.start()
        world.context.in_flight_limit.set_closed(True)
        world.network.answer(204)
        await world.quiet()
        assert world.network.waiting == [], "there is a free place, and nobody may have it"

        world.context.in_flight_limit.set_closed(False)
        assert world.network.waiting == [2, 3, 4]


async def test_a_silent_receiver_gets_at_most_four_concurrent_requests(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(200)
        await world.start()
        while len(world.network.open) < SILENT_REQUESTS_MAX + 3:
            world.network.answer(204)

        world.clock.move(SILENT_S + 0.001)
        for _ in range(4):  # one more failure would open the breaker
            one = world.network.open.pop(0)
            one.done(an_outcome(None, kind=OutcomeKind.CONNECTION_CLOSED))

        assert len(world.network.open) == SILENT_REQUESTS_MAX
        world.network.answer(204)
        assert len(world.network.open) > SILENT_REQUESTS_MAX


async def test_the_last_quarter_of_the_slots_is_reserved_for_idle_receivers(tmp_path: Path) -> None:
    async with a_world(tmp_path, places=16) as world:
        await world.add(200)
        greedy = await world.start()
        while greedy.in_flight < 12:
            world.network.answer(204)
            await world.quiet()
        assert world.context.in_flight_limit.in_use == 12

        late = await world.start()
        assert (greedy.in_flight, late.in_flight) == (12, 1)

        world.network.open[0].done(an_outcome(204))
        await world.quiet()
        assert world.context.in_flight_limit.in_use <= 13


async def test_waiters_keep_their_turn_and_are_woken_only_for_a_free_slot() -> None:
    places, woken = InFlightLimit(2), list[str]()

    def wanting(name: str) -> None:
        woken.append(name)
        places.acquire()

    for _ in range(2):
        places.acquire()
    places.waiters.extend(partial(wanting, name) for name in ("first", "second", "third"))

    places.release(1)
    assert (woken, len(places.waiters)) == (["first"], 2)

    places.release(1)
    assert (woken, len(places.waiters)) == (["first", "second"], 1)


async def test_no_more_slots_are_reserved_than_there_are_idle_receivers(tmp_path: Path) -> None:
    async with a_world(tmp_path, places=16) as world:
        await world.add(400)
        greedy = await world.start()
        waiting = [await world.start(paused=True) for _ in range(2)]
        for _ in range(200):
            world.network.answer(204)
            await world.quiet()

        assert greedy.in_flight == 14
        assert world.context.in_flight_limit.idle_receivers == 2

        for one in waiting:
            one.stop()
        world.network.answer(204)
        await world.quiet()

        assert greedy.in_flight == 16
        assert world.context.in_flight_limit.idle_receivers == 0

        greedy.stop()
        while world.network.open:
            world.network.answer(204)

        assert world.context.in_flight_limit.idle_receivers == 0, "who was stopped wants no place"


@pytest.mark.both_engines
async def test_the_cursor_passes_nothing_that_is_not_recorded(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(5)
        worker = await world.start()
        world.network.answer(204)
        for sequence in (3, 4, 5):
            world.network.answer(204, sequence=sequence)
        await world.quiet()

        assert worker.cursor == await world.stored_cursor() == 1
        assert await world.database.read(lambda tx: attempts.accepted_after(tx, RECEIVER, 1)) == {3, 4, 5}

        world.network.answer(500, sequence=2)
        await world.quiet()

        assert worker.cursor == await world.stored_cursor() == 5
        row = await world.database.read(lambda tx: retries.find(tx, RECEIVER, 2))
        assert row is not None
        assert row.state is RetryState.WAITING


@pytest.mark.both_engines
async def test_a_restart_skips_what_is_settled_beyond_the_cursor(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(6)
        made = [an_attempt(2), an_attempt(4), an_attempt(5, status=500)]
        await world.database.write(lambda tx: attempts.add(tx, made))
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(5, next_attempt_at=Instant(NOON + 10**9))]))

        worker = await world.start(max_concurrency=1)
        while world.network.open:
            world.network.answer(204)
        await world.quiet()

        assert [sequence for sequence, _ in world.network.all] == [1, 3, 6]
        assert worker.cursor == 6


async def test_retries_and_new_events_take_turns(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(10)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(number) for number in (1, 2, 3)]))
        await world.start(max_concurrency=1)
        await world.quiet()
        while world.network.open:
            world.network.answer(204)
            await world.quiet()

        kinds = ["retry" if number > 1 else "new" for _, number in world.network.all]
        assert kinds == ["new", "new", *["retry", "new"] * 3, "new", "new"], "the second is sent while retries are read"


async def test_a_retry_waits_for_its_time_and_sends_its_attempt_number(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        worker = await world.start()
        world.network.answer(500)
        await world.quiet()
        assert world.network.open == []

        world.clock.move(4.9)
        worker.pull()
        await world.quiet()
        assert world.network.open == []

        world.clock.move(0.1)
        worker.pull()
        await world.quiet()
        assert world.network.all == [(1, 1), (1, 2)]


async def test_a_page_of_retries_is_filtered_by_what_was_sent_since_it_was_read(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(3)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(number) for number in (1, 2, 3)]))
        worker = await world.start(max_concurrency=1)
        await world.quiet()
        world.network.answer(204)
        await world.quiet()

        # The same rows again, as in a page that was read before the outcome was recorded.
        worker._retry_queue._page.extendleft([(a_retry(1), an_event(1))])
        while world.network.open:
            world.network.answer(204)
            await world.quiet()

        assert sorted(sequence for sequence, _ in world.network.all) == [1, 2, 3]


@pytest.mark.both_engines
async def test_more_retries_than_a_page_holds_are_all_sent_once(tmp_path: Path) -> None:
    async with a_world(tmp_path, page=4) as world:
        await world.add(30)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(number) for number in range(1, 31)]))
        worker = await world.start()
        async with asyncio.timeout(20):
            while len(world.network.all) < 30 or world.network.open:
                if world.network.open:
                    world.network.answer(204)
                else:
                    world.clock.move(READ_RETRY_S)
                    worker.pull()
                await world.quiet()

        assert sorted(sequence for sequence, _ in world.network.all) == list(range(1, 31))
        assert await world.database.read(lambda tx: retries.count_waiting(tx, RECEIVER)) == 0


async def test_nothing_is_read_further_ahead_than_the_window(tmp_path: Path) -> None:
    async with a_world(tmp_path, window=5) as world:
        await world.add(20)
        await world.start()
        world.network.answer(204)
        await world.quiet()
        for _ in range(10):
            for one in list(world.network.open):
                if one.sequence != 2:
                    world.network.answer(204, sequence=one.sequence)
            await world.quiet()

        assert world.network.waiting == [2]
        assert max(sequence for sequence, _ in world.network.all) == 6


async def test_a_stopped_worker_sends_nothing_and_records_the_requests_in_flight(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(3)
        worker = await world.start()

        worker.stop()
        world.network.answer(204)
        await world.quiet()

        assert world.network.open == []
        assert await world.database.read(lambda tx: attempts.is_delivered(tx, RECEIVER, 1))


async def test_a_page_of_retries_is_used_up_before_the_next_is_read(tmp_path: Path) -> None:
    async with a_world(tmp_path, page=4) as world:
        await world.add(10)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(number) for number in range(1, 11)]))
        worker = await world.start(max_concurrency=1)
        before = 0
        for _ in range(10):
            while not world.network.open:  # on a busy machine the next page may come late
                await world.quiet()
            held = len(worker._retry_queue._page)  # a page also has room for those not yet recorded
            assert held < before or not before
            before = held
            world.network.answer(204)
        await world.quiet()

        assert [sequence for sequence, _ in world.network.all] == list(range(1, 11))
        assert world.network.open == []


async def test_a_changed_receiver_gets_nothing_until_its_change_is_read(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        worker = await world.start()

        worker.hold()
        await world.add(1)
        worker.pull()
        assert world.network.open == []

        worker.update(ReceiverSnapshot(receiver=a_receiver(), formats=FormatVersions(BodyFormat(FULL))), TEMPLATE)
        assert world.network.waiting == [1]


async def test_no_timer_runs_longer_than_its_limit(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.add(1)
        far = Instant(NOON + 86_400 * 10**6)
        await world.database.write(lambda tx: retries.upsert(tx, [a_retry(1, next_attempt_at=far)]))
        worker = await world.start()

        timer = worker._retry_queue._timer._handle
        assert timer is not None
        assert timer.when() - asyncio.get_running_loop().time() < TIMER_S_MAX + 1


@pytest.mark.both_engines
async def test_a_commit_whose_notification_was_lost_is_read_from_the_database(tmp_path: Path) -> None:
    def unheard(tx: Transaction) -> None:
        events.add(tx, [an_event(2), an_event(3)])
        tx.changes.events.clear()

    async with a_world(tmp_path) as world:
        worker = await world.start(max_concurrency=1)
        await world.add(1)
        await world.database.write(unheard)
        await world.add(1)
        worker.pull()
        for _ in range(4):
            await world.quiet()
            world.network.answer(204)

        assert [sequence for sequence, _ in world.network.all] == [1, 2, 3, 4]
