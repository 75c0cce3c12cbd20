"""The promise, read top to bottom: a plant goes in, every receiver gets its webhook, whatever happens on the way."""

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest
from standardwebhooks import Webhook, WebhookVerificationError
from svix.webhooks import Webhook as SvixWebhook
from svix.webhooks import WebhookVerificationError as SvixVerificationError

from plantstore.app import open_store
from plantstore.domain.delivery import ATTEMPTS_MAX, OutcomeKind, RetryState
from plantstore.domain.identity import ReceiverId
from plantstore.domain.plant import Status
from plantstore.domain.receiver import Payload
from plantstore.storage import attempts, events, retries
from plantstore.storage import receivers as stored
from tests.receiver import a_server
from tests.running import add, cursor, register, run, settings


def test_a_plant_goes_in_and_its_receiver_gets_it_signed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path)) as store:
            await register(store, server)

            added = (await add(store, "Isoëtes lacustris", tag="aquatic"))[0]

            (got,) = await server.requests(1)
            assert got.path == "/plant/webhook"
            assert got.plant is not None
            assert (got.plant["id"], got.plant["name"], got.plant["tag"]) == (1, "Isoëtes lacustris", "aquatic")
            assert got.headers["webhook-id"] == got.headers["ce-id"] == added.event_id
            assert got.headers["ce-sequence"] == "0000000000000001"
            assert got.headers["authorization"].startswith("Bearer rct_")
            assert got.headers["webhook-attempt"] == "1"

    run(test)


def test_the_official_verifiers_accept_what_is_sent_and_nothing_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path)) as store:
            await register(store, server)
            await add(store, "Acer palmatum 'Bloodgood'")
            (got,) = await server.requests(1)
            as_svix = {name.replace("webhook-", "svix-"): value for name, value in got.headers.items()}

            assert Webhook(server.secret).verify(got.body, got.headers) == json.loads(got.body)
            SvixWebhook(server.secret).verify(got.body, as_svix)
            with pytest.raises(WebhookVerificationError):
                Webhook(server.secret).verify(got.body + b" ", got.headers)
            with pytest.raises(SvixVerificationError):
                SvixWebhook(server.secret).verify(got.body + b" ", as_svix)

    run(test)


def test_the_bytes_stored_signed_and_sent_are_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path)) as store:
            server.answer = lambda got: 500 if len(server.got) < 2 else 204
            await register(store, server)
            await add(store, "Rosa PEACE")
            await server.requests(1)
            await store.database.write(lambda tx: store.catalogue.change_plant(tx, 1, {"name": "Other"}, version=None))

            first, second, third = await server.requests(3)

            (event,) = await store.database.read(lambda tx: events.page(tx, after=0, limit=10))
            assert first.body == second.body == third.body == event.body
            assert first.headers["webhook-id"] == third.headers["webhook-id"] == event.id
            assert [one.headers["webhook-attempt"] for one in (first, second, third)] == ["1", "2", "3"]
            assert all(one.plant is not None for one in (first, second, third))

    run(test)


def test_a_receiver_with_basic_payload_gets_exactly_three_fields(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as full, a_server() as basic, open_store(settings(tmp_path)) as store:
            await register(store, full)
            await register(store, basic, payload=Payload.BASIC)

            await add(store, "Aloe vera", tag="succulent", price="4.50")

            assert (await basic.requests(1))[0].body == b'{"id":1,"name":"Aloe vera","tag":"succulent"}'
            assert (await full.requests(1))[0].plant["price"] == "4.50"  # type: ignore[index]

    run(test)


def test_only_the_commit_that_first_makes_a_plant_active_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path)) as store:
            await register(store, server)

            draft = (await add(store, "Hosta", status=Status.DRAFT))[0]
            assert draft.event_id is None
            verbs = store.catalogue
            for verb in (verbs.add_to_store, verbs.add_to_store, verbs.archive, verbs.restore):
                await store.database.write(partial(verb, plant_id=1, version=None))
            await store.database.write(lambda tx: store.catalogue.delete_plant(tx, 1, deleted_by="x", version=None))
            await add(store, "Hosta")

            assert [one.plant["id"] for one in await server.requests(2) if one.plant] == [1, 2]
            assert await store.database.read(events.head) == 2

    run(test)


