"""Make a store and write it down as SQL: what the makers of each version share."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import apsw
import httpx

from plantstore.app import Store, open_store, web_app
from plantstore.domain.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.identity import ReceiverId
from plantstore.domain.secret import Secret
from plantstore.storage import retries
from plantstore.storage.database import Transaction
from tests.conftest import StillClock
from tests.receiver import Receiving, a_server
from tests.running import run, settings

KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
STEP_S = 0.1  # between two requests: all of them are over before the first retry is due
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


@dataclass(kw_only=True)
class Making:
    """A store that is being filled, the servers of its receivers, and what a test must know of it later."""

    store: Store
    clock: StillClock
    servers: Mapping[str, Receiving]
    facts: dict[str, str] = field(default_factory=dict)

    async def settle(self, name: str, *, got: int) -> None:
        """Wait until a server has got so many requests in all, and everything is recorded."""
        await self.servers[name].requests(got)
        assert await self.store.dispatcher.settle(wait_s=10)

    @asynccontextmanager
    async def asking(self, token: str) -> AsyncIterator[Callable[..., Awaitable[Any]]]:
        """Give what asks the API, each time a while after the time before."""
        bearer, base_url = {"authorization": f"Bearer {token}"}, "http://store.example/api/v1"
        transport = httpx.ASGITransport(app=web_app(self.store))
        async with httpx.AsyncClient(transport=transport, base_url=base_url, headers=bearer) as client:

            async def ask(method: str, path: str, json: object = None, *, key: str = "") -> Any:
                self.clock.move(STEP_S)
                headers = {"idempotency-key": key} if key else None
                answer = await client.request(method, path, json=json, headers=headers)
                assert answer.is_success, answer.text
                return answer.json() if answer.content else None

            yield ask

    async def exhaust(self, receiver_id: ReceiverId, sequence: int) -> None:
        """Put a waiting retry where the ladder leaves it after five days."""

        def exhaust(tx: Transaction) -> None:
            retry = retries.find(tx, receiver_id, sequence)
            assert retry is not None
            retries.put(tx, [replace(retry, state=RetryState.EXHAUSTED, attempts=ATTEMPTS_MAX, tries=ATTEMPTS_MAX)])

        await self.store.database.write(exhaust)


def make(
    folder: Path,
    fill: Callable[[Making], Awaitable[None]],
    *,
    addresses: Mapping[str, str],
    clock: StillClock,
    **wishes: Any,
) -> str:
    """Make a store in a new folder, and give its dump: what a test must know in comments, then SQL.

    `addresses` say where the receivers are in the dump.
    """
    facts: dict[str, str] = {}
    ports: dict[str, str] = {}

    async def work() -> None:
        async with AsyncExitStack() as stack:
            servers = {name: await stack.enter_async_context(a_server()) for name in addresses}
            chosen = settings(folder, retry_scale=1, key=Secret(KEY), **wishes)
            randomness = random.Random(10).randbytes
            store = await stack.enter_async_context(open_store(chosen, clock=clock, random_bytes=randomness))
            making = Making(store=store, clock=clock, servers=servers, facts={"key": KEY})
            await fill(making)
            facts.update(making.facts)
            facts.update({f"secret of the {name}": server.secret for name, server in servers.items()})
            ports.update({server.url.removeprefix("http://"): addresses[name] for name, server in servers.items()})

    run(work)
    return _dump(folder / "plantstore.db", facts=facts, ports=ports)


def _dump(database: Path, *, facts: Mapping[str, str], ports: Mapping[str, str]) -> str:
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
