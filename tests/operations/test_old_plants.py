"""Plants of versions before 0.7.0: their taxa and markers are derived in the background, and nothing else changes."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.event_body import full_body
from plantstore.domain.plants.plant import changed
from plantstore.operations import old_plants as job
from plantstore.operations.old_plants import OldPlants
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE
from plantstore.storage.engine.protocols import Row
from plantstore.storage.queries import plant_search
from plantstore.storage.queries.plant_order import Sort
from plantstore.storage.tables import duplicates, old_plants, plants, search_index
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.core.test_event_body import TODAY
from tests.makers import NOON, a_plant
from tests.opened import opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

NAMES: dict[int, dict[str, Any]] = {
    1: {"botanical_name": "Rosa canina"},
    2: {"botanical_name": "Snake Plant"},
    3: {"family": "Rosaceae"},
    4: {},
    6: {"botanical_name": "Rosa rugosa", "family": "Rosaceae"},
    7: {"botanical_name": "Acer palmatum 'Bloodgood'"},
}
FILLED = [(1, True), (2, True), (3, False), (4, False), (6, True), (7, True)]


def as_before(tx: Transaction) -> None:
    """Store plants as versions before 0.7.0 did."""
    plants.insert(tx, [a_plant(number, **fields) for number, fields in NAMES.items()])
    tx.run_pre_commit_hooks()
    tx.update("UPDATE plants SET taxon = NULL, weak_key = NULL, weak_class = NULL")
    tx.update("DELETE FROM possible_duplicates")
    tx.update("DELETE FROM plant_words")
    search_index.fill(tx, {number: search_index.words_of_plant(a_plant(number, **NAMES[number])) for number in NAMES})
    tx.insert("underived_plants", ("until",), [(7,)])


def everything_else(tx: Transaction) -> list[Row]:
    rows = tx.execute("SELECT id, version, updated_at, name, botanical_name FROM plants ORDER BY id")
    return [*rows, *tx.execute("SELECT plant_id, number FROM plant_changes ORDER BY plant_id")]


def filled(tx: Transaction) -> list[tuple[int, bool]]:
    return [(row[0], row[1] is not None) for row in tx.execute("SELECT id, taxon FROM plants ORDER BY id")]


def found(tx: Transaction, **chosen: Any) -> list[int]:
    page = plant_search.page(tx, PlantFilter(**chosen), sort=Sort.ID, limit=10)
    return [plant.id for plant in page.plants]


async def test_taxa_and_markers_are_derived_and_nothing_else_changes(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        before = await store.read(everything_else)
        assert await store.read(partial(found, genus="rosa")) == []

        await OldPlants(store.database).run()

        assert await store.read(filled) == FILLED
        assert await store.read(everything_else) == before
        assert await store.read(old_plants.until) is None
        assert await store.read(partial(found, genus="rosa")) == [1, 6]
        assert await store.read(partial(found, family="Rosaceae")) == [3, 6]
        assert await store.read(partial(found, words=("bloodgood",))) == [7]
        assert await store.read(lambda tx: tx.execute("SELECT taxon FROM plants WHERE id = 2")) == [("null",)]


async def test_a_plant_is_the_same_before_and_after(tmp_path: Path, clock: StillClock) -> None:
    def bodies(tx: Transaction) -> list[bytes]:
        read = plants.find_many(tx, list(NAMES))
        return [full_body(read[number], today=TODAY, url=None) for number in NAMES]

    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        before = await store.read(bodies)

        await OldPlants(store.database).run()

        assert await store.read(bodies) == before
        assert b'"taxon":{"rank":"species","genus":"Rosa","species":"canina"' in before[0]


async def test_it_continues_where_a_killed_process_stopped(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "STEP_PLANTS", 2)
    monkeypatch.setattr(job, "STEPS_MAX", 1)

    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        steps = []
        for _ in range(5):
            await OldPlants(store.database).run()  # each time another process
            steps.append((await store.read(old_plants.until), sum(has for _, has in await store.read(filled))))

        assert steps == [(5, 2), (2, 2), (0, 4), (None, 4), (None, 4)]


async def test_a_page_that_another_process_has_done_is_not_done_again(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        page = await store.read(partial(old_plants.page, until=7, limit=2))
        await OldPlants(store.database).run()
        await store.write(lambda tx: tx.update("UPDATE plants SET taxon = NULL"))

        await store.write(partial(old_plants.store, found=page, until=7, following=5))

        assert await store.read(old_plants.until) is None
        assert not any(has for _, has in await store.read(filled))


async def test_names_are_not_read_while_other_writers_wait(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise AssertionError("this belongs into a reader thread")

    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        page = await store.read(partial(old_plants.page, until=7, limit=10))
        with monkeypatch.context() as patched:
            patched.setattr(duplicates, "weak_key", refuse)
            patched.setattr(search_index, "terms_of", refuse)

            await store.write(partial(old_plants.store, found=page, until=7, following=None))

        assert await store.read(filled) == FILLED
        assert await store.read(partial(found, genus="Rosa")) == [1, 6]


async def test_a_plant_that_was_changed_in_between_keeps_its_new_name(tmp_path: Path, clock: StillClock) -> None:
    renamed = replace(a_plant(7, botanical_name="Quercus robur"), version=2)

    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        page = await store.read(partial(old_plants.page, until=7, limit=2))
        await store.write(lambda tx: plants.update(tx, renamed))

        await store.write(partial(old_plants.store, found=page, until=7, following=5))

        assert (await store.read(partial(plants.find, plant_id=7))) == renamed
        assert await store.read(partial(found, genus="Quercus")) == [7]
        assert await store.read(partial(found, genus="Acer")) == []
        assert await store.read(partial(found, genus="Rosa")) == [6]


async def test_a_deleted_plant_does_not_return_to_the_index(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(as_before)
        page = await store.read(partial(old_plants.page, until=7, limit=2))
        await store.write(lambda tx: plants.delete(tx, a_plant(7), deleted_by="tok_1"))

        await store.write(partial(old_plants.store, found=page, until=7, following=None))

        assert await store.read(lambda tx: tx.execute("SELECT rowid FROM plant_words WHERE rowid = 7")) == []


async def test_a_new_store_has_nothing_to_derive(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(lambda tx: plants.insert(tx, [a_plant(1, botanical_name="Rosa")]))

        assert await store.read(old_plants.until) is None
        assert await store.read(filled) == [(1, True)]


async def test_old_plants_are_found_to_be_possible_duplicates(tmp_path: Path, clock: StillClock) -> None:
    def with_duplicates(tx: Transaction) -> None:
        as_before(tx)
        plants.insert(tx, [a_plant(8, botanical_name="Rosa canina L."), a_plant(9, botanical_name="Iris")])
        renamed = changed(a_plant(7), a_plant(7, name="Plant 9").fields, now=NOON)
        plants.update(tx, renamed)

    def like(tx: Transaction) -> list[list[int]]:
        return [duplicates.members(tx, key) for key in duplicates.page(tx, FIRST_PAGE, limit=9)]

    async with opened(tmp_path, clock) as store:
        await store.write(with_duplicates)
        assert await store.read(like) == [[7, 9]]

        await OldPlants(store.database).run()

        assert sorted(await store.read(like)) == [[1, 8], [7, 9]]
        rows = await store.read(lambda tx: tx.execute("SELECT id, weak_class FROM plants ORDER BY id"))
        assert rows == [(number, 0) for number in (1, 2, 3, 4, 6, 7, 8, 9)]
