"""The promise, read top to bottom: a plant goes in, every receiver gets its webhook, whatever happens on the way."""

import asyncio
import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError
from svix.webhooks import Webhook as SvixWebhook
from svix.webhooks import WebhookVerificationError as SvixVerificationError

from plantstore.app.store import open_store
from plantstore.core.clock import SystemClock
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, OutcomeKind, RetryState
from plantstore.domain.errors import Conflict, Invalid
from plantstore.domain.plants.plant import Status
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Payload
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import after
from plantstore.operations import scheduler
from plantstore.receivers.commands import OVERLAP_S
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.database import Database, Transaction
from plantstore.storage.tables import attempts, events, retries
from plantstore.storage.tables import receivers as stored
from tests.makers import NOON
from tests.receiver import Got, a_server
from tests.running import add, cursor, register, settings
from tests.still_clock import StillClock

TOKEN = AccessToken("token-of-the-new-server")

pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


async def test_a_plant_goes_in_and_its_receiver_gets_it_signed(tmp_path: Path) -> None:
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


async def test_the_official_verifiers_accept_what_is_sent_and_nothing_else(tmp_path: Path) -> None:
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


async def test_the_bytes_stored_signed_and_sent_are_the_same(tmp_path: Path) -> None:
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


async def test_a_receiver_with_basic_payload_gets_exactly_three_fields(tmp_path: Path) -> None:
    async with a_server() as full, a_server() as basic, open_store(settings(tmp_path)) as store:
        await register(store, full)
        await register(store, basic, payload=Payload.BASIC)

        await add(store, "Aloe vera", tag="succulent", price="4.50")

        assert (await basic.requests(1))[0].body == b'{"id":1,"name":"Aloe vera","tag":"succulent"}'
        assert (await full.requests(1))[0].plant["price"] == "4.50"  # type: ignore[index]


async def test_only_the_commit_that_first_activates_a_plant_sends_a_webhook(tmp_path: Path) -> None:
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


async def test_receivers_start_now_at_the_beginning_or_where_they_say(tmp_path: Path) -> None:
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


async def test_a_backlog_larger_than_memory_and_pages_arrives_once_and_whole(tmp_path: Path) -> None:
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


async def test_a_failed_delivery_is_recorded_retried_and_then_removed_from_the_retries(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        server.answer = lambda got: 503 if got.headers["webhook-attempt"] == "1" and got.sequence == 2 else 204
        receiver = await register(store, server)

        await add(store, "one", "two", "three")
        await server.until(lambda one: sorted(one.accepted) == [1, 2, 3])
        await store.dispatcher.settle(wait_s=10)

        assert await store.database.read(lambda tx: retries.find(tx, receiver.id, 2)) is None
        tried = await store.database.read(
            lambda tx: attempts.newest_of_delivery(tx, receiver.id, 2, event_id="", limit=99)
        )
        assert [(one.number, one.outcome.status) for one in tried] == [(1, 503), (2, 204)]
        assert await cursor(store, receiver) == 3


async def test_a_failed_delivery_waits_as_the_retry_schedule_says(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("status", "asks", "least_s", "most_s"),
    [(503, b"", 60, 72), (503, b"retry-after: 3600\r\n", 3_600, 3_600), (500, b"retry-after: 1e9\r\n", 5, 6)],
)
async def test_retry_after_is_respected_and_an_overloaded_receiver_gets_a_minute(
    tmp_path: Path, status: int, asks: bytes, least_s: float, most_s: float
) -> None:
    async with a_server() as server, open_store(settings(tmp_path, retry_scale=1)) as store:
        server.answer, server.headers = lambda got: status, asks
        receiver = await register(store, server)
        await add(store, "one")
        await server.requests(1)
        await store.dispatcher.settle(wait_s=10)

        row = await store.database.read(lambda tx: retries.find(tx, receiver.id, 1))

        assert row is not None
        assert least_s <= (row.next_attempt_at - row.first_failed_at) / 1e6 <= most_s


async def test_the_retry_scale_does_not_shorten_retry_after(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path, retry_scale=1_000_000)) as store:
        server.answer, server.headers = lambda got: 204 if got.sequence == 2 else 500, b"retry-after: 3600\r\n"
        receiver = await register(store, server)
        await add(store, "one")
        await server.requests(1)
        await store.dispatcher.settle(wait_s=10)
        await add(store, "two")
        await server.until(lambda one: one.accepted == [2])

        row = await store.database.read(lambda tx: retries.find(tx, receiver.id, 1))

        assert row is not None
        assert (row.next_attempt_at - row.first_failed_at) / 1e6 == 3_600
        assert [one.sequence for one in server.got] == [1, 2]


