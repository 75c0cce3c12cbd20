"""`plantstore deliveries`: list, count, show, retry, cancel and watch deliveries."""

import itertools
from functools import partial

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.delivery_format import (
    attempt_result,
    delivery_sentences,
    next_attempt_text,
    response_text,
    short_time,
)
from plantstore.cli.support.follow import FollowFilters, follow
from plantstore.cli.support.ids import resolve_receiver_id
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    common_options,
    idempotency_key_option,
    time_option,
    with_common,
)
from plantstore.cli.support.output import Column, Row, column, one_line, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.deliveries.delivery_state import DeliveryState

LIMIT_DEFAULT = 50


def _count(row: Row, *, name: str) -> str:
    return f"{row['counts'][name]:,}"


COLUMNS = (
    column("state"),
    column("sequence", heading="event", right=True),
    column("plant_name", heading="plant"),
    column("receiver_name", heading="receiver"),
    Column(heading="response", cell=response_text),
    column("tries", heading="attempts", right=True),
    Column(heading="last attempt", cell=lambda row: short_time(row.get("last_attempt_at"))),
    Column(heading="next attempt", cell=next_attempt_text),
    column("receiver", heading="receiver id"),
)
EVENT_COLUMNS = (
    column("sequence", heading="event", right=True),
    column("plant_name", heading="plant"),
    *(
        Column(heading=name, cell=partial(_count, name=name), right=True)
        for name in ("delivered", "waiting", "held", "exhausted", "cancelled")
    ),
    Column(heading="added", cell=lambda row: short_time(row.get("time"))),
    column("event", heading="event id"),
)
ATTEMPT_COLUMNS = (
    column("ordinal", heading="attempt", right=True),
    Column(heading="at", cell=lambda row: short_time(row.get("started_at"))),
    Column(heading="took", cell=lambda row: f"{row.get('duration_ms', 0):,.0f} ms", right=True),
    Column(heading="response", cell=response_text),
    column("address"),
    Column(heading="result", cell=attempt_result),
)
PLANNED_COLUMNS = (
    column("number", heading="attempt", right=True),
    Column(heading="planned for", cell=lambda row: short_time(row.get("at"))),
)
_States = click.Choice([state.value for state in DeliveryState])


@click.group()
@common_options
def deliveries() -> None:
    """List, retry, cancel and watch deliveries: one for each event and receiver.

    \b
    Example:
      plantstore deliveries list --state exhausted --state retrying
      plantstore deliveries show 1042 rcv_01k8z3
    """


@deliveries.command("list")
@click.option("--receiver", metavar="ID", help="Only deliveries to this receiver.")
@click.option("--state", "states", type=_States, multiple=True, help="Only this state; may be repeated.")
@click.option("--answer", metavar="5xx|404|deadline", help="Only deliveries whose last response was this.")
@click.option("--event", metavar="EVENT", help="Only deliveries of this event (sequence or id).")
@click.option("--since", metavar="TIME", callback=time_option, help="Only plants added since then: 10m, 2h, …")
@click.option("--search", "q", metavar="TEXT", help="Only events with this text: plant, SKU, id, or text of the body.")
@click.option("--by-event", is_flag=True, help="List events, with the number of their deliveries in each state.")
@click.option(
    "--limit", type=WholeNumber(min=1), default=LIMIT_DEFAULT, metavar="N", help=f"At most N rows ({LIMIT_DEFAULT})."
)
@with_common
def list_deliveries(
    common: Common,
    /,
    *,
    receiver: str | None,
    states: tuple[str, ...],
    by_event: bool,
    limit: int,
    **filters: str | None,
) -> None:
    """List deliveries, newest event first. The text of bodies is searched in the newest events only.

    \b
    Example:
      plantstore deliveries list --state exhausted --since 2h
      plantstore deliveries list --receiver rcv_01k8z3 --answer 5xx --json
      plantstore deliveries list --search "Rosa canina" --by-event
    """
    client = connect(common)
    query = {name: value for name, value in filters.items() if value is not None}
    if states:
        query["state"] = ",".join(states)
    if receiver is not None:
        query["receiver"] = resolve_receiver_id(client, receiver)
    if by_event:
        query["group"] = "event"
    rows = client.items("/deliveries", query, limit=limit + 1, member="events" if by_event else "items")
    columns = EVENT_COLUMNS if by_event else COLUMNS
    print_list(itertools.islice(rows, limit), columns, as_json=common.as_json, empty="No deliveries match.")
    if next(rows, None) is not None:
        print_note(f"Only the first {limit} are shown. Raise --limit to see more.", as_json=common.as_json)


