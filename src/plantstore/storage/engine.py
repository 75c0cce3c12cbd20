"""What the store asks of a database engine, so that every storage function is written once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plantstore.domain.errors import StoreError

Row = tuple[Any, ...]


class StorageRefused(Exception):
    """The database cannot be used as it is; the message says what to do."""


class StoreLocked(StorageRefused):
    """Another server holds this store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much room a store takes: the database, and what is written but not yet moved into it."""

    database_bytes: int
    wal_bytes: int


class Connection(Protocol):
    """One connection, used by one thread at a time. SQL text uses `?` for values, in both engines."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]: ...
    def update(self, sql: str, values: Sequence[Any] = ()) -> int: ...
    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None: ...
    def script(self, sql: str) -> None: ...
    def changes(self) -> int:
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

    def begin_write(self) -> None: ...
    def begin_read(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def checkpoint(self, *, idle: bool) -> None: ...
    def close(self) -> None: ...


class Engine(Protocol):
    """Opens connections, and says in our words what went wrong."""

    def connect_writer(self) -> Connection: ...
    def connect_reader(self) -> Connection: ...
    def announce(self, text: str) -> None: ...
    def sizes(self) -> Sizes: ...
    def explain(self, error: BaseException) -> StoreError | None: ...
    def close(self) -> None: ...
