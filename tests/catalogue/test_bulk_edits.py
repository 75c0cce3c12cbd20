"""A bulk edit between its steps: after a stop, in several processes, and raced by edits and by an import."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from plantstore.catalogue.bulk_edits import check, commands, runner
from plantstore.catalogue.bulk_edits.check import Selection, check_step
from plantstore.catalogue.bulk_edits.runner import TAKE_OVER_S, BulkEditor
from plantstore.catalogue.commands import Catalogue
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.errors import Conflict, NotFound
from plantstore.domain.plants.bulk_changes import check_changes
from plantstore.domain.plants.bulk_edit import BulkEdit, BulkEditState
from plantstore.domain.plants.history import Author, Way
from plantstore.domain.plants.plant import Status
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import bulk_edits, events, plant_changes, plant_history, plants
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.opened import Opened, opened
from tests.still_clock import StillClock

pytestmark = [
    pytest.mark.usefixtures("engine_kind"),
    pytest.mark.sqlite_only("its statements have their tests on both engines"),
]

PLANTS = 9
PATIENCE_S = 20.0
PERSON = Author(actor="tok_1", name="Anna", way=Way.API)
DEARER: dict[str, Any] = {"price": {"percent": "10"}}


class World:
    """A database with plants, and the bulk editors that come and go on it."""

    def __init__(self, store: Opened, folder: Path, clock: StillClock) -> None:
        self.store, self.clock = store, clock
        ids = Ids(clock, os.urandom)
        self.catalogue = Catalogue(ids=ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url="")
        self._make = partial(
            BulkEditor,
            settings=Settings(data=folder),
            database=store.database,
            catalogue=self.catalogue,
            ids=ids,
            clock=clock,
        )

    @asynccontextmanager
    async def editor(self, *, shared: bool = False) -> AsyncIterator[BulkEditor]:
        editor = self._make(shared=shared)
        try:
            await editor.start()
            yield editor
        finally:
            await editor.stop()

    async def write(self, command: Any, **more: Any) -> Any:
        def by_person(tx: Transaction) -> Any:
            tx.author = PERSON
            return command(tx, **more)

        return await self.store.write(by_person)

    async def created(self, id: str = "blk_1", changes: Any = None, **selection: Any) -> str:
        selected = Selection(**(selection or {"filter": PlantFilter()}))
        asked = check_changes(changes or DEARER, "")
        await self.write(commands.create, bulk_edit_id=id, selection=selected, changes=asked, asked_by="tok_1")
        return id

    async def checked(self, id: str = "blk_1", changes: Any = None, **selection: Any) -> str:
        """Create and check a bulk edit, with no editor."""
        await self.created(id, changes, **selection)
        while await self.check_next(id):
            pass
        return id

    async def check_next(self, id: str) -> bool:
        before = await self.find(id)
        step = await self.store.read(partial(check_step, bulk_edit=before, currency="EUR"))
        return bool(await self.write(commands.add_checked, bulk_edit=before, step=step))

    async def run_next(self, id: str) -> bool:
        return bool(await self.write(commands.run_batch, catalogue=self.catalogue, bulk_edit_id=id))

    async def undo_next(self, id: str) -> bool:
        return bool(await self.write(commands.undo_batch, catalogue=self.catalogue, bulk_edit_id=id))

    async def ended(self, editor: BulkEditor, id: str) -> BulkEdit:
        await editor.wait_until_idle(id, within_s=PATIENCE_S)
        return await self.find(id)

    async def find(self, id: str) -> BulkEdit:
        return await self.store.read(partial(commands.find, bulk_edit_id=id))

    async def prices(self) -> list[str | None]:
        found = await self.store.read(partial(plants.page, filters=PlantFilter(), after=0, limit=100))
        return [plant.fields.price for plant in found]

    async def versions(self) -> list[int]:
        found = await self.store.read(partial(plants.page, filters=PlantFilter(), after=0, limit=100))
        return [plant.version for plant in found]


@asynccontextmanager
async def a_world(folder: Path, clock: StillClock) -> AsyncIterator[World]:
    """A world of PLANTS active plants at 10.00 EUR each."""
    async with opened(folder, clock) as store:
        world = World(store, folder, clock)
        raw = [{"name": f"Rosa {number}", "price": "10.00", "currency": "EUR"} for number in range(PLANTS)]
        await world.write(world.catalogue.add_plants, raw=raw, status=Status.ACTIVE)
        yield world


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check four plants in a step, and change two in a batch."""
    monkeypatch.setattr(check, "STEP_PLANTS", 4)
    monkeypatch.setattr(check, "BATCH_PLANTS", 2)
    monkeypatch.setattr(commands, "BATCH_PLANTS", 2)


