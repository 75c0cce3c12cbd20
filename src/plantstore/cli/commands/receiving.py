"""`plantstore receiving print`: the helper for the receiver's side, as the one file that it is."""

from importlib.resources import files

import click

from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import print_record

FILE = "receiving.py"


@click.group()
@common_options
def receiving() -> None:
    """Print the helper for the receiver's side.

    \b
    Example:
      plantstore receiving print > receiving.py
    """


@receiving.command("print")
@with_common
def print_source(common: Common, /) -> None:
    """Print the source of the helper that verifies requests, to be copied into any Python project.

    It needs nothing but Python's standard library.

    \b
    Example:
      plantstore receiving print > receiving.py
    """
    source = files("plantstore").joinpath(FILE).read_bytes()
    if common.as_json:
        print_record({"file": FILE, "source": source.decode()}, as_json=True)
    else:
        click.echo(source, nl=False)  # as bytes: a copy must not depend on the terminal's encoding
