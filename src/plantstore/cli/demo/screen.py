"""What `plantstore demo` shows while it runs: a live table on a terminal, a line every other second elsewhere.

All of it goes to standard error. Colour only on a terminal, and not where nobody wants it.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence

import click

from plantstore.cli.demo.play import View
from plantstore.cli.demo.report import ReceiverReport
from plantstore.cli.support.safe_text import cut, pad, width

LINE_S = 2.0  # between two lines off a terminal
BAR_COLUMNS = 32
NO_DELAY_S = 0.0001  # below it, a delivery was there as soon as the answer to the POST
_HEADINGS = ("receiver", "state", "accepted", "refused", "owed", "p50", "slowest")
_WORDS = 2  # columns of words come first, and are aligned left; numbers are aligned right
_UP, _DOWN = "32", "31"  # green and red
_PLACE = 1  # of the cell that has a colour


class Lines:
    """For pipes and logs: nothing moves the cursor."""

    def __init__(self) -> None:
        self._next_s = 0.0

    def show(self, view: View) -> None:
        if view.elapsed_s < self._next_s:
            return
        self._next_s = view.elapsed_s + LINE_S
        receivers = "; ".join(_in_words(one, view) for one in view.report.receivers)
        click.echo(
            f"{view.elapsed_s:5.1f} s  {view.report.plants}/{view.plants} plants; accepted by {receivers}", err=True
        )

    def end(self) -> None:
        """Nothing is left open."""


class Table:
    """For people at a terminal: drawn again over itself."""

    def __init__(self, *, colour: bool) -> None:
        self._drawn = 0
        self._colour = colour

    def show(self, view: View) -> None:
        columns = shutil.get_terminal_size().columns - 1
        lines = [cut(_bar(view), columns), "", *self._rows(view, columns)]
        up = f"\x1b[{self._drawn}A" if self._drawn else ""
        click.echo(up + "".join(f"\x1b[2K{line}\n" for line in lines), err=True, nl=False, color=True)
        self._drawn = len(lines)

    def end(self) -> None:
        click.echo(err=True)

    def _rows(self, view: View, columns: int) -> Iterator[str]:
        rows = [[word.upper() for word in _HEADINGS], *([*_cells(one, view)] for one in view.report.receivers)]
        widths = [max(map(width, cells)) for cells in zip(*rows, strict=True)]
        for place, row in enumerate(rows):
            cells = [pad(cell, widths[index], right=index >= _WORDS) for index, cell in enumerate(row)]
            plain = "  ".join(cells)
            if place and self._colour and width(plain) <= columns:
                cells[_PLACE] = f"\x1b[{_UP if row[_PLACE] == 'up' else _DOWN}m{cells[_PLACE]}\x1b[0m"
                yield "  ".join(cells)
            else:
                yield cut(plain, columns)


def make_screen(*, colour: bool) -> Lines | Table:
    """A table where it can be drawn, else lines."""
    return Table(colour=colour) if sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb" else Lines()


def duration(seconds: float | None) -> str:
    """Write a delay for people; nothing when there was none to measure.

    >>> duration(0.0034), duration(0.21), duration(11.26), duration(0.0)
    ('3.4 ms', '210 ms', '11.3 s', '< 0.1 ms')
    """
    if seconds is None:
        return ""
    if seconds < NO_DELAY_S:
        return "< 0.1 ms"
    if seconds < 1:
        return f"{seconds * 1000:.{1 if seconds < 0.1 else 0}f} ms"
    return f"{seconds:.1f} s"


def _bar(view: View) -> str:
    done = round(BAR_COLUMNS * view.report.plants / view.plants)
    latest = f"{view.latest['name']} ({view.latest['family']})" if view.latest else ""
    bar = "━" * done + "╌" * (BAR_COLUMNS - done)
    return f"{bar}  {view.report.plants}/{view.plants} plants  {view.elapsed_s:.1f} s  {latest}"


def _cells(one: ReceiverReport, view: View) -> Sequence[str]:
    counts = (one.accepted, one.refused, view.report.plants - one.accepted)
    return [one.name, _state(one, view), *map(str, counts), duration(one.p50_s), duration(one.slowest_s)]


def _state(one: ReceiverReport, view: View) -> str:
    return f"down, {view.down_s[one.name]:.0f} s left" if one.name in view.down_s else "up"


def _in_words(one: ReceiverReport, view: View) -> str:
    owed = view.report.plants - one.accepted
    notes = [f"{owed} owed"] * bool(owed) + [_state(one, view)] * (one.name in view.down_s)
    return f"“{one.name}” {one.accepted}" + (f" ({', '.join(notes)})" if notes else "")
