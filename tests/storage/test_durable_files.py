"""Files keep their names after a power loss: the folder is synced before anything relies on it."""

import os
import stat
from pathlib import Path

import pytest

from plantstore.storage.engine import durable_files
from plantstore.storage.engine.encryption import KEY_BYTES, read_key
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from plantstore.storage.sqlite.files import replace_database
from tests.synced import Synced


def test_sync_calls_fsync_on_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[os.stat_result] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle)))

    durable_files.sync(tmp_path)

    assert [one.st_ino for one in synced] == [tmp_path.stat().st_ino]
    assert stat.S_ISDIR(synced[0].st_mode)


def test_the_folder_of_a_new_store_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = Synced(monkeypatch)
    folder = tmp_path / "shop" / "data"

    SqliteEngine(folder / "plantstore.db").close()

    assert synced.has(folder)
    assert synced.has(folder.parent)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_new_key_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = Synced(monkeypatch)

    read_key(None, tmp_path / "key", os.urandom, new_store=True)

    assert synced.has(tmp_path / "key")


def test_the_old_wal_is_durably_removed_before_a_database_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = Synced(monkeypatch)
    path, new, wal = (tmp_path / name for name in ("plantstore.db", "new.db", "plantstore.db-wal"))
    Connection(new, writes=True).close()
    path.write_bytes(b"damaged")
    wal.write_bytes(b"of the damaged one")
    replace, seen = os.replace, []

    def watched(source: Path, to: Path) -> None:
        seen.append((synced.has(path), synced.has(wal)))
        replace(source, to)

    monkeypatch.setattr(os, "replace", watched)

    replace_database(new, path)

    assert seen == [(True, False)]
    assert synced.has(path)
    assert not synced.has(new)


def test_a_start_that_dies_while_it_creates_its_key_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            read_key(None, tmp_path / "key", os.urandom, new_store=True)

    made = read_key(None, tmp_path / "key", os.urandom, new_store=True)

    assert len(made) == KEY_BYTES
    assert [file.name for file in tmp_path.iterdir()] == ["key"]
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
