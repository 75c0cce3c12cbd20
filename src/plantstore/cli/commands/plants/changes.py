"""`plantstore plants` for a plant that is there: edit, add-to-store, archive, restore, remove."""

from typing import Any

import click

from plantstore.cli.commands.plants.fields import FIELDS, field_options, given, plant_path
from plantstore.cli.commands.plants.format import print_plant
from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Row, print_record, say
from plantstore.cli.support.receiver_names import check_asking, confirm
from plantstore.cli.support.server_discovery import connect


@click.command("edit")
@click.argument("plant", metavar="ID|SKU")
@click.option("--name", help="What people call it.")
@field_options
@click.option(
    "--clear",
    "cleared",
    multiple=True,
    type=click.Choice([name.replace("_", "-") for name in FIELDS]),
    help="Leave this field empty; can be given several times.",
)
@with_common
def edit(common: Common, /, *, plant: str, cleared: tuple[str, ...], **fields: Any) -> None:
    """Change what is named of the plant ID; everything else stays. No receiver is told of changes.

    A plant is named by its number or its SKU; a SKU of figures only is written sku:4711.

    \b
    Example:
      plantstore plants edit 1042 --price 19.90
      plantstore plants edit MON-15 --stock 12 --clear description
    """
    body = given(fields)
    empty = {name.replace("-", "_") for name in cleared}
    if both := sorted(empty & body.keys()):
        raise WrongUsage(f"{', '.join(both)} cannot be given and cleared at once.")
    body |= dict.fromkeys(sorted(empty))
    if not body:
        raise WrongUsage("Nothing to change.", next_step="Name a field, such as --price 19.90.")
    client = connect(common)
    print_plant(client.patch(plant_path(client, plant), body), common)


@click.command("add-to-store")
@click.argument("plant", metavar="ID|SKU")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def add_to_store(common: Common, /, *, plant: str, idempotency_key: str | None) -> None:
    """Add the draft ID to the store; every receiver is told. A plant that is in the store stays as it is.

    \b
    Example:
      plantstore plants add-to-store 1042
    """
    client = connect(common)
    print_plant(client.post(f"{plant_path(client, plant)}/addition", None, idempotency_key=idempotency_key), common)


@click.command("archive")
@click.argument("plant", metavar="ID|SKU")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def archive(common: Common, /, *, plant: str, idempotency_key: str | None) -> None:
    """Take the plant ID out of the store. It is kept, and can be restored. No receiver is told.

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
    """Bring the archived plant ID back into the store. It was added before, so no receiver is told.

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
    """Delete the plant ID for good. Asks first. Its number is never given out again.

    If it was added to the store, its event is still delivered: that it was added stays true.

    \b
    Example:
      plantstore plants remove 1042
      plantstore plants remove MON-15 --yes
    """
    check_asking(common.yes, next_step="Add --yes to delete the plant.")
    client = connect(common)
    path = plant_path(client, plant)
    if not common.yes:
        confirm(_question(client, path), otherwise="Nothing was deleted.")
    client.delete(path)
    id = int(path.rpartition("/")[2])
    say(f"Deleted plant {id}.", as_json=common.as_json)
    if common.as_json:
        print_record({"id": id, "deleted": True}, as_json=True)


def _question(client: Client, path: str) -> str:
    found: Row = client.get(path)
    return f"Delete “{found.get('name', '')}” (plant {found.get('id')}) for good?"


COMMANDS = (edit, add_to_store, archive, restore, remove)
