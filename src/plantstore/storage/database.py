"""Two doors to the store: `write()` through one thread that shares commits, `read()` through many connections.

The writer needs no timer: while one commit is flushed to disk the next commands gather, and go together after it.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from plantstore.clock import Clock
from plantstore.domain.errors import StoreError, Unavailable
from plantstore.domain.event import Event
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import Instant
from plantstore.storage.engine import Connection, Engine, Row, StorageRefused
from plantstore.storage.gathered import Gathered, Known

Result = TypeVar("Result")


@dataclass(slots=True)
class Notices:
    """What a commit changed that the running process must hear of: new events, and receivers that are not as before."""

    events: list[Event] = field(default_factory=list)
    receivers: set[ReceiverId] = field(default_factory=set)

    def take(self, other: "Notices") -> None:
        self.events.extend(other.events)
        self.receivers.update(other.receivers)

    def __bool__(self) -> bool:
        return bool(self.events or self.receivers)


Finishing = Callable[[Connection, Sequence[Any]], None]
"""What is done once for all commands of a commit, with what they have left for it."""


class Transaction:
    """What a verb is handed: the connection, one fixed `now`, and a place for notices.

    Storage functions take one. Inside `read()` the connection refuses to write.
    """

    __slots__ = ("connection", "left", "notices", "now")

    def __init__(self, connection: Connection, now: Instant) -> None:
        self.connection = connection
        self.now = now
        self.notices = Notices()
        self.left: list[tuple[Finishing, Any]] = []

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

    def find_waiting(self, key: tuple[str, str]) -> Any:
        """What waits to be inserted and was made known under this key."""
        del key

    def look_past(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Read what is inserted, and leave what waits: for who has asked `find_waiting`."""
        return self.connection.execute(sql, values)

    def newest(self, of: str, read: Callable[[], int]) -> int:
        """The last number used for something; `read` asks the tables, once in a commit."""
        del of
        return read()

    def note_newest(self, of: str, number: int) -> None:
        """Say which number was used now."""

    def before_commit(self, finishing: Finishing, item: Any) -> None:
        """Leave an item for a function that runs once before the commit, with the items of all its commands in order.

        It may not fail because of an item: all commands of the commit would fail with it.
        """
        self.left.append((finishing, item))

    def finish(self) -> None:
        """Run those functions, for a transaction without a Database around it."""
        finish(self.connection, self.left)
        self.left = []


class SharingTransaction(Transaction):
    """One whose rows wait to be inserted with those of the same commit's other commands. Nobody sees a difference."""

    __slots__ = ("_all", "own")

    def __init__(self, connection: Connection, now: Instant, everybodys: Gathered) -> None:
        super().__init__(connection, now)
        self._all = everybodys
        self.own = Gathered()
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

    def find_waiting(self, key: tuple[str, str]) -> Any:
        return self.own.known.get(key) or self._all.known.get(key)

    def newest(self, of: str, read: Callable[[], int]) -> int:
        for gathered in (self.own, self._all):
            if of in gathered.newest:
                return gathered.newest[of]
        number = self.own.newest[of] = read()
        return number

    def note_newest(self, of: str, number: int) -> None:
        if of in self.own.newest or of in self._all.newest:  # else the tables will say
            self.own.newest[of] = number

    def _flush(self) -> None:
        """Insert what waits, others' rows first: they came first."""
        if self._all.rows:
            self._all.flush(self.connection)
        if self.own.rows:
            self.own.flush(self.connection)


def finish(connection: Connection, left: Sequence[tuple[Finishing, Any]]) -> None:
    """Run each function once, with the items that were left for it."""
    items: dict[Finishing, list[Any]] = {}
    for finishing, item in left:
        items.setdefault(finishing, []).append(item)
    for finishing, its in items.items():
        finishing(connection, its)


class _Command:
    __slots__ = ("error", "function", "future", "result")

    def __init__(self, function: Callable[[Transaction], Any], future: "asyncio.Future[Any]") -> None:
        self.function = function
        self.future = future
        self.result: Any = None
        self.error: BaseException | None = None


