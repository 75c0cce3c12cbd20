"""`plantstore alerts channels`: where messages about problems go."""

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.support import webhook_actions
from plantstore.cli.support.exit_codes import Exit, WrongUsage
from plantstore.cli.support.ids import CHANNEL, PERSON, object_path, resolve_id
from plantstore.cli.support.options import Common, check_can_confirm, common_options, confirm, with_common
from plantstore.cli.support.output import Row, column, one_line, print_list, print_note, print_record
from plantstore.cli.support.secret_file import (
    SECRET_KEY,
    check_secret_options,
    open_env_file,
    secret_options,
    write_secret,
)
from plantstore.cli.support.server_discovery import connect, read_small_file
from plantstore.domain.alerts.channel import ChannelKind
from plantstore.domain.alerts.message import AnswerResult

KINDS = [kind.value for kind in ChannelKind]
COLUMNS = (
    column("id"),
    column("name"),
    column("kind"),
    column("sends_to", heading="sends to"),
    column("enabled"),
    column("last_sent_at", heading="last message"),
    column("last_answer", heading="answer"),
)
_URL_FILE = click.option(
    "--url-file", metavar="FILE", help="File with the URL, which is a secret for a chat; - is standard input."
)
_ADDRESS = click.option("--address", "addresses", multiple=True, metavar="ADDRESS", help="For e-mail; may be repeated.")
_TOKEN_FILE = click.option(
    "--access-token-file",
    metavar="FILE",
    help="File with the bearer token that a webhook expects; - is standard input.",
)


@click.group()
@common_options
def channels() -> None:
    """Manage the channels of alerts: e-mail, chats and webhooks.

    ID is a channel's id, a unique prefix of it, or its name if no other channel has the same name.

    \b
    Example:
      plantstore alerts channels add "#shop-alerts" --kind slack --url-file url.txt
      plantstore alerts channels list
    """


@channels.command("add")
@click.argument("name")
@click.option("--kind", type=click.Choice(KINDS), required=True, help="What is on the other side.")
@_URL_FILE
@_ADDRESS
@_TOKEN_FILE
@click.option("--person", metavar="NAME", help="The person whose channel it is (default: the store's).")
@secret_options
@with_common
def add(
    common: Common,
    /,
    *,
    name: str,
    kind: str,
    url_file: str | None,
    addresses: tuple[str, ...],
    access_token_file: str | None,
    person: str | None,
    secret_to: Path | None,
    force: bool,
    show_secret: bool,
    idempotency_key: str | None,
) -> None:
    """Add a channel called NAME. Messages about problems go there from now on.

    A webhook has a signing secret, which is shown only once. --secret-to writes PLANTSTORE_SECRET to an .env file with
    mode 0600 and keeps its other lines; --show-secret prints it.

    \b
    Example:
      plantstore alerts channels add "#shop-alerts" --kind slack --url-file url.txt
      plantstore alerts channels add Owner --kind email --address owner@shop.example
      plantstore alerts channels add "On call" --kind webhook --url-file url.txt --secret-to .env
    """
    is_signed = kind == ChannelKind.WEBHOOK
    if is_signed:
        check_secret_options(secret_to, force=force, show_secret=show_secret)
    elif secret_to is not None or force or show_secret:
        raise WrongUsage("Only a webhook has a secret.", next_step="Leave out --secret-to, --force and --show-secret.")
    body = {"name": name, "kind": kind} | _given(url_file, addresses, access_token_file)
    client = connect(common)
    if person is not None:
        body["person_id"] = resolve_id(client, PERSON, person)
    with nullcontext() if secret_to is None else open_env_file(secret_to, [SECRET_KEY], force=force) as file:
        channel = client.post("/alert-channels", body, idempotency_key=idempotency_key)
        if file is not None:
            again = f"Remove it with `plantstore alerts channels remove {channel['id']}`, then add it again."
            write_secret(file, channel, done=f"The channel {channel['id']} was added", next_step=again)
    print_note(f"Added “{channel.get('name', '')}” ({channel['id']}).", as_json=common.as_json)
    print_note(f"To test it: plantstore alerts channels test {channel['id']}", as_json=common.as_json)
    print_record(channel, as_json=common.as_json, exclude=() if show_secret else ("secret",))


@channels.command("list")
@with_common
def list_channels(common: Common, /) -> None:
    """List the channels, and how the latest message to each was answered.

    \b
    Example:
      plantstore alerts channels list
    """
    rows: list[Row] = connect(common).get("/alert-channels")["items"]
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No channels yet, so no messages are sent.")


