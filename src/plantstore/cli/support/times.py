"""Times as people type them: `10m` and `2h` ago, `2026-11-20`, or RFC 3339."""

import math
import re
from datetime import UTC, date, datetime, time

import click

from plantstore.core.clock import Clock, SystemClock
from plantstore.domain.timestamps import after, parse, to_text

_AGO = re.compile(r"([0-9]{1,6})([smhd])")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SPAN = re.compile(r"([0-9]{1,6})(ms|s|m)")
_SPAN_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0}
_UNITS_S = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


def time_option(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Read an option's time; give it as RFC 3339 in UTC. A bare date begins at midnight UTC."""
    if text is None:
        return None
    try:
        return read_time(text, clock=SystemClock())
    except (ValueError, OverflowError) as error:
        detail = f"{text!r} is no time: write 10m, 2h, 3d, 2026-11-20 or 2026-11-20T12:00:00Z."
        raise click.BadParameter(detail, context, parameter) from error


def duration_option(context: click.Context, parameter: click.Parameter, text: str, *, seconds_max: float) -> float:
    """Read an option's span of time, such as 500ms or 20s; give it in seconds."""
    found = _SPAN.fullmatch(text)
    seconds = int(found[1]) * _SPAN_UNITS_S[found[2]] if found else math.inf
    if seconds > seconds_max:
        detail = f"{text!r} is no time up to {seconds_max:g} s: write 500ms, 20s or 1m."
        raise click.BadParameter(detail, context, parameter)
    return seconds


def read_time(text: str, *, clock: Clock) -> str:
    """Read one of the three forms, or ValueError.

    >>> read_time("2026-11-20", clock=SystemClock())
    '2026-11-20T00:00:00.000Z'
    """
    if ago := _AGO.fullmatch(text):
        return to_text(after(clock.now(), seconds=-int(ago[1]) * _UNITS_S[ago[2]]))
    if _DAY.fullmatch(text):
        return to_text(parse(datetime.combine(date.fromisoformat(text), time(), UTC).isoformat()))
    return to_text(parse(text))
