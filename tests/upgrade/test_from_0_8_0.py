"""This version opens a store of 0.8.0: photos, images on other servers, bulk edits and saved views are kept.

`test_upgrade.py` tests what it has in common with older versions.
"""

from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from plantstore.app.store import web_app
from plantstore.catalogue.photos.cleaning import UNUSED_S, PhotoCleaning
from plantstore.catalogue.photos.conversion import Converter
from plantstore.catalogue.photos.uploads import PhotoUploads
from plantstore.core.ids import Ids
from plantstore.domain.audit import NO_FINDINGS
from plantstore.domain.plants.photo import PhotoKey, PhotoSize
from plantstore.domain.token import BUNDLES, hash_of
from plantstore.operations.old_plants import OldPlants
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.tables import activity, events, linked_images, old_plants
from plantstore.storage.tables.plant_filters import PlantFilter
from plantstore.web.auth import people, principals, sessions
from tests.upgrade.make_0_8_0 import LINKED, PRICES, UNDERIVED, VIEWS, content, linked
from tests.upgrade.making import BASE_URL, Ask, asking
from tests.upgrade.old import Old, content_of, pop_access, pop_receivers
from tests.upgrade.upgrading import (
    V_0_8_0,
    Dump,
    at_rest,
    everything_owed,
    imports_at_rest,
    lay_down,
    log_of,
    moved_file,
    on_engines,
    sequences,
    upgraded,
)

ON_BOTH = on_engines([V_0_8_0], postgresql=[V_0_8_0])
random_bytes = Random(7).randbytes
PHOTOS = ("in both", "in the event", "of two plants", "unused")
ROWS = ("plant_history", "plant_changes", "photos", "photo_uses", "bulk_edits", "bulk_edit_batches", "plant_views")
pytestmark = pytest.mark.usefixtures("engine_kind", "audited")


def key_of(dump: Dump, photo: str) -> PhotoKey:
    return PhotoKey(dump.facts[f"photo {photo}"])


def plants_of(dump: Dump, fact: str) -> list[int]:
    return [int(text) for text in dump.facts[f"plants {fact}"].split()]


def rows_of(tx: Transaction) -> dict[str, list[Row]]:
    """Return what a job that derives keys for sorting leaves as it is."""
    return {table: sorted(tx.execute(f"SELECT * FROM {table}"), key=repr) for table in ROWS}


def linked_states(tx: Transaction) -> dict[str, str]:
    return dict(tx.execute("SELECT url, state FROM linked_images"))


@moved_file
def test_opening_it_only_adds_tables_and_columns(tmp_path: Path) -> None:
    path = tmp_path / "plantstore.db"
    lay_down(V_0_8_0, tmp_path)
    before = content_of(path)
    path.unlink()
    lay_down(V_0_8_0, tmp_path, is_migrated=True)
    now = content_of(path)

    for one in (before, now):
        del one[""], one["schema_version"]
    pop_access(before, now)
    pop_receivers(before, now)
    assert {name: now[name] for name in before} == before


@moved_file
def test_a_token_of_a_session_that_a_link_opened_keeps_who_made_the_link(tmp_path: Path) -> None:
    def linked_token(path: Path) -> None:
        with Old(path) as old:
            old.rows("UPDATE tokens SET link_created_by = 'tok_maker' WHERE name = 'listener, its own'")

    lay_down(V_0_8_0, tmp_path, before=linked_token, is_migrated=True)

    with Old(tmp_path / "plantstore.db") as now:
        makers = now.rows("SELECT name, makers FROM tokens WHERE makers <> ''")
    assert makers == [("listener, its own", "tok_maker")]


@ON_BOTH
async def test_its_first_person_is_an_operator_and_its_tokens_stay(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path) as store:
        ids = Ids(store.clock, random_bytes)
        make = partial(sessions.make_owners_link, token_text=dump.facts["token"], random_bytes=random_bytes)
        link = await store.write(make)
        assert link is not None
        is_first = await store.read(lambda tx: sessions.check_link(tx, link.key.reveal()).makes_first_person)
        first = await store.write(lambda tx: people.make_first(tx, ids=ids, name="owner"))
        signed_in = await store.write(
            lambda tx: sessions.sign_in_by_link(tx, link.key.reveal(), random_bytes=random_bytes)
        )
        rows = await store.read(lambda tx: activity.page(tx, activity.ActivityFilter(), limit=2))
        broken = await store.read(lambda tx: activity.broken_links(tx, first=1, last=activity.newest_id(tx)))
        token = await store.read(lambda tx: principals.find_by_token_hash(tx, hash_of(dump.facts["token"])))

        assert is_first
        assert signed_in.token.id == first.id
        assert [(row.action, row.actor_name) for row in rows] == [
            ("signIn", "owner"),
            ("makeFirstOperator", "Plant Store"),
        ]
        assert broken == []
        assert token is not None and token.scopes == BUNDLES["operator"]


