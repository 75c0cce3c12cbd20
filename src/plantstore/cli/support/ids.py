"""Finds objects on the command line: accepts a full id, a unique prefix of one, or the object's name."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.output import Row
from plantstore.domain.public_ids import (
    BULK_EDIT_PREFIX,
    CHANNEL_PREFIX,
    IMPORT_PREFIX,
    PERSON_PREFIX,
    RECEIVER_PREFIX,
    REPLAY_PREFIX,
    SUBSCRIBER_PREFIX,
    TOKEN_PREFIX,
)

NAMED_MAX = 5  # max candidates listed in an error message
RECEIVER_ID_CHARS = 13  # length without the prefix: 63 bits in base 32
ULID_CHARS = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of object that commands select by id.

    `path` is where the API lists them, and `command` what lists them here. `names` are the fields with which one may be
    given instead of its id; empty if objects of this kind have no name. `chars` is the length of an id without prefix.
    """

    noun: str
    plural: str
    prefix: str
    path: str
    command: str
    names: tuple[str, ...] = ("name",)
    chars: int = ULID_CHARS


RECEIVER = Kind(
    noun="receiver",
    plural="receivers",
    prefix=RECEIVER_PREFIX,
    path="/receivers",
    command="receivers list",
    chars=RECEIVER_ID_CHARS,
)
TOKEN = Kind(noun="token", plural="tokens", prefix=TOKEN_PREFIX, path="/tokens", command="tokens list")
PERSON = Kind(
    noun="person",
    plural="people",
    prefix=PERSON_PREFIX,
    path="/people",
    command="people list",
    names=("name", "email"),
)
CHANNEL = Kind(
    noun="channel", plural="channels", prefix=CHANNEL_PREFIX, path="/alert-channels", command="alerts channels list"
)
OPERATIONAL_WEBHOOK = Kind(
    noun="operational webhook",
    plural="operational webhooks",
    prefix=SUBSCRIBER_PREFIX,
    path="/operational-webhooks",
    command="operational-webhooks list",
)
IMPORT = Kind(noun="import", plural="imports", prefix=IMPORT_PREFIX, path="/imports", command="imports list")
BULK_EDIT = Kind(
    noun="bulk edit",
    plural="bulk edits",
    prefix=BULK_EDIT_PREFIX,
    path="/bulk-edits",
    command="bulk-edits list",
    names=(),
)
NAMED_KINDS = (RECEIVER, TOKEN, PERSON, CHANNEL, OPERATIONAL_WEBHOOK, IMPORT)


def replay_kind(receiver_path: str) -> Kind:
    """Return the kind of the replays of one receiver, which is given by its API path."""
    receiver_id = receiver_path.rpartition("/")[2]
    return Kind(
        noun="replay",
        plural="replays",
        prefix=REPLAY_PREFIX,
        path=f"{receiver_path}/replays",
        command=f"replays list --receiver {receiver_id}",
        names=(),
    )


def resolve_id(client: Client, kind: Kind, given: str) -> str:
    """Return the full id for an id, a unique prefix of one, or a name. Raise Failure if none matches or several do.

    Nothing is requested for a full id. The bare prefix of a kind and an empty text are refused, so that an empty
    variable in a script does not select the only object.
    """
    given = given.strip()
    if given.startswith(kind.prefix) and given != kind.prefix:
        if len(given) == len(kind.prefix) + kind.chars:
            return given
        return _id_by_prefix(given, kind, list(client.items(kind.path, {})))
    if not kind.names or given in ("", kind.prefix):
        raise WrongUsage(
            f"“{given}” is not an id: {kind.noun} ids begin with {kind.prefix}.",
            next_step=f"`plantstore {kind.command}` lists them.",
        )
    return _id_by_name(given, kind, list(client.items(kind.path, {})))


def object_path(client: Client, kind: Kind, given: str) -> str:
    """Return the API path of an object given by id, prefix or name."""
    return f"{kind.path}/{segment(resolve_id(client, kind, given))}"


def resolve_receiver_id(client: Client, given: str) -> str:
    """Return the full id of a receiver given by id, prefix or name."""
    return resolve_id(client, RECEIVER, given)


def receiver_path(client: Client, given: str) -> str:
    """Return the API path of a receiver given by id, prefix or name."""
    return object_path(client, RECEIVER, given)


def named(rows: Iterable[Row], kind: Kind, name: str) -> list[Row]:
    """Return the objects with the given name: those that match exactly, otherwise those that match without case."""
    rows = list(rows)
    return [row for row in rows if name in _names_of(row, kind)] or [
        row for row in rows if name.casefold() in (one.casefold() for one in _names_of(row, kind))
    ]


def listed(rows: Sequence[Row]) -> str:
    """Return the ids and names of the first NAMED_MAX rows as text."""
    shown = [f"{row['id']} ({row['name']})" if row.get("name") else str(row["id"]) for row in rows[:NAMED_MAX]]
    return ", ".join(shown) + (" …" if len(rows) > NAMED_MAX else "")


def _id_by_prefix(given: str, kind: Kind, rows: Sequence[Row]) -> str:
    candidates = [row for row in rows if str(row.get("id", "")).startswith(given)]
    if not candidates:
        raise Failure(
            f"There is no {kind.noun} {given}….",
            exit_code=Exit.NOT_FOUND,
            next_step=f"`plantstore {kind.command}` lists them all.",
        )
    if len(candidates) > 1:
        raise WrongUsage(
            f"{given}… matches {len(candidates)} {kind.plural}: {listed(candidates)}.",
            next_step="Write more of the id.",
        )
    return str(candidates[0]["id"])


def _id_by_name(name: str, kind: Kind, rows: Sequence[Row]) -> str:
    matches = named(rows, kind, name)
    if len(matches) > 1:
        raise WrongUsage(
            f"{len(matches)} {kind.plural} are called “{name}”: {listed(matches)}.",
            next_step="Write the id instead.",
        )
    if not matches:
        raise Failure(
            f"There is no {kind.noun} “{name}”.{_suggestion(name, kind, rows)}",
            exit_code=Exit.NOT_FOUND,
            next_step=f"`plantstore {kind.command}` lists ids and names.",
        )
    return str(matches[0]["id"])


def _suggestion(name: str, kind: Kind, rows: Iterable[Row]) -> str:
    """Return a question that suggests objects whose name contains or resembles `name`; empty if there are none."""
    wanted = name.casefold()
    by_name = {one.casefold(): row for row in rows for one in _names_of(row, kind)}
    similar = [other for other in by_name if wanted in other]
    similar += [other for other in difflib.get_close_matches(wanted, by_name, NAMED_MAX) if other not in similar]
    found = {row["id"]: row for row in (by_name[other] for other in similar)}
    return f" Did you mean {listed(list(found.values()))}?" if found else ""


def _names_of(row: Row, kind: Kind) -> list[str]:
    return [str(row[field]) for field in kind.names if row.get(field)]
