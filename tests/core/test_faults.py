"""An exception in one receiver's worker, or in any other callback, stops nothing but itself, and is reported."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from plantstore.core.faults import FaultStreak, notify
from plantstore.delivery.context import READ_RETRY_S, DeliveryContext
from plantstore.delivery.dispatcher import PULLS_PER_TURN_MAX, Dispatcher
from plantstore.delivery.event_log import EventLog
from plantstore.delivery.in_flight import InFlightLimit
from plantstore.domain.errors import Unavailable
from plantstore.domain.event import Event
from plantstore.storage.database import Database, PostCommitChanges
from tests.delivery.worker_runs import a_world
from tests.makers import an_event

pytestmark = pytest.mark.usefixtures("engine_kind")


def caught() -> list[str]:
    """What the event loop's exception handler is given from now on."""
    found: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, about: found.append(about["message"]))
    return found


def broken() -> None:
    raise RuntimeError("planted")


async def test_a_callback_that_raises_is_reported_and_does_not_reach_the_caller() -> None:
    found, heard = caught(), list[int]()

    notify("one is broken", broken)
    notify("one is well", heard.append, 7)

    assert (found, heard) == (["one is broken"], [7])


async def test_a_streak_of_the_same_failure_is_reported_once() -> None:
    found, streak = caught(), FaultStreak("it cannot be read")

    for error in (Unavailable(), ValueError(), ValueError(), Unavailable(), ValueError(), KeyError()):
        streak.failed(error)
    assert len(found) == 2

    streak.worked()
    streak.failed(KeyError())
    assert len(found) == 3


async def test_a_worker_that_raises_on_a_free_slot_does_not_block_others() -> None:
    found, woken, places = caught(), list[str](), InFlightLimit(4)
    for _ in range(4):
        places.acquire()
    places.waiters.extend([broken, lambda: woken.append("other")])

    places.release(1)

    assert woken == ["other"]
    assert len(found) == 1


class OnePage:
    """A database whose answer is the same page of the log each time."""

    async def read(self, _function: Callable[..., object]) -> Any:
        await asyncio.sleep(0)
        return _page([an_event(1), an_event(2)])


def _page(found: list[Event]) -> object:
    from plantstore.delivery.event_log import _Page  # the log's own shape of what it reads

    return _Page({event.sequence: event for event in found}, 0)


async def test_a_receiver_that_raises_when_a_page_is_in_memory_keeps_it_from_no_other() -> None:
    found, woken = caught(), asyncio.Event()
    log = EventLog(cast(Database, OnePage()), ring_events_max=10, page_events=10, bytes_max=10**6)
    log.note_head(20)

    log.load(1, broken)
    log.load(1, woken.set)
    async with asyncio.timeout(5):
        await woken.wait()

    assert log.get(1) is not None
    assert len(found) == 1


class OneLog:
    """A log that takes whatever is appended."""

    def append(self, _new: object) -> bool:
        return True


class OneWorker:
    def __init__(self, pull: Callable[[], None]) -> None:
        self.pull = pull


async def test_a_worker_that_raises_on_a_commit_does_not_block_others() -> None:
    found, pulled = caught(), list[str]()
    dispatcher = Dispatcher(cast(DeliveryContext, _Parts(event_log=OneLog())), cast(Any, None), cast(Any, None))
    dispatcher._workers = cast(Any, {1: OneWorker(broken), 2: OneWorker(lambda: pulled.append("other"))})

    dispatcher.on_commit(PostCommitChanges(events=[an_event(1)]))

    assert pulled == ["other"]
    assert len(found) == 1


async def test_many_receivers_are_called_a_few_at_a_time_so_that_answers_go_out_between() -> None:
    count, pulled = 3 * PULLS_PER_TURN_MAX + 1, list[int]()
    dispatcher = Dispatcher(cast(DeliveryContext, _Parts(event_log=OneLog())), cast(Any, None), cast(Any, None))
    dispatcher._workers = cast(Any, {one: OneWorker(partial(pulled.append, one)) for one in range(count)})

    dispatcher.on_commit(PostCommitChanges(events=[an_event(1)]))
    assert pulled == [*range(PULLS_PER_TURN_MAX)]

    dispatcher.on_commit(
        PostCommitChanges(events=[an_event(2)])
    )  # the first ones are called once more, behind the others
    turns = 0
    while len(pulled) < count + PULLS_PER_TURN_MAX:
        before = len(pulled)
        await asyncio.sleep(0)
        assert 0 < len(pulled) - before <= PULLS_PER_TURN_MAX
        turns += 1

    assert pulled == [*range(count), *range(PULLS_PER_TURN_MAX)]
    assert turns == 4
    await asyncio.sleep(0)
    assert len(pulled) == count + PULLS_PER_TURN_MAX


class _Parts:
    def __init__(self, **parts: object) -> None:
        self.__dict__.update(parts)


async def test_a_worker_that_raised_is_called_again(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        faults = [RuntimeError("planted")]
        log = _TrippingLog(world.context.event_log, faults)
        world.context = replace(world.context, event_log=cast(EventLog, log))
        found = caught()
        await world.add(1)
        with pytest.raises(RuntimeError):
            await world.start()
        assert not world.network.all

        async with asyncio.timeout(READ_RETRY_S + 10):
            while not world.network.all:
                await asyncio.sleep(0.01)

        assert world.network.all == [(1, 1)]
        assert not found


class _TrippingLog:
    """A log that raises what it is given, once each, when an event is asked for."""

    def __init__(self, log: EventLog, faults: list[RuntimeError]) -> None:
        self._log = log
        self._faults = faults

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def get(self, sequence: int) -> Event | None:
        if self._faults:
            raise self._faults.pop()
        return self._log.get(sequence)


async def test_a_failing_breaker_callback_does_not_prevent_recording(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        found = caught()
        world.context = replace(world.context, on_breaker_change=lambda *_found: broken())
        await world.add(1)
        await world.start()

        world.network.answer(410)
        await world.quiet()

        assert await world.retry(1) is not None
        assert len(found) == 1