async def test_a_delivery_that_is_never_accepted_is_exhausted_after_seventeen_attempts(tmp_path: Path) -> None:
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


async def test_a_restart_sends_exactly_what_was_not_recorded(tmp_path: Path) -> None:
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


async def test_a_stop_waits_for_requests_in_flight_and_sends_nothing_twice(tmp_path: Path) -> None:
    async with a_server() as server:
        for start in range(5):
            async with open_store(settings(tmp_path)) as store:
                if start == 0:
                    await register(store, server)
                await add(store, *(f"plant {number}" for number in range(40)))
        async with open_store(settings(tmp_path)):
            await server.until(lambda one: len(set(one.accepted)) == 200)

        assert sorted(server.accepted) == list(range(1, 201))


async def test_a_removed_receiver_gets_nothing_more_and_its_backlog_is_reported(tmp_path: Path) -> None:
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


async def test_a_changed_address_is_used_from_the_next_request_on(tmp_path: Path) -> None:
    async with a_server() as old, a_server() as new, open_store(settings(tmp_path)) as store:
        receiver = await register(store, old)
        await add(store, "one")
        await old.requests(1)
        await store.dispatcher.settle(wait_s=10)
        url = await store.receivers.check_url(new.url)
        await store.database.write(
            lambda tx: store.receivers.change(tx, receiver.id, ReceiverPatch(url=url, access_token=TOKEN), version=1)
        )
        await add(store, "two")

        await new.requests(1)
        assert (old.accepted, new.accepted) == ([1], [2])


async def test_one_dead_receiver_does_not_hold_up_another(tmp_path: Path) -> None:
    async with a_server() as good, open_store(settings(tmp_path, retry_scale=1)) as store:
        async with a_server() as dead:
            await register(store, dead)
        await register(store, good)

        await add(store, *(f"plant {number}" for number in range(100)))

        await good.requests(100)
        assert sorted(good.accepted) == list(range(1, 101))


async def test_every_receiver_is_called_with_its_own_token_and_secret(tmp_path: Path) -> None:
    async with a_server() as one, a_server() as two, open_store(settings(tmp_path)) as store:
        receivers = [await register(store, one), await register(store, two)]
        await add(store, "Hedera helix")
        first, second = (await one.requests(1))[0], (await two.requests(1))[0]

        credentials = [
            await store.database.read(lambda tx, id=each.id: stored.credentials(tx, store.secret_box, ReceiverId(id)))  # type: ignore[misc]
            for each in receivers
        ]
        assert first.headers["authorization"] == f"Bearer {credentials[0].bearer.reveal()}"
        assert second.headers["authorization"] == f"Bearer {credentials[1].bearer.reveal()}"
        assert first.headers["webhook-signature"] != second.headers["webhook-signature"]
        assert first.plant is not None
        assert second.plant is not None


async def test_a_change_applies_to_events_of_the_same_commit(tmp_path: Path) -> None:
    async with a_server() as old, a_server() as new, open_store(settings(tmp_path)) as store:
        receiver = await register(store, old)
        url = await store.receivers.check_url(new.url)

        def change_and_add(tx: Transaction) -> None:
            store.receivers.change(tx, receiver.id, ReceiverPatch(url=url, access_token=TOKEN), version=1)
            store.catalogue.add_plants(tx, [{"name": "one"}], status=Status.ACTIVE)

        await store.database.write(change_and_add)

        await new.requests(1)
        assert (old.accepted, new.accepted) == ([], [1])


