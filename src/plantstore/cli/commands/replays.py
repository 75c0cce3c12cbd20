"""`plantstore replays`: list, show, cancel. `replay.py` asks for one."""

import functools

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import Column, column, print_list, print_record, say
from plantstore.cli.support.receiver_names import receiver_path
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.short_ids import resolve
from plantstore.domain.public_ids import REPLAY_PREFIX

ID_CHARS = 26  # of a ULID
COLUMNS = (
    column("id"),
    column("state"),
    Column(heading="events", cell=lambda row: f"{row.get('first')}-{row.get('last')}"),
    column("only"),
    column("total", right=True),
    column("accepted", right=True),
    column("failed", right=True),
    column("asked_at", heading="asked"),
)

_of_receiver = click.option("--receiver", required=True, metavar="ID", help="Whose replays they are.")


@click.group()
@common_options
def replays() -> None:
    """Look at replays and cancel them. `plantstore replay` asks for one.

    \b
    Example:
      plantstore replays list --receiver rcv_01k8z3
    """


@replays.command("list")
@_of_receiver
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="N replays at most; otherwise all.")
@with_common
def list_replays(common: Common, /, *, receiver: str, limit: int | None) -> None:
    """List a receiver's replays, the newest first.

    \b
    Example:
      plantstore replays list --receiver rcv_01k8z3
    """
    client = connect(common)
    rows = client.items(f"{receiver_path(client, receiver)}/replays", {}, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, nothing="No replays.")


@replays.command("show")
@click.argument("id")
@_of_receiver
@with_common
def show(common: Common, /, *, id: str, receiver: str) -> None:
    """Show the replay ID, which may be cut to a unique prefix, and how far it has come.

    \b
    Example:
      plantstore replays show rpl_01k8z3 --receiver rcv_01k8z3
    """
    client = connect(common)
    print_record(client.get(_path(client, receiver, id)), as_json=common.as_json)


@replays.command("cancel")
@click.argument("id")
@_of_receiver
@with_common
def cancel(common: Common, /, *, id: str, receiver: str) -> None:
    """End the replay ID where it stands; what was sent stays sent.

    \b
    Example:
      plantstore replays cancel rpl_01k8z3 --receiver rcv_01k8z3
    """
    client = connect(common)
    replay = client.delete(_path(client, receiver, id))
    state = replay.get("state")
    was = "Cancelled" if state == "cancelled" else f"It had ended already ({state}):"
    say(f"{was} {replay.get('id', id)}.", as_json=common.as_json)
    print_record(replay, as_json=common.as_json)


def _path(client: Client, receiver: str, id: str) -> str:
    path = f"{receiver_path(client, receiver)}/replays"
    rows = functools.partial(client.items, path, {})
    return f"{path}/{segment(resolve(id, prefix=REPLAY_PREFIX, chars=ID_CHARS, noun='replay', rows=rows))}"
