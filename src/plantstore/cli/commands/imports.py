"""`plantstore imports`: list, show, cancel and undo imports. `plants import` starts one."""

import sys

import click

from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.ids import IMPORT, object_path
from plantstore.cli.support.import_format import wait_while
from plantstore.cli.support.options import Common, check_can_confirm, common_options, confirm, with_common
from plantstore.cli.support.output import Row, column, plural, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.plant_import import ImportState

COLUMNS = (
    column("id"),
    column("state"),
    column("name"),
    *(column(name, right=True) for name in ("rows", "new", "present", "bad", "added", "archived")),
    column("asked_at", heading="requested"),
)


@click.group()
@common_options
def imports() -> None:
    """List, cancel and undo imports of plant lists. `plantstore plants import` starts one.

    ID is an import's id, a unique prefix of it, or the name of its file if no other import has the same name.

    \b
    Example:
      plantstore imports list
    """


@imports.command("list")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N imports (default: all).")
@with_common
def list_imports(common: Common, /, *, limit: int | None) -> None:
    """List imports, newest first.

    \b
    Example:
      plantstore imports list --limit 5
    """
    print_list(connect(common).items("/imports", {}, limit=limit), COLUMNS, as_json=common.as_json, empty="No imports.")


@imports.command("show")
@click.argument("id")
@click.option("--bad-rows", is_flag=True, help="Print its rows with problems as CSV instead.")
@with_common
def show(common: Common, /, *, id: str, bad_rows: bool) -> None:
    """Show the import ID and its progress.

    \b
    Example:
      plantstore imports show imp_01k8z3
      plantstore imports show imp_01k8z3 --bad-rows > bad.csv
    """
    client = connect(common)
    path = object_path(client, IMPORT, id)
    if bad_rows:
        sys.stdout.buffer.write(client.download(f"{path}/bad-rows"))
    else:
        print_record(client.get(path), as_json=common.as_json)


@imports.command("cancel")
@click.argument("id")
@with_common
def cancel(common: Common, /, *, id: str) -> None:
    """Cancel the import ID. Plants already added stay in the catalogue.

    \b
    Example:
      plantstore imports cancel imp_01k8z3
    """
    client = connect(common)
    cancelled = client.delete(object_path(client, IMPORT, id))
    state = cancelled.get("state")
    prefix = "Cancelled" if state == ImportState.CANCELLED else f"Already {state}:"
    print_note(f"{prefix} {cancelled.get('id', id)}.", as_json=common.as_json)
    print_record(cancelled, as_json=common.as_json)


@imports.command("undo")
@click.argument("id")
@with_common
@click.pass_context
def undo(context: click.Context, common: Common, /, *, id: str) -> None:
    """Archive the plants that the import ID added, delete its drafts, and give updated plants their old values back.

    Added plants that were edited since then stay, and so do later edits of updated plants. Webhooks already sent cannot
    be recalled, and receivers are not notified of the undo.

    \b
    Example:
      plantstore imports undo imp_01k8z3
    """
    check_can_confirm(common.yes, next_step="Add --yes to undo the import.")
    client = connect(common)
    path = object_path(client, IMPORT, id)
    if not common.yes:
        question = f"Undo: {_counts(client.get(f'{path}/undo'))}. Receivers are not notified of this."
        confirm(question, declined="Nothing was undone.")
    undone: Row = client.post(f"{path}/undo", None, idempotency_key=None)
    undone = wait_while(client, undone, state=ImportState.UNDOING, label="Undoing", common=common)
    print_note(f"Undone: {_counts(undone)}. Webhooks already sent cannot be recalled.", as_json=common.as_json)
    for one in undone.get("kept_plants", ()):
        print_note(f"Plant {one['plant']} ({one['name']}) keeps {', '.join(one['fields'])}.", as_json=common.as_json)
    print_record(undone, as_json=common.as_json, exclude=() if common.as_json else ("kept_plants",))
    context.exit(Exit.PARTLY if undone["kept"] or undone.get("kept_edits") else Exit.DONE)


def _counts(undone: Row) -> str:
    """Return what an undo does, or has done, in words."""
    back, later = undone.get("reverted", 0), undone.get("kept_edits", 0)
    words = [
        f"{plural(undone['archived'], 'plant')} archived",
        f"{back:,} with {'its' if back == 1 else 'their'} old values back" if back else "",
        f"{later:,} with later edits that stay" if later else "",
        f"{undone['kept']:,} kept because edited since" if undone["kept"] else "",
    ]
    return ("about " if undone.get("is_estimate") else "") + ", ".join(filter(None, words))
