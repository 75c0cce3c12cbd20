"""`plantstore version`."""

import platform

import click

from plantstore import __version__
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import print_record


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
