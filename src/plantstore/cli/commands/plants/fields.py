"""Options for the fields of a plant, the argument that selects a plant, and the printing of a plant."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from plantstore.cli.commands.plants.details import DETAIL_OPTIONS, given_details
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, WholeNumber
from plantstore.cli.support.output import Row, print_note, print_record
from plantstore.domain.plants.fields import NEWER
from plantstore.domain.plants.plant import ID_MAX

SKU_PREFIX = "sku:"
FIELDS = (
    *("sku", "botanical_name", "price", "currency", "tag", "gtin", "family", "common_names", "description", "tags"),
    *("stock_quantity", "available_from"),
    *NEWER,
)
"""The plant fields that have a command-line option; other fields can be set only through the API."""
_NUMBER = re.compile(r"[1-9][0-9]{0,15}")

F = TypeVar("F", bound=Callable[..., Any])
_OPTIONS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    click.option("--sku", help="The shop's own article code."),
    click.option("--botanical-name"),
    click.option("--price", metavar="24.90", help="Decimal, with a point."),
    click.option("--currency", metavar="EUR", help="ISO 4217 code (default: the store's currency)."),
    click.option("--tag", help="Type of plant, such as shrub."),
    click.option("--gtin", help="The number below the bar code."),
    click.option("--family", help="Botanical family, such as Araceae."),
    click.option("--common-name", "common_names", multiple=True, help="May be repeated."),
    click.option("--description", help="Plain text."),
    click.option("--tags", multiple=True, metavar="TAG", help="A label of the shop; may be repeated."),
    click.option(
        "--stock", "stock_quantity", type=WholeNumber(min=0), metavar="N", help="Omit if you don't track stock."
    ),
    click.option("--available-from", metavar="2027-03-01", help="First day on which it is available."),
    *DETAIL_OPTIONS,
)


def field_options(function: F) -> F:
    """Add a command-line option for each field in FIELDS."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def given_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that were given on the command line."""
    return given_details(fields)


def plant_path(client: Client, text: str) -> str:
    """Return the API path of a plant. A number is a plant id, anything else a SKU; `sku:` marks an all-digit SKU."""
    if not text or text == SKU_PREFIX:
        raise WrongUsage("Which plant?", next_step="Write its number or its SKU.")
    if _NUMBER.fullmatch(text) and int(text) <= ID_MAX:
        return f"/plants/{text}"
    plant = client.get(f"/plants/by-sku/{segment(text.removeprefix(SKU_PREFIX))}")
    return f"/plants/{plant['id']}"


def plant_id(client: Client, text: str) -> int:
    """Return the id of a plant given as for `plant_path`."""
    return int(plant_path(client, text).rpartition("/")[2])


def print_plant(plant: Row, common: Common) -> None:
    """Print a plant on standard output, and its warnings on standard error."""
    for warning in plant.get("warnings") or ():
        if isinstance(warning, Mapping):
            field = str(warning.get("pointer", "")).lstrip("/")
            warning = f"{field}: {warning.get('detail', '')}" if field else warning.get("detail", "")
        print_note(f"Warning: {warning}", as_json=common.as_json)
    print_record(plant, as_json=common.as_json, exclude=() if common.as_json else ("warnings",))
