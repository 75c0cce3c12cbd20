"""`plantstore db backup --folder` and `plantstore db drill`: backups by time, and a trial restore."""

import json
import os
from datetime import timedelta
from pathlib import Path

import pytest

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import from_datetime, to_datetime
from plantstore.operations import backup_folder
from plantstore.operations.photo_backup import photos_of
from tests.cli.conftest import Run
from tests.operations.test_backup import change, count, fill

HERE = ["--data", "data"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a stopped store with one plant."""
    fill(tmp_path / "data", "Rosa")
    (tmp_path / "kept").mkdir()
    return tmp_path / "data"


def old_backup(folder: Path, *, days: float) -> Path:
    """Make an empty backup with photos whose name says that it is so many days old."""
    at = to_datetime(SystemClock().now()) - timedelta(days=days)
    file = folder / backup_folder.name_for(from_datetime(at))
    file.touch()
    photos_of(file).mkdir()
    (photos_of(file) / "picture.jpg").touch()
    return file


def test_a_backup_in_a_folder_is_named_by_its_time_and_old_ones_are_deleted(data: Path, run: Run) -> None:
    kept, old, older = (old_backup(Path("kept"), days=days) for days in (2, 3.1, 400))
    other = Path("kept", "plantstore.db")
    other.touch()

    result = run("db", "backup", "--folder", "kept", "--keep-days", "3", "--json", *HERE)

    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert record["removed"] == [old.name, older.name]
    assert count(Path(record["file"])) == 1
    assert {file.name for file in Path("kept").glob("*")} == {
        Path(record["file"]).name,
        kept.name,
        photos_of(kept).name,
        other.name,
    }
    assert [one.file.name for one in backup_folder.backups_in(Path("kept"))] == [Path(record["file"]).name, kept.name]


def test_the_newest_backup_stays_however_old_it_is(tmp_path: Path) -> None:
    newest, _ = old_backup(tmp_path, days=100), old_backup(tmp_path, days=101)

    backup_folder.remove_old(tmp_path, now=SystemClock().now(), keep_days=1)

    assert [one.file for one in backup_folder.backups_in(tmp_path)] == [newest]


@pytest.mark.parametrize(
    "arguments",
    [(), ("b.db", "--folder", "kept"), ("b.db", "--keep-days", "3"), ("--folder", "kept", "--keep-days", "0")],
)
def test_a_backup_goes_into_a_file_or_a_folder(data: Path, run: Run, arguments: tuple[str, ...]) -> None:
    assert run("db", "backup", *arguments, *HERE).exit_code == 2
    assert not list(Path("kept").iterdir())


def test_a_drill_restores_the_newest_backup_and_leaves_nothing_behind(data: Path, run: Run) -> None:
    old_backup(Path("kept"), days=1)
    run("db", "backup", "--folder", "kept", *HERE)
    before = sorted(os.listdir("kept")), sorted(os.listdir("data"))

    result = run("db", "drill", "--folder", "kept", *HERE)

    assert result.exit_code == 0, result.output
    shown = dict(line.split(maxsplit=1) for line in result.stdout.splitlines()[:7])
    assert (shown["result"], shown["events"], shown["key"], shown["later_events"]) == ("good", "1", "fits", "0")
    assert (sorted(os.listdir("kept")), sorted(os.listdir("data"))) == before


def test_a_drill_lists_the_plants_that_a_restore_would_lose(data: Path, run: Run) -> None:
    run("db", "backup", "b.db", *HERE)
    fill(data, *(f"Later {number}" for number in range(25)))

    result = run("db", "drill", "b.db", *HERE)

    assert result.exit_code == 0, result.output
    assert "later_events      25" in result.stdout
    assert result.stderr.count("Later than the backup, so lost by a restore: plant ") == 20
    assert "plant 2, Later 0" in result.stderr
    assert "… and 5 more events." in result.stderr


def test_a_drill_says_what_receivers_would_get_again(data: Path, run: Run) -> None:
    run("db", "backup", "b.db", *HERE)
    change(Path("b.db"), "UPDATE receivers SET cursor = 0; DELETE FROM attempts")  # the state before the delivery

    result = run("db", "drill", "b.db", "--json", *HERE)

    [receiver] = json.loads(result.stdout)["receivers"]
    assert (receiver["name"], receiver["queued"], receiver["repeated"]) == ("test", 1, 1)


def test_a_drill_fails_if_the_restored_store_has_faults(data: Path, run: Run) -> None:
    change(data / "plantstore.db", "DELETE FROM events")
    run("db", "backup", "b.db", *HERE)

    result = run("db", "drill", "b.db", "--json", *HERE)

    record = json.loads(result.stdout)
    assert (result.exit_code, record["result"], record["clean"]) == (1, "bad", False)
    assert {number["name"]: number["count"] for number in record["numbers"]}["plants_without_event"] == 1


def test_a_drill_without_a_store_needs_the_key(data: Path, run: Run, tmp_path: Path) -> None:
    run("db", "backup", "b.db", *HERE)
    empty = ["--data", str(tmp_path / "empty")]
    fill(tmp_path / "other", "Viola")

    refused = run("db", "drill", "b.db", *empty)
    assert (refused.exit_code, "key" in refused.stderr) == (1, True), refused.output
    wrong = run("db", "drill", "b.db", "--key-file", "other/key", *empty)
    assert wrong.exit_code == 1
    good = run("db", "drill", "b.db", "--key-file", "data/key", "--json", *empty)
    assert good.exit_code == 0, good.output
    assert json.loads(good.stdout)["later_events"] is None


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        ((), 2, "Name a backup"),
        (("b.db", "--folder", "kept"), 2, "Name a backup"),
        (("--folder", "kept"), 1, "There is no backup in kept"),
        (("--folder", "nowhere"), 1, "Cannot read nowhere"),
        (("nothing.db",), 1, "There is no file nothing.db"),
    ],
)
def test_a_drill_without_a_backup_is_refused(
    data: Path, run: Run, arguments: tuple[str, ...], exit_code: int, words: str
) -> None:
    result = run("db", "drill", *arguments, *HERE)

    assert (result.exit_code, words in result.stderr) == (exit_code, True), result.output
