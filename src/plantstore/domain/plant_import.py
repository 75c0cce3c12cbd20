"""An import: a list of plants that somebody uploaded, from its first look to its end.

checking ──> checked ── confirmed ──> running ──> done ── undo ──> undoing ──> undone
    └─> failed  └──────── cancelled <────┘ └────────────── undo ─────┘
"""

from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import Instant


class ImportState(StrEnum):
    """Where an import stands. Nothing is in the catalogue before `running`."""

    CHECKING = "checking"
    CHECKED = "checked"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    UNDOING = "undoing"
    UNDONE = "undone"


MOVING = (ImportState.CHECKING, ImportState.RUNNING, ImportState.UNDOING)
"""States in which the store works on an import, by itself and again after every start."""

OPEN = (ImportState.CHECKING, ImportState.CHECKED, ImportState.RUNNING)
"""States in which its file is needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantImport:
    """One row of `imports`.

    `new` … `ignored` are what the check found, row by row; `added`, `updated` and `skipped` what became of those that
    are new or change a plant: one is skipped when its plant was added by somebody else meanwhile, or changed so that
    there is nothing left to do. `position` is how far the checked rows are dealt with,
    in bytes of their file; `undone_to` the number of the last plant that the undo has dealt with. `options` and
    `report` are JSON that only Python reads. `asked_by` is a token's id.
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
    error: str = ""
    confirmed_at: Instant | None = None
    ended_at: Instant | None = None

    def __post_init__(self) -> None:
        assert 0 <= self.added <= self.new
        assert 0 <= self.updated <= self.changed
        assert self.added + self.updated + self.skipped <= self.new + self.changed
        assert 0 <= self.new_active <= self.new
        assert (self.ended_at is None) == (self.state in OPEN), "an end has its time, and an undo follows an end"
