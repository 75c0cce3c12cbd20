"""`plantstore activity`: lists who changed what."""

import re
from collections.abc import Sequence

import click

from plantstore.cli.commands.plants.fields import plant_id
from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.ids import NAMED_KINDS, PERSON, TOKEN, Kind, listed, named, resolve_id
from plantstore.cli.support.options import Common, WholeNumber, common_options, time_option, with_common
from plantstore.cli.support.output import Row, column, print_list
from plantstore.cli.support.server_discovery import connect

LIMIT_DEFAULT = 50
STORE = "store"  # the actor of what the store does on its own
_ID = re.compile(r"[a-z]{3}_\w+|[0-9]+")
COLUMNS = (
    column("time"),
    column("actor_name", heading="who"),
    column("action"),
    column("subject"),
    column("detail"),
)


@click.group()
@common_options
def activity() -> None:
    """List who changed what.

    \b
    Example:
      plantstore activity list --since 2h
    """


@activity.command("list")
@click.option(
    "--actor", metavar="NAME", help="Only actions of this person or token; `store` for what the store did on its own."
)
@click.option("--person", metavar="NAME", help="Only actions of this person, also with a token that belonged to them.")
@click.option("--subject", metavar="NAME", help="Only changes of the object with this id, name or SKU.")
@click.option("--action", metavar="NAME", help="Only this operation, such as removeReceiver.")
@click.option("--since", metavar="TIME", callback=time_option, help="Only actions since then.")
@click.option("--until", metavar="TIME", callback=time_option, help="Only actions before then.")
@click.option(
    "--limit", type=WholeNumber(min=1), default=LIMIT_DEFAULT, metavar="N", help=f"At most N rows ({LIMIT_DEFAULT})."
)
@with_common
def list_activity(
    common: Common,
    /,
    *,
    actor: str | None,
    person: str | None,
    subject: str | None,
    action: str | None,
    since: str | None,
    until: str | None,
    limit: int,
) -> None:
    """List who changed what, newest first.

    \b
    Example:
      plantstore activity list --since 2026-11-20 --action removeReceiver
      plantstore activity list --subject "web shop"
    """
    client = connect(common)
    filters = {"action": action, "since": since, "until": until}
    if actor is not None:
        filters["actor"] = _actor(client, actor)
    if person is not None:
        filters["person"] = resolve_id(client, PERSON, person)
    if subject is not None:
        filters["subject"] = _subject(client, subject)
    query = {name: value for name, value in filters.items() if value is not None}
    rows = client.items("/activity", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No matching activity." if query else "No activity yet.")


def _actor(client: Client, given: str) -> str:
    """Return the id of a person or token given by id or name. Raise Failure if there is none with this name."""
    if given == STORE or _ID.fullmatch(given):
        return given
    found = _named(client, given, (PERSON, TOKEN))
    if found is None:
        raise Failure(
            f"There is no person or token “{given}”.",
            exit_code=Exit.NOT_FOUND,
            next_step="`plantstore people list` and `plantstore tokens list` list them.",
        )
    return found


def _subject(client: Client, given: str) -> str:
    """Return the id of an object given by id, name or SKU; anything else as it is, as alert rules have no other id."""
    if _ID.fullmatch(given):
        return given
    if (found := _named(client, given, NAMED_KINDS)) is not None:
        return found
    try:
        return str(plant_id(client, given))
    except Failure as failure:
        if failure.exit_code not in (Exit.NOT_FOUND, Exit.NOT_ALLOWED):
            raise
    return given


def _named(client: Client, name: str, kinds: Sequence[Kind]) -> str | None:
    """Return the id of the only object of these kinds with a name; None if there is none. Raise WrongUsage if several.

    Kinds that the token may not list are left out.
    """
    found: list[Row] = []
    for kind in kinds:
        try:
            found += named(client.items(kind.path, {}), kind, name)
        except Failure as failure:
            if failure.exit_code != Exit.NOT_ALLOWED:
                raise
    if len(found) > 1:
        raise WrongUsage(
            f"{len(found)} objects are called “{name}”: {listed(found)}.", next_step="Write the id instead."
        )
    return str(found[0]["id"]) if found else None