@deliveries.command("counts")
@click.option("--receiver", metavar="ID", help="Only deliveries to this receiver (default: all).")
@with_common
def counts(common: Common, /, *, receiver: str | None) -> None:
    """Count deliveries by state.

    \b
    Example:
      plantstore deliveries counts
      plantstore deliveries counts --receiver rcv_01k8z3
    """
    client = connect(common)
    query = {} if receiver is None else {"receiver": resolve_receiver_id(client, receiver)}
    counts_by_state = client.get("/deliveries/counts", query)
    print_record(counts_by_state, as_json=common.as_json, exclude=() if common.as_json else ("capped_at",))
    if cap := counts_by_state.get("capped_at"):
        print_note(f"Counting stopped at {cap:,}: {cap} means {cap:,} or more.", as_json=common.as_json)


@deliveries.command("show")
@click.argument("event", metavar="EVENT")
@click.argument("receiver", metavar="RECEIVER")
@with_common
def show(common: Common, /, *, event: str, receiver: str) -> None:
    """Show the delivery of EVENT (sequence or id) to RECEIVER (id or name), with its attempts.

    \b
    Example:
      plantstore deliveries show 1042 rcv_01k8z3
    """
    client = connect(common)
    delivery = client.get(_path(client, event, receiver))
    if common.as_json:
        print_record(delivery, as_json=True)
        return
    _print_sentences(delivery)
    attempts, planned = delivery["attempts"], delivery["planned"]
    for rows, columns in (
        (attempts, ATTEMPT_COLUMNS),
        ([{**row, "number": number} for number, row in enumerate(planned, delivery["tries"] + 1)], PLANNED_COLUMNS),
    ):
        if rows:
            click.echo()
            print_list(rows, columns, as_json=False, empty="")


@deliveries.command("retry")
@click.argument("event", metavar="EVENT")
@click.argument("receiver", metavar="RECEIVER")
@idempotency_key_option
@with_common
def retry(common: Common, /, *, event: str, receiver: str, idempotency_key: str | None) -> None:
    """Send EVENT to RECEIVER now. An exhausted delivery starts its retry schedule over.

    \b
    Example:
      plantstore deliveries retry 1042 rcv_01k8z3
    """
    client = connect(common)
    _print_changed(
        client.post(f"{_path(client, event, receiver)}/attempts", None, idempotency_key=idempotency_key), common
    )


@deliveries.command("cancel")
@click.argument("event", metavar="EVENT")
@click.argument("receiver", metavar="RECEIVER")
@idempotency_key_option
@with_common
def cancel(common: Common, /, *, event: str, receiver: str, idempotency_key: str | None) -> None:
    """Stop sending EVENT to RECEIVER. To send it later, replay that event.

    \b
    Example:
      plantstore deliveries cancel 1042 rcv_01k8z3
    """
    client = connect(common)
    _print_changed(
        client.post(f"{_path(client, event, receiver)}/cancellation", None, idempotency_key=idempotency_key), common
    )


@deliveries.command("watch")
@click.option("--receiver", metavar="ID", help="Only attempts to this receiver.")
@click.option(
    "--state",
    "states",
    type=_States,
    multiple=True,
    help="Only attempts that left the delivery in this state; may be repeated.",
)
@click.option("--since", metavar="TIME", callback=time_option, help="Begin with attempts since then: 10m, 2h, …")
@with_common
def watch(common: Common, /, *, receiver: str | None, states: tuple[str, ...], since: str | None) -> None:
    """Print each delivery attempt as it happens, until Ctrl-C. Keeps trying while the store is unreachable.

    With --json, prints JSON Lines; the first object has "type": "ready".

    \b
    Example:
      plantstore deliveries watch
      plantstore deliveries watch --state retrying --state exhausted --json
    """
    client = connect(common)
    follow(client, FollowFilters(receiver=receiver, states=frozenset(states), since=since), as_json=common.as_json)


def _path(client: Client, event: str, receiver: str) -> str:
    return f"/deliveries/{segment(event)}/{segment(resolve_receiver_id(client, receiver))}"


def _print_changed(delivery: Row, common: Common) -> None:
    if common.as_json:
        print_record(delivery, as_json=True)
    else:
        _print_sentences(delivery)


def _print_sentences(delivery: Row) -> None:
    for sentence in delivery_sentences(delivery):
        click.echo(one_line(sentence))
