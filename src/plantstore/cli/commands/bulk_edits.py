"""`plantstore bulk-edits`: list, show, cancel and undo bulk edits. `plants bulk` starts one."""

import click

from plantstore.cli.support.bulk_edit_format import IN_PREVIEW, wait_while
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.ids import BULK_EDIT, object_path
from plantstore.cli.support.options import Common, check_can_confirm, common_options, confirm, with_common
from plantstore.cli.support.output import Row, column, plural, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.bulk_edit import BulkEditState

COLUMNS = (
    column("id"),
    column("state"),
    *(column(name, right=True) for name in ("selected", "changing", "refused", "updated", "conflicts", "reverted")),
    column("asked_at", heading="requested"),
)


@click.group()
@common_options
def bulk_edits() -> None:
    """List, cancel and undo bulk edits. `plantstore plants bulk` starts one.

    \b
    Example:
      plantstore bulk-edits list
    """


@bulk_edits.command("list")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N bulk edits (default: all).")
@with_common
def list_bulk_edits(common: Common, /, *, limit: int | None) -> None:
    """List bulk edits, newest first.

    \b
    Example:
      plantstore bulk-edits list --limit 5
    """
    rows = connect(common).items("/bulk-edits", {}, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No bulk edits.")


@bulk_edits.command("show")
@click.argument("id")
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the bulk edit ID (or a unique prefix of it) and its progress.

    \b
    Example:
      plantstore bulk-edits show blk_01k8z3
    """
    client = connect(common)
    print_record(client.get(object_path(client, BULK_EDIT, id)), as_json=common.as_json)


@bulk_edits.command("cancel")
@click.argument("id")
@with_common
def cancel(common: Common, /, *, id: str) -> None:
    """Cancel the bulk edit ID. Plants already changed stay changed.

    \b
    Example:
      plantstore bulk-edits cancel blk_01k8z3
    """
    client = connect(common)
    cancelled = client.delete(object_path(client, BULK_EDIT, id))
    state = cancelled.get("state")
    prefix = "Cancelled" if state == BulkEditState.CANCELLED else f"Already {state}:"
    print_note(f"{prefix} {cancelled.get('id', id)}.", as_json=common.as_json)
    print_record(cancelled, as_json=common.as_json, exclude=() if common.as_json else IN_PREVIEW)


@bulk_edits.command("undo")
@click.argument("id")
@with_common
@click.pass_context
def undo(context: click.Context, common: Common, /, *, id: str) -> None:
    """Restore the old values of the plants that the bulk edit ID changed, except in fields that were edited since.

    Webhooks already sent cannot be recalled, and receivers are not notified of the undo. Exit code 6 if later edits
    stay.

    \b
    Example:
      plantstore bulk-edits undo blk_01k8z3
    """
    check_can_confirm(common.yes, next_step="Add --yes to undo the bulk edit.")
    client = connect(common)
    path = object_path(client, BULK_EDIT, id)
    if not common.yes:
        confirm(f"Undo: {_counts(client.get(f'{path}/undo'))}.", declined="Nothing was undone.")
    undone: Row = client.post(f"{path}/undo", None, idempotency_key=None)
    undone = wait_while(client, undone, state=BulkEditState.UNDOING, label="Undoing", common=common)
    print_note(f"Undone: {_counts(undone)}.", as_json=common.as_json)
    for one in undone["kept_plants"]:
        print_note(f"Plant {one['plant']} ({one['name']}) keeps {', '.join(one['fields'])}.", as_json=common.as_json)
    print_record(undone, as_json=common.as_json, exclude=() if common.as_json else IN_PREVIEW)
    context.exit(Exit.PARTLY if undone["kept_edits"] else Exit.DONE)


def _counts(undone: Row) -> str:
    """Return what an undo does, or has done, in words."""
    kept = f", {undone['kept_edits']:,} with later edits that stay" if undone["kept_edits"] else ""
    about = "about " if undone.get("is_estimate") else ""
    return f"{about}{plural(undone['reverted'], 'plant')} with old values back{kept}"
