"""Detects, within seconds, a PostgreSQL server that accepts a statement and then stops responding.

A stopped process, or a proxy that drops data, keeps its connections open, so neither libpq nor TCP ever reports an
error: the remote kernel still acknowledges packets. A statement may legitimately take minutes, so its age proves
nothing. If a statement has had no response for a while, the waiting thread opens a second connection and asks whether
the server is still processing the statement.

A commit that waits for a synchronous standby, or a statement that waits for the locks of such a commit, may wait
forever: the standby may have been promoted, and this server does not know it. So the thread then also asks the other
servers of the address whether one of them was promoted.
"""

import threading
from collections.abc import Generator
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
import structlog
from psycopg import errors

from plantstore.core.clock import Clock
from plantstore.storage.engine.protocols import Row
from plantstore.storage.postgres.hosts import Server, Servers
from plantstore.storage.postgres.reconnect import Backoff

ANSWER_S = 5.0  # the default of PLANTSTORE_DATABASE_ANSWER_S_MAX
PROBE_S_MAX = 2  # timeout for connecting a probe to a host; libpq supports no shorter timeout
SPARE_S = 0.5  # timeout of the probe's query; also the delay before a second probe confirms the first
PATIENCE_S_MIN = 0.5  # min time without a response before the server is probed
# The first eight digits of a WAL file's name are the timeline, which each promotion increases.
_TIMELINE = "CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END"
_WAITS = "coalesce(wait_event_type = 'Lock' OR wait_event = 'SyncRep', false)"
_STATE = f"SELECT coalesce(state, ''), {_WAITS}, {_TIMELINE} FROM pg_stat_activity WHERE pid = %s"
_log = structlog.get_logger("plantstore")

Result = TypeVar("Result")
Waiting = Generator[Any, Any, Result]


class Silence:
    """Probes a server that does not respond, and shares the result among an engine's connections. Thread-safe."""

    def __init__(self, url: str, servers: Servers, backoff: Backoff, clock: Clock, *, answer_s_max: float) -> None:
        self._url = url
        self._servers = servers
        self._backoff = backoff
        self._clock = clock
        self._patience_s = max(PATIENCE_S_MIN, answer_s_max - PROBE_S_MAX - SPARE_S)
        self._lock = threading.Lock()
        self._probed_s = 0.0
        self.is_silent = False

    def watched(self, raw: "WatchedConnection", waiting: "Waiting[Result]") -> "Waiting[Result]":
        """Wrap psycopg's wait generator, and probe the server whenever the wait takes too long."""
        began_s = self._clock.monotonic()
        probe_at_s, is_doubtful = began_s + self._patience_s, False
        try:
            wanted = next(waiting)
            while True:
                ready = yield wanted
                if not ready and self._clock.monotonic() >= probe_at_s:
                    is_working = self._probe(raw, began_s, is_doubtful=is_doubtful)
                    probe_at_s = self._clock.monotonic() + (self._patience_s if is_working else SPARE_S)
                    is_doubtful = not is_working
                wanted = waiting.send(ready)
        except StopIteration as end:
            result: Result = end.value
            return result

    def note_response(self) -> None:
        """Record that the server accepted a new connection."""
        if self.is_silent:
            self.is_silent = False
            _log.warning("the database server answers again")

    def _probe(self, raw: "WatchedConnection", began_s: float, *, is_doubtful: bool) -> bool:
        """Return True if the server is still processing the connection's statement.

        Close the connection and raise ConnectionFailure if the server does not respond, or if a second probe finds the
        statement finished too: after the first such probe, its response may still be in transit.
        """
        with self._lock:  # one thread probes, and threads that wait for the lock use its result
            if not (self.is_silent and self._probed_s > began_s):
                begun = self._clock.monotonic()
                is_working = self._is_working_on(raw)
                self._probed_s = self._clock.monotonic()
                if is_working or (is_working is False and not is_doubtful):
                    return is_working
                if is_working is None:
                    self._servers.note_silence(raw.server)
                    self._backoff.note_failure(begun=begun)
                    self._note_silence()
        raw.close()
        raise errors.ConnectionFailure("the server does not respond")

    def _note_silence(self) -> None:
        if not self.is_silent:
            self.is_silent = True
            _log.error("the database server gives no sign of life: it is asked again and again")

    def _is_working_on(self, raw: "WatchedConnection") -> bool | None:
        """Return True if the server is processing this connection's statement, False if not; None if it is silent.

        The probe asks the server of this connection, and no other server of the address. A server that refuses the
        probe's connection, for example because it has too many, counts as processing; one that waits for a standby or
        a lock, while another server has been promoted, does not.
        """
        place = {"host": raw.info.host, "hostaddr": raw.info.hostaddr, "port": str(raw.info.port)}
        try:
            rows = self._ask(_STATE, (raw.info.backend_pid,), target_session_attrs="any", **place)
        except (errors.ConnectionTimeout, _NoResponse):
            return None
        except psycopg.Error:
            return True
        if raw.prepare_threshold is None:  # PgBouncer hides the server's process ids
            return True
        if not rows or str(rows[0][0]).startswith("idle"):
            return False
        _, waits, timeline = rows[0]
        if waits and self._is_replaced(raw.server, timeline):
            self._servers.note_silence(raw.server)
            return False
        return True

    def _is_replaced(self, server: Server, timeline: str) -> bool:
        """True if another server of the address accepts writes on a later timeline."""
        for other in self._servers.others(server):
            with suppress(psycopg.Error, _NoResponse):
                rows = self._ask(f"SELECT {_TIMELINE}", (), target_session_attrs="read-write", **other)
                if str(rows[0][0]) > timeline:
                    return True
        return False

    def _ask(self, sql: str, values: tuple[Any, ...], **options: Any) -> list[Row]:
        """Run one query through a new connection, which has PROBE_S_MAX to open and SPARE_S to answer."""
        with _Probe.connect(self._url, autocommit=True, **options | {"connect_timeout": PROBE_S_MAX}) as probe:
            probe.ends_s = self._clock.monotonic() + SPARE_S
            probe.clock = self._clock
            return probe.execute(sql, values or None, prepare=False).fetchall()


class WatchedConnection(psycopg.Connection[Row]):
    """A connection that stops waiting if the server is silent. `silence` is set when the connection is open."""

    silence: Silence | None = None
    server: Server

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        waiting = gen if self.silence is None else self.silence.watched(self, gen)
        return super().wait(waiting, *args, **named)


class _NoResponse(Exception):
    """The server did not respond to the probe in time."""


class _Probe(psycopg.Connection[Row]):
    """A connection for one short query, which raises _NoResponse if there is no response by `ends_s`."""

    ends_s = 0.0
    clock: Clock | None = None

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        return super().wait(gen if self.clock is None else self._bounded(gen, self.clock), *args, **named)

    def _bounded(self, waiting: "Waiting[Result]", clock: Clock) -> "Waiting[Result]":
        try:
            wanted = next(waiting)
            while True:
                ready = yield wanted
                if not ready and clock.monotonic() >= self.ends_s:
                    self.close()
                    raise _NoResponse
                wanted = waiting.send(ready)
        except StopIteration as end:
            result: Result = end.value
            return result
