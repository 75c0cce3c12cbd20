"""Whatever version left a store behind, this one opens it: it has the right shape, is whole, and lets people in."""

from pathlib import Path

import httpx
import pytest

from plantstore import __version__
from plantstore.app import web_app
from plantstore.domain.plant import Plant
from plantstore.storage import events, plant_words, plants, tallies
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Row
from plantstore.storage.migrations import migrate
from plantstore.storage.sqlite import Connection
from tests.audited import audit
from tests.makers import NOON
from tests.running import run
from tests.upgrade.making import REPEATED, REPEATED_KEY
from tests.upgrade.upgrading import DUMPS, V_0_1_0, V_0_2_0, V_0_3_0, Dump, at_rest, imports_at_rest, load, upgraded

BYTES_MAX = 80_000
pytestmark = pytest.mark.usefixtures("audited")


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_an_upgraded_store_has_the_shape_of_a_new_one(dump: Dump, tmp_path: Path) -> None:
    load(dump.text, tmp_path / "old.db")

    shapes = [shape_of(tmp_path / name) for name in ("old.db", "new.db")]

    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_an_upgraded_store_is_whole_before_anything_is_sent(dump: Dump, tmp_path: Path) -> None:
    async def test() -> None:
        async with at_rest(dump, tmp_path):
            audit(tmp_path)

    run(test)


@pytest.mark.parametrize(
    ("dump", "repeated_id", "next_id"), [(V_0_1_0, 2, 7), (V_0_2_0, 3, 12), (V_0_3_0, 3, 21)], ids=str
)
def test_tokens_and_answers_under_a_key_outlive_the_upgrade(
    dump: Dump, repeated_id: int, next_id: int, tmp_path: Path
) -> None:
    async def test() -> None:
        async with upgraded(dump, tmp_path) as (store, _, servers):
            await imports_at_rest(store)
            headers = {"authorization": f"Bearer {dump.facts['token']}", "idempotency-key": REPEATED_KEY}
            transport = httpx.ASGITransport(app=web_app(store))
            async with httpx.AsyncClient(transport=transport, base_url="http://store.example/api/v1") as client:
                repeated = await client.post("/plants", json=REPEATED, headers=headers)
                added = await client.post("/plants", json={"name": "New"}, headers=headers | {"idempotency-key": "2"})

            assert repeated.status_code == 201
            assert repeated.headers["idempotency-replayed"] == "true"
            assert repeated.json()["id"] == repeated_id
            assert added.json()["id"] == next_id, "the number of a deleted plant is not given out again"
            newest = await store.database.read(events.head)
            await servers["shop"].until(lambda shop: newest in shop.accepted)

    run(test)


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_every_plant_of_an_upgraded_store_is_found_by_its_words(dump: Dump, tmp_path: Path) -> None:
    def found(tx: Transaction, plant: Plant) -> set[int]:
        matching, values = tx.connection.matching([[word] for word in plant_words.words_of_plant(plant)])
        return {row[0] for row in tx.execute(f"SELECT rowid FROM plant_words WHERE {matching}", values)}

    def look(tx: Transaction) -> tuple[set[int], dict[int, set[int]], list[Row]]:
        there = plants.page(tx, plants.Filter(), after=0, limit=100)
        indexed = {row[0] for row in tx.execute("SELECT rowid FROM plant_words")}
        return indexed, {plant.id: found(tx, plant) for plant in there}, tx.execute("PRAGMA integrity_check")

    async def test() -> None:
        async with at_rest(dump, tmp_path) as store:
            indexed, found_of, checked = await store.read(look)

            assert indexed == found_of.keys()
            assert all(plant_id in ids for plant_id, ids in found_of.items())
            assert checked == [("ok",)]

    run(test)


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_what_was_sent_in_the_last_days_is_counted(dump: Dump, tmp_path: Path) -> None:
    def look(tx: Transaction) -> tuple[list[Row], list[Row], list[Row]]:
        counted = tx.execute("SELECT receiver_id, sum(accepted), sum(failed) FROM tallies GROUP BY receiver_id")
        sums = "sum(outcome = 'accepted'), sum(outcome <> 'accepted')"
        since = NOON - tallies.KEPT_US + tallies.HOUR_US
        sql = f"SELECT receiver_id, {sums} FROM attempts WHERE started_at >= ? GROUP BY receiver_id"
        last = "SELECT max(last_accepted_at) FROM tallies UNION ALL SELECT max(started_at + duration_us) FROM attempts "
        return counted, tx.execute(sql, (since,)), tx.execute(f"{last}WHERE outcome = 'accepted'")

    async def test() -> None:
        async with at_rest(dump, tmp_path) as store:
            counted, sent, (last_counted, last_sent) = await store.read(look)

            assert counted == sent
            assert sum(row[1] for row in counted) > 0
            assert last_counted == last_sent

    run(test)


@pytest.mark.parametrize("dump", DUMPS, ids=str)
def test_the_dump_is_what_its_version_makes(dump: Dump, tmp_path: Path) -> None:
    if __version__.removesuffix(".dev0") != dump.version:
        pytest.skip(f"only version {dump.version} makes what version {dump.version} left behind")

    made = dump.make(tmp_path / "store")

    assert made == dump.text, "until it is released, make it again: see the first lines of its maker"
    assert len(made.encode()) < BYTES_MAX


def shape_of(path: Path) -> list[tuple[str, ...]]:
    """Bring a database to the present shape and give what the engine says that is."""
    connection = Connection(path, writes=True)
    migrate(connection, now=NOON)
    shape = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    connection.close()
    return shape
