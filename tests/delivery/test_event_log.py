"""The log in memory is limited by number and by bytes, and complete nevertheless."""

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from plantstore.delivery.event_log import EventLog
from plantstore.domain.event import Event
from plantstore.storage.database import Database, Transaction
from tests.makers import an_event

pytestmark = pytest.mark.usefixtures("engine_kind")

BODY = b"x" * 1_000
EVENT_BYTES = len(BODY)


class Shelf:
    """A database with a given number of events, which counts reads."""

    def __init__(self, count: int) -> None:
        self.events = [an_event(number, body=BODY, body_basic=b"") for number in range(1, count + 1)]
        self.reads = 0

    async def read(self, function: Callable[[Transaction], list[Event]]) -> list[Event]:
        self.reads += 1
        await asyncio.sleep(0)
        return function(cast(Transaction, self))

    def execute(self, sql: str, values: tuple[int, int]) -> list[tuple[object, ...]]:
        after, limit = values
        found = self.events[after : after + limit]
        return [(one.sequence, one.id, one.plant_id, one.occurred_at, one.body, one.body_basic) for one in found]


def a_log(shelf: Shelf, *, ring: int = 100, page: int = 10, bytes_max: int = 10**9) -> EventLog:
    log = EventLog(cast(Database, shelf), ring_events_max=ring, page_events=page, bytes_max=bytes_max)
    log.append(shelf.events)
    return log


async def fetched(log: EventLog, sequence: int) -> Event:
    found = log.get(sequence)
    if found is None:
        there = asyncio.Event()
        log.load(sequence, there.set)
        await there.wait()
        found = log.get(sequence)
    assert found is not None
    return found


def held(log: EventLog) -> list[int]:
    return [sequence for sequence in range(1, log.head + 1) if log.get(sequence) is not None]


async def test_the_ring_holds_the_newest_and_no_more_than_its_number() -> None:
    log = a_log(Shelf(30), ring=12)

    assert held(log) == list(range(19, 31))


async def test_the_ring_holds_no_more_than_its_bytes_but_always_one() -> None:
    assert held(a_log(Shelf(30), bytes_max=5 * EVENT_BYTES)) == list(range(26, 31))
    assert held(a_log(Shelf(30), bytes_max=5 * EVENT_BYTES - 1)) == list(range(27, 31))
    assert held(a_log(Shelf(30), bytes_max=1)) == [30]


async def test_pages_of_old_events_are_shared_and_bounded_by_bytes() -> None:
    shelf = Shelf(100)
    log = a_log(shelf, ring=1, page=10, bytes_max=20 * EVENT_BYTES)

    for sequence in (1, 5, 10, 11, 20, 21):
        assert (await fetched(log, sequence)).sequence == sequence

    assert shelf.reads == 3
    assert held(log) == [*range(11, 31), 100]


async def test_the_page_that_was_used_last_goes_too_when_others_are_read() -> None:
    log = a_log(Shelf(100), ring=1, page=10, bytes_max=20 * EVENT_BYTES)
    await fetched(log, 1)
    for sequence in (11, 21):
        there = asyncio.Event()
        log.load(sequence, there.set)
        await there.wait()

    assert held(log) == [*range(11, 31), 100]


async def test_a_page_that_is_read_again_because_the_log_has_grown_counts_once() -> None:
    shelf = Shelf(20)
    log = a_log(shelf, ring=1, page=10, bytes_max=25 * EVENT_BYTES)
    await fetched(log, 1)
    for count in range(21, 31):  # the page of 21 to 30 is read while it grows
        shelf.events.append(an_event(count, body=BODY, body_basic=b""))
        log.append(shelf.events[-1:])
        if count > 21:
            await fetched(log, count - 1)

    assert held(log) == [*range(1, 11), *range(21, 31)]


async def test_concurrent_loads_of_a_page_share_one_read() -> None:
    shelf = Shelf(50)
    log = a_log(shelf, ring=1)

    await asyncio.gather(fetched(log, 3), fetched(log, 4))

    assert shelf.reads == 1


async def test_a_commit_whose_notification_was_lost_is_read_from_the_database() -> None:
    shelf = Shelf(20)
    log = EventLog(cast(Database, shelf), ring_events_max=100, page_events=10, bytes_max=10**9)
    log.append(shelf.events[:5])
    log.append(shelf.events[15:])

    assert log.head == 20
    assert (await fetched(log, 9)).sequence == 9
    assert (await fetched(log, 3)).sequence == 3


async def test_the_head_can_be_set_from_the_tables() -> None:
    shelf = Shelf(12)
    log = a_log(shelf)
    waiting = asyncio.create_task(log.wait_beyond(12, wait_s=10))
    await asyncio.sleep(0)
    shelf.events += Shelf(15).events[12:]

    assert log.note_head(15)

    await waiting
    assert log.head == 15
    assert [(await fetched(log, number)).sequence for number in range(1, 16)] == list(range(1, 16))
    assert not log.note_head(15)
    assert not log.note_head(3)


