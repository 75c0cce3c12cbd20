"""What a reader of the write-ahead log returns, and what it does when somebody else touches the log."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from plantstore.storage.sqlite import engine as sqlite
from plantstore.storage.sqlite import wal_reader
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from plantstore.storage.sqlite.wal_reader import (
    NOT_OURS,
    TOO_FAR_BEHIND,
    TOO_LARGE,
    ChangedPages,
    WalPosition,
    WalReader,
)

PAGE = 4_096


class Logged:
    """A database with a table of rows that fill a page each, and a reader of its log."""

    def __init__(self, path: Path, **limits: int) -> None:
        self.path, self.engine = path, SqliteEngine(path)
        self.reader = self.engine._wal_reader = WalReader(path, **limits)
        self.reader.start(None)
        self.writer = self.engine.connect_writer()
        self.writer.script("CREATE TABLE IF NOT EXISTS filled (id INTEGER PRIMARY KEY, content BLOB)")

    def fill(self, *ids: int) -> None:
        self.writer.begin_write()
        for one in ids:
            self.writer.execute("INSERT OR REPLACE INTO filled VALUES (?, zeroblob(4000))", (one,))
        self.writer.commit()

    def close(self) -> None:
        self.writer.close()
        self.engine.close()


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[Logged]:
    made = Logged(tmp_path / "plantstore.db")
    yield made
    made.close()


def test_a_page_that_many_commits_changed_is_taken_once_and_as_it_is_last(logged: Logged) -> None:
    for number in range(20):
        logged.fill(number % 3)
    taken = logged.reader.take()

    assert taken.is_current and taken.begins_log
    assert taken.database_pages == logged.writer.execute("PRAGMA page_count")[0][0]
    assert set(taken.pages) == set(range(1, taken.database_pages + 1))
    assert {len(content) for content in taken.pages.values()} == {PAGE}
    assert logged.reader.take().pages == {}


def test_what_is_rolled_back_is_not_taken_even_if_sqlite_has_written_it(logged: Logged) -> None:
    logged.writer.execute("PRAGMA cache_size = 2")
    before = logged.reader.take().position
    logged.writer.begin_write()
    for number in range(100):
        logged.writer.execute("INSERT INTO filled VALUES (?, zeroblob(4000))", (number,))
    spilled = logged.path.with_name("plantstore.db-wal").stat().st_size
    logged.writer.rollback()
    taken = logged.reader.take()

    assert spilled > 50 * PAGE and (taken.pages, taken.position) == ({}, before)


def test_a_checkpoint_waits_for_nothing_but_the_reader(logged: Logged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 1)
    logged.fill(*range(50))
    logged.writer.checkpoint(idle=True)
    logged.fill(7)
    taken = logged.reader.take()

    assert taken.begins_log and taken.position.frames < 10
    assert len(taken.pages) >= 50
    assert not logged.reader.broken


def test_a_log_that_another_program_restarted_is_noticed(logged: Logged) -> None:
    logged.fill(1)
    logged.reader.take()
    other = apsw.Connection(str(logged.path))
    other.execute("SELECT count(*) FROM filled").fetchall()
    other.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    other.close()
    logged.fill(2)

    assert not logged.reader.take().is_current
    assert logged.reader.broken == NOT_OURS


def test_a_reader_that_is_not_asked_keeps_the_log_until_it_is_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 1)
    logged = Logged(tmp_path / "plantstore.db", held_bytes_max=20 * PAGE, log_bytes_max=200 * PAGE)
    log, sizes = logged.path.with_name("plantstore.db-wal"), []
    for number in range(0, 400, 10):
        logged.fill(*range(number, number + 10))
        logged.writer.checkpoint(idle=True)
        sizes.append(log.stat().st_size)
        if logged.reader.broken:
            break
    logged.close()

    assert logged.reader.broken == TOO_FAR_BEHIND
    assert 200 * PAGE < sizes[-1] < 240 * PAGE
    assert len(logged.reader.take().pages) == 0


def test_what_is_left_in_the_log_is_taken_in_parts(tmp_path: Path) -> None:
    logged = Logged(tmp_path / "plantstore.db", held_bytes_max=20 * PAGE)
    for number in range(0, 100, 10):
        logged.fill(*range(number, number + 10))
    parts = [logged.reader.take()]
    while not parts[-1].is_current:
        parts.append(logged.reader.take())
    logged.close()

    assert len(parts) > 3
    assert all(len(part.pages) < 40 for part in parts)
    assert len(set().union(*(part.pages for part in parts))) == parts[-1].database_pages


def test_a_commit_that_does_not_fit_in_memory_ends_a_chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wal_reader, "COMMIT_BYTES_MAX", 30 * PAGE)
    logged = Logged(tmp_path / "plantstore.db")
    logged.fill(*range(40))
    logged.reader.take()
    logged.close()

    assert logged.reader.broken == TOO_LARGE


@pytest.mark.parametrize(
    ("change", "is_accepted"),
    [
        (WalPosition(), True),
        (WalPosition(checksum=b"8 bytes."), False),
        (WalPosition(frames=1_000), False),
        (WalPosition(salts=b"8 bytes."), False),
    ],
)
def test_a_position_is_continued_only_in_the_same_log(tmp_path: Path, change: WalPosition, is_accepted: bool) -> None:
    logged = Logged(tmp_path / "plantstore.db")
    logged.fill(1)
    known = logged.reader.take().position
    logged.fill(2)
    position = WalPosition(
        salts=change.salts or known.salts,
        frames=change.frames or known.frames,
        checksum=change.checksum or known.checksum,
    )
    other = WalReader(logged.path)
    other.start(position)
    other.attach(frames=logged.reader.take().position.frames, page_bytes=PAGE)
    taken = other.take()
    logged.close()

    assert bool(other.broken) is not is_accepted
    assert bool(taken.pages) is is_accepted


def test_nothing_is_read_without_a_continuous_backup(tmp_path: Path) -> None:
    engine = SqliteEngine(tmp_path / "plantstore.db")
    writer = engine.connect_writer()
    assert isinstance(writer, Connection) and writer._wal_reader is None
    writer.close()
    engine.close()


def test_a_log_is_not_kept_on_a_disk_that_is_almost_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 1)
    logged = Logged(tmp_path / "plantstore.db", held_bytes_max=PAGE, free_bytes_min=1)
    for number in range(10):
        logged.fill(number)
        logged.writer.checkpoint(idle=True)
    before = logged.reader.broken
    logged.reader._free_bytes_min = 1 << 60
    logged.writer.checkpoint(idle=True)
    after = logged.reader.broken  # closing would give up the log too
    logged.close()

    assert (before, after) == ("", TOO_FAR_BEHIND)


def test_what_a_checkpoint_has_not_written_back_is_in_a_new_backup(logged: Logged) -> None:
    """A reader of the log keeps a checkpoint from its end; the file of the database then lacks these commits."""
    logged.fill(1)
    reading = apsw.Connection(str(logged.path))
    reading.execute("BEGIN; SELECT count(*) FROM filled")
    logged.fill(*range(2, 40))
    assert logged.reader.allow_checkpoint()
    logged.writer.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    logged.reader.start(None)
    taken = logged.reader.take()
    reading.close()

    assert taken.is_current and len(taken.pages) >= 38


def taken_after_a_commit(path: Path, position: WalPosition) -> tuple[ChangedPages, str]:
    """Open the database as another process would, commit, and return what a reader takes from this position on."""
    engine = SqliteEngine(path)
    reader = engine.follow_wal()
    reader.start(position)
    writer = engine.connect_writer()
    writer.execute("INSERT INTO filled VALUES (5, 'after')")
    taken = reader.take()
    writer.close()
    engine.close()
    return taken, reader.broken


def test_a_log_is_continued_after_a_kill(tmp_path: Path) -> None:
    first = Logged(tmp_path / "plantstore.db")
    first.fill(1, 2, 3)
    position = first.reader.take().position
    first.fill(4)
    first.writer.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    (tmp_path / "killed").mkdir()
    for file in tmp_path.glob("plantstore.db*"):
        (tmp_path / "killed" / file.name).write_bytes(file.read_bytes())
    first.close()
    taken, broken = taken_after_a_commit(tmp_path / "killed" / "plantstore.db", position)

    assert taken.is_current and not broken
    assert len(taken.pages) >= 2


def test_a_log_that_is_wholly_written_back_may_begin_again_at_the_first_commit(tmp_path: Path) -> None:
    """Another program that has the database open keeps the log, and SQLite's note of how much is written back."""
    before = Logged(tmp_path / "plantstore.db")
    other = apsw.Connection(str(before.path))
    other.execute("SELECT count(*) FROM filled").fetchall()
    before.fill(1, 2, 3)
    position = before.reader.take().position
    before.fill(4)
    before.writer.raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
    before.close()
    taken, broken = taken_after_a_commit(before.path, position)
    other.close()

    assert taken.position.salts != position.salts
    assert taken.is_current and not broken
    assert len(taken.pages) >= 2
