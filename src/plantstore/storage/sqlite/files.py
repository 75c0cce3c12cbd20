"""A database as a file: copy it while it is used, see whether it is whole, write it anew, put it into its place."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import apsw

from plantstore.storage.engine import durable_files
from plantstore.storage.engine.migrate import version_of
from plantstore.storage.engine.protocols import Connection as AnyConnection
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.sqlite.engine import Connection

PAGES_AT_ONCE = 1_000  # copied between two reports: 4 MiB
FAULTS_MAX = 20  # named; one is enough to distrust a file

Report = Callable[[int, int], None]
"""Hears how many pages are done, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSummary:
    """Of which version a database is, and how many events its log has."""

    schema: int
    head: int


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open a database to read one snapshot; StorageRefused when it is none, or is damaged."""
    connection = Connection(path, writes=False)
    try:
        connection.begin_read()
        yield connection
        connection.rollback()
    except apsw.Error as error:
        raise StorageRefused(f"{path} is not a Plant Store database, or is damaged: {error}.") from error
    finally:
        connection.close()


def has_schema(path: Path) -> bool:
    """Return whether a file has the tables of a store. SQLite makes an empty file before it writes a first page."""
    try:
        if path.stat().st_size == 0:
            return False
    except FileNotFoundError:
        return False
    with reading(path) as connection:
        return "schema_version" in connection.tables()


def describe(connection: AnyConnection) -> DatabaseSummary:
    """Say what is in a database; StorageRefused when this program is too old for it."""
    head = connection.execute("SELECT coalesce(max(sequence), 0) FROM events")[0][0]
    return DatabaseSummary(schema=version_of(connection), head=int(head))


def faults(connection: Connection) -> list[str]:
    """What the engine finds wrong in the file itself, the first FAULTS_MAX of it."""
    rows = connection.execute(f"PRAGMA integrity_check({FAULTS_MAX})")
    return [row[0] for row in rows if row[0] != "ok"]


def copy(source: Path, to: Path, *, report: Report = lambda _done, _all: None) -> DatabaseSummary:
    """Copy one snapshot into a file of its own, whoever writes meanwhile: whole and on stable storage, or not at all.

    The snapshot is held while it is copied, so the source's WAL grows for so long.
    """
    with reading(source) as connection:
        described = describe(connection)  # takes the snapshot, too
        with _new_file(to):
            raw = apsw.Connection(str(to))
            try:
                _copy_pages(connection, raw, report)
                raw.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, without a WAL beside it
            finally:
                raw.close()
            _check(to)
    return described


def compact(path: Path, to: Path) -> None:
    """Write a database into a new file without the room that nothing fills any more. It must not be in use."""
    with _new_file(to):
        raw = apsw.Connection(str(path))
        try:
            raw.execute("VACUUM INTO ?", (str(to),))
        finally:
            raw.close()
        _check(to)


def replace_database(new: Path, path: Path) -> None:
    """Let a file take the place of a database that is not in use. The WAL of the old one must not reach the new one.

    The old one stays whole until the moment in which it is replaced.
    """
    if path.exists():
        with suppress(StorageRefused, apsw.Error):  # it may be damaged, and replaced for that reason
            Connection(path, writes=True).close()  # the last one to close moves the WAL into the file
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    durable_files.sync(path.parent)  # else a power cut could bring the old WAL back beside the new file
    replace_file(new, path)


def replace_file(new: Path, path: Path) -> None:
    """Give a file its name, for good: also after a power cut it has it."""
    os.replace(new, path)
    durable_files.sync(path.parent)


def _copy_pages(connection: Connection, raw: apsw.Connection, report: Report) -> None:
    with raw.backup("main", connection.raw, "main") as backup:
        while not backup.done:
            backup.step(PAGES_AT_ONCE)
            report(backup.page_count - backup.remaining, backup.page_count)


@contextmanager
def _new_file(to: Path) -> Iterator[None]:
    """Make a file that only its owner may read, bring it to stable storage, and remove it when something fails.

    One that was left by a program that was killed is written over; one that is being written is left alone.
    """
    try:
        handle = os.open(to, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageRefused(f"{to} cannot be written: {error.strerror}.") from error
    try:
        _take(handle, to)
        os.ftruncate(handle, 0)
        os.fchmod(handle, durable_files.OWNER_ONLY)
        try:
            yield
            os.fsync(handle)
        except BaseException as error:
            to.unlink(missing_ok=True)
            if isinstance(error, apsw.Error):
                raise StorageRefused(f"{to} could not be written: {error}.") from error
            raise
    finally:
        os.close(handle)


def _take(handle: int, to: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise StorageRefused(f"{to} is being written by another process.") from error


def _check(path: Path) -> None:
    with reading(path) as connection:
        found = faults(connection)
    if found:
        raise StorageRefused(f"{path} is not whole, and was removed: {found[0]}.")
