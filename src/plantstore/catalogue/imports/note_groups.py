"""Groups notes and problems of a check: one entry for "63 rows: “250+” was read as 250", with its first lines."""

import re

import msgspec

GROUPS_MAX = 50  # max groups; further kinds of notes about a column share one group
LINES_MAX = 5  # max lines listed for a group
OTHER = "Other values were interpreted or left out."
OTHER_PROBLEMS = "Other problems."

_VARYING = (
    (re.compile("“[^”]*”"), "“…”"),
    (re.compile(r"^Character [0-9,]+ \("), "A character ("),
    (re.compile(r", not [0-9,]+\.$"), "."),
    (re.compile(r"^This line has [0-9]+ cells, but there are"), "These lines have more cells than the"),
    (re.compile(r" on line [0-9]+\.$"), " on another line."),
    (re.compile(r"^Plant [0-9]+ is"), "The plant is"),
    (re.compile(r" to plant [0-9]+,"), " to a plant,"),
)
"""What differs between problems of one kind: values, positions, lengths, lines and plants; and what replaces it."""


class LineNote(msgspec.Struct, frozen=True):
    """A problem or note about one line of the file. `heading` is the column's heading in the file.

    A `warning` is a note that a person should look at.
    """

    line: int
    heading: str
    value: str
    detail: str
    warning: bool = False


class NoteGroup(msgspec.Struct):
    """Notes or problems of one kind about one column. `lines` are the first lines.

    `value` and `example` are the cell and the sentence of the first. `warning`: at least one of them is a warning.
    """

    heading: str
    detail: str
    count: int
    lines: list[int]
    value: str
    example: str
    warning: bool = False


class NoteGroups:
    """Collects notes, or problems, in memory that does not grow with the file. `other` names the rest."""

    def __init__(self, *, other: str = OTHER) -> None:
        self._groups: dict[tuple[str, str], NoteGroup] = {}
        self._other = other

    def add(self, note: LineNote, *, kind: str = "") -> None:
        """Add a note to the group of its heading and kind. Without a kind, equal details form a group."""
        heading, value, example = note.heading, note.value, note.detail
        kind = kind or note.detail
        if (heading, kind) not in self._groups and len(self._groups) >= GROUPS_MAX:
            heading, kind = "", self._other
            value = example = ""  # the group has no heading, by which a value could be hidden
        group = self._groups.get((heading, kind))
        if group is None:
            group = NoteGroup(heading=heading, detail=kind, count=0, lines=[], value=value, example=example)
            self._groups[heading, kind] = group
        group.count += 1
        group.warning |= note.warning
        if len(group.lines) < LINES_MAX:
            group.lines.append(note.line)

    def largest_first(self) -> list[NoteGroup]:
        """Return the groups, those with the most notes first; of equal size, in the order of the file."""
        return sorted(self._groups.values(), key=lambda group: -group.count)


def kind_of(problem: str) -> str:
    """Return what problems that differ only in their values have in common.

    >>> kind_of("“POA” is not a price."), kind_of("Character 7 (U+0001) is a control character: remove it.")
    ('“…” is not a price.', 'A character (U+0001) is a control character: remove it.')
    """
    for varying, instead in _VARYING:
        problem = varying.sub(instead, problem)
    return problem
