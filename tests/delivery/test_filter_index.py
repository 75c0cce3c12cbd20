"""The job that evaluates filters: it continues where it ended, and stores no result of an older filter."""

import asyncio
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from plantstore.delivery import filter_index
from plantstore.delivery.filter_index import FilterIndex
from plantstore.storage.database import Transaction
from plantstore.storage.queries import retention
from plantstore.storage.tables import events, filter_pages, receiver_filters, receivers
from tests.makers import RECEIVER, a_receiver, an_event
from tests.opened import Opened, opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

SHRUBS = '{"tag":"shrub"}'
FILTERED = a_receiver(cursor=4, filtered=True)
OTHER = a_receiver(8, cursor=4)


def add_events(tx: Transaction, *tags: str) -> None:
    head = events.head(tx)
    bodies = [json.dumps({"id": 1, "name": "Acer", "tag": tag}).encode() for tag in tags]
    events.add(tx, [an_event(head + number, body=body) for number, body in enumerate(bodies, 1)])


def begin(tx: Transaction) -> None:
    add_events(tx, "shrub", "tree", "tree", "shrub")
    for receiver in (FILTERED, OTHER):
        receivers.insert(tx, receiver)
    receiver_filters.add(tx, RECEIVER, first=1, pattern=SHRUBS)


def matching(tx: Transaction, *, last: int) -> set[int]:
    return filter_pages.matches_of(tx, FILTERED).between(first=1, last=last)


async def test_every_event_is_evaluated_in_steps_and_later_ones_in_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filter_index, "STEP_EVENTS", 3)
    monkeypatch.setattr(filter_pages, "PAGE_EVENTS", 4)
    async with opened(tmp_path, StillClock()) as store:
        await store.write(begin)
        job = FilterIndex(store.database)
        for tags in [(), ("shrub",), ("tree", "shrub", "shrub", "shrub")]:
            await store.write(lambda tx, tags=tags: add_events(tx, *tags))  # type: ignore[misc]
            await job.run()
            head = await store.read(events.head)
            assert await store.read(lambda tx: filter_pages.known_to(tx, FILTERED)) == head
        await store.write(lambda tx: events.erase(tx, [*range(1, 10)]))

        assert await store.read(partial(matching, last=9)) == {1, 4, 5, 7, 8, 9}
        assert await store.read(lambda tx: tx.execute("SELECT DISTINCT receiver_id FROM filter_pages")) == [(RECEIVER,)]


@pytest.mark.parametrize(("first", "expected"), [(3, {1, 3}), (1, {2, 3})])
async def test_no_result_of_an_older_filter_is_stored(tmp_path: Path, first: int, expected: set[int]) -> None:
    async with opened(tmp_path, StillClock()) as store:
        await store.write(begin)
        found = await store.read(lambda tx: filter_pages.evaluate(tx, [FILTERED], limit=9))
        assert found
        await store.write(lambda tx: receiver_filters.put(tx, RECEIVER, first=first, pattern='{"tag":"tree"}'))

        assert await store.write(lambda tx: filter_pages.store(tx, found)) == {}
        await FilterIndex(store.database).run()

        assert await store.read(partial(matching, last=4)) == expected
        assert await store.read(lambda tx: filter_pages.evaluate(tx, [FILTERED], limit=9)) == []
        assert await store.write(lambda tx: filter_pages.store(tx, found)) == {}


async def test_an_event_that_is_not_evaluated_yet_is_still_needed(tmp_path: Path) -> None:
    async with opened(tmp_path, StillClock()) as store:
        await store.write(begin)
        needed = await store.read(lambda tx: retention.still_needed(tx, [1, 2]))
        await FilterIndex(store.database).run()

        assert needed == {1, 2}
        assert await store.read(lambda tx: retention.still_needed(tx, [1, 2])) == set()


async def test_events_before_the_first_filter_are_not_evaluated(tmp_path: Path) -> None:
    async with opened(tmp_path, StillClock()) as store:
        await store.write(begin)
        await store.write(lambda tx: tx.update("UPDATE receiver_filters SET first = 5"))
        await FilterIndex(store.database).run()

        assert await store.read(lambda tx: tx.execute("SELECT * FROM filter_pages")) == []
        assert await store.read(partial(matching, last=4)) == {1, 2, 3, 4}
        assert await store.read(lambda tx: retention.still_needed(tx, [1, 2])) == set()


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Collects the bodies that are decoded."""
    bodies, decode = list[bytes](), filter_pages._decode

    def counted(body: bytes) -> dict[str, object]:
        bodies.append(body)
        return decode(body)

    monkeypatch.setattr(filter_pages, "_decode", counted)
    return bodies


async def begin_two(store: Opened) -> None:
    """Store four events and two receivers with filters, of which the second has results for the first event."""
    await store.write(begin)
    await store.write(lambda tx: tx.update("UPDATE receivers SET filtered = 1"))
    await store.write(lambda tx: receiver_filters.add(tx, OTHER.id, first=2, pattern='{"tag":"tree"}'))


async def matching_of_both(store: Opened) -> list[set[int]]:
    return [
        await store.read(lambda tx, one=one: filter_pages.matches_of(tx, one).between(first=1, last=4))  # type: ignore[misc]
        for one in (FILTERED, OTHER)
    ]


async def test_each_event_is_decoded_once_for_all_filters(tmp_path: Path, decoded: list[bytes]) -> None:
    async with opened(tmp_path, StillClock()) as store:
        await begin_two(store)

        await FilterIndex(store.database).run()

        assert len(decoded) == 4
        assert await matching_of_both(store) == [{1, 4}, {1, 2, 3}]
        assert len(decoded) == 4, "all results are stored"


async def test_receivers_that_wait_at_the_same_time_are_evaluated_together(
    tmp_path: Path, decoded: list[bytes]
) -> None:
    async with opened(tmp_path, StillClock()) as store:
        await begin_two(store)
        index = FilterIndex(store.database)

        await asyncio.gather(*[index.extend(replace(one, filtered=True), after=0) for one in (FILTERED, OTHER)])

        assert len(decoded) == 4
        assert await matching_of_both(store) == [{1, 4}, {1, 2, 3}]


async def test_receivers_far_apart_and_too_many_for_a_step_are_evaluated_in_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filter_index, "STEP_RECEIVERS_MAX", 2)
    monkeypatch.setattr(filter_index, "STEP_EVENTS", 3)
    async with opened(tmp_path, StillClock()) as store:
        await store.write(begin)
        await store.write(lambda tx: add_events(tx, *["shrub"] * 8))
        for number, first in enumerate([1, 1, 1, 2, 9, 12], 20):
            one = a_receiver(number, filtered=True)
            await store.write(lambda tx, one=one: receivers.insert(tx, one))  # type: ignore[misc]
            await store.write(
                lambda tx, one=one, first=first: receiver_filters.add(tx, one.id, first=first, pattern=SHRUBS)  # type: ignore[misc]
            )

        await FilterIndex(store.database).run()

        known = await store.read(lambda tx: {filter_pages.known_to(tx, one) for one in receivers.filtered(tx)})
        assert known == {12}
        found = await store.read(
            lambda tx: [filter_pages.matches_of(tx, one).count(first=1, last=12) for one in receivers.filtered(tx)]
        )
        assert found == [10, 10, 10, 10, 10, 12, 12]
