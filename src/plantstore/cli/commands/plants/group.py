"""`plantstore plants`: the group and its commands add, list and show; other files define its other commands."""

from collections.abc import Mapping
from typing import Any

import click

from plantstore.cli.commands.plants import changes, duplicates
from plantstore.cli.commands.plants.bulk import bulk
from plantstore.cli.commands.plants.export import export_plants
from plantstore.cli.commands.plants.fields import field_options, given_fields, plant_path, print_plant
from plantstore.cli.commands.plants.history import history
from plantstore.cli.commands.plants.import_file import import_plants
from plantstore.cli.commands.plants.list_filters import filter_options, query_of
from plantstore.cli.commands.plants.photos import photo
from plantstore.cli.commands.plants.waiting import wait_for_receivers, within_option
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    common_options,
    idempotency_key_option,
    with_common,
)
from plantstore.cli.support.output import Column, Row, column, print_list, print_note, print_record
from plantstore.cli.support.problem_errors import status_of
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.plant import Status

CONFLICT, PRECONDITION_FAILED = 409, 412
COLUMNS = (
    column("id", right=True),
    column("name"),
    column("pot_size", heading="pot"),
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
    """Add, list, edit, import and export plants.

    \b
    Example:
      plantstore plants add "Monstera deliciosa" --sku MON-15
      plantstore plants list
    """


@plants.command("add")
@click.argument("name")
@field_options
@click.option("--draft", is_flag=True, help="Save it as a draft: receivers are not notified yet.")
@click.option("--if-absent", is_flag=True, help="Succeed without changes if a plant with this SKU exists.")
@click.option(
    "--replace",
    is_flag=True,
    help="Replace a plant with this SKU; fields not given are cleared, except newer ones, such as pot size.",
)
@click.option("--wait", is_flag=True, help="Wait until every receiver has accepted it; exit code 6 if one has not.")
@within_option
@idempotency_key_option
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
    """Add the plant NAME to the store and notify every receiver.

    \b
    Example:
      plantstore plants add "Monstera deliciosa" --sku MON-15 --price 24.90 --currency EUR
      plantstore plants add "Acer palmatum" --sku ACE-3L --tag shrub --stock 12 --if-absent
      plantstore plants add "Aloe vera" --wait --within 5m
    """
    if within_s is not None and not wait:
        raise WrongUsage("--within only applies to --wait.", next_step="Add --wait as well.")
    if draft and wait:
        raise WrongUsage("Receivers are not notified of drafts, so there is nothing to wait for.")
    _check_existing_options(fields["sku"], if_absent=if_absent, replace=replace, key=idempotency_key)
    body = {"name": name} | given_fields(fields)
    if draft:
        body["status"] = Status.DRAFT.value
    client = connect(common)
    if replace:
        record = _put(client, body, common=common)
    else:
        record = _add_or_find(client, body, if_absent=if_absent, idempotency_key=idempotency_key, common=common)
    print_plant(record, common)
    if wait and (event_id := _event_of(client, record)):
        wait_for_receivers(client, event_id, within_s=within_s, common=common)


@plants.command("list")
@filter_options
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N plants (default: all).")
@with_common
def list_plants(common: Common, /, *, limit: int | None, **filters: str | None) -> None:
    """List the plants.

    \b
    Example:
      plantstore plants list --search "acer pal" --status draft
      plantstore plants list --updated-after 2h --json
      plantstore plants list --sort=-id --limit 10
      plantstore plants list --stock out_of_stock --sort name
    """
    meant: list[str] = []
    rows = connect(common).items(
        "/plants", query_of(filters), limit=limit, on_page=lambda page: meant.extend(_meant(page))
    )
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No plants.")
    if meant:
        print_note(f"Did you mean {' or '.join(meant)}?", as_json=common.as_json)


@plants.command("show")
@click.argument("plant", metavar="ID|SKU")
@with_common
def show(common: Common, /, *, plant: str) -> None:
    """Show the plant with this number or SKU; write an all-digit SKU as sku:4711.

    \b
    Example:
      plantstore plants show 1042
      plantstore plants show MON-15
    """
    client = connect(common)
    print_record(client.get(plant_path(client, plant)), as_json=common.as_json)


for command in (*changes.COMMANDS, *duplicates.COMMANDS, bulk, import_plants, export_plants, history, photo):
    plants.add_command(command)


def _meant(page: Mapping[str, Any]) -> list[str]:
    """Return the searches that a page of plants suggests; a server older than 0.7.0 suggests none."""
    suggested = page.get("did_you_mean")
    return [text for text in suggested if isinstance(text, str)] if isinstance(suggested, list) else []


def _check_existing_options(sku: str | None, *, if_absent: bool, replace: bool, key: str | None) -> None:
    """Raise WrongUsage if the options that say what to do about an existing plant are incomplete or contradictory."""
    flag = "--if-absent" if if_absent else "--replace"
    if (if_absent or replace) and not sku:
        raise WrongUsage(f"{flag} needs a SKU.", next_step="Add --sku as well.")
    if if_absent and replace:
        raise WrongUsage("--if-absent keeps an existing plant, --replace overwrites it: choose one.")
    if replace and key is not None:
        raise WrongUsage("--replace is safe to repeat as it is.", next_step="Remove --idempotency-key.")


def _put(client: Client, body: Mapping[str, Any], *, common: Common) -> Row:
    """Create the plant, or replace the existing plant that has its SKU."""
    path = f"/plants/by-sku/{segment(body['sku'])}"
    try:
        return client.put(path, body, headers={"If-None-Match": "*"})
    except Failure as failure:
        if status_of(failure) != PRECONDITION_FAILED:
            raise
    fields = {name: value for name, value in body.items() if name != "status"}  # keep the existing status
    replaced: Row = client.put(path, fields, headers={"If-Match": "*"})
    print_note(
        f"Replaced plant {replaced['id']}, which has this SKU. Receivers are not notified.", as_json=common.as_json
    )
    return replaced


def _event_of(client: Client, record: Row) -> str | None:
    """Return the id of a plant's event, fetching the plant if `record` lacks the id; None if it has no event."""
    plant = record if "event_id" in record else client.get(f"/plants/{record['id']}")
    return plant.get("event_id")


def _add_or_find(
    client: Client, body: Mapping[str, Any], *, if_absent: bool, idempotency_key: str | None, common: Common
) -> Row:
    try:
        return client.post("/plants", body, idempotency_key=idempotency_key)
    except Failure as failure:
        if status_of(failure) != CONFLICT:
            raise
        if not if_absent:
            failure.next_step = "--if-absent keeps a plant with the same SKU, --replace overwrites it."
            raise
        existing = next(client.items("/plants", {"sku": body["sku"]}, limit=1), None)
        if existing is None:  # another plant has the same GTIN, not the same SKU
            raise
        print_note("A plant with this SKU already exists; nothing was added.", as_json=common.as_json)
        return existing
