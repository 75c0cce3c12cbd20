"""What the SQLite engine refuses at the start, each with a message that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox, check_key, read_key
from plantstore.storage.engine.migrate import migrate, migrations
from plantstore.storage.engine.protocols import StorageRefused, StoreLocked
from plantstore.storage.sqlite import engine as sqlite
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from tests.makers import NOON


def test_a_second_server_is_refused_and_told_who_holds_the_store(tmp_path: Path) -> None:
    first = SqliteEngine(tmp_path / "plantstore.db")
    first.announce("process 42 at http://127.0.0.1:8000")

    with pytest.raises(StoreLocked, match=r"in use by process 42 at http://127\.0\.0\.1:8000\. .*--data"):
        SqliteEngine(tmp_path / "plantstore.db")

    first.close()
    SqliteEngine(tmp_path / "plantstore.db").close()


def test_the_lock_of_a_dead_process_is_free(tmp_path: Path) -> None:
    code = f"""
import os
from pathlib import Path
from plantstore.storage.sqlite.engine import SqliteEngine
SqliteEngine(Path({str(tmp_path / "plantstore.db")!r})).announce("process 1")
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", code], check=False)

    SqliteEngine(tmp_path / "plantstore.db").close()


def test_an_sqlite_with_the_wal_reset_fault_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")

    with pytest.raises(StorageRefused, match=r"3\.51\.3 or newer"):
        SqliteEngine(tmp_path / "plantstore.db")


MOUNTS = """\
21 1 8:1 / / rw,relatime - ext4 /dev/root rw
22 21 0:5 / /srv rw - nfs4 server:/export rw
23 22 0:6 / /srv/local\\040disk rw - xfs /dev/sdb rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/home/shop", "ext4"), ("/srv/shop", "nfs4"), ("/srv/local disk/shop", "xfs"), ("/srvx", "ext4")],
)
def test_the_file_system_of_a_folder_is_the_nearest_mount(tmp_path: Path, folder: str, kind: str) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)

    assert sqlite.file_system_of(Path(folder), mounts) == kind


def test_a_network_file_system_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sqlite, "file_system_of", lambda folder, mounts: "nfs4")

    with pytest.raises(StorageRefused, match=r"network file system \(nfs4\).*local folder"):
        SqliteEngine(tmp_path / "plantstore.db")


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plantstore.db").write_bytes(b"not a database at all, but long enough" * 100)

    with pytest.raises(StorageRefused, match=r"is not a Plant Store database, or is damaged"):
        Connection(tmp_path / "plantstore.db", writes=True)


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(StorageRefused, match="cannot be created"):
        SqliteEngine(tmp_path / "file" / "data" / "plantstore.db")


def test_files_of_the_first_start_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    SqliteEngine(tmp_path / "data" / "plantstore.db").close()
    read_key(None, tmp_path / "data" / "key", os.urandom, new_store=True)

    modes = [oct(path.stat().st_mode & 0o777) for path in (tmp_path / "data", tmp_path / "data" / "key")]
    assert modes == ["0o700", "0o600"]


@pytest.mark.sqlite_only("PostgreSQL is asked when it is opened: a server that does not flush is refused")
def test_the_writer_syncs_each_commit(engine: SqliteEngine) -> None:
    connection = engine.connect_writer()

    settings = [connection.execute(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous")]

    assert settings == ["wal", 2]  # 2 is FULL
    connection.close()


def test_migrations_are_numbered_without_gaps() -> None:
    assert [number for number, _, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    engine = SqliteEngine(tmp_path / "plantstore.db")
    connection = engine.connect_writer()

    assert migrate(connection, now=NOON) == [name for _, name, _ in migrations()]
    assert migrate(connection, now=NOON) == []
    connection.close()
    engine.close()


def test_a_newer_database_is_refused(engine: SqliteEngine) -> None:
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.execute("INSERT INTO schema_version VALUES (9999, 'future', 0)")

    with pytest.raises(StorageRefused, match="newer Plant Store"):
        migrate(connection, now=NOON)
    connection.close()


def test_a_wrong_key_is_refused_before_anything_is_sent(tx: Transaction) -> None:
    check_key(tx, SecretBox(b"a" * 32, os.urandom))

    check_key(tx, SecretBox(b"a" * 32, os.urandom))
    with pytest.raises(StorageRefused, match=r"not the one this database was created with.*DATA/key"):
        check_key(tx, SecretBox(b"b" * 32, os.urandom))


def test_a_missing_key_file_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(StorageRefused, match="is missing"):
        read_key(None, tmp_path / "key", os.urandom, new_store=False)
    assert not (tmp_path / "key").exists()

    made = read_key(None, tmp_path / "key", os.urandom, new_store=True)
    assert read_key(None, tmp_path / "key", os.urandom, new_store=False) == made


@pytest.mark.parametrize("given", ["", "short", "not base64 !!", "QUJD"])
def test_a_malformed_key_is_refused_by_name(given: str, tmp_path: Path) -> None:
    with pytest.raises(StorageRefused, match="PLANTSTORE_KEY is not a key"):
        read_key(Secret(given), tmp_path / "key", os.urandom, new_store=True)


def test_sealed_bytes_open_only_for_their_purpose() -> None:
    secret_box = SecretBox(b"a" * 32, os.urandom)
    sealed = secret_box.seal(b"clear", purpose="one")

    assert secret_box.open(sealed, purpose="one") == b"clear"
    with pytest.raises(StorageRefused):
        secret_box.open(sealed, purpose="two")
    with pytest.raises(StorageRefused):
        secret_box.open(sealed[:-1] + bytes([sealed[-1] ^ 1]), purpose="one")
    assert secret_box.derive("one") != secret_box.derive("two")


def test_a_full_disk_is_not_reported_as_a_damaged_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plantstore.db"
    for room_bytes, words in ((0, "There is no room left"), (10**9, "is damaged")):
        monkeypatch.setattr(sqlite, "_room_bytes", lambda _path, room_bytes=room_bytes: room_bytes)

        assert words in sqlite._why_not_opened(path, apsw.IOError("disk I/O error"))
    assert "There is no room left" in sqlite._why_not_opened(path, apsw.FullError("full"))
