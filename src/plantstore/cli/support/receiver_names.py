"""A receiver given on the command line by id, prefix of it or name, and asking before something cannot be undone."""

import difflib
import functools
import sys

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.output import Row
from plantstore.cli.support.safe_text import one_line
from plantstore.cli.support.short_ids import NAMED_MAX, named, resolve
from plantstore.domain.public_ids import RECEIVER_PREFIX

ID_CHARS = 13  # of 63 bits in base 32


def whole_receiver_id(client: Client, id: str) -> str:
    """Return the id of a receiver that was given by its id, a unique prefix of it, or a name only it has."""
    rows = functools.partial(client.items, "/receivers", {})
    if id.startswith(RECEIVER_PREFIX) or not id.strip():
        return resolve(id, prefix=RECEIVER_PREFIX, chars=ID_CHARS, noun="receiver", rows=rows)
    return _id_by_name(id.strip(), list(rows()))


def _id_by_name(name: str, receivers: list[Row]) -> str:
    """Return the id of the one receiver of that name; upper and lower case only matter where two differ in it."""
    fitting = [one for one in receivers if one.get("name") == name] or [
        one for one in receivers if str(one.get("name", "")).casefold() == name.casefold()
    ]
    if len(fitting) > 1:
        raise WrongUsage(
            f"{len(fitting)} receivers are called “{name}”: {named(fitting)}.", next_step="Write the id of one of them."
        )
    if not fitting:
        raise Failure(
            f"There is no receiver “{name}”.{_offer(name, receivers)}",
            exit_code=Exit.NOT_FOUND,
            next_step="`plantstore receivers list` shows ids and names; write one of them.",
        )
    return str(fitting[0]["id"])


def _offer(name: str, receivers: list[Row]) -> str:
    """Name those that may be meant: whose name holds what was given, or is much like it."""
    wanted, by_name = name.casefold(), {str(one.get("name", "")).casefold(): one for one in receivers}
    alike = [one for one in by_name if wanted in one]
    alike += [one for one in difflib.get_close_matches(wanted, by_name, NAMED_MAX) if one not in alike]
    return f" Did you mean {named([by_name[one] for one in alike])}?" if alike else ""


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
