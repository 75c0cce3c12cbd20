"""Keyset pagination: a page begins at a position in a sorted list, and is read forward or backward from there."""

from collections.abc import Sequence
from dataclasses import dataclass

KeysetPosition = int | str | tuple[int | str | None, ...]
"""The sort key of a row: the value of one column, or a tuple for several columns."""
Condition = tuple[str, Sequence[object]]
"""An SQL condition, and the values to bind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeysetPage:
    """A page that begins after `position`, or at `position` if `inclusive`; None is the beginning of the list.

    With `backward`, rows come in reverse list order. The same position with both flags inverted is the complement:
    every row is on exactly one of the two pages.
    """

    position: KeysetPosition | None = None
    backward: bool = False
    inclusive: bool = False

    def descending(self, *, list_descending: bool) -> bool:
        """True if the page is read in descending order; `list_descending` is True if the list itself is descending."""
        return list_descending != self.backward

    def conditions(self, column: str, *, list_descending: bool = False) -> list[Condition]:
        """Return the conditions for the rows of the page, in a list that is sorted by one column."""
        if self.position is None:
            return []
        sign = ("<" if self.descending(list_descending=list_descending) else ">") + ("=" if self.inclusive else "")
        return [(f"{column} {sign} ?", (self.position,))]

    def order(self, column: str, *, list_descending: bool = False) -> str:
        return f"{column} DESC" if self.descending(list_descending=list_descending) else column


FIRST_PAGE = KeysetPage()


def join_conditions(conditions: Sequence[Condition]) -> tuple[str, list[object]]:
    """Join conditions with AND; return the SQL and its values."""
    values = [value for _, bound in conditions for value in bound]
    return " AND ".join(f"({text})" for text, _ in conditions) or "TRUE", values
