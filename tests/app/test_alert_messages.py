"""A whole store writes to a mailbox, a chat and a program that a receiver is disabled, without any secret."""

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.domain.alerts.channel import ChannelKind
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.secret import AccessToken
from plantstore.operations.alerts.channels.commands import ChannelPatch
from plantstore.storage.database import Transaction
from tests.operational import subscribe as insert_subscriber
from tests.receiver import Receiving, a_server
from tests.running import add, register, settings
from tests.sending.mail_server import mail_server
from tests.sending.scripted_receiver import receiver

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:aiosmtpd"),
    pytest.mark.sqlite_only("its statements have their tests on both engines"),
]
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
FAULT = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n"
PATH = "services/canary-path-of-a-chat"
CANARIES = ("canary-path-of-a-chat", "canary-token-of-a-webhook", "canary-token-of-a-receiver", "whsec_")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let new problems wait for no others."""
    monkeypatch.setattr("plantstore.domain.alerts.planning.GATHER_S", 0)


async def _add_channel(store: Store, kind: ChannelKind, **given: Any) -> None:
    patch = ChannelPatch(name=f"Our {kind}", **given)

    def command(tx: Transaction) -> None:
        store.alert_channels.add(tx, kind=kind, given=patch, person_id=None, created_by="tok_1")

    await store.database.write(command)


async def _disable_a_receiver(store: Store, gone: Receiving) -> None:
    await store.alert_engine.run()
    gone.answer = lambda _: 410
    await register(store, gone, name="Old till", access_token=AccessToken("canary-token-of-a-receiver"))
    await add(store, "Hedera helix")


async def _until(done: Callable[[], bool], store: Store) -> None:
    async with asyncio.timeout(30):
        while not done():
            await store.alert_engine.run()
            await asyncio.sleep(0.05)


async def test_a_disabled_receiver_causes_one_message_per_channel_without_a_secret(tmp_path: Path) -> None:
    log = io.BytesIO()
    with mail_server() as mailbox:
        mail = {"mail_server": f"smtp://127.0.0.1:{mailbox.port}", "mail_from": "store@shop.example"}
        opening = open_store(settings(tmp_path, **mail), event_logger=JsonLogger(log, SystemClock()))
        async with a_server() as gone, receiver(OK) as chat, receiver(OK) as program, opening as store:
            await _add_channel(store, ChannelKind.EMAIL, addresses=["owner@shop.example"])
            await _add_channel(store, ChannelKind.SLACK, url=f"http://127.0.0.1:{chat.port}/{PATH}")
            url = f"http://127.0.0.1:{program.port}/?key=canary-path-of-a-chat"
            await _add_channel(store, ChannelKind.WEBHOOK, url=url, access_token="canary-token-of-a-webhook")
            await _disable_a_receiver(store, gone)
            await _until(lambda: bool(mailbox.received and chat.requests and program.requests), store)
            kinds = (ChannelKind.EMAIL, ChannelKind.SLACK, ChannelKind.WEBHOOK)
            counted = {(kind, AnswerResult.ACCEPTED): 1 for kind in kinds}
            await _until(lambda: store.metrics.snapshot().alerts == counted, store)

    bodies = [one.requests[0].split(b"\r\n\r\n", 1)[1] for one in (chat, program)]
    sent = [mailbox.received[0][2], *bodies]
    assert (len(mailbox.received), len(chat.requests), len(program.requests)) == (1, 1, 1)
    assert all(b"Old till" in one for one in sent), sent
    files = b"".join(path.read_bytes() for path in tmp_path.glob("plantstore.db*"))
    for canary in CANARIES:
        for place in (*sent, log.getvalue(), files):
            assert canary.encode() not in place, canary


async def test_a_failing_chat_is_not_reported_to_itself(tmp_path: Path) -> None:
    def count(tx: Transaction) -> int:
        tx.update("UPDATE alert_channels SET failing_since = 1")
        return int(tx.execute("SELECT count(*) FROM alert_messages")[0][0])

    async with a_server() as gone, receiver(FAULT) as chat, open_store(settings(tmp_path)) as store:
        await _add_channel(store, ChannelKind.SLACK, url=f"http://127.0.0.1:{chat.port}/{PATH}")
        await _disable_a_receiver(store, gone)
        await _until(lambda: bool(chat.requests), store)
        for _ in range(20):
            await store.alert_engine.run()
            assert await store.database.write(count) == 1


async def test_a_commit_wakes_the_alert_engine_and_the_sender_of_operational_webhooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a commit, neither would look for 30 seconds and more."""
    monkeypatch.setattr("plantstore.operations.alerts.engine.EVERY_S", 0)
    monkeypatch.setattr("plantstore.operations.notices.sender.FIRST_POLL_S", 0)
    async with a_server() as hook, receiver(OK) as chat, open_store(settings(tmp_path)) as store:
        await _add_channel(store, ChannelKind.SLACK, url=f"http://127.0.0.1:{chat.port}/{PATH}")

        def subscribe(tx: Transaction) -> None:
            insert_subscriber(tx, url=hook.url, secret_box=store.secret_box)

        await store.database.write(subscribe)
        async with a_server() as gone:
            gone.answer = lambda _: 410
            await register(store, gone, name="Old till")
            await add(store, "Hedera helix")
            async with asyncio.timeout(20):
                while not (chat.requests and hook.got and store.metrics.snapshot().operational):
                    await asyncio.sleep(0.01)
            assert set(store.metrics.snapshot().operational) == {204}
