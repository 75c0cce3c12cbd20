"""The options that every command takes, before or after its name: `plantstore --json plants list` and the reverse.

The innermost one wins: `plantstore --timeout 5 plants list --timeout 60` waits 60 seconds.
"""

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import click

TIMEOUT_S, TIMEOUT_S_MIN, TIMEOUT_S_MAX = 30.0, 0.1, 3600.0  # the feed's longest wait is 30 s; no answer takes an hour
_KEY = "plantstore.cli."

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What was said with the common options; None where nothing was."""

    server_url: str | None
    token_file: str | None
    as_json: bool
    timeout_s: float
    verbose: bool
    colour: bool
    yes: bool


class WholeNumber(click.IntRange):
    """A whole number within bounds; the name is what click says of a text that is none."""

    name = "whole number"


class Number(click.FloatRange):
    """A decimal within bounds."""

    name = "number"


def common_options(function: Callable[P, R]) -> Callable[P, R]:
    """Add the common options to a command or a group, without handing them over."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def with_common(function: Callable[Concatenate[Common, P], R]) -> Callable[P, R]:
    """Add the common options to a command and hand them over as its first argument."""

    @common_options
    @functools.wraps(function)
    def wrapper(*args: P.args, **values: P.kwargs) -> R:
        return function(_common(click.get_current_context()), *args, **values)

    return wrapper


def is_quiet() -> bool:
    """Tell whether the command that runs was called with -q."""
    context = click.get_current_context(silent=True)  # none in a thread: what a listener says there is its data
    return context is not None and bool(context.meta.get(_KEY + "quiet"))


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Keep a value that was given; click shares `meta` between a command and the groups above it."""
    if value is not None and parameter.name is not None:
        context.meta[_KEY + parameter.name] = value


def _common(context: click.Context) -> Common:
    return Common(
        server_url=context.meta.get(_KEY + "server_url"),
        token_file=context.meta.get(_KEY + "token_file"),
        as_json=context.meta.get(_KEY + "as_json", False),
        timeout_s=context.meta.get(_KEY + "timeout_s", TIMEOUT_S),
        verbose=context.meta.get(_KEY + "verbose", False),
        colour=not (context.meta.get(_KEY + "no_color") or os.environ.get("NO_COLOR")),
        yes=context.meta.get(_KEY + "yes", False),
    )


def _option(*names: str, **settings: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    return click.option(*names, expose_value=False, callback=_remember, default=None, **settings)


_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    _option(
        "--url",
        "server_url",  # a command may have a URL of its own
        metavar="URL",
        help="Base address of the store. Otherwise PLANTSTORE_URL, or the server that runs on the data folder.",
    ),
    _option(
        "--token-file",
        metavar="FILE",
        help="File with the bearer token; - is standard input. Otherwise PLANTSTORE_TOKEN_FILE, PLANTSTORE_TOKEN, or "
        "operator.token of the data folder.",
    ),
    _option("--json", "as_json", is_flag=True, help="Print one JSON object, or JSON Lines for a list."),
    _option(
        "--timeout",
        "timeout_s",
        type=Number(TIMEOUT_S_MIN, TIMEOUT_S_MAX),
        metavar="SECONDS",
        help=f"Longest wait for the server (default {TIMEOUT_S:g}).",
    ),
    _option("--yes", "yes", is_flag=True, help="Do not ask."),
    _option("-q", "--quiet", "quiet", is_flag=True, help="Say nothing beside data, questions and errors."),
    _option("-v", "--verbose", "verbose", is_flag=True, help="Say what is asked of the server, and its answer."),
    _option("--no-color", "no_color", is_flag=True, help="No colour; NO_COLOR says the same."),
)
