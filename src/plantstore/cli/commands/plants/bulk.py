"""`plantstore plants bulk`: the same changes to many plants, checked first."""

from dataclasses import replace
from typing import Any

import click

from plantstore.cli.commands.plants.fields import plant_id
from plantstore.cli.commands.plants.list_filters import FILTERS, filter_options
from plantstore.cli.support.bulk_edit_format import (
    IN_PREVIEW,
    bulk_edit_path,
    print_conflicts,
    print_preview,
    wait_while,
)
from plantstore.cli.support.client import Client, make_key
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, check_can_confirm, confirm, with_common
from plantstore.cli.support.output import Row, plural, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plants.bulk_edit import BulkEditState
from plantstore.domain.plants.checks import STOCK_MAX

CHECK_S_MIN = 60.0  # min timeout of the check: the store examines the plants before it responds


@click.command("bulk")
@click.argument("plants", nargs=-1, metavar="[ID|SKU]...")
@filter_options
@click.option("--all", "everything", is_flag=True, help="Select every plant.")
@click.option("--set-price", metavar="AMOUNT", help="Set the price.")
@click.option("--price-percent", metavar="PERCENT", help="Raise the price by 5, or lower it by -12.5.")
@click.option("--price-add", metavar="AMOUNT", help="Add 0.50 to the price, or -0.50.")
@click.option("--round-to", metavar="STEP", help="Round new prices to the nearest 0.05, for example.")
@click.option("--ending", metavar="DECIMALS", help="Round new prices to the nearest that ends in 0.99, for example.")
@click.option("--set-stock", type=WholeNumber(0, STOCK_MAX), metavar="N", help="Set the stock.")
@click.option("--add-stock", type=WholeNumber(-STOCK_MAX, STOCK_MAX), metavar="N", help="Add N to the stock, or -N.")
@click.option("--clear-stock", is_flag=True, help="No longer track the stock.")
@click.option("--set-type", metavar="TEXT", help="Set the type: the field `tag`.")
@click.option("--clear-type", is_flag=True, help="Remove the type.")
@click.option("--add-tag", "tags_added", multiple=True, metavar="TAG", help="Add one of the tags; may be repeated.")
@click.option("--remove-tag", "tags_removed", multiple=True, metavar="TAG", help="Remove one; may be repeated.")
@click.option("--archive", "action", flag_value="archive", help="Take the plants out of the store.")
@click.option("--restore", "action", flag_value="restore", help="Restore archived plants.")
@click.option("--add-to-store", "action", flag_value="add_to_store", help="Add drafts, and notify the receivers.")
@click.option("--check", is_flag=True, help="Only show what would change.")
@click.option("--detach", is_flag=True, help="Don't wait until it is done.")
@with_common
@click.pass_context
def bulk(
    context: click.Context,
    common: Common,
    /,
    *,
    plants: tuple[str, ...],
    everything: bool,
    check: bool,
    detach: bool,
    **options: Any,
) -> None:
    """Make the same changes to many plants: those that are named, or all that match the search and the filters.

    First it shows how many plants change, and the first of them. Nothing changes until you confirm. Plants that are
    edited in the meantime stay as they are; exit code 6 if there are any, or plants that cannot be changed. Ctrl-C
    stops waiting, not the changes.

    \b
    Example:
      plantstore plants bulk --genus Rosa --price-percent 5 --ending 0.99
      plantstore plants bulk --tag bulbs --status active --archive --check
      plantstore plants bulk 1042 1043 MON-15 --add-stock 12 --remove-tag sold-out --yes
    """
    filters, changes = _filters(plants, options, everything=everything), _changes(**options)
    if not check:
        check_can_confirm(common.yes, next_step="Add --yes to change the plants, or --check to see only the preview.")
    client = connect(common)
    selection = {"ids": list(dict.fromkeys(plant_id(client, one) for one in plants))} if plants else {"filter": filters}
    preview = _checked(client, {**selection, "changes": changes}, common=common)
    print_preview(preview, common=common)
    if check or not preview["changing"]:
        client.delete(bulk_edit_path(preview["id"]))
        _end(context, preview, common=common)
    _confirm(client, preview, yes=common.yes)
    result: Row = client.post(f"{bulk_edit_path(preview['id'])}/confirmation", None, idempotency_key=None)
    if not detach:
        result = wait_while(client, result, state=BulkEditState.RUNNING, label="Changing", common=common)
    if result["state"] == BulkEditState.FAILED:
        raise Failure(result["error"])
    print_conflicts(result, common=common)
    if result["updated"]:
        print_note(f"To undo it: plantstore bulk-edits undo {result['id']}", as_json=common.as_json)
    _end(context, result, common=common)


