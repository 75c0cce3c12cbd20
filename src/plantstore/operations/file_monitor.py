"""Looks twice a second whether the files of a running store are still those it opened, and notes how far its log is.

It runs in a thread of its own: a disk that hangs must hold up neither the event loop nor a commit.
"""

import threading
from collections.abc import Callable

import structlog

from plantstore.storage.database import Database
from plantstore.storage.sqlite.log_head import HeadNotes

LOOK_S = 0.5  # a commit is noted a second later at the latest, on a disk that takes half of that
_log = structlog.get_logger("plantstore")


class FileMonitor:
    """Stops a database from accepting anything while `lost` says what is wrong with its files.

    What SQLite itself reports as damaged stops the database at that moment; this says so in the log.
    """

    def __init__(self, database: Database, lost: Callable[[], str | None], notes: HeadNotes) -> None:
        self._database = database
        self._lost = lost
        self._notes = notes
        self._said: str | None = None
        self._notes_fail = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)

    def start(self) -> None:
        """Look once now, so that a store that has started has a note, and then twice a second."""
        self.visit()
        self._thread.start()

    def stop(self) -> None:
        """End the thread, note the last commits, and close the connection: what closes last must be the writer."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()
            self.visit()
        self._notes.close()

    def visit(self) -> None:
        """Look once; log a change once."""
        self._database.halt(self._lost())
        refusal = self._database.refusal
        detail = None if refusal is None else refusal.detail
        if detail != self._said:
            self._said = detail
            _log_change(detail)
        if detail is None:
            self._note()

    def _note(self) -> None:
        """Note how far the log is. On a full disk the note stays behind, which refuses no start."""
        try:
            self._notes.note()
            self._notes_fail = False
        except Exception as error:
            self._database.explained(error)  # what is damaged is said at the next look
            if not self._notes_fail:
                self._notes_fail = True
                _log.warning("the head of the log cannot be noted: it is tried again", error=repr(error))

    def _run(self) -> None:
        while not self._stopping.wait(LOOK_S):
            try:
                self.visit()
            except Exception:  # the next look may succeed
                _log.exception("the files of the database could not be looked at")


def _log_change(detail: str | None) -> None:
    if detail is None:
        _log.warning("the files of the database are back: the store accepts changes again")
    else:
        _log.error("the store accepts nothing any more", detail=detail)
