"""Which engines the tests run on: both, or loudly one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plantstore.storage.engine.protocols import Row
from tests import engines
from tests.postgres import binaries

ROOT = Path(__file__).parents[1]
WITHOUT = """
import sys
import pytest
from tests.postgres import binaries
binaries.find = lambda: None
sys.exit(pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""
ON_BOTH = "tests/storage/test_plants_table.py::test_an_id_is_never_reused"
OF_ONE = "tests/postgres/test_databases.py::test_two_at_a_time_are_two"
ONLY_SQLITE = "tests/storage/test_search_index.py::test_the_index_is_merged_in_steps"


def run_without_postgresql(*tests: str, required: str = "") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *tests],
        cwd=ROOT,
        env=os.environ | {binaries.REQUIRED: required},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def test_without_postgresql_the_run_is_on_sqlite_and_one_line_says_so_loudly() -> None:
    code, said = run_without_postgresql(ON_BOTH, OF_ONE)

    assert code == 0 and "1 passed, 2 skipped" in said, said
    assert said.count(f"! {binaries.MISSING} !") == 1


def test_where_nothing_is_missing_nothing_is_said() -> None:
    code, said = run_without_postgresql(ONLY_SQLITE)

    assert code == 0 and "1 passed" in said and binaries.MISSING not in said, said


def test_where_postgresql_is_required_its_absence_is_a_failure() -> None:
    code, said = run_without_postgresql(ON_BOTH, OF_ONE, required="1")

    assert code == 1 and "1 passed, 2 errors" in said, said
    assert f"ERROR {ON_BOTH}[postgresql]" in said and f"ERROR {OF_ONE}" in said, said
    assert said.count(binaries.MISSING) >= 2, said


def test_a_folder_stands_for_one_store_on_either_engine(tmp_path: Path, engine_kind: str) -> None:
    folders = [tmp_path, tmp_path / "other"]
    for folder in folders:
        ask(folder, "CREATE TABLE names (name TEXT)")
        ask(folder, f"INSERT INTO names VALUES ('{folder.name}')")

    found = [ask(folder, "SELECT name FROM names") for folder in folders]

    assert found == [[(folder.name,)] for folder in folders]
    assert engines.kind() == engine_kind
    assert [(folder / "plantstore.db").exists() for folder in folders] == [engine_kind == engines.SQLITE] * 2


@pytest.mark.parametrize(
    ("said", "major"),
    [("postgres (PostgreSQL) 15.18 (Debian 15.18-0)", 15), ("postgres (PostgreSQL) 18beta1", 18), ("nothing", 0)],
)
def test_the_version_of_a_server_is_what_it_says(tmp_path: Path, said: str, major: int) -> None:
    make_programs(tmp_path, said)

    assert binaries.major_of(tmp_path) == major


def test_the_newest_whole_server_is_taken_and_none_that_is_too_old(tmp_path: Path) -> None:
    for name, said in (("old", "13.22"), ("least", "14.0"), ("new", "17.2"), ("part", "18.0")):
        make_programs(tmp_path / name, f"postgres (PostgreSQL) {said}")
    (tmp_path / "part" / "pg_basebackup").unlink()

    assert binaries.newest(list(tmp_path.iterdir())) == tmp_path / "new"
    assert binaries.newest([tmp_path / "old", tmp_path / "least"]) == tmp_path / "least"
    assert binaries.newest([tmp_path / "old", tmp_path / "part"]) is None


def ask(folder: Path, sql: str) -> list[Row]:
    engine = engines.fresh_engine(folder)
    connection = engine.connect_writer()
    rows = connection.execute(sql)
    connection.close()
    engine.close()
    return rows


def make_programs(folder: Path, said: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in binaries.NEEDED:
        program = folder / name
        program.write_text(f"#!/bin/sh\necho '{said}'\n")
        program.chmod(0o755)