def _filters(plants: tuple[str, ...], options: dict[str, Any], *, everything: bool) -> dict[str, Any]:
    """Return the filters that were given. Raise WrongUsage unless plants are selected in exactly one way."""
    if options["sort"] is not None:
        raise WrongUsage("The order does not matter here.", next_step="Leave out --sort.")
    filters = {name: options[name] for name in FILTERS if options[name] is not None}
    if bool(plants) + bool(filters) + everything != 1:
        raise WrongUsage(
            "Say which plants: by their numbers or SKUs, by a search and filters, or --all.",
            next_step="plantstore plants list takes the same search and filters.",
        )
    return filters


def _changes(**options: Any) -> dict[str, Any]:
    """Return the changes. Raise WrongUsage if there are none; the store checks the rest."""
    price = {
        "set": options["set_price"],
        "percent": options["price_percent"],
        "amount": options["price_add"],
        "round_to": options["round_to"],
        "ending": options["ending"],
    }
    stock = {"set": options["set_stock"], "add": options["add_stock"], "clear": options["clear_stock"] or None}
    type_ = {"set": options["set_type"], "clear": options["clear_type"] or None}
    tags = {"add": list(options["tags_added"]) or None, "remove": list(options["tags_removed"]) or None}
    parts = {"price": price, "stock_quantity": stock, "tag": type_, "tags": tags}
    given = {name: {key: value for key, value in part.items() if value is not None} for name, part in parts.items()}
    changes: dict[str, Any] = {name: part for name, part in given.items() if part}
    if options["action"]:
        changes["action"] = options["action"]
    if not changes:
        raise WrongUsage("There is nothing to change.", next_step="Add a change, such as --price-percent 5.")
    return changes


def _checked(client: Client, body: dict[str, Any], *, common: Common) -> Row:
    """Request the check, and wait for it."""
    patient = replace(client, timeout_s=max(client.timeout_s, CHECK_S_MIN))
    preview: Row = patient.post("/bulk-edits", body, idempotency_key=make_key())
    preview = wait_while(client, preview, state=BulkEditState.CHECKING, label="Checking", common=common)
    if preview["state"] != BulkEditState.CHECKED:
        raise Failure(preview.get("error") or f"The bulk edit is {preview['state']}.")
    return preview


def _confirm(client: Client, preview: Row, *, yes: bool) -> None:
    """Ask for confirmation, stating the consequences. If the user declines, cancel the bulk edit and raise Failure."""
    if yes:
        return
    webhooks = f" This sends {plural(preview['deliveries'], 'webhook')}." if preview["deliveries"] else ""
    try:
        confirm(f"Change {plural(preview['changing'], 'plant')}?{webhooks}", declined="Nothing was changed.")
    except BaseException:
        client.delete(bulk_edit_path(preview["id"]))
        raise


def _end(context: click.Context, bulk_edit: Row, *, common: Common) -> None:
    print_record(bulk_edit, as_json=common.as_json, exclude=() if common.as_json else IN_PREVIEW)
    context.exit(Exit.PARTLY if bulk_edit["refused"] or bulk_edit["conflicts"] else Exit.DONE)
