"""Backups that are taken while everything moves, and stores that come back from them: nothing lost, little repeated."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from plantstore.app.store import open_store
from plantstore.core.clock import SystemClock
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.secret import AccessToken
from plantstore.operations import backup, upgrade
from plantstore.operations.backup import StoreFiles, store_files
from plantstore.storage.engine.migrate import migrations
from plantstore.storage.engine.protocols import StorageRefused, StoreLocked
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.engine import Connection, SqliteEngine
from tests.audited import audit
from tests.receiver import Got, Receiving, a_server
from tests.running import add, register, run, settings

CLOCK = SystemClock()
HIDDEN_FAULT = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'retries_due'"
ACCESS_TOKEN = "told-to-one-receiver-only"


def nothing(_done: int, _all: int) -> None:
    """Hear of progress and do nothing."""


def home(folder: Path) -> StoreFiles:
    return store_files(settings(folder))


def save(folder: Path, file: Path, *, force: bool = False) -> backup.CompletedBackup:
    return backup.back_up(home(folder), file, force=force, report=nothing)


def bring_back(folder: Path, file: Path, *, key_file: Path | None = None, force: bool = False) -> backup.Restored:
    return backup.restore(home(folder), file, key_file=key_file, force=force, clock=CLOCK, report=nothing)


def count(path: Path, sql: str = "SELECT count(*) FROM plants") -> int:
    with files.reading(path) as connection:
        return int(connection.execute(sql)[0][0])


def change(path: Path, sql: str) -> None:
    connection = Connection(path, writes=True)
    connection.script(sql)
    connection.close()


@dataclass(frozen=True, slots=True)
class Old:
    """A store that does not run, with three plants, and a backup of it."""

    folder: Path
    file: Path

    @property
    def database(self) -> Path:
        return self.folder / "plantstore.db"

    @property
    def key(self) -> Path:
        return self.folder / "key"


def fill(folder: Path, *names: str) -> None:
    async def work() -> None:
        async with a_server() as receiving, open_store(settings(folder)) as store:
            await register(store, receiving)
            await add(store, *names)
            await receiving.requests(len(names))

    run(work)


@pytest.fixture
def old(tmp_path: Path) -> Old:
    old = Old(tmp_path / "old", tmp_path / "backup.db")
    fill(old.folder, "Rosa", "Aloe", "Salvia")
    save(old.folder, old.file)
    return old


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """Hold a store as a server does."""
    engine = SqliteEngine(folder / "plantstore.db")
    yield
    engine.close()


def damage(path: Path) -> None:
    """Write over pages in the middle, as a bad disk does."""
    size = path.stat().st_size
    with path.open("r+b") as stream:
        stream.seek(size // 3 // 4096 * 4096)
        stream.write(b"\xa5" * (size // 3))


# A backup under load


def recorded(file: Path, receiver: Receiver) -> tuple[set[int], set[int]]:
    """Of a receiver in a backup: what it is owed, and what is recorded as accepted."""
    with files.reading(file) as connection:
        head = files.describe(connection).head
        sql = "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND outcome = 'accepted'"
        accepted = {row[0] for row in connection.execute(sql, (receiver.id,))}
    return set(range(receiver.start, head + 1)) - accepted, accepted


def fails_first(got: Got) -> int:
    return 500 if got.sequence % 3 == 0 and got.headers["webhook-attempt"] == "1" else 204


async def test_from_a_backup_taken_under_load_receivers_get_exactly_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "backup.db"
    monkeypatch.setattr(files, "PAGES_AT_ONCE", 8)
    grown = threading.Event()
    reports: list[int] = []

    def report(done: int, _all: int) -> None:
        """Copy no further before something was added: every step meets a database that has changed."""
        assert not reports or done >= reports[-1], "it began again"
        reports.append(done)
        grown.clear()
        assert grown.wait(20)

    async with a_server() as good, a_server() as flaky, a_server() as down:
        flaky.answer, down.answer = fails_first, lambda got: 503
        receivers: dict[int, tuple[Receiver, Receiving]] = {}
        async with open_store(settings(old)) as store:
            for number, receiving in enumerate((good, flaky, down)):
                receivers[number] = await register(store, receiving), receiving
            await add(store, *(f"Early {number}" for number in range(50)))
            await good.requests(50)
            await store.database.write(lambda tx: None)
            saving = asyncio.create_task(asyncio.to_thread(backup.back_up, home(old), file, force=False, report=report))
            while not saving.done():
                await add(store, "Rosa")
                grown.set()
            saved = await saving
            assert len(reports) > 5
            assert store.log.head > saved.described.head >= 50

        bring_back(new, file, key_file=old / "key")
        before = {number: len(receiving.got) for number, (_, receiving) in receivers.items()}
        good.answer = flaky.answer = down.answer = lambda got: 204
        async with open_store(settings(new)) as store:
            for number, (receiver, receiving) in receivers.items():
                owed, accepted = recorded(file, receiver)
                await receiving.requests(before[number] + len(owed))
                again = [got.sequence for got in receiving.got[before[number] :]]
                assert sorted(again) == sorted(owed), "each exactly once"
                assert not accepted & set(again)
            assert await store.dispatcher.settle(wait_s=5)
        assert recorded(file, receivers[0][0])[1], "the backup holds deliveries that were recorded"
        assert len(recorded(file, receivers[2][0])[0]) >= 50, "and others that were owed"
    audit(new)


# Backups


def test_a_backup_is_one_file_that_only_its_owner_may_read(old: Old) -> None:
    assert old.file.stat().st_mode & 0o777 == 0o600
    assert {one.name for one in old.file.parent.iterdir()} == {"old", "backup.db"}
    assert count(old.file) == 3
    assert old.file.read_bytes()[18:20] == b"\x01\x01", "no WAL beside it is needed to read it"


async def test_a_backup_holds_neither_the_key_nor_any_secret_in_clear(tmp_path: Path) -> None:
    secrets: list[bytes] = []

    async with a_server() as receiving, open_store(settings(tmp_path)) as store:
        await register(store, receiving, access_token=AccessToken(ACCESS_TOKEN))
        secrets.append(receiving.secret.removeprefix("whsec_").encode())

    save(tmp_path, tmp_path / "backup.db")

    text = (tmp_path / "backup.db").read_bytes()
    token, key = (tmp_path / "operator.token").read_bytes().strip(), (tmp_path / "key").read_bytes().strip()
    for one in (*secrets, key, token, ACCESS_TOKEN.encode()):
        assert one not in text


def test_what_is_there_is_replaced_only_by_force(old: Old) -> None:
    before = old.file.read_bytes()
    fill(old.folder, "Viola")

    with pytest.raises(StorageRefused, match="already exists"):
        save(old.folder, old.file)
    assert old.file.read_bytes() == before

    save(old.folder, old.file, force=True)
    assert count(old.file) == 4


@pytest.mark.parametrize("name", ["plantstore.db", "plantstore.db-wal", "plantstore.db.lock", "key", "operator.token"])
def test_no_backup_is_written_over_the_store_itself(old: Old, name: str) -> None:
    before = old.key.read_bytes()

    with pytest.raises(StorageRefused, match="belongs to the store itself"):
        save(old.folder, old.folder / "." / name, force=True)

    assert (count(old.database), old.key.read_bytes()) == (3, before)


def test_two_backups_into_one_file_do_not_mix(old: Old) -> None:
    other = old.file.with_name("other.db")
    with files.new_file(other.with_name("other.db.partial")), pytest.raises(StorageRefused, match="is being written"):
        save(old.folder, other)


def test_what_a_killed_backup_left_is_written_over(old: Old) -> None:
    other = old.file.with_name("other.db")
    other.with_name("other.db.partial").write_bytes(b"half of it" * 1_000)

    save(old.folder, other)

    assert count(other) == 3
    assert not other.with_name("other.db.partial").exists()


def test_of_a_damaged_database_there_is_no_backup(old: Old) -> None:
    damage(old.database)

    with pytest.raises(StorageRefused, match=r"is damaged"):
        save(old.folder, old.file.with_name("other.db"))

    assert {one.name for one in old.file.parent.iterdir()} == {"old", "backup.db"}


def test_of_a_database_with_a_fault_that_only_a_check_finds_there_is_no_backup(old: Old) -> None:
    change(old.database, HIDDEN_FAULT)

    with pytest.raises(StorageRefused, match="is damaged"):
        save(old.folder, old.file.with_name("other.db"))

    assert {one.name for one in old.file.parent.iterdir()} == {"old", "backup.db"}


def test_where_no_store_is_nothing_is_made(tmp_path: Path) -> None:
    for verb in (
        lambda: save(tmp_path / "none", tmp_path / "backup.db"),
        lambda: backup.check(home(tmp_path / "none"), clock=CLOCK),
        lambda: backup.compact(home(tmp_path / "none")),
        lambda: upgrade.upgrade_file(home(tmp_path / "none"), clock=CLOCK),
    ):
        with pytest.raises(StorageRefused, match="There is no store at"):
            verb()
    assert list(tmp_path.iterdir()) == []


# Restoring


def test_a_restored_store_opens_with_what_was_in_it(old: Old, tmp_path: Path) -> None:
    restored = bring_back(tmp_path / "new", old.file, key_file=old.key)

    assert (restored.described.head, restored.outdated, restored.token_removed) == (3, False, False)
    assert (tmp_path / "new" / "key").read_bytes() == old.key.read_bytes()
    assert (tmp_path / "new" / "key").stat().st_mode & 0o777 == 0o600
    fill(tmp_path / "new", "Viola")
    assert count(tmp_path / "new" / "plantstore.db") == 4
    audit(tmp_path / "new")


def test_nothing_of_the_old_store_reaches_the_new_one(old: Old) -> None:
    """A killed server leaves a WAL. Read into another database it would be its end."""
    connection = Connection(old.database, writes=True)
    connection.script("DELETE FROM plants")
    left = {end: Path(f"{old.database}{end}").read_bytes() for end in ("", "-wal")}
    connection.close()
    for end, content in left.items():
        Path(f"{old.database}{end}").write_bytes(content)
    assert count(old.database) == 0

    bring_back(old.folder, old.file, force=True)

    assert count(old.database) == 3
    assert not Path(f"{old.database}-wal").exists()


def test_a_damaged_store_can_be_replaced(old: Old) -> None:
    old.database.write_bytes(b"nothing of a database" * 1_000)
    Path(f"{old.database}-wal").write_bytes(b"nothing of a WAL" * 1_000)

    bring_back(old.folder, old.file, force=True)

    assert {one.name for one in old.folder.iterdir()} == {
        "plantstore.db",
        "plantstore.db.head",
        "plantstore.db.lock",
        "key",
        "operator.token",
    }
    assert count(old.database) == 3


def test_what_lies_beside_a_database_that_somebody_removed_does_not_reach_the_new_one(old: Old) -> None:
    wal = Path(f"{old.database}-wal")
    connection = Connection(old.database, writes=True)
    connection.script("DELETE FROM plants")
    left = wal.read_bytes()
    connection.close()
    old.database.unlink()
    wal.write_bytes(left)

    bring_back(old.folder, old.file)

    assert not wal.exists()
    assert count(old.database) == 3


@pytest.mark.parametrize("force", [False, True])
def test_a_running_store_is_not_replaced(old: Old, force: bool) -> None:
    fill(old.folder, "Viola")

    with running(old.folder), pytest.raises(StoreLocked):
        bring_back(old.folder, old.file, force=force)

    assert count(old.database) == 4


def test_a_store_that_is_there_is_replaced_only_by_force(old: Old) -> None:
    fill(old.folder, "Viola")

    with pytest.raises(StorageRefused, match="already exists"):
        bring_back(old.folder, old.file)

    assert count(old.database) == 4


def wrong_key(old: Old) -> Path:
    other = old.folder.parent / "other"
    fill(other, "Viola")
    return other / "key"


def no_key(old: Old) -> None:
    return None


def damaged(old: Old) -> Path:
    damage(old.file)
    return old.key


def of_another_program(old: Old) -> Path:
    old.file.unlink()
    change(old.file, "CREATE TABLE events (sequence INTEGER)")
    return old.key


def of_a_newer_version(old: Old) -> Path:
    change(old.file, f"INSERT INTO schema_version VALUES ({migrations()[-1][0] + 1}, 'later', 0)")
    return old.key


def no_database(old: Old) -> Path:
    old.file.write_bytes(b"no database" * 500)
    return old.key


def not_there(old: Old) -> Path:
    old.file.unlink()
    return old.key


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (wrong_key, "The key is not the one"),
        (no_key, "The key is missing"),
        (damaged, "damaged"),
        (of_another_program, "not a Plant Store database"),
        (of_a_newer_version, "a newer Plant Store"),
        (no_database, "not a Plant Store database"),
        (not_there, "There is no file"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_changed(
    old: Old, tmp_path: Path, spoil: Callable[[Old], Path | None], words: str
) -> None:
    key_file = spoil(old)

    with pytest.raises(StorageRefused, match=words):
        bring_back(tmp_path / "new", old.file, key_file=key_file)

    left = {one.name for one in (tmp_path / "new").iterdir()} if (tmp_path / "new").exists() else set()
    assert left <= {"plantstore.db.lock"}


def test_another_key_is_not_written_over(old: Old) -> None:
    other = wrong_key(old)

    with pytest.raises(StorageRefused, match="contains another key"):
        bring_back(other.parent, old.file, key_file=old.key, force=True)


def test_an_older_backup_is_brought_up_to_date_by_the_next_start(old: Old, tmp_path: Path) -> None:
    change(old.file, f"UPDATE schema_version SET version = 0 WHERE version = {migrations()[-1][0]}")

    assert bring_back(tmp_path / "new", old.file, key_file=old.key).outdated


def test_an_operators_token_of_another_store_is_removed(old: Old) -> None:
    token_file = old.folder / "operator.token"
    assert not bring_back(old.folder, old.file, force=True).token_removed
    assert token_file.exists()

    token_file.write_text("pst_of_another_store\n")

    assert bring_back(old.folder, old.file, force=True).token_removed
    assert not token_file.exists()


# Looking through, compacting, migrating


def test_a_whole_store_has_no_fault_and_its_key_fits(old: Old) -> None:
    with running(old.folder):
        looked = backup.check(home(old.folder), clock=CLOCK)

    assert (looked.faults, looked.key_fault, looked.described.head) == ((), "", 3)


def test_a_key_that_does_not_fit_is_named(old: Old) -> None:
    old.key.write_bytes(wrong_key(old).read_bytes())

    assert "The key is not the one" in backup.check(home(old.folder), clock=CLOCK).key_fault


def test_faults_of_the_file_are_found(old: Old) -> None:
    change(old.database, HIDDEN_FAULT)

    looked = backup.check(home(old.folder), clock=CLOCK)

    assert 1 <= len(looked.faults) <= files.FAULTS_MAX


def test_compacting_gives_room_back_and_changes_nothing_else(old: Old) -> None:
    change(old.database, "CREATE TABLE ballast AS SELECT randomblob(1000000) AS bytes; DROP TABLE ballast")

    before, after = backup.compact(home(old.folder))

    assert before.database_bytes + before.wal_bytes > 1_000_000 > after.database_bytes
    assert {one.name for one in old.folder.iterdir()} == {
        "plantstore.db",
        "plantstore.db.head",
        "plantstore.db.lock",
        "key",
        "operator.token",
    }
    assert old.database.stat().st_mode & 0o777 == 0o600
    fill(old.folder, "Viola")
    audit(old.folder)


@pytest.mark.parametrize("verb", ["compact", "migrate"])
def test_what_needs_the_store_for_itself_refuses_a_running_one(old: Old, verb: str) -> None:
    with running(old.folder), pytest.raises(StoreLocked):
        backup.compact(home(old.folder)) if verb == "compact" else upgrade.upgrade_file(home(old.folder), clock=CLOCK)


def test_migrating_says_what_it_did(tmp_path: Path) -> None:
    (number, name, sql), *missing = migrations()
    change(
        tmp_path / "plantstore.db",
        "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL);"
        f"{sql}; INSERT INTO schema_version VALUES ({number}, '{name}', 0)",
    )

    migrated = upgrade.upgrade_file(home(tmp_path), clock=CLOCK)
    again = upgrade.upgrade_file(home(tmp_path), clock=CLOCK)

    assert (migrated.before, migrated.after) == (number, missing[-1][0])
    assert migrated.steps == tuple(name for _, name, _ in missing)
    assert (again.before, again.steps) == (migrated.after, ())
