"""Detects files without headings, and guesses which of their columns has the plant's name."""

import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from plantstore.catalogue.imports.columns.headings import NAMING, field_of, fold, numbered
from plantstore.catalogue.imports.text_files.csv_records import Record, records
from plantstore.domain.text import quoted

HEADER_LINES_MAX = 20  # max lines in which to search for headings, which may follow a few banner lines
_SHOWN_CELLS = 5
_PRICE_OR_CODE = re.compile(r"[€£$]?\s*[0-9]+[.,][0-9]{2}\s*[€£$]?|[0-9]{8,14}")
_BOTANICAL = re.compile(r"[A-Z][a-zë-]{2,}(?: [x×X])? [a-zë-]{3,}.*")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_KNOWN_BY_ACCIDENT_MAX = 2  # max cells of a plant that are also known headings; more are unlikely
_ENOUGH = 0.5  # min share of a column's filled cells that must look like names


def looks_like_data(sample: str, delimiter: str, header: Record, wanted: Mapping[str, str]) -> bool:
    """True if `header`, the line with the most known headings, is probably data: a plant, such as one named "Stock".

    Always False if the line has a heading that a person chose.
    """
    folded = [fold(cell) for cell in header.cells]
    if any(heading and fold(heading) in folded for heading in wanted.values()):
        return False
    lines = [record.cells for record in _first(sample, delimiter, header.line + HEADER_LINES_MAX)]
    if _recurs(header.cells, lines):
        return True
    known = sum(field_of(cell) is not None for cell in header.cells)
    if known > _KNOWN_BY_ACCIDENT_MAX:
        return False
    has_price = any(_PRICE_OR_CODE.fullmatch(cell.strip()) for cell in header.cells)
    return has_price or (known == 1 and _has_equals_above(header, sample, delimiter))


def no_headings_message(header: Record, *, known: int) -> str:
    """Return the message that no headings were found, which also says what a person can do."""
    cells = [cell.strip() for cell in header.cells[:_SHOWN_CELLS]]
    shown = ", ".join(f"column {number} {quoted(cell)}" for number, cell in enumerate(cells, 1))
    more = " …" if len(header.cells) > _SHOWN_CELLS else ""
    found = (
        f"Line {header.line} has a known heading, but looks like a plant: {shown}{more}."
        if known
        else f"No line among the first {HEADER_LINES_MAX} looks like headings. Line {header.line}: {shown}{more}."
    )
    return (
        f"{found} If the file has no headings, say so (“The first line is data” in the browser, no_header=true, "
        '--no-header), and name columns by number (map={"name": 1}, --map 1=name). If it has, name one of them '
        '(map={"name": "Pflanze"}, --map name=Pflanze).'
    )


def without_headings(
    sample: str, delimiters: Sequence[str], wanted: Mapping[str, str]
) -> tuple[str, int, dict[str, str]]:
    """Return the delimiter and number of columns of a file without headings, and a guess at the name's column.

    The guess maps the field for the plant's name to a column number, such as "#2". It is empty if `wanted` already maps
    such a column, or if no column looks like names.
    """
    delimiter = max(delimiters, key=lambda delimiter: _regularity(_first(sample, delimiter, HEADER_LINES_MAX)))
    lines = [record.cells for record in records(io.StringIO(sample, newline=""), delimiter)]
    width = max(map(len, lines), default=0)
    if any(wanted.get(field) for field in NAMING):
        return delimiter, width, {}
    columns = [
        [line[place].strip() for line in lines if place < len(line) and line[place].strip()] for place in range(width)
    ]
    return delimiter, width, _guess(columns)


def _guess(columns: list[list[str]]) -> dict[str, str]:
    for field, pattern in (("botanical_name", _BOTANICAL), ("name", _LETTERS)):
        for place, cells in enumerate(columns):
            if cells and sum(pattern.match(cell) is not None for cell in cells) >= _ENOUGH * len(cells):
                return {field: numbered(place + 1)}
    return {}


def _recurs(header: list[str], lines: list[list[str]]) -> bool:
    """True if each known heading also occurs in the same column of another line that is not a repeated header."""
    known = {place: fold(cell) for place, cell in enumerate(header) if field_of(cell) is not None}
    others = [line for line in lines if line != header]
    return all(
        any(place < len(line) and fold(line[place]) == heading for line in others) for place, heading in known.items()
    )


def _has_equals_above(header: Record, sample: str, delimiter: str) -> bool:
    """True if an earlier line has at least as many filled cells as `header`; banner lines have fewer."""
    filled = sum(map(bool, map(str.strip, header.cells)))
    above = (record for record in _first(sample, delimiter, header.line) if record.line < header.line)
    return filled > 1 and any(sum(map(bool, map(str.strip, record.cells))) >= filled for record in above)


def _regularity(lines: list[Record]) -> tuple[int, int]:
    """Return the number of lines with the most common number of cells, and that number. Ignore lines with one cell."""
    widths = Counter(len(record.cells) for record in lines if len(record.cells) > 1)
    return max(((count, width) for width, count in widths.items()), default=(0, 0))


def _first(sample: str, delimiter: str, count: int) -> list[Record]:
    return list(islice(records(io.StringIO(sample, newline=""), delimiter), count))
