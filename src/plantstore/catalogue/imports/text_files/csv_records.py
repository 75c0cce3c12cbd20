"""Reads CSV records with the number of each record's first line. Memory use is limited for any file."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

CELL_CHARS_MAX = 65_536  # max characters of a cell; a description has at most 5,000, so more means an unclosed quote
LINE_CHARS_MAX = 262_144  # max characters of a line, enough for 25 long fields

csv.field_size_limit(CELL_CHARS_MAX)


class TextLines(Protocol):
    """A text stream that returns lines with their original line ends, such as `TextIO` opened with `newline=""`."""

    def readline(self, size: int = -1, /) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record: the number of its first line, and its cells. If `problem` is not empty, the cells may be wrong.

    If `ignored` is not empty, the record is no plant, for this reason. `note` is about its images.
    """

    line: int
    cells: list[str]
    problem: str = ""
    ignored: str = ""
    note: str = ""


class _Lines:
    """Iterates over the lines of a stream. Replaces a line that is too long with an empty line, and sets `too_long`."""

    def __init__(self, stream: TextLines) -> None:
        self._stream = stream
        self.too_long = False
        self.ended = False

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._stream.readline(LINE_CHARS_MAX + 1)
        if not line:
            self.ended = True
            raise StopIteration
        if len(line) <= LINE_CHARS_MAX:
            return line
        self.too_long = True
        while line and not line.endswith(("\n", "\r")):
            line = self._stream.readline(LINE_CHARS_MAX)
        return "\n"


def records(stream: TextLines, delimiter: str) -> Iterator[Record]:
    """Yield the records of a stream, in order."""
    lines = _Lines(stream)
    reader = csv.reader(lines, delimiter=delimiter)
    while True:
        line = reader.line_num + 1
        try:
            cells, problem = next(reader), ""
        except StopIteration:
            return
        except csv.Error:
            cells, problem = [], f"A cell has more than {CELL_CHARS_MAX:,} characters. Is a quotation mark missing?"
        if lines.too_long:
            lines.too_long, problem = False, f"The line has more than {LINE_CHARS_MAX:,} characters."
        elif lines.ended and not problem:  # the reader needs another line, because a quotation mark is open
            problem = "A quotation mark is opened here and never closed, so the rest of the file is one cell."
        yield Record(line=line, cells=cells, problem=problem)
