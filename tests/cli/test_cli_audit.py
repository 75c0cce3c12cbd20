"""`plantstore audit`: the database itself, counted; each fault with its receiver and its sequence."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from plantstore.cli.support import progress
from plantstore.domain.audit import DESCRIPTIONS
from plantstore.domain.public_ids import receiver_text
from plantstore.storage.database import Transaction
from tests.cli.conftest import Run
from tests.conftest import StillClock
from tests.makers import RECEIVER
from tests.opened import opened
from tests.operations.test_auditor import a_cursor_past_what_is_not_settled, well
from tests.running import run as run_loop


@pytest.fixture
def folder(tmp_path: Path, clock: StillClock) -> Path:
    """The data folder of a store in which nothing is wrong."""
    change(tmp_path / "data", clock, well)
    return tmp_path / "data"


def change(folder: Path, clock: StillClock, command: Callable[[Transaction], object]) -> None:
    async def write() -> None:
        async with opened(folder, clock) as store:
            await store.write(command)

    run_loop(write)


def test_a_store_that_is_well_is_shown_with_every_number_and_ends_with_0(folder: Path, run: Run) -> None:
    result = run("audit", "--data", str(folder))

    assert result.exit_code == 0
    heading, *lines = result.stdout.splitlines()
    assert heading.split() == ["NUMBER", "COUNT", "WHAT"]
    assert [line.split(maxsplit=2)[::2] for line in lines] == [
        [name.value, what] for name, what in DESCRIPTIONS.items()
    ]
    assert {line.split()[1] for line in lines} == {"0", "–"}
    assert "no store runs" in result.stderr
    assert "Everything is as it must be." in result.stderr


def test_a_planted_fault_is_named_with_its_receiver_and_sequence(folder: Path, clock: StillClock, run: Run) -> None:
    change(folder, clock, a_cursor_past_what_is_not_settled)

    result = run("audit", "--data", str(folder))

    assert result.exit_code == 1
    assert f"unsettled_behind_cursor: receiver {receiver_text(RECEIVER)}, sequence 2" in result.stdout.splitlines()
    assert "Something is wrong" in result.stderr


def test_programs_get_one_object_and_nothing_beside_it(folder: Path, clock: StillClock, run: Run) -> None:
    change(folder, clock, a_cursor_past_what_is_not_settled)

    result = run("audit", "--data", str(folder), "--json")

    found = json.loads(result.stdout)
    assert (result.exit_code, result.stderr, found["clean"]) == (1, "", False)
    by_name = {one["name"]: one for one in found["numbers"]}
    assert by_name.keys() == set(DESCRIPTIONS)
    assert by_name["unsettled_behind_cursor"]["count"] == 1
    assert by_name["unsettled_behind_cursor"]["examples"] == [{"receiver": receiver_text(RECEIVER), "sequence": 2}]
    assert by_name["receivers_stuck"]["count"] is None


def test_the_folder_is_that_of_the_environment_unless_it_is_named(folder: Path, run: Run) -> None:
    assert run("audit", PLANTSTORE_DATA=str(folder)).exit_code == 0


def test_a_long_audit_says_how_far_it_has_come(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)

    result = run("audit", "--data", str(folder))

    assert "Counting rows: " in result.stderr
    assert run("audit", "--data", str(folder), "--json").stderr == ""


def test_where_no_store_is_the_reason_is_said_in_one_line(tmp_path: Path, run: Run) -> None:
    result = run("audit", "--data", str(tmp_path / "nowhere"))

    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: There is no store at") and result.stderr.count("\n") == 1
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [(["--url", "http://127.0.0.1:8000"], {}), ([], {"PLANTSTORE_RETRY_SCALE": "fast"})],
)
def test_what_makes_no_sense_is_wrong_usage(run: Run, arguments: list[str], environment: dict[str, str]) -> None:
    result = run("audit", *arguments, **environment)

    assert result.exit_code == 2
    assert result.stdout == ""
