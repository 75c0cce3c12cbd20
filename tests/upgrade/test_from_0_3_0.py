"""This version opens a store of 0.3.0 that was stopped during its imports: each import resumes.

Stores of 0.4.0 to 0.5.1 began in the same state, so the tests apply to all of them.
"""

from collections import Counter
from pathlib import Path

import pytest

from plantstore.domain.plants.plant import Plant, Status
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, imports, plants
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.upgrade.make_0_3_0 import WAITING, WAITING_KEY
from tests.upgrade.making import asking
from tests.upgrade.upgrading import (
    V_0_3_0,
    V_0_4_0,
    V_0_5_0,
    V_0_5_1,
    Dump,
    at_rest,
    check_request,
    counts_of,
    everything_owed,
    imports_at_rest,
    log_of,
    on_engines,
    receivers_of,
    sequences,
    upgraded,
)

VERSIONS = (V_0_3_0, V_0_4_0, V_0_5_0, V_0_5_1)
IN_THE_MIDST = on_engines(VERSIONS, postgresql=[V_0_5_0])
OTHERS: dict[str, dict[str, dict[str, int]]] = {
    "0.3.0": {},
    "0.4.0": {"garden centre": {"delivered": 7, "cancelled": 1, "queued": 6}},
    "0.5.0": {"garden centre": {"delivered": 7, "cancelled": 1, "queued": 6}},
    "0.5.1": {"garden centre": {"delivered": 7, "cancelled": 1, "queued": 6}},
}
"""The deliveries of receivers that came later, by version."""
EVENTS = 14
ADDED_LATER = 15  # by the half-added import: of the two rows left, one plant had been added in another way
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


def import_of(tx: Transaction, dump: Dump, name: str) -> PlantImport:
    found = imports.find(tx, dump.facts[f"import {name}"])
    assert found is not None
    return found


def plants_of(tx: Transaction) -> dict[int, Plant]:
    return {one.id: one for one in plants.page(tx, PlantFilter(), after=0, limit=100)}


def skus(tx: Transaction) -> Counter[str | None]:
    return Counter(one.fields.sku for one in plants_of(tx).values())


def added_by(tx: Transaction, dump: Dump, name: str) -> list[tuple[int, int]]:
    return imports.ranges_after(tx, dump.facts[f"import {name}"], 0, limit=10)


@IN_THE_MIDST
async def test_the_catalogue_and_the_log_are_there(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path) as store:
        found = await store.read(plants_of)
        log = await store.read(log_of)

        assert found.keys() == {*range(2, 15), *range(16, 20)}
        assert Counter(one.status for one in found.values()) == {
            Status.ACTIVE: 12,
            Status.DRAFT: 4,
            Status.ARCHIVED: 1,
        }
        replaced = found[12]
        assert (replaced.fields.name, replaced.fields.price) == ("Acer campestre 'Elsrijk'", None)
        assert replaced.version == 2
        assert await store.read(lambda tx: plants.find_tombstone(tx, 15)) is not None
        assert [event.plant_id for event in log] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18, 19]


@IN_THE_MIDST
async def test_every_import_keeps_its_state(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path) as store:
        names = [name.removeprefix("import ") for name in dump.facts if name.startswith("import ")]
        found = await store.read(lambda tx: {name: import_of(tx, dump, name) for name in names})

        assert {name: (one.state, one.new, one.added) for name, one in found.items()} == {
            "with bad rows": (ImportState.DONE, 2, 2),
            "not wanted": (ImportState.CANCELLED, 1, 0),
            "by mistake": (ImportState.UNDONE, 2, 2),
            "waiting": (ImportState.CHECKED, 1, 0),
            "wrong": (ImportState.UNDOING, 1, 1),
            "half added": (ImportState.RUNNING, 3, 1),
            "half checked": (ImportState.CHECKING, 0, 0),
        }
        assert found["with bad rows"].bad == 1
        assert (found["waiting"].changed, found["waiting"].present) == (1, 1)
        assert (found["half added"].changed, found["half added"].updated) == (1, 0)
        assert (found["by mistake"].archived, found["by mistake"].kept) == (1, 1)
        assert found["half added"].position > 0
        assert await store.read(lambda tx: added_by(tx, dump, "half added")) == [(18, 18)]


@IN_THE_MIDST
async def test_every_delivery_keeps_its_state(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path) as store:
        assert await store.read(counts_of) == {
            "web shop": {"delivered": 8, "queued": 6},
            "listener": {"delivered": 1, "queued": 6},
            "label printer": {"delivered": 3, "retrying": 2, "exhausted": 1, "cancelled": 2, "queued": 6},
            "warehouse": {"delivered": 2, "retrying": 1, "cancelled": 1, "queued": 10},
            "accounts": {"delivered": 2, "retrying": 5, "cancelled": 1, "queued": 6},
            "old till": {"delivered": 6, "held": 6, "cancelled": 2},
            "marketplace": {"delivered": 1, "held": 12, "cancelled": 1},
            "search": {"delivered": 7, "cancelled": 3, "queued": 4},
            **OTHERS[dump.version],
        }


