"""What a command receives: a connection, one fixed `now`, a place for post-commit changes, and pre-commit hooks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.engine.insert_batch import Key, Known, PendingInserts
from plantstore.storage.engine.protocols import Connection, Row

# Pre-commit hooks run in this order, which is the order of their locks: linking activity rows, positions in the feed
# of attempts, numbers of events, numbers of other plant changes (which follow those of events).
ACTIVITY_CHAIN_LOCK, ATTEMPT_FEED_LOCK, EVENT_LOG_LOCK, PLANT_CHANGES_LOCK = 1, 2, 3, 4
COMMIT_S_MAX = 60  # from a command's `now` until its commit: twice as long as anything waits for a lock


@dataclass(slots=True)
class PostCommitChanges:
    """What a commit changed and this process must react to: new events, and the ids of changed receivers."""

    events: list[Event] = field(default_factory=list)
    receivers: set[ReceiverId] = field(default_factory=set)

    def merge(self, other: "PostCommitChanges") -> None:
        self.events.extend(other.events)
        self.receivers.update(other.receivers)

    def __bool__(self) -> bool:
        return bool(self.events or self.receivers)


class Transaction:
    """The argument of every storage function. Inside `Database.read()` the connection refuses to write."""

    __slots__ = ("changes", "connection", "now", "pending_hooks")

    def __init__(self, connection: Connection, now: Instant) -> None:
        self.connection = connection
        self.now = now
        self.changes = PostCommitChanges()
        self.pending_hooks: list[PendingHook] = []

    @property
    def for_update(self) -> str:
        """The end of a SELECT that locks its rows until this transaction ends."""
        return self.connection.for_update

    @property
    def for_share(self) -> str:
        """The end of a SELECT whose rows no other transaction may change until this one ends."""
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
        """Insert rows together with those of other commands, before the next query of any of them.

        `known` is what `find_pending` returns for a key until then. As far as the caller can know, no row may violate
        a constraint.
        """
        del known
        self.connection.insert(table, columns, rows)

    def find_pending(self, key: Key) -> Any:
        """Return what a row that is not inserted yet was registered with under this key; None if there is none."""
        del key

    def known_absent(self, key: Key) -> bool:
        """True if the batch prefetch found no row for this key.

        Only a hint: another process may have inserted it since, and only a constraint is certain.
        """
        del key
        return False

    def select_committed(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a query without inserting pending rows first; the caller has asked `find_pending`."""
        return self.connection.execute(sql, values)

    def allocate_ids(self, of: str, count: int, newest: Callable[[], int]) -> list[int]:
        """Return `count` ids that were never used, rising. `newest` reads the last one used from the tables."""
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
        """Remember the last id allocated."""

    def add_pre_commit_hook(self, hook: "PreCommitHook", item: Any, *, lock_order: int = 0) -> None:
        """Queue an item for a hook that runs once before the commit, with all commands' items in their order.

        A hook must not raise because of an item: that fails every command of the commit. Hooks run in `lock_order`, so
        that contended locks are taken last and every process takes them in the same order.
        """
        self.pending_hooks.append(PendingHook(lock_order, hook, item))

    def run_pre_commit_hooks(self) -> None:
        """Run each pending hook once, with all its items. Only a transaction without a Database calls this itself."""
        items: dict[tuple[int, PreCommitHook], list[Any]] = {}
        for lock_order, hook, item in self.pending_hooks:
            items.setdefault((lock_order, hook), []).append(item)
        self.pending_hooks = []
        for (_, hook), its_items in sorted(items.items(), key=lambda call: call[0][0]):
            hook(self, its_items)


FindAbsent = Callable[[Transaction, Sequence[Key]], set[Key]]
"""Takes the keys of all commands of a commit, and returns those that no row has."""

Prefetch = tuple[FindAbsent, Sequence[Key]]

PreCommitHook = Callable[[Transaction, Sequence[Any]], None]
"""Runs once for all commands of a commit, with the items that they queued for it."""


class PendingHook(NamedTuple):
    """One item that a command queued for a pre-commit hook."""

    lock_order: int
    hook: PreCommitHook
    item: Any


class BatchingTransaction(Transaction):
    """A transaction that delays INSERTs to share statements with the same commit's other commands, invisibly."""

    __slots__ = ("_batch", "own")

    def __init__(self, connection: Connection, now: Instant, batch: PendingInserts) -> None:
        super().__init__(connection, now)
        self._batch = batch
        self.own = PendingInserts()
        """This command's rows, until it has succeeded."""

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
        if of in self.own.newest or of in self._batch.newest:  # otherwise the next caller reads it from the tables
            self.own.newest[of] = number

    def _flush(self) -> None:
        """Insert pending rows: other commands' first, because those commands came first."""
        if self._batch.rows:
            self._batch.flush(self.connection)
        if self.own.rows:
            self.own.flush(self.connection)