async def test_a_receiver_changed_during_its_first_load_is_never_called_at_its_old_url(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_server() as old, a_server() as new, open_store(settings(tmp_path)) as store:
        read, gate, reading = Database.read, asyncio.Event(), asyncio.Event()

        async def slowly(self: Database, function: Any) -> Any:
            found = await read(self, function)
            reading.set()
            await gate.wait()
            return found

        monkeypatch.setattr(Database, "read", slowly)
        receiver = await register(store, old)
        await reading.wait()
        monkeypatch.setattr(Database, "read", read)
        url = await store.receivers.check_url(new.url)
        await store.database.write(
            lambda tx: store.receivers.change(tx, receiver.id, ReceiverPatch(url=url, access_token=TOKEN), version=1)
        )
        await add(store, "one")
        gate.set()

        await new.requests(1)
        assert (old.accepted, new.accepted) == ([], [1])


async def test_a_receiver_removed_while_it_is_being_read_stays_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        read, gate = Database.read, asyncio.Event()

        async def slowly(self: Database, function: Any) -> Any:
            found = await read(self, function)
            if not gate.is_set():
                reading.append(True)
                await gate.wait()
            return found

        reading: list[bool] = []
        monkeypatch.setattr(Database, "read", slowly)
        receiver = await register(store, server)
        while not reading:
            await asyncio.sleep(0)
        monkeypatch.setattr(Database, "read", read)
        await store.database.write(lambda tx: store.receivers.remove(tx, receiver.id, asked_by="tok_1"))
        for _ in range(3):
            await store.database.read(events.head)
        gate.set()
        await store.database.read(events.head)
        await asyncio.sleep(0.01)
        await add(store, "one")
        await store.dispatcher.settle(wait_s=10)

        assert server.got == []


async def test_a_receiver_whose_url_is_no_longer_accepted_keeps_no_other_from_its_plants(tmp_path: Path) -> None:
    faults: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["message"]))
    async with a_server() as good, a_server() as moved:
        async with open_store(settings(tmp_path)) as store:
            broken = await register(store, moved)
            await register(store, good)
            sql = "UPDATE receivers SET url = 'http://127.0.0.1:6379/' WHERE id = ?"
            await store.database.write(lambda tx: tx.update(sql, (broken.id,)))
        faults.clear()  # the first store may have loaded the changed address, too
        async with open_store(settings(tmp_path)) as store:
            await add(store, "one")
            await good.requests(1)
            assert faults == [f"{receiver_text(broken.id)} could not be loaded"]

            url = await store.receivers.check_url(moved.url)
            await store.database.write(
                lambda tx: store.receivers.change(tx, broken.id, ReceiverPatch(url=url, access_token=TOKEN), version=1)
            )
            await moved.requests(1)


async def test_a_clock_that_went_back_before_a_restart_gives_no_attempt_the_id_of_another(tmp_path: Path) -> None:
    clock = StillClock(SystemClock().now())
    async with a_server() as server:
        for number in (1, 2):
            async with open_store(settings(tmp_path), clock=clock) as store:
                if number == 1:
                    await register(store, server)
                await add(store, f"plant {number}")
                await server.requests(number)
                assert await store.dispatcher.settle(wait_s=5)

        assert server.accepted == [1, 2]


async def test_a_second_stop_does_not_wait_again(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path, retry_scale=1)) as store:
        server.answers_after_s = 60
        await register(store, server)
        await add(store, "one")
        await server.requests(1)
        assert not await store.dispatcher.stop(wait_s=0.01)

        async with asyncio.timeout(10):
            assert not await store.dispatcher.stop(wait_s=60)


async def test_all_old_idempotent_responses_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "INTERVAL_S", 0.05)
    monkeypatch.setattr(scheduler, "EXPIRED_KEYS_PER_STEP", 2)

    def keep(tx: Transaction) -> None:
        for number in range(7):
            row = ("tok_1", f"key {number}", b"", b"", tx.now if number == 0 else 0)
            tx.insert("idempotency", ("token_id", "key", "request_hash", "answer", "created_at"), [row])

    def kept(tx: Transaction) -> list[str]:
        return [row[0] for row in tx.execute("SELECT key FROM idempotency")]

    async with open_store(settings(tmp_path)) as store:
        await store.database.write(keep)
        monkeypatch.setattr(scheduler, "INTERVAL_S", 60)  # the next run removes all, because none follows in time
        async with asyncio.timeout(20):
            while await store.database.read(kept) != ["key 0"]:
                await asyncio.sleep(0.01)


