"""`plantstore plants` commands for possible duplicates: duplicates, different, merge, unmerge."""

from collections.abc import Iterator
from typing import Any

import click

from plantstore.cli.commands.plants.fields import plant_id, plant_path, print_plant
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    check_can_confirm,
    confirm,
    idempotency_key_option,
    with_common,
)
from plantstore.cli.support.output import Row, column, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect

COLUMNS = (
    column("group", right=True),
    column("id", right=True),
    column("name"),
    column("botanical_name", heading="botanical name"),
    column("pot_size", heading="pot"),
    column("sku"),
    column("status"),
    column("reason"),
)
VALUE_CHARS_MAX = 60


@click.command("duplicates")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N groups (default: all).")
@with_common
def list_duplicates(common: Common, /, *, limit: int | None) -> None:
    """List plants that may be the same: same cultivar, species or name, and same pot size.

    With --json, each line is a group.

    \b
    Example:
      plantstore plants duplicates
      plantstore plants duplicates --limit 10 --json
    """
    groups = connect(common).items("/plants/duplicates", {}, limit=limit)
    rows = groups if common.as_json else _plants_of(groups)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No possible duplicates.")


@click.command("different")
@click.argument("plants", metavar="ID|SKU…", nargs=-1, required=True)
@idempotency_key_option
@with_common
def different(common: Common, /, *, plants: tuple[str, ...], idempotency_key: str | None) -> None:
    """State that plants are different, so that they are not listed as possible duplicates again.

    \b
    Example:
      plantstore plants different 1042 1187
    """
    client = connect(common)
    ids = [plant_id(client, plant) for plant in plants]
    client.post("/plants/duplicates/dismissals", {"plants": ids}, idempotency_key=idempotency_key)
    print_note("They are not listed as possible duplicates of each other any more.", as_json=common.as_json)
    if common.as_json:
        print_record({"plants": ids, "different": True}, as_json=True)


@click.command("merge")
@click.argument("kept", metavar="ID|SKU")
@click.argument("other", metavar="ID|SKU")
@click.option("--take", multiple=True, metavar="FIELD", help="Take this field, which the first lacks; repeatable.")
@idempotency_key_option
@with_common
def merge(common: Common, /, *, kept: str, other: str, take: tuple[str, ...], idempotency_key: str | None) -> None:
    """Merge the second plant into the first: the second is archived, and keeps its SKU.

    Shows how the two differ, and asks for confirmation. Receivers are not notified.

    \b
    Example:
      plantstore plants merge 1042 1187
      plantstore plants merge MON-15 1187 --take description --take images --yes
    """
    check_can_confirm(common.yes, next_step="Add --yes to merge the plants.")
    client = connect(common)
    path, other_id = plant_path(client, kept), plant_id(client, other)
    if not common.yes:
        comparison = client.get(f"{path}/merges/{other_id}")
        if comparison.get("refusal") is None:
            for line in _differences(comparison, take):
                click.echo(line, err=True)
            confirm(f"Merge plant {other_id} into plant {comparison['kept']['id']}?", declined="Nothing was merged.")
    body = {"other": other_id, "take": list(take)}
    print_plant(client.post(f"{path}/merges", body, idempotency_key=idempotency_key), common)
    print_note(f"To undo it: plantstore plants unmerge {other_id}", as_json=common.as_json)


@click.command("unmerge")
@click.argument("plant", metavar="ID|SKU")
@with_common
def unmerge(common: Common, /, *, plant: str) -> None:
    """Undo the merge of a plant: both plants are as they were, except for later edits.

    \b
    Example:
      plantstore plants unmerge 1187
    """
    client = connect(common)
    path = plant_path(client, plant)
    merged = client.get(path)
    into = merged.get("merged_into")
    if into is None:
        print_note(f"Plant {merged['id']} is not merged into another plant.", as_json=common.as_json)
        print_record(merged, as_json=common.as_json)
        return
    client.delete(f"/plants/{into}/merges/{merged['id']}")
    print_plant(client.get(path), common)


def _plants_of(groups: Iterator[Row]) -> Iterator[Row]:
    """Yield a row for each plant of each group."""
    for number, group in enumerate(groups, 1):
        for plant in group.get("plants", ()):
            yield {**plant, "group": number, "reason": group.get("reason")}


def _differences(comparison: Row, take: tuple[str, ...]) -> Iterator[str]:
    """Yield a line for each field in which two plants differ."""
    kept, other = comparison["kept"], comparison["other"]
    for name in comparison.get("differing", ()):
        ending = "  (taken)" if name in take else "  (can be taken)" if name in comparison["takeable"] else ""
        yield f"  {name}: {_shown(kept.get(name))} | {_shown(other.get(name))}{ending}"


def _shown(value: Any) -> str:
    text = "-" if value in (None, [], "") else str(value)
    return text if len(text) <= VALUE_CHARS_MAX else text[: VALUE_CHARS_MAX - 1] + "…"


COMMANDS = (list_duplicates, different, merge, unmerge)
