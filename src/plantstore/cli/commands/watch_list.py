"""`plantstore watch-list`: list, add and remove the names of plants that the shop wants to be warned of."""

from typing import Any

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import Row, column, plural, print_list, print_note
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.watch_list import key_of

PATH = "/watch-list"
COLUMNS = (column("name"), column("reason"))


@click.group("watch-list")
@common_options
def watch_list() -> None:
    """Names of plants that you want to be warned of, such as species that you may not sell. They block nothing.

    \b
    Example:
      plantstore watch-list add "Impatiens glandulifera" --reason "may not be sold in the EU"
      plantstore watch-list list
    """


@watch_list.command("list")
@with_common
def list_names(common: Common, /) -> None:
    """List the names, with the reasons for them.

    \b
    Example:
      plantstore watch-list list
    """
    _print(connect(common).get(PATH)["items"], common)


@watch_list.command("add")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--reason", metavar="TEXT", help="Shown with the warning.")
@with_common
def add(common: Common, /, *, names: tuple[str, ...], reason: str | None) -> None:
    """Add botanical names. A genus matches its species, and a species its subspecies and cultivars.

    A name that is on the list already gets the new reason.

    \b
    Example:
      plantstore watch-list add "Impatiens glandulifera" "Ailanthus altissima" --reason "may not be sold in the EU"
    """
    client = connect(common)
    found, tag = client.get_with_tag(PATH)
    new = {_key(name): {"name": name, "reason": reason} for name in names}
    kept = [entry for entry in found["items"] if _key(entry["name"]) not in new]
    _put(client, [*kept, *new.values()], tag, common)


@watch_list.command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@with_common
def remove(common: Common, /, *, names: tuple[str, ...]) -> None:
    """Remove names.

    \b
    Example:
      plantstore watch-list remove "Ailanthus altissima"
    """
    client = connect(common)
    found, tag = client.get_with_tag(PATH)
    entries = {_key(entry["name"]): entry for entry in found["items"]}
    for name in names:
        if entries.pop(_key(name), None) is None:
            raise WrongUsage(f"{name} is not on the watch list.", next_step="See: plantstore watch-list list")
    _put(client, list(entries.values()), tag, common)


def _put(client: Client, entries: list[dict[str, Any]], tag: str, common: Common) -> None:
    """Replace the list that has this ETag; if someone changed it in the meantime, the store refuses."""
    _print(client.put(PATH, {"items": entries}, headers={"If-Match": tag})["items"], common)


def _print(entries: list[Row], common: Common) -> None:
    print_list(entries, COLUMNS, as_json=common.as_json, empty="The watch list is empty.")
    if entries:
        print_note(f"{plural(len(entries), 'name')} on the watch list.", as_json=common.as_json)


def _key(name: str) -> str:
    """Return the key of a name; the name itself if it is not a botanical name, which the store will refuse."""
    try:
        return key_of(name)
    except ValueError:
        return name
