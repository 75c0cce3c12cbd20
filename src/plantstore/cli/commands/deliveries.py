"""`plantstore deliveries`: list, counts, show, retry, cancel, watch."""

import itertools
from collections.abc import Iterator

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.delivery_format import answer_words, sentences, time_words, what_happened
from plantstore.cli.support.follow import Follower, follow
from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import Column, Row, column, print_list, print_record, say
from plantstore.cli.support.receiver_names import whole_receiver_id
from plantstore.cli.support.safe_text import one_line
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.times import time_option
from plantstore.domain.delivery_state import DeliveryState

LIMIT_DEFAULT = 50
COLUMNS = (
    column("state"),
    column("sequence", heading="event", right=True),
    column("plant_name", heading="plant"),
    column("receiver_name", heading="receiver"),
    Column(heading="answer", cell=answer_words),
    column("tries", right=True),
    Column(heading="last try", cell=lambda row: time_words(row.get("last_attempt_at"))),
    Column(heading="next try", cell=lambda row: time_words(row.get("next_attempt_at"))),
    column("receiver", heading="receiver id"),
)
ATTEMPT_COLUMNS = (
    column("number", heading="try", right=True),
    Column(heading="at", cell=lambda row: time_words(row.get("started_at"))),
    Column(heading="took", cell=lambda row: f"{row.get('duration_ms', 0):,.0f} ms", right=True),
    Column(heading="answer", cell=answer_words),
    column("address"),
    Column(heading="what happened", cell=what_happened),
)
PLANNED_COLUMNS = (
    column("number", heading="try", right=True),
    Column(heading="planned for", cell=lambda row: time_words(row.get("at"))),
)
_States = click.Choice([state.value for state in DeliveryState])


@click.group()
@common_options
def deliveries() -> None:
    """See what became of each event at each receiver, and do something about it.

    \b
    Example:
      plantstore deliveries list --state exhausted --state retrying
      plantstore deliveries show 1042 rcv_01k8z3
    """


@deliveries.command("list")
@click.option("--receiver", metavar="ID", help="Only those to this receiver.")
@click.option("--state", "states", type=_States, multiple=True, help="Only those in it; can be given several times.")
@click.option("--answer", metavar="5xx|404|deadline", help="Only those that were last answered so.")
@click.option("--event", metavar="EVENT", help="Only those of this event: its number in the log, or its id.")
@click.option("--since", metavar="TIME", callback=time_option, help="Only of plants added since then: 10m, 2h, …")
@click.option(
    "--limit", type=WholeNumber(min=1), default=LIMIT_DEFAULT, metavar="N", help=f"N at most ({LIMIT_DEFAULT})."
)
@with_common
def list_deliveries(
    common: Common,
    /,
    *,
    receiver: str | None,
    states: tuple[str, ...],
    limit: int,
    **filters: str | None,
) -> None:
    """List deliveries, the newest event first.

    \b
    Example:
      plantstore deliveries list --state exhausted --since 2h
      plantstore deliveries list --receiver rcv_01k8z3 --answer 5xx --json
    """
    client = connect(common)
    query = {name: value for name, value in filters.items() if value is not None}
    if states:
        query["state"] = ",".join(states)
    if receiver is not None:
        query["receiver"] = whole_receiver_id(client, receiver)
    found = client.items("/deliveries", query, limit=limit + 1)
    print_list(_first(found, limit), COLUMNS, as_json=common.as_json, nothing="No such deliveries.")
    if next(found, None) is not None:
        say(f"There are more than these {limit}: --limit shows them.", as_json=common.as_json)


@deliveries.command("counts")
@click.option("--receiver", metavar="ID", help="Only those to this receiver; otherwise to all of them.")
@with_common
def counts(common: Common, /, *, receiver: str | None) -> None:
    """Count deliveries by state.

    \b
    Example:
      plantstore deliveries counts
      plantstore deliveries counts --receiver rcv_01k8z3
    """
    client = connect(common)
    found = client.get(
        "/deliveries/counts", {} if receiver is None else {"receiver": whole_receiver_id(client, receiver)}
    )
    print_record(found, as_json=common.as_json, leave_out=() if common.as_json else ("capped_at",))
    if cap := found.get("capped_at"):
        say(f"So many had to be looked at that {cap} stands for {cap:,} or more.", as_json=common.as_json)


@deliveries.command("show")
@click.argument("event", metavar="EVENT")
@click.argument("receiver", metavar="RECEIVER")
@with_common
def show(common: Common, /, *, event: str, receiver: str) -> None:
    """Show what became of EVENT (its number in the log, or its id) at RECEIVER (id or name).

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
    made, planned = delivery["attempts"], delivery["planned"]
    for rows, columns in (
        (_numbered(made, last=delivery["tries"]), ATTEMPT_COLUMNS),
        (_numbered(planned, last=delivery["tries"] + len(planned)), PLANNED_COLUMNS),
    ):
        if rows:
            click.echo()
            print_list(rows, columns, as_json=False, nothing="")


@deliveries.command("retry")
@click.argument("event", metavar="EVENT")
@click.argument("receiver", metavar="RECEIVER")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def retry(common: Common, /, *, event: str, receiver: str, idempotency_key: str | None) -> None:
    """Have EVENT tried again at RECEIVER at once. What was given up begins anew.

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
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def cancel(common: Common, /, *, event: str, receiver: str, idempotency_key: str | None) -> None:
    """Send EVENT to RECEIVER no more. A replay of that one event sends it after all.

    \b
    Example:
      plantstore deliveries cancel 1042 rcv_01k8z3
    """
    client = connect(common)
    _print_changed(
        client.post(f"{_path(client, event, receiver)}/cancellation", None, idempotency_key=idempotency_key), common
    )


@deliveries.command("watch")
@click.option("--receiver", metavar="ID", help="Only what is sent to this receiver.")
@click.option(
    "--state",
    "states",
    type=_States,
    multiple=True,
    help="Only deliveries in it after the attempt; can be given several times.",
)
@click.option("--since", metavar="TIME", callback=time_option, help="Begin with what was sent then: 10m, 2h, …")
@with_common
def watch(common: Common, /, *, receiver: str | None, states: tuple[str, ...], since: str | None) -> None:
    """Follow what is sent, one line for each attempt, until Ctrl-C. A store that is away is waited for.

    With --json, one JSON object a line; the first has "type": "ready".

    \b
    Example:
      plantstore deliveries watch
      plantstore deliveries watch --state retrying --state exhausted --json
    """
    client = connect(common)
    follow(client, Follower(receiver=receiver, states=frozenset(states), since=since), as_json=common.as_json)


def _numbered(rows: list[Row], *, last: int) -> list[Row]:
    """Number the attempts of a delivery up to the last one: a replay begins webhook-attempt at 1 again."""
    return [{**row, "number": number} for number, row in enumerate(rows, last - len(rows) + 1)]


def _first(rows: Iterator[Row], limit: int) -> Iterator[Row]:
    return itertools.islice(rows, limit)


def _path(client: Client, event: str, receiver: str) -> str:
    return f"/deliveries/{segment(event)}/{segment(whole_receiver_id(client, receiver))}"


def _print_changed(delivery: Row, common: Common) -> None:
    if common.as_json:
        print_record(delivery, as_json=True)
    else:
        _print_sentences(delivery)


def _print_sentences(delivery: Row) -> None:
    for sentence in sentences(delivery):
        click.echo(one_line(sentence))
