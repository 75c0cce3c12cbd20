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
ACTIVITY_CHAIN_LOCK, ATTEMPT_FEED_LOCK, EVENT_LOG_LOCK, PLANT_CHANGES_LOCK = 1, 2, 3, 4
COMMIT_S_MAX = 60  # from a command's `now` until it is committed: twice as long as anything waits for a lock


@dataclass(slots=True)
class PostCommitChanges:
    """What a commit changed that the running process must hear of: new events, and receivers that are not as before."""

    events: list[Event] = field(default_factory=list)
    receivers: set[ReceiverId] = field(default_factory=set)

    def merge(self, other: "PostCommitChanges") -> None:
        self.events.extend(other.events)
        self.receivers.update(other.receivers)

    def __bool__(self) -> bool:
        return bool(self.events or self.receivers)


class Transaction:
    """What a verb is handed: the connection, one fixed `now`, and a place for notices.

    Storage functions take one. Inside `read()` the connection refuses to write.
    """

    __slots__ = ("changes", "connection", "now", "pending_hooks")

    def __init__(self, connection: Connection, now: Instant) -> None:
        self.connection = connection
        self.now = now
        self.changes = PostCommitChanges()
        self.pending_hooks: list[PendingHook] = []

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

        `known` is what `find_pending` finds until then. No row may break a constraint, as far as the caller can know.
        """
        del known
        self.connection.insert(table, columns, rows)

    def find_pending(self, key: Key) -> Any:
        """What waits to be inserted and was made known under this key."""
        del key

    def known_absent(self, key: Key) -> bool:
        """Whether it was looked for before, and nothing stands there. It may since: only a constraint is sure."""
        del key
        return False

    def select_committed(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read what is inserted, and leave what waits: for who has asked `find_pending`."""
        return self.connection.execute(sql, values)

    def allocate_ids(self, of: str, count: int, newest: Callable[[], int]) -> list[int]:
        """So many numbers that were never used, rising; `newest` asks the tables for the last one that was."""
        drawn = self.connection.allocate_ids(of, count)
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

    def add_pre_commit_hook(self, hook: "PreCommitHook", item: Any, *, lock_order: int = 0) -> None:
        """Queue an item for a hook that runs once before the commit, with all commands' items in their order.

        A hook must not raise because of an item: that fails every command of the commit. Hooks run in `lock_order`, so
        that contended locks are taken last and every process takes them in the same order.
        """
        self.pending_hooks.append(PendingHook(lock_order, hook, item))

    def run_pre_commit_hooks(self) -> None:
        """Run those functions, for a transaction without a Database around it."""
        hooks, self.pending_hooks = self.pending_hooks, []
        run_pre_commit_hooks(self, hooks)


FindAbsent = Callable[[Transaction, Sequence[Key]], set[Key]]
"""Looks for keys of all commands of a commit at once, and gives those of which nothing is there."""

Prefetch = tuple[FindAbsent, Sequence[Key]]

PreCommitHook = Callable[[Transaction, Sequence[Any]], None]
"""What is done once for all commands of a commit, with what they have left for it."""


class PendingHook(NamedTuple):
    """One thing that a command has left to be done before the commit."""

    lock_order: int
    hook: PreCommitHook
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

    def known_absent(self, key: Key) -> bool:
        return key in self._all.absent

    def find_pending(self, key: Key) -> Any:
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


def run_pre_commit_hooks(tx: Transaction, hooks: Sequence[PendingHook]) -> None:
    """Run each function once, with the items that were left for it."""
    items: dict[tuple[int, PreCommitHook], list[Any]] = {}
    for lock_order, hook, item in hooks:
        items.setdefault((lock_order, hook), []).append(item)
    for (_, hook), its in sorted(items.items(), key=lambda call: call[0][0]):
        hook(tx, its)
