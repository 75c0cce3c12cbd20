"""`plantstore alerts`: messages to people about problems, and the channels that they go through."""

import click

from plantstore.cli.commands.alert_channels import channels
from plantstore.cli.support.options import common_options


@click.group()
@common_options
def alerts() -> None:
    """Manage the messages that people get about problems.

    \b
    Example:
      plantstore alerts channels list
    """


alerts.add_command(channels)
