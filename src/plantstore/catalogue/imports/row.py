"""What becomes of one line of a file: a plant, a line to skip, or problems; and notes about how it was read."""

from dataclasses import dataclass

from plantstore.catalogue.imports.text_files.csv_records import Record
from plantstore.domain.plants.plant import PlantFields, Status

LEFT_OUT = "Cells were left out."  # the kind of notes about cells that could not be read


@dataclass(frozen=True, slots=True)
class CellNote:
    """A note about a cell that was read for `field`. `kind` groups notes; a `warning` needs a person's attention."""

    field: str
    kind: str
    detail: str
    warning: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RowProblem:
    """A problem with one line, or a note about how it was read. `heading` is the column's heading in the file.

    Notes with the same heading and the same `kind`, or the same detail if they have no kind, are shown as one group.
    A `warning` is a note that a person should look at, because the cell may mean something else.
    """

    line: int
    heading: str
    value: str
    detail: str
    kind: str = ""
    warning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The result for a record: a plant (`fields` and `status`), a line to skip (`ignored` says why), or `problems`.

    `fallback_name` is set if the name was composed: the name that versions before 0.7.0 would have given the plant.
    """

    record: Record
    fields: PlantFields | None = None
    status: Status = Status.ACTIVE
    ignored: str = ""
    problems: tuple[RowProblem, ...] = ()
    notes: tuple[RowProblem, ...] = ()
    fallback_name: str = ""
