"""Make a store as version 0.1.0 leaves it, and write it as SQL: later versions must open it.

Run it with the program of 0.1.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_1_0 FOLDER`
"""

import sys
from functools import partial
from pathlib import Path

from plantstore.domain.receivers.receiver import Payload
from plantstore.domain.token import BUNDLES
from plantstore.web.auth import tokens
from tests.running import register
from tests.still_clock import StillClock
from tests.upgrade.making import EVERY_FIELD, REPEATED, REPEATED_KEY, STEP_S, Making
from tests.upgrade.making import make as make_store

DUMP = Path(__file__).with_name("0_1_0.sql")
ADDRESSES = {
    "shop": "127.0.0.1:40001",
    "printer": "127.0.0.1:40002",
    "warehouse": "127.0.0.1:40003",
    "till": "127.0.0.1:40004",
}
EVENTS = 5


def make(folder: Path) -> str:
    return make_store(folder, _fill, addresses=ADDRESSES, clock=StillClock())


async def _fill(making: Making) -> None:
    """Leave one receiver that is up to date, one with retries, one that lags, and two that were removed."""
    store, servers = making.store, making.servers
    making.facts["token"] = await _make_token(making)
    servers["printer"].answer = servers["till"].answer = lambda got: 204 if got.sequence == 1 else 500
    await register(store, servers["shop"], name="web shop")
    retrying = await register(store, servers["printer"], name="label printer", payload=Payload.BASIC)
    refusing = await register(store, servers["till"], name="old till")
    await _add_plants(making)
    for name in ("shop", "printer", "till"):
        await making.settle(name, got=EVENTS)
    making.clock.move(STEP_S)
    await making.exhaust(retrying.id, 3)
    await store.dispatcher.stop(wait_s=10)  # nothing is sent from here on: later receivers get nothing
    await register(store, servers["warehouse"], name="warehouse", start="beginning")
    lagging = await register(store, servers["till"], name="older till", start="beginning")
    for gone in (refusing.id, lagging.id):
        await store.database.write(partial(store.receivers.remove, receiver_id=gone, asked_by="operator"))


async def _make_token(making: Making) -> str:
    store = making.store
    create = partial(tokens.create, ids=store.ids, random_bytes=store.random_bytes, creator=None)
    made = await store.database.write(lambda tx: create(tx, name="web shop", scopes=BUNDLES["staff"]))
    return made.text.reveal()


async def _add_plants(making: Making) -> None:
    """Add plants through the API: in every state, with a change, and with a response stored for a key. EVENTS have
    events.
    """
    async with making.asking(making.facts["token"]) as ask:
        await ask("POST", "/plants", EVERY_FIELD)
        await ask("POST", "/plants", REPEATED, key=REPEATED_KEY)
        await ask("POST", "/plants", {"name": "Hosta sieboldiana", "status": "draft"})
        await ask("POST", "/plants", {"name": "Acer palmatum", "status": "draft"})
        await ask("POST", "/plants/4/addition")
        await ask("POST", "/plants", {"name": "Rosa 'Peace'"})
        await ask("POST", "/plants/5/archival")
        await ask("POST", "/plants", {"name": "Ulmus minor", "sku": "ULM-1"})
        await ask("DELETE", "/plants/6")
        await ask("PATCH", "/plants/1", {"stock_quantity": 2, "tag": None})


if __name__ == "__main__":
    DUMP.write_text(make(Path(sys.argv[1])), encoding="utf-8")
