"""The interfaces that both database engines implement, so that every storage function is written only once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar, NamedTuple, Protocol

from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import Instant
from plantstore.storage.queries.server_health import ServerHealth

Row = tuple[Any, ...]


class Span(NamedTuple):
    """A half-open range of ids: `end` is the first id after it."""

    first: int
    end: int


class DropResult(Enum):
    """The result of dropping a partition. `NEEDED`: its rows are still needed. `BUSY`: the table is locked."""

    DONE = auto()
    NEEDED = auto()
    BUSY = auto()


class StorageRefused(Exception):
    """The database cannot be used in its current state; the message says what to do."""


class StoreLocked(StorageRefused):
    """Another server is using this store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSizes:
    """The size of the database, and of the write-ahead log, which is written back into the database later."""

    database_bytes: int
    wal_bytes: int


class Connection(Protocol):
    """A database connection, used by one thread at a time. SQL has `?` placeholders on both engines.

    `for_update` and `for_share` are clauses to append to a SELECT, so that its rows stay locked until the transaction
    ends: FOR UPDATE or FOR SHARE, or "" if the engine has a single writer or the connection is read-only.
    `finds_in_order` is True if `plant_words` returns matches in id order without reading all other matches.
    """

    finds_in_order: ClassVar[bool]

    @property
    def for_update(self) -> str: ...
    @property
    def for_share(self) -> str: ...
    @property
    def is_aborted(self) -> bool:
        """True if a failed statement has aborted the transaction: every statement fails until a rollback."""
        ...

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]: ...
    def update(self, sql: str, values: Sequence[Any] = ()) -> int: ...
    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None: ...
    def script(self, sql: str) -> None: ...
    def define(self, sql: str, *, step: int = 0) -> None:
        """Run a migration's statements, written for SQLite, and this engine's own additions to migration `step`."""
        ...

    def tables(self) -> set[str]: ...
    def columns(self, table: str) -> list[str]: ...
    def allocate_ids(self, of: str, count: int) -> list[int] | None:
        """Return `count` ascending ids, unique across processes; None if the only writer counts ids itself."""
        ...

    def reset_sequence(self, of: str, newest: int) -> None:
        """Make new ids continue after `newest`, because rows were copied from another database."""
        ...

    def advisory_lock(self, name: str) -> None:
        """Take a transaction-scoped advisory lock; reads after it see the previous holder's commit."""
        ...

    def server_now(self) -> Instant | None:
        """Return the time on the database server's clock; None if there is no database server."""
        ...

    def rows_changed(self) -> int:
        """Return the number of rows that this connection has inserted, updated or deleted since it was opened."""
        ...

    def commits(self) -> int:
        """Return the number of this connection's commits that changed any rows."""
        ...

    def matching(self, words: Sequence[Sequence[str]]) -> tuple[str, tuple[str]]:
        """Return a condition on `plant_words` and its value: a word of each group must match; `word*` is a prefix."""
        ...

    def merge_words(self, *, pages: int) -> bool:
        """Merge at most `pages` pages of the index of `plant_words`; return True if there is more to merge."""
        ...

    def begin_write(self, *, exclusive: bool = True) -> None:
        """Begin a write transaction. Only one `exclusive` transaction runs at a time, across all processes."""
        ...

    def begin_migration(self) -> None:
        """Begin an exclusive write transaction; first wait, if need be for minutes, for a process that migrates."""
        ...

    def begin_read(self, *, statement_s_max: int = 0) -> None:
        """Begin a transaction on one snapshot. A database server ends statements that take longer; 0 is no limit."""
        ...

    def begin_query(self) -> None:
        """Prepare for one query that needs no transaction; `rollback` must follow it."""
        ...

    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def checkpoint(self, *, idle: bool) -> None: ...
    def close(self) -> None: ...


class CommitChannel(Protocol):
    """Notifies other processes of commits. This only reduces latency, because the processes also poll."""

    def notify(self) -> None: ...
    def close(self) -> None: ...


class Partitions(Protocol):
    """The partitions of `attempts`, one for each span of ids. A default partition holds the ids outside all spans.

    A change waits only briefly for locks and holds them only briefly, because other transactions have priority.
    """

    def spans(self) -> list[Span]:
        """Return the spans of all partitions, in order."""
        ...

    def make(self, span: Span) -> bool:
        """Create a partition; return True if it exists now. It cannot be created if its span already has attempts."""
        ...

    def drop(self, span: Span, may_go: Callable[[Connection], bool]) -> DropResult:
        """Drop a partition with all its rows, if `may_go` returns True.

        `may_go` is called twice: first without a lock, in a transaction that is rolled back, and then under the lock.
        """
        ...


class Engine(Protocol):
    """A database engine: opens connections, translates the engine's errors, and reports sizes and health."""

    def connect_writer(self) -> Connection: ...
    def connect_reader(self) -> Connection: ...
    def announce(self, text: str) -> None: ...
    def commit_channel(self, on_commit: Callable[[], None]) -> CommitChannel | None:
        """Return a channel that notifies other processes of commits, and calls `on_commit`, in a thread, after theirs.

        None if the engine serves only one process.
        """
        ...

    def lost(self) -> str | None:
        """Describe what happened if database files were removed or replaced while open; None if they are intact."""
        ...

    def sizes(self) -> StorageSizes: ...
    def look(self, *, now: Instant) -> None:
        """Refresh the health that `server` returns. This queries the database server: it may take seconds, or fail."""
        ...

    def server(self) -> ServerHealth | None:
        """Return the database server's health as of the last `look`; None if there was none, or there is no server."""
        ...

    def partitions(self) -> Partitions | None:
        """Return the partitions of `attempts`; None if the table is not partitioned."""
        ...

    def explain(self, error: BaseException) -> StoreError | None:
        """Translate an engine error into a StoreError; None for any other error, or if the command itself caused it."""
        ...

    def is_corruption(self, error: BaseException) -> bool:
        """True if the database file is damaged, so that nothing read from it can be trusted."""
        ...

    def is_serialization_conflict(self, error: BaseException) -> bool:
        """True if a concurrent transaction caused the error, so that the command should run again."""
        ...

    def close(self) -> None: ...
