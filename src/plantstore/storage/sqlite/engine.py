"""The SQLite engine, through APSW: the database is a file that a single server process uses.

It uses a WAL with `synchronous=FULL`: in a simulated power cut, NORMAL lost acknowledged rows and FULL lost none.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar, cast

import apsw

from plantstore.domain.errors import StoreError, StoreFull, Unavailable
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine import durable_files
from plantstore.storage.engine.protocols import Row, StorageRefused, StorageSizes, StoreLocked
from plantstore.storage.sqlite.opened_files import BESIDE, LOCK, WAL, OpenedFiles
from plantstore.storage.sqlite.wal_reader import WalReader

SQLITE_MIN = (3, 51, 3)  # 3.7.0 to 3.51.2 can lose a committed write when a WAL is reset (fixed in 3.51.3)
BUSY_MS = 5_000  # max wait for a lock: a reader may have to wait until the WAL is recovered
CACHE_KIB = 16_384  # page cache per connection
INSERT_ROWS_MAX = 128  # max rows in one INSERT: 128 × 22 columns stay far below SQLite's limit of 32,766 values
STATEMENTS_KEPT = 300  # max compiled statements per connection; compiling a 64-row INSERT takes as long as running it
CHECKPOINT_PAGES = 4_000  # WAL size (16 MiB) from which an idle writer checkpoints
CHECKPOINT_PAGES_MAX = 32_000  # WAL size (128 MiB) from which even a busy writer checkpoints
RESTART_WAIT_MS = 100  # max time that a checkpoint waits for readers of the WAL
ROOM_BYTES_MIN = 65_536  # a disk with less free space counts as full; SQLite's shared memory takes half
DAMAGED = (
    "The database file is damaged. Nothing is accepted or sent any more. Stop the store, inspect the damage with "
    "`plantstore db check`, and restore a backup."
)
_CHANGES_OF_NO_MERGE = 1  # increase of total_changes() if FTS5 had nothing to merge
NETWORK_FILE_SYSTEMS = frozenset(
    [
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "coda",
        "davfs",
        "fuse.glusterfs",
        "fuse.rclone",
        "fuse.s3fs",
        "fuse.sshfs",
        "gfs2",
        "glusterfs",
        "lustre",
        "ncpfs",
        "nfs",
        "nfs4",
        "ocfs2",
        "orangefs",
        "smb2",
        "smb3",
        "smbfs",
    ]
)


class Connection:
    """A connection to the database file. APSW caches its compiled statements."""

    finds_in_order: ClassVar[bool] = True
    for_update = for_share = ""  # there is only one writer
    is_aborted = False  # a failed statement does not abort the transaction

    def __init__(self, path: Path, *, writes: bool, wal_reader: WalReader | None = None) -> None:
        try:
            # A reader does not create the file: an empty new file would hide that the database was removed.
            flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if writes else 0)
            self._raw = apsw.Connection(str(path), flags=flags, statementcachesize=STATEMENTS_KEPT)
            if writes:  # before the first page is written; SQLite creates -wal and -shm with the same permissions
                durable_files.tighten((path,))
            # A reader that closes last must keep a killed server's WAL: missing files may have to be restored first.
            leaves_wal = not writes and _size(path.with_name(path.name + WAL)) > 0
            self._raw.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(leaves_wal))
            self._raw.set_busy_timeout(BUSY_MS)
            for pragma in _pragmas(writes=writes):
                self._raw.execute(f"PRAGMA {pragma}")
        except apsw.Error as error:
            raise StorageRefused(_why_not_opened(path, error)) from error
        self._wal_reader = wal_reader
        if wal_reader is not None:
            frames, written_back = self._raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_NOOP)
            page_bytes = self.execute("PRAGMA page_size")[0][0]
            wal_reader.attach(frames=frames, page_bytes=page_bytes, is_written_back=frames == written_back)
        self._raw.set_wal_hook(self._note_wal)
        self._commits = 0
        self._wal_pages = 0
        self._restart_at_pages = CHECKPOINT_PAGES_MAX
        self._inserts: dict[tuple[str, int], str] = {}

    @property
    def raw(self) -> apsw.Connection:
        """Return the underlying APSW connection, with which whole files are copied."""
        return self._raw

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        try:
            return cast(list[Row], self._raw.execute(sql, values).fetchall())
        except UnicodeDecodeError as error:  # the file is damaged, because only UTF-8 is stored
            raise apsw.CorruptError(f"a text is not UTF-8: {error.reason}") from error

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run an UPDATE or DELETE and return the number of rows it changed."""
        self._raw.execute(sql, values)
        return self._raw.changes()

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows, in statements of INSERT_ROWS_MAX … 4, 2 or 1 rows: so few statements all stay compiled."""
        start = 0
        while start < len(rows):
            size = min(INSERT_ROWS_MAX, 1 << (len(rows) - start).bit_length() - 1)
            values = list(chain.from_iterable(rows[start : start + size]))
            self._raw.execute(self._insert_sql(table, columns, size), values)
            start += size

    def script(self, sql: str) -> None:
        self._raw.execute(sql)

    def define(self, sql: str, *, step: int = 0) -> None:
        del step
        self._raw.execute(sql)

    def tables(self) -> set[str]:
        sql = (
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') "
            "AND substr(name, 1, 7) <> 'sqlite_'"
        )
        return {row[0] for row in self.execute(sql)}

    def columns(self, table: str) -> list[str]:
        return [row[0] for row in self.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", (table,))]

    def allocate_ids(self, of: str, count: int) -> list[int] | None:
        del of, count
        return None

    def reset_sequence(self, of: str, newest: int) -> None:
        """Do nothing: new ids follow the highest id in the table."""

    def advisory_lock(self, name: str) -> None:
        """Do nothing: there is only one writer."""

    def server_now(self) -> None:
        """Return None: there is no server."""

    def rows_changed(self) -> int:
        return self._raw.total_changes()

    def commits(self) -> int:
        return self._commits

    def matching(self, words: Sequence[Sequence[str]]) -> tuple[str, tuple[str]]:
        """Return an FTS5 condition. Words are quoted and have only letters and digits, so they are never syntax."""
        groups = (" OR ".join(f'"{word.removesuffix("*")}"{"*" * word.endswith("*")}' for word in one) for one in words)
        return "plant_words MATCH ?", (" AND ".join(f"({group})" for group in groups),)

    def merge_words(self, *, pages: int) -> bool:
        before = self._raw.total_changes()
        self._raw.execute("INSERT INTO plant_words (plant_words, rank) VALUES ('merge', ?)", (pages,))
        return self._raw.total_changes() - before > _CHANGES_OF_NO_MERGE

    def begin_write(self, *, exclusive: bool = True) -> None:
        del exclusive
        # Take the write lock at the beginning, because SQLite does not wait for one that is taken mid-transaction.
        self._raw.execute("BEGIN IMMEDIATE")

    def begin_migration(self) -> None:
        self.begin_write()

    def begin_read(self, *, statement_s_max: int = 0) -> None:
        del statement_s_max  # a slow statement occupies one of this process's own threads, and no server of others
        self._raw.execute("BEGIN")

    def begin_query(self) -> None:
        """Begin a transaction: it costs little, and the query is the only one that reads in it."""
        self.begin_read()

    def commit(self) -> None:
        self._raw.execute("COMMIT")

    def rollback(self) -> None:
        # SQLite rolls back on its own when the disk is full, and another ROLLBACK would be an error.
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def checkpoint(self, *, idle: bool) -> None:
        """Write the WAL back into the database file if the WAL has grown enough."""
        if self._wal_pages < (CHECKPOINT_PAGES if idle else self._restart_at_pages):
            return
        if self._wal_reader is not None and not self._wal_reader.allow_checkpoint():
            return
        try:
            self._raw.set_busy_timeout(RESTART_WAIT_MS)
            self._raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE if idle else apsw.SQLITE_CHECKPOINT_RESTART)
        except apsw.Error:
            # A reader uses the WAL, or the disk is full. Wait for more WAL, so that not every commit is delayed.
            self._restart_at_pages = self._wal_pages + CHECKPOINT_PAGES
        else:
            self._wal_pages, self._restart_at_pages = 0, CHECKPOINT_PAGES_MAX
        finally:
            self._raw.set_busy_timeout(BUSY_MS)

    def close(self) -> None:
        if self._wal_reader is not None:
            self._wal_reader.allow_close()
        self._raw.close()

    def _note_wal(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._commits += 1
        self._wal_pages = pages
        if self._wal_reader is not None:
            self._wal_reader.note_committed(pages)
        return apsw.SQLITE_OK

    def _insert_sql(self, table: str, columns: Sequence[str], rows: int) -> str:
        known = self._inserts.get((table, rows))
        if known is None:
            row = f"({', '.join('?' * len(columns))})"
            known = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"
            self._inserts[table, rows] = known
        return known


def _why_not_opened(path: Path, error: apsw.Error) -> str:
    """Return an error message. On a full disk, SQLite cannot create its shared memory, and reports an I/O error."""
    if isinstance(error, apsw.FullError) or (isinstance(error, apsw.IOError) and _room_bytes(path) < ROOM_BYTES_MIN):
        return f"There is no room left on the disk of {path}. Make room, then start again."
    return f"{path} is not a Plant Store database, or is damaged: {error}."


def _room_bytes(path: Path) -> int:
    found = os.statvfs(path.parent)
    return found.f_bavail * found.f_frsize


def _pragmas(*, writes: bool) -> Iterable[str]:
    yield f"cache_size = -{CACHE_KIB}"
    yield "foreign_keys = ON"
    yield "wal_autocheckpoint = 0"  # the writer thread checkpoints, outside of commits
    if writes:
        yield "journal_mode = WAL"
        yield "synchronous = FULL"
    else:
        yield "query_only = ON"


class SqliteEngine:
    """Opens connections to one database file, and holds a lock that keeps a second server from using it."""

    def __init__(self, path: Path) -> None:
        check_place(path)
        self.path = path
        _make_private_folder(path.parent)
        self._lock = _take_lock(path)
        self.tightened = durable_files.tighten(path.with_name(path.name + end) for end in ("", *BESIDE))
        self._opened = OpenedFiles(path)
        self._wal_reader: WalReader | None = None

    def follow_wal(self) -> WalReader:
        """Return a reader of the log, which connections for writing that are opened from now on report to."""
        self._wal_reader = WalReader(self.path)
        return self._wal_reader

    def connect_writer(self) -> Connection:
        connection = Connection(self.path, writes=True, wal_reader=self._wal_reader)
        self._opened.note_opened()
        return connection

    def connect_reader(self) -> Connection:
        return Connection(self.path, writes=False)

    def announce(self, text: str) -> None:
        """Write this server's address into the lock file, for the command line and for a second server."""
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, text.encode(), 0)

    def commit_channel(self, on_commit: Callable[[], None]) -> None:
        """Return None: there are no other processes."""

    def lost(self) -> str | None:
        """Describe what happened if files were removed or replaced while open; None if they are intact."""
        return self._opened.lost()

    def sizes(self) -> StorageSizes:
        """Return the sizes of the database file and its WAL on disk."""
        return StorageSizes(
            database_bytes=_size(self.path), wal_bytes=_size(self.path.with_name(self.path.name + "-wal"))
        )

    def look(self, *, now: Instant) -> None:
        """Do nothing: there is no server."""

    def server(self) -> None:
        """Return None: there is no server."""

    def partitions(self) -> None:
        """Return None: the table is not partitioned."""

    def close(self) -> None:
        if self._wal_reader is not None:
            self._wal_reader.close()
        os.ftruncate(self._lock, 0)
        os.close(self._lock)

    @staticmethod
    def explain(error: BaseException) -> StoreError | None:
        """Translate an engine error into a StoreError; None for any other error, or if the command itself caused it."""
        if isinstance(error, apsw.FullError):
            return StoreFull()
        if isinstance(error, apsw.ConstraintError) or not isinstance(error, apsw.Error):
            return None
        if SqliteEngine.is_corruption(error):
            return Unavailable(DAMAGED)
        return Unavailable(f"The database reports: {type(error).__name__}.")

    @staticmethod
    def is_corruption(error: BaseException) -> bool:
        return isinstance(error, (apsw.CorruptError, apsw.NotADBError))

    @staticmethod
    def is_serialization_conflict(error: BaseException) -> bool:
        del error
        return False


