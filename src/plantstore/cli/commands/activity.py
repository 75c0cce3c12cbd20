"""`plantstore activity`: lists who changed what."""

import click

from plantstore.cli.commands.people import resolve_person_id
from plantstore.cli.support.options import Common, WholeNumber, common_options, time_option, with_common
from plantstore.cli.support.output import column, print_list
from plantstore.cli.support.server_discovery import connect

LIMIT_DEFAULT = 50
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
    "--actor", metavar="ID", help="Only actions of this person or token; `store` for what the store did on its own."
)
@click.option("--person", metavar="NAME", help="Only actions of this person, also with a token that belonged to them.")
@click.option("--subject", metavar="ID", help="Only changes of the object with this id.")
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
    """
    client = connect(common)
    filters = {"actor": actor, "subject": subject, "action": action, "since": since, "until": until}
    if person is not None:
        filters["person"] = resolve_person_id(client, person)
    query = {name: value for name, value in filters.items() if value is not None}
    rows = client.items("/activity", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No matching activity." if query else "No activity yet.")
