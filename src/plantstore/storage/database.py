"""The database as the program uses it: `write()` runs on one writer thread, `read()` on a pool of reader threads.

Commits are grouped without a timer: commands that arrive while one commit is flushed to disk share the next one.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from plantstore.core.clock import Clock
from plantstore.core.faults import notify
from plantstore.core.turns import Turns, request_began_s
from plantstore.domain.errors import StoreError, Unavailable
from plantstore.storage.engine.insert_batch import Key, PendingInserts
from plantstore.storage.engine.late_reads import LateReads, NotServed
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.transaction import BatchingTransaction, FindAbsent, PostCommitChanges, Prefetch, Transaction

__all__ = ["Database", "Middleware", "PostCommitChanges", "Prefetch", "Transaction"]

Result = TypeVar("Result")
Middleware = Callable[[Callable[[Transaction], Any]], Callable[[Transaction], Any]]
"""Wraps each function passed to `write()`, in the thread that calls `write()`."""
REQUEST_STATEMENT_S_MAX = 10  # one statement of a request's read on PostgreSQL; clients wait no longer
CONFLICT_TRIES_MAX = 5  # max times that a command runs if it conflicts with other processes


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
    """The open database. Create it inside a running event loop, to which results are delivered.

    After each commit, functions run on the event loop: `on_batch` gets its number of commands and its duration in
    seconds, `on_write` is called if it changed rows or failed, and `on_commit` gets its changes.
    """

    fault: StoreError | None = None  # why a commit last failed; None again after the next commit that writes
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
        on_write: Callable[[], None] = lambda: None,
        middleware: Sequence[Middleware] = (),
        late_reads: LateReads | None = None,
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._on_commit = on_commit
        self._on_batch = on_batch
        self._on_write = on_write
        self._middleware = middleware
        self._reader_threads = readers
        self._commit_commands_max = commit_commands_max
        self._waiting_commands_max = waiting_commands_max
        self._waiting_reads_max = waiting_reads_max
        self._reads = 0
        self.late_reads = late_reads
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[_Command | None] = queue.SimpleQueue()
        self._closed = False
        self._local = threading.local()
        self._reader_connections: list[Connection] = []
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="reader")
        self._read_turns = Turns(self._readers, running_max=self._running_reads_max, monotonic=clock.monotonic)
        self._is_loop_behind: Callable[[], bool] = lambda: False
        self._writer = threading.Thread(target=self._run_writer, args=(engine.connect_writer(),), name="writer")
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

        If the function raises any exception, only its own changes are undone. Other functions of the same commit may
        then run a second time, so a function must tolerate being run again.

        `bypass_queue_limit` is for records of what has already happened: they are accepted even if too many commands
        are queued. `exclusive=False` lets commands of other processes run at the same time; the function must rely on
        row locks and constraints. `prefetch` lists keys that are probably absent: one query checks the keys of all
        commands in a commit (`Transaction.known_absent`).
        """
        if self._closed or (not bypass_queue_limit and self._queue.qsize() >= self._waiting_commands_max):
            raise Unavailable("The store is stopping." if self._closed else "Too many changes are waiting. Try again.")
        for wrap in self._middleware:
            function = wrap(function)
        future: asyncio.Future[Result] = self._loop.create_future()
        self._queue.put(_Command(function, future, exclusive=exclusive, prefetch=prefetch))
        return future

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        """Run a function on one snapshot of the database, in a reader thread."""
        return await self._read(function, late_reads=None)

    async def read_one(self, function: Callable[[Transaction], Result]) -> Result:
        """Run a function that makes a single query, as `read` does.

        A query alone needs no transaction: of three round trips to a database server, one is left.
        """
        return await self._read(function, late_reads=None, is_one_query=True)

    async def read_late(self, function: Callable[[Transaction], Result]) -> Result:
        """Run a function as `read` does, but on a standby if one serves reads that may be late.

        If the standby does not serve the read, the primary does, so the function may run twice.
        """
        return await self._read(function, late_reads=self.late_reads)

    async def _read(
        self, function: Callable[[Transaction], Result], *, late_reads: LateReads | None, is_one_query: bool = False
    ) -> Result:
        if self._closed or self._reads >= self._waiting_reads_max:
            raise Unavailable("The store is stopping." if self._closed else "Too many reads are waiting. Try again.")
        self._reads += 1
        try:
            if late_reads is not None:
                with suppress(NotServed):
                    return await late_reads.read(function)
            statement_s_max = REQUEST_STATEMENT_S_MAX if request_began_s.get() else 0
            read = partial(self._read_once, function, statement_s_max=statement_s_max, is_one_query=is_one_query)
            return await self._read_turns.run(read)
        finally:
            self._reads -= 1

    def yield_to_loop(self, is_behind: Callable[[], bool]) -> None:
        """Run reads one after another while the event loop is behind, and leave it the processor."""
        self._is_loop_behind = is_behind

    def _running_reads_max(self) -> int:
        return 1 if self._is_loop_behind() else self._reader_threads

    @property
    def waiting_commands(self) -> int:
        """Return the number of queued commands, excluding those of the commit in progress."""
        return self._queue.qsize()

    @property
    def waiting_reads(self) -> int:
        """Return the number of reads that wait for a reader thread."""
        return self._read_turns.waiting

    @property
    def refusal(self) -> StoreError | None:
        """Return why all writes are refused (the file is damaged, or `halt` was called); None if they are not."""
        return self._damaged or self._halted

    def halt(self, why: str | None) -> None:
        """Refuse all writes from now on, for this reason; None accepts writes again, unless the database is damaged.

        Reads continue, because they may be the only way left to recover data. Thread-safe.
        """
        if why != (None if self._halted is None else self._halted.detail):
            self._halted = None if why is None else Unavailable(why)

    async def close(self) -> None:
        """Finish all queued commands, then close every connection: the writer's last, because it checkpoints."""
        self._closed = True
        if self.late_reads is not None:
            await self.late_reads.close()
        await self._loop.run_in_executor(None, self._readers.shutdown)
        for connection in self._reader_connections:
            connection.close()
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._writer.join)

    # Reader threads

    def _read_once(
        self, function: Callable[[Transaction], Result], *, statement_s_max: int = 0, is_one_query: bool = False
    ) -> Result:
        connection = self._reader()
        try:
            if is_one_query:
                connection.begin_query()
            else:
                connection.begin_read(statement_s_max=statement_s_max)
            tx = Transaction(connection, self._clock.now(), is_snapshot=True)
            try:
                return function(tx)
            finally:
                tx.memo.clear()  # its values may refer to the transaction: they would wait for the garbage collector
                connection.rollback()
        except Exception as error:
            fault = self.explain(error)
            if fault is None:
                raise
            raise fault from error

    def explain(self, error: BaseException) -> StoreError | None:
        """Translate an engine error into a StoreError; None for any other error. Thread-safe.

        If the error shows that the file is damaged, all writes are refused from now on.
        """
        fault = self._engine.explain(error)
        if fault is not None and self._engine.is_corruption(error):
            self._damaged = fault
        return fault

    def _reader(self) -> Connection:
        """Return this thread's connection, opened on first use.

        The thread pool's initializer does not open it, because a pool whose initializer fails stays broken.
        """
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            try:
                connection = self._local.connection = self._engine.connect_reader()
            except StorageRefused as error:
                cause = error.__cause__  # a connection that is opened now may be the first to read a damaged page
                is_damaged = cause is not None and self._engine.is_corruption(cause)
                fault = self.explain(cause) if cause is not None and is_damaged else None
                raise fault or Unavailable("The database cannot be opened right now.") from error
            self._reader_connections.append(connection)
        return connection

    # Writer thread

    def _run_writer(self, connection: Connection) -> None:
        while batch := self._next_batch():
            began = self._clock.monotonic()
            commits = connection.commits()
            changes = self._commit(connection, batch)
            wrote = connection.commits() != commits or self.fault is not None
            seconds = self._clock.monotonic() - began
            self._loop.call_soon_threadsafe(self._release, batch, changes, seconds, wrote)
            connection.checkpoint(idle=self._queue.empty())
        connection.close()

    def _next_batch(self) -> list[_Command]:
        """Wait for a command, and return all queued ones, at most `commit_commands_max`; an empty list on close."""
        batch = []
        command = self._queue.get()
        while command is not None:
            batch.append(command)
            if len(batch) >= self._commit_commands_max:
                return batch
            try:
                command = self._queue.get_nowait()
            except queue.Empty:
                return batch
        if batch:  # commit these commands first, and requeue the stop marker for the next call
            self._queue.put(None)
        return batch

    def _commit(self, connection: Connection, batch: list[_Command]) -> PostCommitChanges:
        """Commit a batch as a group. If one command must be undone, run all again, each in its own savepoint."""
        if self.refusal is not None:
            return self._fail(batch, self.refusal)
        commits = connection.commits()
        for isolated in (False, True):
            try:
                changes = self._run(connection, batch, isolated=isolated)
                break
            except Exception as error:
                with suppress(Exception):  # an error here must not end the writer thread; the next BEGIN reports it
                    connection.rollback()
                fault = self.explain(error)
                if fault is not None or isolated:
                    changes = self._fail(batch, fault or error)
                    break
        if connection.commits() != commits:  # a read-only commit succeeds on a full disk: it does not clear the fault
            self.fault = None
        return changes

    def _run(self, connection: Connection, batch: list[_Command], *, isolated: bool) -> PostCommitChanges:
        connection.begin_write(exclusive=any(command.exclusive for command in batch))
        whole, pending = Transaction(connection, self._clock.now()), PendingInserts()
        absent = _find_absent(whole, batch)  # it locks rows in one order, so also before commands that run apart
        if not isolated:
            pending.absent = absent
        for command in batch:
            if isolated:
                tx = self._run_isolated(connection, command)
            else:
                tx = self._run_grouped(connection, command, pending)
            if tx is not None:
                whole.changes.merge(tx.changes)
                whole.pending_hooks += tx.pending_hooks
        pending.flush(connection)
        whole.run_pre_commit_hooks()
        connection.commit()
        return whole.changes

    def _run_grouped(self, connection: Connection, command: _Command, pending: PendingInserts) -> Transaction | None:
        """Run a command that shares its INSERTs with the others. Return None if it failed without writing anything.

        If it failed after a write, raise its error, because only a rollback of the whole batch undoes the write.
        """
        tx = BatchingTransaction(connection, self._clock.now(), pending)
        changes = connection.rows_changed() - pending.rows_written
        try:
            command.result = command.function(tx)
        except Exception as error:
            has_written = connection.rows_changed() - pending.rows_written != changes
            if has_written or connection.is_aborted or self._engine.explain(error) is not None:
                raise
            command.error = _without_traceback(error)
            return None
        pending.merge(tx.own)
        return tx

    def _run_isolated(self, connection: Connection, command: _Command) -> Transaction | None:
        """Run a command in its own savepoint, at the cost of two more statements. Return None if it was undone."""
        command.error = None
        connection.script("SAVEPOINT command")
        for tries_left in reversed(range(CONFLICT_TRIES_MAX)):
            tx = Transaction(connection, self._clock.now())
            try:
                command.result = command.function(tx)
                break
            except Exception as error:
                if self._engine.explain(error) is not None:
                    raise
                connection.script("ROLLBACK TO SAVEPOINT command")
                if not tries_left or not self._engine.is_serialization_conflict(error):
                    command.error = _without_traceback(error)
                    break
        connection.script("RELEASE SAVEPOINT command")
        return tx if command.error is None else None

    def _fail(self, batch: list[_Command], fault: Exception) -> PostCommitChanges:
        """Fail every command, even one that was refused: its refusal may depend on rows that were never committed."""
        self.fault = fault if isinstance(fault, StoreError) else self.fault
        for command in batch:
            command.error = fault
        return PostCommitChanges()

    def _release(self, batch: list[_Command], changes: PostCommitChanges, seconds: float, wrote: bool = True) -> None:
        """Report the changes of a finished commit and resolve its futures, on the event loop."""
        notify("a commit was not counted", self._on_batch, len(batch), seconds)
        if wrote:
            notify("a commit was not announced", self._on_write)
        if changes:  # commands that are committed succeed, even if a listener fails
            notify("a commit was not handed on", self._on_commit, changes)
        for command in batch:
            if command.future.cancelled():
                continue
            if command.error is not None:
                command.future.set_exception(command.error)
            else:
                command.future.set_result(command.result)


def _find_absent(tx: Transaction, batch: Sequence[_Command]) -> set[Key]:
    """Return which keys in all commands' `prefetch` are absent, with one query for each kind of key."""
    wanted: dict[FindAbsent, list[Key]] = {}
    for command in batch:
        for find_absent, keys in command.prefetch:
            wanted.setdefault(find_absent, []).extend(keys)
    return set().union(*(find_absent(tx, keys) for find_absent, keys in wanted.items()))


def _without_traceback(error: Exception) -> Exception:
    """Drop a StoreError's traceback, which keeps the whole batch in memory. Other errors keep theirs, for the log."""
    return error.with_traceback(None) if isinstance(error, StoreError) else error
