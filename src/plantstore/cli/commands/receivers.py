"""`plantstore receivers`: add, list, show, test, rotate-secret, remove. What flows is said in receiver_flow.py."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.commands import receiver_flow
from plantstore.cli.commands.receiver_flow import given_fields, limit_options
from plantstore.cli.support.client import make_key
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import Row, column, print_list, print_record, say
from plantstore.cli.support.receiver_names import check_asking, confirm, receiver_path, state_sentences
from plantstore.cli.support.safe_text import one_line
from plantstore.cli.support.secret_options import (
    ACCESS_TOKEN_KEY,
    SECRET_KEY,
    SHOWN_ONCE,
    check_place,
    prepared,
    secret_options,
    write_secret,
)
from plantstore.cli.support.server_discovery import connect, read_small
from plantstore.cli.support.times import read_time
from plantstore.core.clock import SystemClock
from plantstore.domain.receiver import Payload

EXCERPT_CHARS_MAX = 200  # of an answer's body, in a line for people
COLUMNS = (
    column("id"),
    column("name"),
    column("state"),
    column("lag", heading="owed", right=True),
    column("payload"),
    column("url"),
)


@click.group()
@common_options
def receivers() -> None:
    """Say who is told about new plants.

    ID is an id, a unique prefix of it, or a name that no other receiver has.

    \b
    Example:
      plantstore receivers add https://shop.example/plant/webhook --name shop --secret-to .env
      plantstore receivers list
    """


for command in receiver_flow.COMMANDS:
    receivers.add_command(command)


@receivers.command("add")
@click.argument("url")
@click.option("--name", required=True, help="What people call it.")
@click.option(
    "--access-token-file",
    metavar="FILE",
    help="Bearer token that it expects; - is standard input. Otherwise one is made.",
)
@click.option(
    "--start",
    callback=lambda _, __, text: _read_start(text),
    metavar="now|beginning|N|TIME",
    help="First event it is owed (default now): the next, the first of all, number N, or the first since TIME.",
)
@click.option("--payload", type=click.Choice([payload.value for payload in Payload]), help="Default full.")
@limit_options(ordered_flag="--ordered")
@secret_options
@with_common
def add(
    common: Common,
    /,
    *,
    url: str,
    access_token_file: str | None,
    secret_to: Path | None,
    force: bool,
    show_secret: bool,
    idempotency_key: str | None,
    **fields: Any,
) -> None:
    """Tell the receiver at URL about new plants.

    Its secret is given once: --secret-to writes PLANTSTORE_SECRET, and PLANTSTORE_ACCESS_TOKEN if the store made one,
    into an .env file with mode 0600 and keeps what else stands there; --show-secret prints them.

    \b
    Example:
      plantstore receivers add https://shop.example/plant/webhook --name shop --secret-to .env
      plantstore receivers add http://192.0.2.7:9000 --name labels --start beginning --show-secret
      plantstore receivers add https://erp.example --name erp --ordered --max-rate 5 --secret-to .env
    """
    check_place(secret_to, force=force, show_secret=show_secret)
    body = {"url": url} | given_fields(fields)
    if access_token_file is not None:
        body["access_token"] = read_small(access_token_file).strip()
    client = connect(common)
    keys = [SECRET_KEY] if access_token_file else [SECRET_KEY, ACCESS_TOKEN_KEY]
    with nullcontext() if secret_to is None else prepared(secret_to, keys, force=force) as file:
        receiver = client.post("/receivers", body, idempotency_key=idempotency_key)
        if file is not None:
            write_secret(
                file, receiver, done=f"The receiver {receiver['id']} was added", next_step=_add_again(receiver["id"])
            )
    say(f"Added “{receiver.get('name', '')}” ({receiver['id']}).", as_json=common.as_json)
    if secret_to is not None:
        say(f"{' and '.join(keys)} written to {secret_to}.", as_json=common.as_json)
    say(f"Try it: plantstore receivers test {receiver['id']}", as_json=common.as_json)
    print_record(receiver, as_json=common.as_json, leave_out=() if show_secret else tuple(SHOWN_ONCE))


@receivers.command("list")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="N receivers at most; otherwise all.")
@with_common
def list_receivers(common: Common, /, *, limit: int | None) -> None:
    """List the receivers, and what each is still owed.

    \b
    Example:
      plantstore receivers list
    """
    rows = connect(common).items("/receivers", {}, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, nothing="No receivers: nobody is told about new plants.")


@receivers.command("show")
@click.argument("id")
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the receiver ID, which may be cut to a unique prefix.

    \b
    Example:
      plantstore receivers show rcv_01k8z3
    """
    client = connect(common)
    receiver = client.get(receiver_path(client, id))
    print_record(receiver, as_json=common.as_json)
    for sentence in state_sentences(receiver):
        say(sentence, as_json=common.as_json)


