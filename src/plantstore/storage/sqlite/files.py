"""Copy database files, even while they are in use; check, compact and replace them."""

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

PAGES_AT_ONCE = 1_000  # max pages copied between two progress reports (4 MiB)
FAULTS_MAX = 20  # max errors listed; a single error is enough to distrust a file

Report = Callable[[int, int], None]
"""Called with the number of pages copied so far, and the number of all pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSummary:
    """A database's schema version, and the number of events in its log."""

    schema: int
    head: int


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open a database to read one snapshot; raise StorageRefused if the file is not a database, or is damaged."""
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
    """True if a file has Plant Store's tables. The file may be missing, or empty until SQLite writes its first page."""
    try:
        if path.stat().st_size == 0:
            return False
    except FileNotFoundError:
        return False
    with reading(path) as connection:
        return "schema_version" in connection.tables()


def describe(connection: AnyConnection) -> DatabaseSummary:
    """Return the summary of a database; StorageRefused if this program is too old for it."""
    head = connection.execute("SELECT coalesce(max(sequence), 0) FROM events")[0][0]
    return DatabaseSummary(schema=version_of(connection), head=int(head))


def faults(connection: Connection) -> list[str]:
    """Return the first FAULTS_MAX errors that SQLite's integrity check finds."""
    rows = connection.execute(f"PRAGMA integrity_check({FAULTS_MAX})")
    return [row[0] for row in rows if row[0] != "ok"]


def copy(source: Path, to: Path, *, report: Report = lambda _done, _all: None) -> DatabaseSummary:
    """Copy one snapshot of a database into a new file on stable storage. If that fails, no file remains.

    The source may be in use. Its WAL grows until the copy ends, because the snapshot is held.
    """
    with reading(source) as connection:
        described = describe(connection)  # the first read takes the snapshot
        with new_file(to):
            raw = apsw.Connection(str(to))
            try:
                _copy_pages(connection, raw, report)
            finally:
                raw.close()
            detach_wal(to)
    return described


def detach_wal(path: Path) -> None:
    """Make a database a single file, without a WAL. Raise StorageRefused if it is damaged."""
    raw = apsw.Connection(str(path))
    try:
        raw.execute("PRAGMA journal_mode = DELETE").fetchall()
    except apsw.Error as error:
        raise StorageRefused(f"{path} could not be written: {error}.") from error
    finally:
        raw.close()
    _check(path)


def compact(path: Path, to: Path) -> None:
    """Write a database that is not in use into a new file, without its free pages."""
    with new_file(to):
        raw = apsw.Connection(str(path))
        try:
            raw.execute("VACUUM INTO ?", (str(to),))
        finally:
            raw.close()
        _check(to)


def replace_database(new: Path, path: Path) -> None:
    """Replace a database that is not in use, and remove its WAL, which must not be applied to the new file.

    The old database stays intact until the new file replaces it.
    """
    if path.exists():
        with suppress(StorageRefused, apsw.Error):  # the old database may be damaged
            Connection(path, writes=True).close()  # the last connection that closes writes the WAL back
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    durable_files.sync(path.parent)  # otherwise the old WAL could reappear after a power loss
    replace_file(new, path)


def replace_file(new: Path, path: Path) -> None:
    """Rename a file durably: the new name survives a power loss."""
    os.replace(new, path)
    durable_files.sync(path.parent)


def _copy_pages(connection: Connection, raw: apsw.Connection, report: Report) -> None:
    with raw.backup("main", connection.raw, "main") as backup:
        while not backup.done:
            backup.step(PAGES_AT_ONCE)
            report(backup.page_count - backup.remaining, backup.page_count)


@contextmanager
def new_file(to: Path) -> Iterator[int]:
    """Create a file that only its owner may read, and sync it after the block. The file is removed if anything fails.

    The block gets its descriptor, open for writing. A file that a killed process left is overwritten; StorageRefused if
    another process is writing the file.
    """
    try:
        handle = os.open(to, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageRefused(f"{to} cannot be written: {error.strerror}.") from error
    try:
        _lock(handle, to)
        os.ftruncate(handle, 0)
        os.fchmod(handle, durable_files.OWNER_ONLY)
        try:
            yield handle
            os.fsync(handle)
        except BaseException as error:
            to.unlink(missing_ok=True)
            if isinstance(error, apsw.Error):
                raise StorageRefused(f"{to} could not be written: {error}.") from error
            raise
    finally:
        os.close(handle)


def _lock(handle: int, to: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise StorageRefused(f"{to} is being written by another process.") from error


def _check(path: Path) -> None:
    with reading(path) as connection:
        found = faults(connection)
    if found:
        raise StorageRefused(f"{path} is damaged, and was removed: {found[0]}.")