def test_receivers_start_now_at_the_beginning_or_where_they_say(tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            a_server() as now,
            a_server() as beginning,
            a_server() as third,
            open_store(settings(tmp_path)) as store,
        ):
            await add(store, "one", "two", "three")
            await register(store, now)
            await register(store, beginning, start="beginning")
            await register(store, third, start=3)

            await add(store, "four")

            await asyncio.gather(now.requests(1), beginning.requests(4), third.requests(2))
            assert now.accepted == [4]
            assert sorted(beginning.accepted) == [1, 2, 3, 4]
            assert sorted(third.accepted) == [3, 4]

    run(test)


def test_a_backlog_larger_than_memory_and_pages_arrives_once_and_whole(tmp_path: Path) -> None:
    async def test() -> None:
        small = settings(tmp_path, ring_events_max=16, page_events=7, in_flight_max=10, window_events_max=100)
        async with a_server() as server, a_server() as other, open_store(small) as store:
            await add(store, *(f"plant {number}" for number in range(200)))
            receiver = await register(store, server, start="beginning")
            await register(store, other, start="beginning")
            await add(store, *(f"plant {number}" for number in range(200, 400)))

            await asyncio.gather(server.requests(400), other.requests(400))
            await store.dispatcher.settle(wait_s=10)

            assert sorted(server.accepted) == sorted(other.accepted) == list(range(1, 401))
            assert await cursor(store, receiver) == 400

    run(test)


def test_a_failed_delivery_is_written_down_tried_again_and_then_forgotten(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path)) as store:
            server.answer = lambda got: 503 if got.headers["webhook-attempt"] == "1" and got.sequence == 2 else 204
            receiver = await register(store, server)

            await add(store, "one", "two", "three")
            await server.until(lambda one: sorted(one.accepted) == [1, 2, 3])
            await store.dispatcher.settle(wait_s=10)

            assert await store.database.read(lambda tx: retries.find(tx, receiver.id, 2)) is None
            tried = await store.database.read(lambda tx: attempts.of_delivery(tx, receiver.id, 2))
            assert [(number, outcome.status) for number, outcome in tried] == [(1, 503), (2, 204)]
            assert await cursor(store, receiver) == 3

    run(test)


def test_a_failure_waits_its_turn_on_the_ladder(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path, retry_scale=1)) as store:
            server.answer = lambda got: 500
            receiver = await register(store, server)
            await add(store, "one")
            await server.requests(1)
            await store.dispatcher.settle(wait_s=10)

            row = await store.database.read(lambda tx: retries.find(tx, receiver.id, 1))

            assert row is not None
            assert (row.state, row.attempts, row.last_status) == (RetryState.WAITING, 1, 500)
            assert 5.0 <= (row.next_attempt_at - row.first_failed_at) / 1e6 <= 6.0
            assert await cursor(store, receiver) == 1

    run(test)


def test_a_delivery_that_nobody_takes_is_exhausted_after_seventeen_attempts_and_stays(tmp_path: Path) -> None:
    async def test() -> None:
        async with open_store(settings(tmp_path)) as store:
            async with a_server() as gone:
                receiver = await register(store, gone)

            await add(store, "one")
            row = None
            async with asyncio.timeout(60):
                while row is None or row.state is RetryState.WAITING:
                    await asyncio.sleep(0.05)
                    row = await store.database.read(lambda tx: retries.find(tx, receiver.id, 1))

            assert row.state is RetryState.EXHAUSTED
            assert row.attempts == ATTEMPTS_MAX
            assert row.last_outcome is OutcomeKind.CONNECTION_REFUSED

    run(test)


