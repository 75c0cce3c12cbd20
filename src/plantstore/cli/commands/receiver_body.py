"""`plantstore receivers try-body`, and the options that say what a request to a receiver contains."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ParamSpec, TypeVar

import click

from plantstore.cli.commands.plants.fields import plant_id
from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, with_common
from plantstore.cli.support.output import Row, print_note, print_record, printable
from plantstore.cli.support.server_discovery import connect, read_small_file
from plantstore.domain.receivers.bodies.expression import EXPRESSION_CHARS_MAX
from plantstore.domain.receivers.receiver import Payload

PREVIEWS = "/receivers/body-previews"
TRIED_MAX = 100  # most events that one command tries; each is a request
FAILED = "body_failed"  # the outcome that such a delivery has

P = ParamSpec("P")
R = TypeVar("R")


def is_for_chat(payload: str | None) -> bool:
    """True if --payload is a chat service, whose URL is a secret."""
    return payload is not None and Payload(payload).chat is not None


def payload_options(command: Callable[P, R]) -> Callable[P, R]:
    """Add the options that say what each request contains; the store checks the expression."""
    options = (
        click.option(
            "--payload",
            type=click.Choice([payload.value for payload in Payload]),
            help="What a request contains (default full; expression if one is given).",
        ),
        click.option("--expression", metavar="TEXT", help="JMESPath that makes the body, such as '{title: name}'."),
        click.option("--expression-file", metavar="FILE", help="The same from a file; - is standard input."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def given_payload(given: dict[str, Any]) -> dict[str, Any]:
    """Replace the options of `payload_options` by the fields of the API."""
    text, name = given.pop("expression", None), given.pop("expression_file", None)
    if text is not None and name is not None:
        raise WrongUsage("The expression is given twice.", next_step="Give --expression or --expression-file.")
    if name is not None:
        text = read_small_file(name, chars_max=EXPRESSION_CHARS_MAX + 2).strip()
    if text is None:
        return given
    return {"payload": Payload.EXPRESSION.value} | given | {"payload_expression": text}


@click.command("try-body")
@payload_options
@click.option("--plant", metavar="ID|SKU", help="Use the event of this plant.")
@click.option("--event", metavar="SEQUENCE|ID", help="Use this event.")
@click.option("--last", type=WholeNumber(1, TRIED_MAX), metavar="N", help=f"Use the newest N, at most {TRIED_MAX}.")
@with_common
@click.pass_context
def try_body(
    context: click.Context,
    common: Common,
    /,
    *,
    plant: str | None,
    event: str | None,
    last: int | None,
    **payload: str | None,
) -> None:
    """Print the body that a payload or an expression makes of an event (default: the newest). Nothing is changed.

    With --last, each line is the sequence of an event and its body. Exit code 1 if an event gets no body: its delivery
    would end with the outcome body_failed.

    \b
    Example:
      plantstore receivers try-body --expression '{id: id, title: name}'
      plantstore receivers try-body --expression-file body.jmespath --plant MON-15
      plantstore receivers try-body --payload basic --last 20
    """
    if (plant, event, last).count(None) < 2:
        raise WrongUsage("--plant, --event and --last exclude each other.", next_step="Give one of them.")
    body = given_payload({name: value for name, value in payload.items() if value is not None})
    if not body:
        raise WrongUsage("There is nothing to try.", next_step="Add --expression or --payload.")
    client = connect(common)
    tried: Iterable[tuple[int | None, int | None]]
    tried = [(None, _plant_id(client, plant, event))] if last is None else _newest(client, last)
    failed = False
    for sequence, of_plant in tried:
        chosen = {} if of_plant is None else {"plant_id": of_plant}
        found = client.post(PREVIEWS, {**body, **chosen}, idempotency_key=None)
        failed |= found["problem"] is not None
        if common.as_json:
            print_record(found, as_json=True)
        elif sequence is None:
            _print_body(found)
        else:
            click.echo(f"{sequence}  {printable(_failure(found) or found['body'] or '')}")
    context.exit(Exit.FAILED if failed else Exit.DONE)


def _plant_id(client: Client, plant: str | None, event: str | None) -> int | None:
    """Return the plant that was given, or that of the event; None if neither was. Raise Failure if it was erased."""
    if plant is not None:
        return plant_id(client, plant)
    if event is None:
        return None
    found = client.get(f"/events/{segment(event)}")
    if not found.get("plant"):
        raise Failure(f"Event {event} was erased.", exit_code=Exit.NOT_FOUND, next_step="Choose a newer one.")
    return int(found["plant"]["id"])


def _newest(client: Client, count: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the sequence and the plant of each of the newest events that has a body, oldest first."""
    head = client.get("/events", {"limit": "1"})["head"]
    for event in client.items("/events", {"after": str(max(0, head - count))}, limit=count):
        if event.get("plant"):
            yield event["sequence"], event["plant"]["id"]


def _print_body(found: Row) -> None:
    """Print the body alone on standard output, so that it can be piped; why there is none on standard error."""
    if failure := _failure(found):
        click.echo(printable(failure), err=True)
        return
    print_note(f"Plant {found['plant_id']}, event {found['event_id']}, {found['body_bytes']:,} bytes.")
    if found["body"] is None:
        print_note("The body is not shown: the token lacks the scope events:read.")
    else:
        click.echo(printable(found["body"]))


def _failure(found: Row) -> str:
    return f"{FAILED}: {found['problem']}" if found["problem"] is not None else ""
