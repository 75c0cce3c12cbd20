"""How far something has come, on standard error: a bar that is drawn over on a terminal, else a line each 5 seconds."""

import shutil
import sys
import time
from collections.abc import Callable

import click

from plantstore.cli.support.options import is_quiet
from plantstore.cli.support.safe_text import cut, width

LINE_EVERY_S = 5.0
_BAR_CHARS = 24


class Progress:
    """One piece of work, shown as often as its owner hears of it. Quiet, it shows nothing."""

    def __init__(self, what: str, *, quiet: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._quiet = quiet or is_quiet()
        self._clock = clock
        self._drawn = 0  # columns of the line on the terminal
        self._first: tuple[float, int] | None = None
        self._said_at = clock()

    def show(self, done: int, total: int) -> None:
        if self._quiet:
            return
        now = self._clock()
        if self._first is None:
            self._first = now, done
        if sys.stderr.isatty():
            self._draw(f"{self._what}  {_bar(done, total)}  {self._words(done, total, now)}")
        elif now - self._said_at >= LINE_EVERY_S:
            self._said_at = now
            click.echo(f"{self._what}: {self._words(done, total, now)}", err=True)

    def end(self) -> None:
        """Leave the bar where it is; what is printed next begins on a line of its own."""
        if self._drawn:
            click.echo(err=True)
            self._drawn = 0

    def _draw(self, line: str) -> None:
        shown = cut(line, shutil.get_terminal_size().columns - 1)
        click.echo("\r" + shown + " " * max(0, self._drawn - width(shown)), nl=False, err=True)
        self._drawn = width(shown)

    def _words(self, done: int, total: int, now: float) -> str:
        assert self._first is not None
        since_s, before = now - self._first[0], self._first[1]
        words = f"{done:,} of {total:,}"
        if since_s <= 0 or done <= before:
            return words
        rate = (done - before) / since_s
        return f"{words}  {rate:,.3g}/s  {max(0, total - done) / rate:,.0f} s left"


def _bar(done: int, total: int) -> str:
    filled = _BAR_CHARS * min(done, total) // max(total, 1)
    full, empty = ("━", "─") if "utf" in (sys.stderr.encoding or "").lower() else ("#", "-")
    return full * filled + empty * (_BAR_CHARS - filled)
