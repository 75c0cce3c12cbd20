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
from plantstore.domain.errors import Unavailable
from plantstore.domain.event import Event
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import Instant
from plantstore.storage.engine import Connection, Engine, StorageRefused

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

    __slots__ = ("connection", "execute", "insert", "left", "notices", "now", "update")

    def __init__(self, connection: Connection, now: Instant) -> None:
        self.connection = connection
        self.now = now
        self.notices = Notices()
        self.left: list[tuple[Finishing, Any]] = []
        self.execute = connection.execute
        self.update = connection.update
        self.insert = connection.insert

    def before_commit(self, finishing: Finishing, item: Any) -> None:
        """Leave an item for a function that runs once before the commit, with the items of all its commands in order.

        It may not fail because of an item: all commands of the commit would fail with it.
        """
        self.left.append((finishing, item))

    def finish(self) -> None:
        """Run those functions, for a transaction without a Database around it."""
        finish(self.connection, self.left)
        self.left = []


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

        A StoreError of the function, or any other exception, undoes what this function did and nothing else. `urgent`
        is for records of what has happened already: they pass the limit on waiting commands.
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
            raise (self._engine.explain(error) or error) from error
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
        notices = Notices()
        left: list[tuple[Finishing, Any]] = []
        try:
            connection.begin_write()
            for command in batch:
                self._run(connection, command, notices, left)
            finish(connection, left)
            connection.commit()
        except Exception as error:
            with suppress(Exception):  # else the writer would end; as long as it fails, so does the next BEGIN
                connection.rollback()
            fault = self._engine.explain(error) or error
            for command in batch:
                command.error = command.error or fault
            return Notices()
        return notices

    def _run(
        self, connection: Connection, command: _Command, notices: Notices, left: list[tuple[Finishing, Any]]
    ) -> None:
        transaction = Transaction(connection, self._clock.now())
        connection.script("SAVEPOINT command")
        try:
            command.result = command.function(transaction)
        except Exception as error:
            if self._engine.explain(error) is not None:
                raise
            connection.script("ROLLBACK TO SAVEPOINT command")
            command.error = error
        else:
            notices.take(transaction.notices)
            left += transaction.left
        connection.script("RELEASE SAVEPOINT command")

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