@channels.command("show")
@click.argument("id")
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the channel ID, without what is secret.

    \b
    Example:
      plantstore alerts channels show chn_01k8z3
    """
    client = connect(common)
    print_record(client.get(object_path(client, CHANNEL, id)), as_json=common.as_json)


@channels.command("edit")
@click.argument("id")
@click.option("--name", help="New name.")
@_URL_FILE
@_ADDRESS
@_TOKEN_FILE
@click.option("--no-access-token", is_flag=True, help="Send no bearer token any more.")
@click.option("--enable/--disable", "enabled", default=None, help="Send messages, or only tests.")
@with_common
def edit(
    common: Common,
    /,
    *,
    id: str,
    name: str | None,
    url_file: str | None,
    addresses: tuple[str, ...],
    access_token_file: str | None,
    no_access_token: bool,
    enabled: bool | None,
) -> None:
    """Change the channel ID. Options that you leave out keep their values.

    If a webhook's URL leads to another server, it also needs --access-token-file or --no-access-token.

    \b
    Example:
      plantstore alerts channels edit chn_01k8z3 --url-file url.txt
      plantstore alerts channels edit chn_01k8z3 --disable
    """
    given = {"name": name, "enabled": enabled}
    body: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    body |= _given(url_file, addresses, access_token_file)
    if no_access_token:
        if access_token_file is not None:
            raise WrongUsage("There is a token and none.", next_step="Leave out one of the options.")
        body["access_token"] = None
    if not body:
        raise WrongUsage("Nothing to change.", next_step="Add what to change, such as --name or --disable.")
    client = connect(common)
    print_record(client.patch(object_path(client, CHANNEL, id), body), as_json=common.as_json)


@channels.command("test")
@click.argument("id")
@with_common
@click.pass_context
def test(context: click.Context, /, common: Common, *, id: str) -> None:
    """Send a test message through the channel ID and show what the other side answered. Exit code 1 if not accepted.

    \b
    Example:
      plantstore alerts channels test chn_01k8z3
    """
    client = connect(common)
    answer = client.call(f"{object_path(client, CHANNEL, id)}/tests")
    if common.as_json:
        print_record(answer, as_json=True)
    else:
        took = f"{answer.get('took_ms', 0):,.0f} ms"
        click.echo(one_line(f"{answer.get('result', '')} after {took}: {answer.get('answer', '')}"))
    if answer.get("result") != AnswerResult.ACCEPTED:
        context.exit(Exit.FAILED)


@channels.command("rotate-secret")
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
    """Create a new signing secret for the webhook channel ID. For 24 hours, the old one signs too.

    \b
    Example:
      plantstore alerts channels rotate-secret chn_01k8z3 --secret-to .env --force
    """
    webhook_actions.rotate_secret(
        common,
        lambda client: f"{object_path(client, CHANNEL, id)}/rotate-secret",
        secret_to=secret_to,
        force=force,
        show_secret=show_secret,
        idempotency_key=idempotency_key,
    )


@channels.command("remove")
@click.argument("id")
@with_common
def remove(common: Common, /, *, id: str) -> None:
    """Remove the channel ID. Messages that wait for it are not sent. Asks for confirmation.

    \b
    Example:
      plantstore alerts channels remove chn_01k8z3 --yes
    """
    check_can_confirm(common.yes, next_step="Add --yes to remove the channel.")
    client = connect(common)
    path = object_path(client, CHANNEL, id)
    if not common.yes:
        channel = client.get(path)
        confirm(f"Remove “{channel.get('name', '')}” ({channel['id']})?", declined="Nothing was removed.")
    client.delete(path)
    channel_id = path.rpartition("/")[2]
    print_note(f"Removed {channel_id}.", as_json=common.as_json)
    if common.as_json:
        print_record({"id": channel_id, "removed": True}, as_json=True)


def _given(url_file: str | None, addresses: Iterable[str], access_token_file: str | None) -> dict[str, Any]:
    if url_file == access_token_file == "-":
        raise WrongUsage("Only one of URL and token can come from standard input.", next_step="Use a file for one.")
    given: dict[str, Any] = {}
    if url_file is not None:
        given["url"] = read_small_file(url_file).strip()
    if addresses := list(addresses):
        given["addresses"] = addresses
    if access_token_file is not None:
        given["access_token"] = read_small_file(access_token_file).strip()
    return given
