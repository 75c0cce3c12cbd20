"""A bulk edit: the same changes to many plants, and its states.

    checking ──> checked ── by confirming ──> running ──> done ── by an undo ──> undoing ──> undone

A check that finds too many plants ends in `failed`. A bulk edit that is checking, checked or running can be cancelled;
it then ends in `cancelled`, and can be undone if it has changed plants.
"""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant

IDS_MAX = 10_000  # max plants that a client can list by id
FOUND_MAX = 1_000_000  # max plants that a filter may find


class BulkEditState(StrEnum):
    """The states of a bulk edit. No plant changes before `running`."""

    CHECKING = "checking"
    CHECKED = "checked"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    UNDOING = "undoing"
    UNDONE = "undone"


MOVING = (BulkEditState.CHECKING, BulkEditState.RUNNING, BulkEditState.UNDOING)
"""States in which Plant Store works on a bulk edit and, after a restart, resumes it."""

OPEN = (BulkEditState.CHECKING, BulkEditState.CHECKED, BulkEditState.RUNNING)
"""States of a bulk edit that has not ended."""

CHANGING = (BulkEditState.RUNNING, BulkEditState.UNDOING)
"""States in which plants change. Only one bulk edit of a store can be in one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkEdit:
    """A bulk edit, stored as one row of the table `bulk_edits`.

    The check counts each selected plant in one of `changing`, `unchanged` and `refused`; `adding` is the part of
    `changing` that is added to the store. Running then counts each changing plant as `updated` or, if it was edited or
    deleted since the check, in `conflicts`. An undo counts the plants that got values back as `reverted`.

    `checked_to` is the last plant id that the check has processed, `batches` the number of batches that it has stored,
    `position` the number of the next batch, and `reverted_to` the last plant id that the undo has processed. `asked_by`
    is the id of the token that requested the check, and `run_by` that of the token that confirmed it or, later,
    requested its undo. `worked_at` is when the last batch was processed: another process resumes the work only if that
    is some time ago. The texts `selection`, `changes`, `report`, `conflict_plants` and `kept_edits` are JSON that is
    never queried with SQL.
    """

    id: str
    state: BulkEditState
    selection: str
    changes: str
    asked_by: str
    asked_at: Instant
    worked_at: Instant
    report: str = ""
    changing: int = 0
    unchanged: int = 0
    refused: int = 0
    adding: int = 0
    checked_to: int = 0
    batches: int = 0
    position: int = 0
    updated: int = 0
    conflicts: int = 0
    conflict_plants: str = ""
    reverted_to: int = 0
    reverted: int = 0
    kept_edits: str = ""
    run_by: str | None = None
    run_by_name: str | None = None
    error: str = ""
    confirmed_at: Instant | None = None
    ended_at: Instant | None = None

    def __post_init__(self) -> None:
        assert 0 <= self.adding <= self.changing
        assert self.updated + self.conflicts <= self.changing
        assert self.position <= self.batches
        assert (self.ended_at is None) == (self.state in OPEN), "a bulk edit that is not open has an end time"

    @property
    def selected(self) -> int:
        """Return how many plants the check has examined."""
        return self.changing + self.unchanged + self.refused
