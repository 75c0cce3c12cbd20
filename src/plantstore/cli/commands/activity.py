"""`plantstore activity`: who did what."""

import click

from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import column, print_list
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.times import time_option

LIMIT = 50  # lines, unless said: a year's list is long
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
    """See who did what.

    \b
    Example:
      plantstore activity list --since 2h
    """


@activity.command("list")
@click.option("--actor", metavar="ID", help="Only what this token did; `store`: what the store did by itself.")
@click.option("--action", metavar="NAME", help="Only this operation, such as removeReceiver.")
@click.option("--since", metavar="TIME", callback=time_option, help="Only what was done since then.")
@click.option("--limit", type=WholeNumber(min=1), default=LIMIT, metavar="N", help=f"N lines at most ({LIMIT}).")
@with_common
def list_activity(common: Common, /, *, actor: str | None, action: str | None, since: str | None, limit: int) -> None:
    """List who did what, the newest first.

    \b
    Example:
      plantstore activity list --since 2026-11-20 --action removeReceiver
    """
    query = {"actor": actor, "action": action, "since": since}
    asked = {name: value for name, value in query.items() if value is not None}
    rows = connect(common).items("/activity", asked, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, nothing="Nothing fits." if asked else "Nothing was done.")
