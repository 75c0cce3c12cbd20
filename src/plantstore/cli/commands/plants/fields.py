"""The fields of a plant as options, and a plant named on the command line by its number or its SKU."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import WholeNumber
from plantstore.domain.plant import ID_MAX

SKU_PREFIX = "sku:"
FIELDS = (
    *("sku", "botanical_name", "price", "currency", "tag", "gtin", "family", "common_names", "description", "tags"),
    *("stock_quantity", "available_from"),
)
"""What the options set; a plant has more, which are set through the API."""
_NUMBER = re.compile(r"[1-9][0-9]{0,15}")

F = TypeVar("F", bound=Callable[..., Any])
_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    click.option("--sku", help="The shop's own article code."),
    click.option("--botanical-name"),
    click.option("--price", metavar="24.90", help="Decimal, with a point."),
    click.option("--currency", metavar="EUR", help="ISO 4217; otherwise the store's own."),
    click.option("--tag", help="What type of plant it is, such as shrub."),
    click.option("--gtin", help="The number below the bar code."),
    click.option("--family", help="Botanical family, such as Araceae."),
    click.option("--common-name", "common_names", multiple=True, help="Can be given several times."),
    click.option("--description", help="Plain text."),
    click.option("--tags", multiple=True, metavar="TAG", help="A label of the shop; can be given several times."),
    click.option("--stock", "stock_quantity", type=WholeNumber(min=0), metavar="N", help="Not given: not counted."),
    click.option("--available-from", metavar="2027-03-01", help="First day on which it can be had."),
)


def field_options(function: F) -> F:
    """Add an option for each of FIELDS."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were named."""
    return {name: value for name, value in fields.items() if value not in (None, ())}


def plant_path(client: Client, text: str) -> str:
    """Give the path of a plant: a whole number is its number, anything else its SKU; `sku:` says so of figures."""
    if not text or text == SKU_PREFIX:
        raise WrongUsage("Which plant?", next_step="Write its number, or its SKU.")
    if _NUMBER.fullmatch(text) and int(text) <= ID_MAX:
        return f"/plants/{text}"
    found = client.get(f"/plants/by-sku/{segment(text.removeprefix(SKU_PREFIX))}")
    return f"/plants/{found['id']}"