@pytest.mark.both_engines
async def test_every_stage_resumes_after_a_kill_and_does_nothing_twice(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        id = await world.created()
        await world.check_next(id)
        async with world.editor() as editor:  # killed in the check, after the first of three steps
            checked = await world.ended(editor, id)
            assert (checked.state, checked.changing, checked.batches) == (BulkEditState.CHECKED, PLANTS, 5)
            assert await world.versions() == [1] * PLANTS

        await world.write(commands.confirm, bulk_edit_id=id)
        assert await world.run_next(id)
        async with world.editor() as editor:  # killed after the first of five batches
            done = await world.ended(editor, id)
        assert (done.state, done.updated, done.conflicts) == (BulkEditState.DONE, PLANTS, 0)
        assert (await world.prices(), await world.versions()) == (["11.00"] * PLANTS, [2] * PLANTS)

        await world.write(commands.undo, bulk_edit_id=id)
        assert await world.undo_next(id)
        async with world.editor() as editor:
            undone = await world.ended(editor, id)
        assert (undone.state, undone.reverted, undone.kept_edits[:10]) == (BulkEditState.UNDONE, PLANTS, '{"count":0')
        assert (await world.prices(), await world.versions()) == (["10.00"] * PLANTS, [3] * PLANTS)


async def test_two_processes_that_do_the_same_work_do_it_once(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        id = await world.created()
        before = await world.find(id)
        step = await world.store.read(partial(check_step, bulk_edit=before, currency="EUR"))
        for _ in range(2):
            assert await world.write(commands.add_checked, bulk_edit=before, step=step)
        assert (await world.find(id)).changing == 4

        async with world.editor() as one, world.editor() as other:
            assert (await world.ended(one, id)).changing == (await world.ended(other, id)).changing == PLANTS
            await world.write(commands.confirm, bulk_edit_id=id)
            one.schedule(id)
            other.schedule(id)
            await world.ended(one, id)
            done = await world.ended(other, id)

        assert (done.updated, await world.versions()) == (PLANTS, [2] * PLANTS)


async def test_another_process_takes_over_only_what_makes_no_progress(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        id = await world.checked()
        await world.write(commands.confirm, bulk_edit_id=id)
        async with world.editor(shared=True) as editor:
            clock.move(TAKE_OVER_S)
            await editor.maintain()
            assert (await world.ended(editor, id)).updated == 0

            clock.move(1)
            await editor.maintain()

            assert (await world.ended(editor, id)).updated == PLANTS


async def test_a_plant_edited_or_deleted_since_the_check_is_left_as_it_is(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        id = await world.checked(ids=[1, 2, 3, 4])
        await world.write(world.catalogue.change_plant, plant_id=2, patch={"price": "20.00"}, version=None)
        await world.write(world.catalogue.delete_plant, plant_id=3, deleted_by="tok_1", version=None)
        await world.write(commands.confirm, bulk_edit_id=id)
        await world.run_next(id)
        await world.write(world.catalogue.change_plant, plant_id=4, patch={"tag": "late"}, version=None)
        async with world.editor() as editor:
            done = await world.ended(editor, id)

        assert (done.updated, done.conflicts) == (1, 3)
        named = [(one.plant, one.name) for one in commands.conflicts_of(done)]
        assert named == [(2, "Rosa 1"), (3, ""), (4, "Rosa 3")]
        assert (await world.prices())[:3] == ["11.00", "20.00", "10.00"]


async def test_percentages_are_of_the_price_that_was_checked(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        first, second = await world.checked("blk_1", ids=[1]), await world.checked("blk_2", ids=[1, 2])
        async with world.editor() as editor:
            for id in (first, second):
                await world.write(commands.confirm, bulk_edit_id=id)
                editor.schedule(id)
                await world.ended(editor, id)

        assert (await world.prices())[:2] == ["11.00", "11.00"]
        assert [(one.plant, one.name) for one in commands.conflicts_of(await world.find(second))] == [(1, "Rosa 0")]


async def test_one_runs_at_a_time_and_a_cancelled_one_stops_and_can_be_undone(
    tmp_path: Path, clock: StillClock
) -> None:
    async with a_world(tmp_path, clock) as world:
        first, second = await world.checked("blk_1"), await world.checked("blk_2")
        await world.write(commands.confirm, bulk_edit_id=first)
        with pytest.raises(Conflict, match="blk_1 is running"):
            await world.write(commands.confirm, bulk_edit_id=second)

        await world.run_next(first)
        await world.write(commands.cancel, bulk_edit_id=first)
        async with world.editor() as editor:
            editor.schedule(first)
            stopped = await world.ended(editor, first)
            assert (stopped.state, stopped.updated) == (BulkEditState.CANCELLED, 2)
            assert await world.store.write(partial(bulk_edits.take_batch, bulk_edit_id=first, number=1)) == []

            await world.write(commands.undo, bulk_edit_id=first)
            with pytest.raises(Conflict, match="blk_1 is running"):
                await world.write(commands.confirm, bulk_edit_id=second)
            editor.schedule(first)
            assert (await world.ended(editor, first)).reverted == 2
            await world.write(commands.confirm, bulk_edit_id=second)
        assert await world.prices() == ["10.00"] * PLANTS


async def test_every_change_has_an_author_a_version_and_a_change_number(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        id = await world.checked()
        head = (await world.store.read(plant_changes.log_end)).head
        await world.write(commands.confirm, bulk_edit_id=id)
        async with world.editor() as editor:
            await world.ended(editor, id)

        changed = await world.store.read(partial(plant_changes.next_changes, after=head, limit=100))
        assert sorted(one.plant_id for one in changed) == [*range(1, PLANTS + 1)]
        [change] = await world.store.read(partial(plant_history.of_plant, plant_id=5, with_costs=True, limit=9))
        assert (change.version, change.values) == (2, {"price": ["10.00", "11.00"]})
        assert change.author == Author(actor="tok_1", name="Anna", way=Way.BULK, import_id=id)


async def test_drafts_that_are_added_get_one_event_each(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        raw = [{"name": f"Acer {number}"} for number in range(3)]
        await world.write(world.catalogue.add_plants, raw=raw, status=Status.DRAFT)
        added = {"action": "add_to_store", "tag": {"set": "tree"}}
        id = await world.checked("blk_1", added, filter=PlantFilter(status=Status.DRAFT))
        assert (await world.find(id)).adding == 3

        await world.write(commands.confirm, bulk_edit_id=id)
        async with world.editor() as editor:
            await world.ended(editor, id)

        new = await world.store.read(partial(events.page, after=PLANTS, limit=9))
        assert [event.plant_id for event in new] == [PLANTS + number for number in (1, 2, 3)]
        assert b'"tag":"tree"' in new[0].body


async def test_unconfirmed_checks_end_after_a_day_and_old_ones_are_removed(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, world.editor() as editor:
        id = await world.checked()
        clock.move(runner.UNCONFIRMED_S_MAX)
        await editor.maintain()
        assert (await world.find(id)).state is BulkEditState.CHECKED

        clock.move(1)
        await editor.maintain()
        assert (await world.find(id)).state is BulkEditState.CANCELLED
        assert await world.store.write(partial(bulk_edits.remove_batches, bulk_edit_id=id, limit=9)) == 0

        clock.move(400 * runner.DAY_S)
        await editor.maintain()
        with pytest.raises(NotFound):
            await world.find(id)


async def test_what_cannot_be_confirmed_or_undone_is_refused_with_words(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        same = await world.checked("blk_same", {"price": {"set": "10"}})
        done = await world.checked("blk_done", ids=[1])
        new = await world.created("blk_new")
        await world.write(commands.confirm, bulk_edit_id=done)
        async with world.editor() as editor:
            await world.ended(editor, done)
            await world.ended(editor, new)
            await world.store.write(partial(plant_history.remove_old, before=after(clock.now(), seconds=1), limit=99))

        for command, id, words in (
            (commands.confirm, same, "change no plant"),
            (commands.confirm, "blk_x", "no bulk edit"),
            (commands.undo, same, "nothing to undo"),
            (commands.undo, done, "no old values"),
            (commands.preview_undo, done, "no old values"),
        ):
            with pytest.raises((Conflict, NotFound), match=words):
                await world.write(command, bulk_edit_id=id)
        assert (await world.find(new)).state is BulkEditState.CHECKED, "resumed by the editor"


async def test_limits_fail_with_words(tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "FOUND_MAX", PLANTS - 1)
    monkeypatch.setattr(commands, "OPEN_MAX", 1)
    async with a_world(tmp_path, clock) as world:
        id = await world.created()
        with pytest.raises(Conflict, match="already open"):
            await world.created("blk_2")
        async with world.editor() as editor:
            failed = await world.ended(editor, id)

        assert (failed.state, failed.error) == (
            BulkEditState.FAILED,
            f"More than {PLANTS - 1} plants match. Narrow the filter.",
        )
