"""`plantstore receivers`: add, list, show, test, rotate and remove; receiver_flow.py has the other commands."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.commands import receiver_flow
from plantstore.cli.commands.receiver_body import is_for_chat, payload_options
from plantstore.cli.commands.receiver_filter import filter_option, print_preview
from plantstore.cli.commands.receiver_flow import (
    check_one_stdin,
    given_fields,
    given_headers,
    given_oauth,
    given_url,
    header_options,
    key_option,
    limit_options,
    oauth_options,
)
from plantstore.cli.support import webhook_actions
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.ids import receiver_path
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    check_can_confirm,
    common_options,
    confirm,
    idempotency_key_option,
    parse_time,
    with_common,
)
from plantstore.cli.support.output import Row, column, print_list, print_note, print_record
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
from plantstore.core.clock import SystemClock

COLUMNS = (
    column("id"),
    column("name"),
    column("state"),
    column("lag", heading="queued", right=True),
    column("payload"),
    column("url"),
)


@click.group()
@common_options
def receivers() -> None:
    """Manage the receivers that get a webhook for every new plant.

    ID is a receiver's id, a unique prefix of it, or its name if no other receiver has the same name.

    \b
    Example:
      plantstore receivers add https://shop.example/plant/webhook --name shop --secret-to .env
      plantstore receivers list
    """


for command in receiver_flow.COMMANDS:
    receivers.add_command(command)


@receivers.command("add")
@click.argument("url", required=False)
@click.option(
    "--url-file", metavar="FILE", help="File with the URL, which is a secret for a chat; - is standard input."
)
@click.option("--name", required=True, help="Display name.")
@click.option(
    "--access-token-file",
    metavar="FILE",
    help="Bearer token that the receiver expects; - is standard input. Default: the store creates one.",
)
@click.option(
    "--start",
    callback=lambda _, __, text: _parse_start(text),
    metavar="now|beginning|N|TIME",
    help="First event to send (default now): the next one, the first of all, sequence N, or the first since TIME.",
)
@payload_options
@filter_option
@header_options
@oauth_options
@limit_options(ordered_flag="--ordered")
@key_option
@secret_options
@with_common
def add(
    common: Common,
    /,
    *,
    url: str | None,
    url_file: str | None,
    access_token_file: str | None,
    header: tuple[str, ...],
    headers_file: str | None,
    oauth_client_secret_file: str | None,
    secret_to: Path | None,
    force: bool,
    show_secret: bool,
    idempotency_key: str | None,
    **fields: Any,
) -> None:
    """Add a receiver: send a webhook to URL for every new plant.

    With --payload slack, teams, discord or google_chat, it is a chat: its URL is its only secret, and --url-file reads
    it from a file.

    Its secret is shown only once. --secret-to writes PLANTSTORE_SECRET, and PLANTSTORE_ACCESS_TOKEN if the store
    created one, to an .env file with mode 0600 and keeps its other lines; --show-secret prints them.

    \b
    Example:
      plantstore receivers add https://shop.example/plant/webhook --name shop --secret-to .env
      plantstore receivers add http://192.0.2.7:9000 --name labels --start beginning --show-secret
      plantstore receivers add https://erp.example --name erp --ordered --max-rate 5 --secret-to .env
      plantstore receivers add https://trees.example --name trees --filter '{"tag": "tree"}' --secret-to .env
      plantstore receivers add --name "#new-plants" --payload slack --url-file url.txt
    """
    is_chat = is_for_chat(fields["payload"])
    _check_secret(secret_to, force=force, show_secret=show_secret, is_chat=is_chat)
    check_one_stdin(url_file, access_token_file, headers_file, oauth_client_secret_file, fields["expression_file"])
    oauth = given_oauth(fields, oauth_client_secret_file)
    body = given_fields(fields) | given_headers(header, headers_file) | oauth
    body["url"] = given_url(url, url_file, is_secret=is_chat)
    if access_token_file is not None:
        body["access_token"] = read_small_file(access_token_file).strip()
    client = connect(common)
    keys = [SECRET_KEY] if access_token_file or oauth else [SECRET_KEY, ACCESS_TOKEN_KEY]
    with nullcontext() if secret_to is None else open_env_file(secret_to, keys, force=force) as file:
        receiver = client.post("/receivers", body, idempotency_key=idempotency_key)
        if file is not None:
            write_secret(
                file, receiver, done=f"The receiver {receiver['id']} was added", next_step=_add_again(receiver["id"])
            )
    print_note(f"Added “{receiver.get('name', '')}” ({receiver['id']}).", as_json=common.as_json)
    if secret_to is not None:
        print_note(f"Wrote {' and '.join(keys)} to {secret_to}.", as_json=common.as_json)
    print_preview(client, body, as_json=common.as_json)
    print_note(f"To test it: plantstore receivers test {receiver['id']}", as_json=common.as_json)
    print_record(receiver, as_json=common.as_json, exclude=() if show_secret else tuple(SHOWN_ONCE))


@receivers.command("list")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N receivers (default: all).")
@with_common
def list_receivers(common: Common, /, *, limit: int | None) -> None:
    """List the receivers, each with its backlog.

    \b
    Example:
      plantstore receivers list
    """
    rows = connect(common).items("/receivers", {}, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No receivers yet, so no webhooks are sent.")


@receivers.command("show")
@click.argument("id")
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the receiver ID.

    \b
    Example:
      plantstore receivers show rcv_01k8z3
    """
    client = connect(common)
    receiver = client.get(receiver_path(client, id))
    print_record(receiver, as_json=common.as_json)
    if advice := _state_advice(receiver):
        print_note(advice, as_json=common.as_json)


