"""A store in a file whose log ends before what was noted: no start, copy or compaction passes over that."""

import json
import shutil
from pathlib import Path

import pytest
import structlog

from plantstore.app.startup_checks import inspect_store
from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.domain.plants.plant import Status
from plantstore.operations import backup as backups
from plantstore.operations import upgrade
from plantstore.operations.backup import store_files
from plantstore.operations.copy import copy
from plantstore.operations.copy.preconditions import IdleWatch
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.sqlite import log_head
from plantstore.storage.sqlite.engine import Connection
from plantstore.storage.tables import activity, events
from tests.running import add, run, settings

CLOCK = SystemClock()
EARLY, LATE = 5, 40


def nothing(*_: object) -> None:
    """Hear of progress and do nothing."""


def note_of(folder: Path) -> dict[str, int]:
    found: dict[str, int] = json.loads((folder / "plantstore.db.head").read_bytes())
    return found


def monitored(store: Store) -> None:
    """Let the files be looked at now, as they are twice a second."""
    assert store.file_monitor is not None
    store.file_monitor.check()


def killed(folder: Path, to: Path) -> Path:
    """What a kill would leave of a running store: its files as they are, with a WAL that nobody has written back."""
    shutil.copytree(folder, to)
    (to / "plantstore.db-shm").unlink()
    return to


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """The folder of a store that was killed: EARLY plants in its file, LATE ones in its WAL only."""
    folder, to = tmp_path / "running", tmp_path / "data"

    async def fill() -> None:
        async with open_store(settings(folder)) as store:
            await add(store, *(f"Early {number}" for number in range(EARLY)))
        async with open_store(settings(folder)) as store:
            for number in range(LATE):
                await add(store, f"Late {number}")
            monitored(store)
            killed(folder, to)

    run(fill)
    return to


def head(folder: Path) -> int:
    found = [0]

    async def look() -> None:
        async with open_store(settings(folder)) as store:
            found[0] = await store.database.read(events.head)

    run(look)
    return found[0]


def is_removed(wal: Path) -> None:
    wal.unlink()


