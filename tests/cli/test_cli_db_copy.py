"""`plantstore db copy`: its output, the place of the key, and its errors."""

import base64
import json
from pathlib import Path

import pytest

from plantstore.cli.support import output
from plantstore.core.settings import Settings
from plantstore.storage.engine.encryption import KEY_BYTES
from plantstore.storage.queries.bulk_rows import TABLES
from tests.cli.conftest import Run
from tests.copies import KEY, change, content, fill, in_file

KEY_TEXT = base64.b64encode(KEY).decode()
OTHER = base64.b64encode(bytes(KEY_BYTES)).decode()


@pytest.fixture
def source(tmp_path: Path) -> Settings:
    """A store in a SQLite file, with its key next to it."""
    settings = fill(in_file(tmp_path / "data"))
    settings.key_file.write_text(KEY_TEXT + "\n")
    return settings


def test_a_copy_prints_its_content_and_the_key_it_needs(source: Settings, run: Run) -> None:
    result = run("db", "copy", "data", "sqlite:///new/plantstore.db")

    assert result.exit_code == 0
    shown = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert shown["source"] == "data/plantstore.db"
    assert shown["database"] == "new/plantstore.db"
    assert (shown["events"], shown["open_imports"], shown["key"]) == ("8", "2", "data/key")
    assert "2 imports not finished" in result.stderr
    assert "keep data/imports" in result.stderr
    assert "For the copy, set PLANTSTORE_KEY to the content of data/key." in result.stderr
    assert (
        result.stderr.splitlines()[-1]
        == "Do not start a store on data/plantstore.db again: both would send the same events."
    )
    assert KEY_TEXT not in result.output
    assert content(in_file(Path("new"))) == content(source)


def test_without_a_terminal_each_table_has_a_line(source: Settings, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "PROGRESS_LINE_S", 0)

    lines = run("db", "copy", "data", "new.db").stderr.splitlines()

    assert lines[0] == "Copying plants: 6 rows"
    assert lines.count("Copying attempts: 23 rows") == lines.count("Comparing attempts: 23 rows") == 1
    assert sum(line.endswith((" row", " rows")) for line in lines) == 2 * len(TABLES)
    assert source.database_path.exists()


def test_on_a_terminal_each_step_has_one_progress_bar(
    source: Settings, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr("plantstore.cli.commands.db_copy._on_terminal", lambda: True)
    monkeypatch.setattr(
        output.Progress, "show", lambda progress, done, total: shown.append((progress._label, done, total))
    )

    result = run("db", "copy", "data", "new.db")

    bars = {what: (done, total) for what, done, total in shown}
    assert list(bars) == ["Copying rows", "Comparing rows", "Copying pictures"]
    assert bars["Copying rows"] == bars["Comparing rows"] and all(done == total for done, total in bars.values())
    assert "Copying attempts" not in result.stderr
    assert source.database_path.exists()


@pytest.mark.parametrize("how", ["--quiet", "--json"])
def test_quiet_and_json_print_no_progress(source: Settings, run: Run, how: str) -> None:
    result = run("db", "copy", "data", "new.db", how)

    assert (result.exit_code, result.stderr) == (0, "")
    if how == "--json":
        shown = json.loads(result.stdout)
        assert shown["rows"] == sum(shown["tables"].values())
        assert (shown["tables"]["attempts"], shown["resumed"]) == (23, False)
        assert shown["source"] == str(Path("data/plantstore.db"))
    assert source.database_path.exists()


def test_write_key_writes_the_key_with_mode_0600(source: Settings, run: Run) -> None:
    source.key_file.rename("kept")

    result = run("db", "copy", "data", "new/plantstore.db", "--key-file", "kept", "--write-key", "new/key")

    assert result.exit_code == 0
    assert Path("new/key").read_text() == KEY_TEXT + "\n"
    assert Path("new/key").stat().st_mode & 0o777 == 0o600
    assert "set PLANTSTORE_KEY to the content of new/key" in result.stderr
    assert KEY_TEXT not in result.output


def test_a_key_from_the_environment_is_named_by_its_variable(source: Settings, run: Run) -> None:
    source.key_file.unlink()

    result = run("db", "copy", "data", "new.db", PLANTSTORE_KEY=KEY_TEXT)

    assert "keep PLANTSTORE_KEY as it is" in result.stderr
    assert KEY_TEXT not in result.output


def test_a_file_with_another_key_is_not_overwritten(source: Settings, run: Run) -> None:
    Path("taken").write_text(OTHER + "\n")

    result = run("db", "copy", "data", "new.db", "--write-key", "taken")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: taken already exists. Name another file.\n"
    assert not Path("new.db").exists()
    assert source.database_path.exists()


def test_a_refused_copy_is_an_error_on_one_line(source: Settings, run: Run) -> None:
    for arguments, environment, exit_code, words in [
        (["data", "new.db"], {"PLANTSTORE_KEY": OTHER}, 1, "The key is not the one"),
        (["nowhere", "new.db"], {"PLANTSTORE_KEY": OTHER}, 1, "There is no store at nowhere"),
        (["data", "postgresql://shop:p@ss@db/plants"], {}, 2, "and in the password %40 for @"),
        (["postgresql://shop@db/plants", "new.db"], {}, 1, "set PLANTSTORE_KEY"),
        (["data", "new.db", "--url", "http://127.0.0.1:8000"], {}, 2, "Give both as arguments"),
        (["data"], {}, 2, "TARGET"),
    ]:
        result = run("db", "copy", *arguments, **environment)

        assert (result.exit_code, result.stdout) == (exit_code, ""), arguments
        assert words in result.stderr.splitlines()[-1], arguments
        assert "ss@db" not in result.stderr, arguments
        assert not Path("new.db").exists(), arguments
        assert source.database_path.exists(), arguments


def test_a_copy_to_a_file_says_nothing_about_the_sample_receiver(source: Settings, run: Run) -> None:
    change(source, "UPDATE receivers SET built_in = 1 WHERE id = 1")

    assert "sample" not in run("db", "copy", "data", "new.db").stderr
