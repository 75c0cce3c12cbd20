"""Every byte that a receiver can send: stored as it came, and shown as text wherever people and programs read it."""

import html
import io
import json
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from plantstore.app.store import open_store, web_app
from plantstore.core.clock import SystemClock
from plantstore.core.logging.json_lines import JsonLogger
from tests.running import add, register, settings
from tests.sending.scripted_receiver import receiver

pytestmark = pytest.mark.usefixtures("engine_kind")

EVERY = bytes(range(256))
LOCATION = bytes(byte for byte in EVERY if byte >= 32 and byte != 127)  # the others end the response, or its header
CONTROLS = {chr(code) for code in (*range(32), 127, *range(128, 160))} - {"\n", "\t", "\r"}


async def test_every_byte_of_a_response_is_stored_and_shown_as_text(tmp_path: Path) -> None:
    answer = b"HTTP/1.1 302 x\r\nlocation: /%b\r\ncontent-length: %d\r\n\r\n%b" % (LOCATION, len(EVERY), EVERY)
    log = io.BytesIO()
    async with receiver(answer) as hostile:
        shop = SimpleNamespace(url=f"http://127.0.0.1:{hostile.port}/hook", secret="")
        async with open_store(settings(tmp_path), event_logger=JsonLogger(log, SystemClock())) as store:
            made = await register(store, shop)  # type: ignore[arg-type]
            await add(store, "Hedera helix")
            while not hostile.requests:
                await store.database.read(lambda _: None)
            await store.dispatcher.settle(wait_s=10)
            stored = await store.database.read(lambda tx: tx.execute("SELECT excerpt FROM attempts LIMIT 1"))
            token = store.settings.operator_token_file.read_text().strip()
            async with httpx.AsyncClient(transport=httpx.ASGITransport(web_app(store)), base_url="http://store") as api:
                api.headers["authorization"] = f"Bearer {token}"
                [listed] = (await api.get("/api/v1/deliveries")).json()["items"]
                shown = (await api.get(f"/api/v1/deliveries/{listed['event']}/{listed['receiver']}")).json()
        assert made.id

    assert bytes(stored[0][0]) == EVERY
    attempt = shown["attempts"][0]
    for text in (attempt["excerpt"], attempt["detail"]):
        assert not CONTROLS & set(text), text
        assert "\ufffd" in text and "<" in text, "the rest is there"
    lines = log.getvalue().splitlines()
    assert [json.loads(line) for line in lines]
    assert not [byte for line in lines for byte in line if byte < 32 or byte == 127]
    assert html.escape(attempt["excerpt"]) != attempt["excerpt"], "it has what a page must escape"
