"""How a file is laid out: what parts its cells, on which line its headings stand, and what each column holds."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

from plantstore.importing import encodings, headings
from plantstore.importing.lines import Record, records

DELIMITERS = (",", ";", "\t", "|")
HEADER_LINES_MAX = 20  # banner lines stand above a header, but not pages of them
COLUMNS_MAX = 500
BAD_HEADINGS = ("line", "reason")  # what stands before the cells in a file of bad rows
_SAMPLE_CHARS = 262_144


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What is needed to read a file. `columns` says in which column each field stands, counted from 0."""

    encoding: str
    delimiter: str
    header_line: int
    headings: list[str]
    columns: dict[str, int]

    @property
    def guarded(self) -> bool:
        """Whether we wrote this file: then an apostrophe before a sign is ours, and not a part of the text."""
        ours = {"id", "availability", "added_at"}
        return ours.issubset(self.headings) or tuple(self.headings[:2]) == BAD_HEADINGS


def find_layout(path: Path, *, wanted: Mapping[str, str], encoding: str | None) -> Layout:
    """Look at the beginning of a file; Invalid says what a person has to tell us."""
    encoding = encodings.detect(path) if encoding is None else encodings.check(path, encoding)
    with open_text(path, encoding) as stream:
        sample = stream.read(_SAMPLE_CHARS)
    if not sample.strip():
        raise encodings.not_a_list("The file has no rows.")
    known, _, delimiter, header = max(
        (_best_header(sample, delimiter, wanted) for delimiter in DELIMITERS), key=lambda found: found[:2]
    )
    if not known:
        raise encodings.not_a_list(
            f"No line among the first {HEADER_LINES_MAX} looks like headings. "
            'Write a first line such as "sku,name,price", or say which column holds which field.'
        )
    if len(header.cells) > COLUMNS_MAX:
        raise encodings.not_a_list(f"The file has {len(header.cells):,} columns; {COLUMNS_MAX} are read at most.")
    return Layout(
        encoding=encoding,
        delimiter=delimiter,
        header_line=header.line,
        headings=[cell.strip() for cell in header.cells],
        columns=headings.match(header.cells, wanted),
    )


def open_text(path: Path, encoding: str) -> TextIO:
    """Open a file for `records`. A byte that is no letter becomes half a character, which the checks report."""
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    return path.open(encoding=encodings.ENCODINGS[encoding], errors=errors, newline="")


def _best_header(sample: str, delimiter: str, wanted: Mapping[str, str]) -> tuple[int, int, str, Record]:
    """The line with the most known headings, the first of equals; and how many columns it has."""
    first = list(islice(records(io.StringIO(sample, newline=""), delimiter), HEADER_LINES_MAX))
    best = max(first, key=lambda record: headings.known(record.cells, wanted))
    return headings.known(best.cells, wanted), len(best.cells), delimiter, best
