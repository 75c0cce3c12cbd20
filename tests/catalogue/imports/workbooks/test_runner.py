"""An import of a workbook whose conversion ends early: by a stop, a cancellation, or the death of its process."""

import asyncio
import os
import shutil
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from plantstore.catalogue.imports import commands, runner
from plantstore.catalogue.imports.workbooks import upload
from plantstore.catalogue.imports.workbooks.conversion import SheetFacts
from plantstore.domain.errors import StoreFull
from plantstore.domain.plants.plant_import import ImportState
from tests.catalogue.imports.test_runner import a_world
from tests.catalogue.imports.workbooks.made import converted, slow, written_by_xlsxwriter
from tests.catalogue.imports.workbooks.test_hostile_workbooks import reader, readers
from tests.still_clock import StillClock

pytestmark = pytest.mark.sqlite_only("only the conversion is tested, which does not depend on the engine")

PLANTS: list[list[object]] = [["sku", "name"], ["A-1", "Rosa"], ["A-2", "Acer"]]


async def test_a_stop_ends_the_conversion_and_the_next_start_resumes_it(tmp_path: Path, clock: StillClock) -> None:
    content = slow(tmp_path / "list.xlsx", rows=200_000).read_bytes()
    async with a_world(tmp_path, clock) as world:
        async with world.importer() as importer:
            import_id = await world.uploaded(importer, content)
            importer.schedule(import_id)
            await reader()
        assert not list(readers())
        assert (await world.find(import_id)).state is ImportState.CHECKING
        small = written_by_xlsxwriter(tmp_path / "small.xlsx", {"Plants": PLANTS})
        shutil.copy(small, world.folder / f"{import_id}.csv")  # so that the test is fast

        async with world.importer() as importer:
            found = await world.settled(importer, import_id)

        assert (found.state, found.new) == (ImportState.CHECKED, 2)


async def test_a_reading_process_that_is_killed_makes_the_import_fail_in_words(
    tmp_path: Path, clock: StillClock
) -> None:
    content = slow(tmp_path / "list.xlsx", rows=200_000).read_bytes()
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.uploaded(importer, content)
        importer.schedule(import_id)

        os.kill(int((await reader()).name), signal.SIGKILL)
        found = await world.settled(importer, import_id)

        assert (found.state, "needs more than 512 MiB of memory" in found.error) == (ImportState.FAILED, True)
        assert list(world.folder.iterdir()) == []


async def test_a_cancelled_import_ends_its_conversion(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "CANCEL_CHECK_S", 0.01)
    content = slow(tmp_path / "list.xlsx", rows=200_000).read_bytes()
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.uploaded(importer, content)
        importer.schedule(import_id)
        process = await reader()

        await world.store.write(partial(commands.cancel, import_id=import_id))
        found = await world.settled(importer, import_id)

        assert (found.state, process.exists()) == (ImportState.CANCELLED, False)
        assert list(world.folder.iterdir()) == []


async def test_a_full_disk_makes_the_import_fail_in_words(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def convert(*paths: Path, **options: object) -> SheetFacts:
        raise StoreFull

    monkeypatch.setattr(upload, "convert", convert)
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.uploaded(importer, b"PK\x03\x04 more")
        importer.schedule(import_id)

        found = await world.settled(importer, import_id)

        assert (found.state, found.error) == (ImportState.FAILED, StoreFull().detail)


async def test_a_conversion_that_a_crash_interrupted_is_done_again(tmp_path: Path, clock: StillClock) -> None:
    """A part of a sheet without the facts about it is not used."""
    content = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": PLANTS}).read_bytes()
    async with a_world(tmp_path, clock) as world, world.importer() as importer:
        import_id = await world.uploaded(importer, content)
        for ending, part in ((".sheet.csv", b"sku,na"), (".sheet.json", b'{"sheet":')):
            (world.folder / (import_id + ending)).write_bytes(part)
        importer.schedule(import_id)

        found = await world.settled(importer, import_id)

        assert (found.state, found.new) == (ImportState.CHECKED, 2)


async def test_a_workbook_that_gnumeric_writes_is_read(tmp_path: Path) -> None:
    program = shutil.which("ssconvert")
    if program is None:
        pytest.skip("ssconvert of Gnumeric is not installed")
    lines = ["SKU,Plant name,Pot,Price,Ready", 'A-1,"Rosa ""Günsel""",9 cm,12.5,2026-05-25', "A-2,Acer,10/12,POA,"]
    source, target = tmp_path / "list.csv", tmp_path / "list.xlsx"
    source.write_text("\n".join(lines) + "\n")
    command = [program, str(source), str(target)]
    await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)

    facts, found = await converted(target)

    assert found[:2] == lines[:2]
    assert [(dates.first, dates.count) for dates in facts.dates] == [("C3", 1), ("E2", 1)], "10/12 became a date"