def is_overwritten(wal: Path) -> None:
    size = wal.stat().st_size
    with wal.open("r+b") as stream:
        stream.seek(size // 3)
        stream.write(b"\xa5" * (size - size // 3))


def test_the_note_follows_the_log_and_a_whole_store_starts(left: Path) -> None:
    assert note_of(left)["events"] == note_of(left)["plants"] == EARLY + LATE
    assert head(left) == EARLY + LATE


def test_a_commit_that_is_newer_than_the_note_is_fine(left: Path) -> None:
    (left / "plantstore.db.head").write_text(json.dumps({"events": EARLY + LATE - 1, "plants": 1}))

    assert head(left) == EARLY + LATE
    assert note_of(left)["events"] == EARLY + LATE


@pytest.mark.parametrize("lose", [is_removed, is_overwritten])
def test_a_start_that_finds_less_than_was_noted_is_refused_and_changes_nothing(left: Path, lose: object) -> None:
    assert callable(lose)
    lose(left / "plantstore.db-wal")
    before = {path.name: path.read_bytes() for path in left.iterdir() if not path.name.endswith("-shm")}

    with pytest.raises(StorageRefused, match=r"events \d+ of 45.*db restore FILE.*--accept-lost-log"):
        head(left)
    with pytest.raises(StorageRefused, match=r"events \d+ of 45"):
        list(inspect_store(settings(left)))

    after = {path.name: path.read_bytes() for path in left.iterdir() if not path.name.endswith("-shm")}
    if lose is is_removed:
        after.pop("plantstore.db-wal", None)  # an empty one
    assert after == before


def test_a_wal_that_is_put_back_after_a_refused_start_is_whole(left: Path, tmp_path: Path) -> None:
    wal = left / "plantstore.db-wal"
    wal.rename(tmp_path / "away")
    with pytest.raises(StorageRefused):
        head(left)

    (tmp_path / "away").rename(wal)

    assert head(left) == EARLY + LATE


def test_an_older_copy_in_the_place_of_the_database_is_refused(left: Path, tmp_path: Path) -> None:
    backups.back_up(store_files(settings(left)), tmp_path / "old.db", force=False, report=nothing)

    async def more() -> None:
        async with open_store(settings(left)) as store:
            await add(store, "One more")

    run(more)
    (tmp_path / "old.db").rename(left / "plantstore.db")

    with pytest.raises(StorageRefused, match="events 45 of 46"):
        head(left)


def test_plants_changes_and_attempts_that_are_lost_without_an_event_are_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async def drafts() -> None:
        async with open_store(settings(folder)) as store:
            await add(store, "Rosa", status=Status.DRAFT)

    run(drafts)
    assert note_of(folder) == {"events": 0, "plants": 1, "changes": 1, "attempts": 0}
    lost = {"events": 0, "plants": 2, "changes": 3, "attempts": 7}
    (folder / "plantstore.db.head").write_text(json.dumps(lost))

    with pytest.raises(StorageRefused, match="plants 1 of 2, changes 1 of 3, attempts 0 of 7"):
        head(folder)


def test_a_lost_log_that_is_accepted_is_in_the_activity_and_noted_anew(left: Path) -> None:
    is_removed(left / "plantstore.db-wal")
    rows: list[activity.Activity] = []

    async def accept() -> None:
        async with open_store(settings(left), accept_lost_log=True) as store:
            assert [one.plant.id for one in await add(store, "New")] == [EARLY + 1]
            rows.extend(
                await store.database.read(
                    lambda tx: activity.page(tx, activity.ActivityFilter(), keyset=KeysetPage(), limit=10)
                )
            )

    with structlog.testing.capture_logs() as said:
        run(accept)

    assert [(row.actor, row.action) for row in rows if row.action == "acceptLostLog"] == [("store", "acceptLostLog")]
    assert "events 5 of 45" in next(row.detail for row in rows if row.action == "acceptLostLog")
    assert "events of the log were lost; the store continues without them" in [line["event"] for line in said]
    assert note_of(left)["events"] == head(left) == EARLY + 1


def test_accepting_where_nothing_was_lost_changes_nothing(left: Path) -> None:
    rows: list[activity.Activity] = []

    async def accept() -> None:
        async with open_store(settings(left), accept_lost_log=True) as store:
            rows.extend(
                await store.database.read(
                    lambda tx: activity.page(tx, activity.ActivityFilter(), keyset=KeysetPage(), limit=10)
                )
            )

    run(accept)

    assert "acceptLostLog" not in [row.action for row in rows]
    assert head(left) == EARLY + LATE


def test_what_writes_the_database_anew_refuses_one_that_was_cut_off(left: Path, tmp_path: Path) -> None:
    is_removed(left / "plantstore.db-wal")
    home = store_files(settings(left))
    tools = copy.CopyTools(watch=IdleWatch(clock=CLOCK, wait=nothing), report=nothing)

    for refused in (
        lambda: backups.compact(home),
        lambda: upgrade.upgrade_file(home, clock=CLOCK),
        lambda: copy.copy(settings(left), settings(tmp_path / "copy"), key=b"k" * 32, tools=tools),
    ):
        with pytest.raises(StorageRefused, match="events 5 of 45"):
            refused()
    assert "events 5 of 45" in backups.check(home, clock=CLOCK).lost


def test_restoring_an_older_backup_notes_what_it_holds(left: Path, tmp_path: Path) -> None:
    home, backup = store_files(settings(left)), tmp_path / "backup.db"
    backups.back_up(home, backup, force=False, report=nothing)

    async def more() -> None:
        async with open_store(settings(left)) as store:
            await add(store, "One more")

    run(more)
    backups.restore(home, backup, key_file=None, force=True, clock=CLOCK, report=nothing)

    assert note_of(left)["events"] == EARLY + LATE
    assert head(left) == EARLY + LATE


def test_a_compacted_and_a_copied_store_are_noted(left: Path, tmp_path: Path) -> None:
    home = store_files(settings(left))
    backups.compact(home)
    assert note_of(left)["events"] == EARLY + LATE

    copied = tmp_path / "copied"
    tools = copy.CopyTools(watch=IdleWatch(clock=CLOCK, wait=nothing), report=nothing)
    copy.copy(settings(left), settings(copied), key=copy.read_key_of(settings(left), None, None), tools=tools)

    assert note_of(copied)["events"] == EARLY + LATE


def test_a_lost_database_whose_token_was_removed_is_known_by_its_note(left: Path) -> None:
    (left / "operator.token").unlink()
    for end in ("", "-wal"):
        (left / f"plantstore.db{end}").unlink()

    with pytest.raises(StorageRefused, match=r"missing or empty, but \S+plantstore.db.head is left"):
        head(left)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[1]", b'{"events": "x"}', b'{"other": 9}'])
def test_a_note_that_cannot_be_read_keeps_no_store_from_starting(left: Path, content: bytes) -> None:
    (left / "plantstore.db.head").write_bytes(content)

    assert head(left) == EARLY + LATE
    assert note_of(left)["events"] == EARLY + LATE


def test_a_note_that_cannot_be_written_is_said_once_and_written_later(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    blocked = folder / "plantstore.db.head.unfinished"

    async def test() -> None:
        async with open_store(settings(folder)) as store:
            assert store.file_monitor is not None
            store.file_monitor.stop()
            blocked.mkdir()
            await add(store, "Rosa")
            with structlog.testing.capture_logs() as said:
                for _ in range(3):
                    monitored(store)
            assert [line["event"] for line in said] == ["the head of the log cannot be noted; will retry"]
            assert note_of(folder)["events"] == 0

            blocked.rmdir()
            monitored(store)
            assert note_of(folder)["events"] == 1
            store.file_monitor.stop()

    run(test)


def test_what_is_noted_was_on_stable_storage_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a commit is held up before its sync, the note does not know of it."""
    folder = tmp_path / "data"
    commit = Connection.commit
    seen: list[int] = []

    async def test() -> None:
        async with open_store(settings(folder)) as store:
            await add(store, "Rosa")

            def looked_at_before(self: Connection) -> None:
                monitored(store)
                seen.append(note_of(folder)["events"])
                commit(self)

            monkeypatch.setattr(Connection, "commit", looked_at_before)
            await add(store, "Aloe")
            monkeypatch.setattr(Connection, "commit", commit)
            monitored(store)
            seen.append(note_of(folder)["events"])

    run(test)

    assert seen[0] == 1 and seen[-1] == 2


def test_numbers_are_read_only_after_a_commit(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, reads, read = left / "plantstore.db", list[log_head.Numbers](), log_head._read

    def counted(connection: object) -> log_head.Numbers:
        assert isinstance(connection, Connection)
        reads.append(read(connection))
        return reads[-1]

    monkeypatch.setattr(log_head, "_read", counted)
    writer = Connection(database, writes=True)
    notes = log_head.HeadNotes(database, lambda: Connection(database, writes=False))

    def reads_of_two_notes() -> int:
        before = len(reads)
        notes.note()
        notes.note()
        return len(reads) - before

    assert reads_of_two_notes() == 1
    notes.close()
    assert reads_of_two_notes() == 1, "the count of a new connection is another"
    writer.begin_write()
    writer.update("UPDATE plants SET sku = 'ROS-1' WHERE id = 1")
    assert reads_of_two_notes() == 0, "it is not committed"
    writer.commit()
    assert reads_of_two_notes() == 1

    notes.close()
    writer.close()


def test_a_restore_that_was_killed_is_not_taken_for_a_first_start(left: Path, tmp_path: Path) -> None:
    home, backup, folder = store_files(settings(left)), tmp_path / "backup.db", tmp_path / "new"
    backups.back_up(home, backup, force=False, report=nothing)
    folder.mkdir()
    shutil.copy(home.key_file, folder / "key")
    shutil.copy(backup, folder / "plantstore.db.restoring")

    with pytest.raises(StorageRefused, match=r"missing or empty, but \S+plantstore.db.restoring is left"):
        head(folder)
    backups.restore(store_files(settings(folder)), backup, key_file=None, force=False, clock=CLOCK, report=nothing)

    assert head(folder) == EARLY + LATE


def test_a_token_that_is_made_anew_is_in_the_log(left: Path) -> None:
    (left / "operator.token").unlink()

    with structlog.testing.capture_logs() as said:
        head(left)
        head(left)

    assert [line["event"] for line in said if "token" in line["event"]] == [
        "operator.token is missing; making a new one. Earlier tokens stay valid until they are revoked"
    ]
