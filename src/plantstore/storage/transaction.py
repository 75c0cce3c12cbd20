"""The transaction that every command gets: a connection, a fixed `now`, post-commit changes, and pre-commit hooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.plants.history import BY_STORE, Author
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.insert_batch import Key, Known, PendingInserts
from plantstore.storage.engine.protocols import Connection, Row

# The lock order of pre-commit hooks, which run in this order: link activity rows, assign positions in the attempt feed,
# assign sequence numbers of events, assign numbers of other plant changes (which depend on the sequence numbers), look
# for duplicates (under the log's lock as well).
ACTIVITY_CHAIN_LOCK, ATTEMPT_FEED_LOCK, EVENT_LOG_LOCK, PLANT_CHANGES_LOCK, DUPLICATES_LOCK = 1, 2, 3, 4, 5
COMMIT_S_MAX = 60  # max time from a command's `now` to its commit: twice the longest lock timeout


@dataclass(slots=True)
class PostCommitChanges:
    """The changes of a commit to which this process must react: new events, and the ids of changed receivers."""

    events: list[Event] = field(default_factory=list)
    receivers: set[ReceiverId] = field(default_factory=set)

    def merge(self, other: "PostCommitChanges") -> None:
        self.events.extend(other.events)
        self.receivers.update(other.receivers)

    def __bool__(self) -> bool:
        return bool(self.events or self.receivers)


class Transaction:
    """The argument of every storage function. Inside `Database.read()` the connection refuses to write.

    `author` is who makes the changes of this transaction to plants, for their history. `memo` is for values that
    several queries of this transaction need. If it `is_snapshot`, nothing that it reads changes while it runs. If it
    `is_late`, it reads a standby, which may be behind.
    """

    __slots__ = ("author", "changes", "connection", "is_late", "is_snapshot", "memo", "now", "pending_hooks")

    def __init__(
        self, connection: Connection, now: Instant, *, is_snapshot: bool = False, is_late: bool = False
    ) -> None:
        self.connection = connection
        self.now = now
        self.is_snapshot = is_snapshot
        self.is_late = is_late
        self.author: Author = BY_STORE
        self.changes = PostCommitChanges()
        self.pending_hooks: list[PendingHook] = []
        self.memo: dict[object, Any] = {}

    @property
    def for_update(self) -> str:
        """Return the SQL clause with which a SELECT locks its rows until this transaction ends, or ""."""
        return self.connection.for_update

    @property
    def for_share(self) -> str:
        """Return the SQL clause with which a SELECT prevents changes to its rows until this transaction ends, or ""."""
        return self.connection.for_share

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self.connection.execute(sql, values)

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Run an UPDATE or DELETE and return the number of rows it changed."""
        return self.connection.update(sql, values)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.connection.insert(table, columns, rows)

    def insert_batched(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known | None = None
    ) -> None:
        """Queue rows to be inserted together with other commands' rows, before the next query of any of these commands.

        Until then, `find_pending` returns the values in `known` by their keys. The caller must have checked, as far as
        it can, that no row violates a constraint.
        """
        del known
        self.connection.insert(table, columns, rows)

    def find_pending(self, key: Key) -> Any:
        """Return the value that `insert_batched` registered for this key; None if no pending row has the key."""
        del key

    def known_absent(self, key: Key) -> bool:
        """True if the query for the `prefetch` keys of all commands in this commit found no row for this key.

        This is only a hint: another process may have inserted such a row since. Only a constraint is reliable.
        """
        del key
        return False

    def select_committed(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query without inserting pending rows first; the caller has already called `find_pending`."""
        return self.connection.execute(sql, values)

    def allocate_ids(self, of: str, count: int, newest: Callable[[], int]) -> list[int]:
        """Return `count` never-used ids in ascending order.

        `of` names the kind of id, such as "plant". `newest` reads the last used id from the tables.
        """
        allocated = self.connection.allocate_ids(of, count)
        if allocated is None:
            last = self._newest(of, newest)
            allocated = list(range(last + 1, last + count + 1))
            self._note_newest(of, last + count)
        return allocated

    def _newest(self, of: str, read: Callable[[], int]) -> int:
        del of
        return read()

    def _note_newest(self, of: str, number: int) -> None:
        """Remember the last id allocated, so that the next call need not read it from the tables."""

    def add_pre_commit_hook(self, hook: "PreCommitHook", item: Any, *, lock_order: int = 0) -> None:
        """Queue an item for the function `hook`, which runs just before the commit.

        Several commands share a commit. The hook is called once, with the items that all of them queued for it, in the
        order in which they were queued. If it raises, every command of the commit fails, so it must not raise because
        of one bad item. Hooks are called in ascending `lock_order`, so that the most contended locks are taken last,
        and every process takes the locks in the same order.
        """
        self.add_pre_commit_hooks(hook, (item,), lock_order=lock_order)

    def add_pre_commit_hooks(self, hook: "PreCommitHook", items: Sequence[Any], *, lock_order: int = 0) -> None:
        """Queue several items for the function `hook`, as `add_pre_commit_hook` does."""
        if items:
            self.pending_hooks.append(PendingHook(lock_order, hook, items))

    def run_pre_commit_hooks(self) -> None:
        """Run each pending hook once, with all its items. `Database` calls this; only other transactions need to."""
        items: dict[tuple[int, PreCommitHook], list[Any]] = {}
        for lock_order, hook, its_items in self.pending_hooks:
            items.setdefault((lock_order, hook), []).extend(its_items)
        self.pending_hooks = []
        for (_, hook), all_items in sorted(items.items(), key=lambda call: call[0][0]):
            hook(self, all_items)


FindAbsent = Callable[[Transaction, Sequence[Key]], set[Key]]
"""Takes the keys of all commands of a commit, and returns the keys that no row has."""

Prefetch = tuple[FindAbsent, Sequence[Key]]

PreCommitHook = Callable[[Transaction, Sequence[Any]], None]
"""A hook that runs once before a commit, with the items that all commands of the commit queued for this hook."""


class PendingHook(NamedTuple):
    """Items that a command queued for a pre-commit hook."""

    lock_order: int
    hook: PreCommitHook
    items: Sequence[Any]


class BatchingTransaction(Transaction):
    """Delays INSERTs to combine them with those of other commands in the commit. Queries always see all rows."""

    __slots__ = ("_batch", "own")

    def __init__(self, connection: Connection, now: Instant, batch: PendingInserts) -> None:
        super().__init__(connection, now)
        self._batch = batch
        self.own = PendingInserts()
        """This command's pending rows, which are added to the batch when the command has succeeded."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self._flush()
        return self.connection.execute(sql, values)

    def update(self, sql: str, values: Sequence[Any] = ()) -> int:
        self._flush()
        return self.connection.update(sql, values)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self._flush()
        self.connection.insert(table, columns, rows)

    def insert_batched(
        self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], known: Known | None = None
    ) -> None:
        self.own.add(table, columns, rows, known or {})

    def known_absent(self, key: Key) -> bool:
        return key in self._batch.absent

    def find_pending(self, key: Key) -> Any:
        return self.own.known.get(key) or self._batch.known.get(key)

    def _newest(self, of: str, read: Callable[[], int]) -> int:
        for pending in (self.own, self._batch):
            if of in pending.newest:
                return pending.newest[of]
        number = self.own.newest[of] = read()
        return number

    def _note_newest(self, of: str, number: int) -> None:
        if (
            of in self.own.newest or of in self._batch.newest
        ):  # otherwise the next call reads the newest id from the tables
            self.own.newest[of] = number

    def _flush(self) -> None:
        """Insert pending rows: other commands' first, because those commands came first."""
        if self._batch.rows:
            self._batch.flush(self.connection)
        if self.own.rows:
            self._batch.absent.difference_update(self.own.known)
            self.own.flush(self.connection)
