"""Two doors to the store: `write()` through one thread that shares commits, `read()` through many connections.

The writer needs no timer: while one commit is flushed to disk the next commands gather, and go together after it.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from plantstore.core.clock import Clock
from plantstore.core.faults import notify
from plantstore.domain.errors import StoreError, Unavailable
from plantstore.storage.engine.insert_batch import Key, PendingInserts
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.transaction import (
    FindAbsent,
    PostCommitChanges,
    Prefetch,
    SharingTransaction,
    Transaction,
)

__all__ = ["Database", "PostCommitChanges", "Prefetch", "Transaction"]

Result = TypeVar("Result")
RACES_MAX = 5  # how often a command that others got in the way of is run again


class _Command:
    __slots__ = ("error", "exclusive", "function", "future", "prefetch", "result")

    def __init__(
        self,
        function: Callable[[Transaction], Any],
        future: "asyncio.Future[Any]",
        *,
        exclusive: bool,
        prefetch: Sequence[Prefetch],
    ) -> None:
        self.function = function
        self.future = future
        self.exclusive = exclusive
        self.prefetch = prefetch
        self.result: Any = None
        self.error: BaseException | None = None


class Database:
    """The open store. Make it inside a running event loop; answers arrive there."""

    fault: StoreError | None = None  # why the last commit that had something to write was not written
    _halted: StoreError | None = None
    _damaged: StoreError | None = None

    def __init__(
        self,
        engine: Engine,
        clock: Clock,
        *,
        on_commit: Callable[[PostCommitChanges], None],
        readers: int,
        commit_commands_max: int,
        waiting_commands_max: int,
        waiting_reads_max: int,
        on_batch: Callable[[int, float], None] = lambda _commands, _seconds: None,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._on_commit = on_commit
        self._on_batch = on_batch
        self._reads_at_once = readers
        self._commit_commands_max = commit_commands_max
        self._waiting_commands_max = waiting_commands_max
        self._waiting_reads_max = waiting_reads_max
        self._reads = 0
        self._loop = asyncio.get_running_loop()
        self._waiting: queue.SimpleQueue[_Command | None] = queue.SimpleQueue()
        self._closed = False
        self._local = threading.local()
        self._reading: list[Connection] = []
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._write_for_ever, args=(engine.connect_writer(),), name="writer")
        self._writer.start()

    def write(
        self,
        function: Callable[[Transaction], Result],
        *,
        bypass_queue_limit: bool = False,
        exclusive: bool = True,
        prefetch: Sequence[Prefetch] = (),
    ) -> "asyncio.Future[Result]":
        """Run a function in a write transaction; the future resolves when the commit is on stable storage.

        A StoreError of the function, or any other exception, undoes what this function did and nothing else. To undo
        one, the others of its commit are run again: what a function does outside the transaction must bear that.
        `urgent` is for records of what has happened already: they pass the limit on waiting commands. Where several
        processes write, those commands run at the same time that are not `exclusive`: they see to their own safety, by
        locking rows and by constraints. `prefetch` are keys that it will look for and hopes not to find: for all
        commands of a commit they are looked for together (`Transaction.known_absent`).
        """
        if self._closed or (not bypass_queue_limit and self._waiting.qsize() >= self._waiting_commands_max):
            raise Unavailable("The store is stopping." if self._closed else "Too many changes are waiting. Try again.")
        future: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.put(_Command(function, future, exclusive=exclusive, prefetch=prefetch))
        return future

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        """Run a function on one snapshot of the store, in a thread that reads."""
        if self._closed or self._reads >= self._waiting_reads_max:
            raise Unavailable("The store is stopping." if self._closed else "Too many reads are waiting. Try again.")
        self._reads += 1
        try:
            return await self._loop.run_in_executor(self._readers, self._read_once, function)
        finally:
            self._reads -= 1

    @property
    def waiting_commands(self) -> int:
        """Commands that no transaction has taken up yet."""
        return self._waiting.qsize()

    @property
    def waiting_reads(self) -> int:
        """Reads that no connection has taken up yet."""
        return max(0, self._reads - self._reads_at_once)

    @property
    def refusal(self) -> StoreError | None:
        """Why nothing is written at all, whatever the engine would say: its files are damaged, or were lost."""
        return self._damaged or self._halted

    def halt(self, why: str | None) -> None:
        """Write nothing from now on, for this reason; None lets it write again, unless its file is damaged.

        Any thread may call this. Reading goes on: what can be read may be all that is left.
        """
        if why != (None if self._halted is None else self._halted.detail):
            self._halted = None if why is None else Unavailable(why)

    async def close(self) -> None:
        """Finish what waits, then close every connection; the writer's last, because it checkpoints."""
        self._closed = True
        await self._loop.run_in_executor(None, self._readers.shutdown)
        for connection in self._reading:
            connection.close()
        self._waiting.put(None)
        await self._loop.run_in_executor(None, self._writer.join)

    # The readers' threads

    def _read_once(self, function: Callable[[Transaction], Result]) -> Result:
        connection = self._reader()
        try:
            connection.begin_read()
            try:
                return function(Transaction(connection, self._clock.now()))
            finally:
                connection.rollback()
        except Exception as error:
            fault = self.explained(error)
            if fault is None:
                raise
            raise fault from error

    def explained(self, error: BaseException) -> StoreError | None:
        """Say what the engine reported, to any thread. After damage nothing is written to the file any more."""
        fault = self._engine.explain(error)
        if fault is not None and self._engine.is_damage(error):
            self._damaged = fault
        return fault

    def _reader(self) -> Connection:
        """This thread's connection, opened when it is first needed; a pool's initializer may not fail even once."""
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            try:
                connection = self._local.connection = self._engine.connect_reader()
            except StorageRefused as error:
                raise Unavailable("The database cannot be opened just now.") from error
            self._reading.append(connection)
        return connection

    # The writer's thread

    def _write_for_ever(self, connection: Connection) -> None:
        while batch := self._next_batch():
            began = self._clock.monotonic()
            changes = self._commit(connection, batch)
            self._loop.call_soon_threadsafe(self._release, batch, changes, self._clock.monotonic() - began)
            connection.checkpoint(idle=self._waiting.empty())
        connection.close()

    def _next_batch(self) -> list[_Command]:
        batch = []
        command = self._waiting.get()
        while command is not None:
            batch.append(command)
            if len(batch) >= self._commit_commands_max:
                return batch
            try:
                command = self._waiting.get_nowait()
            except queue.Empty:
                return batch
        if batch:  # the sign to stop came behind these: leave it for the next round
            self._waiting.put(None)
        return batch

    def _commit(self, connection: Connection, batch: list[_Command]) -> PostCommitChanges:
        """Run a batch in one transaction. One bad command is undone alone; a fault of the database fails them all."""
        if self.refusal is not None:
            return self._fail(batch, self.refusal)
        before = connection.commits()
        changes = self._commit_somehow(connection, batch)
        if connection.commits() != before:  # who writes nothing finds room on the fullest disk
            self.fault = None
        return changes

    def _commit_somehow(self, connection: Connection, batch: list[_Command]) -> PostCommitChanges:
        try:
            return self._commit_together(connection, batch)
        except Exception as error:
            with suppress(Exception):  # else the writer would end; as long as it fails, so does the next BEGIN
                connection.rollback()
            fault = self.explained(error)
            if fault is not None:
                return self._fail(batch, fault)
        try:  # one of them has to be undone: which one, shows when each stands alone
            return self._commit_apart(connection, batch)
        except Exception as error:
            with suppress(Exception):
                connection.rollback()
            return self._fail(batch, self.explained(error) or error)

    def _fail(self, batch: list[_Command], fault: Exception) -> PostCommitChanges:
        """Nothing of this commit holds: not even why one of its commands was refused."""
        self.fault = fault if isinstance(fault, StoreError) else self.fault
        for command in batch:
            command.error = fault
        return PostCommitChanges()

    def _commit_together(self, connection: Connection, batch: list[_Command]) -> PostCommitChanges:
        """Let commands share statements. A refused one that wrote nothing leaves nothing; else this raises."""
        whole, gathered = self._begin(connection, batch), PendingInserts()
        gathered.absent = _absent(whole, batch)
        for command in batch:
            transaction = SharingTransaction(connection, self._clock.now(), gathered)
            before = connection.changes() - gathered.changes
            try:
                command.result = command.function(transaction)
            except Exception as error:
                changed = connection.changes() - gathered.changes != before
                if changed or connection.is_aborted or self._engine.explain(error) is not None:
                    raise
                command.error = _bare(error)
                continue
            gathered.take(transaction.own)
            whole.changes.merge(transaction.changes)
            whole.pending_hooks += transaction.pending_hooks
        gathered.flush(connection)
        whole.run_pre_commit_hooks()
        connection.commit()
        return whole.changes

    def _commit_apart(self, connection: Connection, batch: list[_Command]) -> PostCommitChanges:
        """The same with a savepoint for each: three times the statements, and each can be undone."""
        whole = self._begin(connection, batch)
        for command in batch:
            command.error = None
            connection.script("SAVEPOINT command")
            for again in reversed(range(RACES_MAX)):
                transaction = Transaction(connection, self._clock.now())
                try:
                    command.result = command.function(transaction)
                except Exception as error:
                    if self._engine.explain(error) is not None:
                        raise
                    connection.script("ROLLBACK TO SAVEPOINT command")
                    if again and self._engine.is_serialization_conflict(error):
                        continue
                    command.error = _bare(error)
                else:
                    whole.changes.merge(transaction.changes)
                    whole.pending_hooks += transaction.pending_hooks
                break
            connection.script("RELEASE SAVEPOINT command")
        whole.run_pre_commit_hooks()
        connection.commit()
        return whole.changes

    def _begin(self, connection: Connection, batch: list[_Command]) -> Transaction:
        """Begin a batch; gives the transaction that finishes it."""
        connection.begin_write(exclusive=any(command.exclusive for command in batch))
        return Transaction(connection, self._clock.now())

    def _release(self, batch: list[_Command], changes: PostCommitChanges, seconds: float) -> None:
        """Back on the loop, after the commit and only then: hand over what is new, release the answers."""
        notify("a commit was not counted", self._on_batch, len(batch), seconds)
        if changes:  # what is committed is acknowledged, whatever its listeners do
            notify("a commit was not handed on", self._on_commit, changes)
        for command in batch:
            if command.future.cancelled():
                continue
            if command.error is not None:
                command.future.set_exception(command.error)
            else:
                command.future.set_result(command.result)


def _absent(tx: Transaction, batch: Sequence[_Command]) -> set[Key]:
    """Look ahead for all commands."""
    asked: dict[FindAbsent, list[Key]] = {}
    for command in batch:
        for look, keys in command.prefetch:
            asked.setdefault(look, []).extend(keys)
    return set().union(*(look(tx, keys) for look, keys in asked.items()))


def _bare(error: Exception) -> Exception:
    """A refusal without its traceback, which would hold the whole batch in a ring. A fault keeps it, for the log."""
    return error.with_traceback(None) if isinstance(error, StoreError) else error
