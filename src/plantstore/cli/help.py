"""`plantstore help`: the same as --help, and what the exit codes mean."""

import click

from plantstore.cli.exits import MEANINGS
from plantstore.cli.options import Common, common_options, with_common
from plantstore.cli.output import column, print_list


@click.group(name="help", invoke_without_command=True)
@common_options
@click.pass_context
def help_group(context: click.Context) -> None:
    """Print help, or the exit codes.

    \b
    Example:
      plantstore help exit-codes
    """
    if context.invoked_subcommand is None:
        click.echo(context.find_root().get_help())


@help_group.command("exit-codes")
@with_common
def exit_codes(common: Common, /) -> None:
    """Say what each exit code means.

    \b
    Example:
      plantstore help exit-codes
    """
    rows = [{"code": int(code), "meaning": meaning} for code, meaning in MEANINGS.items()]
    print_list(rows, [column("code", right=True), column("meaning")], as_json=common.as_json, nothing="")
