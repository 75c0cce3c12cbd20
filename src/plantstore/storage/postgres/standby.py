"""Reads on a standby that is at most some seconds behind the primary, and never ahead of what the primary shows.

A thread takes a mark on the primary about once a second, and asks the standby how far it is. Reads run on threads and
connections of their own. If one fails for any reason, the primary runs it again: so an error is never late, and no
reader gets "not found" for what only the standby does not have yet.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import psycopg
import structlog
from psycopg import errors

from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.storage.engine.late_reads import NotServed, Served
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.postgres.connection import ConnectionSource
from plantstore.storage.postgres.marks import Marks, StandbyConnection
from plantstore.storage.transaction import Transaction

ANSWER_S = 3.0  # max wait for any response from a standby, because the primary can serve the read
POLL_S_MAX = 1.0  # max seconds between two polls of the standby; a quarter of the allowed lag if that is less
_CANCELLED = (errors.SerializationFailure, errors.DeadlockDetected, errors.QueryCanceled, errors.LockNotAvailable)
_log = structlog.get_logger("plantstore")

Result = TypeVar("Result")


class Standby:
    """Serves reads on a standby. `on_read` gets where each read that may be late was served, on the event loop."""

    def __init__(
        self,
        primary: ConnectionSource,
        standby: ConnectionSource,
        clock: Clock,
        random_bytes: RandomBytes,
        *,
        lag_s_max: float,
        readers: int,
        on_read: Callable[[Served], None],
    ) -> None:
        self.marks = Marks(primary, clock, random_bytes, lag_s_max=lag_s_max)
        self._standby = standby
        self._clock = clock
        self._on_read = on_read
        self._poll_s = min(POLL_S_MAX, lag_s_max / 4)
        self._local = threading.local()
        self._connections: list[StandbyConnection] = []
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="standby")
        self._stopped = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="standby", daemon=True)
        self._watched: StandbyConnection | None = None
        self._why_not: Served | None = Served.UNREACHABLE
        self._reported: Served | None = None
        self.lag_s: float | None = None

    def start(self) -> None:
        """Poll the standby from now on. Until the first poll has ended, the primary serves all reads."""
        self._watcher.start()

    async def read(self, function: Callable[[Transaction], Result]) -> Result:
        """Run a function on one snapshot of the standby; raise NotServed if the primary must run it."""
        try:
            if self._why_not is not None:
                raise NotServed(self._why_not)
            result = await asyncio.get_running_loop().run_in_executor(self._readers, self._read_once, function)
        except NotServed as not_served:
            self._on_read(not_served.why)
            raise
        self._on_read(Served.STANDBY)
        return result

    async def close(self) -> None:
        """Finish the reads that have begun, and close all connections."""
        self._stopped.set()
        self._why_not = Served.UNREACHABLE
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._readers.shutdown)
        if self._watcher.ident is not None:
            await loop.run_in_executor(None, self._watcher.join)
        for connection in (*self._connections, *filter(None, [self._watched])):
            connection.close()
        self.marks.close()

    def poll(self) -> None:
        """Take a mark, and find out whether the standby is fresh enough. The watching thread calls this."""
        with suppress(psycopg.Error, StorageRefused):  # without new marks, the standby soon counts as late
            self.marks.take()
        try:
            if self._watched is None:
                self._watched = StandbyConnection(self._standby, writes=False)
            replayed = self._watched.position()
        except (psycopg.Error, StorageRefused) as error:
            self._note(Served.UNREACHABLE, None, error)
            return
        if replayed is None:  # it was promoted, or does not have the branch yet
            self._note(Served.UNREACHABLE, None, None)
            return
        lag_s = self.marks.lag_s(replayed)
        mark = self.marks.needed()
        is_fresh = lag_s is not None and mark is not None and self._watched.has(mark)
        self._note(None if is_fresh else Served.LATE, lag_s if is_fresh else None, None)

    # Reader threads

    def _read_once(self, function: Callable[[Transaction], Result]) -> Result:
        try:
            if self._why_not is not None:  # since this read began to wait for a thread
                raise NotServed(self._why_not)
            mark = self.marks.needed()
            if mark is None or not self._reader().begin_at(mark):
                raise NotServed(Served.LATE)
            connection = self._reader()
            try:
                result = function(Transaction(connection, self._clock.now(), is_snapshot=True, is_late=True))
                heads = connection.heads()
            finally:
                connection.rollback()
            if not self.marks.confirms(heads):
                raise NotServed(Served.AHEAD)
        except NotServed:
            raise
        except _CANCELLED as error:
            raise NotServed(Served.CONFLICT) from error
        except (psycopg.OperationalError, psycopg.InterfaceError, StorageRefused) as error:
            self._note(Served.UNREACHABLE, None, error)  # until the next poll
            raise NotServed(Served.UNREACHABLE) from error
        except Exception as error:  # the primary raises it too, unless it knows better
            raise NotServed(Served.DECLINED) from error
        return result

    def _reader(self) -> StandbyConnection:
        connection: StandbyConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = StandbyConnection(self._standby, writes=False)
            self._connections.append(connection)
        return connection

    # The watching thread

    def _watch(self) -> None:
        while not self._stopped.is_set():
            try:
                self.poll()
            except Exception as error:
                self._note(Served.UNREACHABLE, None, error)
                _log.exception("polling the standby failed")
            self._stopped.wait(self._poll_s)

    def _note(self, why_not: Served | None, lag_s: float | None, error: Exception | None) -> None:
        """Set whether the standby is used, and log when that changes."""
        self._why_not, self.lag_s = why_not, lag_s
        if why_not is self._reported or self._stopped.is_set():
            return
        self._reported = why_not
        if why_not is None:
            _log.info("the standby serves reads that may be late")
        else:
            detail = {} if error is None else {"error": " ".join(str(error).split()) or type(error).__name__}
            _log.warning("the primary serves all reads, because of the standby", why=str(why_not), **detail)
