"""A loop of webhooks: a receiver that adds a plant for each plant, with a token of the same store."""

import asyncio
from pathlib import Path

import httpx

from plantstore.app.store import open_store, web_app
from plantstore.storage.tables import events
from tests.receiver import Got, a_server
from tests.running import register, settings

REQUESTS_MAX = 20  # a minute, for each token
WITHIN_S = 30.0
QUIET_S = 0.5


async def test_a_receiver_that_adds_a_plant_for_each_plant_ends_at_its_limit(tmp_path: Path) -> None:
    statuses: list[int] = []
    tasks: set[asyncio.Task[None]] = set()
    async with a_server() as server, open_store(settings(tmp_path, token_requests_max=REQUESTS_MAX)) as store:
        token = store.settings.operator_token_file.read_text().strip()
        transport = httpx.ASGITransport(web_app(store), client=("192.0.2.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://store") as client:
            client.headers["authorization"] = f"Bearer {token}"

            async def add() -> None:
                statuses.append((await client.post("/api/v1/plants", json={"name": "Rosa"})).status_code)

            def answer(got: Got) -> int:
                for _ in range(2):  # each plant adds two
                    task = asyncio.ensure_future(add())
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
                return 204

            server.answer = answer
            await register(store, server)
            await add()
            async with asyncio.timeout(WITHIN_S):
                while 429 not in statuses or tasks:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(QUIET_S)
            head = await store.database.read(events.head)

    assert statuses.count(201) == head == REQUESTS_MAX
    assert set(statuses) == {201, 429}
    assert len(statuses) == 1 + 2 * REQUESTS_MAX, "each plant was delivered once, and nothing after the limit"
