"""`plantstore plants`: add, list, show; what changes a plant, `import` and `export` have files of their own."""

from collections.abc import Mapping
from typing import Any

import click

from plantstore.cli.commands.plants import changes
from plantstore.cli.commands.plants.export import export_plants
from plantstore.cli.commands.plants.fields import field_options, given, plant_path
from plantstore.cli.commands.plants.format import print_plant
from plantstore.cli.commands.plants.import_file import import_plants
from plantstore.cli.commands.plants.waiting import WITHIN, wait_for_all
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import Column, Row, column, print_list, print_record, say
from plantstore.cli.support.problem_errors import status_of
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.times import time_option
from plantstore.domain.plant import Status

CONFLICT, PRECONDITION_FAILED = 409, 412
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
    """Add plants, look at them and change them.

    \b
    Example:
      plantstore plants add "Monstera deliciosa" --sku MON-15
      plantstore plants list
    """


@plants.command("add")
@click.argument("name")
@field_options
@click.option("--draft", is_flag=True, help="Keep it out of the store for now: no receiver is told.")
@click.option("--if-absent", is_flag=True, help="A plant that has this SKU already counts as done.")
@click.option("--replace", is_flag=True, help="A plant that has this SKU becomes this one; what is not given is gone.")
@click.option("--wait", is_flag=True, help="Wait until every receiver has accepted it; exit code 6 if some have not.")
@WITHIN
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def add(
    common: Common,
    /,
    *,
    name: str,
    draft: bool,
    if_absent: bool,
    replace: bool,
    wait: bool,
    within_s: float | None,
    idempotency_key: str | None,
    **fields: Any,
) -> None:
    """Add the plant NAME to the store; every receiver is told.

    \b
    Example:
      plantstore plants add "Monstera deliciosa" --sku MON-15 --price 24.90 --currency EUR
      plantstore plants add "Acer palmatum" --sku ACE-3L --tag shrub --stock 12 --if-absent
      plantstore plants add "Aloe vera" --wait --within 5m
    """
    if within_s is not None and not wait:
        raise WrongUsage("--within says how long to wait.", next_step="Give --wait as well.")
    if draft and wait:
        raise WrongUsage("Nobody is told of a draft, so there is nothing to wait for.")
    _check_present(fields["sku"], if_absent=if_absent, replace=replace, key=idempotency_key)
    body = {"name": name} | given(fields)
    if draft:
        body["status"] = Status.DRAFT.value
    client = connect(common)
    if replace:
        record = _put(client, body, common=common)
    else:
        record = _added_or_there(client, body, if_absent=if_absent, idempotency_key=idempotency_key, common=common)
    print_plant(record, common)
    if wait and (event_id := _event_of(client, record)):
        wait_for_all(client, event_id, within_s=within_s, common=common)


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
@click.argument("plant", metavar="ID|SKU")
@with_common
def show(common: Common, /, *, plant: str) -> None:
    """Show the plant with the number ID, or with a SKU; a SKU of figures only is written sku:4711.

    \b
    Example:
      plantstore plants show 1042
      plantstore plants show MON-15
    """
    client = connect(common)
    print_record(client.get(plant_path(client, plant)), as_json=common.as_json)


for command in (*changes.COMMANDS, import_plants, export_plants):
    plants.add_command(command)


def _check_present(sku: str | None, *, if_absent: bool, replace: bool, key: str | None) -> None:
    """Check what was said about a plant that has the SKU already."""
    flag = "--if-absent" if if_absent else "--replace"
    if (if_absent or replace) and not sku:
        raise WrongUsage(f"{flag} compares SKUs.", next_step="Give --sku as well.")
    if if_absent and replace:
        raise WrongUsage("--if-absent leaves a plant that is there alone, --replace does not: give one of them.")
    if replace and key is not None:
        raise WrongUsage("--replace can be repeated as it is.", next_step="Leave out --idempotency-key.")


def _put(client: Client, body: Mapping[str, Any], *, common: Common) -> Row:
    """Create, else replace whatever is there."""
    path = f"/plants/by-sku/{segment(body['sku'])}"
    try:
        return client.put(path, body, headers={"If-None-Match": "*"})
    except Failure as failure:
        if status_of(failure) != PRECONDITION_FAILED:
            raise
    rest = {name: value for name, value in body.items() if name != "status"}  # its state stays as it is
    replaced: Row = client.put(path, rest, headers={"If-Match": "*"})
    say(f"Plant {replaced['id']} had this SKU and was replaced. No receiver is told.", as_json=common.as_json)
    return replaced


def _event_of(client: Client, record: Row) -> str | None:
    """The event of a plant; a row of a list does not name it."""
    found = record if "event_id" in record else client.get(f"/plants/{record['id']}")
    return found.get("event_id")


def _added_or_there(
    client: Client, body: Mapping[str, Any], *, if_absent: bool, idempotency_key: str | None, common: Common
) -> Row:
    try:
        return client.post("/plants", body, idempotency_key=idempotency_key)
    except Failure as failure:
        if status_of(failure) != CONFLICT:
            raise
        if not if_absent:
            failure.next_step = "--if-absent takes a plant with the same SKU for done, --replace overwrites it."
            raise
        # The conflict may be about the GTIN of another plant: only one that has the SKU is the one meant.
        there = next(client.items("/plants", {"sku": body["sku"]}, limit=1), None)
        if there is None:
            raise
        say("A plant has this SKU already; nothing was added.", as_json=common.as_json)
        return there
