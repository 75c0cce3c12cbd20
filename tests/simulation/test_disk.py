"""The failing disk: synced content survives, other content may be lost, and each fault raises its documented error."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from plantstore.domain.errors import StoreFull, Unavailable
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from tests.simulation.disk import Disk, Fault
from tests.simulation.disk_image import SECTOR_BYTES, Content, DiskImage, Remainder

SEEDS = range(200)
SECTOR = b"s" * SECTOR_BYTES


@pytest.fixture
def disk() -> Iterator[Disk]:
    with Disk(random.Random(1), records=True) as disk:
        yield disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "plantstore.db"


def a_writer(path: Path) -> Connection:
    """Return a connection of the store, with one row that is committed and synced."""
    writer = Connection(path, writes=True)
    writer.script("CREATE TABLE kept (number INTEGER)")
    writer.script("INSERT INTO kept VALUES (0)")
    return writer


def numbers(path: Path) -> list[int]:
    reader = Connection(path, writes=False)
    try:
        assert reader.execute("PRAGMA integrity_check") == [("ok",)]
        return [row[0] for row in reader.execute("SELECT number FROM kept ORDER BY number")]
    finally:
        reader.close()


def outcomes(make: Callable[[], Content]) -> set[bytes]:
    return {make().cut(random.Random(seed), Remainder()) for seed in SEEDS}


def a_content(durable: bytes, *writes: tuple[int, bytes | None]) -> Content:
    content = Content(durable)
    content.pending.extend(writes)
    return content


# What a cut leaves


def test_a_synced_write_survives_every_cut() -> None:
    def synced() -> Content:
        content = a_content(b"", (0, b"one"), (3, b"two"))
        content.sync()
        return content

    assert outcomes(synced) == {b"onetwo"}


def test_any_part_of_the_unsynced_writes_may_survive() -> None:
    writes = [(number * SECTOR_BYTES, bytes([65 + number]) * SECTOR_BYTES) for number in range(3)]

    found = outcomes(lambda: a_content(SECTOR * 3, *writes))

    every = {bytes(one) for one in _sectors_of(found)}
    assert every == {bytes(one) for one in _any_of(b"s", b"A", b"B", b"C")}


def _sectors_of(found: set[bytes]) -> list[list[int]]:
    assert all(set(one[start : start + SECTOR_BYTES]) == {one[start]} for one in found for start in (0, 512, 1024))
    return [[one[start] for start in (0, 512, 1024)] for one in found]


def _any_of(old: bytes, *new: bytes) -> list[list[int]]:
    return [[(one if bits >> place & 1 else old)[0] for place, one in enumerate(new)] for bits in range(1 << len(new))]


def test_one_write_is_torn_only_between_sectors() -> None:
    found = outcomes(lambda: a_content(SECTOR * 4, (100, b"n" * (3 * SECTOR_BYTES))))

    assert len(found) > 4
    for one in found:
        changed = [place for place in range(len(one)) if one[place : place + 1] == b"n"]
        borders = [place for place in changed if place - 1 not in changed]
        assert all(place % SECTOR_BYTES == 0 or place == 100 for place in borders)


def test_a_sector_keeps_the_writes_before_the_last_one_that_survives() -> None:
    found = outcomes(lambda: a_content(b"....", (0, b"ab"), (2, b"cd")))

    assert found == {b"....", b"ab..", b"abcd"}


def test_an_unsynced_truncation_may_or_may_not_survive() -> None:
    assert outcomes(lambda: a_content(b"long", (1, None))) == {b"long", b"l"}


def test_a_file_can_grow_without_its_content() -> None:
    found = outcomes(lambda: a_content(SECTOR, (SECTOR_BYTES, b"n" * SECTOR_BYTES)))

    assert {SECTOR, SECTOR + b"n" * SECTOR_BYTES} < found
    assert all(one.startswith(SECTOR) for one in found)


def test_writes_of_a_failed_sync_are_not_written_by_the_next_one() -> None:
    def failed(*later: tuple[int, bytes | None]) -> Content:
        content = a_content(SECTOR, (0, b"new"))
        content.fail_sync()
        content.pending.extend(later)
        content.sync()
        return content

    assert outcomes(failed) == {SECTOR, b"new" + SECTOR[3:]}
    assert outcomes(lambda: failed((4, b"more"))) == {b"new" + SECTOR[3:4] + b"more" + SECTOR[8:]}


def test_a_name_is_durable_once_its_folder_is_synced() -> None:
    def files(*, folder_synced: bool) -> set[tuple[str, ...]]:
        platter = DiskImage()
        platter.found({"/data/old": b""})
        platter.create("/data/new")
        platter.sync(platter.names["/data/new"])
        platter.delete("/data/old")
        if folder_synced:
            platter.sync_folder("/data")
        return {tuple(platter.cut(random.Random(seed)).files) for seed in SEEDS}

    assert files(folder_synced=True) == {("/data/new",)}
    assert files(folder_synced=False) == {(), ("/data/new",), ("/data/old",), ("/data/new", "/data/old")}


# Under SQLite


def test_a_commit_survives_a_cut_and_open_connections_are_dead(disk: Disk, path: Path) -> None:
    writer = a_writer(path)

    disk.cut_power(random.Random(1))

    with pytest.raises(apsw.IOError):
        writer.script("INSERT INTO kept VALUES (1)")
    files = {one: one.read_bytes() for one in path.parent.iterdir()}
    writer.close()
    assert {one: one.read_bytes() for one in path.parent.iterdir()} == files
    assert numbers(path) == [0]


def test_an_unsynced_commit_may_be_lost(disk: Disk, path: Path) -> None:
    writer = a_writer(path)
    writer.script("PRAGMA synchronous = OFF")
    writer.script("INSERT INTO kept VALUES (1)")
    assert disk.journal is not None

    found = set()
    for seed in range(40):
        folder = path.parent / str(seed)
        folder.mkdir()
        disk.rebuild(folder, len(disk.journal), random.Random(seed))
        found.add(tuple(numbers(folder / path.name)))
    writer.close()

    assert found == {(0,), (0, 1)}


def test_a_store_continues_after_a_cut_and_the_journal_has_both_lives(disk: Disk, path: Path) -> None:
    first = a_writer(path)
    disk.cut_power(random.Random(2))
    first.close()
    second = Connection(path, writes=True)
    second.script("INSERT INTO kept VALUES (1)")
    assert disk.journal is not None
    end = len(disk.journal)
    second.close()
    folder = path.parent / "again"
    folder.mkdir()

    disk.rebuild(folder, end, random.Random(3))

    assert numbers(folder / path.name) == [0, 1]
    assert numbers(path) == [0, 1]


def test_a_dead_connection_does_not_affect_a_live_one(disk: Disk, path: Path) -> None:
    first = a_writer(path)
    first.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)  # from here on it would remove the WAL when it closes
    disk.cut_power(random.Random(2))
    second = Connection(path, writes=True)
    second.script("INSERT INTO kept VALUES (1)")

    first.close()

    disk.cut_power(random.Random(3))
    second.close()
    assert numbers(path) == [0, 1]


def test_files_from_before_the_disk_survive(path: Path) -> None:
    a_writer(path).close()

    with Disk() as disk:
        writer = Connection(path, writes=True)
        disk.cut_power(random.Random(1))
        writer.close()

    assert numbers(path) == [0]


def test_an_existing_sqlite_journal_is_found_with_its_database(disk: Disk, path: Path) -> None:
    first = a_writer(path)
    disk.cut_power(random.Random(1))
    first.close()
    assert path.with_name(path.name + "-wal").exists()

    with Disk(records=True) as another:
        Connection(path, writes=True).close()
    folder = path.parent / "again"
    folder.mkdir()
    another.rebuild(folder, 1, random.Random(1))

    assert numbers(folder / path.name) == [0]


def test_the_disk_image_has_every_byte(disk: Disk, path: Path) -> None:
    writer = a_writer(path)
    writer.insert("kept", ("number",), [(number,) for number in range(5_000)])
    writer.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_FULL)
    size = path.stat().st_size
    writer.update("DELETE FROM kept WHERE number > 10")
    writer.script("VACUUM")
    writer.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    writer.script("INSERT INTO kept VALUES (-1)")

    files = {str(one): one.read_bytes() for one in path.parent.iterdir() if not one.name.endswith("-shm")}
    left = disk.cut_power(random.Random(1))
    writer.close()

    assert left.files == files
    assert len(files) == 2
    assert path.stat().st_size < size


def test_an_interrupted_checkpoint_loses_nothing(disk: Disk, path: Path) -> None:
    writer = a_writer(path)
    assert disk.journal is not None
    begin = len(disk.journal)
    writer.close()  # the last connection to close copies the WAL into the file and removes it

    for operations in range(begin, len(disk.journal) + 1):
        folder = path.parent / str(operations)
        folder.mkdir()
        disk.rebuild(folder, operations, random.Random(operations))
        assert numbers(folder / path.name) == [0]


@pytest.mark.parametrize(
    ("fault", "error", "meaning"),
    [
        (Fault.FULL, apsw.FullError, StoreFull),
        (Fault.WRITE, apsw.IOError, Unavailable),
        (Fault.SYNC, apsw.IOError, Unavailable),
    ],
)
def test_each_fault_raises_its_documented_error_and_ends(
    disk: Disk, path: Path, fault: Fault, error: type[Exception], meaning: type[Exception]
) -> None:
    writer = a_writer(path)

    disk.fail_next(fault)
    with pytest.raises(error) as failed:
        writer.script("INSERT INTO kept VALUES (1)")
    writer.script("INSERT INTO kept VALUES (2)")
    disk.set_rate(fault, 1.0)
    for _ in range(3):
        with pytest.raises(error):
            writer.script("INSERT INTO kept VALUES (3)")
    disk.heal()
    writer.script("INSERT INTO kept VALUES (4)")
    disk.cut_power(random.Random(5))
    writer.close()

    assert isinstance(SqliteEngine.explain(failed.value), meaning)
    assert disk.faults[fault] == 4
    assert numbers(path) == [0, 2, 4]


def test_a_failed_sync_makes_nothing_durable(disk: Disk, path: Path) -> None:
    writer = a_writer(path)
    disk.fail_next(Fault.SYNC)
    with pytest.raises(apsw.IOError):
        writer.script("INSERT INTO kept VALUES (1)")
    wal = disk.platter.contents[disk.platter.names[f"{path}-wal"]]

    assert wal.adrift
    assert not wal.pending
    writer.close()


def test_a_read_fails_on_request(disk: Disk, path: Path) -> None:
    writer = a_writer(path)
    reader = Connection(path, writes=False)

    disk.fail_next(Fault.READ)
    with pytest.raises(apsw.IOError):
        reader.execute("SELECT number FROM kept")

    assert reader.execute("SELECT number FROM kept") == [(0,)]
    reader.close()
    writer.close()


def test_a_lock_is_busy_while_another_connection_holds_it(disk: Disk, path: Path) -> None:
    writer = a_writer(path)

    with disk.busy(path), pytest.raises(apsw.BusyError):
        writer.begin_write()

    writer.script("INSERT INTO kept VALUES (1)")
    writer.close()
    assert numbers(path) == [0, 1]


def test_the_same_seed_gives_the_same_faults_and_the_same_cut(tmp_path: Path) -> None:
    def provoke(number: int, seed: int) -> tuple[list[str], list[bytes]]:
        folder = tmp_path / str(number)
        folder.mkdir()
        said = []
        with Disk(random.Random(seed)) as disk:
            writer = a_writer(folder / "plantstore.db")
            for fault in Fault:
                disk.set_rate(fault, 0.05)
            for value in range(100):
                try:
                    writer.script(f"INSERT INTO kept VALUES ({value})")
                    said.append("")
                except apsw.Error as error:
                    said.append(type(error).__name__)
            disk.heal()
            writer.script("PRAGMA synchronous = OFF")
            writer.script("UPDATE kept SET number = number + 1")
            left = disk.cut_power(random.Random(seed))
            writer.close()
        # A WAL has a salt that SQLite chooses at random, so the test compares its length only, but the whole database.
        return said, [content if name.endswith(".db") else bytes(len(content)) for name, content in left.files.items()]

    results = [provoke(number, seed) for number, seed in enumerate((1, 1, 2))]

    assert results[0] == results[1] != results[2]
    assert {"FullError", "IOError", ""} == set(results[0][0])


def test_the_default_vfs_is_restored_afterwards(path: Path) -> None:
    before = apsw.vfs_names()

    with Disk() as disk:
        assert apsw.vfs_names()[0] == disk.name
        a_writer(path).close()

    assert apsw.vfs_names() == before
    assert numbers(path) == [0]