@on_engines(VERSIONS, postgresql=VERSIONS)
async def test_the_backlog_is_delivered_once_except_what_is_held(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, servers):
        await imports_at_rest(store)
        await everything_owed(store, servers)
        for name, owed in (("warehouse", 12), ("search", 4 + 5)):  # one has a rate of its own, one a replay
            for count in range(1, owed + 1):
                await servers[name].requests(count)
                clock.move(1)
        assert await store.dispatcher.settle(wait_s=10)
        log = await store.database.read(log_of)

        assert log[-1].sequence == ADDED_LATER
        after_8 = list(range(9, ADDED_LATER + 1))
        assert sequences(servers["shop"]) == sequences(servers["listener"]) == after_8
        assert sequences(servers["printer"]) == [3, 6, *after_8]
        assert sequences(servers["accounts"]) == [4, 5, 6, 7, 8, *after_8]
        assert [got.sequence for got in servers["warehouse"].got] == [*range(4, ADDED_LATER + 1)], "in its order"
        assert sequences(servers["search"]) == [5, 6, 7, 8, *range(11, ADDED_LATER + 1)], "its replay continues"
        for nobody in ("old shop", "till", "marketplace"):
            assert servers[nobody].got == []
        for got in servers["shop"].got:
            check_request(
                got, log[got.sequence - 1], dump.facts["secret of the shop"], dump.facts["old secret of the shop"]
            )


@IN_THE_MIDST
async def test_held_deliveries_are_sent_when_a_person_resumes_them(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, servers):
        await imports_at_rest(store)
        till = (await store.database.read(receivers_of))["old till"].id
        await store.database.write(lambda tx: store.receivers.resume(tx, till, asked_by="operator"))
        await servers["till"].requests(7)
        assert await store.dispatcher.settle(wait_s=10)

        assert sequences(servers["till"]) == [5, *range(10, ADDED_LATER + 1)], "what was cancelled is not sent"


@IN_THE_MIDST
async def test_a_half_added_import_adds_the_rest_once(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, _):
        await imports_at_rest(store)
        one = await store.database.read(lambda tx: import_of(tx, dump, "half added"))
        there = await store.database.read(skus)
        changed = (await store.database.read(plants_of))[12]

        assert (one.state, one.added, one.updated, one.skipped) == (ImportState.DONE, 2, 1, 1)
        assert (changed.fields.name, changed.version) == ("Acer campestre 'Nanum'", 3)
        assert [there[sku] for sku in ("JUN-1", "TAX-1", "TAX-2")] == [1, 1, 1]
        assert await store.database.read(events.head) == EVENTS + 1
        assert await store.database.read(lambda tx: added_by(tx, dump, "half added")) == [(18, 18), (20, 20)]

        async with asking(store, clock, dump.facts["token"]) as ask:
            await ask("POST", f"/imports/{one.id}/undo")
            await imports_at_rest(store)
            kept = await ask("GET", "/plants/by-sku/TAX-2")
            gone = [await ask("GET", f"/plants/by-sku/{sku}") for sku in ("JUN-1", "TAX-1")]

        assert kept["status"] == "active", "a person has added it, not the import"
        assert [plant["status"] for plant in gone] == ["archived", "archived"]


@IN_THE_MIDST
async def test_a_waiting_import_can_be_confirmed(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, servers):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token"]) as ask:
            again = await ask("POST", "/imports?name=waiting&update=true", csv=WAITING, key=WAITING_KEY)
            listed = (await ask("GET", "/imports"))["items"]
            await ask("POST", f"/imports/{again['id']}/confirmation")
            await imports_at_rest(store)
            done = await ask("GET", f"/imports/{again['id']}")
            added, changed = [await ask("GET", f"/plants/by-sku/{sku}") for sku in ("ABI-1", "PIN-1")]

        assert again["id"] == dump.facts["import waiting"], "its key is known"
        assert len(listed) == 7
        assert (done["state"], done["added"], done["updated"], done["present"]) == ("done", 1, 1, 1)
        assert (added["name"], added["price"], changed["price"]) == ("Abies alba", "9.90", "13.50")
        await everything_owed(store, servers)
        assert servers["shop"].accepted.count(ADDED_LATER + 1) == 1
        assert not list((tmp_path / "imports").glob(f"{again['id']}.*")), "its files are not needed any more"


@IN_THE_MIDST
async def test_interrupted_checks_and_undos_of_imports_resume(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, _):
        await imports_at_rest(store)
        checked = await store.database.read(lambda tx: import_of(tx, dump, "half checked"))
        undone = await store.database.read(lambda tx: import_of(tx, dump, "wrong"))
        there = await store.database.read(skus)

        assert (checked.state, checked.new) == (ImportState.CHECKED, 1)
        assert (undone.state, undone.archived, undone.kept) == (ImportState.UNDONE, 1, 0)
        assert "GIN-1" not in there, "it is not confirmed"
        assert "THU-1" not in there


@IN_THE_MIDST
async def test_bad_rows_can_still_be_downloaded(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, _, _):
        await imports_at_rest(store)
        content = await store.importer.bad_rows(dump.facts["import with bad rows"])

        header, bad = content.decode().splitlines()
        assert header == "line,reason,sku,name,price,status"
        assert bad.startswith("3,") and bad.endswith(",PIN-2,Pinus cembra,POA,")


@IN_THE_MIDST
async def test_plants_are_found_by_their_current_names_during_a_resumed_import(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, _):
        await imports_at_rest(store)
        async with asking(store, clock, dump.facts["token"]) as ask:

            async def found(words: str) -> list[int]:
                return [plant["id"] for plant in (await ask("GET", f"/plants?q={words}"))["items"]]

            assert await found("isoetes") == [3]
            assert await found("acer") == [5, 12]
            assert (await found("elsrijk"), await found("nan")) == ([], [12]), "the resumed import renames it"
            assert await found("pinus") == [13, 14]
            assert await found("taxus") == [19, 20], "the resumed import adds them"
            assert await found("ced") == [16], "the other was deleted"
            assert await found("ulmus") == []

            await ask("PATCH", "/plants/13", {"name": "Pinus uncinata"})
            assert (await found("mugo"), await found("pinus uncin")) == ([], [13])
