"""Commands about the program itself, which need no store: `help`, `version`, `completion` and `receiving print`."""

import platform
from importlib.resources import files

import click
from click.shell_completion import get_completion_class

from plantstore import __version__
from plantstore.cli.support.exit_codes import MEANINGS
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import column, print_list, print_record

SHELLS = ("bash", "zsh", "fish")
COMPLETION_VARIABLE = "_PLANTSTORE_COMPLETE"
RECEIVING_FILE = "receiving.py"


class HelpTopics(click.Group):
    """The `help` group. Besides its own subcommands, every command of the program is a help topic."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        topic = super().get_command(ctx, cmd_name)
        root = ctx.find_root()
        if topic is not None or not isinstance(root.command, click.Group):
            return topic
        return _help_of(root, cmd_name)


@click.group(name="help", cls=HelpTopics, invoke_without_command=True)
@common_options
@click.pass_context
def help_group(context: click.Context) -> None:
    """Print help for the program or for one command, or the list of exit codes.

    \b
    Example:
      plantstore help receivers add
      plantstore help exit-codes
    """
    if context.invoked_subcommand is None:
        click.echo(context.find_root().get_help())


def _help_of(root: click.Context, name: str) -> click.Command | None:
    """Return a command that prints the help of the command `name` or of a subcommand; None if there is no such command.

    The arguments of the returned command name the subcommand.
    """

    @click.command(name, context_settings={"help_option_names": []})
    @click.argument("names", nargs=-1)
    def command(names: tuple[str, ...]) -> None:
        context = root
        for part in (name, *names):
            group = context.command
            subcommand = group.get_command(context, part) if isinstance(group, click.Group) else None
            if subcommand is None:
                raise click.UsageError(f"No such command '{' '.join((name, *names))}'.")
            context = click.Context(subcommand, info_name=part, parent=context)
        click.echo(context.get_help())

    exists = isinstance(root.command, click.Group) and root.command.get_command(root, name) is not None
    return command if exists else None


@help_group.command("exit-codes")
@with_common
def exit_codes(common: Common, /) -> None:
    """List the exit codes and what they mean.

    \b
    Example:
      plantstore help exit-codes
    """
    rows = [{"code": int(code), "meaning": meaning} for code, meaning in MEANINGS.items()]
    print_list(rows, [column("code", right=True), column("meaning")], as_json=common.as_json, empty="")


@click.command()
@with_common
def version(common: Common, /) -> None:
    """Print the version.

    \b
    Example:
      plantstore version --json
    """
    if common.as_json:
        print_record({"version": __version__, "python": platform.python_version()}, as_json=True)
    else:
        click.echo(f"plantstore {__version__}")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
@with_common
def completion(common: Common, context: click.Context, /, *, shell: str) -> None:
    """Print the completion script for a shell: bash 4.4 or newer, zsh, or fish.

    \b
    Example:
      plantstore completion bash > ~/.local/share/bash-completion/completions/plantstore
      plantstore completion zsh > ~/.zfunc/_plantstore
      plantstore completion fish > ~/.config/fish/completions/plantstore.fish
    """
    completion_class = get_completion_class(shell)
    assert completion_class is not None
    source = completion_class(context.find_root().command, {}, "plantstore", COMPLETION_VARIABLE).source()
    if common.as_json:
        print_record({"shell": shell, "source": source}, as_json=True)
    else:
        click.echo(source)


@click.group()
@common_options
def receiving() -> None:
    """Print the Python helper that verifies requests on the receiver's side.

    \b
    Example:
      plantstore receiving print > receiving.py
    """


@receiving.command("print")
@with_common
def print_source(common: Common, /) -> None:
    """Print the source code of the helper, to be copied into any Python project.

    It only needs Python's standard library.

    \b
    Example:
      plantstore receiving print > receiving.py
    """
    source = files("plantstore").joinpath(RECEIVING_FILE).read_bytes()
    if common.as_json:
        print_record({"file": RECEIVING_FILE, "source": source.decode()}, as_json=True)
    else:
        click.echo(source, nl=False)  # printed as bytes, so that the terminal's encoding does not alter it
