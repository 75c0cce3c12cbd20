"""What an older version left behind is opened by this one: everything is there, and what was owed is delivered."""

import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import apsw
import httpx
import pytest
from standardwebhooks import Webhook

from plantstore import __version__
from plantstore.app import Store, open_store, web_app
from plantstore.domain.delivery import RetryState
from plantstore.domain.event import Event
from plantstore.domain.plant import Status
from plantstore.domain.receiver import Receiver
from plantstore.domain.secret import Secret
from plantstore.receivers import lag
from plantstore.storage import events, plants, receivers, retries
from plantstore.storage.database import Transaction
from plantstore.storage.migrations import migrate
from plantstore.storage.sqlite import Connection
from tests.conftest import StillClock
from tests.makers import NOON
from tests.receiver import Got, Receiving, a_server
from tests.running import run, settings
from tests.upgrade.make_0_1_0 import ADDRESSES, DUMP, REPEATED, REPEATED_KEY, make

BYTES_MAX = 60_000
DUMPED = DUMP.read_text(encoding="utf-8")
FACTS = dict(re.findall(r"^-- ([^:]+): (.+)$", DUMPED, re.MULTILINE))


def test_everything_a_store_of_0_1_0_held_is_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with upgraded(tmp_path) as (store, _):
            found = await store.database.read(lambda tx: plants.page(tx, plants.Filter(), after=0, limit=100))
            log = await store.database.read(log_of)
            named = await store.database.read(
                lambda tx: {one.name: one for one in receivers.page(tx, after=0, limit=9)}
            )
            exhausted = await store.database.read(lambda tx: retries.find(tx, named["label printer"].id, 3))

            assert [(one.id, one.status) for one in found] == [
                (1, Status.ACTIVE),
                (2, Status.ACTIVE),
                (3, Status.DRAFT),
                (4, Status.ACTIVE),
                (5, Status.ARCHIVED),
            ]
            assert (found[0].version, found[0].fields.stock_quantity, found[0].fields.price) == (2, 2, "149.00")
            assert found[0].fields.common_names == ("Swiss cheese plant", "窓孔蓬莱蕉")
            assert await store.database.read(lambda tx: plants.find_tombstone(tx, 6)) is not None
            assert [(event.sequence, event.plant_id) for event in log] == [(1, 1), (2, 2), (3, 4), (4, 5), (5, 6)]
            assert named.keys() == {"web shop", "label printer", "warehouse"}
            assert exhausted is not None and exhausted.state is RetryState.EXHAUSTED

    run(test)


def test_what_a_store_of_0_1_0_owed_is_delivered_and_nothing_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with upgraded(tmp_path) as (store, servers):
            log = await store.database.read(log_of)
            retried = await servers["printer"].requests(3)
            caught_up = await servers["warehouse"].requests(5)
            assert await store.dispatcher.settle(wait_s=10)

            assert {got.sequence: got.headers["webhook-attempt"] for got in retried} == {2: "2", 4: "2", 5: "2"}
            assert sorted(got.sequence for got in caught_up) == [1, 2, 3, 4, 5]
            assert servers["shop"].got == servers["till"].got == []
            for got in caught_up:
                check_request(got, log[got.sequence - 1], secret=FACTS["secret of the warehouse"], basic=False)
            for got in retried:
                check_request(got, log[got.sequence - 1], secret=FACTS["secret of the printer"], basic=True)
            assert await store.database.read(lags) == [0, 0, 0]

    run(test)


def test_tokens_and_answers_under_a_key_outlive_the_upgrade(tmp_path: Path) -> None:
    async def test() -> None:
        async with upgraded(tmp_path) as (store, servers):
            headers = {"authorization": f"Bearer {FACTS['token']}", "idempotency-key": REPEATED_KEY}
            transport = httpx.ASGITransport(app=web_app(store))
            async with httpx.AsyncClient(transport=transport, base_url="http://store.example") as client:
                repeated = await client.post("/api/v1/plants", json=REPEATED, headers=headers)
                added = await client.post(
                    "/api/v1/plants", json={"name": "New"}, headers=headers | {"idempotency-key": "2"}
                )

            assert repeated.status_code == 201
            assert repeated.headers["idempotency-replayed"] == "true"
            assert repeated.json()["id"] == 2
            assert added.json()["id"] == 7, "the number of a deleted plant is not given out again"
            assert [got.sequence for got in await servers["shop"].requests(1)] == [6]

    run(test)