@receivers.command("test")
@click.argument("id")
@with_common
@click.pass_context
def test(context: click.Context, /, common: Common, *, id: str) -> None:
    """Send one test request to the receiver ID and say what it met. Exit code 1 if it was not accepted.

    It is signed like any request, but is no event and not sent again.

    \b
    Example:
      plantstore receivers test rcv_01k8z3
      plantstore receivers test "web shop"
    """
    client = connect(common)
    outcome = client.call(f"{receiver_path(client, id)}/tests")
    if common.as_json:
        print_record(outcome, as_json=True)
    else:
        click.echo(one_line(_outcome_words(outcome)))
    if outcome.get("outcome") != "accepted":
        context.exit(Exit.FAILED)


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
    """Give the receiver ID a new signing secret. For 24 hours every request is signed with the old one too.

    The secret is given once: --secret-to writes PLANTSTORE_SECRET into an .env file with mode 0600 and keeps what else
    stands there; --show-secret prints it. Rotating again within the 24 hours ends the oldest secret at once.

    \b
    Example:
      plantstore receivers rotate-secret rcv_01k8z3 --secret-to .env --force
    """
    check_place(secret_to, force=force, show_secret=show_secret)
    client, key = connect(common), idempotency_key or make_key()
    path = receiver_path(client, id)
    with nullcontext() if secret_to is None else prepared(secret_to, [SECRET_KEY], force=force) as file:
        rotated = client.post(f"{path}/secrets", None, idempotency_key=key)
        if file is not None:
            again = f"Repeat it with --idempotency-key {key} to be given the same secret again."
            write_secret(file, rotated, done="The secret was rotated", next_step=again)
    if secret_to is not None:
        say(f"{SECRET_KEY} written to {secret_to}.", as_json=common.as_json)
    say(f"The old secret signs until {rotated.get('old_secret_ends_at', '')}.", as_json=common.as_json)
    print_record(rotated, as_json=common.as_json, leave_out=() if show_secret else tuple(SHOWN_ONCE))


@receivers.command("remove")
@click.argument("id")
@with_common
def remove(common: Common, /, *, id: str) -> None:
    """Remove the receiver ID for good, and cancel what it is still owed. Asks first.

    \b
    Example:
      plantstore receivers remove rcv_01k8z3 --yes
    """
    check_asking(common.yes, next_step="Add --yes to remove the receiver.")
    client = connect(common)
    path = receiver_path(client, id)
    if not common.yes:
        confirm(_question(client.get(path)), otherwise="Nothing was removed.")
    gone = client.delete(path)
    say(f"Removed {gone.get('id', id)}.", as_json=common.as_json)
    print_record(gone, as_json=common.as_json)


def _read_start(text: str | None) -> str | int | None:
    """Read `now`, `beginning`, the sequence of the first event that is owed, or a time."""
    if text is None or text in ("now", "beginning"):
        return text
    if text.isascii() and text.isdigit() and int(text) >= 1:
        return int(text)
    try:
        return read_time(text, clock=SystemClock())
    except (ValueError, OverflowError) as error:
        detail = f"{text!r} is not now, beginning, a number from 1, or a time such as 10m or 2026-11-20."
        raise click.BadParameter(detail) from error


def _outcome_words(outcome: Row) -> str:
    words = str(outcome.get("outcome", "")).replace("_", " ")
    status = f" with {outcome['status']}" if outcome.get("status") else ""
    address = f" by {outcome['address']}" if outcome.get("address") else ""
    excerpt = str(outcome.get("excerpt") or "")[:EXCERPT_CHARS_MAX].strip()
    said = " ".join(
        part for part in (outcome.get("detail"), outcome.get("advice"), excerpt and f"It said: {excerpt}") if part
    )
    return f"{words}{status}{address} after {outcome.get('duration_ms', 0):,.0f} ms" + (f": {said}" if said else "")


def _question(receiver: Row) -> str:
    owed = receiver.get("lag")
    cost = "" if not owed else f" {owed:,} deliver{'y' if owed == 1 else 'ies'} still owed to it will be cancelled."
    return f"Remove “{receiver.get('name', '')}” ({receiver['id']})?{cost}"


def _add_again(id: str) -> str:
    return f"Remove it with `plantstore receivers remove {id}` and add it again."
