"""Make the store that version 0.1.0 leaves behind, and write it down as SQL: later versions must open it.

Run it with the program of 0.1.0, from the root of its working copy, on a folder that does not exist yet:

    python -m tests.upgrade.make_0_1_0 FOLDER
"""

import base64
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import httpx

from plantstore import tokens
from plantstore.app import Store, open_store, web_app
from plantstore.domain.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.identity import ReceiverId
from plantstore.domain.receiver import Payload
from plantstore.domain.secret import Secret
from plantstore.domain.token import BUNDLES
from plantstore.storage import retries
from plantstore.storage.database import Transaction
from tests.conftest import StillClock
from tests.receiver import Receiving, a_server
from tests.running import register, run, settings

DUMP = Path(__file__).with_name("0_1_0.sql")
KEY = base64.b64encode(bytes(range(32))).decode()
ADDRESSES = {
    "shop": "127.0.0.1:40001",
    "printer": "127.0.0.1:40002",
    "warehouse": "127.0.0.1:40003",
    "till": "127.0.0.1:40004",
}
"""Where the receivers are in the dump; a test puts its own servers there."""
STEP_S = 0.1  # between two requests: all of them are over before the first retry is due
EVENTS = 5
REPEATED = {"name": "Isoëtes lacustris", "tag": "aquatic", "sku": "ISO-9", "price": "7.25"}
"""A plant that was added under an Idempotency-Key."""
REPEATED_KEY = "order 66, first try"
EVERY_FIELD = {
    "name": "Monstera 'Thai Constellation'",
    "tag": "aroid",
    "sku": "MON-15",
    "gtin": "4006381333931",
    "botanical_name": "Monstera deliciosa 'Thai Constellation'",
    "family": "Araceae",
    "common_names": ["Swiss cheese plant", "窓孔蓬莱蕉"],
    "description": 'Grows slowly.\nLikes light, and a "moss" pole; don\'t overwater.',
    "tags": ["indoor", "variegated"],
    "images": [{"url": "https://shop.example/mon-15.jpg", "alt": "A leaf"}],
    "price": "149.00",
    "currency": "EUR",
    "stock_quantity": 3,
    "available_from": "2026-09-01",
}


def make(folder: Path) -> str:
    """Make the store in a new folder, and give its dump: what a test must know in comments, then SQL."""
    facts: dict[str, str] = {"key": KEY}
    ports: dict[str, str] = {}

    async def fill() -> None:
        clock = StillClock()
        source = random.Random(10)  # the same ids each time, as far as threads allow
        chosen = replace(settings(folder, retry_scale=1), key=Secret(KEY))
        async with (
            a_server() as shop,
            a_server() as printer,
            a_server() as warehouse,
            a_server() as till,
            open_store(chosen, clock=clock, random_bytes=source.randbytes) as store,
        ):
            servers = {"shop": shop, "printer": printer, "warehouse": warehouse, "till": till}
            ports.update({server.url.removeprefix("http://"): ADDRESSES[name] for name, server in servers.items()})
            await _fill(store, clock, facts, **servers)
            facts.update({f"secret of the {name}": server.secret for name, server in servers.items()})

    run(fill)
    return _dump(folder / "plantstore.db", facts, ports)


async def _fill(
    store: Store,
    clock: StillClock,
    facts: dict[str, str],
    *,
    shop: Receiving,
    printer: Receiving,
    warehouse: Receiving,
    till: Receiving,
) -> None:
    """Leave one receiver that has everything, one with retries, one that lags, and two that were removed."""
    facts["token"] = await _make_token(store)
    printer.answer = till.answer = lambda got: 204 if got.sequence == 1 else 500
    await register(store, shop, name="web shop")
    retrying = await register(store, printer, name="label printer", payload=Payload.BASIC)
    refusing = await register(store, till, name="old till")
    await _add_plants(store, clock, facts["token"])
    for server in (shop, printer, till):
        await server.requests(EVENTS)
    assert await store.dispatcher.settle(wait_s=10)
    clock.move(STEP_S)
    await store.database.write(lambda tx: _exhaust(tx, retrying.id, 3))
    await store.dispatcher.stop(wait_s=10)  # nothing is sent from here on: later receivers get nothing
    await register(store, warehouse, name="warehouse", start="beginning")
    lagging = await register(store, till, name="older till", start="beginning")
    for gone in (refusing.id, lagging.id):
        await store.database.write(lambda tx, gone=gone: store.receivers.remove(tx, gone, asked_by="operator"))  # type: ignore[misc]


async def _make_token(store: Store) -> str:
    def create(tx: Transaction) -> str:
        made = tokens.create(
            tx,
            ids=store.ids,
            random_bytes=store.random_bytes,
            name="web shop",
            scopes=BUNDLES["staff"],
            creator=None,
        )
        return made.text.reveal()

    return await store.database.write(create)


async def _add_plants(store: Store, clock: StillClock, token: str) -> None:
    """Through the API: plants in every state, a change, and an answer kept under its key. EVENTS of them were added."""
    transport = httpx.ASGITransport(app=web_app(store))
    bearer = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(transport=transport, base_url="http://store.example/api/v1", headers=bearer) as client:

        async def ask(method: str, path: str, json: object = None, key: str = "") -> None:
            clock.move(STEP_S)
            answer = await client.request(method, path, json=json, headers={"idempotency-key": key} if key else None)
            answer.raise_for_status()

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


def _exhaust(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> None:
    """Put a waiting retry where the ladder leaves it after five days."""
    retry = retries.find(tx, receiver_id, sequence)
    assert retry is not None
    retries.put(tx, [replace(retry, state=RetryState.EXHAUSTED, attempts=ATTEMPTS_MAX, tries=ATTEMPTS_MAX)])


def _dump(database: Path, facts: dict[str, str], ports: dict[str, str]) -> str:
    connection = apsw.Connection(str(database))
    try:
        text = "\n".join([*(f"-- {name}: {value}" for name, value in facts.items()), *_statements(connection), ""])
    finally:
        connection.close()
    for port, address in ports.items():
        text = text.replace(port, address)
    return text


def _statements(connection: apsw.Connection) -> Iterator[str]:
    """Everything in the database, in the order in which it was made."""
    made = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    for kind, name, sql in connection.execute(made).fetchall():
        yield f"{sql};"
        if kind == "table":
            columns = [row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (name,))]
            values = " || ', ' || ".join(f"quote({column})" for column in columns)
            for (row,) in connection.execute(f"SELECT {values} FROM {name} ORDER BY rowid"):
                yield f"INSERT INTO {name} VALUES ({row});"


if __name__ == "__main__":
    DUMP.write_text(make(Path(sys.argv[1])), encoding="utf-8")
