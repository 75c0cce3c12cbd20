"""Groups the notes of a check: one entry for "63 rows: “250+” was read as 250", with the first of its lines."""

import msgspec

GROUPS_MAX = 50  # max groups; further kinds of notes about a column share one group
LINES_MAX = 5  # max lines listed for a group
OTHER = "Other values were interpreted or left out."


class NoteGroup(msgspec.Struct):
    """Notes of one kind about one column. `lines` are the first lines; `value` and `example` are those of the first.

    `warning`: at least one of them is a warning.
    """

    heading: str
    detail: str
    count: int
    lines: list[int]
    value: str
    example: str
    warning: bool = False


class NoteGroups:
    """Collects notes, in memory that does not grow with the file."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], NoteGroup] = {}

    def add(self, *, line: int, heading: str, value: str, detail: str, kind: str, warning: bool = False) -> None:
        """Add a note to the group of its heading and kind. Without a kind, equal details form a group."""
        key = heading, kind or detail
        if key not in self._groups and len(self._groups) >= GROUPS_MAX:
            key = "", OTHER
        group = self._groups.get(key)
        if group is None:
            group = NoteGroup(heading=key[0], detail=key[1], count=0, lines=[], value=value, example=detail)
            self._groups[key] = group
        group.count += 1
        group.warning |= warning
        if len(group.lines) < LINES_MAX:
            group.lines.append(line)

    def largest_first(self) -> list[NoteGroup]:
        """Return the groups, those with the most notes first; of equal size, in the order of the file."""
        return sorted(self._groups.values(), key=lambda group: -group.count)
