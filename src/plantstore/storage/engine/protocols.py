"""What the store requires of a database engine, so that every storage function is written once for both."""

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
    """The result of dropping a partition. `NEEDED`: its rows may not be deleted yet. `BUSY`: the table is locked."""

    DONE = auto()
    NEEDED = auto()
    BUSY = auto()


class StorageRefused(Exception):
    """The database cannot be used in its current state; the message says what to do."""


class StoreLocked(StorageRefused):
    """Another server uses this store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSizes:
    """The size of the database, and of the write-ahead log that is not yet written back into it."""

    database_bytes: int
    wal_bytes: int


class Connection(Protocol):
    """One connection, used by one thread at a time. SQL uses `?` for values on both engines.

    `for_update` and `for_share` are the end of a SELECT whose rows no other transaction may change until this one ends.
    They are empty if there is only one writer, or if this connection cannot write. `finds_in_order` is True if
    `plant_words` returns matches in the order of their ids without reading all other matches.
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
        """Run the statements of a migration, written for SQLite, and what this engine adds to that migration."""
        ...

    def tables(self) -> set[str]: ...
    def columns(self, table: str) -> list[str]: ...
    def allocate_ids(self, of: str, count: int) -> list[int] | None:
        """Draw ids from a sequence, rising and unique across processes; None if the only writer counts in memory."""
        ...

    def reset_sequence(self, of: str, newest: int) -> None:
        """Continue a sequence after `newest`, once rows were copied from another database."""
        ...

    def advisory_lock(self, name: str) -> None:
        """Take a transaction-scoped advisory lock; reads after it see the previous holder's commit."""
        ...

    def server_now(self) -> Instant | None:
        """Return the time of the database server's clock; None if there is no server."""
        ...

    def rows_changed(self) -> int:
        """Return how many rows this connection has inserted, updated or deleted since it was opened."""
        ...

    def commits(self) -> int:
        """Return how many commits of this connection have written something."""
        ...

    def matching(self, words: Sequence[Sequence[str]]) -> tuple[str, tuple[str]]:
        """Return a condition on `plant_words` and its value: one word of each group must match; `word*` is a prefix."""
        ...

    def merge_words(self, *, pages: int) -> bool:
        """Merge at most this many pages of the index of `plant_words`; return whether there is more to merge."""
        ...

    def begin_write(self, *, exclusive: bool = True) -> None:
        """Begin to write. No two `exclusive` transactions of any process run at the same time."""
        ...

    def begin_read(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def checkpoint(self, *, idle: bool) -> None: ...
    def close(self) -> None: ...


class CommitChannel(Protocol):
    """Notifies other processes of commits. It saves them time, but nothing depends on it: they poll as well."""

    def notify(self) -> None: ...
    def close(self) -> None: ...


class Partitions(Protocol):
    """The partitions of `attempts`, one for each span of ids. A default partition holds what fits into no other one.

    A change waits only briefly for locks and holds them only briefly, because other transactions have priority.
    """

    def spans(self) -> list[Span]:
        """Return the spans of all partitions, in order."""
        ...

    def make(self, span: Span) -> bool:
        """Create a partition; return whether it exists now. It cannot be created if its span already has attempts."""
        ...

    def drop(self, span: Span, may_go: Callable[[Connection], bool]) -> DropResult:
        """Drop a partition with all its rows.

        `may_go` is called twice: first without a lock, in a transaction that is rolled back, and then under the lock.
        """
        ...


class Engine(Protocol):
    """Opens connections, and translates the engine's errors."""

    def connect_writer(self) -> Connection: ...
    def connect_reader(self) -> Connection: ...
    def announce(self, text: str) -> None: ...
    def commit_channel(self, on_commit: Callable[[], None]) -> CommitChannel | None:
        """Notify other processes of commits, and call `on_commit`, in a thread, for theirs; None if there are none."""
        ...

    def lost(self) -> str | None:
        """Describe, in sentences, what happened to files that were removed or replaced while open; None if nothing."""
        ...

    def sizes(self) -> StorageSizes: ...
    def look(self, *, now: Instant) -> None:
        """Update the health of the server. It may take a moment, and fail."""
        ...

    def server(self) -> ServerHealth | None:
        """Return the health of the server when it was last updated; None if there is no server."""
        ...

    def partitions(self) -> Partitions | None:
        """Return the partitions of `attempts`; None if the table is not partitioned."""
        ...

    def explain(self, error: BaseException) -> StoreError | None:
        """Translate an error that the engine reported; None if the command itself caused it."""
        ...

    def is_corruption(self, error: BaseException) -> bool:
        """True if the database file is damaged, so that nothing read from it can be trusted."""
        ...

    def is_serialization_conflict(self, error: BaseException) -> bool:
        """True if a concurrent transaction caused the error, so that the command should run again."""
        ...

    def close(self) -> None: ...
