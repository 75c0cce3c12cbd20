"""`plantstore plants history`: lists who changed which field of a plant, or of all plants."""

from typing import Any

import click

from plantstore.cli.commands.plants.fields import plant_path
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, time_option, with_common
from plantstore.cli.support.output import Column, Row, column, print_list, print_note
from plantstore.cli.support.server_discovery import connect

VALUE_CHARS_MAX = 40
EMPTY = "-"


def _changes(row: Row) -> str:
    """Return what changed as "price 24.90 -> 19.90", long values shortened."""
    return "; ".join(
        f"{one.get('field')} {_value(one.get('before'))} -> {_value(one.get('after'))}"
        for one in row.get("changes", ())
    )


def _value(value: Any) -> str:
    if value in (None, "", []):
        return EMPTY
    text = ", ".join(map(_value, value)) if isinstance(value, list) else str(value)
    if isinstance(value, dict):
        text = ", ".join(_value(part) for part in value.values() if part)
    return text if len(text) <= VALUE_CHARS_MAX else text[: VALUE_CHARS_MAX - 1] + "…"


COLUMNS = (
    column("time"),
    column("plant", right=True),
    column("actor_name", heading="who"),
    Column(heading="how", cell=lambda row: " ".join(filter(None, map(row.get, ("way", "import", "bulk_edit"))))),
    Column(heading="changes", cell=_changes),
)


@click.command("history")
@click.argument("plant", metavar="[ID|SKU]", required=False)
@click.option("--since", metavar="TIME", callback=time_option, help="Only changes since then, without PLANT.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N changes (default: all).")
@with_common
def history(common: Common, /, *, plant: str | None, since: str | None, limit: int | None) -> None:
    """List who changed which field of a plant, newest first; without ID or SKU, of all plants.

    Costs and suppliers are listed if your token has the scope costs:read.

    \b
    Example:
      plantstore plants history MON-15
      plantstore plants history --since 2h --json
    """
    client = connect(common)
    if plant is None:
        rows = client.items("/plants/history", {"since": since} if since else {}, limit=limit)
        print_list(rows, COLUMNS, as_json=common.as_json, empty="No changes.")
        return
    if since is not None:
        raise WrongUsage("--since only applies to the changes of all plants.")
    path = f"{plant_path(client, plant)}/history"
    print_list(client.items(path, {}, limit=limit), COLUMNS, as_json=common.as_json, empty="No changes.")
    first = client.get(path, {"limit": "1"})
    created = first.get("created") or {}
    who = f" by {created['actor_name']}" if created.get("actor_name") else ""
    print_note(f"Created {created.get('time')}{who}.", as_json=common.as_json)
    if not first.get("complete"):
        detail = "Earlier changes are missing: from before version 0.7.0, or older than the history is kept."
        print_note(detail, as_json=common.as_json)
