"""Looks each second whether the files of a running store are still those it opened, and whole; stops it if not.

It runs in a thread of its own: a disk that hangs must not hold up the event loop.
"""

import threading
from collections.abc import Callable

import structlog

from plantstore.storage.database import Database

LOOK_S = 1.0
_log = structlog.get_logger("plantstore")


class FileMonitor:
    """Stops a database from accepting anything while `lost` says what is wrong with its files.

    What SQLite itself reports as damaged stops the database at that moment; this says so in the log.
    """

    def __init__(self, database: Database, lost: Callable[[], str | None]) -> None:
        self._database = database
        self._lost = lost
        self._said: str | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End the thread, and wait for it."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def visit(self) -> None:
        """Look once; log a change once."""
        self._database.halt(self._lost())
        refusal = self._database.refusal
        detail = None if refusal is None else refusal.detail
        if detail == self._said:
            return
        self._said = detail
        if detail is None:
            _log.warning("the files of the database are back: the store accepts changes again")
        else:
            _log.error("the store accepts nothing any more", detail=detail)

    def _run(self) -> None:
        while not self._stopping.wait(LOOK_S):
            try:
                self.visit()
            except Exception:  # the next look may succeed
                _log.exception("the files of the database could not be looked at")
