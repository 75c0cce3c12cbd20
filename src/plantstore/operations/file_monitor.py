"""Checks twice a second that the database files are still those the store opened, and notes the head of its log.

The monitor has its own thread, so that a hanging disk delays neither the event loop nor a commit.
"""

import threading
from collections.abc import Callable

import structlog

from plantstore.storage.database import Database
from plantstore.storage.sqlite.log_head import HeadNotes

POLL_S = 0.5  # a commit is noted within a second, even if writing the note takes half a second
_log = structlog.get_logger("plantstore")


class FileMonitor:
    """Makes the database refuse every command while `lost` returns what is wrong with its files.

    Damage that SQLite reports stops the database immediately; the monitor then logs it.
    """

    def __init__(self, database: Database, lost: Callable[[], str | None], notes: HeadNotes) -> None:
        self._database = database
        self._lost = lost
        self._notes = notes
        self._last_detail: str | None = None
        self._notes_fail = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)

    def start(self) -> None:
        """Check once before returning, so that a started store always has a note, then every POLL_S."""
        self.check()
        self._thread.start()

    def stop(self) -> None:
        """End the thread, note the last commits and close the connection, before the writer closes its own."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()
            self.check()
        self._notes.close()

    def check(self) -> None:
        """Check the files once, and log if the result has changed."""
        self._database.halt(self._lost())
        refusal = self._database.refusal
        detail = None if refusal is None else refusal.detail
        if detail != self._last_detail:
            self._last_detail = detail
            _log_change(detail)
        if detail is None:
            self._note()

    def _note(self) -> None:
        """Note the head of the log. A note that a full disk leaves outdated does not block the next start."""
        try:
            self._notes.note()
            self._notes_fail = False
        except Exception as error:
            self._database.explain(error)  # damage is logged by the next check
            if not self._notes_fail:
                self._notes_fail = True
                _log.warning("the head of the log cannot be noted; will retry", error=repr(error))

    def _run(self) -> None:
        while not self._stopping.wait(POLL_S):
            try:
                self.check()
            except Exception:  # the next check may succeed
                _log.exception("the database files could not be checked")


def _log_change(detail: str | None) -> None:
    if detail is None:
        _log.warning("the database files are back; the store accepts changes again")
    else:
        _log.error("the store has stopped accepting requests", detail=detail)
