"""What a verb is handed: a connection, one fixed `now`, a place for news, and for what is left to be done last."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.insert_batch import Key, Known, PendingInserts
from plantstore.storage.engine.protocols import Connection, Row

# The ranks of what is done just before a commit, which are the order of its locks: what is linked to the row before,
# what gets a position in the feed of attempts, what is numbered in the log, what is numbered behind that.
CHAINED, PAGED, NUMBERED, CHANGED = 1, 2, 3, 4
COMMIT_S_MAX = 60  # from a command's `now` until it is committed: twice as long as anything waits for a lock


@dataclass(slots=True)
class PostCommitChanges:
    """What a commit changed that the running process must hear of: new events, and receivers that are not as before."""

    events: list[Event] = field(default_factory=list)
    receivers: set[ReceiverId] = field(default_factory=set)

    def take(self, other: "PostCommitChanges") -> None:
        self.events.extend(other.events)
        self.receivers.update(other.receivers)

    def __bool__(self) -> bool:
        return bool(self.events or self.receivers)


class Transaction:
    """What a verb is handed: the connection, one fixed `now`, and a place for notices.

    Storage functions take one. Inside `read()` the connection refuses to write.
    """

    __slots__ = ("connection", "left", "notices", "now")

    def __init__(self, connection: Connection, now: Instant) -> None:
        self.connection = connection
        self.now = now
        self.notices = PostCommitChanges()
        self.left: list[Left] = []

    @property
    def for_update(self) -> str:
        """Ends a SELECT of rows that nobody else may change before this transaction has ended."""
        return self.connection.for_update

    @property
    def for_share(self) -> str:
        """Ends a SELECT of rows that others may read so too, and that nobody may change meanwhile."""
        return self.connection.for_share

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self.connection.execute(sql, values)

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run an UPDATE or DELETE and give the number of rows it changed."""
        return self.connection.update(sql, values)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.connection.insert(table, columns, rows)

    def insert_together(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known | None = None
    ) -> None:
        """Insert rows with those of other commands: at the latest before anybody's next look at the database.

        `known` is what `find_waiting` finds until then. No row may break a constraint, as far as the caller can know.
        """
        del known
        self.connection.insert(table, columns, rows)

    def find_waiting(self, key: Key) -> Any:
        """What waits to be inserted and was made known under this key."""
        del key

    def is_absent(self, key: Key) -> bool:
        """Whether it was looked for before, and nothing stands there. It may since: only a constraint is sure."""
        del key
        return False

    def look_past(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read what is inserted, and leave what waits: for who has asked `find_waiting`."""
        return self.connection.execute(sql, values)

    def numbers(self, of: str, count: int, newest: Callable[[], int]) -> list[int]:
        """So many numbers that were never used, rising; `newest` asks the tables for the last one that was."""
        drawn = self.connection.numbers(of, count)
        if drawn is None:
            last = self._newest(of, newest)
            drawn = list(range(last + 1, last + count + 1))
            self._note_newest(of, last + count)
        return drawn

    def _newest(self, of: str, read: Callable[[], int]) -> int:
        del of
        return read()

    def _note_newest(self, of: str, number: int) -> None:
        """Keep in mind which number was used now."""

    def before_commit(self, finishing: "Finishing", item: Any, *, rank: int = 0) -> None:
        """Leave an item for a function that runs once before the commit, with the items of all its commands in order.

        It may not fail because of an item: all commands of the commit would fail with it. A higher rank comes later:
        what other processes wait for is begun as late as can be, and by everybody in the same order.
        """
        self.left.append(Left(rank, finishing, item))

    def finish(self) -> None:
        """Run those functions, for a transaction without a Database around it."""
        left, self.left = self.left, []
        finish(self, left)


Looking = Callable[[Transaction, Sequence[Key]], set[Key]]
"""Looks for keys of all commands of a commit at once, and gives those of which nothing is there."""

Ahead = tuple[Looking, Sequence[Key]]

Finishing = Callable[[Transaction, Sequence[Any]], None]
"""What is done once for all commands of a commit, with what they have left for it."""


class Left(NamedTuple):
    """One thing that a command has left to be done before the commit."""

    rank: int
    finishing: Finishing
    item: Any


class SharingTransaction(Transaction):
    """One whose rows wait to be inserted with those of the same commit's other commands. Nobody sees a difference."""

    __slots__ = ("_all", "own")

    def __init__(self, connection: Connection, now: Instant, everybodys: PendingInserts) -> None:
        super().__init__(connection, now)
        self._all = everybodys
        self.own = PendingInserts()
        """What this command leaves: its own until it has succeeded."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self._flush()
        return self.connection.execute(sql, values)

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        self._flush()
        return self.connection.update(sql, values)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self._flush()
        self.connection.insert(table, columns, rows)

    def insert_together(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known | None = None
    ) -> None:
        self.own.add(table, columns, rows, known or {})

    def is_absent(self, key: Key) -> bool:
        return key in self._all.absent

    def find_waiting(self, key: Key) -> Any:
        return self.own.known.get(key) or self._all.known.get(key)

    def _newest(self, of: str, read: Callable[[], int]) -> int:
        for gathered in (self.own, self._all):
            if of in gathered.newest:
                return gathered.newest[of]
        number = self.own.newest[of] = read()
        return number

    def _note_newest(self, of: str, number: int) -> None:
        if of in self.own.newest or of in self._all.newest:  # else the tables will say
            self.own.newest[of] = number

    def _flush(self) -> None:
        """Insert what waits, others' rows first: they came first."""
        if self._all.rows:
            self._all.flush(self.connection)
        if self.own.rows:
            self.own.flush(self.connection)


def finish(tx: Transaction, left: Sequence[Left]) -> None:
    """Run each function once, with the items that were left for it."""
    items: dict[tuple[int, Finishing], list[Any]] = {}
    for rank, finishing, item in left:
        items.setdefault((rank, finishing), []).append(item)
    for (_, finishing), its in sorted(items.items(), key=lambda one: one[0][0]):
        finishing(tx, its)
