"""`plantstore receivers try-filter`, and the option that gives a receiver a filter."""

import json
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import column, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect, read_small_file
from plantstore.domain.receivers.filters.pattern import FILTER_BYTES_MAX

NO_FILTER = "none"
PREVIEWS = "/receivers/filter-previews"
FILE_CHARS_MAX = 8 * FILTER_BYTES_MAX  # a file may be indented; the store counts it as compact JSON
_COLUMNS = (column("sequence", right=True), column("id", heading="plant", right=True), column("name"))

P = ParamSpec("P")
R = TypeVar("R")


def filter_option(function: Callable[P, R]) -> Callable[P, R]:
    """Add the option `--filter`, whose value is a decoded pattern or NO_FILTER."""
    return click.option(
        "--filter",
        callback=lambda _, __, text: None if text is None else _read(text),
        metavar="JSON|@FILE|none",
        help='Which plants it gets, such as \'{"tag": "shrub"}\'; @FILE reads a file, none is every plant.',
    )(function)


@click.command("try-filter")
@click.argument("pattern", metavar="JSON|@FILE")
@with_common
def try_filter(common: Common, /, *, pattern: str) -> None:
    """Count which of the newest plants a filter lets through, and name some of them. Nothing is changed.

    \b
    Example:
      plantstore receivers try-filter '{"tag": ["shrub", "tree"], "price": {"lt": "20"}}'
      plantstore receivers try-filter @filter.json
    """
    found = preview(connect(common), _read(pattern))
    if common.as_json:
        print_record(found, as_json=True)
        return
    click.echo(in_words(found))
    if found["examples"]:
        print_list(found["examples"], _COLUMNS, as_json=False, empty="")


def preview(client: Client, pattern: Any) -> dict[str, Any]:
    """Return the store's preview of a decoded pattern."""
    return client.post(PREVIEWS, {"filter": pattern}, idempotency_key=None)


def in_words(found: dict[str, Any]) -> str:
    """Return a preview as a sentence."""
    return f"{found['matching']:,} of the newest {found['plants']:,} plants match: {found['summary']}."


def print_preview(client: Client, body: dict[str, Any], *, as_json: bool) -> None:
    """Print how many plants match the filter in the body of a request, if it has one."""
    if body.get("filter") is not None and not as_json:
        print_note(in_words(preview(client, body["filter"])), as_json=as_json)


def _read(text: str) -> Any:
    """Return a decoded pattern, or NO_FILTER. Raise WrongUsage unless it is JSON."""
    if text == NO_FILTER:
        return NO_FILTER
    if text.startswith("@"):
        text = read_small_file(text[1:], chars_max=FILE_CHARS_MAX)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        detail = f": {error}" if isinstance(error, ValueError) else ""
        raise WrongUsage(
            f"The filter is not JSON{detail}.", next_step="""An example: --filter '{"tag": ["shrub", "tree"]}'"""
        ) from error
