"""A filter is set, changed and removed in a running store: it applies to what was not sent yet, with exact counts."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from plantstore.app.store import Store, open_store
from plantstore.delivery.filter_index import FilterIndex
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receiver_filters, receivers
from tests.receiver import Receiving, a_server
from tests.running import add, counts, register, settings, until_cursor

pytestmark = pytest.mark.usefixtures("engine_kind", "audited")

SHRUBS, TREES = '{"tag":"shrub"}', '{"tag":"tree"}'


async def set_filter(store: Store, receiver: Receiver, pattern: str | None) -> None:
    def change(tx: Transaction) -> None:
        found = receivers.find(tx, receiver.id)
        assert found is not None
        receivers.update(tx, replace(found, filter=pattern, filtered=True))

    await store.database.write(change)


async def until_in_force(store: Store, receiver: Receiver, pattern: str | None, *, since: int = 1) -> int:
    """Wait until the filter is in force for later events, and return the first of these."""
    async with asyncio.timeout(20):
        while True:
            versions = await store.database.read(lambda tx: list(receiver_filters.versions(tx, receiver.id)))
            found = [one for one in versions if one.first >= since]
            if found and (found[-1].filter and found[-1].filter.pattern) == pattern:
                return found[-1].first
            await asyncio.sleep(0.01)


def sent(server: Receiving) -> list[tuple[int, str | None]]:
    return [(one.sequence, one.headers.get("plantstore-previous-sequence")) for one in server.got]


async def test_a_filter_applies_to_later_plants_and_each_request_names_the_match_before(tmp_path: Path) -> None:
    async with a_server() as server:
        async with open_store(settings(tmp_path)) as store:
            receiver = await register(store, server)
            await add(store, "one", tag="tree")
            await add(store, "two", tag="shrub")
            await server.requests(2)
            await store.dispatcher.settle(wait_s=10)
            await set_filter(store, receiver, SHRUBS)
            assert await until_in_force(store, receiver, SHRUBS) == 3

            await add(store, "three", tag="tree")
            await add(store, "four", tag="shrub")
            await server.requests(3)
            await until_cursor(store, receiver, 4)
        async with open_store(settings(tmp_path)) as store:
            await add(store, "five", "six", tag="tree")
            await add(store, "seven", tag="shrub")
            await server.requests(4)
            await until_cursor(store, receiver, 7)
            before = await counts(store, receiver)
            await FilterIndex(store.database).run()

            assert sorted(sent(server)[:2]) == [(1, None), (2, None)]
            assert sent(server)[2:] == [(4, "2"), (7, "4")]
            assert await counts(store, receiver) == before == {DeliveryState.DELIVERED: 4, DeliveryState.FILTERED: 3}
            assert {one.status for one in server.got} == {204}


async def test_a_changed_filter_applies_to_what_a_paused_receiver_has_not_got(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        await set_filter(store, receiver, SHRUBS)
        await until_in_force(store, receiver, SHRUBS)
        await store.database.write(lambda tx: store.receivers.pause(tx, receiver.id))
        for number, tag in enumerate(["shrub", "tree", "herb", "tree", "shrub"]):
            await add(store, f"plant {number}", tag=tag)
        assert await counts(store, receiver) == {DeliveryState.HELD: 2, DeliveryState.FILTERED: 3}

        await FilterIndex(store.database).run()
        await set_filter(store, receiver, TREES)
        assert await until_in_force(store, receiver, TREES) == 1
        assert await counts(store, receiver) == {DeliveryState.HELD: 2, DeliveryState.FILTERED: 3}
        await store.database.write(lambda tx: store.receivers.resume(tx, receiver.id, skip=False, asked_by="tok_1"))
        await server.requests(2)
        await until_cursor(store, receiver, 5)

        assert sorted(sent(server)) == [(2, "0"), (4, "2")]
        assert await counts(store, receiver) == {DeliveryState.DELIVERED: 2, DeliveryState.FILTERED: 3}


async def test_a_request_in_flight_ends_before_a_changed_filter_applies(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        server.answers_after_s = 0.3
        await add(store, "one", tag="tree")
        await server.requests(1)
        await set_filter(store, receiver, SHRUBS)
        await add(store, "two", tag="tree")
        await add(store, "three", tag="shrub")
        assert await until_in_force(store, receiver, SHRUBS) == 2
        await server.requests(2)
        await until_cursor(store, receiver, 3)
        await set_filter(store, receiver, None)
        assert await until_in_force(store, receiver, None, since=4) == 4
        await add(store, "four", tag="herb")
        await server.requests(3)
        await until_cursor(store, receiver, 4)

        assert sent(server) == [(1, None), (3, "1"), (4, "3")]
        assert await counts(store, receiver) == {DeliveryState.DELIVERED: 3, DeliveryState.FILTERED: 1}


async def test_a_filter_that_is_changed_back_before_it_applies_changes_nothing(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        server.answers_after_s = 0.2
        await add(store, "one", tag="tree")
        await server.requests(1)
        await set_filter(store, receiver, SHRUBS)
        await set_filter(store, receiver, None)
        await add(store, "two", tag="tree")
        await server.requests(2)
        await until_cursor(store, receiver, 2)

        assert [sequence for sequence, _ in sent(server)] == [1, 2]
        assert await counts(store, receiver) == {DeliveryState.DELIVERED: 2}