def test_what_was_recorded_is_not_sent_again_after_a_restart_and_the_rest_is(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server:
            async with open_store(settings(tmp_path)) as store:
                receiver = await register(store, server)
                await add(store, "one", "two", "three")
                await server.requests(3)
            async with open_store(settings(tmp_path)) as store:
                # As a kill would leave it: a success beyond a cursor that was not moved.
                def rewind(tx: object) -> None:
                    tx.update("UPDATE receivers SET cursor = 0")  # type: ignore[attr-defined]
                    tx.update("DELETE FROM attempts WHERE sequence = 2")  # type: ignore[attr-defined]

                await store.database.write(rewind)
            async with open_store(settings(tmp_path)) as store:
                await add(store, "four")
                await server.requests(5)
                await store.dispatcher.settle(wait_s=10)

                assert sorted(server.accepted) == [1, 2, 2, 3, 4]
                assert await cursor(store, receiver) == 4

    run(test)


def test_a_stop_waits_for_what_is_under_way_and_sends_nothing_twice(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server:
            for _ in range(5):
                async with open_store(settings(tmp_path)) as store:
                    if store.is_new:
                        await register(store, server)
                    await add(store, *(f"plant {number}" for number in range(40)))
            async with open_store(settings(tmp_path)):
                await server.until(lambda one: len(set(one.accepted)) == 200)

            assert sorted(server.accepted) == list(range(1, 201))

    run(test)


def test_a_removed_receiver_gets_nothing_more_and_says_what_it_was_owed(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as server, open_store(settings(tmp_path, retry_scale=1)) as store:
            server.answer = lambda got: 500
            receiver = await register(store, server)
            await add(store, "one")
            await server.requests(1)
            await store.dispatcher.settle(wait_s=10)

            cancelled = await store.database.write(lambda tx: store.receivers.remove(tx, receiver.id, asked_by="tok_1"))
            await add(store, "two")
            await store.dispatcher.settle(wait_s=10)

            assert cancelled == 1
            assert len(server.got) == 1
            row = await store.database.read(lambda tx: retries.find(tx, receiver.id, 1))
            assert row is not None
            assert row.state is RetryState.CANCELLED

    run(test)


def test_a_changed_address_is_used_from_the_next_request_on(tmp_path: Path) -> None:
    async def test() -> None:
        from plantstore.receivers import Change

        async with a_server() as old, a_server() as new, open_store(settings(tmp_path)) as store:
            receiver = await register(store, old)
            await add(store, "one")
            await old.requests(1)
            await store.dispatcher.settle(wait_s=10)
            url = await store.receivers.check_url(new.url)
            await store.database.write(lambda tx: store.receivers.change(tx, receiver.id, Change(url=url), version=1))
            await asyncio.sleep(0.1)

            await add(store, "two")

            await new.requests(1)
            assert (old.accepted, new.accepted) == ([1], [2])

    run(test)


def test_one_dead_receiver_does_not_hold_up_another(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as good, open_store(settings(tmp_path, retry_scale=1)) as store:
            async with a_server() as dead:
                await register(store, dead)
            await register(store, good)

            await add(store, *(f"plant {number}" for number in range(100)))

            await good.requests(100)
            assert sorted(good.accepted) == list(range(1, 101))

    run(test)


def test_every_receiver_is_called_with_its_own_token_and_secret(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_server() as one, a_server() as two, open_store(settings(tmp_path)) as store:
            receivers = [await register(store, one), await register(store, two)]
            await add(store, "Hedera helix")
            first, second = (await one.requests(1))[0], (await two.requests(1))[0]

            credentials = [
                await store.database.read(lambda tx, id=each.id: stored.credentials(tx, store.sealer, ReceiverId(id)))  # type: ignore[misc]
                for each in receivers
            ]
            assert first.headers["authorization"] == f"Bearer {credentials[0].access_token.reveal()}"
            assert second.headers["authorization"] == f"Bearer {credentials[1].access_token.reveal()}"
            assert first.headers["webhook-signature"] != second.headers["webhook-signature"]
            assert first.plant is not None
            assert second.plant is not None

    run(test)
