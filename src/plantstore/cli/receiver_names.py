"""A receiver named on the command line by its id or a prefix of it, and asking before something cannot be undone."""

import functools
import sys

import click

from plantstore.cli.client import Client, segment
from plantstore.cli.exits import Failure, WrongUsage
from plantstore.cli.output import Row
from plantstore.cli.safe_text import one_line
from plantstore.cli.short_ids import resolve
from plantstore.domain.identity import RECEIVER_PREFIX

ID_CHARS = 13  # of 63 bits in base 32


def whole_receiver_id(client: Client, id: str) -> str:
    """Give the whole id of a receiver that was named by a prefix."""
    rows = functools.partial(client.items, "/receivers", {})
    return resolve(id, prefix=RECEIVER_PREFIX, chars=ID_CHARS, noun="receiver", rows=rows)


def receiver_path(client: Client, id: str) -> str:
    return f"/receivers/{segment(whole_receiver_id(client, id))}"


def state_sentences(receiver: Row) -> list[str]:
    """Say why nothing is sent, or not everything, and what to do."""
    id = receiver.get("id", "")
    resume = f"plantstore receivers resume {id}"
    match receiver.get("state"), receiver.get("disabled_reason"):
        case "failing", _:
            why = f"plantstore deliveries list --receiver {id} --state retrying --limit 5"
            return [f"It is called again and again until it answers. Why it fails: {why}", f"Try at once: {resume}"]
        case "disabled", "gone":
            return [f"It answered 410, which asks us to stop. What it is owed is held. Go on: {resume}"]
        case "disabled", _:
            return [f"It gave no answer, or only 503, for five days. What it is owed is held. Go on: {resume}"]
        case "paused", _:
            return [f"What it is owed is held. Go on: {resume}"]
    return []


def check_asking(yes: bool, *, next_step: str) -> None:
    """Refuse at once what must be asked about when nobody is there to be asked."""
    if not yes and not sys.stdin.isatty():
        raise WrongUsage("Nobody is there to be asked.", next_step=next_step)


def confirm(question: str, *, otherwise: str) -> None:
    """Ask, on standard error; without a yes nothing more is done, and `otherwise` says so."""
    if not click.confirm(one_line(question), default=False, err=True):
        raise Failure(otherwise)
