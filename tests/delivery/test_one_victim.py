"""The store as a weapon: many receivers that someone registered on one host, which answers none of them."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

from plantstore.app.store import open_store
from tests.running import add, register, settings
from tests.sending.scripted_receiver import Peer, receiver

RECEIVERS, PLANTS = 100, 20
QUIET_S = 0.5  # for requests that should not come
WITHIN_S = 60.0


async def test_a_hundred_receivers_on_a_silent_host_have_one_request_each(tmp_path: Path) -> None:
    open_now, most, requests = 0, 0, 0

    async def never_answers(peer: Peer) -> None:
        nonlocal open_now, most, requests
        open_now += 1
        most = max(most, open_now)
        try:
            await peer.request()
            requests += 1
            await peer.hung_up()
        finally:
            open_now -= 1

    later = {"deadline_s": 30, "connect_s_max": 30, "stop_s_max": 1}
    async with receiver(never_answers) as victim, open_store(settings(tmp_path, **later)) as store:
        for number in range(RECEIVERS):
            url = f"http://127.0.0.1:{victim.port}/{number}"
            await register(store, SimpleNamespace(url=url, secret=""), name=f"r {number}")  # type: ignore[arg-type]
        await add(store, *(f"Plant {number}" for number in range(PLANTS)))

        async with asyncio.timeout(WITHIN_S):
            while requests < RECEIVERS:
                await asyncio.sleep(0.01)
        await add(store, *(f"Later {number}" for number in range(PLANTS)))
        await asyncio.sleep(QUIET_S)

        assert (requests, most) == (RECEIVERS, RECEIVERS)
