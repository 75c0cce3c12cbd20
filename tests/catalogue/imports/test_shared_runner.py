"""Importers of several processes: one process on the machine that has the file works on the import."""

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from plantstore.catalogue.imports import commands, undo
from plantstore.catalogue.imports.files import FileOwner
from plantstore.catalogue.imports.runner import ORPHAN_AGE_S, SharedImporter
from plantstore.core.settings import Settings
from plantstore.domain.plants.plant_import import ImportState
from tests.catalogue.imports.test_runner import ROWS, World, a_world
from tests.still_clock import StillClock


@asynccontextmanager
async def a_process(
    world: World, folder: Path, clock: StillClock, *, poll_s: float = 3_600
) -> AsyncIterator[SharedImporter]:
    """An importer of a process on the machine that has this folder. By default it polls only when a test calls it."""
    importer = SharedImporter(
        poll_s=poll_s,
        settings=Settings(data=folder),
        database=world.store.database,
        catalogue=world.catalogue,
        ids=world.ids,
        clock=clock,
    )
    await importer.start()
    try:
        yield importer
    finally:
        await importer.stop()


async def confirm(world: World, import_id: str) -> None:
    await world.store.write(partial(commands.confirm, import_id=import_id, skip_bad=None))


async def test_an_import_confirmed_on_another_machine_is_added_where_its_file_is(
    tmp_path: Path, clock: StillClock
) -> None:
    async with (
        a_world(tmp_path, clock) as world,
        a_process(world, tmp_path, clock) as here,
        a_process(world, tmp_path / "elsewhere", clock) as elsewhere,
    ):
        import_id = await world.checked(here)
        await confirm(world, import_id)

        elsewhere.schedule(import_id)
        left_alone = await world.settled(elsewhere, import_id)
        await here.poll()
        added = await world.settled(here, import_id)

        assert (left_alone.state, left_alone.added) == (ImportState.RUNNING, 0)
        assert (added.state, added.added) == (ImportState.DONE, ROWS)


async def test_only_one_process_of_a_machine_works_on_an_import(tmp_path: Path, clock: StillClock) -> None:
    async with (
        a_world(tmp_path, clock) as world,
        a_process(world, tmp_path, clock) as first,
        a_process(world, tmp_path, clock) as second,
    ):
        import_id = await world.checked(first)
        await confirm(world, import_id)

        with first.folder.lock(import_id) as held:
            assert held is FileOwner.THIS_PROCESS
            second.schedule(import_id)
            waits = await world.settled(second, import_id)
        await second.poll()
        done = await world.settled(second, import_id)

        assert (waits.state, waits.added) == (ImportState.RUNNING, 0)
        assert (done.state, done.added) == (ImportState.DONE, ROWS)


async def test_an_import_cancelled_on_another_machine_leaves_no_file(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_process(world, tmp_path, clock) as here:
        import_id = await world.checked(here)
        await world.store.write(partial(commands.cancel, import_id=import_id))

        await here.poll()
        await here.wait_until_idle(import_id, within_s=10)

        assert here.folder.list_uploads() == []


async def test_a_recent_file_without_an_import_is_kept(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world, a_process(world, tmp_path, clock) as here:
        part, kept, old = (
            here.folder.files_of("imp_1").upload.with_name(name) for name in ("a.part", "b.csv", "c.csv")
        )
        part.parent.mkdir(parents=True, exist_ok=True)
        now_s = clock.now() / 1_000_000
        for path, age_s in ((part, 60), (kept, ORPHAN_AGE_S - 60), (old, ORPHAN_AGE_S + 60)):
            path.touch()
            os.utime(path, (now_s - age_s, now_s - age_s))

        await here.poll()
        async with a_process(world, tmp_path, clock):
            pass

        assert [path.exists() for path in (part, kept, old)] == [True, True, False]


async def test_another_process_continues_an_undo(tmp_path: Path, clock: StillClock) -> None:
    async with a_world(tmp_path, clock) as world:
        async with a_process(world, tmp_path, clock) as here:
            import_id = await world.checked(here)
            await confirm(world, import_id)
            await here.poll()
            await here.wait_until_idle(import_id, within_s=10)
        async with a_process(world, tmp_path / "elsewhere", clock) as elsewhere:
            await world.store.write(partial(undo.undo, import_id=import_id))

            await elsewhere.maintain()
            undone = await world.settled(elsewhere, import_id)

        assert (undone.state, undone.archived) == (ImportState.UNDONE, ROWS)


async def test_a_folder_that_cannot_be_read_is_reported_once_and_polled_again(
    tmp_path: Path, clock: StillClock
) -> None:
    messages: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, about: messages.append(about["message"]))
    async with a_world(tmp_path, clock) as world, a_process(world, tmp_path, clock, poll_s=0.001) as importer:
        polls, list_uploads, recovered = 0, importer.folder.list_uploads, asyncio.Event()
        loop = asyncio.get_running_loop()

        def broken() -> list[str]:
            nonlocal polls
            polls += 1
            if polls <= 5:
                raise OSError(errno.EIO, "Input/output error")
            if polls == 8:
                loop.call_soon_threadsafe(recovered.set)
            return list_uploads()

        importer.folder.list_uploads = broken  # type: ignore[method-assign]
        async with asyncio.timeout(20):
            await recovered.wait()

    assert messages == ["imports could not be looked for"]
