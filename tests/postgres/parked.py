"""Connections that outlive the store that opened them, for the next store on the same database.

Who connects waits for a new process of the server, which then reads the catalogues anew at each first statement: for a
store of six connections, a third of what a small test takes. The store under test does not notice: a connection that
it closed is closed for it, and the one that it gets shows nothing of what was done on it before.
"""

import threading

import psycopg
from psycopg.pq import ExecStatus, PGconn, TransactionStatus
from psycopg.pq.abc import PGconn as Open

from plantstore.storage.engine.protocols import Row, StorageRefused, StorageSizes
from plantstore.storage.postgres import types
from plantstore.storage.postgres.connection import Raw
from plantstore.storage.postgres.engine import STATEMENTS_KEPT, PostgresEngine

PARKED_MAX = 8  # of one database: a server takes a hundred connections
_FORGET = b"DISCARD ALL"  # settings, prepared statements, locks, temporary tables, LISTEN


class Parked:
    """The idle connections of one database, lent to its user until `withdraw`."""

    def __init__(self, idle: list[Open]) -> None:
        self._idle = idle
        self._is_lent = True
        self._lock = threading.Lock()

    def take(self) -> Open | None:
        with self._lock:
            return self._idle.pop() if self._is_lent and self._idle else None

    def park(self, used: Open) -> bool:
        """Keep a connection as if it were new; False when it must be closed, because it is in use, or past that."""
        if used.transaction_status != TransactionStatus.IDLE or used.exec_(_FORGET).status != ExecStatus.COMMAND_OK:
            return False
        while used.notifies():  # or the next listener would receive them
            pass
        with self._lock:
            is_kept = self._is_lent and len(self._idle) < PARKED_MAX
            if is_kept:
                self._idle.append(used)
        return is_kept

    def withdraw(self) -> list[Open]:
        """Take all connections. A previous user that continues opens and closes its own."""
        with self._lock:
            self._is_lent = False
            idle, self._idle = self._idle, []
        return idle


class ParkingEngine(PostgresEngine):
    """The engine, except that it parks connections instead of closing them, and reuses parked ones."""

    def __init__(self, url: str, parked: Parked) -> None:
        self._parked = parked
        self._is_measured = False
        super().__init__(url)

    def measure(self, raw: Raw) -> None:
        """Only for who asks: a server answers by looking at each of 700 files, as long as all else of a start takes."""
        if self._is_measured:
            super().measure(raw)

    def sizes(self) -> StorageSizes:
        if not self._is_measured:
            self._is_measured = True
            with self.connect() as raw:
                self.measure(raw)
        return super().sizes()

    def connect(self) -> Raw:
        while (kept := self._parked.take()) is not None:
            raw: Parking = Parking(kept)
            raw.autocommit = True
            raw.prepared_max = STATEMENTS_KEPT
            types.register(raw)
            try:
                self._pid_of(raw)  # it may have been terminated by the server
            except StorageRefused:
                continue
            raw.parked = self._parked
            return raw
        new = super().connect()
        new.__class__ = Parking
        assert isinstance(new, Parking)
        new.parked = self._parked
        return new


class Parking(psycopg.Connection[Row]):
    """A connection whose end is seen by who holds it, and not by the server."""

    parked: Parked | None = None

    def close(self) -> None:
        if self.parked is not None and not self.closed and self.parked.park(self.pgconn):
            self._closed, self.pgconn = True, PGconn()
        super().close()
