"""`plantstore receivers` edit, pause, resume: how fast a receiver is told, and whether at all."""

import math
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

import click

from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, with_common
from plantstore.cli.support.output import print_record, say
from plantstore.cli.support.receiver_names import check_asking, confirm, receiver_path
from plantstore.cli.support.server_discovery import connect, read_small
from plantstore.domain.receiver import Payload

NO_LIMIT = "none"

P = ParamSpec("P")
R = TypeVar("R")


def limit_options(*, ordered_flag: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Add the options that bound what flows to a receiver; the store judges their values."""
    options = (
        click.option(ordered_flag, "ordered", is_flag=True, default=None, help="One at a time, in sequence, or not."),
        click.option("--max-concurrency", type=WholeNumber(min=1), metavar="N", help="Requests to it at once."),
        click.option(
            "--max-rate",
            callback=lambda _, __, text: _read_rate(text),
            metavar="N|none",
            help="Requests per second at most; none takes the limit away.",
        ),
        click.option(
            "--deadline",
            "deadline_s",
            callback=lambda _, __, text: None if text is None else _read_number(text),
            metavar="SECONDS",
            help="Longest attempt, 3 to 30.",
        ),
    )

    def add(function: Callable[P, R]) -> Callable[P, R]:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def given_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Give the fields that were named, as the API takes them."""
    given = {name: value for name, value in fields.items() if value is not None}
    return given | {"max_rate": None} if given.get("max_rate") == NO_LIMIT else given


@click.command("edit")
@click.argument("id")
@click.option("--name", help="What people call it.")
@click.option("--new-url", "url", metavar="URL", help="Where it is called from now on.")
@click.option("--payload", type=click.Choice([payload.value for payload in Payload]))
@click.option("--access-token-file", metavar="FILE", help="Bearer token that it expects; - is standard input.")
@limit_options(ordered_flag="--ordered/--unordered")
@with_common
def edit(common: Common, /, *, id: str, access_token_file: str | None, **fields: Any) -> None:
    """Change what is named of the receiver ID; the rest stays.

    \b
    Example:
      plantstore receivers edit rcv_01k8z3 --max-rate 5 --max-concurrency 2
      plantstore receivers edit rcv_01k8z3 --max-rate none --unordered
    """
    body = given_fields(fields)
    if access_token_file is not None:
        body["access_token"] = read_small(access_token_file).strip()
    if not body:
        raise WrongUsage("Nothing is to be changed.", next_step="`plantstore receivers edit --help` lists the options.")
    client = connect(common)
    receiver = client.patch(receiver_path(client, id), body)
    say(f"Changed “{receiver.get('name', '')}”.", as_json=common.as_json)
    print_record(receiver, as_json=common.as_json)


@click.command("pause")
@click.argument("id")
@with_common
def pause(common: Common, /, *, id: str) -> None:
    """Send nothing more to the receiver ID until it is resumed. What it is owed is held, and nothing is lost.

    \b
    Example:
      plantstore receivers pause rcv_01k8z3
    """
    client = connect(common)
    receiver = client.call(f"{receiver_path(client, id)}/pause")
    say(
        f"Paused “{receiver.get('name', '')}”. Go on: plantstore receivers resume {receiver.get('id', id)}",
        as_json=common.as_json,
    )
    print_record(receiver, as_json=common.as_json)


@click.command("resume")
@click.argument("id")
@click.option("--skip", is_flag=True, help="Cancel everything that it is owed, and begin with the next plant.")
@with_common
def resume(common: Common, /, *, id: str, skip: bool) -> None:
    """Go on with the receiver ID, at once, whether it was paused, is failing or was disabled.

    Everything it is owed is sent. With --skip it is cancelled instead, for good; that asks first.

    \b
    Example:
      plantstore receivers resume rcv_01k8z3
      plantstore receivers resume rcv_01k8z3 --skip --yes
    """
    if skip:
        check_asking(common.yes, next_step="Add --yes to cancel what the receiver is owed.")
    client = connect(common)
    path = receiver_path(client, id)
    if skip and not common.yes:
        receiver = client.get(path)
        cost = f"{receiver.get('lag', 0):,} owed to “{receiver.get('name', '')}” ({receiver['id']})"
        confirm(f"Cancel {cost} for good?", otherwise="Nothing was cancelled, and nothing resumed.")
    resumed = client.delete(f"{path}/pause", {"held": "skip"} if skip else None)
    say(_resumed_words(resumed, skip=skip), as_json=common.as_json)
    print_record(resumed, as_json=common.as_json)


def _resumed_words(resumed: Mapping[str, Any], *, skip: bool) -> str:
    then = f"{resumed.get('skipped', 0):,} cancelled" if skip else f"{resumed.get('lag', 0):,} to send"
    return f"Resumed “{resumed.get('name', '')}”: {then}."


def _read_rate(text: str | None) -> float | str | None:
    return text if text in (None, NO_LIMIT) else _read_number(text.removesuffix("/s"))


def _read_number(text: str) -> float:
    """Read a positive decimal; the store says which it takes."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(f"{text!r} is no number such as 5 or 0.5.")
    return number


COMMANDS = (edit, pause, resume)
