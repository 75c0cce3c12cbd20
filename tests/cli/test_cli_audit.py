"""`plantstore audit`: reads the database directly, and lists each fault with its receiver and sequence."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from plantstore.cli.support import output
from plantstore.domain.audit import DESCRIPTIONS
from plantstore.domain.public_ids import receiver_text
from plantstore.storage.database import Transaction
from tests.cli.conftest import Run
from tests.makers import RECEIVER
from tests.opened import opened
from tests.operations.test_auditor import a_cursor_past_what_is_not_settled, well
from tests.running import run as run_loop
from tests.still_clock import StillClock


@pytest.fixture
def folder(tmp_path: Path, clock: StillClock) -> Path:
    """The data folder of a store without faults."""
    change(tmp_path / "data", clock, well)
    return tmp_path / "data"


def change(folder: Path, clock: StillClock, command: Callable[[Transaction], object]) -> None:
    async def write() -> None:
        async with opened(folder, clock) as store:
            await store.write(command)

    run_loop(write)


def test_a_clean_store_shows_every_count_and_exits_0(folder: Path, run: Run) -> None:
    result = run("audit", "--data", str(folder))

    assert result.exit_code == 0
    heading, *lines = result.stdout.splitlines()
    assert heading.split() == ["NUMBER", "COUNT", "WHAT"]
    assert [line.split(maxsplit=2)[::2] for line in lines] == [
        [name.value, text] for name, text in DESCRIPTIONS.items()
    ]
    assert {line.split()[1] for line in lines} == {"0", "–"}
    assert "no store is running" in result.stderr
    assert "No problems found." in result.stderr


def test_a_fault_is_listed_with_its_receiver_and_sequence(folder: Path, clock: StillClock, run: Run) -> None:
    change(folder, clock, a_cursor_past_what_is_not_settled)

    result = run("audit", "--data", str(folder))

    assert result.exit_code == 1
    assert f"unsettled_behind_cursor: receiver {receiver_text(RECEIVER)}, sequence 2" in result.stdout.splitlines()
    assert "Problems found" in result.stderr


def test_json_prints_one_object_and_nothing_on_standard_error(folder: Path, clock: StillClock, run: Run) -> None:
    change(folder, clock, a_cursor_past_what_is_not_settled)

    result = run("audit", "--data", str(folder), "--json")

    report = json.loads(result.stdout)
    assert (result.exit_code, result.stderr, report["clean"]) == (1, "", False)
    by_name = {number["name"]: number for number in report["numbers"]}
    assert by_name.keys() == set(DESCRIPTIONS)
    assert by_name["unsettled_behind_cursor"]["count"] == 1
    assert by_name["unsettled_behind_cursor"]["examples"] == [{"receiver": receiver_text(RECEIVER), "sequence": 2}]
    assert by_name["receivers_stuck"]["count"] is None


def test_the_data_folder_defaults_to_the_environment(folder: Path, run: Run) -> None:
    assert run("audit", PLANTSTORE_DATA=str(folder)).exit_code == 0


def test_a_long_audit_prints_its_progress(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "PROGRESS_LINE_S", 0.0)

    result = run("audit", "--data", str(folder))

    assert "Counting rows: " in result.stderr
    assert run("audit", "--data", str(folder), "--json").stderr == ""


def test_a_folder_without_a_store_is_an_error_on_one_line(tmp_path: Path, run: Run) -> None:
    result = run("audit", "--data", str(tmp_path / "nowhere"))

    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: There is no store at") and result.stderr.count("\n") == 1
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--url", "http://127.0.0.1:8000"], {}), ([], {"PLANTSTORE_RETRY_SCALE": "fast"})],
)
def test_invalid_options_are_wrong_usage(run: Run, arguments: list[str], environment: dict[str, str]) -> None:
    result = run("audit", *arguments, **environment)

    assert result.exit_code == 2
    assert result.stdout == ""
