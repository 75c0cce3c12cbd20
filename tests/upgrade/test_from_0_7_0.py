"""This version opens a store of 0.7.0: merges, duplicates, history, watch list and remembered columns are kept.

`test_upgrade.py` tests what it has in common with older versions.
"""

from functools import partial
from pathlib import Path

import pytest

from plantstore.catalogue.imports.columns import remembered_columns
from plantstore.catalogue.merges import merged_plants
from plantstore.operations.old_plants import OldPlants
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.tables import duplicates, events, old_plants, plants, watch_list
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.upgrade.make_0_7_0 import CHANGED, COLUMNS, UNDERIVED, WATCHED, WHOLE, WITH_COLUMNS
from tests.upgrade.making import Ask, asking
from tests.upgrade.old import content_of, pop_access, pop_receivers
from tests.upgrade.upgrading import (
    V_0_7_0,
    Dump,
    at_rest,
    check_request,
    everything_owed,
    imports_at_rest,
    lay_down,
    log_of,
    moved_file,
    on_engines,
    sequences,
    upgraded,
)

PLANT, MERGED = int(V_0_7_0.facts["plant whole"]), int(V_0_7_0.facts["plant merged"])
DIFFERENT, ALIKE = ([int(text) for text in V_0_7_0.facts[f"plants {fact}"].split()] for fact in ("different", "alike"))
ON_BOTH = on_engines([V_0_7_0], postgresql=[V_0_7_0])
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


def doubtful(tx: Transaction) -> list[list[int]]:
    """Return the groups of plants that may be the same."""
    keys = tx.execute("SELECT weak_key FROM possible_duplicates ORDER BY weak_key")
    return [duplicates.members(tx, key) for (key,) in keys]


def weak_keys(tx: Transaction) -> dict[int, tuple[int, int]]:
    """Return the weak keys of all plants, and their classes."""
    return {row[0]: (row[1], row[2]) for row in tx.execute("SELECT id, weak_key, weak_class FROM plants")}


def wanted_keys(tx: Transaction) -> dict[int, tuple[int, int]]:
    """Return what `weak_keys` returns when all plants are derived."""
    return {
        plant.id: (key, its_class + duplicates.MARKED_DIFFERENT * (plant.id in DIFFERENT))
        for plant in plants.page(tx, PlantFilter(), after=0, limit=100)
        for key, its_class in [duplicates.derived(plant)]
    }


def unsorted(tx: Transaction) -> int:
    """Return how many plants have no key for sorting."""
    sql = "SELECT count(*) FROM plants WHERE name_key IS NULL OR (price IS NULL) <> (price_order IS NULL)"
    return int(tx.execute(sql)[0][0])


def derived(tx: Transaction) -> list[bool]:
    rows = tx.execute("SELECT weak_key IS NOT NULL FROM plants WHERE id IN (?, ?) ORDER BY id", UNDERIVED)
    return [bool(row[0]) for row in rows]


SCHEMA = ("", "schema_version")  # a later version may have more tables


