"""Make a store and write it as SQL: shared by the makers of all versions."""

import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import apsw
import httpx

from plantstore.app.store import Store, open_store, web_app
from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.tables import retries
from tests import engines
from tests.receiver import Receiving, a_server
from tests.running import run, settings
from tests.still_clock import StillClock
from tests.upgrade import on_a_server

BASE_URL = "https://store.example"  # events contain photos only if receivers can load them over HTTPS
KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
FILES = {"file": "imports/*", "picture": "photos/*/*"}
"""Where files are that belong to the database, by the word before their names in the dump."""
STEP_S = 0.1  # between two requests: all of them end before the first retry is due
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
    """A store that is being filled, the servers of its receivers, and facts that a test needs later."""

    store: Store
    clock: StillClock
    servers: Mapping[str, Receiving]
    facts: dict[str, str] = field(default_factory=dict)

    async def settle(self, name: str, *, got: int) -> None:
        """Wait until a server has received `got` requests in total, and everything is recorded."""
        await self.servers[name].requests(got)
        assert await self.store.dispatcher.settle(wait_s=10)

    def asking(self, token: str) -> AbstractAsyncContextManager["Ask"]:
        return asking(self.store, self.clock, token)

    async def exhaust(self, receiver_id: ReceiverId, sequence: int) -> None:
        """Put a waiting retry into the state that the retry schedule reaches after five days."""

        def exhaust(tx: Transaction) -> None:
            retry = retries.find(tx, receiver_id, sequence)
            assert retry is not None
            retries.upsert(tx, [replace(retry, state=RetryState.EXHAUSTED, attempts=ATTEMPTS_MAX, tries=ATTEMPTS_MAX)])

        await self.store.database.write(exhaust)


class Ask(Protocol):
    """Calls the API, each time a while after the previous call, and returns the JSON of the response.

    `csv` is a body that is a list of plants.
    """

    async def __call__(
        self, method: str, path: str, json: object = None, *, csv: str = "", key: str = "", if_match: str = ""
    ) -> Any: ...


@asynccontextmanager
async def asking(store: Store, clock: StillClock, token: str) -> AsyncIterator[Ask]:
    bearer, base_url = {"authorization": f"Bearer {token}"}, f"{BASE_URL}/api/v1"
    transport = httpx.ASGITransport(app=web_app(store))
    async with httpx.AsyncClient(transport=transport, base_url=base_url, headers=bearer) as client:

        async def ask(
            method: str, path: str, json: object = None, *, csv: str = "", key: str = "", if_match: str = ""
        ) -> Any:
            clock.move(STEP_S)
            named = {"content-type": "text/csv" if csv else "", "idempotency-key": key, "if-match": if_match}
            headers = {name: value for name, value in named.items() if value}
            answer = await client.request(method, path, json=json, content=csv.encode() or None, headers=headers)
            assert answer.is_success, answer.text
            return answer.json() if answer.content else None

        yield ask


def make(
    folder: Path,
    fill: Callable[[Making], Awaitable[None]],
    *,
    addresses: Mapping[str, str],
    clock: StillClock,
    afterwards: Callable[[Transaction], None] | None = None,
    **options: Any,
) -> str:
    """Make a store in a new folder, on the engine of the tests, and return its dump: facts in comments, then SQL.

    `addresses` are the receivers' addresses in the dump; `afterwards` changes the store when its process has ended.
    Files of imports and photos are in the comments, as bytes in Python.
    """
    facts: dict[str, str] = {}
    ports: dict[str, str] = {}
    url = engines.url_of(folder)
    if url is not None:
        on_a_server.load(url, "")  # the store creates its tables and partitions

    async def work() -> None:
        async with AsyncExitStack() as stack:
            servers = {name: await stack.enter_async_context(a_server()) for name in addresses}
            chosen = settings(folder, retry_scale=1, key=Secret(KEY), base_url=BASE_URL, linked_images="off", **options)
            randomness = random.Random(10).randbytes
            store = await stack.enter_async_context(open_store(chosen, clock=clock, random_bytes=randomness))
            await store.alert_engine.stop()
            await store.operational_sender.stop()
            making = Making(store=store, clock=clock, servers=servers, facts={"key": KEY})
            await fill(making)
            facts.update(making.facts)
            facts.update({f"secret of the {name}": server.secret for name, server in servers.items()})
            ports.update({server.url.removeprefix("http://"): addresses[name] for name, server in servers.items()})

    run(work)
    if afterwards is not None:
        _write(folder, clock, afterwards)
    for kind, pattern in FILES.items():
        facts.update({f"{kind} {path.name}": repr(path.read_bytes()) for path in sorted(folder.glob(pattern))})
    text = "".join(f"-- {name}: {value}\n" for name, value in facts.items()) + _dump(folder)
    # Replace all addresses at the same time: a test server may have the port of an address in the dump.
    return re.sub("|".join(map(re.escape, ports)), lambda found: ports[found[0]], text)


def _write(folder: Path, clock: StillClock, command: Callable[[Transaction], None]) -> None:
    with closing(engines.fresh_engine(folder)) as engine, closing(engine.connect_writer()) as connection:
        connection.begin_write()
        command(Transaction(connection, clock.now()))
        connection.commit()


def _dump(folder: Path) -> str:
    url = engines.url_of(folder)
    if url is not None:
        return on_a_server.dump_of(url)
    with closing(apsw.Connection(str(folder / "plantstore.db"))) as connection:
        return "".join(f"{statement}\n" for statement in _statements(connection))


def _statements(connection: apsw.Connection) -> Iterator[str]:
    """Yield everything in the database, in the order of creation.

    A virtual table creates its shadow tables, with rows for an empty table, which are replaced by the real ones.
    """
    tables = "SELECT name, type AS kind FROM pragma_table_list WHERE schema = 'main'"
    made = f"SELECT name, sql, kind FROM sqlite_schema LEFT JOIN ({tables}) USING (name) WHERE sql IS NOT NULL"
    for name, sql, kind in connection.execute(f"{made} ORDER BY sqlite_schema.rowid").fetchall():
        if kind == "shadow":
            yield f"DELETE FROM {name};"
            yield from _rows(connection, str(name))
        else:
            yield f"{sql};"
        if kind == "table":
            yield from _rows(connection, str(name), order="rowid")


def _rows(connection: apsw.Connection, table: str, *, order: str = "") -> Iterator[str]:
    columns = [row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
    values = ", ".join(f"quote({column})" for column in columns)
    for row in connection.execute(f"SELECT {values} FROM {table} ORDER BY {order or ', '.join(columns)}"):
        yield f"INSERT INTO {table} VALUES ({', '.join(row)});"
