"""`plantstore imports`: list, show, cancel and undo imports. `plants import` starts one."""

import functools
import sys

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.ids import resolve_id
from plantstore.cli.support.import_format import import_path, wait_while
from plantstore.cli.support.options import Common, check_can_confirm, common_options, confirm, with_common
from plantstore.cli.support.output import Row, column, plural, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.plant_import import ImportState
from plantstore.domain.public_ids import IMPORT_PREFIX

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
    """Show the import ID (or a unique prefix of it) and its progress.

    \b
    Example:
      plantstore imports show imp_01k8z3
      plantstore imports show imp_01k8z3 --bad-rows > bad.csv
    """
    client = connect(common)
    path = import_path(_resolve(client, id))
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
    cancelled = client.delete(import_path(_resolve(client, id)))
    state = cancelled.get("state")
    prefix = "Cancelled" if state == ImportState.CANCELLED else f"Already {state}:"
    print_note(f"{prefix} {cancelled.get('id', id)}.", as_json=common.as_json)
    print_record(cancelled, as_json=common.as_json)


@imports.command("undo")
@click.argument("id")
@with_common
@click.pass_context
def undo(context: click.Context, common: Common, /, *, id: str) -> None:
    """Archive the plants that the import ID added, and delete its drafts. Plants edited since then stay.

    Webhooks already sent cannot be recalled, and receivers are not notified of the undo.

    \b
    Example:
      plantstore imports undo imp_01k8z3
    """
    check_can_confirm(common.yes, next_step="Add --yes to undo the import.")
    client = connect(common)
    path = import_path(_resolve(client, id))
    undone: Row = client.get(path)
    if not common.yes:
        question = f"Archive up to {plural(undone['added'], 'plant')}? Receivers are not notified of this."
        confirm(question, declined="Nothing was undone.")
    undone = client.post(f"{path}/undo", None, idempotency_key=None)
    undone = wait_while(client, undone, state=ImportState.UNDOING, label="Undoing", common=common)
    kept = f" Kept because edited since: {undone['kept']:,}." if undone["kept"] else ""
    print_note(
        f"Archived {plural(undone['archived'], 'plant')}.{kept} Webhooks already sent cannot be recalled.",
        as_json=common.as_json,
    )
    print_record(undone, as_json=common.as_json)
    context.exit(Exit.PARTLY if undone["kept"] else Exit.DONE)


def _resolve(client: Client, id: str) -> str:
    rows = functools.partial(client.items, "/imports", {})
    return resolve_id(id, prefix=IMPORT_PREFIX, noun="import", rows=rows)
