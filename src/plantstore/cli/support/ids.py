"""Resolves ids on the command line: accepts a full id, a unique prefix of one, or a receiver's name."""

import difflib
import functools
from collections.abc import Callable, Iterable

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.output import Row
from plantstore.domain.public_ids import RECEIVER_PREFIX

NAMED_MAX = 5  # max candidates listed in an error message
RECEIVER_ID_CHARS = 13  # length without the prefix: 63 bits in base 32
ULID_CHARS = 26


def resolve_id(
    given: str, *, prefix: str, noun: str, rows: Callable[[], Iterable[Row]], chars: int = ULID_CHARS
) -> str:
    """Return the full id for an id or a unique prefix of one. Raise Failure if no item matches or several do.

    `rows` lists the candidates; it is called only if `given` is shorter than a full id. The bare type prefix is
    refused, so that an empty variable in a script does not select the only item.
    """
    if not given.startswith(prefix) or given == prefix:
        raise WrongUsage(
            f"“{given}” is not an id: {noun} ids begin with {prefix}.",
            next_step=f"`plantstore {noun}s list` lists them.",
        )
    if len(given) == len(prefix) + chars:
        return given
    candidates = [row for row in rows() if str(row.get("id", "")).startswith(given)]
    if not candidates:
        raise Failure(
            f"There is no {noun} {given}….",
            exit_code=Exit.NOT_FOUND,
            next_step=f"`plantstore {noun}s list` lists them all.",
        )
    if len(candidates) > 1:
        raise WrongUsage(
            f"{given}… matches {len(candidates)} {noun}s: {_names(candidates)}.", next_step="Write more of the id."
        )
    return str(candidates[0]["id"])


def resolve_receiver_id(client: Client, given: str) -> str:
    """Return the full id of a receiver given by its id, a unique prefix of the id, or its name if that is unique."""
    rows = functools.partial(client.items, "/receivers", {})
    if given.startswith(RECEIVER_PREFIX) or not given.strip():
        return resolve_id(given, prefix=RECEIVER_PREFIX, chars=RECEIVER_ID_CHARS, noun="receiver", rows=rows)
    return _id_by_name(given.strip(), list(rows()))


def receiver_path(client: Client, given: str) -> str:
    """Return the API path of a receiver given by id, prefix or name."""
    return f"/receivers/{segment(resolve_receiver_id(client, given))}"


def _id_by_name(name: str, receivers: list[Row]) -> str:
    """Return the id of the only receiver with the given name: an exact match, otherwise one that ignores case."""
    matches = [row for row in receivers if row.get("name") == name] or [
        row for row in receivers if str(row.get("name", "")).casefold() == name.casefold()
    ]
    if len(matches) > 1:
        raise WrongUsage(
            f"{len(matches)} receivers are called “{name}”: {_names(matches)}.", next_step="Write the id instead."
        )
    if not matches:
        raise Failure(
            f"There is no receiver “{name}”.{_suggestion(name, receivers)}",
            exit_code=Exit.NOT_FOUND,
            next_step="`plantstore receivers list` lists ids and names.",
        )
    return str(matches[0]["id"])


def _suggestion(name: str, receivers: list[Row]) -> str:
    """Return a question that suggests receivers whose name contains or resembles `name`; empty if there are none."""
    wanted, by_name = name.casefold(), {str(row.get("name", "")).casefold(): row for row in receivers}
    similar = [other for other in by_name if wanted in other]
    similar += [other for other in difflib.get_close_matches(wanted, by_name, NAMED_MAX) if other not in similar]
    return f" Did you mean {_names([by_name[other] for other in similar])}?" if similar else ""


def _names(rows: list[Row]) -> str:
    """Return the ids and names of the first NAMED_MAX rows as text."""
    shown = [f"{row['id']} ({row.get('name', '')})" for row in rows[:NAMED_MAX]]
    return ", ".join(shown) + (" …" if len(rows) > NAMED_MAX else "")
