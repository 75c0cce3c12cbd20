"""`plantstore operational-webhooks`: programs that are notified of events of the store itself."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.support import webhook_actions
from plantstore.cli.support.client import segment
from plantstore.cli.support.ids import OPERATIONAL_WEBHOOK, object_path
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    check_can_confirm,
    common_options,
    confirm,
    with_common,
)
from plantstore.cli.support.output import Column, column, print_list, print_note, print_record
from plantstore.cli.support.secret_file import (
    ACCESS_TOKEN_KEY,
    SECRET_KEY,
    SHOWN_ONCE,
    check_secret_options,
    open_env_file,
    secret_options,
    write_secret,
)
from plantstore.cli.support.server_discovery import connect, read_small_file
from plantstore.domain.operational_webhook import DeliveryState, OperationalType

PATH = "/operational-webhooks"
COLUMNS = (
    column("id"),
    column("name"),
    column("state"),
    column("waiting", right=True),
    Column(heading="types", cell=lambda row: ", ".join(row.get("types", ()))),
    column("url"),
)
DELIVERY_COLUMNS = (
    column("event_id", heading="event"),
    column("time"),
    column("type"),
    column("state"),
    column("attempts", right=True),
    Column(heading="answer", cell=lambda row: row.get("status") or row.get("outcome")),
    Column(heading="detail", cell=lambda row: row.get("detail") or row.get("reason")),
)
_type_option = click.option(
    "--type",
    "types",
    multiple=True,
    type=click.Choice([kind.value for kind in OperationalType]),
    help="Type of events to send; may be given more than once.",
)
_token_option = click.option(
    "--access-token-file",
    metavar="FILE",
    help="Bearer token that the program expects; - is standard input. Default: the store creates one.",
)


@click.group("operational-webhooks")
@common_options
def operational_webhooks() -> None:
    """Programs that are notified when a receiver is disabled or recovers, a delivery is given up, or an import ends.

    ID is the id of an operational webhook, a unique prefix of it, or its name if no other one has the same name.

    \b
    Example:
      plantstore operational-webhooks add https://pager.example/hook --name pager --secret-to .env
      plantstore operational-webhooks list
    """


@operational_webhooks.command("add")
@click.argument("url")
@click.option("--name", required=True, help="Display name.")
@_type_option
@_token_option
@secret_options
@with_common
def add(
    common: Common,
    /,
    *,
    url: str,
    name: str,
    types: tuple[str, ...],
    access_token_file: str | None,
    secret_to: Path | None,
    force: bool,
    show_secret: bool,
    idempotency_key: str | None,
) -> None:
    """Add an operational webhook: send events of the store itself to URL. Without --type, of every type.

    Its secret is shown only once. --secret-to writes PLANTSTORE_SECRET, and PLANTSTORE_ACCESS_TOKEN if the store
    created one, to an .env file with mode 0600 and keeps its other lines; --show-secret prints them.

    \b
    Example:
      plantstore operational-webhooks add https://pager.example/hook --name pager --secret-to .env
      plantstore operational-webhooks add https://erp.example --name erp --type import.completed --show-secret
    """
    check_secret_options(secret_to, force=force, show_secret=show_secret)
    body: dict[str, Any] = {"url": url, "name": name, "types": list(types or OperationalType)}
    if access_token_file is not None:
        body["access_token"] = read_small_file(access_token_file).strip()
    client = connect(common)
    keys = [SECRET_KEY] if access_token_file else [SECRET_KEY, ACCESS_TOKEN_KEY]
    with nullcontext() if secret_to is None else open_env_file(secret_to, keys, force=force) as file:
        made = client.post(PATH, body, idempotency_key=idempotency_key)
        if file is not None:
            again = f"Remove it with `plantstore operational-webhooks remove {made['id']}`, then add it again."
            write_secret(file, made, done=f"The operational webhook {made['id']} was added", next_step=again)
    print_note(f"Added “{made.get('name', '')}” ({made['id']}).", as_json=common.as_json)
    if secret_to is not None:
        print_note(f"Wrote {' and '.join(keys)} to {secret_to}.", as_json=common.as_json)
    print_note(f"To test it: plantstore operational-webhooks test {made['id']}", as_json=common.as_json)
    print_record(made, as_json=common.as_json, exclude=() if show_secret else tuple(SHOWN_ONCE))


@operational_webhooks.command("list")
@with_common
def list_webhooks(common: Common, /) -> None:
    """List the operational webhooks, each with the number of events that wait for it.

    \b
    Example:
      plantstore operational-webhooks list
    """
    rows = connect(common).get(PATH)["items"]
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No operational webhooks yet.")


@operational_webhooks.command("show")
@click.argument("id")
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the operational webhook ID.

    \b
    Example:
      plantstore operational-webhooks show ops_01kj
    """
    client = connect(common)
    shown = client.get(object_path(client, OPERATIONAL_WEBHOOK, id))
    print_record(shown, as_json=common.as_json)
    if shown.get("state") == "disabled":
        enable = f"To enable it: plantstore operational-webhooks enable {shown['id']}"
        print_note(f"Nothing is sent to it. {enable}", as_json=common.as_json)


