"""A running store whose files are removed, replaced or damaged: it stops accepting, says so once, and is not ready."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import structlog

from plantstore.app.store import Store
from plantstore.app.store import open_store as open_monitored
from plantstore.core.settings import Settings
from plantstore.domain.errors import Unavailable
from plantstore.operations.file_monitor import FileMonitor
from plantstore.storage.sqlite.engine import Connection
from plantstore.storage.tables import plants
from plantstore.storage.tables.plant_filters import PlantFilter
from tests.running import add, settings

SAID = "the store has stopped accepting requests"
DAMAGED_PLANTS = 400


def folder_is_deleted(folder: Path) -> None:
    shutil.rmtree(folder)


def is_replaced(folder: Path, end: str = "") -> None:
    file = folder / f"plantstore.db{end}"
    copy = folder / "copy"
    copy.write_bytes(file.read_bytes())
    copy.rename(file)


def is_removed(folder: Path, end: str = "") -> None:
    (folder / f"plantstore.db{end}").unlink()


def is_emptied(folder: Path, end: str = "") -> None:
    with (folder / f"plantstore.db{end}").open("r+b") as stream:
        stream.truncate(0)


LOSSES: dict[str, tuple[Callable[[Path], None], str]] = {
    "the folder is deleted": (folder_is_deleted, "plantstore.db was removed"),
    "the database is removed": (is_removed, "plantstore.db was removed"),
    "the database is replaced": (is_replaced, "plantstore.db was removed, replaced"),
    "the database is emptied": (is_emptied, "plantstore.db was removed, replaced or cut short"),
    "the WAL is removed": (lambda folder: is_removed(folder, "-wal"), "plantstore.db-wal, a part of the database"),
    "the WAL is replaced": (lambda folder: is_replaced(folder, "-wal"), "plantstore.db-wal, a part of the database"),
    "the WAL is emptied": (lambda folder: is_emptied(folder, "-wal"), "plantstore.db-wal, a part of the database"),
    "shared memory is removed": (lambda folder: is_removed(folder, "-shm"), "plantstore.db-shm, a part of"),
    "the lock is removed": (lambda folder: is_removed(folder, ".lock"), "a second store could be started"),
}


def monitor_of(store: Store) -> FileMonitor:
    assert store.file_monitor is not None
    return store.file_monitor


@asynccontextmanager
async def open_store(wanted: Settings) -> AsyncIterator[Store]:
    """Open a store whose files are looked at, and whose database is read, when the test says so.

    A reader that is opened after the loss would report it in other words.
    """
    async with open_monitored(wanted) as store:
        monitor_of(store).stop()
        await store.operational_sender.stop()
        await store.alert_engine.stop()
        yield store


def not_ready(store: Store) -> str:
    """Why the store is not ready; empty if it is."""
    return store.ready() or ""


@pytest.mark.parametrize("loss", LOSSES)
async def test_a_store_whose_files_are_lost_accepts_nothing_and_says_so_once(tmp_path: Path, loss: str) -> None:
    lose, words = LOSSES[loss]
    folder = tmp_path / "data"

    async with open_store(settings(folder)) as store:
        await add(store, "Rosa")
        monitor_of(store).check()
        assert store.ready() is None

        lose(folder)
        with structlog.testing.capture_logs() as said:
            for _ in range(3):
                monitor_of(store).check()

        with pytest.raises(Unavailable, match=words):
            await add(store, "Aloe")
        assert words in not_ready(store)
        if "emptied" not in loss:
            assert len(await store.database.read(lambda tx: plants.page(tx, PlantFilter(), after=0, limit=9))) == 1
        assert [line["event"] for line in said] == [SAID]
        assert said[0]["log_level"] == "error" and words in said[0]["detail"]


async def test_files_that_grow_and_are_written_back_are_not_taken_for_lost(tmp_path: Path) -> None:
    async with open_store(settings(tmp_path / "data")) as store:
        for number in range(20):
            await add(store, *(f"Plant {number} {one}" for one in range(50)))
            monitor_of(store).check()
            if number % 5 == 0:
                await asyncio.to_thread(_checkpoint, tmp_path / "data" / "plantstore.db")
        assert store.ready() is None


def _checkpoint(path: Path) -> None:
    connection = Connection(path, writes=True)
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    connection.close()


async def test_a_folder_that_was_moved_away_and_back_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async with open_store(settings(folder)) as store:
        await add(store, "Rosa")
        monitor_of(store).check()
        folder.rename(tmp_path / "away")
        monitor_of(store).check()
        with pytest.raises(Unavailable):
            await add(store, "Aloe")

        (tmp_path / "away").rename(folder)
        with structlog.testing.capture_logs() as said:
            monitor_of(store).check()
        added = await add(store, "Aloe")

        assert store.ready() is None
        assert [line["log_level"] for line in said] == ["warning"]
        assert [one.plant.id for one in added] == [2]


async def test_what_a_store_without_the_name_of_its_wal_holds_is_there_after_an_orderly_stop(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async with open_store(settings(folder)) as store:
        await add(store, "Rosa", "Aloe")
        is_removed(folder, "-wal")
    async with open_store(settings(folder)) as store:
        found = await store.database.read(lambda tx: plants.page(tx, PlantFilter(), after=0, limit=9))
        assert [plant.fields.name for plant in found] == ["Rosa", "Aloe"]


async def test_a_connection_that_is_opened_on_a_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with open_store(settings(folder)) as store:
        await add(store, *(f"Plant {number}" for number in range(DAMAGED_PLANTS)), description="x" * 4_000)
    async with open_store(settings(folder)) as store:
        _write_over_pages(folder / "plantstore.db")

        reads = [
            store.database.read(lambda tx: plants.page(tx, PlantFilter(), after=0, limit=DAMAGED_PLANTS))
            for _ in range(8)  # at the same time, so that more readers open their connections
        ]
        found = await asyncio.gather(*reads, return_exceptions=True)

        assert {type(one) for one in found} == {Unavailable}
        assert all("plantstore db check" in str(one) for one in found), found


async def test_a_damaged_database_is_not_ready_and_says_what_to_do_once(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async with open_store(settings(folder)) as store:
        await add(store, *(f"Plant {number}" for number in range(DAMAGED_PLANTS)), description="x" * 4_000)
    async with open_store(settings(folder)) as store:
        assert store.ready() is None
        _write_over_pages(folder / "plantstore.db")

        with structlog.testing.capture_logs() as said:
            for _ in range(3):
                with pytest.raises(Unavailable, match="plantstore db check"):
                    await store.database.read(lambda tx: plants.page(tx, PlantFilter(), after=0, limit=DAMAGED_PLANTS))
                monitor_of(store).check()

        with pytest.raises(Unavailable, match="damaged"):
            await add(store, "Aloe")
        assert "plantstore db check" in not_ready(store)
        assert [line["event"] for line in said] == [SAID]
        assert "plantstore db check" in said[0]["detail"]


def _write_over_pages(path: Path) -> None:
    """Write over all but the first pages, as a bad disk does: those the store has read already stay as they are."""
    size = path.stat().st_size
    with path.open("r+b") as stream:
        stream.seek(size // 10 // 4096 * 4096)
        stream.write(b"\xa5" * (size * 9 // 10))
        stream.truncate(size)
