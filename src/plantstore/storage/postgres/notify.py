"""Processes notify each other of commits, with NOTIFY and LISTEN outside of the transactions.

Notifications only reduce latency, because every process also polls the tables once a second: a lost notification costs
at most a second. Behind PgBouncer, which does not support LISTEN, processes only poll.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg
import structlog

from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.postgres.connection import Raw

CHANNEL = "plantstore"
LISTEN_S = 1.0  # interval at which the listener checks whether to stop
RECONNECT_S = 2.0  # delay before a lost connection is reopened
_log = structlog.get_logger("plantstore")


class PostgresCommitChannel:
    """Runs two threads, each with its own connection: one notifies, the other listens and calls `on_commit`.

    Calls of `notify` during a NOTIFY's round trip cause only one more NOTIFY. Our own notifications are ignored. A
    connection to a server that `is_avoided`, such as one that is no longer the primary, is closed and opened again.
    """

    def __init__(
        self,
        connect: Callable[[], Raw],
        on_commit: Callable[[], None],
        *,
        is_avoided: Callable[[Raw], bool] = lambda _raw: False,
        reconnect_s: float = RECONNECT_S,
    ) -> None:
        self._connect = connect
        self._is_avoided = is_avoided
        self._on_commit = on_commit
        self._reconnect_s = reconnect_s
        self._stopped = threading.Event()
        self._requested = threading.Event()
        self._own_pid = 0
        self._threads = [
            threading.Thread(target=self._run_notifier, name="notifier", daemon=True),
            threading.Thread(target=self._run_listener, name="listener", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def notify(self) -> None:
        """Make the notifier thread notify the other processes; return immediately. Thread-safe."""
        self._requested.set()

    def close(self) -> None:
        """Send a last notification, and stop both threads."""
        self._stopped.set()
        self._requested.set()
        for thread in self._threads:
            thread.join()

    def _run_notifier(self) -> None:
        raw: Raw | None = None
        trouble = _Trouble("other processes cannot be notified of commits")
        while self._requested.wait():  # `close` sets it too: this last NOTIFY wakes our own listener
            self._requested.clear()
            try:
                if raw is None or raw.closed or self._is_avoided(raw):
                    _close(raw)
                    raw = self._connect()
                    self._own_pid = raw.info.backend_pid
                raw.execute(f"NOTIFY {CHANNEL}", prepare=False)
                trouble.ended()
            except Exception as error:  # the other processes poll until we can notify them again
                _close(raw)
                raw = None
                self._fail(trouble, error)
                self._requested.set()
            if self._stopped.is_set():
                break
        _close(raw)

    def _run_listener(self) -> None:
        raw: Raw | None = None
        trouble = _Trouble("notifications of other processes cannot be received")
        while not self._stopped.is_set():
            try:
                if raw is None or self._is_avoided(raw):
                    _close(raw)
                    raw = self._connect()
                    if raw.prepare_threshold is None:
                        break  # PgBouncer does not support LISTEN
                    raw.execute(f"LISTEN {CHANNEL}", prepare=False)
                    trouble.ended()
                    self._on_commit()  # commits may have been missed before LISTEN
                for notification in raw.notifies(timeout=LISTEN_S, stop_after=1):
                    if notification.pid != self._own_pid:
                        self._on_commit()
            except Exception as error:
                _close(raw)
                raw = None
                self._fail(trouble, error)
        _close(raw)

    def _fail(self, trouble: "_Trouble", error: Exception) -> None:
        if not self._stopped.is_set():
            trouble.began(error)
        self._stopped.wait(self._reconnect_s)


class _Trouble:
    """Logs a problem when it begins and when it ends, but not its repetitions."""

    def __init__(self, event: str) -> None:
        self._event = event
        self._is_on = False

    def began(self, error: Exception) -> None:
        if self._is_on:
            return
        self._is_on = True
        if isinstance(error, (psycopg.Error, StorageRefused)):
            _log.warning(self._event, error=" ".join(str(error).split()) or type(error).__name__)
        else:
            _log.error(self._event, exc_info=error)

    def ended(self) -> None:
        if self._is_on:
            _log.info("processes notify each other of commits again", after=self._event)
        self._is_on = False


def _close(raw: Raw | None) -> None:
    if raw is not None:
        with suppress(psycopg.Error):
            raw.close()