@operational_webhooks.command("edit")
@click.argument("id")
@click.option("--name", help="Display name.")
@click.option("--new-url", metavar="URL", help="New URL for its requests.")
@_type_option
@_token_option
@with_common
def edit(
    common: Common,
    /,
    *,
    id: str,
    name: str | None,
    new_url: str | None,
    types: tuple[str, ...],
    access_token_file: str | None,
) -> None:
    """Change the operational webhook ID. Options that are left out change nothing; --type replaces all its types.

    If the new URL leads to another server, it needs --access-token-file too.

    \b
    Example:
      plantstore operational-webhooks edit ops_01kj --type receiver.disabled --type receiver.recovered
    """
    changes = {"name": name, "url": new_url, "types": list(types) or None}
    if access_token_file is not None:
        changes["access_token"] = read_small_file(access_token_file).strip()
    _change(common, id, {field: value for field, value in changes.items() if value is not None})


@operational_webhooks.command("enable")
@click.argument("id")
@with_common
def enable(common: Common, /, *, id: str) -> None:
    """Send events to the operational webhook ID again, beginning with those that wait.

    \b
    Example:
      plantstore operational-webhooks enable ops_01kj
    """
    _change(common, id, {"enabled": True})


@operational_webhooks.command("disable")
@click.argument("id")
@with_common
def disable(common: Common, /, *, id: str) -> None:
    """Send nothing to the operational webhook ID, and keep no new events for it. Those that wait are kept.

    \b
    Example:
      plantstore operational-webhooks disable ops_01kj
    """
    _change(common, id, {"enabled": False})


@operational_webhooks.command("test")
@click.argument("id")
@with_common
@click.pass_context
def test(context: click.Context, /, common: Common, *, id: str) -> None:
    """Send a test event to the operational webhook ID and show the result. Exit code 1 if it was not accepted.

    \b
    Example:
      plantstore operational-webhooks test ops_01kj
    """
    client = connect(common)
    outcome = client.call(f"{object_path(client, OPERATIONAL_WEBHOOK, id)}/test")
    webhook_actions.show_test(context, common, outcome)


@operational_webhooks.command("rotate-secret")
@click.argument("id")
@secret_options
@with_common
def rotate_secret(
    common: Common,
    /,
    *,
    id: str,
    secret_to: Path | None,
    force: bool,
    show_secret: bool,
    idempotency_key: str | None,
) -> None:
    """Create a new signing secret for the operational webhook ID. For 24 hours, the old one signs too.

    \b
    Example:
      plantstore operational-webhooks rotate-secret ops_01kj --secret-to .env --force
    """
    webhook_actions.rotate_secret(
        common,
        lambda client: f"{object_path(client, OPERATIONAL_WEBHOOK, id)}/rotate-secret",
        secret_to=secret_to,
        force=force,
        show_secret=show_secret,
        idempotency_key=idempotency_key,
    )


@operational_webhooks.command("deliveries")
@click.argument("id")
@click.option("--state", type=click.Choice([state.value for state in DeliveryState]), help="Only those in this state.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", default=50, help="At most N (default 50).")
@with_common
def deliveries(common: Common, /, *, id: str, state: str | None, limit: int) -> None:
    """List what was sent to the operational webhook ID in the last 30 days, the newest event first.

    \b
    Example:
      plantstore operational-webhooks deliveries ops_01kj --state given_up
    """
    client = connect(common)
    rows = client.items(
        f"{object_path(client, OPERATIONAL_WEBHOOK, id)}/deliveries", {"state": state} if state else {}, limit=limit
    )
    print_list(rows, DELIVERY_COLUMNS, as_json=common.as_json, empty="Nothing was sent to it.")


@operational_webhooks.command("retry")
@click.argument("id")
@click.argument("event")
@with_common
def retry(common: Common, /, *, id: str, event: str) -> None:
    """Send the event EVENT to the operational webhook ID again now, whatever became of it.

    \b
    Example:
      plantstore operational-webhooks retry ops_01kj ope_01kjxsnhx04t8gcvq1mz7b5e3d
    """
    client = connect(common)
    print_record(
        client.call(f"{object_path(client, OPERATIONAL_WEBHOOK, id)}/deliveries/{segment(event)}/retry"),
        as_json=common.as_json,
    )


@operational_webhooks.command("remove")
@click.argument("id")
@with_common
def remove(common: Common, /, *, id: str) -> None:
    """Remove the operational webhook ID, and everything that waits for it. Asks for confirmation.

    \b
    Example:
      plantstore operational-webhooks remove ops_01kj --yes
    """
    check_can_confirm(common.yes, next_step="Add --yes to remove the operational webhook.")
    client = connect(common)
    path = object_path(client, OPERATIONAL_WEBHOOK, id)
    if not common.yes:
        shown = client.get(path)
        question = f"Remove “{shown.get('name', '')}” ({shown['id']})? {shown.get('waiting', 0)} events wait for it."
        confirm(question, declined="Nothing was removed.")
    client.delete(path)
    webhook_id = path.rpartition("/")[2]
    print_note(f"Removed {webhook_id}.", as_json=common.as_json)
    if common.as_json:
        print_record({"id": webhook_id, "removed": True}, as_json=True)


def _change(common: Common, id: str, changes: dict[str, Any]) -> None:
    client = connect(common)
    print_record(client.patch(object_path(client, OPERATIONAL_WEBHOOK, id), changes), as_json=common.as_json)
