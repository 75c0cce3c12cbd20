"""A file as records, each with the number of its first line. Memory stays flat, whatever the file holds."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

CELL_CHARS_MAX = 65_536  # a description has 5,000; more is a quotation mark that was never closed
LINE_CHARS_MAX = 262_144  # 25 fields at their largest fit

csv.field_size_limit(CELL_CHARS_MAX)


class TextLines(Protocol):
    """A text that is read line after line, with the end of each as it is in the file: `TextIO`, or like it."""

    def readline(self, size: int = -1, /) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The cells of one record. `problem` says why it cannot be read, and then the cells may be wrong."""

    line: int
    cells: list[str]
    problem: str = ""


class _Lines:
    """The lines of a text with their ends. One that is too long becomes an empty one, and is noted."""

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
    """Read record after record. `stream` is open with `newline=""`, so that lines end as they do in the file."""
    lines = _Lines(stream)
    reader = csv.reader(lines, delimiter=delimiter)
    while True:
        line = reader.line_num + 1
        try:
            cells, problem = next(reader), ""
        except StopIteration:
            return
        except csv.Error:
            cells, problem = [], f"A cell has more than {CELL_CHARS_MAX:,} characters: is a quotation mark missing?"
        if lines.too_long:
            lines.too_long, problem = False, f"The line has more than {LINE_CHARS_MAX:,} characters."
        elif lines.ended and not problem:  # the reader asked for more, because it stood inside quotation marks
            problem = "A quotation mark is opened here and never closed, so that the rest of the file is one cell."
        yield Record(line=line, cells=cells, problem=problem)
