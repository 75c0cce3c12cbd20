"""`plantstore receivers`: add, list, show, remove."""

import functools
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.client import Client, segment
from plantstore.cli.exits import Exit, Failure, WrongUsage
from plantstore.cli.finding import connect, read_small
from plantstore.cli.options import Common, common_options, with_common
from plantstore.cli.output import Row, column, print_list, print_record, say
from plantstore.cli.safe_text import one_line
from plantstore.cli.secret_file import SecretFile, current_text, keys_set, with_values
from plantstore.cli.short_ids import resolve
from plantstore.domain.identity import RECEIVER_PREFIX
from plantstore.domain.receiver import Payload

ID_CHARS = 13  # of 63 bits in base 32
SECRET_KEY, ACCESS_TOKEN_KEY = "PLANTSTORE_SECRET", "PLANTSTORE_ACCESS_TOKEN"
SHOWN_ONCE = {"secret": SECRET_KEY, "access_token": ACCESS_TOKEN_KEY}
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

    \b
    Example:
      plantstore receivers add https://shop.example/plant/webhook --name shop --secret-to .env
      plantstore receivers list
    """


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
    metavar="now|beginning|N",
    help="First event it is owed (default now).",
)
@click.option("--payload", type=click.Choice([payload.value for payload in Payload]), help="Default full.")
@click.option(
    "--secret-to", type=click.Path(path_type=Path), metavar="FILE", help="Write the secret into this .env file."
)
@click.option("--force", is_flag=True, help="Replace a secret that FILE holds already.")
@click.option("--show-secret", is_flag=True, help="Print the secret, this once.")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
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
    """
    if secret_to is None and not show_secret:
        raise WrongUsage(
            "The secret is given only once, and would be lost.",
            next_step="Say where it goes: --secret-to FILE writes it, --show-secret prints it.",
        )
    if force and secret_to is None:
        raise WrongUsage("--force says that --secret-to may replace a secret.", next_step="Give --secret-to as well.")
    body = {"url": url} | {name: value for name, value in fields.items() if value is not None}
    if access_token_file is not None:
        body["access_token"] = read_small(access_token_file).strip()
    client = connect(common)
    keys = [SECRET_KEY] if access_token_file else [SECRET_KEY, ACCESS_TOKEN_KEY]
    with nullcontext() if secret_to is None else _prepared(secret_to, keys, force=force) as file:
        receiver = client.post("/receivers", body, idempotency_key=idempotency_key)
        if file is not None:
            _write(file, receiver)
    say(f"Added “{receiver.get('name', '')}” ({receiver['id']}).", as_json=common.as_json)
    print_record(receiver, as_json=common.as_json, leave_out=() if show_secret else tuple(SHOWN_ONCE))


@receivers.command("list")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="N receivers at most; otherwise all.")
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
    print_record(client.get(_path(client, id)), as_json=common.as_json)


@receivers.command("remove")
@click.argument("id")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_common
def remove(common: Common, /, *, id: str, yes: bool) -> None:
    """Remove the receiver ID for good, and cancel what it is still owed. Asks first.

    \b
    Example:
      plantstore receivers remove rcv_01k8z3 --yes
    """
    if not yes and not sys.stdin.isatty():
        raise WrongUsage("Nobody is there to be asked.", next_step="Add --yes to remove the receiver.")
    client = connect(common)
    path = _path(client, id)
    if not yes:
        _confirm(client.get(path))
    gone = client.delete(path)
    say(f"Removed {gone.get('id', id)}.", as_json=common.as_json)
    print_record(gone, as_json=common.as_json)


def _read_start(text: str | None) -> str | int | None:
    """Read `now`, `beginning`, or the sequence of the first event that is owed."""
    if text is None or text in ("now", "beginning"):
        return text
    if text.isascii() and text.isdigit() and int(text) >= 1:
        return int(text)
    raise click.BadParameter(f"{text!r} is not now, beginning, or a number from 1.")


def whole_receiver_id(client: Client, id: str) -> str:
    """Give the whole id of a receiver that was named by a prefix."""
    rows = functools.partial(client.items, "/receivers", {})
    return resolve(id, prefix=RECEIVER_PREFIX, chars=ID_CHARS, noun="receiver", rows=rows)


def _path(client: Client, id: str) -> str:
    return f"/receivers/{segment(whole_receiver_id(client, id))}"


def _confirm(receiver: Row) -> None:
    owed = receiver.get("lag")
    cost = "" if not owed else f" {owed:,} deliver{'y' if owed == 1 else 'ies'} still owed to it will be cancelled."
    question = one_line(f"Remove “{receiver.get('name', '')}” ({receiver['id']})?{cost}")
    if not click.confirm(question, default=False, err=True):
        raise Failure("Nothing was removed.")


def _prepared(path: Path, keys: list[str], *, force: bool) -> SecretFile:
    """Make sure that the secret will have its place before it exists."""
    taken = keys_set(current_text(path), keys)
    if taken and not force:
        raise WrongUsage(f"{path} holds {' and '.join(taken)} already.", next_step="Add --force to replace it.")
    return SecretFile(path)


def _write(file: SecretFile, receiver: Mapping[str, Any]) -> None:
    values = {key: str(receiver[name]) for name, key in SHOWN_ONCE.items() if receiver.get(name)}
    try:
        file.write(with_values(current_text(file.path), values))
    except OSError as error:
        raise Failure(
            f"The receiver {receiver['id']} was added, but its secret could not be written: {error.strerror}.",
            exit_code=Exit.PARTLY,
            next_step=f"Remove it with `plantstore receivers remove {receiver['id']}` and add it again.",
        ) from error