@receivers.command("test")
@click.argument("id")
@with_common
@click.pass_context
def test(context: click.Context, /, common: Common, *, id: str) -> None:
    """Send a test request to the receiver ID and show the result. Exit code 1 if it was not accepted.

    The request is signed like any other, but carries no event and is not retried.

    \b
    Example:
      plantstore receivers test rcv_01k8z3
      plantstore receivers test "web shop"
    """
    client = connect(common)
    outcome = client.call(f"{receiver_path(client, id)}/tests")
    webhook_actions.show_test(context, common, outcome)


@receivers.command("rotate-secret")
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
    """Create a new signing secret for the receiver ID. For 24 hours requests are also signed with the old one.

    The secret is shown only once. --secret-to writes PLANTSTORE_SECRET to an .env file with mode 0600 and keeps its
    other lines; --show-secret prints it. Rotating again within 24 hours retires the oldest secret immediately.

    \b
    Example:
      plantstore receivers rotate-secret rcv_01k8z3 --secret-to .env --force
    """
    webhook_actions.rotate_secret(
        common,
        lambda client: f"{receiver_path(client, id)}/secrets",
        secret_to=secret_to,
        force=force,
        show_secret=show_secret,
        idempotency_key=idempotency_key,
    )


@receivers.command("rotate-key")
@click.argument("id")
@idempotency_key_option
@with_common
def rotate_key(common: Common, /, *, id: str, idempotency_key: str | None) -> None:
    """Create a new key pair for the receiver ID, which has --v1a. For 24 hours the old key also signs.

    The new public key is printed, and is served at /.well-known/plantstore/keys/ID too. Rotating again within 24 hours
    retires the oldest key immediately.

    \b
    Example:
      plantstore receivers rotate-key rcv_01k8z3
    """
    client = connect(common)
    rotated = client.post(f"{receiver_path(client, id)}/keys", None, idempotency_key=idempotency_key)
    print_note(f"The old key signs until {rotated.get('old_key_ends_at', '')}.", as_json=common.as_json)
    print_record(rotated, as_json=common.as_json)


@receivers.command("remove")
@click.argument("id")
@with_common
def remove(common: Common, /, *, id: str) -> None:
    """Remove the receiver ID for good and cancel its queued deliveries. Asks for confirmation.

    \b
    Example:
      plantstore receivers remove rcv_01k8z3 --yes
    """
    check_can_confirm(common.yes, next_step="Add --yes to remove the receiver.")
    client = connect(common)
    path = receiver_path(client, id)
    if not common.yes:
        confirm(_question(client.get(path)), declined="Nothing was removed.")
    removed = client.delete(path)
    print_note(f"Removed {removed.get('id', id)}.", as_json=common.as_json)
    print_record(removed, as_json=common.as_json)


def _check_secret(secret_to: Path | None, *, force: bool, show_secret: bool, is_chat: bool) -> None:
    """Raise WrongUsage if the secret of a new receiver would be lost, or if a chat, which needs none, is to keep it."""
    if not is_chat:
        check_secret_options(secret_to, force=force, show_secret=show_secret)
    elif secret_to is not None or show_secret:
        raise WrongUsage("A chat has no secret to keep.", next_step="Leave out --secret-to and --show-secret.")


def _parse_start(text: str | None) -> str | int | None:
    """Parse the option for the first event to send: `now`, `beginning`, a sequence number or a time. None for None."""
    if text is None or text in ("now", "beginning"):
        return text
    if text.isascii() and text.isdigit() and int(text) >= 1:
        return int(text)
    try:
        return parse_time(text, clock=SystemClock())
    except (ValueError, OverflowError) as error:
        detail = f"{text!r} is not now, beginning, a number from 1, or a time such as 10m or 2026-11-20."
        raise click.BadParameter(detail) from error


def _question(receiver: Row) -> str:
    queued = receiver.get("lag")
    cost = f" This cancels {queued:,} queued deliver{'y' if queued == 1 else 'ies'}." if queued else ""
    return f"Remove “{receiver.get('name', '')}” ({receiver['id']})?{cost}"


def _state_advice(receiver: Row) -> str:
    """Return why deliveries to the receiver fail or are on hold, and what to do about it; empty if it is active."""
    id = receiver.get("id", "")
    resume = f"plantstore receivers resume {id}"
    match receiver.get("state"), receiver.get("disabled_reason"):
        case "failing", _:
            list_command = f"plantstore deliveries list --receiver {id} --state retrying --limit 5"
            return f"Its requests fail and are retried. To see why: {list_command}. To retry now: {resume}"
        case "disabled", "gone":
            return f"It responded 410, which asks us to stop. Its events are queued. To resume: {resume}"
        case "disabled", _:
            return f"It did not respond, or only with 503, for five days. Its events are queued. To resume: {resume}"
        case "paused", _:
            return f"Its events are queued. To resume: {resume}"
    return ""


def _add_again(id: str) -> str:
    return f"Remove it with `plantstore receivers remove {id}`, then add it again."
