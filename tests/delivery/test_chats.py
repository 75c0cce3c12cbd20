"""A receiver in a chat gets messages without a bearer token, at a URL that is found nowhere in clear."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from plantstore.app.store import Store, open_store, web_app
from plantstore.core.clock import SystemClock
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.domain.deliveries.delivery import Attempt, OutcomeKind
from plantstore.domain.receivers.bodies.formats import SLACK, BodyFormat, FormatVersion
from plantstore.domain.receivers.receiver import CHAT_RATE, Payload, Receiver
from plantstore.receivers.commands import Registered
from plantstore.receivers.patch import UNLIMITED, ReceiverPatch
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, events, receiver_addresses, receiver_formats, receivers
from tests.receiver import Got, Receiving, a_server
from tests.running import add, cursor, settings

pytestmark = pytest.mark.usefixtures("engine_kind", "audited")
SECRET = "canary0123456789ABCDEF"
PATH = f"/services/T024BE7LH/B024BE7LJ/{SECRET}"


async def in_chat(store: Store, server: Receiving, payload: Payload = Payload.SLACK) -> Receiver:
    """Register a test server as a receiver in a chat, without a limit on its rate."""
    url = await store.receivers.check_url(server.url + PATH)
    limits = ReceiverPatch(max_rate=UNLIMITED)
    made: Registered = await store.database.write(
        lambda tx: store.receivers.register(tx, url=url, name="chat", payload=payload, limits=limits)
    )
    server.secret = made.secret.reveal()
    return made.receiver


async def until_cursor(store: Store, receiver: Receiver, sequence: int, server: Receiving) -> None:
    while await cursor(store, receiver) < sequence:
        await server.requests(len(server.got))
        await store.dispatcher.settle(wait_s=5)


@pytest.mark.parametrize("payload", [one for one in Payload if one.chat])
async def test_a_chat_gets_the_message_of_its_format_and_no_bearer_token(tmp_path: Path, payload: Payload) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await in_chat(store, server, payload)
        server.answer = lambda _got: 202  # Teams: queued
        await add(store, "Rosa & <b>canina</b>", botanical_name="Rosa canina", stock_quantity=3)
        [got] = await server.requests(1)
        await until_cursor(store, receiver, 1, server)
        [event] = await store.database.read(lambda tx: events.page(tx, after=0, limit=1))

        assert got.path == PATH and "authorization" not in got.headers
        assert got.body == receiver.body_format.body(event) and got.body != event.body
        assert got.headers["webhook-signature"].startswith("v1,")
        assert receiver.body_format == BodyFormat(f"{payload.value}/1")


async def test_a_repeated_message_has_the_same_bytes_in_a_version_of_its_own(tmp_path: Path) -> None:
    async with a_server() as server:
        statuses = [500]
        server.answer = lambda _got: statuses.pop() if statuses else 200
        async with open_store(settings(tmp_path, retry_scale=1)) as store:
            receiver = await in_chat(store, server)
            await add(store, "one")
            await server.requests(1)
            await until_cursor(store, receiver, 1, server)
            versions = await store.database.read(lambda tx: list(receiver_formats.versions(tx, receiver)))
        async with open_store(settings(tmp_path)):
            await server.requests(2)

    first, second = server.got
    assert first.body == second.body and json.loads(first.body)["text"].startswith("New plant: one")
    assert [one.status for one in server.got] == [500, 200]
    assert versions == [FormatVersion(1, BodyFormat(SLACK))]


async def test_a_new_url_replaces_the_old_one_and_a_removed_receiver_has_none(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await in_chat(store, server)
        url = server.url + PATH[:-1] + "X"
        changed = await store.database.write(
            lambda tx: store.receivers.change(tx, receiver.id, ReceiverPatch(url=url), version=None)
        )
        await add(store, "one")
        [got] = await server.requests(1)

        def remove(tx: Transaction) -> list[object]:
            store.receivers.remove(tx, receiver.id, asked_by="tok_1")
            return [receiver_addresses.read(tx, store.secret_box, receiver.id)]

        assert got.path == PATH[:-1] + "X"
        assert (receiver.url, changed.url) == (f"{server.url}/…CDEF", f"{server.url}/…CDEX")
        assert await store.database.write(remove) == [None]


async def test_a_chat_is_sent_to_once_a_second_unless_set_otherwise(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path)) as store:

        def register(tx: Transaction, payload: Payload, rate: float | None = None) -> float | None:
            made = store.receivers.register(
                tx,
                url="https://hooks.slack.com" + PATH,
                name="chat",
                payload=payload,
                limits=ReceiverPatch(max_rate=rate),
            )
            return made.receiver.max_rate

        rates = await store.database.write(lambda tx: [register(tx, Payload.SLACK), register(tx, Payload.SLACK, 5)])

        assert rates == [CHAT_RATE, 5] == [1, 5]


async def a_recorded_response(store: Store, receiver: Receiver) -> Attempt:
    """Wait until an attempt that got a response is recorded.

    The receiver is new: an attempt that began before its worker knew so is stopped before its request.
    """
    async with asyncio.timeout(20):
        while True:
            recorded = await store.database.read(
                lambda tx: attempts.newest_of_delivery(tx, receiver.id, 1, event_id="", limit=9)
            )
            if found := [one for one in recorded if one.outcome.kind is not OutcomeKind.STOPPED]:
                return found[0]
            await store.dispatcher.settle(wait_s=5)
            await asyncio.sleep(0.01)


async def test_an_echo_of_the_url_is_removed_from_what_is_recorded(tmp_path: Path) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await in_chat(store, server)
        server.headers = f"location: {server.url}{PATH}\r\n".encode()
        server.answer = lambda _got: 302
        await add(store, "one")
        await server.requests(1)
        attempt = await a_recorded_response(store, receiver)

        assert attempt.outcome.kind is OutcomeKind.REFUSED
        assert "[removed]" in attempt.outcome.detail and SECRET not in attempt.outcome.detail


async def test_the_secret_of_the_url_is_nowhere_in_clear(tmp_path: Path) -> None:
    log = io.BytesIO()
    async with a_server() as server:
        async with open_store(settings(tmp_path), event_logger=JsonLogger(log, SystemClock())) as store:
            receiver = await in_chat(store, server)

            def answer(_got: Got) -> int:
                return 500 if len(server.got) < 2 else 200

            server.answer = answer
            await add(store, "Hedera helix")
            await server.requests(3)
            await store.dispatcher.settle(wait_s=5)
            pages = await _everything_shown(store)
            kept = await store.database.read(
                lambda tx: [tx.execute(f"SELECT * FROM {table}") for table in ("receivers", "idempotency", "activity")]
            )
            credentials = await store.database.read(lambda tx: receivers.credentials(tx, store.secret_box, receiver.id))
            shown = repr((credentials, receiver, store.dispatcher.__dict__, store.sender.__dict__, kept))
        files = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())

    assert credentials.address is not None and credentials.address.reveal().endswith(PATH)
    assert b'"event":"attempt"' in log.getvalue() and "…CDEF" in pages
    for text in (log.getvalue(), files, pages.encode(), shown.encode()):
        assert SECRET.encode() not in text and SECRET[:16].encode() not in text


async def _everything_shown(store: Store) -> str:
    """Return what the API and the console show of the receiver and its delivery, and what they answer to changes."""
    operator = store.settings.operator_token_file.read_text().strip()
    transport = httpx.ASGITransport(app=web_app(store))
    shown = []
    async with httpx.AsyncClient(transport=transport, base_url=store.settings.public_url) as client:
        bearer = {"authorization": f"Bearer {operator}"}
        [receiver] = (await client.get("/api/v1/receivers", headers=bearer)).json()["items"]
        address = f"receivers/{receiver['id']}"
        [event] = (await client.get("/api/v1/events", headers=bearer)).json()["items"]
        delivery = f"deliveries/{event['id']}/{receiver['id']}"
        for path in (address, delivery, f"{delivery}/attempts", "activity", "attempts", f"{address}/replays", "health"):
            shown.append((await client.get(f"/api/v1/{path}", headers=bearer)).text)
        url = "http://127.0.0.1:9000" + PATH
        body = {"url": url, "name": "again", "payload": "slack"}
        changes: list[dict[str, Any]] = [{}, {"access_token": "not for a chat"}, {"max_rate": -1}]
        for number, change in enumerate(changes):
            headers = bearer | {"idempotency-key": f"a-key-for-this-{number}"}
            shown.append((await client.post("/api/v1/receivers", json=body | change, headers=headers)).text)
        patch = await client.patch(f"/api/v1/{address}", json={"url": url}, headers=bearer)
        shown += [patch.text, (await client.post(f"/api/v1/{address}/tests", headers=bearer)).text]
        assert patch.status_code == 200
        own = {"sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin", "origin": store.settings.public_url}
        await client.post("/sign-in", data={"token": operator}, headers=own)
        for path in ("receivers", address, f"{address}/edit", f"/{delivery}", "deliveries", "activity", "", "health"):
            page = await client.get(f"/{path.lstrip('/')}", headers=own)
            assert page.status_code == 200, path
            shown.append(page.text)
    assert any("/********" in text for text in shown), "the request is shown with a mask"
    return "".join(shown)
