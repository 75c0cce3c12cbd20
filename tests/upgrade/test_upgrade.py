"""This version opens a store of any older version: it has the right schema, is complete, and its tokens work."""

import re
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest

from plantstore import __version__
from plantstore.app.store import web_app
from plantstore.domain.plants.plant import Plant
from plantstore.domain.timestamps import after
from plantstore.operations.old_plants import OldPlants
from plantstore.storage.database import Transaction
from plantstore.storage.engine.migrate import migrate, migrations
from plantstore.storage.engine.protocols import Row
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.tables import (
    activity,
    attempt_pages,
    events,
    hourly_stats,
    plant_changes,
    plants,
    search_index,
)
from plantstore.storage.tables.plant_filters import PlantFilter
from tests import engines
from tests.audited import audit
from tests.makers import NOON
from tests.upgrade import on_a_server
from tests.upgrade.making import REPEATED, REPEATED_KEY
from tests.upgrade.upgrading import (
    DUMPS,
    V_0_1_0,
    V_0_2_0,
    V_0_3_0,
    V_0_5_0,
    V_0_5_1,
    V_0_7_0,
    V_0_8_0,
    V_0_9_0,
    V_0_10_0,
    WITH_POSTGRESQL,
    Dump,
    at_rest,
    broken_by_a_change,
    broken_links,
    browsing,
    each_dump,
    imports_at_rest,
    lay_down,
    moved_file,
    on_engines,
    upgraded,
)

BYTES_MAX = 300_000
SAME_DATABASE = {"0.6.0": "0.5.1", "1.0.0rc1": "0.10.0", "1.0.0rc2": "0.10.0"}
"""Versions that leave exactly what an older version left, and that version."""
OLDER = (V_0_1_0, V_0_2_0, V_0_3_0)  # than statistics, sessions, and the chain of the list of activities
REPEATED_ID = {V_0_1_0: 2}  # of the plant whose addition is repeated; 3 in all other dumps
NEXT_ID = {V_0_1_0: 7, V_0_2_0: 12, V_0_7_0: 29, V_0_8_0: 41, V_0_9_0: 42, V_0_10_0: 42}
"""The id of the next plant; 21 in all other dumps."""
GIVEN_UP = {V_0_10_0: 2}  # deliveries that are given up; 1 in all other dumps
WITH_TAXA = (V_0_7_0, V_0_8_0, V_0_9_0, V_0_10_0)
SECRET = re.compile(r"^(key|token|(old )?secret|session|link)\b")
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


