"""Chooses the size of a text so that it fits a box of a label, because a page without scripts cannot measure texts."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

POINT_MM = 25.4 / 72
LINE = 1.14  # height of a line in `labels.css`, as a multiple of the size of the type
SIZES_PT = (36, 32, 28, 24, 20, 18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5)
LINES_MAX = 8
# Widths of letters as multiples of the size, in the bold DejaVu Serif, the widest serif that is common: in others, a
# text has room to spare, but no name is cut and no price reaches the barcode.
_WIDE, _CAPITAL, _SMALL, _NARROW, _DIGIT = 1.0, 0.84, 0.65, 0.36, 0.7
SANS = 0.9  # width of regular sans-serif letters, as a multiple of these


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text with the size of its type, and the number of lines after which it ends in an ellipsis.

    `is_cut` is True if the text probably does end in one.
    """

    text: str
    size_pt: int
    lines: int
    is_cut: bool = False

    @property
    def css(self) -> str:
        return f"pt-{self.size_pt} lines-{self.lines}"


def fit(
    text: str,
    *,
    width_mm: float,
    height_mm: float,
    largest_pt: int,
    lines_max: int = LINES_MAX,
    narrowing: float = 1.0,
) -> Fitted:
    """Return the text with the largest type in which it is likely to fit; the smallest type if it fits in none.

    Its letters are as wide as bold serif letters, times `narrowing`.

    >>> fit("Snake plant", width_mm=50, height_mm=11, largest_pt=12)
    Fitted(text='Snake plant', size_pt=12, lines=2, is_cut=False)
    """
    ems, longest = width_ems(text) * narrowing, _longest_word(text) * narrowing
    fitted = Fitted(text, SIZES_PT[-1], 1, is_cut=True)
    for size_pt in SIZES_PT:
        if size_pt > largest_pt:
            continue
        size_mm = size_pt * POINT_MM
        lines = min(int(height_mm / (size_mm * LINE)), lines_max)
        if lines < 1:
            continue
        fitted = Fitted(text, size_pt, lines, is_cut=True)
        slack = 1.0 if lines == 1 else 1.12  # words do not fill the lines
        if ceil(ems * size_mm * slack / width_mm) <= lines and longest * size_mm <= width_mm:
            return Fitted(text, size_pt, lines)
    return fitted


def width_ems(text: str) -> float:
    """Return the estimated width of a text in bold type, as a multiple of the size of the type."""
    return sum(map(_width, text))


def _longest_word(text: str) -> float:
    """Return the width of the longest Latin word; texts in scripts without spaces can break anywhere."""
    return max((width_ems(word) for word in text.split() if word.isascii()), default=0.0)


@lru_cache(maxsize=4_096)
def _width(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return _WIDE
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    if char in " .,:;'’‘|iljI!()":
        return _NARROW
    if char.isdecimal() or unicodedata.category(char) == "Sc":
        return _DIGIT
    return _CAPITAL if char.isupper() or char in "mwMW@%&" else _SMALL
