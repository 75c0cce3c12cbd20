"""`plantstore imports`: list, show, cancel, undo. `plants import` begins one."""

import functools
import sys

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.import_format import import_path, wait
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import Row, column, print_list, print_record, say
from plantstore.cli.support.receiver_names import check_asking, confirm
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.short_ids import resolve
from plantstore.domain.plant_import import ImportState
from plantstore.domain.public_ids import IMPORT_PREFIX

ID_CHARS = 26  # of a ULID
COLUMNS = (
    column("id"),
    column("state"),
    column("name"),
    *(column(name, right=True) for name in ("rows", "new", "present", "bad", "added", "archived")),
    column("asked_at", heading="asked"),
)


@click.group()
@common_options
def imports() -> None:
    """Look at imports of lists of plants, cancel and undo them. `plantstore plants import` begins one.

    \b
    Example:
      plantstore imports list
    """


@imports.command("list")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="N imports at most; otherwise all.")
@with_common
def list_imports(common: Common, /, *, limit: int | None) -> None:
    """List the imports, the newest first.

    \b
    Example:
      plantstore imports list --limit 5
    """
    print_list(
        connect(common).items("/imports", {}, limit=limit), COLUMNS, as_json=common.as_json, nothing="No imports."
    )


@imports.command("show")
@click.argument("id")
@click.option("--bad-rows", is_flag=True, help="Print its bad rows as CSV instead.")
@with_common
def show(common: Common, /, *, id: str, bad_rows: bool) -> None:
    """Show the import ID, which may be cut to a unique prefix, and how far it has come.

    \b
    Example:
      plantstore imports show imp_01k8z3
      plantstore imports show imp_01k8z3 --bad-rows > bad.csv
    """
    client = connect(common)
    path = import_path(_whole(client, id))
    if bad_rows:
        sys.stdout.buffer.write(client.download(f"{path}/bad-rows"))
    else:
        print_record(client.get(path), as_json=common.as_json)


@imports.command("cancel")
@click.argument("id")
@with_common
def cancel(common: Common, /, *, id: str) -> None:
    """End the import ID where it stands; what was added stays.

    \b
    Example:
      plantstore imports cancel imp_01k8z3
    """
    client = connect(common)
    found = client.delete(import_path(_whole(client, id)))
    state = found.get("state")
    was = "Cancelled" if state == ImportState.CANCELLED else f"It had ended already ({state}):"
    say(f"{was} {found.get('id', id)}.", as_json=common.as_json)
    print_record(found, as_json=common.as_json)


@imports.command("undo")
@click.argument("id")
@with_common
@click.pass_context
def undo(context: click.Context, common: Common, /, *, id: str) -> None:
    """Archive the plants that the import ID has added, and delete its drafts. Those that were edited since stay.

    Notifications are not unsent: receivers know of these plants, and are not told that they are gone.

    \b
    Example:
      plantstore imports undo imp_01k8z3
    """
    check_asking(common.yes, next_step="Add --yes to undo it.")
    client = connect(common)
    path = import_path(_whole(client, id))
    found: Row = client.get(path)
    if not common.yes:
        question = f"Archive up to {found['added']:,} plants? Receivers that were told of them are not told of this."
        confirm(question, otherwise="Nothing was undone.")
    found = client.post(f"{path}/undo", None, idempotency_key=None)
    found = wait(client, found, state=ImportState.UNDOING, what="Undoing", common=common)
    said = f"{found['archived']:,} plants are out of the store. Notifications are not unsent."
    kept = f" {found['kept']:,} were edited since, and stay." if found["kept"] else ""
    say(said + kept, as_json=common.as_json)
    print_record(found, as_json=common.as_json)
    context.exit(Exit.PARTLY if found["kept"] else Exit.DONE)


def _whole(client: Client, id: str) -> str:
    rows = functools.partial(client.items, "/imports", {})
    return resolve(id, prefix=IMPORT_PREFIX, chars=ID_CHARS, noun="import", rows=rows)