@ON_BOTH
async def test_its_photos_are_kept_as_long_as_something_uses_them(dump: Dump, tmp_path: Path) -> None:
    async with at_rest(dump, tmp_path) as store:
        files = PhotoFolder(tmp_path / "photos")
        uploads = PhotoUploads(files, Converter(), tmp_path / "uploads", bytes)
        cleaning = PhotoCleaning(store.database, store.clock, uploads)
        named = await store.read(partial(linked_images.thumbnails, urls=[linked(name) for name in LINKED]))

        store.clock.move(UNUSED_S + 1)
        await cleaning.run()

        kept = {file.name for file in await files.page(after="", limit=99)}
        found = {photo: {f"{key_of(dump, photo)}-{size}" for size in PhotoSize} for photo in PHOTOS}
        assert cleaning.missing == NO_FINDINGS
        assert [photo for photo in PHOTOS if found[photo] <= kept] == [*PHOTOS[:-1]]
        assert kept.isdisjoint(found["unused"])
        assert named.keys() == {linked("kept")}
        assert kept > {f"{named[linked('kept')]}-{size}" for size in linked_images.SIZES}


@ON_BOTH
async def test_keys_for_sorting_are_derived_and_nothing_else_changes(dump: Dump, tmp_path: Path) -> None:
    def sorted_ids(tx: Transaction, sort: Sort) -> list[int]:
        page = plant_search.page(tx, PlantFilter(), sort=sort, limit=99)
        return [plant.id for plant in page.plants]

    async with at_rest(dump, tmp_path) as store:
        rows = await store.read(rows_of)
        before = {sort: await store.read(partial(sorted_ids, sort=sort)) for sort in (Sort.NAME, Sort.PRICE)}
        assert await store.read(old_plants.until) == UNDERIVED[-1]

        await OldPlants(store.database).run()

        after = {sort: await store.read(partial(sorted_ids, sort=sort)) for sort in (Sort.NAME, Sort.PRICE)}
        assert await store.read(old_plants.until) is None
        assert await store.read(rows_of) == rows
        for sort in (Sort.NAME, Sort.PRICE):
            assert before[sort] != after[sort]
            assert sorted(before[sort]) == sorted(after[sort])


@ON_BOTH
async def test_its_bulk_edits_go_on_and_can_be_undone(dump: Dump, tmp_path: Path) -> None:
    async with upgraded(dump, tmp_path) as (store, clock, servers):
        await imports_at_rest(store)
        half_done, checked, done = (dump.facts[f"bulk edit {name}"] for name in ("half done", "checked", "done"))
        await store.bulk_editor.wait_until_idle(half_done, within_s=10)
        async with asking(store, clock, dump.facts["token"]) as ask:
            await _check_bulk_edits(ask, dump)
            for bulk_edit_id, action in ((checked, "confirmation"), (done, "undo")):
                await ask("POST", f"/bulk-edits/{bulk_edit_id}/{action}")
                await store.bulk_editor.wait_until_idle(bulk_edit_id, within_s=10)
            assert await _prices(ask, dump, "checked") == ["6.00", "6.00"]
            assert await _prices(ask, dump, "done") == ["8.00", "8.00"]
            views = (await ask("GET", "/plant-views"))["items"]
        newest = await store.database.read(events.head)
        await everything_owed(store, servers)
        states = await store.database.read(linked_states)
        await _check_photos(dump, log=[event.body for event in await store.database.read(log_of)], app=web_app(store))

        assert [{"name": view["name"], "query": view["query"]} for view in views] == [*VIEWS]
        assert sequences(servers["shop"]) == sequences(servers["listener"]) == [*range(9, newest + 1)]
        expected = {"gone": "unused", "kept": "kept", "refused": "given_up", "slow": "waiting"}
        assert {name: states[linked(name)] for name in LINKED} == expected


async def _check_bulk_edits(ask: Ask, dump: Dump) -> None:
    names = ("undone", "done", "checked", "half done")
    named = {name: await ask("GET", f"/bulk-edits/{dump.facts[f'bulk edit {name}']}") for name in names}
    half_done, edited = named["half done"], plants_of(dump, "half done")[1]
    [change] = (await ask("GET", f"/plants/{plants_of(dump, 'done')[0]}/history"))["items"]

    assert [one["state"] for one in named.values()] == ["undone", "done", "checked", "done"]
    assert (half_done["updated"], half_done["conflicts"]) == (2, 1)
    assert [one["plant"] for one in half_done["conflict_plants"]] == [edited]
    assert await _prices(ask, dump, "half done") == [PRICES["half done"], PRICES["edited"], PRICES["half done"]]
    assert (named["undone"]["reverted"], named["undone"]["kept_edits"]) == (1, 1)
    assert await _prices(ask, dump, "undone") == [PRICES["edited"], PRICES["undone"]]
    assert await _prices(ask, dump, "done") == [PRICES["done"]] * 2
    assert change["changes"] == [{"field": "price", "before": "8.00", "after": PRICES["done"]}]


async def _prices(ask: Ask, dump: Dump, bulk_edit: str) -> list[str]:
    return [(await ask("GET", f"/plants/{plant_id}"))["price"] for plant_id in plants_of(dump, bulk_edit)]


async def _check_photos(dump: Dump, *, log: list[bytes], app: Any) -> None:
    """Check that all photos in events can be loaded."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=BASE_URL) as client:
        for photo in PHOTOS:
            key = key_of(dump, photo)
            answer = await client.get(f"/photos/{key}/full")
            assert (answer.status_code, answer.content) == (200, content(key, PhotoSize.FULL))
            sent = [body for body in log if f"{BASE_URL}/photos/{key}/full".encode() in body]
            assert len(sent) == (photo in ("in both", "in the event"))
