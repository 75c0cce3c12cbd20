"""The sheets and rolls that labels are printed on, in millimetres, and which label goes where."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

A4_MM = (210.0, 297.0)
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet of labels, or a roll with one label a page. `labels.css` has the same measures.

    `size` is s, m or l, and decides how much is on a label. `bar_mm` is the width of the narrowest bar: a whole number
    of dots of the usual printers (600 dpi for sheets; 300 dpi, and for the largest 203 dpi, for rolls).
    """

    name: str
    title: str
    size: str
    label_mm: tuple[float, float]
    padding_mm: tuple[float, float]
    bar_mm: float
    columns: int = 1
    rows: int = 1
    gap_mm: float = 0.0
    page_mm: tuple[float, float] = A4_MM

    @property
    def count(self) -> int:
        """Return the number of labels on a sheet."""
        return self.columns * self.rows

    @property
    def is_roll(self) -> bool:
        return self.count == 1

    @property
    def inner_mm(self) -> tuple[float, float]:
        """Return the width and height of a label without its padding."""
        return self.label_mm[0] - 2 * self.padding_mm[0], self.label_mm[1] - 2 * self.padding_mm[1]

    def place_mm(self, at: int) -> tuple[float, float]:
        """Return the distance of a label from the left and the top of the page. The grid is centred on the page."""
        (width, height), (page_width, page_height) = self.label_mm, self.page_mm
        left = (page_width - self.columns * width - (self.columns - 1) * self.gap_mm) / 2
        top = (page_height - self.rows * height) / 2
        return left + at % self.columns * (width + self.gap_mm), top + at // self.columns * height


_SHEET = Sheet(
    name="a4-3x8",
    title="A4, 24 labels, 70 × 37 mm",
    size="s",
    label_mm=(70.0, 37.0),
    padding_mm=(5.0, 4.5),
    bar_mm=0.2963,
    columns=3,
    rows=8,
)
_ROLL = Sheet(
    name="roll-62x29",
    title="Roll, 62 × 29 mm",
    size="s",
    label_mm=(62.0, 29.0),
    page_mm=(62.0, 29.0),
    padding_mm=(2.5, 1.5),
    bar_mm=0.254,
)
SHEETS = (
    _SHEET,
    replace(
        _SHEET,
        name="a4-3x7",
        title="A4, 21 labels, 63.5 × 38.1 mm",
        label_mm=(63.5, 38.1),
        padding_mm=(3.0, 3.0),
        rows=7,
        gap_mm=2.54,
    ),
    replace(
        _SHEET,
        name="a4-2x7",
        title="A4, 14 labels, 99.1 × 38.1 mm",
        size="m",
        label_mm=(99.1, 38.1),
        padding_mm=(4.0, 3.0),
        columns=2,
        rows=7,
        gap_mm=2.54,
    ),
    replace(
        _SHEET,
        name="a4-2x4",
        title="A4, 8 shelf cards, 99.1 × 67.7 mm",
        size="l",
        label_mm=(99.1, 67.7),
        padding_mm=(5.0, 4.5),
        bar_mm=0.3387,
        columns=2,
        rows=4,
        gap_mm=2.54,
    ),
    _ROLL,
    replace(
        _ROLL,
        name="roll-57x32",
        title="Roll, 57 × 32 mm",
        label_mm=(57.0, 32.0),
        page_mm=(57.0, 32.0),
        padding_mm=(2.0, 1.5),
    ),
    replace(
        _ROLL,
        name="roll-100x50",
        title="Roll, 100 × 50 mm",
        size="m",
        label_mm=(100.0, 50.0),
        page_mm=(100.0, 50.0),
        padding_mm=(3.5, 3.0),
        bar_mm=0.375,
    ),
)


@dataclass(frozen=True, slots=True)
class Filled(Generic[Item]):
    """One page: how many places at its beginning are used already, and the labels after them."""

    used: int
    items: Sequence[Item]


def fill(sheet: Sheet, items: Sequence[Item], *, start: int) -> list[Filled[Item]]:
    """Return the pages of a print run. `start` is the first free place of the first page, counted from 1.

    >>> [(page.used, len(page.items)) for page in fill(SHEETS[0], range(30), start=20)]
    [(19, 5), (0, 24), (0, 1)]
    """
    used = start - 1
    first = sheet.count - used
    pages = [Filled(used, items[:first])] if items else []
    return pages + [Filled(0, items[at : at + sheet.count]) for at in range(first, len(items), sheet.count)]
