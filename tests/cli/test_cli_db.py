"""`plantstore db`: output, errors and exit codes of its commands."""

import json
from pathlib import Path

import pytest

from plantstore.domain.audit import AuditNumber
from plantstore.storage.engine.migrate import migrations
from plantstore.storage.sqlite.engine import SqliteEngine
from tests.cli.conftest import Run
from tests.operations.test_backup import Old as Folder
from tests.operations.test_backup import change, count, fill, wrong_key

HERE = ["--data", "data"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a stopped store with one plant."""
    fill(tmp_path / "data", "Rosa")
    return tmp_path / "data"


def test_a_backup_names_the_key_to_keep(data: Path, run: Run) -> None:
    result = run("db", "backup", "backup.db", *HERE)

    assert result.exit_code == 0
    shown = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert shown.keys() == {
        "file",
        "size_bytes",
        "schema",
        "events",
        "pictures",
        "pictures_bytes",
        "pictures_missing",
        "key",
    }
    assert (shown["events"], shown["key"]) == ("1", "data/key")
    assert "Keep data/key in another place too" in result.stderr
    assert count(Path("backup.db")) == 1


def test_a_key_from_the_environment_is_named_by_its_variable(data: Path, run: Run) -> None:
    key = (data / "key").read_text().strip()
    (data / "key").unlink()

    result = run("db", "backup", "backup.db", "--json", *HERE, PLANTSTORE_KEY=key)

    assert json.loads(result.stdout)["key"] == "PLANTSTORE_KEY"
    assert result.stderr == ""
    assert key not in result.output


@pytest.mark.parametrize(
    ("verb", "instead"),
    [(("backup", "b.db"), "pg_dump"), (("restore", "b.db"), "pg_restore"), (("compact",), "VACUUM")],
)
def test_a_store_on_postgresql_gets_the_alternative(run: Run, verb: tuple[str, ...], instead: str) -> None:
    refused = run("db", *verb, PLANTSTORE_DATABASE="postgresql://shop:hunter2@db1/plants")

    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "is in postgresql://shop@db1/plants, not in a file" in refused.stderr
    assert instead in refused.stderr
    assert "hunter2" not in refused.stderr


def test_an_existing_file_is_replaced_only_with_force(data: Path, run: Run) -> None:
    run("db", "backup", "backup.db", *HERE)

    refused = run("db", "backup", "backup.db", *HERE)

    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == "Error: backup.db already exists. Name another file, or add --force.\n"
    assert run("db", "backup", "backup.db", "--force", *HERE).exit_code == 0


def test_a_backup_is_restored_into_another_folder_with_its_key(data: Path, run: Run) -> None:
    run("db", "backup", "backup.db", *HERE)

    without = run("db", "restore", "backup.db", "--data", "new")
    result = run("db", "restore", "backup.db", "--data", "new", "--key-file", str(data / "key"), "--json")

    assert (without.exit_code, "--key-file" in without.stderr) == (1, True)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "database": "new/plantstore.db",
        "schema": migrations()[-1][0],
        "events": 1,
        "pictures": 0,
        "pictures_missing": 0,
        "outdated": False,
        "token_removed": False,
    }
    assert count(Path("new/plantstore.db")) == 1


def test_a_restore_says_what_the_next_start_will_do(data: Path, run: Run) -> None:
    change(data / "plantstore.db", f"UPDATE schema_version SET version = 0 WHERE version = {migrations()[-1][0]}")
    run("db", "backup", "backup.db", *HERE)
    (data / "operator.token").write_text("pst_of_another_store")

    notes = run("db", "restore", "backup.db", "--force", *HERE).stderr

    assert "the next start migrates it" in notes
    assert "the next start creates a new one" in notes


def test_a_check_of_a_sound_store_exits_0(data: Path, run: Run) -> None:
    result = run("db", "check", *HERE)

    assert result.exit_code == 0
    assert ["faults", "none"] in [line.split() for line in result.stdout.splitlines()]
    assert ["key", "fits"] in [line.split() for line in result.stdout.splitlines()]
    assert "sequence_gaps" in result.stdout
    checked = json.loads(run("db", "check", "--json", *HERE).stdout)
    assert (checked["clean"], checked["faults"], checked["key"], len(checked["numbers"])) == (
        True,
        [],
        "fits",
        len(AuditNumber),
    )


def test_a_check_finds_a_wrong_key(data: Path, run: Run) -> None:
    (data / "key").write_bytes(wrong_key(Folder(data, data)).read_bytes())

    result = run("db", "check", *HERE)

    assert result.exit_code == 1
    assert "The key is not the one" in result.stdout


def test_a_check_finds_what_the_audit_finds(data: Path, run: Run) -> None:
    change(data / "plantstore.db", "DELETE FROM plants")

    result = run("db", "check", *HERE)

    assert result.exit_code == 1
    assert "events_without_plant: sequence 1, plant 1" in result.stdout


def test_a_damaged_file_is_not_audited(data: Path, run: Run) -> None:
    change(
        data / "plantstore.db",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'retries_due'",
    )

    result = run("db", "check", *HERE)
    checked = run("db", "check", "--json", *HERE)

    assert (result.exit_code, checked.exit_code) == (1, 1)
    assert "restore a backup" in result.stderr
    assert json.loads(checked.stdout)["faults"]
    assert "numbers" not in json.loads(checked.stdout)


def test_compacting_prints_the_size_before_and_after(data: Path, run: Run) -> None:
    result = run("db", "compact", "--json", *HERE)

    shown = json.loads(result.stdout)
    assert shown.keys() == {"database", "before_bytes", "after_bytes"}
    assert shown["after_bytes"] > 0


def test_migrating_a_current_database_says_so(data: Path, run: Run) -> None:
    result = run("db", "migrate", *HERE)

    assert result.exit_code == 0
    assert "The database is up to date" in result.stderr


@pytest.mark.parametrize("command", [["compact"], ["migrate"], ["restore", "backup.db", "--force"]])
def test_a_running_store_is_an_error_on_one_line(data: Path, run: Run, command: list[str]) -> None:
    run("db", "backup", "backup.db", *HERE)
    engine = SqliteEngine(data / "plantstore.db")
    engine.announce("process 1 at http://127.0.0.1:8000")

    result = run("db", *command, *HERE)
    engine.close()

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[-1].startswith("Error: data is in use by process 1")


@pytest.mark.parametrize("command", [["backup", "x"], ["restore", "x"], ["check"], ["compact"], ["migrate"]])
def test_a_folder_without_a_store_is_an_error_on_one_line(run: Run, tmp_path: Path, command: list[str]) -> None:
    result = run("db", *command, "--data", "nowhere")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines()[-1].startswith("Error: There is no ")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--url", "http://127.0.0.1:8000"], {}), ([], {"PLANTSTORE_RETRY_SCALE": "fast"})],
)
def test_invalid_options_are_wrong_usage(run: Run, arguments: list[str], environment: dict[str, str]) -> None:
    assert run("db", "check", *arguments, **environment).exit_code == 2
