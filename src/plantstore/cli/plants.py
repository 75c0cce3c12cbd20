"""`plantstore plants`: add, list, show; `import` and `export` have files of their own."""

from collections.abc import Mapping
from typing import Any

import click

from plantstore.cli.client import Client
from plantstore.cli.exits import Failure, WrongUsage
from plantstore.cli.export_plants import export_plants
from plantstore.cli.finding import connect
from plantstore.cli.import_plants import import_plants
from plantstore.cli.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.output import Column, Row, column, print_list, print_record, say
from plantstore.cli.refusals import status_of
from plantstore.cli.times import time_option
from plantstore.domain.plant import ID_MAX, Status

CONFLICT = 409
SORTS = ("id", "-id", "updated_at", "-updated_at")
COLUMNS = (
    column("id", right=True),
    column("name"),
    column("sku"),
    column("status"),
    Column(
        heading="price",
        cell=lambda row: f"{row['price']} {row.get('currency')}" if row.get("price") else "",
        right=True,
    ),
    column("stock_quantity", heading="stock", right=True),
    column("added_at"),
)


@click.group()
@common_options
def plants() -> None:
    """Add plants and look at them.

    \b
    Example:
      plantstore plants add "Monstera deliciosa" --sku MON-15
      plantstore plants list
    """


@plants.command("add")
@click.argument("name")
@click.option("--sku", help="The shop's own article code.")
@click.option("--botanical-name")
@click.option("--price", metavar="24.90", help="Decimal, with a point.")
@click.option("--currency", metavar="EUR", help="ISO 4217; otherwise the store's own.")
@click.option("--tag", help="What type of plant it is, such as shrub.")
@click.option("--gtin", help="The number below the bar code.")
@click.option("--family", help="Botanical family, such as Araceae.")
@click.option("--common-name", "common_names", multiple=True, help="Can be given several times.")
@click.option("--description", help="Plain text.")
@click.option("--tags", multiple=True, metavar="TAG", help="A label of the shop; can be given several times.")
@click.option("--stock", "stock_quantity", type=WholeNumber(min=0), metavar="N", help="Not given: not counted.")
@click.option("--available-from", metavar="2027-03-01", help="First day on which it can be had.")
@click.option("--draft", is_flag=True, help="Keep it out of the store for now: no receiver is told.")
@click.option("--if-absent", is_flag=True, help="A plant that has this SKU already counts as done.")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def add(common: Common, /, *, draft: bool, if_absent: bool, idempotency_key: str | None, **fields: Any) -> None:
    """Add the plant NAME to the store; every receiver is told.

    \b
    Example:
      plantstore plants add "Monstera deliciosa" --sku MON-15 --price 24.90 --currency EUR
      plantstore plants add "Acer palmatum" --sku ACE-3L --tag shrub --stock 12 --if-absent
    """
    if if_absent and not fields["sku"]:
        raise WrongUsage("--if-absent compares SKUs.", next_step="Give --sku as well.")
    body = {name: value for name, value in fields.items() if value not in (None, ())}
    if draft:
        body["status"] = Status.DRAFT.value
    client = connect(common)
    record = _added_or_there(client, body, if_absent=if_absent, idempotency_key=idempotency_key, common=common)
    for warning in record.get("warnings") or ():
        say(f"Warning: {_words(warning)}", as_json=common.as_json)
    print_record(record, as_json=common.as_json, leave_out=() if common.as_json else ("warnings",))


@plants.command("list")
@click.option("--search", "q", metavar="WORDS", help="In names, SKU, GTIN and tags; the beginning of a word will do.")
@click.option("--status", type=click.Choice([status.value for status in Status]))
@click.option("--tag")
@click.option("--sku", help="Capitals do not matter.")
@click.option("--updated-after", metavar="TIME", callback=time_option, help="10m, 2h, 3d, 2026-11-20, or RFC 3339.")
@click.option("--sort", type=click.Choice(SORTS), help="The order; - is downwards.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="N plants at most; otherwise all.")
@with_common
def list_plants(common: Common, /, *, limit: int | None, **filters: str | None) -> None:
    """List the plants.

    \b
    Example:
      plantstore plants list --search "acer pal" --status draft
      plantstore plants list --updated-after 2h --json
      plantstore plants list --sort=-id --limit 10
    """
    query = {name: value for name, value in filters.items() if value is not None}
    rows = connect(common).items("/plants", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, nothing="No plants.")


@plants.command("show")
@click.argument("id", type=WholeNumber(1, ID_MAX))
@with_common
def show(common: Common, /, *, id: int) -> None:
    """Show the plant with the number ID.

    \b
    Example:
      plantstore plants show 1042
    """
    print_record(connect(common).get(f"/plants/{id}"), as_json=common.as_json)


plants.add_command(import_plants)
plants.add_command(export_plants)


def _added_or_there(
    client: Client, body: Mapping[str, Any], *, if_absent: bool, idempotency_key: str | None, common: Common
) -> Row:
    try:
        return client.post("/plants", body, idempotency_key=idempotency_key)
    except Failure as failure:
        if status_of(failure) != CONFLICT:
            raise
        if not if_absent:
            failure.next_step = "--if-absent takes a plant with the same SKU for done."
            raise
        # The conflict may be about the GTIN of another plant: only one that has the SKU is the one meant.
        there = next(client.items("/plants", {"sku": body["sku"]}, limit=1), None)
        if there is None:
            raise
        say("A plant has this SKU already; nothing was added.", as_json=common.as_json)
        return there


def _words(warning: Any) -> str:
    if not isinstance(warning, Mapping):
        return str(warning)
    return f"{str(warning.get('pointer', '')).lstrip('/')}: {warning.get('detail', '')}"
