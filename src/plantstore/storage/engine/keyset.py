"""Where a page of a list is cut: at a place, and which way it goes from there."""

from collections.abc import Sequence
from dataclasses import dataclass

KeysetPosition = int | str | tuple[int, ...]
"""What rows are sorted by: one column, or several."""
Condition = tuple[str, Sequence[object]]
"""SQL, and what is bound in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysetPage:
    """A page begins at a position, without the row at it unless `inclusive`; None is the beginning of the list.

    With `backward`, rows come in reverse list order. The same position with both flags inverted is the complement:
    every row is on exactly one of the two pages.
    """

    position: KeysetPosition | None = None
    backward: bool = False
    inclusive: bool = False

    def down(self, *, list_down: bool) -> bool:
        """Tell whether rows are read from the largest on; `list_down` says it of the list."""
        return list_down != self.backward

    def conditions(self, column: str, *, list_down: bool = False) -> list[Condition]:
        """What holds for the rows of the page, by the one column that sorts the list."""
        if self.position is None:
            return []
        sign = ("<" if self.down(list_down=list_down) else ">") + ("=" if self.inclusive else "")
        return [(f"{column} {sign} ?", (self.position,))]

    def order(self, column: str, *, list_down: bool = False) -> str:
        return f"{column} DESC" if self.down(list_down=list_down) else column


FIRST_PAGE = KeysetPage()


def join_conditions(conditions: Sequence[Condition]) -> tuple[str, list[object]]:
    """Write conditions as one, with their values."""
    values = [value for _, some in conditions for value in some]
    return " AND ".join(f"({text})" for text, _ in conditions) or "TRUE", values
