"""An import between its steps: after a stop, beside others, and when its file is gone."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports import checked_rows_file, commands, runner, undo
from plantstore.catalogue.imports.check import Check, Options
from plantstore.catalogue.imports.report import Report
from plantstore.catalogue.imports.runner import Importer
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.domain.errors import Conflict
from plantstore.domain.plants.plant import Status
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, imports, plants
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.opened import Opened, opened
from tests.operational import subscribe, written
from tests.still_clock import StillClock
from tests.synced import Synced

pytestmark = pytest.mark.usefixtures("engine_kind")

ROWS = 2 * checked_rows_file.BATCH_ROWS_MAX + 7
LIST = "sku,name\n" + "".join(f"A-{number},Rosa {number}\n" for number in range(ROWS))
PATIENCE_S = 20.0


class World:
    """A database and the importers that come and go on it."""

    def __init__(self, store: Opened, folder: Path, clock: StillClock) -> None:
        self.store = store
        self.folder = folder / "imports"
        self.ids = ids = Ids(clock, os.urandom)
        self.catalogue = Catalogue(ids=ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url="")
        self._make = partial(
            Importer,
            settings=Settings(data=folder),
            database=store.database,
            catalogue=self.catalogue,
            ids=ids,
            clock=clock,
        )

    @asynccontextmanager
    async def importer(self) -> AsyncIterator[Importer]:
        importer = self._make()
        try:
            await importer.start()
            yield importer
        finally:
            await importer.stop()

    async def uploaded(self, importer: Importer, content: str | bytes = LIST) -> str:
        """Take a list in, and do not begin."""

        async def parts() -> AsyncIterator[bytes]:
            yield content.encode() if isinstance(content, str) else content

        import_id, upload = await importer.receive(parts())

        def ask(tx: Any) -> PlantImport:
            importer.folder.commit_upload(upload, import_id)
            return commands.create(
                tx,
                import_id=import_id,
                name="list",
                options=Options(),
                content_hash=upload.content_hash,
                size_bytes=upload.size_bytes,
                asked_by="tok_1",
            )

        await self.store.write(ask)
        return import_id

    async def checked(self, importer: Importer) -> str:
        import_id = await self.uploaded(importer)
        importer.schedule(import_id)
        await importer.wait_until_idle(import_id, within_s=PATIENCE_S)
        return import_id

    async def confirmed_and_begun(self, importer: Importer) -> str:
        """An import of which one batch is added, as if the process had ended then."""
        import_id = await self.checked(importer)
        await self.store.write(partial(commands.confirm, import_id=import_id, skip_bad=None))
        await self.add_next(importer, import_id)
        return import_id

    async def add_next(self, importer: Importer, import_id: str, *, position: int | None = None) -> bool:
        position = (await self.find(import_id)).position if position is None else position
        rows, following = checked_rows_file.read(importer.folder.files_of(import_id).checked, position)
        return await self.store.write(
            partial(
                commands.add_batch,
                catalogue=self.catalogue,
                import_id=import_id,
                rows=rows,
                position=position,
                following=following,
            )
        )

    async def settled(self, importer: Importer, import_id: str) -> PlantImport:
        await importer.wait_until_idle(import_id, within_s=PATIENCE_S)
        return await self.find(import_id)

    async def find(self, import_id: str) -> PlantImport:
        return await self.store.read(partial(commands.find, import_id=import_id))

    async def count(self) -> tuple[int, int]:
        """How many plants and events there are."""
        return await self.store.read(lambda tx: (plants.count(tx), events.head(tx)))


@asynccontextmanager
async def a_world(folder: Path, clock: StillClock) -> AsyncIterator[World]:
    async with opened(folder, clock) as store:
        yield World(store, folder, clock)


async def test_a_list_that_was_being_checked_is_checked_again_after_a_restart(
    tmp_path: Path, clock: StillClock
) -> None:
    async with a_world(tmp_path, clock) as world:
        async with world.importer() as importer:
            import_id = await world.uploaded(importer)
        (world.folder / f"{import_id}.rows").write_bytes(b"half a batch")

        async with world.importer() as importer:
            found = await world.settled(importer, import_id)

        assert (found.state, found.new) == (ImportState.CHECKED, ROWS)


async def test_an_upload_is_kept_though_its_transaction_has_to_be_run_again(tmp_path: Path, clock: StillClock) -> None:
    free, held = threading.Event(), threading.Event()

    def hold(_: Transaction) -> None:
        held.set()
        assert free.wait(PATIENCE_S)

    def write_and_fail(tx: Transaction) -> None:
        tx.insert("facts", ("name", "value"), [("half", b"done")])
        raise Conflict

    async with opened(tmp_path, clock) as store:
        world = World(store, tmp_path, clock)
        async with world.importer() as importer:
            before = store.database.write(hold)
            assert await asyncio.to_thread(held.wait, PATIENCE_S)
            uploading = asyncio.ensure_future(world.uploaded(importer))
            while not store.database.waiting_commands:
                await asyncio.sleep(0.001)
            failing = store.database.write(write_and_fail)  # behind the upload, in its commit
            free.set()
            await before
            import_id = await uploading
            with pytest.raises(Conflict):
                await failing

            assert importer.folder.files_of(import_id).upload.read_text() == LIST


async def test_a_store_that_stops_while_a_list_is_being_opened_closes_it(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, go_on, closed = threading.Event(), threading.Event(), list[Check]()

    class SlowCheck(Check):
        def __init__(self, *files: Any, **limits: Any) -> None:
            opening.set()
            assert go_on.wait(PATIENCE_S)
            super().__init__(*files, **limits)

        def close(self) -> None:
            super().close()
            closed.append(self)

    monkeypatch.setattr(runner, "Check", SlowCheck)

    async with opened(tmp_path, clock) as store:
        world = World(store, tmp_path, clock)
        async with world.importer() as importer:
            import_id = await world.uploaded(importer)
            importer.schedule(import_id)
            assert await asyncio.to_thread(opening.wait, PATIENCE_S)
            asyncio.get_running_loop().call_later(0.05, go_on.set)

        assert len(closed) == 1
        assert (await world.find(import_id)).state is ImportState.CHECKING


async def test_a_store_that_stops_while_a_list_waits_to_be_closed_closes_it(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, go_on, closed = threading.Event(), threading.Event(), list[Check]()

    async with opened(tmp_path, clock) as store:
        world = World(store, tmp_path, clock)
        async with world.importer() as importer:

            class BusyCheck(Check):
                def end(self) -> Report:
                    importer._thread.submit(go_on.wait, PATIENCE_S)  # what the thread does next
                    ended.set()
                    return super().end()

                def close(self) -> None:
                    super().close()
                    closed.append(self)

            monkeypatch.setattr(runner, "Check", BusyCheck)
            import_id = await world.uploaded(importer)
            importer.schedule(import_id)
            assert await asyncio.to_thread(ended.wait, PATIENCE_S)
            await asyncio.sleep(0.05)
            threading.Timer(0.1, go_on.set).start()

        assert len(closed) == 1


async def test_an_import_resumes_where_the_last_process_ended(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        async with world.importer() as importer:
            import_id = await world.confirmed_and_begun(importer)
        assert (await world.find(import_id)).added == checked_rows_file.BATCH_ROWS_MAX

        async with world.importer() as importer:
            found = await world.settled(importer, import_id)

        assert (found.state, found.added, found.skipped) == (ImportState.DONE, ROWS, 0)
        assert await world.count() == (ROWS, ROWS)


async def test_a_batch_that_was_added_is_not_added_again(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.confirmed_and_begun(importer)

        assert not await world.add_next(importer, import_id, position=0)

        assert await world.count() == (checked_rows_file.BATCH_ROWS_MAX, checked_rows_file.BATCH_ROWS_MAX)


async def test_a_cancelled_import_stops_where_it_is(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.confirmed_and_begun(importer)
        await world.store.write(partial(commands.cancel, import_id=import_id))

        assert not await world.add_next(importer, import_id)
        importer.schedule(import_id)
        found = await world.settled(importer, import_id)

        assert (found.state, found.added) == (ImportState.CANCELLED, checked_rows_file.BATCH_ROWS_MAX)
        assert list(world.folder.iterdir()) == []


async def test_an_import_with_a_missing_file_fails_with_a_reason(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        async with world.importer() as importer:
            import_id = await world.confirmed_and_begun(importer)
        (world.folder / f"{import_id}.rows").unlink()

        async with world.importer() as importer:
            found = await world.settled(importer, import_id)

        assert (found.state, found.added) == (ImportState.FAILED, checked_rows_file.BATCH_ROWS_MAX)
        assert "Upload it again" in found.error


async def test_an_import_that_ended_is_an_operational_event(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        await world.store.write(subscribe)
        done = await world.checked(importer)
        await world.store.write(partial(commands.confirm, import_id=done, skip_bad=None))
        importer.schedule(done)
        await importer.wait_until_idle(done, within_s=PATIENCE_S)
        failed = await world.uploaded(importer, b"\x00")
        importer.schedule(failed)
        await importer.wait_until_idle(failed, within_s=PATIENCE_S)
        events = {event["data"]["import"]["id"]: event["data"] for event in await world.store.read(written)}

    assert events.keys() == {done, failed}
    assert (events[done]["state"], events[done]["error"], events[failed]["state"]) == ("done", None, "failed")
    assert events[done]["began_by"] == {"id": "tok_1", "name": None}
    assert (events[done]["counts"]["new"], events[done]["counts"]["added"]) == (ROWS, ROWS)
    assert events[failed]["confirmed_by"] is None and events[failed]["error"]


async def test_an_undo_resumes_after_a_restart_and_takes_only_its_own_plants(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        async with world.importer() as importer:
            import_id = await world.confirmed_and_begun(importer)
            other = {"name": "between", "sku": "other"}
            await world.store.write(lambda tx: world.catalogue.add_plants(tx, [other], status=Status.ACTIVE))
            importer.schedule(import_id)
            await world.settled(importer, import_id)
            await world.store.write(partial(undo.undo, import_id=import_id))
            step = partial(undo.undo_batch, catalogue=world.catalogue, import_id=import_id)
            assert await world.store.write(step)

        async with world.importer() as importer:
            found = await world.settled(importer, import_id)

        assert (found.state, found.archived, found.kept) == (ImportState.UNDONE, ROWS, 0)
        left = await world.store.read(lambda tx: plants.page(tx, PlantFilter(status=Status.ACTIVE), after=0, limit=5))
        assert [plant.fields.name for plant in left] == ["between"]


async def test_files_that_belong_to_nothing_are_removed_at_the_start(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        async with world.importer() as importer:
            import_id = await world.checked(importer)
        (world.folder / "imp_nobody.part").touch()

        async with world.importer():
            left = {path.name for path in world.folder.iterdir()}

        assert left == {f"{import_id}.csv", f"{import_id}.rows"}
        assert {path.stat().st_mode & 0o777 for path in world.folder.iterdir()} == {0o600}
        assert world.folder.stat().st_mode & 0o777 == 0o700


async def test_an_upload_that_breaks_off_leaves_no_file(tmp_path: Path, clock: StillClock) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"sku,name\n"
        raise ConnectionResetError

    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        with suppress(ConnectionResetError):
            await importer.receive(parts())

        assert list(world.folder.iterdir()) == []


async def test_scheduling_during_the_last_step_of_a_task_is_not_lost(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.checked(importer)
        importer.schedule(import_id)
        await asyncio.sleep(0)  # it has asked how the import stands, and will hear that there is nothing to do

        await world.store.write(partial(commands.confirm, import_id=import_id, skip_bad=None))
        importer.schedule(import_id)
        async with asyncio.timeout(PATIENCE_S):
            while (await world.settled(importer, import_id)).state is not ImportState.DONE:
                await asyncio.sleep(0)

        assert await world.count() == (ROWS, ROWS)


async def test_others_write_between_two_batches(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.confirmed_and_begun(importer)
        importer.schedule(import_id)
        rose = {"name": "Rose", "sku": "of a person"}

        await world.store.write(lambda tx: world.catalogue.add_plants(tx, [rose], status=Status.ACTIVE))

        there = await world.store.read(partial(imports.find, import_id=import_id))
        assert there is not None and there.state is ImportState.RUNNING
        await world.settled(importer, import_id)
        assert await world.count() == (ROWS + 1, ROWS + 1)


async def test_the_files_of_an_import_are_there_for_good_before_anything_is_promised(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = Synced(monkeypatch)

    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.uploaded(importer)
        files = importer.folder.files_of(import_id)
        assert synced.has(world.folder)
        assert synced.has(files.upload)

        importer.schedule(import_id)
        await importer.wait_until_idle(import_id, within_s=PATIENCE_S)

        assert synced.has(files.checked)


async def test_a_check_is_not_kept_if_its_files_were_already_replaced_by_those_of_the_next(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any, **__: Any) -> None:
        raise RuntimeError

    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.checked(importer)
        monkeypatch.setattr(commands, "check_finished", breaks)
        await world.store.write(partial(commands.recheck, import_id=import_id, options=Options(as_drafts=True)))
        importer.schedule(import_id)
        await importer.wait_until_idle(import_id, within_s=PATIENCE_S)

        assert (await world.find(import_id)).state is ImportState.FAILED
