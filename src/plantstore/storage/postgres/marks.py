"""Marks: positions in the write-ahead log of the primary at known times. A standby that has replayed one is not older.

No clock but our own is compared, and nothing is written but one value at the start and after a promotion: an idle
store, a standby whose clock is wrong, and one that is cut off while nothing is committed are judged correctly.
"""

import threading
from contextlib import suppress
from typing import NamedTuple

import psycopg

from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.storage.engine.protocols import Row, StorageRefused
from plantstore.storage.postgres.connection import Connection, ConnectionSource, Raw
from plantstore.storage.tables import facts
from plantstore.storage.transaction import Transaction

_BRANCH = "branch of the write-ahead log"  # name of the value in table `facts`
_NONCE_BYTES = 8
MARKS_KEPT = 20  # about how many marks are kept, however many are taken
_HEADS = (
    "coalesce((SELECT max(sequence) FROM events), 0), coalesce((SELECT max(number) FROM plant_changes), 0), "
    "coalesce((SELECT max(last) FROM attempt_pages), 0)"
)
# The first eight digits of a WAL file's name are the timeline, which each promotion increases.
_MARK = (
    "SELECT left(pg_walfile_name(pg_current_wal_flush_lsn()), 8), "
    f"(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint, {_HEADS}, "
    f"(SELECT value FROM facts WHERE name = '{_BRANCH}')"
)
_REPLAYED = (
    "SELECT pg_is_in_recovery(), (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint, "
    f"(SELECT value FROM facts WHERE name = '{_BRANCH}')"
)
_BEGIN_LATE = (
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off; "
    "SET LOCAL lock_timeout = '1s'"  # a paused standby may hold locks for as long as it is paused
)


class Heads(NamedTuple):
    """The ends of the event log, of the numbers of plant changes, and of the feed of attempts."""

    events: int
    changes: int
    attempts: int

    def covers(self, other: "Heads") -> bool:
        """True if nothing in the other heads is missing from these."""
        return all(ours >= theirs for ours, theirs in zip(self, other, strict=True))


class Mark(NamedTuple):
    """What the primary had at `taken_s` of our monotonic clock: all that was committed before is at or below `lsn`.

    `branch` is a value that was written on the primary's timeline. A server on another branch of the write-ahead log,
    such as a standby of a former primary, or of the server that the store was copied from, does not have it: its
    positions mean nothing.
    """

    taken_s: float
    lsn: int
    branch: bytes
    heads: Heads


class Marks:
    """The marks of the last `lag_s_max` seconds, taken on the primary. Thread-safe."""

    def __init__(self, primary: ConnectionSource, clock: Clock, random_bytes: RandomBytes, *, lag_s_max: float) -> None:
        self._primary = primary
        self._clock = clock
        self._random_bytes = random_bytes
        self._lag_s_max = lag_s_max
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._has_written = False
        self._marks: tuple[Mark, ...] = ()

    def take(self) -> Mark:
        """Take a mark; raise what psycopg raises.

        Before the first one, and after the primary was replaced, write a new value for the branch.
        """
        called_s = self._clock.monotonic()
        with self._lock:  # callers that waited for the lock use the mark that was taken after their call
            if not self._marks or self._marks[-1].taken_s <= called_s:
                self._take()
            return self._marks[-1]

    def needed(self) -> Mark | None:
        """Return the oldest mark that a read may begin at now: the least that a standby must have replayed."""
        oldest_s = self._clock.monotonic() - self._lag_s_max
        return next((mark for mark in self._marks if mark.taken_s >= oldest_s), None)

    def confirms(self, heads: Heads) -> bool:
        """True if the primary shows all that a snapshot of a standby contains.

        A standby may show a commit before the primary does, which waits for another standby. If the primary is then
        lost, so is the commit. Take a mark if the newest one is not enough.
        """
        if self._marks and self._marks[-1].heads.covers(heads):
            return True
        try:
            return self.take().heads.covers(heads)
        except (psycopg.Error, StorageRefused):
            return False

    def lag_s(self, lsn: int) -> float | None:
        """Return by how much a standby that has replayed up to `lsn` is at most behind; None if longer than allowed."""
        newest = next((mark for mark in reversed(self._marks) if mark.lsn <= lsn), None)
        lag_s = self._lag_s_max + 1 if newest is None else self._clock.monotonic() - newest.taken_s
        return lag_s if lag_s <= self._lag_s_max else None

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _take(self) -> None:
        if self._connection is None:
            self._connection = Connection(self._primary, writes=True)
        taken_s = self._clock.monotonic()
        try:
            timeline, lsn, *heads, branch = self._connection.ask(_MARK)[0]
        except psycopg.Error:
            self._connection.close()  # perhaps this server is no primary any more
            raise
        if not self._has_written or branch is None or not branch.startswith(timeline.encode()):
            self._write_branch(self._connection, timeline)
            self._take()
            return
        self._keep(Mark(taken_s, lsn, branch, Heads(*heads)))

    def _keep(self, new: Mark) -> None:
        """Add a mark, drop those that are too old, and the newest if it is close to the one before it."""
        oldest_s = new.taken_s - self._lag_s_max
        kept = [mark for mark in self._marks if mark.branch == new.branch and mark.taken_s >= oldest_s]
        if len(kept) > 1 and kept[-1].taken_s - kept[-2].taken_s < self._lag_s_max / MARKS_KEPT:
            kept.pop()
        self._marks = (*kept, new)

    def _write_branch(self, connection: Connection, timeline: str) -> None:
        connection.begin_write(exclusive=False)
        try:
            value = f"{timeline} {self._random_bytes(_NONCE_BYTES).hex()}".encode()
            facts.write(Transaction(connection, self._clock.now()), _BRANCH, value)
            connection.commit()
            self._has_written = True
        except BaseException:
            with suppress(Exception):
                connection.rollback()
            raise


class StandbyConnection(Connection):
    """A connection to a standby, which begins a snapshot only if it contains a mark."""

    _replayed: tuple[int, bytes] | None = None

    def begin_at(self, mark: Mark) -> bool:
        """Begin a snapshot that contains all up to the mark; return False if this server does not have it.

        The position is asked for before the snapshot is taken, and is forgotten whenever the connection is renewed,
        perhaps with another server.
        """
        for _ in range(2):
            if not self.has(mark):
                self.position()
            if not self.has(mark):
                return False
            self._begin(_BEGIN_LATE)
            if self.has(mark):
                return True
            self.rollback()
        return False

    def position(self) -> int | None:
        """Return up to where this server has replayed; None if it does not know. Leave a server that was promoted."""
        is_standby, lsn, branch = self._read_position()
        if not is_standby:
            self.close()
            is_standby, lsn, branch = self._read_position()
        self._replayed = (lsn, branch) if is_standby and lsn is not None and branch is not None else None
        return None if self._replayed is None else self._replayed[0]

    def heads(self) -> Heads:
        """Return the heads in the snapshot that was begun."""
        return Heads(*self.execute(f"SELECT {_HEADS}")[0])

    def has(self, mark: Mark) -> bool:
        return self._replayed is not None and self._replayed[1] == mark.branch and self._replayed[0] >= mark.lsn

    def _read_position(self) -> Row:
        self._begin(_BEGIN_LATE)
        try:
            return self.execute(_REPLAYED)[0]
        finally:
            self.rollback()

    def _use(self, raw: Raw) -> None:
        self._replayed = None
        super()._use(raw)
