"""`plantstore activity`: lists who changed what."""

import click

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
@click.option("--actor", metavar="ID", help="Only actions of this token; `store` for what the store did on its own.")
@click.option("--action", metavar="NAME", help="Only this operation, such as removeReceiver.")
@click.option("--since", metavar="TIME", callback=time_option, help="Only actions since then.")
@click.option(
    "--limit", type=WholeNumber(min=1), default=LIMIT_DEFAULT, metavar="N", help=f"At most N rows ({LIMIT_DEFAULT})."
)
@with_common
def list_activity(common: Common, /, *, actor: str | None, action: str | None, since: str | None, limit: int) -> None:
    """List who changed what, newest first.

    \b
    Example:
      plantstore activity list --since 2026-11-20 --action removeReceiver
    """
    filters = {"actor": actor, "action": action, "since": since}
    query = {name: value for name, value in filters.items() if value is not None}
    rows = connect(common).items("/activity", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No matching activity." if query else "No activity yet.")