def check_place(path: Path) -> None:
    """Raise StorageRefused if data could be lost: SQLite has a known bug, or `path` is on a network file system."""
    _check_version(apsw.sqlite_lib_version())
    kind = file_system_of(path.parent, Path("/proc/self/mountinfo"))
    if kind in NETWORK_FILE_SYSTEMS:
        raise StorageRefused(
            f"{path.parent} is on a network file system ({kind}), where SQLite loses data. Choose a local folder."
        )


def check_free(path: Path) -> None:
    """Raise StoreLocked if another process is using the store. This function does not keep the lock."""
    if lock_path(path).exists():
        os.close(_take_lock(path))


def lock_path(path: Path) -> Path:
    return path.with_name(path.name + LOCK)


def file_system_of(folder: Path, mounts: Path) -> str | None:
    """Return the type of a folder's file system, from Linux's mountinfo (proc(5)); None on other systems."""
    try:
        lines = mounts.read_text().splitlines()
    except OSError:
        return None
    here, best = folder.resolve(), (-1, "")
    for line in lines:
        left, _, right = line.partition(" - ")
        mount = Path(left.split()[4].replace("\\040", " "))
        if here.is_relative_to(mount):
            best = max(best, (len(mount.parts), right.split()[0]), key=lambda found: found[0])
    return best[1] or None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _check_version(version: str) -> None:
    if tuple(int(part) for part in version.split(".")) < SQLITE_MIN:
        wanted = ".".join(map(str, SQLITE_MIN))
        raise StorageRefused(f"SQLite {version} can lose data; {wanted} or newer is needed. Reinstall with `make run`.")


def _make_private_folder(folder: Path) -> None:
    try:
        durable_files.make_private(folder)
    except OSError as error:
        raise StorageRefused(f"The folder {folder} cannot be created: {error.strerror}.") from error


def _take_lock(path: Path) -> int:
    try:
        handle = os.open(lock_path(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageRefused(f"{lock_path(path)} cannot be opened: {error.strerror}.") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        owner = os.pread(handle, 200, 0).decode(errors="replace").strip() or "another process"
        os.close(handle)
        raise StoreLocked(
            f"{path.parent} is in use by {owner}. Stop it, or choose another folder with --data."
        ) from error
    return handle
