"""How processes tell each other at once that something was committed: NOTIFY and LISTEN, beside the transactions.

News are a kindness. What is true stands in the tables, and everybody looks there once a second in any case: so a lost
one costs a second, and behind PgBouncer, which keeps no connection for anybody to listen on, nobody is told at all.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

import psycopg
import structlog

from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.postgres.connection import Raw

CHANNEL = "plantstore"
LOOK_S = 1.0  # how long a wait for news lasts before it is seen whether to stop
AGAIN_S = 2.0  # after a connection was lost
_log = structlog.get_logger("plantstore")


class PostgresNews:
    """Two threads with a connection each: one tells, one hears. `on_news` is called in the thread that hears.

    Whoever tells while the server is being told waits for the next time: however many commits there were, it is told
    once. What this process tells, it does not hear.
    """

    def __init__(self, connect: Callable[[], Raw], on_news: Callable[[], None], *, again_s: float = AGAIN_S) -> None:
        self._connect = connect
        self._on_news = on_news
        self._again_s = again_s
        self._stopped = threading.Event()
        self._untold = threading.Event()
        self._own_pid = 0
        self._threads = [
            threading.Thread(target=self._tell_for_ever, name="herald", daemon=True),
            threading.Thread(target=self._hear_for_ever, name="listener", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def tell(self) -> None:
        """Let the others look, soon; any thread may ask."""
        self._untold.set()

    def close(self) -> None:
        """Tell what is untold still, and stop."""
        self._stopped.set()
        self._untold.set()
        for thread in self._threads:
            thread.join()

    def _tell_for_ever(self) -> None:
        raw: Raw | None = None
        trouble = _Trouble("other processes cannot be told of commits")
        while self._untold.wait():  # at the end, too: that wakes our own listener
            self._untold.clear()
            try:
                if raw is None or raw.closed:
                    raw = self._connect()
                    self._own_pid = raw.info.backend_pid
                raw.execute(f"NOTIFY {CHANNEL}", prepare=False)
                trouble.is_over()
            except Exception as error:  # the others look by themselves
                _close(raw)
                raw = None
                self._fail(trouble, error)
                self._untold.set()
            if self._stopped.is_set():
                break
        _close(raw)

    def _hear_for_ever(self) -> None:
        raw: Raw | None = None
        trouble = _Trouble("commits of other processes cannot be heard of")
        while not self._stopped.is_set():
            try:
                if raw is None:
                    raw = self._connect()
                    if raw.prepare_threshold is None:
                        break  # PgBouncer
                    raw.execute(f"LISTEN {CHANNEL}", prepare=False)
                    trouble.is_over()
                    self._on_news()  # what was told before is to be looked for
                for news in raw.notifies(timeout=LOOK_S, stop_after=1):
                    if news.pid != self._own_pid:
                        self._on_news()
            except Exception as error:
                _close(raw)
                raw = None
                self._fail(trouble, error)
        _close(raw)

    def _fail(self, trouble: "_Trouble", error: Exception) -> None:
        if not self._stopped.is_set():
            trouble.begins(error)
        self._stopped.wait(self._again_s)


class _Trouble:
    """Says once that something does not work, and once that it does again."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_on = False

    def begins(self, error: Exception) -> None:
        if self._is_on:
            return
        self._is_on = True
        if isinstance(error, (psycopg.Error, StorageRefused)):
            _log.warning(self._what, error=" ".join(str(error).split()) or type(error).__name__)
        else:
            _log.error(self._what, exc_info=error)

    def is_over(self) -> None:
        if self._is_on:
            _log.info("processes tell each other of commits again", after=self._what)
        self._is_on = False


def _close(raw: Raw | None) -> None:
    if raw is not None:
        with suppress(psycopg.Error):
            raw.close()
