"""Options that several commands share: the common options, numbers, times, and confirmation.

The common options can be given before or after the command: `plantstore --json plants list` equals `plantstore plants
list --json`. If one is given twice, the last wins: `plantstore --timeout 5 plants list --timeout 60` waits 60 seconds.
"""

import functools
import math
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, Concatenate, ParamSpec, TypeVar

import click

from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.output import META_PREFIX, one_line
from plantstore.core.clock import Clock, SystemClock
from plantstore.domain.timestamps import after, parse, to_text

TIMEOUT_S, TIMEOUT_S_MIN, TIMEOUT_S_MAX = 30.0, 0.1, 3600.0  # a long poll of the event feed takes up to 30 s
_AGO = re.compile(r"([0-9]{1,6})([smhd])")
_AGO_UNITS_S = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DURATION = re.compile(r"([0-9]{1,6})(ms|s|m)")
_DURATION_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0}

P = ParamSpec("P")
R = TypeVar("R")


# The common options


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """The values of the common options; None for an option that was not given and has no default."""

    server_url: str | None
    token_file: str | None
    as_json: bool
    timeout_s: float
    verbose: bool
    colour: bool
    yes: bool


def common_options(function: Callable[P, R]) -> Callable[P, R]:
    """Add the common options to a command or group without passing their values to it."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def with_common(function: Callable[Concatenate[Common, P], R]) -> Callable[P, R]:
    """Add the common options to a command and pass their values as its first argument."""

    @common_options
    @functools.wraps(function)
    def wrapper(*args: P.args, **values: P.kwargs) -> R:
        return function(_common(click.get_current_context()), *args, **values)

    return wrapper


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Store a given value in `meta`, which click shares between a command and its parent groups."""
    if value is not None and parameter.name is not None:
        context.meta[META_PREFIX + parameter.name] = value


def _common(context: click.Context) -> Common:
    return Common(
        server_url=context.meta.get(META_PREFIX + "server_url"),
        token_file=context.meta.get(META_PREFIX + "token_file"),
        as_json=context.meta.get(META_PREFIX + "as_json", False),
        timeout_s=context.meta.get(META_PREFIX + "timeout_s", TIMEOUT_S),
        verbose=context.meta.get(META_PREFIX + "verbose", False),
        colour=not (context.meta.get(META_PREFIX + "no_color") or os.environ.get("NO_COLOR")),
        yes=context.meta.get(META_PREFIX + "yes", False),
    )


def _option(*names: str, **settings: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    return click.option(*names, expose_value=False, callback=_remember, default=None, **settings)


class WholeNumber(click.IntRange):
    """An integer within bounds. click shows `name` in its error messages."""

    name = "whole number"


class Number(click.FloatRange):
    """A decimal number within bounds."""

    name = "number"


_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    _option(
        "--url",
        "server_url",  # not `url`: some commands have an argument with this name
        metavar="URL",
        help="Base URL of the store. Default: PLANTSTORE_URL, or the server running on the data folder.",
    ),
    _option(
        "--token-file",
        metavar="FILE",
        help="File with the bearer token; - reads standard input. Default: PLANTSTORE_TOKEN_FILE, PLANTSTORE_TOKEN, or "
        "operator.token in the data folder.",
    ),
    _option("--json", "as_json", is_flag=True, help="Print one JSON object, or JSON Lines for a list."),
    _option(
        "--timeout",
        "timeout_s",
        type=Number(TIMEOUT_S_MIN, TIMEOUT_S_MAX),
        metavar="SECONDS",
        help=f"Longest wait for the server (default {TIMEOUT_S:g}).",
    ),
    _option("--yes", "yes", is_flag=True, help="Don't ask for confirmation."),
    _option("-q", "--quiet", "quiet", is_flag=True, help="Print only data, questions and errors."),
    _option("-v", "--verbose", "verbose", is_flag=True, help="Print each request to the server and its status."),
    _option("--no-color", "no_color", is_flag=True, help="Print without colours; same as setting NO_COLOR."),
)


idempotency_key_option = click.option(
    "--idempotency-key", metavar="KEY", help="Repeat an earlier attempt safely: it takes effect only once."
)


# Confirmation


def check_can_confirm(yes: bool, *, next_step: str) -> None:
    """Raise WrongUsage if confirmation is needed (--yes is not given) but standard input is not a terminal."""
    if not yes and not sys.stdin.isatty():
        raise WrongUsage("This needs confirmation, and standard input is not a terminal.", next_step=next_step)


def confirm(question: str, *, declined: str) -> None:
    """Ask the question on standard error; raise Failure with the message `declined` unless the user answers yes."""
    if not click.confirm(one_line(question), default=False, err=True):
        raise Failure(declined)


# Times and durations


def time_option(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Parse a time for a click option and return it as RFC 3339 in UTC. A bare date means midnight UTC."""
    if text is None:
        return None
    try:
        return parse_time(text, clock=SystemClock())
    except (ValueError, OverflowError) as error:
        detail = f"{text!r} is not a time: write 10m, 2h, 3d, 2026-11-20 or 2026-11-20T12:00:00Z."
        raise click.BadParameter(detail, context, parameter) from error


def duration_option(context: click.Context, parameter: click.Parameter, text: str, *, seconds_max: float) -> float:
    """Parse a duration such as 500ms or 20s for a click option and return it in seconds."""
    match = _DURATION.fullmatch(text)
    seconds = int(match[1]) * _DURATION_UNITS_S[match[2]] if match else math.inf
    if seconds > seconds_max:
        detail = f"{text!r} is not a duration up to {seconds_max:g} s: write 500ms, 20s or 1m."
        raise click.BadParameter(detail, context, parameter)
    return seconds


def parse_time(text: str, *, clock: Clock) -> str:
    """Return a time as RFC 3339 in UTC, given a time ago such as `10m` or `2h`, a date, or RFC 3339.

    Raise ValueError or OverflowError for anything else.

    >>> parse_time("2026-11-20", clock=SystemClock())
    '2026-11-20T00:00:00.000Z'
    """
    if ago := _AGO.fullmatch(text):
        return to_text(after(clock.now(), seconds=-int(ago[1]) * _AGO_UNITS_S[ago[2]]))
    if _DAY.fullmatch(text):
        return to_text(parse(datetime.combine(date.fromisoformat(text), time(), UTC).isoformat()))
    return to_text(parse(text))
