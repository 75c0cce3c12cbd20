"""`plantstore alerts`: messages to people about problems, their rules, and the channels that they go through."""

from typing import Any

import click

from plantstore.cli.commands.alert_channels import channels
from plantstore.cli.support.client import segment
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.ids import CHANNEL, resolve_id
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import Row, column, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.alerts.rules import RuleKey

_PROBLEMS = (
    column("id"),
    column("severity"),
    column("title"),
    column("detail"),
    column("began_at", heading="since"),
    column("ended_at", heading="ended"),
    column("acknowledged_by_name", heading="acknowledged by"),
)
_RULES = (column("rule"), column("enabled"), column("threshold"), column("sentence"), column("channels"))
_RULE = click.argument("rule", type=click.Choice([rule.value for rule in RuleKey]))
_SHOWN_MAX = 100


@click.group()
@common_options
def alerts() -> None:
    """Show problems and acknowledge them, and manage the messages that people get about them.

    \b
    Example:
      plantstore alerts list
      plantstore alerts acknowledge inc_01kjxsnhx04t8gcvq1mz7b5e3d
    """


alerts.add_command(channels)


@alerts.command("list")
@click.option("--all", "everything", is_flag=True, help="Ended problems too.")
@with_common
def list_problems(common: Common, /, *, everything: bool) -> None:
    """List the open problems, the newest first.

    \b
    Example:
      plantstore alerts list --all
    """
    query = {"limit": str(_SHOWN_MAX)} | ({} if everything else {"state": "open"})
    found = connect(common).get("/alerts", query)
    print_list(found["items"], _PROBLEMS, as_json=common.as_json, empty="No problems.")


@alerts.command("acknowledge")
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@with_common
def acknowledge(common: Common, /, *, ids: tuple[str, ...]) -> None:
    """Acknowledge open problems: no more reminders of them are sent.

    \b
    Example:
      plantstore alerts acknowledge inc_01kjxsnhx04t8gcvq1mz7b5e3d
    """
    client = connect(common)
    for one in ids:
        problem = client.call(f"/alerts/{segment(one)}/acknowledgement")
        print_note(f"Acknowledged: {problem['title']}.", as_json=common.as_json)
        if common.as_json:
            print_record(problem, as_json=True)


@alerts.command("mute")
@click.argument("id")
@click.option("--hours", type=click.IntRange(0, 168), default=2, show_default=True, help="0 ends the mute.")
@with_common
def mute(common: Common, /, *, id: str, hours: int) -> None:
    """Send no reminder of a problem for some hours.

    \b
    Example:
      plantstore alerts mute inc_01kjxsnhx04t8gcvq1mz7b5e3d --hours 8
    """
    problem = connect(common).post(f"/alerts/{segment(id)}/mute", {"hours": hours}, idempotency_key=None)
    print_record(problem, as_json=common.as_json)


@alerts.command("rules")
@with_common
def rules(common: Common, /) -> None:
    """List the rules: when problems are reported, and through how many channels.

    \b
    Example:
      plantstore alerts rules
    """
    found = connect(common).get("/alert-rules")["items"]
    print_list([_shown(one, common) for one in found], _RULES, as_json=common.as_json, empty="No rules.")


@alerts.command("set")
@_RULE
@click.option("--threshold", type=int, help="In the rule's unit.")
@click.option("--default-threshold", is_flag=True, help="Use the default threshold again.")
@click.option("--on/--off", "enabled", default=None, help="Switch the rule, or with --channel whether that gets it.")
@click.option("--channel", "given_channels", multiple=True, metavar="NAME", help="Change only these channels.")
@with_common
def set_rule(
    common: Common,
    /,
    *,
    rule: str,
    threshold: int | None,
    default_threshold: bool,
    enabled: bool | None,
    given_channels: tuple[str, ...],
) -> None:
    """Change a rule: its threshold, whether it is on, or which channels get it.

    \b
    Example:
      plantstore alerts set receiver_failing --threshold 30
      plantstore alerts set audit --off --channel "#shop-alerts"
    """
    body: dict[str, Any] = {}
    if threshold is not None or default_threshold:
        body["threshold"] = None if default_threshold else threshold
    if given_channels and enabled is None:
        raise WrongUsage("--channel needs --on or --off.")
    if enabled is not None and not given_channels:
        body["enabled"] = enabled
    if not body and not given_channels:
        raise WrongUsage("Nothing to change.", next_step="Add --threshold, --on or --off.")
    client = connect(common)
    if given_channels:
        body["channels"] = {resolve_id(client, CHANNEL, one): enabled for one in given_channels}
    changed = client.patch(f"/alert-rules/{segment(rule)}", body)
    print_record(_shown(changed, common), as_json=common.as_json)


@alerts.command("try")
@_RULE
@click.option("--threshold", type=int, help="In the rule's unit (default: the present one).")
@with_common
def try_rule(common: Common, /, *, rule: str, threshold: int | None) -> None:
    """Show what a rule would find now. Nothing is stored or sent.

    \b
    Example:
      plantstore alerts try receiver_failing --threshold 5
    """
    found = connect(common).post(
        f"/alert-rules/{segment(rule)}/preview", {"threshold": threshold}, idempotency_key=None
    )
    print_record(found, as_json=common.as_json)


@alerts.command("backup-made")
@with_common
def backup_made(common: Common, /) -> None:
    """Note that another tool, such as pg_dump, has made a backup now.

    \b
    Example:
      pg_dump plants > /backups/plants.sql && plantstore alerts backup-made
    """
    print_record(connect(common).call("/backups"), as_json=common.as_json)


def _shown(rule: Row, common: Common) -> Row:
    """Return a rule for a table: its threshold with the unit, and how many channels get it."""
    if common.as_json:
        return rule
    limits, wanted = rule.get("threshold"), rule.get("channels") or {}
    threshold = f"{limits['value']:,} {limits['unit']}" if limits else ""
    return {**rule, "threshold": threshold, "channels": f"{sum(wanted.values())} of {len(wanted)}"}
