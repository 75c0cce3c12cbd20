"""`plantstore db copy`: what it prints, where the key is, and what it refuses in one line."""

import base64
import json
from pathlib import Path

import pytest

from plantstore.cli.support import progress
from plantstore.core.settings import Settings
from plantstore.storage.engine.encryption import KEY_BYTES
from plantstore.storage.queries.bulk_rows import TABLES
from tests.cli.conftest import Run
from tests.copies import KEY, change, content, fill, in_file

KEY_TEXT = base64.b64encode(KEY).decode()
OTHER = base64.b64encode(bytes(KEY_BYTES)).decode()


@pytest.fixture
def source(tmp_path: Path) -> Settings:
    """A store in a file, with its key beside it."""
    settings = fill(in_file(tmp_path / "data"))
    settings.key_file.write_text(KEY_TEXT + "\n")
    return settings


def test_a_copy_says_what_it_holds_and_which_key_it_needs(source: Settings, run: Run) -> None:
    result = run("db", "copy", "data", "sqlite:///new/plantstore.db")

    assert result.exit_code == 0
    shown = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert shown["source"] == "data/plantstore.db"
    assert shown["database"] == "new/plantstore.db"
    assert (shown["events"], shown["open_imports"], shown["key"]) == ("8", "2", "data/key")
    assert "2 imports are not done" in result.stderr
    assert "keep data/imports" in result.stderr
    assert "For the copy, set PLANTSTORE_KEY to what data/key holds." in result.stderr
    assert result.stderr.splitlines()[-1] == "Start no store on data/plantstore.db any more: both would send."
    assert KEY_TEXT not in result.output
    assert content(in_file(Path("new"))) == content(source)


def test_each_table_has_a_line_where_no_terminal_is(
    source: Settings, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0)

    lines = run("db", "copy", "data", "new.db").stderr.splitlines()

    assert lines[0] == "Copying plants: 6 rows"
    assert lines.count("Copying attempts: 23 rows") == lines.count("Comparing attempts: 23 rows") == 1
    assert sum("rows" in line for line in lines) == 2 * len(TABLES)
    assert source.database_path.exists()


def test_on_a_terminal_there_is_one_bar_for_each_step(
    source: Settings, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How far all rows are, drawn over."""
    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr("plantstore.cli.commands.db_copy._on_terminal", lambda: True)
    monkeypatch.setattr(progress.Progress, "show", lambda one, done, total: shown.append((one._what, done, total)))

    result = run("db", "copy", "data", "new.db")

    total = shown[-1][2]
    assert {what for what, _, _ in shown} == {"Copying rows", "Comparing rows"}
    assert [done for what, done, _ in shown if what == "Copying rows"][-1] == total == shown[-1][1]
    assert "Copying attempts" not in result.stderr
    assert source.database_path.exists()


@pytest.mark.parametrize("how", ["--quiet", "--json"])
def test_who_wants_data_only_gets_no_more(source: Settings, run: Run, how: str) -> None:
    result = run("db", "copy", "data", "new.db", how)

    assert (result.exit_code, result.stderr) == (0, "")
    if how == "--json":
        shown = json.loads(result.stdout)
        assert shown["rows"] == sum(shown["tables"].values())
        assert (shown["tables"]["attempts"], shown["resumed"]) == (23, False)
        assert shown["source"] == str(Path("data/plantstore.db"))
    assert source.database_path.exists()


def test_the_key_is_written_where_somebody_wants_it(source: Settings, run: Run) -> None:
    source.key_file.rename("kept")

    result = run("db", "copy", "data", "new/plantstore.db", "--key-file", "kept", "--write-key", "new/key")

    assert result.exit_code == 0
    assert Path("new/key").read_text() == KEY_TEXT + "\n"
    assert Path("new/key").stat().st_mode & 0o777 == 0o600
    assert "set PLANTSTORE_KEY to what new/key holds" in result.stderr
    assert KEY_TEXT not in result.output


def test_a_key_of_the_environment_is_named_by_its_variable(source: Settings, run: Run) -> None:
    source.key_file.unlink()

    result = run("db", "copy", "data", "new.db", PLANTSTORE_KEY=KEY_TEXT)

    assert "set PLANTSTORE_KEY as it is" in result.stderr
    assert KEY_TEXT not in result.output


def test_a_file_that_holds_another_key_is_not_written_over(source: Settings, run: Run) -> None:
    Path("taken").write_text(OTHER + "\n")

    result = run("db", "copy", "data", "new.db", "--write-key", "taken")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: taken already exists. Name another file.\n"
    assert not Path("new.db").exists()
    assert source.database_path.exists()


@pytest.mark.parametrize(
    ("arguments", "environment", "exit_code", "words"),
    [
        (["data", "new.db"], {"PLANTSTORE_KEY": OTHER}, 1, "The key is not the one"),
        (["nowhere", "new.db"], {"PLANTSTORE_KEY": OTHER}, 1, "There is no store at nowhere"),
        (["data", "postgresql://shop:p@ss@db/plants"], {}, 2, "and in the password %40 for @"),
        (["postgresql://shop@db/plants", "new.db"], {}, 1, "set PLANTSTORE_KEY"),
        (["data", "new.db", "--url", "http://127.0.0.1:8000"], {}, 2, "Name them both"),
        (["data"], {}, 2, "TARGET"),
    ],
)
def test_what_is_refused_is_said_in_one_line(
    source: Settings, run: Run, arguments: list[str], environment: dict[str, str], exit_code: int, words: str
) -> None:
    result = run("db", "copy", *arguments, **environment)

    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert words in result.stderr.splitlines()[-1]
    assert "ss@db" not in result.stderr
    assert not Path("new.db").exists()
    assert source.database_path.exists()


def test_the_sample_receiver_is_only_spoken_of_where_it_cannot_be(source: Settings, run: Run) -> None:
    change(source, "UPDATE receivers SET built_in = 1 WHERE id = 1")

    assert "sample" not in run("db", "copy", "data", "new.db").stderr
