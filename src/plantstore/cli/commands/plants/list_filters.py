"""The options that filter and sort plants: `plants list` and `plants export` have the same."""

from collections.abc import Callable, Mapping
from typing import Any

import click

from plantstore.cli.support.options import time_option
from plantstore.domain.plants.plant import Status

_FIELDS = ("id", "name", "price", "stock_quantity", "pot_size", "updated_at", "added_at")
_MISSING = ("price", "photo", "pot_size", "sku", "gtin", "botanical_name", "type", "description")
_CONCERNS = ("old_draft", "no_price", "no_photo", "out_of_stock", "name_in_doubt")
_TIMES = "10m, 2h, 3d, 2026-11-20, or RFC 3339."
_OPTIONS = (
    click.option(
        "--search", "q", metavar="WORDS", help="Search names, SKU, GTIN and tags; the beginning of a word is enough."
    ),
    click.option("--status", type=click.Choice([status.value for status in Status])),
    click.option("--tag"),
    click.option("--label", metavar="TEXT", help="One of the tags, exactly as it is written."),
    click.option("--sku", help="Case-insensitive."),
    click.option("--pot-size", metavar="SIZE", help="9 cm, 5 L and so on, in any spelling."),
    click.option("--family"),
    click.option("--genus", help="Such as Acer; case and × do not matter."),
    click.option("--hardiness", metavar="RATING", help="An RHS rating such as H5, or a USDA zone or range such as 6b."),
    click.option("--supplier", metavar="NAME", help="Needs a token with the scope costs:read."),
    click.option("--stock", type=click.Choice(["in_stock", "out_of_stock", "not_tracked"])),
    click.option("--price-from", metavar="PRICE", help="At least this price, in --currency."),
    click.option("--price-to", metavar="PRICE", help="At most this price, in --currency."),
    click.option("--currency", metavar="CODE", help="Default with --price-from and --price-to: the store's currency."),
    click.option("--missing", type=click.Choice(_MISSING), help="Without a price, a photo and so on."),
    click.option("--attention", type=click.Choice(_CONCERNS), help="What needs attention for this reason."),
    click.option("--added-after", metavar="TIME", callback=time_option, help=_TIMES),
    click.option("--updated-after", metavar="TIME", callback=time_option, help=_TIMES),
    click.option(
        "--sort",
        type=click.Choice([f"{sign}{field}" for field in _FIELDS for sign in ("", "-")]),
        help="Sort order; - means descending.",
    ),
)

FILTERS = (
    *("q", "status", "tag", "label", "sku", "pot_size", "family", "genus", "hardiness", "supplier", "stock"),
    *("price_from", "price_to", "currency", "missing", "attention", "added_after", "updated_after"),
)
"""The parameters of the options that filter: all but `sort`."""


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, which gets them as keyword arguments."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def query_of(filters: Mapping[str, str | None]) -> dict[str, str]:
    """Return the query of the API for the options that were given."""
    return {name: value for name, value in filters.items() if value is not None}
