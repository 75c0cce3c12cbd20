"""`plantstore events`: look at the log."""

import click

from plantstore.cli.support.client import segment
from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import Column, column, print_list, print_record, say
from plantstore.cli.support.receiver_names import whole_receiver_id
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.plant import ID_MAX
from plantstore.domain.replay import ReplayOnly

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
    column("tries", right=True),
    column("receiver", heading="receiver id"),
)
DELIVERIES = ("deliveries", "more_deliveries")  # fields of an event that are shown as a table


@click.group()
@common_options
def events() -> None:
    """Look at the log, one event for each plant that was added to the store, and send one again.

    \b
    Example:
      plantstore events list --after 1042
      plantstore events show 1043
    """


@events.command("list")
@click.option(
    "--after", type=WholeNumber(0, ID_MAX), metavar="SEQUENCE", help="Only what came after this one; otherwise all."
)
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="N events at most; otherwise all.")
@with_common
def list_events(common: Common, /, *, after: int | None, limit: int | None) -> None:
    """List the events, the oldest first.

    \b
    Example:
      plantstore events list --limit 20
      plantstore events list --after 1042 --json
    """
    query = {} if after is None else {"after": str(after)}
    rows = connect(common).items("/events", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, nothing="No events.")


@events.command("show")
@click.argument("event", metavar="SEQUENCE|ID")
@with_common
def show(common: Common, /, *, event: str) -> None:
    """Show one event, by its number in the log or by its id: the body that receivers are sent, and where each stands.

    \b
    Example:
      plantstore events show 1042
      plantstore events show evt_01k8z4q7m2abcdefghjkmnpqrs
    """
    client = connect(common)
    found = client.get(f"/events/{segment(event)}")
    print_record(found, as_json=common.as_json, leave_out=() if common.as_json else DELIVERIES)
    if found.get("deliveries") and not common.as_json:
        click.echo()
        print_list(found["deliveries"], RECEIVER_COLUMNS, as_json=False, nothing="")
    if found.get("more_deliveries"):
        say(f"There are more: plantstore deliveries list --event {found['sequence']}", as_json=common.as_json)


@events.command("send-to")
@click.argument("event", metavar="SEQUENCE|ID")
@click.argument("receiver", metavar="RECEIVER")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def send_to(common: Common, /, *, event: str, receiver: str, idempotency_key: str | None) -> None:
    """Send one event to RECEIVER once more, whether it has accepted it or not. It is a replay of one event.

    \b
    Example:
      plantstore events send-to 1042 rcv_01k8z3
    """
    client = connect(common)
    whole = whole_receiver_id(client, receiver)
    sequence = client.get(f"/events/{segment(event)}")["sequence"]
    wish = {"first": sequence, "last": sequence, "only": ReplayOnly.ALL.value}
    asked = client.post(f"/receivers/{segment(whole)}/replays", wish, idempotency_key=idempotency_key)
    follow = f"plantstore replays show {asked.get('id', '')} --receiver {whole}"
    say(f"Event {sequence} is sent to {whole}. How it ends: {follow}", as_json=common.as_json)
    print_record(asked, as_json=common.as_json)