class Database:
    """The open store. Make it inside a running event loop; answers arrive there."""

    fault: StoreError | None = None  # why the last commit that had something to write was not written

    def __init__(
        self,
        engine: Engine,
        clock: Clock,
        *,
        on_commit: Callable[[Notices], None],
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

    def write(self, function: Callable[[Transaction], Result], *, urgent: bool = False) -> "asyncio.Future[Result]":
        """Run a function in a write transaction; the future resolves when the commit is on stable storage.

        A StoreError of the function, or any other exception, undoes what this function did and nothing else. To undo
        one, the others of its commit are run again: what a function does outside the transaction must bear that.
        `urgent` is for records of what has happened already: they pass the limit on waiting commands.
        """
        if self._closed or (not urgent and self._waiting.qsize() >= self._waiting_commands_max):
            raise Unavailable("The store is stopping." if self._closed else "Too many changes are waiting. Try again.")
        future: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.put(_Command(function, future))
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
        connection.begin_read()
        try:
            return function(Transaction(connection, self._clock.now()))
        except Exception as error:
            fault = self._engine.explain(error)
            if fault is None:
                raise
            raise fault from error
        finally:
            connection.rollback()

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
            notices = self._commit(connection, batch)
            self._loop.call_soon_threadsafe(self._release, batch, notices, self._clock.monotonic() - began)
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

    def _commit(self, connection: Connection, batch: list[_Command]) -> Notices:
        """Run a batch in one transaction. One bad command is undone alone; a fault of the database fails them all."""
        before = connection.commits()
        notices = self._commit_somehow(connection, batch)
        if connection.commits() != before:  # who writes nothing finds room on the fullest disk
            self.fault = None
        return notices

    def _commit_somehow(self, connection: Connection, batch: list[_Command]) -> Notices:
        try:
            return self._commit_together(connection, batch)
        except Exception as error:
            with suppress(Exception):  # else the writer would end; as long as it fails, so does the next BEGIN
                connection.rollback()
            fault = self._engine.explain(error)
            if fault is not None:
                return self._fail(batch, fault)
        try:  # one of them has to be undone: which one, shows when each stands alone
            return self._commit_apart(connection, batch)
        except Exception as error:
            with suppress(Exception):
                connection.rollback()
            return self._fail(batch, self._engine.explain(error) or error)

    def _fail(self, batch: list[_Command], fault: Exception) -> Notices:
        """Nothing of this commit holds: not even why one of its commands was refused."""
        self.fault = fault if isinstance(fault, StoreError) else self.fault
        for command in batch:
            command.error = fault
        return Notices()

    def _commit_together(self, connection: Connection, batch: list[_Command]) -> Notices:
        """Let commands share statements. A refused one that wrote nothing leaves nothing; else this raises."""
        notices, gathered, left = Notices(), Gathered(), list[tuple[Finishing, Any]]()
        connection.begin_write()
        for command in batch:
            transaction = SharingTransaction(connection, self._clock.now(), gathered)
            before = connection.changes() - gathered.changes
            try:
                command.result = command.function(transaction)
            except Exception as error:
                if self._engine.explain(error) is not None or connection.changes() - gathered.changes != before:
                    raise
                command.error = _bare(error)
                continue
            gathered.take(transaction.own)
            notices.take(transaction.notices)
            left += transaction.left
        gathered.flush(connection)
        finish(connection, left)
        connection.commit()
        return notices

    def _commit_apart(self, connection: Connection, batch: list[_Command]) -> Notices:
        """The same with a savepoint for each: three times the statements, and each can be undone."""
        notices, left = Notices(), list[tuple[Finishing, Any]]()
        connection.begin_write()
        for command in batch:
            command.error = None
            transaction = Transaction(connection, self._clock.now())
            connection.script("SAVEPOINT command")
            try:
                command.result = command.function(transaction)
            except Exception as error:
                if self._engine.explain(error) is not None:
                    raise
                connection.script("ROLLBACK TO SAVEPOINT command")
                command.error = _bare(error)
            else:
                notices.take(transaction.notices)
                left += transaction.left
            connection.script("RELEASE SAVEPOINT command")
        finish(connection, left)
        connection.commit()
        return notices

    def _release(self, batch: list[_Command], notices: Notices, seconds: float) -> None:
        """Back on the loop, after the commit and only then: hand over what is new, release the answers."""
        self._on_batch(len(batch), seconds)
        if notices:
            try:
                self._on_commit(notices)
            except Exception as error:  # what is committed is acknowledged, whoever trips over the news
                self._loop.call_exception_handler({"message": "a commit was not handed on", "exception": error})
        for command in batch:
            if command.future.cancelled():
                continue
            if command.error is not None:
                command.future.set_exception(command.error)
            else:
                command.future.set_result(command.result)


def _bare(error: Exception) -> Exception:
    """A refusal without its traceback, which would hold the whole batch in a ring. A fault keeps it, for the log."""
    return error.with_traceback(None) if isinstance(error, StoreError) else error