async def test_events_already_read_from_the_tables_are_ignored() -> None:
    shelf = Shelf(16)
    log = a_log(Shelf(12))
    log._database = cast(Database, shelf)
    log.note_head(15)

    log.append(shelf.events[12:14])  # of two commits; the notification of the other is lost

    assert log.head == 15
    log.append(shelf.events[14:16])
    assert log.head == 16
    assert [(await fetched(log, number)).sequence for number in range(1, 17)] == list(range(1, 17))
    assert shelf.reads == 2


def test_after_a_lost_notification_the_ring_keeps_its_limit() -> None:
    log = EventLog(cast(Database, Shelf(0)), ring_events_max=3, page_events=10, bytes_max=10**9)
    log.note_head(4)
    for number in range(1, 20):
        log.append([an_event(number)])

    assert [number for number in range(1, 20) if log.get(number) is not None] == [17, 18, 19]


async def test_a_waiter_is_woken_by_a_new_event() -> None:
    shelf = Shelf(2)
    log = EventLog(cast(Database, shelf), ring_events_max=100, page_events=10, bytes_max=10**9)
    waiting = asyncio.ensure_future(log.wait_beyond(0, wait_s=10))
    await asyncio.sleep(0)

    log.append(shelf.events[:1])

    await asyncio.wait_for(waiting, 1)
    await log.wait_beyond(1, wait_s=0.001)
    assert log.head == 1


class Tables(Shelf):
    """A shelf that also returns the head of the log, as a transaction does."""

    is_snapshot = False

    def __init__(self, events: int) -> None:
        super().__init__(events)
        self.memo: dict[object, object] = {}

    def execute(self, sql: str, values: tuple[int, ...] = ()) -> list[tuple[object, ...]]:
        return [(len(self.events),)] if "max(sequence)" in sql else super().execute(sql, cast(tuple[int, int], values))


def a_shared_log(tables: Tables, *, ring: int = 100, page: int = 10) -> EventLog:
    return EventLog(cast(Database, tables), ring_events_max=ring, page_events=page, bytes_max=10**9, shared=True)


async def test_events_of_other_processes_are_read_into_the_ring_page_by_page() -> None:
    tables = Tables(25)
    log = a_shared_log(tables)
    waiting = asyncio.create_task(log.wait_beyond(0, wait_s=10))
    await asyncio.sleep(0)

    more = [await log.catch_up() for _ in range(3)]

    await waiting
    assert more == [True, True, False]
    assert (log.head, held(log)) == (25, list(range(1, 26)))
    assert tables.reads == 3
    assert not await log.catch_up()


async def test_our_events_wait_for_earlier_ones_of_other_processes() -> None:
    tables = Tables(12)
    log = a_shared_log(tables)
    assert log.append(tables.events[:3])

    assert not log.append(tables.events[6:8])
    assert log.head == 3
    assert not log.append(tables.events[10:12])

    assert await log.catch_up()
    assert (log.head, held(log)) == (8, list(range(1, 9))), "only what lay between was read"
    assert not await log.catch_up()
    assert (log.head, held(log)) == (12, list(range(1, 13)))
    assert tables.reads == 2
    assert log.append([an_event(13)])


async def test_of_more_events_than_fit_into_the_ring_only_the_last_are_read() -> None:
    tables = Tables(1_000)
    log = a_shared_log(tables, ring=15)
    log.append(tables.events[:2])
    assert not log.append(tables.events[980:990]), "it waits in vain: the ring begins behind it"

    while await log.catch_up():
        pass

    assert held(log) == list(range(986, 1_001))
    assert tables.reads == 2
    assert (await fetched(log, 500)).sequence == 500


async def test_no_more_events_wait_for_others_than_fit_into_the_ring() -> None:
    tables = Tables(40)
    log = a_shared_log(tables, ring=30)
    log.append(tables.events[4:20])
    log.append(tables.events[20:34])
    assert len(log._pending) == 30

    log.append(tables.events[34:])

    assert log._pending == []
    while await log.catch_up():
        pass
    assert held(log) == list(range(11, 41))


async def test_an_event_committed_during_a_read_is_in_the_ring_once() -> None:
    tables = Tables(6)
    log = a_shared_log(tables)
    reading = asyncio.create_task(log.catch_up())
    await asyncio.sleep(0)

    log.append(tables.events[:4])
    assert not await reading

    assert (log.head, held(log)) == (6, [1, 2, 3, 4, 5, 6])
    assert log._ring_bytes == 6 * EVENT_BYTES
