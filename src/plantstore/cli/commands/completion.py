"""`plantstore completion`: print what a shell needs to complete commands and options."""

import click
from click.shell_completion import get_completion_class

from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import print_record

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PLANTSTORE_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
@with_common
def completion(common: Common, context: click.Context, /, *, shell: str) -> None:
    """Print the completion of a shell: bash 4.4 or newer, zsh, or fish.

    \b
    Example:
      plantstore completion bash > ~/.local/share/bash-completion/completions/plantstore
      plantstore completion zsh > ~/.zfunc/_plantstore
      plantstore completion fish > ~/.config/fish/completions/plantstore.fish
    """
    made = get_completion_class(shell)
    assert made is not None
    source = made(context.find_root().command, {}, "plantstore", VARIABLE).source()
    if common.as_json:
        print_record({"shell": shell, "source": source}, as_json=True)
    else:
        click.echo(source)
