"""The `plantstore` command: lists its subcommands, runs one, and turns every outcome into an exit code.

A subcommand's module is imported only when the subcommand is called, so `plantstore --version` loads neither the
server nor the client.
"""

import importlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from plantstore import __version__
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.options import common_options
from plantstore.cli.support.output import UNWRITABLE, discard_output, prepare_streams, print_problem

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A subcommand: its module, its name in that module, and its line in the list of commands."""

    module: str
    name: str
    help: str


ENTRIES: Mapping[str, Entry] = {
    "serve": Entry(module="serve", name="serve", help="Start the store: catalogue, API and deliveries."),
    "check": Entry(module="serve", name="check", help="Check the settings without starting anything."),
    "setup": Entry(module="setup", name="setup", help="Set up a machine that runs the store as a service."),
    "demo": Entry(module="demo", name="demo", help="Show in half a minute that no event is lost when receivers fail."),
    "console": Entry(module="tokens", name="console", help="Print a sign-in link for the web console."),
    "plants": Entry(module="plants.group", name="plants", help="Add, list, edit, import and export plants."),
    "imports": Entry(module="imports", name="imports", help="List, cancel and undo imports."),
    "bulk-edits": Entry(module="bulk_edits", name="bulk_edits", help="List, cancel and undo bulk edits."),
    "watch-list": Entry(module="watch_list", name="watch_list", help="Names of plants that you want to be warned of."),
    "receivers": Entry(module="receivers", name="receivers", help="Manage the receivers of new plants."),
    "listen": Entry(module="listen", name="listen", help="Receive events on this machine, to try out a receiver."),
    "verify": Entry(module="verify", name="verify", help="Check a copied request's signature, and say why it fails."),
    "replay": Entry(module="replays", name="replay", help="Send a range of events to a receiver again."),
    "replays": Entry(module="replays", name="replays", help="List, show and cancel replays."),
    "deliveries": Entry(module="deliveries", name="deliveries", help="List, retry, cancel and watch deliveries."),
    "events": Entry(module="events", name="events", help="List and show events, and send one again."),
    "operational-webhooks": Entry(
        module="operational_webhooks",
        name="operational_webhooks",
        help="Notify programs of events of the store itself.",
    ),
    "status": Entry(module="status", name="status", help="Show the store's status; exit code 1 if something is wrong."),
    "alerts": Entry(module="alerts", name="alerts", help="Manage the messages that people get about problems."),
    "audit": Entry(module="audit", name="audit", help="Check the database for lost or inconsistent data."),
    "activity": Entry(module="activity", name="activity", help="List who changed what."),
    "db": Entry(module="db", name="db", help="Back up, restore, check, compact, migrate or copy the database."),
    "people": Entry(module="people", name="people", help="Invite people, change their role, and end their access."),
    "tokens": Entry(module="tokens", name="tokens", help="Create, list, show and revoke API tokens."),
    "receiving": Entry(module="program", name="receiving", help="Print the Python helper for receivers."),
    "docs": Entry(module="docs", name="docs", help="Read the documentation, or what an error code means."),
    "completion": Entry(module="program", name="completion", help="Print the shell completion script."),
    "version": Entry(module="program", name="version", help="Print the version."),
    "help": Entry(module="program", name="help_group", help="Print help, or the list of exit codes."),
}


class Root(click.Group):
    """The root command. It imports a subcommand's module only when the subcommand is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(ENTRIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = ENTRIES.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = getattr(importlib.import_module(f"plantstore.cli.commands.{entry.module}"), entry.name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        """Return completions for options and for subcommands, without importing the subcommands."""
        from click.shell_completion import CompletionItem

        commands = [
            CompletionItem(name, help=entry.help) for name, entry in ENTRIES.items() if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of subcommands to the help text without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in ENTRIES.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command, then exit the process with a code from `Exit`."""
        arguments = extra.get("args") or (args[0] if args else None)
        as_json = "--json" in (sys.argv[1:] if arguments is None else arguments)
        try:
            result = super().main(*args, **{**extra, "standalone_mode": False})
        except click.Abort:
            click.echo("Interrupted.", err=True)
            sys.exit(Exit.INTERRUPTED)
        except click.ClickException as error:
            _show(error, as_json=as_json)
            sys.exit(error.exit_code)
        except OSError as error:
            if error.errno not in UNWRITABLE:
                raise
            with suppress(OSError):
                discard_output()
            _show(Failure(f"Cannot write the output: {os.strerror(error.errno)}."), as_json=as_json)
            sys.exit(Exit.FAILED)
        sys.exit(result if isinstance(result, int) else Exit.DONE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `plantstore` with the given arguments; None means the command line of the process."""
    prepare_streams()
    plantstore.main(args=arguments, prog_name="plantstore")


@click.group(cls=Root, no_args_is_help=True)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, given: _print_version(context) if given else None,
    help="Print the version.",
)
@common_options
def plantstore() -> None:
    """A plant catalogue that sends a webhook to other systems for every new plant.

    Every command has its own --help with examples.

    \b
    Example:
      plantstore serve
      plantstore plants add "Monstera deliciosa" --sku MON-15
    """


def _print_version(context: click.Context) -> None:
    click.echo(f"plantstore {__version__}")
    context.exit()


def _show(error: click.ClickException, *, as_json: bool) -> None:
    if not as_json:
        error.show()
        return
    failure = error if isinstance(error, Failure) else Failure(_message(error), exit_code=Exit(error.exit_code))
    print_problem(failure.as_problem())


def _message(error: click.ClickException) -> str:
    """Return the error message that click would print after the usage line."""
    printed = io.StringIO()
    error.show(file=printed)
    return printed.getvalue().partition("Error: ")[2].strip()


if __name__ == "__main__":
    main()
