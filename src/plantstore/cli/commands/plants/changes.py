"""`plantstore plants` commands that change an existing plant: edit, add-to-store, archive, restore, remove."""

from typing import Any

import click

from plantstore.cli.commands.plants.details import with_current
from plantstore.cli.commands.plants.fields import FIELDS, field_options, given_fields, plant_path, print_plant
from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, check_can_confirm, confirm, idempotency_key_option, with_common
from plantstore.cli.support.output import Row, print_note, print_record
from plantstore.cli.support.server_discovery import connect


@click.command("edit")
@click.argument("plant", metavar="ID|SKU")
@click.option("--name", help="Common name.")
@field_options
@click.option(
    "--clear",
    "cleared",
    multiple=True,
    type=click.Choice([name.replace("_", "-") for name in FIELDS]),
    help="Clear this field; may be repeated.",
)
@with_common
def edit(common: Common, /, *, plant: str, cleared: tuple[str, ...], **fields: Any) -> None:
    """Change the given fields of a plant; the others stay as they are. Receivers are not notified of edits.

    Give the plant's number or its SKU; write an all-digit SKU as sku:4711.

    \b
    Example:
      plantstore plants edit 1042 --price 19.90
      plantstore plants edit MON-15 --stock 12 --clear description
    """
    body = given_fields(fields)
    cleared_fields = {name.replace("-", "_") for name in cleared}
    if both := sorted(cleared_fields & body.keys()):
        raise WrongUsage(f"Cannot set and clear {', '.join(both)} in the same command.")
    body |= dict.fromkeys(sorted(cleared_fields))
    if not body:
        raise WrongUsage("There is nothing to change.", next_step="Add a field, such as --price 19.90.")
    client = connect(common)
    path = plant_path(client, plant)
    print_plant(client.patch(path, with_current(client, path, body)), common)


@click.command("add-to-store")
@click.argument("plant", metavar="ID|SKU")
@idempotency_key_option
@with_common
def add_to_store(common: Common, /, *, plant: str, idempotency_key: str | None) -> None:
    """Add a draft to the store and notify every receiver. A plant already in the store stays as it is.

    \b
    Example:
      plantstore plants add-to-store 1042
    """
    client = connect(common)
    print_plant(client.post(f"{plant_path(client, plant)}/addition", None, idempotency_key=idempotency_key), common)


@click.command("archive")
@click.argument("plant", metavar="ID|SKU")
@idempotency_key_option
@with_common
def archive(common: Common, /, *, plant: str, idempotency_key: str | None) -> None:
    """Take a plant out of the store. It can be restored later. Receivers are not notified.

    \b
    Example:
      plantstore plants archive MON-15
    """
    client = connect(common)
    print_plant(client.post(f"{plant_path(client, plant)}/archival", None, idempotency_key=idempotency_key), common)


@click.command("restore")
@click.argument("plant", metavar="ID|SKU")
@with_common
def restore(common: Common, /, *, plant: str) -> None:
    """Restore an archived plant. Receivers were notified when it was added, so this sends no new webhook.

    \b
    Example:
      plantstore plants restore MON-15
    """
    client = connect(common)
    print_plant(client.delete(f"{plant_path(client, plant)}/archival"), common)


@click.command("remove")
@click.argument("plant", metavar="ID|SKU")
@with_common
def remove(common: Common, /, *, plant: str) -> None:
    """Delete a plant for good. Asks for confirmation. Its number is never reused.

    If it was added to the store, its event is still delivered.

    \b
    Example:
      plantstore plants remove 1042
      plantstore plants remove MON-15 --yes
    """
    check_can_confirm(common.yes, next_step="Add --yes to delete the plant.")
    client = connect(common)
    path = plant_path(client, plant)
    if not common.yes:
        confirm(_question(client, path), declined="Nothing was deleted.")
    client.delete(path)
    id = int(path.rpartition("/")[2])
    print_note(f"Deleted plant {id}.", as_json=common.as_json)
    if common.as_json:
        print_record({"id": id, "deleted": True}, as_json=True)


def _question(client: Client, path: str) -> str:
    plant: Row = client.get(path)
    return f"Delete “{plant.get('name', '')}” (plant {plant.get('id')}) for good?"


COMMANDS = (edit, add_to_store, archive, restore, remove)