def rows_of(tx: Transaction) -> dict[str, list[Row]]:
    """Return what a job that derives taxa leaves as it is."""
    tables = ("plant_history", "plant_creations", "merges", "watch_list", "import_mappings", "plant_changes", "events")
    found = {table: sorted(tx.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}
    return found | {"plants": tx.execute("SELECT id, version, updated_at, name, details FROM plants ORDER BY id")}


@moved_file
def test_opening_it_only_adds_columns_and_derives_all_plants_again(tmp_path: Path) -> None:
    path = tmp_path / "plantstore.db"
    lay_down(V_0_7_0, tmp_path)
    before = content_of(path)
    path.unlink()
    lay_down(V_0_7_0, tmp_path, is_migrated=True)
    now = content_of(path)

    for content in (before, now):
        del content[""], content["schema_version"]
    newest = max(row[0] for row in before["plants"])
    assert now.pop("underived_plants") == [(newest,)] != before.pop("underived_plants")
    assert now.pop("plants") == [(*row, None, None) for row in before.pop("plants")]
    pop_access(before, now)
    pop_receivers(before, now)
    assert {name: now[name] for name in before} == before


@ON_BOTH
async def test_what_people_decided_is_kept_and_the_oldest_plants_are_derived(dump: Dump, tmp_path: Path) -> None:
    def genus(tx: Transaction) -> list[int]:
        page = plant_search.page(tx, PlantFilter(genus="monstera"), sort=Sort.ID, limit=9)
        return [plant.id for plant in page.plants]

    async with at_rest(dump, tmp_path) as store:
        [(merged, merge)] = await store.read(partial(merged_plants, kept_id=PLANT))
        watched = await store.read(watch_list.entries)
        [remembered] = (await store.read(remembered_columns.load)).values()
        rows = await store.read(rows_of)
        assert (merged.id, merged.merged_into, merge and [*merge.taken]) == (MERGED, PLANT, ["description"])
        assert [{"name": one.name, "reason": one.reason} for one in watched] == WATCHED[::-1]
        assert remembered.chosen == COLUMNS
        assert await store.read(doubtful) == [ALIKE], f"{DIFFERENT} are different"
        assert (await store.read(derived), await store.read(genus)) == ([False, False], [])
        assert await store.read(old_plants.until) == max(await store.read(weak_keys))
        assert await store.read(plants.count) == await store.read(unsorted) > 20

        await OldPlants(store.database).run()

        assert await store.read(doubtful) == [ALIKE]
        assert await store.read(weak_keys) == await store.read(wanted_keys)
        assert await store.read(unsorted) == 0

        assert (await store.read(derived), await store.read(genus)) == ([True, True], [2])
        assert await store.read(old_plants.until) is None
        assert await store.read(rows_of) == rows


@ON_BOTH
async def test_its_backlog_is_delivered_once_and_its_work_goes_on(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, servers):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token"]) as ask:
            await _check_the_changed_plant(ask)
            made = await ask("POST", "/imports?name=again&update=true", csv=WITH_COLUMNS)
            undone = await ask("DELETE", f"/plants/{PLANT}/merges/{MERGED}")
            restored = await ask("GET", f"/plants/{MERGED}")
        newest = await store.database.read(events.head)
        await everything_owed(store, servers)
        log = await store.database.read(log_of)

        assert (made["state"], made["mapped_at"] is not None) == ("checked", True)
        assert (undone["description"], restored["status"], restored["merged_into"]) == (None, "active", None)
        assert sequences(servers["shop"]) == sequences(servers["listener"]) == [*range(9, newest + 1)]
        assert len({event.plant_id for event in log}) == newest, "each plant has one event"
        for got in servers["shop"].got:
            check_request(
                got, log[got.sequence - 1], dump.facts["secret of the shop"], dump.facts["old secret of the shop"]
            )
            assert b"Bloem" not in got.body and b'"cost"' not in got.body


async def _check_the_changed_plant(ask: Ask) -> None:
    plant = await ask("GET", f"/plants/{PLANT}")
    history = (await ask("GET", f"/plants/{PLANT}/history"))["items"]
    [first] = [one["changes"] for one in history if one["version"] == 2]
    changes = {one["field"]: (one["before"], one["after"]) for one in first}

    assert plant["external_ids"] | WHOLE["external_ids"] == plant["external_ids"]
    assert plant["trade"] == WHOLE["trade"]
    assert (plant["pot_size"], plant["price"], plant["cost"]) == ("5 L", CHANGED["price"], CHANGED["cost"])
    assert plant["taxon"]["cultivar"] == "Bailmer"
    assert changes["cost"] == (WHOLE["cost"], CHANGED["cost"])
    assert changes["supplier.name"] == ("Bloem B.V.", "Kwekerij Noord")
