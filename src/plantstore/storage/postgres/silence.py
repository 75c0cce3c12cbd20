"""A PostgreSQL server that takes a statement and gives no sign of life: found out within seconds, by asking it again.

A stopped process, or a proxy that swallows what it is sent, keeps its connections open, so neither libpq nor TCP ever
reports an error: the kernel at the other end goes on acknowledging. A statement may rightly take minutes, so its age
proves nothing. When one has had no answer for a while, the thread that waits for it opens a second connection and asks
whether the server still works on it.
"""

import threading
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
import structlog
from psycopg import errors

from plantstore.core.clock import Clock
from plantstore.storage.engine.protocols import Row
from plantstore.storage.postgres.reconnect import Absence

ANSWER_S = 5.0  # the default of PLANTSTORE_DATABASE_ANSWER_S_MAX
PROBE_S_MAX = 2  # to connect for asking: libpq knows no shorter time
SPARE_S = 0.5  # for the question itself, and for a busy machine
PATIENCE_S_MIN = 0.5
_STATE = "SELECT coalesce(state, '') FROM pg_stat_activity WHERE pid = %s"
_log = structlog.get_logger("plantstore")

Result = TypeVar("Result")
Waiting = Generator[Any, Any, Result]


class Silence:
    """What the connections of one engine know together of a server that may have gone silent. Any thread may ask."""

    def __init__(self, url: str, absence: Absence, clock: Clock, *, answer_s_max: float) -> None:
        given = psycopg.conninfo.conninfo_to_dict(url)
        hosts = str(given.get("host", "")).count(",") + 1
        self._url = url
        self._absence = absence
        self._clock = clock
        self._patience_s = max(PATIENCE_S_MIN, answer_s_max - hosts * PROBE_S_MAX - SPARE_S)
        self._lock = threading.Lock()
        self._asked_s = 0.0
        self.is_silent = False

    def watched(self, raw: "WatchedConnection", waiting: "Waiting[Result]") -> "Waiting[Result]":
        """Pass on what psycopg waits for, and ask about the server each time that this has taken too long."""
        began_s = self._clock.monotonic()
        ask_at_s, is_doubtful = began_s + self._patience_s, False
        try:
            wanted = next(waiting)
            while True:
                ready = yield wanted
                if not ready and self._clock.monotonic() >= ask_at_s:
                    is_working = self._ask(raw, began_s, is_doubtful=is_doubtful)
                    ask_at_s = self._clock.monotonic() + (self._patience_s if is_working else SPARE_S)
                    is_doubtful = not is_working
                wanted = waiting.send(ready)
        except StopIteration as end:
            result: Result = end.value
            return result

    def note_answer(self) -> None:
        """The server has answered a new connection."""
        if self.is_silent:
            self.is_silent = False
            _log.warning("the database server answers again")

    def _ask(self, raw: "WatchedConnection", began_s: float, *, is_doubtful: bool) -> bool:
        """Return whether the server works on what was sent; close the connection and raise ConnectionFailure if it is
        silent, or says for the second time that it does not: at first, its answer may be on its way.
        """
        with self._lock:  # one asks, and those who wait meanwhile take its word for it
            if not (self.is_silent and self._asked_s > began_s):
                begun = self._clock.monotonic()
                is_working = self._is_working_on(raw)
                self._asked_s = self._clock.monotonic()
                if is_working or (is_working is False and not is_doubtful):
                    return is_working
                if is_working is None:
                    self._absence.note_failure(begun=begun)
                    self._note_silence()
        raw.close()
        raise errors.ConnectionFailure("the server gives no sign of life")

    def _note_silence(self) -> None:
        if not self.is_silent:
            self.is_silent = True
            _log.error("the database server gives no sign of life: it is asked again and again")

    def _is_working_on(self, raw: "WatchedConnection") -> bool | None:
        """Whether the server works on what this connection sent; None if it answers nobody.

        A server that refuses a connection, because it has too many, has answered.
        """
        try:
            with _Probe.connect(self._url, autocommit=True, connect_timeout=PROBE_S_MAX) as probe:
                probe.ends_s = self._clock.monotonic() + SPARE_S
                probe.clock = self._clock
                rows = probe.execute(_STATE, (raw.info.backend_pid,), prepare=False).fetchall()
        except (errors.ConnectionTimeout, _NoAnswer):
            return None
        except psycopg.Error:
            return True
        if raw.prepare_threshold is None:  # behind PgBouncer the number of a process says nothing
            return True
        return bool(rows) and not str(rows[0][0]).startswith("idle")


class WatchedConnection(psycopg.Connection[Row]):
    """A connection that does not wait for ever. `silence` is set as soon as it is open."""

    silence: Silence | None = None

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        waiting = gen if self.silence is None else self.silence.watched(self, gen)
        return super().wait(waiting, *args, **named)


class _NoAnswer(Exception):
    """The question was not answered in time."""


class _Probe(psycopg.Connection[Row]):
    """A connection that is opened to ask one short question."""

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
                    raise _NoAnswer
                wanted = waiting.send(ready)
        except StopIteration as end:
            result: Result = end.value
            return result