@on_engines(DUMPS, postgresql=WITH_POSTGRESQL)
def test_an_upgraded_store_has_the_schema_of_a_new_one(dump: Dump, tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    new.mkdir()
    shape = shape_of(new)
    old.mkdir()
    lay_down(dump, old)

    assert shape_of(old) == shape


@on_engines(DUMPS, postgresql=DUMPS)
async def test_an_upgraded_store_passes_the_audit_before_anything_is_sent(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path):
        audit(tmp_path)


@each_dump
async def test_tokens_and_idempotency_keys_survive_the_upgrade(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        headers = {"authorization": f"Bearer {dump.facts['token']}", "idempotency-key": REPEATED_KEY}
        transport = httpx.ASGITransport(app=web_app(store))
        async with httpx.AsyncClient(transport=transport, base_url="http://store.example/api/v1") as client:
            repeated = await client.post("/plants", json=REPEATED, headers=headers)
            added = await client.post("/plants", json={"name": "New"}, headers=headers | {"idempotency-key": "2"})

        assert repeated.status_code == 201
        assert repeated.headers["idempotency-replayed"] == "true"
        assert repeated.json()["id"] == REPEATED_ID.get(dump, 3)
        assert added.json()["id"] == NEXT_ID.get(dump, 21), "the number of a deleted plant is not reused"
        newest = await store.database.read(events.head)
        await servers["shop"].until(lambda shop: newest in shop.accepted)


@each_dump
async def test_every_plant_of_an_upgraded_store_is_found_by_its_words(dump: Dump, tmp_path: Path) -> None:
    def found(tx: Transaction, plant: Plant) -> set[int]:
        matching, values = tx.connection.matching([[word] for word in search_index.words_of_plant(plant)])
        return {row[0] for row in tx.execute(f"SELECT rowid FROM plant_words WHERE {matching}", values)}

    def look(tx: Transaction) -> tuple[set[int], dict[int, set[int]]]:
        there = plants.page(tx, PlantFilter(), after=0, limit=100)
        indexed = {row[0] for row in tx.execute("SELECT rowid FROM plant_words")}
        return indexed, {plant.id: found(tx, plant) for plant in there}

    async with at_rest(dump, tmp_path) as store:
        indexed, found_of = await store.read(look)

        assert indexed == found_of.keys()
        assert all(plant_id in ids for plant_id, ids in found_of.items())
        if engines.kind() == engines.SQLITE:
            assert await store.read(lambda tx: tx.execute("PRAGMA integrity_check")) == [("ok",)]


@on_engines([dump for dump in DUMPS if dump not in WITH_TAXA], postgresql=[V_0_5_0])
async def test_taxa_are_derived_afterwards_and_nothing_else_changes(dump: Dump, tmp_path: Path) -> None:
    def look(tx: Transaction) -> tuple[list[Row], dict[int, Plant], list[Row]]:
        rows = tx.execute("SELECT id, version, updated_at, botanical_name, taxon FROM plants ORDER BY id")
        changes = tx.execute("SELECT plant_id, number FROM plant_changes ORDER BY plant_id")
        changes += tx.execute("SELECT sequence, body, body_basic FROM events ORDER BY sequence")
        return rows, plants.find_many(tx, [row[0] for row in rows]), changes

    def thai(tx: Transaction) -> list[int]:
        page = plant_search.page(tx, PlantFilter(genus="monstera"), sort=Sort.ID, limit=9)
        return [plant.id for plant in page.plants if plant.taxon and plant.taxon.cultivar == "Thai Constellation"]

    async with at_rest(dump, tmp_path) as store:
        rows, found, changes = await store.read(look)
        assert [row[4] for row in rows] == [None] * len(rows)

        await OldPlants(store.database).run()

        after_rows, *rest = await store.read(look)
        assert [row[:4] for row in after_rows] == [row[:4] for row in rows]
        assert rest == [found, changes]
        assert [row[3] is None for row in after_rows] == [row[4] is None for row in after_rows]
        assert len(await store.read(thai)) == 1


@each_dump
async def test_attempts_of_the_last_days_are_counted(dump: Dump, tmp_path: Path) -> None:
    def look(tx: Transaction) -> tuple[list[Row], list[Row], list[Row]]:
        since = NOON - hourly_stats.KEPT_US + hourly_stats.HOUR_US
        counts = "SELECT receiver_id, sum(accepted), sum(failed) FROM tallies WHERE hour_at >= ? GROUP BY receiver_id"
        counted = tx.execute(counts, (since,))
        sums = "count(*) FILTER (WHERE outcome = 'accepted'), count(*) FILTER (WHERE outcome <> 'accepted')"
        sql = f"SELECT receiver_id, {sums} FROM attempts WHERE started_at >= ? GROUP BY receiver_id"
        last = "SELECT max(last_accepted_at) FROM tallies UNION ALL SELECT max(started_at + duration_us) FROM attempts "
        return counted, tx.execute(sql, (since,)), tx.execute(f"{last}WHERE outcome = 'accepted'")

    async with at_rest(dump, tmp_path) as store:
        counted, sent, (last_counted, last_sent) = await store.read(look)

        assert sorted(counted) == sorted(sent)
        assert sum(row[1] for row in counted) > 0
        assert last_counted == last_sent


@pytest.mark.parametrize(
    ("hours", "counted"), [(hourly_stats.KEPT_DAYS * 24, True), (hourly_stats.KEPT_DAYS * 24 + 1, False)]
)
@moved_file
@pytest.mark.parametrize("dump", OLDER, ids=str)
async def test_statistics_do_not_count_attempts_older_than_eight_days(
    dump: Dump, hours: int, counted: bool, tmp_path: Path
) -> None:
    def look(tx: Transaction) -> tuple[int, int]:
        [(sent,)] = tx.execute("SELECT count(*) FROM attempts")
        [(tallied,)] = tx.execute("SELECT coalesce(sum(accepted + failed), 0) FROM tallies")
        return int(sent), int(tallied)

    async with at_rest(dump, tmp_path, now=after(NOON, seconds=hours * 3_600 - 1)) as store:
        sent, tallied = await store.read(look)

        assert sent > 0
        assert tallied == (sent if counted else 0)


@each_dump
async def test_a_reader_of_the_attempt_feed_continues_at_its_position(dump: Dump, tmp_path: Path) -> None:
    def read(tx: Transaction) -> list[int]:
        return [attempt_id for (attempt_id,) in tx.execute("SELECT id FROM attempts ORDER BY id")]

    async with at_rest(dump, tmp_path) as store:
        ids = await store.read(read)
        for number, after in enumerate([0, *ids]):
            places = await store.read(lambda tx, after=after: attempt_pages.next_positions(tx, after=after, limit=999))  # type: ignore[misc]

            assert [place.attempt_id for place in places] == ids[number:]
        assert await store.read(attempt_pages.head) == ids[-1]


@each_dump
async def test_a_new_follower_of_changes_gets_every_plant_including_deleted_ones(dump: Dump, tmp_path: Path) -> None:
    def read(tx: Transaction) -> set[int]:
        return {number for (number,) in tx.execute("SELECT id FROM plants UNION SELECT plant_id FROM tombstones")}

    def follow(tx: Transaction) -> list[int]:
        found: list[int] = []
        after = 0
        while some := plant_changes.next_changes(tx, after=after, limit=3):
            found += [one.plant_id for one in some]
            after = some[-1].number
        assert after == plant_changes.log_end(tx).head
        return found

    async with at_rest(dump, tmp_path) as store:
        followed = await store.read(follow)

        there = await store.read(read)
        assert set(followed) == there
        if dump not in (V_0_5_1, *WITH_TAXA):  # changes made by older versions have no number of their own
            assert len(followed) == len(there)


@pytest.mark.sqlite_only("it tells SQLite which index to use")
@pytest.mark.parametrize("dump", DUMPS, ids=str)
async def test_exhausted_deliveries_are_in_their_index(dump: Dump, tmp_path: Path) -> None:
    def count(tx: Transaction, where: str) -> int:
        found = tx.execute(f"SELECT count(*) FROM retries {where} WHERE state = 'exhausted' AND next_attempt_at > 0")
        return int(found[0][0])

    async with at_rest(dump, tmp_path) as store:
        indexed = await store.read(lambda tx: count(tx, "INDEXED BY retries_given_up"))

        assert indexed == await store.read(lambda tx: count(tx, "NOT INDEXED")) == GIVEN_UP.get(dump, 1)


@on_engines(OLDER, postgresql=[V_0_3_0])
async def test_old_activities_have_no_chain_and_new_ones_start_one(dump: Dump, tmp_path: Path) -> None:
    def chained(tx: Transaction) -> list[bool]:
        return [bool(row[0]) for row in tx.execute("SELECT chain IS NOT NULL FROM activity ORDER BY id")]

    async with upgraded(dump, tmp_path) as (store, _, _), browsing(store) as browser:
        await imports_at_rest(store)
        old = await store.database.read(chained)
        for _ in range(3):
            await browser.post("/sign-in", data={"token": dump.facts["token"]})
        newest = await store.database.read(activity.newest_id)
        new = range(newest - 2, newest + 1)
        found = [await store.database.write(partial(broken_by_a_change, row_id=row_id)) for row_id in new]

        assert old == [False] * dump.text.count("INSERT INTO activity ")
        assert await store.database.read(chained) == [*old, True, True, True]
        assert await store.database.read(broken_links) == []
        first = [new[0]] if old else []  # the oldest row is accepted as it is
        assert found == [first, [new[1]], [new[2]]]


@each_dump
async def test_a_token_of_an_old_store_signs_in_to_the_console(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, _), browsing(store) as browser:
        refused = await browser.post("/sign-in", data={"token": "pst_" + "0" * 36})
        taken = await browser.post("/sign-in", data={"token": dump.facts["token"]})
        page = await browser.get("/")

        assert refused.status_code == 401
        assert (taken.status_code, taken.headers["location"]) == (303, "/")
        assert page.status_code == 200
        assert "Signed in" in page.text


@on_engines(DUMPS, postgresql=WITH_POSTGRESQL)
def test_the_tables_of_a_dump_contain_no_secret(dump: Dump) -> None:
    tables = "\n".join(line for line in dump.text.splitlines() if not line.startswith("-- "))
    named = {name: fact for name, fact in dump.facts.items() if SECRET.search(name)}

    assert len(named) >= 2 + len(dump.addresses)
    for name, secret in named.items():
        assert secret not in tables, name
        assert secret.encode().hex().upper() not in tables, name


def test_old_tokens_have_their_creator_and_keep_their_expiry(tmp_path: Path) -> None:
    def rows() -> list[Row]:
        with closing(engines.fresh_engine(tmp_path)) as engine, closing(engine.connect_writer()) as connection:
            return connection.execute("SELECT name, created_by, expires_at FROM tokens ORDER BY id")

    lay_down(V_0_5_0, tmp_path)
    with closing(engines.fresh_engine(tmp_path)) as engine, closing(engine.connect_writer()) as connection:
        operator = connection.execute("SELECT id FROM tokens WHERE name = 'operator'")[0][0]
        migrate(connection, now=NOON)

    assert [(name, created_by) for name, created_by, _ in rows()] == [
        ("operator", None),
        ("listener, its own", operator),
    ]
    assert [expires_at for _, _, expires_at in rows()] == [None, 1_788_078_541_800_000]


@on_engines(DUMPS, postgresql=WITH_POSTGRESQL)
def test_the_dump_is_what_its_version_makes(dump: Dump, tmp_path: Path) -> None:
    version = __version__.removesuffix(".dev0")
    if SAME_DATABASE.get(version, version) != dump.version:
        pytest.skip(f"only version {dump.version} makes what version {dump.version} left behind")

    if not __version__.endswith(".dev0") and f"'{migrations()[-1][1]}'" not in dump.text:
        pytest.skip(f"version {dump.version} was released before {migrations()[-1][1]} was added")

    made = dump.make(tmp_path / "store")

    assert made == dump.text, "until it is released, make it again: see the first lines of its maker"
    assert len(made.encode()) < BYTES_MAX


def shape_of(folder: Path) -> object:
    """Migrate the database of a folder to the current schema, and return that schema."""
    url = engines.url_of(folder)
    with closing(engines.fresh_engine(folder)) as engine, closing(engine.connect_writer()) as connection:
        migrate(connection, now=NOON)
        if url is None:
            return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
    return on_a_server.shape_of(url)
