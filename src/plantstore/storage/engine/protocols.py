"""What the store asks of a database engine, so that every storage function is written once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar, NamedTuple, Protocol

from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import Instant
from plantstore.storage.queries.server_health import ServerHealth

Row = tuple[Any, ...]


class Span(NamedTuple):
    """Ids from the first up to the end, which does not belong to it any more."""

    first: int
    end: int


class DropResult(Enum):
    """What came of the wish to drop a partition. `BUSY`: others have to do with the table just now."""

    DONE = auto()
    NEEDED = auto()
    BUSY = auto()


class StorageRefused(Exception):
    """The database cannot be used as it is; the message says what to do."""


class StoreLocked(StorageRefused):
    """Another server holds this store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageSizes:
    """How much room a store takes: the database, and what is written but not yet moved into it."""

    database_bytes: int
    wal_bytes: int


class Connection(Protocol):
    """One connection, used by one thread at a time. SQL text uses `?` for values, in both engines.

    `for_update` and `for_share` end a SELECT whose rows nobody else may change before this transaction has ended. They
    are empty where nobody else can write meanwhile, or where this connection may not write. `finds_in_order` says
    whether `plant_words` gives rows that match in the order of their numbers, without a look at all others that do.
    """

    finds_in_order: ClassVar[bool]

    @property
    def for_update(self) -> str: ...
    @property
    def for_share(self) -> str: ...
    @property
    def is_aborted(self) -> bool:
        """Whether a statement failed that took the whole transaction with it: what follows fails, until a rollback."""
        ...

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]: ...
    def update(self, sql: str, values: Sequence[Any] = ()) -> int: ...
    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None: ...
    def script(self, sql: str) -> None: ...
    def define(self, sql: str, *, step: int = 0) -> None:
        """Run statements of a migration, written as SQLite reads them, and what this engine has beside that step."""
        ...

    def tables(self) -> set[str]:
        """The tables that are there, of whomever."""
        ...

    def columns(self, table: str) -> list[str]: ...
    def allocate_ids(self, of: str, count: int) -> list[int] | None:
        """Draw numbers that nobody else is given, rising; None where the writer is alone and counts on by itself."""
        ...

    def reset_sequence(self, of: str, newest: int) -> None:
        """Get used to rows that came from elsewhere: the newest has this number, and those to be drawn follow it."""
        ...

    def advisory_lock(self, name: str) -> None:
        """Let nobody else come past here before this transaction ends. What follows sees what the last one did."""
        ...

    def server_now(self) -> Instant | None:
        """The time on the clock that all who use this database share; None where it is our own machine's."""
        ...

    def rows_changed(self) -> int:
        """How many rows this connection has inserted, changed or deleted since it was opened."""
        ...

    def commits(self) -> int:
        """How many commits of this connection have put something on the disk."""
        ...

    def matching(self, words: Sequence[Sequence[str]]) -> tuple[str, tuple[str]]:
        """A condition on `plant_words`, and its value: of each group one word stands there; word* may begin one."""
        ...

    def merge_words(self, *, pages: int) -> bool:
        """Do so many pages of what keeps `plant_words` quick to read; gives whether there is more to do."""
        ...

    def begin_write(self, *, exclusive: bool = True) -> None:
        """Begin to write: `exclusive`, no other transaction that asked for the same runs at the same time."""
        ...

    def begin_read(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def checkpoint(self, *, idle: bool) -> None: ...
    def close(self) -> None: ...


class CommitChannel(Protocol):
    """How processes tell each other at once that something was committed. Nothing depends on it but time."""

    def tell(self) -> None: ...
    def close(self) -> None: ...


class Partitions(Protocol):
    """The partitions of `attempts`, each for a span of ids. What fits into none is kept in one beside them.

    Changing them waits for nobody longer than a moment, and keeps nobody waiting longer: others come first.
    """

    def spans(self) -> list[Span]:
        """Those that are there, in their order."""
        ...

    def make(self, span: Span) -> bool:
        """Make one; gives whether it is there now. It cannot be made when attempts of its span are kept already."""
        ...

    def drop(self, span: Span, may_go: Callable[[Connection], bool]) -> DropResult:
        """Drop one with all that is in it. `may_go` is asked once before, and again when nobody else can write.

        What it writes the first time is undone.
        """
        ...


class Engine(Protocol):
    """Opens connections, and says in our words what went wrong."""

    def connect_writer(self) -> Connection: ...
    def connect_reader(self) -> Connection: ...
    def announce(self, text: str) -> None: ...
    def news(self, on_news: Callable[[], None]) -> CommitChannel | None:
        """Tell other processes of commits and hear of theirs, in a thread of its own; None where there can be none."""
        ...

    def lost(self) -> str | None:
        """Return in sentences what happened to the files that were opened; None if all are there, or on a server."""
        ...

    def sizes(self) -> StorageSizes: ...
    def look(self, *, now: Instant) -> None:
        """Look how the server is. It may take a moment, and fail."""
        ...

    def server(self) -> ServerHealth | None:
        """How it was at the last look; None where there is no server."""
        ...

    def partitions(self) -> Partitions | None:
        """Give the hand on the partitions of `attempts`; None where it is not divided."""
        ...

    def explain(self, error: BaseException) -> StoreError | None: ...
    def is_corruption(self, error: BaseException) -> bool:
        """Return whether the file itself is not what the engine wrote: nothing that depends on it can be promised."""
        ...

    def is_serialization_conflict(self, error: BaseException) -> bool:
        """Whether others who wrote at the same time are to blame: what failed is run again."""
        ...

    def close(self) -> None: ...
