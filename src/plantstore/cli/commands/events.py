"""`plantstore events`: list and show events, and send an event again."""

import click

from plantstore.cli.support.client import segment
from plantstore.cli.support.ids import resolve_receiver_id
from plantstore.cli.support.options import Common, WholeNumber, common_options, idempotency_key_option, with_common
from plantstore.cli.support.output import Column, column, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.deliveries.replay import ReplayOnly
from plantstore.domain.plants.plant import ID_MAX

COLUMNS = (
    column("sequence", right=True),
    column("time"),
    column("id"),
    Column(heading="plant", cell=lambda event: (event["plant"] or {}).get("id"), right=True),
    Column(heading="name", cell=lambda event: event["plant"]["name"] if event["plant"] else "(erased)"),
)

RECEIVER_COLUMNS = (
    column("receiver_name", heading="receiver"),
    column("state"),
    column("tries", heading="attempts", right=True),
    column("receiver", heading="receiver id"),
)
DELIVERIES = ("deliveries", "more_deliveries")  # fields of an event that are printed as a table


@click.group()
@common_options
def events() -> None:
    """List and show events, one for each plant added to the store, and send one again.

    \b
    Example:
      plantstore events list --after 1042
      plantstore events show 1043
    """


@events.command("list")
@click.option(
    "--after", type=WholeNumber(0, ID_MAX), metavar="SEQUENCE", help="Only events after this one (default: all)."
)
@click.option("--receiver", metavar="ID", help="Only events that this receiver gets: those that match its filter.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N events (default: all).")
@with_common
def list_events(common: Common, /, *, after: int | None, receiver: str | None, limit: int | None) -> None:
    """List events, oldest first.

    \b
    Example:
      plantstore events list --limit 20
      plantstore events list --after 1042 --json
    """
    client = connect(common)
    query = {} if after is None else {"after": str(after)}
    if receiver is not None:
        query["receiver"] = resolve_receiver_id(client, receiver)
    rows = client.items("/events", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No events.")


@events.command("show")
@click.argument("event", metavar="SEQUENCE|ID")
@with_common
def show(common: Common, /, *, event: str) -> None:
    """Show one event by its sequence or id: its plant, shortened unless with --json, and each delivery's state.

    \b
    Example:
      plantstore events show 1042
      plantstore events show evt_01k8z4q7m2abcdefghjkmnpqrs
    """
    client = connect(common)
    shown = client.get(f"/events/{segment(event)}")
    print_record(shown, as_json=common.as_json, exclude=() if common.as_json else DELIVERIES)
    if shown.get("deliveries") and not common.as_json:
        click.echo()
        print_list(shown["deliveries"], RECEIVER_COLUMNS, as_json=False, empty="")
    if shown.get("more_deliveries"):
        print_note(
            f"For all deliveries: plantstore deliveries list --event {shown['sequence']}", as_json=common.as_json
        )


@events.command("send-to")
@click.argument("event", metavar="SEQUENCE|ID")
@click.argument("receiver", metavar="RECEIVER")
@idempotency_key_option
@with_common
def send_to(common: Common, /, *, event: str, receiver: str, idempotency_key: str | None) -> None:
    """Send one event to RECEIVER again, even if RECEIVER has accepted it before. This is a replay of one event.

    \b
    Example:
      plantstore events send-to 1042 rcv_01k8z3
    """
    client = connect(common)
    receiver_id = resolve_receiver_id(client, receiver)
    sequence = client.get(f"/events/{segment(event)}")["sequence"]
    body = {"first": sequence, "last": sequence, "only": ReplayOnly.ALL.value}
    replay = client.post(f"/receivers/{segment(receiver_id)}/replays", body, idempotency_key=idempotency_key)
    show_command = f"plantstore replays show {replay.get('id', '')} --receiver {receiver_id}"
    print_note(f"Sending event {sequence} to {receiver_id}. For the result: {show_command}", as_json=common.as_json)
    print_record(replay, as_json=common.as_json)
