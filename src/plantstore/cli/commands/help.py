"""`plantstore help`: the same as --help, and what the exit codes mean."""

import click

from plantstore.cli.support.exit_codes import MEANINGS
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import column, print_list


class Topics(click.Group):
    """Knows its own topics, and every command of the program as one more."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        topic = super().get_command(ctx, cmd_name)
        root = ctx.find_root()
        if topic is not None or not isinstance(root.command, click.Group):
            return topic
        return _helping(root, cmd_name)


@click.group(name="help", cls=Topics, invoke_without_command=True)
@common_options
@click.pass_context
def help_group(context: click.Context) -> None:
    """Print help, that of one command, or the exit codes.

    \b
    Example:
      plantstore help receivers add
      plantstore help exit-codes
    """
    if context.invoked_subcommand is None:
        click.echo(context.find_root().get_help())


def _helping(root: click.Context, name: str) -> click.Command | None:
    """Make a command that prints the help of another one, which may be named by several words."""

    @click.command(name, context_settings={"help_option_names": []})
    @click.argument("names", nargs=-1)
    def command(names: tuple[str, ...]) -> None:
        context = root
        for part in (name, *names):
            group = context.command
            below = group.get_command(context, part) if isinstance(group, click.Group) else None
            if below is None:
                raise click.UsageError(f"No such command '{' '.join((name, *names))}'.")
            context = click.Context(below, info_name=part, parent=context)
        click.echo(context.get_help())

    known = isinstance(root.command, click.Group) and root.command.get_command(root, name) is not None
    return command if known else None


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
