"""A receiver's payload is changed in a running store: what was attempted keeps its bytes, whatever comes between."""

import asyncio
import json
from pathlib import Path

import pytest

from plantstore.app.store import Store, open_store
from plantstore.domain.deliveries.breaker import BreakerState
from plantstore.domain.deliveries.delivery import Attempt, OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.receivers.bodies.formats import JMESPATH, BodyFormat
from plantstore.domain.receivers.receiver import Payload, Receiver
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, receiver_formats, receivers
from tests.receiver import a_server
from tests.running import add, counts, register, settings, until_cursor

pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


async def change(store: Store, receiver: Receiver, payload: Payload, expression: str | None = None) -> None:
    patch = ReceiverPatch(payload=payload, expression=expression)
    await store.database.write(lambda tx: store.receivers.change(tx, receiver.id, patch, version=None))


async def until_in_force(store: Store, receiver: Receiver) -> list[tuple[int, BodyFormat]]:
    """Wait until the payload that was set is in force for later events; return all versions."""

    def read(tx: Transaction) -> tuple[bool, list[tuple[int, BodyFormat]]]:
        found = receivers.find(tx, receiver.id)
        assert found is not None
        versions = receiver_formats.versions(tx, found)
        return versions.newest == found.body_format, [(one.first, one.format) for one in versions]

    async with asyncio.timeout(20):
        while True:
            done, versions = await store.database.read(read)
            if done:
                return versions
            await asyncio.sleep(0.01)


async def test_an_event_in_retry_keeps_its_bytes_after_changes_and_a_restart(tmp_path: Path) -> None:
    async with a_server() as server:
        async with open_store(settings(tmp_path, retry_scale=1)) as store:
            receiver = await register(store, server, payload=Payload.BASIC)
            answers = [500]
            server.answer = lambda _got: answers.pop() if answers else 204
            await add(store, "one")
            await server.requests(1)
            await until_cursor(store, receiver, 1)
            await change(store, receiver, Payload.EXPRESSION, "{title: name}")
            versions = await until_in_force(store, receiver)
            await add(store, "two")
            await server.requests(2)
            await until_cursor(store, receiver, 2)
            assert [first for first, _ in versions] == [1, 2]
        async with open_store(settings(tmp_path)) as store:
            await change(store, receiver, Payload.FULL)
            await until_in_force(store, receiver)
            await add(store, "three")
            await server.requests(4)
            await store.dispatcher.settle(wait_s=10)
            assert await counts(store, receiver) == {DeliveryState.DELIVERED: 3}

        first, retried = [one for one in server.got if one.sequence == 1]
        assert first.body == retried.body and set(json.loads(first.body)) == {"id", "name"}
        assert [one.body for one in server.got if one.sequence == 2] == [b'{"title":"two"}']
        assert [json.loads(one.body)["status"] for one in server.got if one.sequence == 3] == ["active"]


async def test_what_cannot_be_computed_fails_finally_and_the_others_are_sent(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server, payload=Payload.EXPRESSION, expression="[abs(stock_quantity), name]")
        for number in range(8):
            await add(store, f"plant {number}", stock_quantity=None if number % 4 else number)
        await until_cursor(store, receiver, 8)

        assert sorted(one.body for one in server.got) == [b'[0,"plant 0"]', b'[4,"plant 4"]']
        assert await counts(store, receiver) == {DeliveryState.DELIVERED: 2, DeliveryState.EXHAUSTED: 6}
        worker = store.dispatcher._workers[receiver.id]
        assert worker.breaker.state is BreakerState.CLOSED and worker.breaker.failures == 0
        [attempt] = await attempts_of(store, receiver, 2)
        assert attempt.outcome.kind is OutcomeKind.BODY_FAILED
        assert attempt.outcome.detail == "abs() got a value of type null, not number."
        assert (attempt.number, attempt.outcome.signed_s, attempt.outcome.address) == (1, None, None)


async def attempts_of(store: Store, receiver: Receiver, sequence: int) -> list[Attempt]:
    return await store.database.read(
        lambda tx: attempts.newest_of_delivery(tx, receiver.id, sequence, event_id="", limit=9)
    )


async def test_a_receiver_registered_with_an_expression_has_it_for_all_events(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        await add(store, "one")
        receiver = await register(
            store, server, payload=Payload.EXPRESSION, expression="{title: name}", start="beginning"
        )
        await server.requests(1)
        await until_cursor(store, receiver, 1)

        assert server.got[0].body == b'{"title":"one"}'
        assert await until_in_force(store, receiver) == [(1, BodyFormat(JMESPATH, "{title: name}"))]
        assert [one.status for one in server.got] == [204], "the signature is over the computed body"


async def test_a_payload_that_is_changed_back_changes_nothing(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        server.answers_after_s = 0.2
        await add(store, "one")
        await server.requests(1)
        await change(store, receiver, Payload.BASIC)
        await change(store, receiver, Payload.FULL)
        await add(store, "two")
        await server.requests(2)
        await until_cursor(store, receiver, 2)

        assert [json.loads(one.body)["status"] for one in server.got] == ["active", "active"]
        assert [first for first, _ in await until_in_force(store, receiver)] == [1]