def test_a_secret_of_0_1_0_has_no_end_and_can_be_rotated(tmp_path: Path) -> None:
    async def test() -> None:
        async with upgraded(tmp_path) as (store, servers):
            shown = await store.database.read(lambda tx: receivers.page(tx, after=0, limit=9))
            (warehouse,) = [one for one in shown if one.name == "warehouse"]
            before = await store.database.read(lambda tx: receivers.credentials(tx, store.sealer, warehouse.id))
            await servers["warehouse"].requests(5)

            rotated = await store.database.write(lambda tx: store.receivers.rotate_secret(tx, warehouse.id))
            found = await store.database.read(lambda tx: receivers.credentials(tx, store.sealer, warehouse.id))

            assert before.secrets == (Secret(FACTS["secret of the warehouse"]),)
            assert before.old_secrets_end_at is None
            assert found.secrets == (rotated.secret, *before.secrets)
            assert found.access_token == before.access_token

    run(test)


def test_an_upgraded_store_has_the_shape_of_a_new_one(tmp_path: Path) -> None:
    load_dump(tmp_path / "old.db", DUMPED)

    shapes = [shape_of(tmp_path / name) for name in ("old.db", "new.db")]

    assert shapes[0] == shapes[1]


@pytest.mark.skipif(__version__ != "0.1.0", reason="only version 0.1.0 makes what version 0.1.0 left behind")
def test_the_dump_is_what_this_version_makes(tmp_path: Path) -> None:
    made = make(tmp_path / "store")

    assert statements(made) == statements(DUMPED)
    assert len(DUMPED.encode()) < BYTES_MAX


@asynccontextmanager
async def upgraded(folder: Path) -> AsyncIterator[tuple[Store, dict[str, Receiving]]]:
    """Open the dump with this program, an hour after it was made; its receivers are servers of ours."""
    async with AsyncExitStack() as stack:
        servers = {name: await stack.enter_async_context(a_server()) for name in ADDRESSES}
        dumped = DUMPED
        for name, server in servers.items():
            dumped = dumped.replace(f"http://{ADDRESSES[name]}", server.url)
        load_dump(folder / "plantstore.db", dumped)
        clock = StillClock()
        clock.move(3600)
        chosen = settings(folder, key=Secret(FACTS["key"]))
        yield await stack.enter_async_context(open_store(chosen, clock=clock)), servers


def load_dump(path: Path, dumped: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(dumped)
    connection.close()


def shape_of(path: Path) -> list[tuple[str, ...]]:
    """Bring a database to the present shape and give what the engine says that is."""
    connection = Connection(path, writes=True)
    migrate(connection, now=NOON)
    shape = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    connection.close()
    return shape


def statements(dumped: str) -> tuple[list[str], Counter[str]]:
    """What a dump makes, and how many rows it puts where: chance leaves both alone."""
    made = re.findall(r"^CREATE .+?;$", dumped, re.MULTILINE | re.DOTALL)
    return made, Counter(re.findall(r"^INSERT INTO (\w+)", dumped, re.MULTILINE))


def log_of(tx: Transaction) -> list[Event]:
    return events.page(tx, after=0, limit=100)


def lags(tx: Transaction) -> list[int]:
    found: list[Receiver] = receivers.page(tx, after=0, limit=100)
    return [lag(tx, receiver) for receiver in found]


def check_request(got: Got, event: Event, *, secret: str, basic: bool) -> None:
    """The official library signs the same bytes in the same way."""
    assert got.body == (event.body_basic if basic else event.body)
    assert got.headers["webhook-id"] == event.id
    at = datetime.fromtimestamp(int(got.headers["webhook-timestamp"]), UTC)
    assert got.headers["webhook-signature"] == Webhook(secret).sign(event.id, at, got.body.decode())
