"""An import: an uploaded list of plants, and its states.

    checking ──> checked ── by confirming ──> running ──> done ── by an undo ──> undoing ──> undone

A check that cannot read the file ends in `failed`, unless an earlier check could: then the import returns to `checked`
with the result of that check, and `error` says why. An import that is checking, checked or running can be cancelled; it
then ends in `cancelled`. A cancelled import can be undone too, if it has already added plants.
"""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}  # what separates cells, by name
YEAR_MIN, YEAR_MAX = 2000, 2100  # years that the weeks in a list can be of


class ImportState(StrEnum):
    """The states of an import. Nothing is added to the catalogue before `running`."""

    CHECKING = "checking"
    CHECKED = "checked"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    UNDOING = "undoing"
    UNDONE = "undone"


MOVING = (ImportState.CHECKING, ImportState.RUNNING, ImportState.UNDOING)
"""States in which Plant Store works on an import and, after a restart, resumes it."""

OPEN = (ImportState.CHECKING, ImportState.CHECKED, ImportState.RUNNING)
"""States of an import that has not ended: its uploaded file is still needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantImport:
    """An import of a file of plants, stored as one row of the table `imports`.

    The check of the file counts each of its rows in one of `new`, `changed`, `present`, `alike`, `bad` and `ignored`
    (`new_active` is a part of `new`). Adding then counts the new and changed rows: a row is `added`, `updated` or, if
    another request has added or changed its plant since the check, so that nothing is left to do, `skipped`. An undo
    counts the plants that it `archived` (or deleted, if drafts) and `kept`; `undone_to` is the last plant id processed.
    Of the plants that the import changed, it then counts those that got values back as `reverted`; `reverted_to` is the
    last plant id processed, and `kept_edits` a JSON list of the first plants that keep later edits.

    `position` is the byte offset of the next batch in the file of checked rows. `options` and `report` are JSON that is
    never queried with SQL. `asked_by` is the id of the token that requested the import, and `run_by` that of the token
    that confirmed it or, later, requested its undo; None if that was before version 0.7.0.
    """

    id: str
    state: ImportState
    name: str
    options: str
    content_hash: str
    size_bytes: int
    asked_by: str
    asked_at: Instant
    report: str = ""
    new: int = 0
    new_active: int = 0
    changed: int = 0
    present: int = 0
    alike: int = 0
    bad: int = 0
    ignored: int = 0
    position: int = 0
    added: int = 0
    updated: int = 0
    skipped: int = 0
    undone_to: int = 0
    archived: int = 0
    kept: int = 0
    reverted_to: int = 0
    reverted: int = 0
    kept_edits: str = ""
    run_by: str | None = None
    run_by_name: str | None = None
    error: str = ""
    confirmed_at: Instant | None = None
    ended_at: Instant | None = None

    def __post_init__(self) -> None:
        assert 0 <= self.added <= self.new
        assert 0 <= self.updated <= self.changed
        assert self.added + self.updated + self.skipped <= self.new + self.changed
        assert 0 <= self.new_active <= self.new
        assert (self.ended_at is None) == (self.state in OPEN), "an import that is not open has an end time"
