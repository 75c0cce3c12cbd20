"""The job that evaluates filters: it continues where it ended, and stores no result of an older filter."""

import json
from functools import partial
from pathlib import Path

import pytest

from plantstore.operations import filter_index
from plantstore.operations.filter_index import FilterIndex
from plantstore.storage.database import Transaction
from plantstore.storage.queries import retention
from plantstore.storage.tables import events, filter_pages, receiver_filters, receivers
from tests.makers import RECEIVER, a_receiver, an_event
from tests.opened import opened
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


async def test_no_result_of_an_older_filter_is_stored(tmp_path: Path) -> None:
    async with opened(tmp_path, StillClock()) as store:
        await store.write(begin)
        found = await store.read(lambda tx: filter_pages.evaluate(tx, FILTERED, limit=9))
        assert found is not None
        await store.write(lambda tx: receiver_filters.add(tx, RECEIVER, first=3, pattern='{"tag":"tree"}'))

        assert not await store.write(lambda tx: filter_pages.store(tx, FILTERED, found))
        await FilterIndex(store.database).run()

        assert await store.read(partial(matching, last=4)) == {1, 3}
        again = await store.read(lambda tx: filter_pages.evaluate(tx, FILTERED, limit=9))
        assert again is None
        assert not await store.write(lambda tx: filter_pages.store(tx, FILTERED, found))


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
