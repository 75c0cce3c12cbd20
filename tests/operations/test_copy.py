"""A store is copied whole or not at all: whatever ends the copying, it goes on, and what differs is found.

Between two files; `tests/postgres/test_copying_engines.py` does it between all engines.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from plantstore.core.settings import Settings
from plantstore.domain.plants.plant import TEST_PLANT_ID
from plantstore.operations.copy import copy as store_copy
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import migrate, migrations, version_of
from plantstore.storage.engine.protocols import Connection, StorageRefused, StoreLocked
from plantstore.storage.queries import bulk_rows
from plantstore.storage.queries.bulk_rows import LEFT_OUT, TABLES
from plantstore.storage.sqlite.engine import Connection as FileConnection
from plantstore.storage.sqlite.engine import SqliteEngine
from plantstore.storage.tables import unfinished_copy
from plantstore.storage.tables.search_markers import genus_marker
from tests.copies import KEY, change, content, copy, fill, in_file, with_writer
from tests.makers import NOON

ROOT = Path(__file__).parents[2]
KILLED_AT = """
import os, signal, sys
from pathlib import Path
from tests.copies import copy, in_file

left = int(sys.argv[3])
def report(*_progress):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

copy(in_file(Path(sys.argv[1])), in_file(Path(sys.argv[2])), report=report)
"""


class Killed(BaseException):
    """No error that anybody catches."""


@pytest.fixture
def source(tmp_path: Path) -> Settings:
    return fill(in_file(tmp_path / "source"))


@pytest.fixture
def to(tmp_path: Path) -> Settings:
    return in_file(tmp_path / "copy")


def make(connection: Connection) -> None:
    migrate(connection, now=NOON)


def version(settings: Settings) -> int:
    with closing(FileConnection(settings.database_path, writes=False)) as connection:
        return version_of(connection)


# What is copied


def test_every_row_of_every_table_is_copied(source: Settings, to: Settings) -> None:
    copied = copy(source, to)

    assert content(to) == content(source)
    assert all(copied.rows.values()), "a table without rows proves nothing"
    assert copied.rows == {name: len(rows) for name, rows in content(to).items() if name not in LEFT_OUT}
    assert (copied.head, copied.resumed, copied.open_imports) == (8, False, 2)
    assert version(to) == copied.schema == migrations()[-1][0]


def test_every_table_is_copied_in_the_order_of_its_key_or_left_out_on_purpose(tmp_path: Path) -> None:
    def look(connection: Connection) -> None:
        migrate(connection, now=NOON)
        assert connection.tables() == {table.name for table in TABLES} | LEFT_OUT
        for table in TABLES:
            sql = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
            assert [row[0] for row in connection.execute(sql, (table.name,))] == list(table.key)
            assert table.display_only <= set(connection.columns(table.name))

    with_writer(in_file(tmp_path), look)


def test_plants_are_found_by_their_words_in_a_copy(source: Settings, to: Settings) -> None:
    copy(source, to)

    with closing(FileConnection(to.database_path, writes=False)) as connection:
        for number in ("3", "8"):  # the taxon of the first is not derived yet
            condition, values = connection.matching([["rosa"], [number], [genus_marker("Rosa")]])
            assert connection.execute(f"SELECT rowid FROM plant_words WHERE {condition}", values) == [(int(number),)]


# Kills


def test_a_copy_that_is_killed_after_any_page_goes_on(source: Settings, to: Settings) -> None:
    wanted, kills = content(source), 0

    def report(what: str, _table: str, _done: int, _all: int) -> None:
        if what == store_copy.COPYING:
            raise Killed

    while True:
        try:
            copied = copy(source, to, page_rows_max=2, report=report)
        except Killed:
            kills += 1
            with pytest.raises(StorageRefused, match=r"a copy of .*source/plantstore\.db that is not done"):
                version(to)
            assert kills < 200
        else:
            break

    assert kills == sum((count + 1) // 2 for count in copied.rows.values())
    assert copied.resumed
    assert content(to) == wanted


@pytest.mark.parametrize("at", ["insert", "advance", "end", "first_difference"])
def test_a_copy_that_is_killed_within_a_transaction_goes_on(
    source: Settings, to: Settings, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = unfinished_copy if at in ("advance", "end") else bulk_rows
    real: Callable[..., object] = getattr(module, at)
    calls = 0

    def killed(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        done = real(*arguments)
        if calls == (1 if at == "end" else 7):
            raise Killed
        return done

    monkeypatch.setattr(module, at, killed)
    with pytest.raises(Killed):
        copy(source, to)
    with pytest.raises(StorageRefused, match="is not done"):
        version(to)

    assert copy(source, to).resumed
    assert content(to) == content(source)


@pytest.mark.parametrize("at", [1, 9, 30])
def test_a_process_that_is_killed_leaves_what_another_goes_on_with(source: Settings, to: Settings, at: int) -> None:
    places = [str(source.data), str(to.data), str(at)]
    environ = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}

    ended = subprocess.run([sys.executable, "-c", KILLED_AT, *places], env=environ, cwd=ROOT, check=False, timeout=60)

    assert ended.returncode == -signal.SIGKILL
    assert copy(source, to).resumed
    assert content(to) == content(source)


# What is found at the end


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("DELETE FROM events WHERE sequence = 5", "events 5 is missing"),
        ("DELETE FROM import_ranges WHERE first = 5", "import_ranges imp_1, 5 is missing"),
        ("UPDATE events SET body = x'00' WHERE sequence = 8", "events 8 differs"),
        ("UPDATE receivers SET max_rate = 0.25 WHERE id = 2", "receivers 2 differs"),
        ("UPDATE attempts SET detail = NULL WHERE id = 9", "attempts 9 differs"),
        ("INSERT INTO levels (at, waiting) VALUES (3, 1)", "levels 3 is extra"),
        ("INSERT INTO levels (at, waiting) VALUES (0, 1)", "levels 0 is extra"),
        ("DELETE FROM plant_words WHERE rowid = 3", "plant_words 3 is missing"),
    ],
)
def test_a_difference_is_found_and_keeps_the_store_out(source: Settings, to: Settings, sql: str, found: str) -> None:
    def report(what: str, table: str, done: int, all_rows: int) -> None:
        if (what, table, done) == (store_copy.COPYING, TABLES[-1].name, all_rows):
            with closing(FileConnection(to.database_path, writes=True)) as connection:
                connection.script(sql)

    with pytest.raises(StorageRefused, match=f"differs from its source: {found}"):
        copy(source, to, report=report)

    with pytest.raises(StorageRefused, match="is not done"):
        version(to)


def test_two_that_copy_at_once_do_not_mix(source: Settings, to: Settings) -> None:
    def report(_what: str, table: str, _done: int, _all: int) -> None:
        if table == "events":
            with closing(FileConnection(to.database_path, writes=True)) as connection:
                connection.script("UPDATE facts SET value = x'00' WHERE name = 'copy'")

    with pytest.raises(StorageRefused, match="Another process copies"):
        copy(source, to, report=report)


# What is refused, and changes nothing


def refused(source: Settings, to: Settings, why: str, *, key: bytes = KEY) -> None:
    before = content(source), content(to)

    with pytest.raises(StorageRefused, match=why):
        copy(source, to, key=key)

    assert (content(source), content(to)) == before


def test_what_holds_a_store_is_not_written_into(source: Settings, to: Settings) -> None:
    fill(to, {"levels": [{"at": 1, "waiting": 1}]})

    refused(source, to, r"copy/plantstore\.db already contains a store")


def test_what_is_copied_whole_is_not_written_into_again(source: Settings, to: Settings) -> None:
    copy(source, to)

    refused(source, to, "already contains a store")


def test_one_row_is_enough_to_be_no_empty_database(source: Settings, to: Settings) -> None:
    with_writer(to, make)
    change(to, "INSERT INTO levels (at, waiting) VALUES (1, 1)")

    refused(source, to, "already contains a store")


def test_what_is_no_store_is_not_written_into(source: Settings, to: Settings) -> None:
    with_writer(to, lambda connection: connection.script("CREATE TABLE recipes (id INTEGER)"))

    refused(source, to, "contains other tables")


def test_an_empty_store_that_nobody_started_is_filled(source: Settings, to: Settings) -> None:
    with_writer(to, make)

    copy(source, to)

    assert content(to) == content(source)


def test_who_starts_a_store_just_then_keeps_the_copy_out(to: Settings) -> None:
    copy_of = unfinished_copy.UnfinishedCopy(mark="a", address="a", counts={}, rows=0)

    def start_and_begin(connection: Connection) -> None:
        make(connection)
        connection.begin_write()
        connection.insert("facts", ("name", "value"), [("key check", b"of another")])
        with pytest.raises(StorageRefused, match="Another process is already using this database"):
            unfinished_copy.begin(connection, copy_of)
        connection.rollback()

    with_writer(to, start_and_begin)


def test_a_store_is_not_copied_onto_itself(source: Settings) -> None:
    refused(source, source, "cannot be copied onto itself")


def test_half_a_copy_of_another_store_stays(source: Settings, to: Settings, tmp_path: Path) -> None:
    half(source, to)

    refused(fill(in_file(tmp_path / "other"), chance=8), to, "is an unfinished copy of another store")


def half(source: Settings, to: Settings) -> None:
    """Begin a copy, and be killed after two pages."""
    left = [2]

    def report(*_progress: object) -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed

    with pytest.raises(Killed):
        copy(source, to, report=report)


def test_half_a_copy_of_what_was_changed_since_is_not_gone_on_with(source: Settings, to: Settings) -> None:
    half(source, to)
    change(source, "INSERT INTO levels (at, waiting) VALUES (3, 1)")

    refused(source, to, r"was changed since this copy was begun \(levels\)")


def test_half_a_copy_of_another_version_is_not_gone_on_with(source: Settings, to: Settings) -> None:
    half(source, to)
    change(to, "DELETE FROM schema_version WHERE version = ?", (migrations()[-1][0],))

    refused(source, to, "is an unfinished copy by another version")


def test_half_a_copy_is_no_source(source: Settings, to: Settings, tmp_path: Path) -> None:
    half(source, to)

    refused(to, in_file(tmp_path / "third"), "is not done")


def test_an_older_store_is_brought_up_to_date_first(source: Settings, to: Settings) -> None:
    change(source, "DELETE FROM schema_version WHERE version = ?", (migrations()[-1][0],))

    refused(source, to, "written by an older version .* run `plantstore db migrate` on it first")


def test_a_plant_with_the_number_of_test_requests_is_not_copied(source: Settings, to: Settings) -> None:
    change(source, "UPDATE tombstones SET plant_id = ? WHERE plant_id = 12", (TEST_PLANT_ID,))

    refused(source, to, "the number 9007199254740991, which is reserved for test requests")


def test_another_key_is_refused(source: Settings, to: Settings) -> None:
    refused(source, to, "The key is not the one", key=b"\x01" * 32)


def test_a_store_without_a_key_is_refused(to: Settings, source: Settings) -> None:
    change(source, "DELETE FROM facts WHERE name = 'key check'")

    refused(source, to, "does not record which key")


def test_where_no_store_is_nothing_is_made(to: Settings, tmp_path: Path) -> None:
    refused(in_file(tmp_path / "none"), to, "There is no store at")

    assert list(tmp_path.iterdir()) == []


def test_a_store_that_runs_is_not_copied_and_none_is_started_meanwhile(source: Settings, to: Settings) -> None:
    engine = SqliteEngine(source.database_path)
    engine.announce("process 1 at http://127.0.0.1:8000")
    with pytest.raises(StoreLocked, match="in use by process 1"):
        copy(source, to)
    engine.close()

    def report(*_progress: object) -> None:
        for one in (source, to):
            with pytest.raises(StoreLocked, match="in use by plantstore db copy"):
                factory.open_engine(one)

    copy(source, to, report=report)


# Odd texts


def test_a_nul_in_a_text_that_is_only_shown_is_replaced(source: Settings, to: Settings) -> None:
    change(source, "UPDATE attempts SET detail = 'a' || char(0) || 'b' WHERE id = 4")

    copy(source, to)

    assert [row for row in content(to)["attempts"] if "a\N{REPLACEMENT CHARACTER}b" in row]


def test_a_nul_elsewhere_is_named(source: Settings, to: Settings) -> None:
    change(source, "UPDATE activity SET detail = char(0) WHERE id = 2")

    with pytest.raises(StorageRefused, match="activity 2: its detail holds a NUL character"):
        copy(source, to)
