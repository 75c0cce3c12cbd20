"""Backups that older versions made: they are restored over a newer store, and then migrated."""

from contextlib import closing
from pathlib import Path

import pytest

from plantstore.core.clock import SystemClock
from plantstore.domain.secret import Secret
from plantstore.operations import backup
from plantstore.operations.backup import StoreFiles, store_files
from plantstore.operations.photo_backup import no_report, photos_of
from plantstore.operations.upgrade import upgrade_file
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.engine import SqliteEngine
from tests.audited import audit
from tests.running import settings
from tests.upgrade.upgrading import DUMPS, Dump, load

CLOCK = SystemClock()
pytestmark = pytest.mark.parametrize("dump", DUMPS, ids=str)


def backup_of(dump: Dump, folder: Path) -> Path:
    """Write the backup that its version made of the dump's store, with its pictures."""
    folder.mkdir()
    file = folder / "plants.db"
    load(dump.text, file)
    for name, content in dump.files.items():
        if name.startswith("photos/"):
            picture = photos_of(file) / name.removeprefix("photos/")
            picture.parent.mkdir(parents=True, exist_ok=True)
            picture.write_bytes(whole(name, content))
    return file


def whole(name: str, content: bytes) -> bytes:
    """Return a picture as a restore expects it: in a dump, pictures are texts."""
    if name.endswith("full"):
        return b"\xff\xd8" + content + b"\xff\xd9"
    return b"RIFF" + len(content).to_bytes(4, "little") + content


def newer_store(dump: Dump, folder: Path) -> StoreFiles:
    """Return the files of a store of this version that has a token of its own."""
    home = store_files(settings(folder, key=Secret(dump.facts["key"])))
    folder.mkdir(mode=0o700)
    with closing(SqliteEngine(home.database)) as engine, closing(engine.connect_writer()) as writer:
        migrate(writer, now=CLOCK.now())
    home.token_file.write_text("pst_of_the_newer_store\n")
    return home


def bodies(path: Path) -> list[tuple[object, ...]]:
    with files.reading(path) as connection:
        return connection.execute("SELECT sequence, id, body, body_basic FROM events ORDER BY sequence")


def test_it_replaces_a_newer_store_and_is_then_migrated(dump: Dump, tmp_path: Path) -> None:
    file, home = backup_of(dump, tmp_path / "backups"), newer_store(dump, tmp_path / "data")

    restored = backup.restore(home, file, key_file=None, force=True, clock=CLOCK, report=no_report)

    assert restored.token_removed and not home.token_file.exists()
    upgrade_file(home, clock=CLOCK)
    checked = backup.check(home, clock=CLOCK)
    assert not (checked.faults or checked.key_fault or checked.lost)
    assert checked.photos is None or not checked.photos.missing
    audit(tmp_path / "data")


def test_the_bodies_of_its_events_stay_as_they_were(dump: Dump, tmp_path: Path) -> None:
    file, home = backup_of(dump, tmp_path / "backups"), newer_store(dump, tmp_path / "data")

    backup.restore(home, file, key_file=None, force=True, clock=CLOCK, report=no_report)
    upgrade_file(home, clock=CLOCK)

    assert bodies(home.database) == bodies(file) != []
