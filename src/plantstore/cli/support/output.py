"""What a command prints: data on standard output, everything else on standard error.

A list is a table for people (fitted to the terminal's width, unlimited in a pipe) or JSON Lines; a record is aligned
`name  value` lines or one JSON object. Text that comes from a server is made safe for a terminal first.
"""

import errno
import io
import json
import os
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

Row = Mapping[str, Any]
META_PREFIX = "plantstore.cli."  # of the common options' values in click's `meta`, which nested commands share
UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG})
PROGRESS_LINE_S = 5.0  # between two progress lines when standard error is not a terminal
_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))  # in the order of their file descriptors
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ELLIPSIS = "…"
_GAP = "  "
_CELL_COLUMNS_MIN = 8  # cells are not cut shorter than this; a very narrow terminal wraps instead


# The standard streams


def prepare_streams() -> None:
    """Open the null device in place of a closed standard stream, and escape what a stream's encoding lacks.

    Otherwise the next file that is opened would get the closed stream's descriptor, and printed text would end up in
    the database.
    """
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free descriptor, which is this one
        setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # for the whole run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Drop what standard output still buffers: the interpreter would try to write it at exit, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Text for a terminal


def one_line(text: str) -> str:
    """Return the text on one line, with control characters and bidirectional overrides replaced.

    >>> one_line("Acer\\n \\x1b[31mrubrum")
    'Acer �[31mrubrum'
    """
    return " ".join(printable(text).split())


def printable(text: str) -> str:
    """Replace control characters and bidirectional overrides; newlines, tabs and runs of spaces stay.

    >>> printable("Acer  \\x1b[31mrubrum")
    'Acer  �[31mrubrum'
    """
    return _CONTROL.sub("\ufffd", text)


def width(text: str) -> int:
    """Return how many terminal columns a text takes: wide East Asian characters take two, combining marks none."""
    return sum(map(_char_width, text))


def truncate(text: str, columns: int) -> str:
    """Shorten a text to at most `columns` columns, ending in an ellipsis if something was cut.

    >>> truncate("Monstera deliciosa", 9)
    'Monstera…'
    """
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for char in text:
        used += _char_width(char)
        if used > columns - 1:
            break
        kept += char
    return kept.rstrip() + _ELLIPSIS


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Fill a text up to `columns` columns; with `right`, align it right."""
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def plural(count: int, noun: str) -> str:
    """Return a count with its noun; the plural must end in -s.

    >>> plural(1, "plant"), plural(1_200, "plant")
    ('1 plant', '1,200 plants')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


# Notes and problems, on standard error


def is_quiet() -> bool:
    """True if the running command was called with -q."""
    context = click.get_current_context(silent=True)  # None in a thread, such as those of `listen`
    return context is not None and bool(context.meta.get(META_PREFIX + "quiet"))


def print_note(text: str, *, as_json: bool = False) -> None:
    """Print a line for people. With `--json`, standard error holds only problem objects, so nothing is printed."""
    if not as_json and not is_quiet():
        click.echo(one_line(text), err=True)


def print_exchange(exchange: Row, *, as_json: bool) -> None:
    """Print one request and its response status, for `-v`."""
    if as_json:
        click.echo(_json({"type": "request", **exchange}), err=True)
    else:
        line = "{method} {path} → {status} in {duration_ms:,.0f} ms, {request_id}".format(**exchange)
        click.echo(one_line(line), err=True)


def print_problem(problem: Row) -> None:
    click.echo(_json(problem), err=True)