async def test_only_the_program_changes_its_sample_receivers_url(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:
        made = await store.database.write(
            lambda tx: store.receivers.register(tx, url="http://127.0.0.1:9999/", name="sample", built_in=True)
        )
        change = ReceiverPatch(url="http://moves.example/plant/webhook")

        with pytest.raises(Invalid):
            await store.database.write(lambda tx: store.receivers.change(tx, made.receiver.id, change, version=1))


async def test_during_a_rotation_every_request_verifies_with_the_old_secret(
    tmp_path: Path,
) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        old = server.secret
        await add(store, *(f"plant {number}" for number in range(200)))
        await server.requests(20)

        rotated = await store.database.write(lambda tx: store.receivers.rotate_secret(tx, receiver.id))
        await add(store, *(f"plant {number}" for number in range(200, 300)))
        await server.requests(300)

        assert sorted(server.accepted) == list(range(1, 301))
        new = rotated.secret.reveal()
        for got in server.got:
            expected = ([signature(got, old)], [signature(got, new), signature(got, old)])
            assert got.plant is not None, "somebody else's verifier accepted it, with the old secret"
            assert got.headers["webhook-signature"].split() in expected
            if got.sequence > 200:
                assert got.headers["webhook-signature"].split() == expected[1]


async def test_after_the_overlap_only_the_new_secret_signs_though_nothing_was_restarted(tmp_path: Path) -> None:
    clock = StillClock(after(NOON, seconds=0.25))
    async with a_server() as server, open_store(settings(tmp_path), clock=clock) as store:
        receiver = await register(store, server)
        old = server.secret
        clock.move(1)
        rotated = await store.database.write(lambda tx: store.receivers.rotate_secret(tx, receiver.id))
        new = rotated.secret.reveal()

        signed: list[list[str]] = []
        for seconds in (0, OVERLAP_S, 1, OVERLAP_S):
            clock.move(seconds)
            await add(store, "plant")
            got = (await server.requests(len(signed) + 1))[-1]
            known = {signature(got, new): "new", signature(got, old): "old"}
            signed.append([known[one] for one in got.headers["webhook-signature"].split()])

        assert signed == [["new", "old"], ["new", "old"], ["new"], ["new"]]
        assert 0 <= rotated.old_secret_ends_at - after(NOON, seconds=1.25 + OVERLAP_S) < 1_000_000


async def test_a_second_rotation_ends_the_oldest_secret_immediately(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register(store, server)
        for_all = [
            (await store.database.write(lambda tx: store.receivers.rotate_secret(tx, receiver.id))).secret.reveal()
            for _ in range(2)
        ]
        await add(store, "plant")
        (got,) = await server.requests(1)

        assert got.headers["webhook-signature"].split() == [signature(got, one) for one in reversed(for_all)]


async def test_an_expired_secret_is_dropped_from_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "INTERVAL_S", 0.01)

    def kept(tx: Transaction) -> int:
        return int(tx.execute("SELECT count(*) FROM receiver_secrets WHERE kind = 'signing'")[0][0])

    clock = StillClock()
    async with a_server() as server, open_store(settings(tmp_path), clock=clock) as store:
        receiver = await register(store, server)
        await store.database.write(lambda tx: store.receivers.rotate_secret(tx, receiver.id))
        assert await store.database.read(kept) == 2

        clock.move(OVERLAP_S)
        async with asyncio.timeout(10):
            while await store.database.read(kept) == 2:
                await asyncio.sleep(0.01)

        assert await store.database.read(kept) == 1


async def test_the_sample_receiver_keeps_its_secret(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:
        made = await store.database.write(
            lambda tx: store.receivers.register(tx, url="http://127.0.0.1:9999/", name="sample", built_in=True)
        )

        with pytest.raises(Conflict):
            await store.database.write(lambda tx: store.receivers.rotate_secret(tx, made.receiver.id))


def signature(got: Got, secret: str) -> str:
    """What the official library would sign this request with."""
    at = datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)
    return Webhook(secret).sign(got.headers["webhook-id"], at, got.body.decode())
