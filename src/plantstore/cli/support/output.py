"""Prints the output of commands: data on standard output, everything else on standard error.

A list is printed as a table (fitted to the width of a terminal, not of a pipe) or as JSON Lines; a record as aligned
`name  value` lines or as a JSON object. Control characters are replaced in text that comes from a server.
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
META_PREFIX = "plantstore.cli."  # key prefix of common options in click's `meta`, which nested commands share
UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG})
PROGRESS_LINE_S = 5.0  # interval between progress lines when standard error is not a terminal
_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))  # in order of their file descriptors
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ELLIPSIS = "…"
_GAP = "  "
NESTED_COLUMNS_MAX = 200  # max columns of an object or a list of objects in a record; --json prints it whole
_CELL_COLUMNS_MIN = 8  # min width of a truncated cell; on a very narrow terminal, lines wrap instead


# The standard streams


def prepare_streams() -> None:
    """Replace closed standard streams with the null device, and escape characters that a stream cannot encode.

    Without the null device, the next file to be opened, such as the database, would get the closed stream's descriptor
    and receive the printed text.
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
    """Redirect standard output to the null device, so that the interpreter's flush at exit does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Text for a terminal


def one_line(text: str) -> str:
    """Return the text as a single line, with control characters and bidirectional overrides replaced.

    >>> one_line("Acer\\n \\x1b[31mrubrum")
    'Acer �[31mrubrum'
    """
    return " ".join(printable(text).split())


def printable(text: str) -> str:
    """Return the text with control characters and bidirectional overrides replaced; whitespace is kept.

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
    """Pad a text with spaces to `columns` terminal columns; `right` aligns the text to the right."""
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def plural(count: int, noun: str) -> str:
    """Return a count with its noun in the singular or plural; the plural must be formed with -s.

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
    context = click.get_current_context(silent=True)  # click has none in the threads of `listen`
    return context is not None and bool(context.meta.get(META_PREFIX + "quiet"))


def print_note(text: str, *, as_json: bool = False) -> None:
    """Print a line for people on standard error; print nothing with `-q` or `--json`."""
    if not as_json and not is_quiet():
        click.echo(one_line(text), err=True)


def print_exchange(exchange: Row, *, as_json: bool) -> None:
    """Print a request and the status of its response on standard error, for `-v`."""
    if as_json:
        click.echo(_json({"type": "request", **exchange}), err=True)
    else:
        line = "{method} {path} → {status} in {duration_ms:,.0f} ms, {request_id}".format(**exchange)
        click.echo(one_line(line), err=True)


def print_problem(problem: Row) -> None:
    click.echo(_json(problem), err=True)


class Progress:
    """Shows the progress of one job on standard error: a bar on a terminal, otherwise a line every `line_s` seconds.

    `line_s` defaults to 5 seconds. Nothing is shown if `quiet` is set or the command was called with -q.
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
        """Finish the bar in its current state, so that further output begins on a new line."""
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None


# Data, on standard output


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table: its heading, and a function that returns a row's cell. `right` right-aligns its cells."""

    heading: str
    cell: Callable[[Row], Any]
    right: bool = False


def column(name: str, *, heading: str = "", right: bool = False) -> Column:
    """Return a column that shows the field `name`, which is also the default heading."""
    return Column(heading=heading or name.replace("_", " "), cell=lambda row: row.get(name), right=right)


def print_list(rows: Iterable[Row], columns: Sequence[Column], *, as_json: bool, empty: str) -> None:
    """Print rows as a table, or `empty` on standard error if there are none; with `as_json`, as JSON Lines."""
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
    """Print an object without the excluded fields; without `as_json`, empty fields are omitted, and nested ones cut."""
    shown = {name: value for name, value in record.items() if name not in exclude}
    if as_json:
        click.echo(_json(shown))
        return
    lines = [[name, _short(value)] for name, value in shown.items() if value not in (None, "", [], {})]
    for line in _align(lines, [max((width(name) for name, _ in lines), default=0), 0], [False, False]):
        click.echo(line)


def _json(value: Row) -> str:
    """Return the value as JSON; non-ASCII characters are escaped unless standard output uses a Unicode encoding."""
    return json.dumps(value, ensure_ascii="utf" not in (sys.stdout.encoding or "").lower())


def _short(value: Any) -> str:
    """Return a field of a record as text: an object, or a list with objects, is cut to NESTED_COLUMNS_MAX columns."""
    is_nested = isinstance(value, dict) or (isinstance(value, list) and not all(isinstance(one, str) for one in value))
    return truncate(_cell(value), NESTED_COLUMNS_MAX) if is_nested else _cell(value)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return one_line(", ".join(value))
    if isinstance(value, dict):
        value = {name: part for name, part in value.items() if part not in (None, "", [], {})}
    if isinstance(value, list | dict):
        return one_line(json.dumps(value, ensure_ascii=False))
    return one_line(str(value))


def _table(rows: list[list[str]], rights: list[bool]) -> list[str]:
    widths = [max(map(width, cells)) for cells in zip(*rows, strict=True)]
    if sys.stdout.isatty():
        widths = _fitted(widths, shutil.get_terminal_size().columns)
    return _align(rows, widths, rights)


def _fitted(widths: list[int], columns: int) -> list[int]:
    """Return widths with the widest columns narrowed until the table fits or all columns are at the minimum."""
    fitted = list(widths)
    excess = sum(fitted) + len(_GAP) * (len(fitted) - 1) - columns
    while excess > 0 and max(fitted) > _CELL_COLUMNS_MIN:
        fitted[fitted.index(max(fitted))] -= 1
        excess -= 1
    return fitted


def _align(rows: Iterable[Sequence[str]], widths: Sequence[int], rights: Sequence[bool]) -> list[str]:
    """Return one line per row with its cells aligned; cells in a column of width 0 are neither cut nor padded."""
    lines = []
    for row in rows:
        cells = [
            pad(truncate(cell, columns) if columns else cell, columns, right=right)
            for cell, columns, right in zip(row, widths, rights, strict=True)
        ]
        lines.append(_GAP.join(cells).rstrip())
    return lines
