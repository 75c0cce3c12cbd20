"""Where a page of a list is cut: at a place, and which way it goes from there."""

from collections.abc import Sequence
from dataclasses import dataclass

Place = int | str | tuple[int, ...]
"""What rows are sorted by: one column, or several."""
Condition = tuple[str, Sequence[object]]
"""SQL, and what is bound in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysetPage:
    """A page begins at a place, without the row that stands there unless `also`; None is the beginning of the list.

    With `back` it goes against the order of the list, and its rows come in that order. The same place with both turned
    round is where the rest lies: no row is in both, and none in neither.
    """

    place: Place | None = None
    back: bool = False
    also: bool = False

    def down(self, *, list_down: bool) -> bool:
        """Tell whether rows are read from the largest on; `list_down` says it of the list."""
        return list_down != self.back

    def conditions(self, column: str, *, list_down: bool = False) -> list[Condition]:
        """What holds for the rows of the page, by the one column that sorts the list."""
        if self.place is None:
            return []
        sign = ("<" if self.down(list_down=list_down) else ">") + ("=" if self.also else "")
        return [(f"{column} {sign} ?", (self.place,))]

    def order(self, column: str, *, list_down: bool = False) -> str:
        return f"{column} DESC" if self.down(list_down=list_down) else column


BEGINNING = KeysetPage()


def joined(conditions: Sequence[Condition]) -> tuple[str, list[object]]:
    """Write conditions as one, with their values."""
    values = [value for _, some in conditions for value in some]
    return " AND ".join(f"({text})" for text, _ in conditions) or "TRUE", values
