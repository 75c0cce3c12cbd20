"""What a command prints: data on standard output, everything else on standard error.

A list is a table for people (cut to the terminal's width, never cut when piped) or JSON Lines; a record is aligned
`name  value` lines or one JSON object. There is no colour and nothing that moves the cursor.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from plantstore.cli.support.options import is_quiet
from plantstore.cli.support.safe_text import cut, one_line, pad, width

Row = Mapping[str, Any]
_GAP = "  "
_CELL_COLUMNS_MIN = 8  # a narrower cell says nothing: a very narrow terminal wraps instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table: its heading and how a row fills it. `right` aligns numbers."""

    heading: str
    cell: Callable[[Row], Any]
    right: bool = False


def column(name: str, *, heading: str = "", right: bool = False) -> Column:
    """The column of one field."""
    return Column(heading=heading or name.replace("_", " "), cell=lambda row: row.get(name), right=right)


def print_list(rows: Iterable[Row], columns: Sequence[Column], *, as_json: bool, nothing: str) -> None:
    """Print a list; `nothing` is said on standard error when it is empty."""
    if as_json:
        for row in rows:
            click.echo(_json(row))
        return
    cells = [[_cell(one.cell(row)) for one in columns] for row in rows]
    if not cells:
        say(nothing)
        return
    for line in _table([[one.heading.upper() for one in columns], *cells], [one.right for one in columns]):
        click.echo(line)


def print_record(record: Row, *, as_json: bool, leave_out: Sequence[str] = ()) -> None:
    """Print one thing; for people, without what is empty."""
    shown = {name: value for name, value in record.items() if name not in leave_out}
    if as_json:
        click.echo(_json(shown))
        return
    lines = [[name, _cell(value)] for name, value in shown.items() if value not in (None, "", [], {})]
    for line in _align(lines, [max((width(name) for name, _ in lines), default=0), 0], [False, False]):
        click.echo(line)


def say(text: str, *, as_json: bool = False) -> None:
    """Tell people something beside the data. With `--json`, standard error holds nothing but problem objects."""
    if not as_json and not is_quiet():
        click.echo(one_line(text), err=True)


def print_exchange(exchange: Row, *, as_json: bool) -> None:
    """Print one request and how it was answered, for `-v`."""
    if as_json:
        click.echo(_json({"type": "request", **exchange}), err=True)
    else:
        said = "{method} {path} → {status} in {duration_ms:,.0f} ms, {request_id}".format(**exchange)
        click.echo(one_line(said), err=True)


def print_problem(problem: Row) -> None:
    click.echo(_json(problem), err=True)


def _json(value: Row) -> str:
    """Write readable JSON where the stream can hold every letter, and escaped JSON where it cannot."""
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
    """Take space from the widest column, again and again, until the table fits or none can give any."""
    fitted = list(widths)
    excess = sum(fitted) + len(_GAP) * (len(fitted) - 1) - columns
    while excess > 0 and max(fitted) > _CELL_COLUMNS_MIN:
        fitted[fitted.index(max(fitted))] -= 1
        excess -= 1
    return fitted


def _align(rows: Iterable[Sequence[str]], widths: Sequence[int], rights: Sequence[bool]) -> list[str]:
    """Lay the cells out; a width of 0 leaves a cell as it is."""
    lines = []
    for row in rows:
        cells = [
            pad(cut(cell, columns) if columns else cell, columns, right=right)
            for cell, columns, right in zip(row, widths, rights, strict=True)
        ]
        lines.append(_GAP.join(cells).rstrip())
    return lines