class Progress:
    """Progress of one job, on standard error: a bar on a terminal, otherwise a line every 5 seconds.

    Prints nothing if `quiet` is set or the command was called with -q.
    """

    def __init__(
        self,
        label: str,
        *,
        quiet: bool,
        clock: Callable[[], float] = time.monotonic,
        line_s: float | None = None,
    ) -> None:
        self._label = label
        self._quiet = quiet or is_quiet()
        self._clock = clock
        self._line_s = PROGRESS_LINE_S if line_s is None else line_s
        self._line_at = clock()
        self._bar: ProgressBar[int] | None = None

    def show(self, done: int, total: int) -> None:
        if self._quiet:
            return
        if sys.stderr.isatty():
            if self._bar is None:
                self._bar = click.progressbar(length=total, label=self._label, show_pos=True, file=sys.stderr)
            self._bar.length, self._bar.finished = total, False  # the total may grow while the job runs
            self._bar.update(done - self._bar.pos)
        elif self._clock() - self._line_at >= self._line_s:
            self._line_at = self._clock()
            click.echo(f"{self._label}: {done:,} of {total:,}", err=True)

    def end(self) -> None:
        """Leave the bar as it is; what is printed next begins on a new line."""
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None


# Data, on standard output


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table: its heading, and the function that gets a row's cell. `right` aligns numbers."""

    heading: str
    cell: Callable[[Row], Any]
    right: bool = False


def column(name: str, *, heading: str = "", right: bool = False) -> Column:
    """Return the column that shows one field."""
    return Column(heading=heading or name.replace("_", " "), cell=lambda row: row.get(name), right=right)


def print_list(rows: Iterable[Row], columns: Sequence[Column], *, as_json: bool, empty: str) -> None:
    """Print a list; if it has no rows, print `empty` on standard error instead."""
    if as_json:
        for row in rows:
            click.echo(_json(row))
        return
    cells = [[_cell(column.cell(row)) for column in columns] for row in rows]
    if not cells:
        print_note(empty)
        return
    headings = [column.heading.upper() for column in columns]
    for line in _table([headings, *cells], [column.right for column in columns]):
        click.echo(line)


def print_record(record: Row, *, as_json: bool, exclude: Sequence[str] = ()) -> None:
    """Print one object without the excluded fields; for people, empty fields are left out too."""
    shown = {name: value for name, value in record.items() if name not in exclude}
    if as_json:
        click.echo(_json(shown))
        return
    lines = [[name, _cell(value)] for name, value in shown.items() if value not in (None, "", [], {})]
    for line in _align(lines, [max((width(name) for name, _ in lines), default=0), 0], [False, False]):
        click.echo(line)


def _json(value: Row) -> str:
    """Return JSON: unescaped if standard output's encoding is a Unicode one, else escaped to ASCII."""
    return json.dumps(value, ensure_ascii="utf" not in (sys.stdout.encoding or "").lower())


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return one_line(", ".join(value))
    if isinstance(value, list | dict):
        return one_line(json.dumps(value, ensure_ascii=False))
    return one_line(str(value))


def _table(rows: list[list[str]], rights: list[bool]) -> list[str]:
    widths = [max(map(width, cells)) for cells in zip(*rows, strict=True)]
    if sys.stdout.isatty():
        widths = _fitted(widths, shutil.get_terminal_size().columns)
    return _align(rows, widths, rights)


def _fitted(widths: list[int], columns: int) -> list[int]:
    """Narrow the widest column step by step until the table fits or every column is at its minimum."""
    fitted = list(widths)
    excess = sum(fitted) + len(_GAP) * (len(fitted) - 1) - columns
    while excess > 0 and max(fitted) > _CELL_COLUMNS_MIN:
        fitted[fitted.index(max(fitted))] -= 1
        excess -= 1
    return fitted


def _align(rows: Iterable[Sequence[str]], widths: Sequence[int], rights: Sequence[bool]) -> list[str]:
    """Return one line per row with its cells aligned; a width of 0 leaves a cell as it is."""
    lines = []
    for row in rows:
        cells = [
            pad(truncate(cell, columns) if columns else cell, columns, right=right)
            for cell, columns, right in zip(row, widths, rights, strict=True)
        ]
        lines.append(_GAP.join(cells).rstrip())
    return lines
