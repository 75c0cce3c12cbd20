"""The command `plantstore`: its tree, and how every end becomes an exit code.

A group of commands is imported when it is called, so that `plantstore --version` loads neither the server nor a client.
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
from plantstore.cli.support.output import print_problem
from plantstore.cli.support.stdio import CANNOT_BE_WRITTEN, give_up_printing, prepare

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Where a command lies, and what the list of commands says about it."""

    module: str
    name: str
    help: str


ENTRIES: Mapping[str, Entry] = {
    "serve": Entry(module="serve", name="serve", help="Start the store: catalogue, API and deliveries."),
    "check": Entry(module="serve", name="check", help="Check the settings and start nothing."),
    "demo": Entry(
        module="demo", name="demo", help="Show for half a minute that nothing is lost, though receivers fail."
    ),
    "console": Entry(module="console", name="console", help="Print a link to the console: the store in a browser."),
    "plants": Entry(module="plants.group", name="plants", help="Add plants, look at them and change them."),
    "imports": Entry(module="imports", name="imports", help="Look at imports of lists, cancel and undo them."),
    "receivers": Entry(module="receivers", name="receivers", help="Say who is told about new plants."),
    "listen": Entry(module="listen", name="listen", help="Receive new plants here, to try a receiver out."),
    "verify": Entry(module="verify", name="verify", help="Say whether a copied request verifies, and if not, why."),
    "replay": Entry(module="replay", name="replay", help="Send a range of events to a receiver again."),
    "replays": Entry(module="replays", name="replays", help="Look at replays and cancel them."),
    "deliveries": Entry(
        module="deliveries", name="deliveries", help="See what became of each event, receiver by receiver."
    ),
    "events": Entry(module="events", name="events", help="Look at the log, and send an event again."),
    "status": Entry(module="status", name="status", help="Show how the store is; exit code 1 if something is wrong."),
    "audit": Entry(module="audit", name="audit", help="Count everything that must be 0, in the database itself."),
    "activity": Entry(module="activity", name="activity", help="See who did what."),
    "db": Entry(module="db", name="db", help="Back up, restore, check, compact, migrate or copy a store's database."),
    "tokens": Entry(module="tokens", name="tokens", help="Make, list, show and revoke bearer tokens of the API."),
    "receiving": Entry(module="receiving", name="receiving", help="Print the helper for the receiver's side."),
    "docs": Entry(module="docs", name="docs", help="Read the documentation, or what an error code means."),
    "completion": Entry(module="completion", name="completion", help="Print the completion of a shell."),
    "version": Entry(module="version", name="version", help="Print the version."),
    "help": Entry(module="help", name="help_group", help="Print help, or the exit codes."),
}


class Root(click.Group):
    """Knows its commands by name and imports one when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(ENTRIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = ENTRIES.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = getattr(importlib.import_module(f"plantstore.cli.commands.{entry.module}"), entry.name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        """Offer the commands without importing them, and the options."""
        from click.shell_completion import CompletionItem

        named = [
            CompletionItem(name, help=entry.help) for name, entry in ENTRIES.items() if name.startswith(incomplete)
        ]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in ENTRIES.items()])

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and leave with one of the exit codes of exits.py."""
        given = extra.get("args") or (args[0] if args else None)
        as_json = "--json" in (sys.argv[1:] if given is None else given)
        try:
            result = super().main(*args, **{**extra, "standalone_mode": False})
        except click.Abort:
            click.echo("Interrupted.", err=True)
            sys.exit(Exit.INTERRUPTED)
        except click.ClickException as error:
            _show(error, as_json=as_json)
            sys.exit(error.exit_code)
        except OSError as error:
            if error.errno not in CANNOT_BE_WRITTEN:
                raise
            with suppress(OSError):
                give_up_printing()
            _show(Failure(f"Writing failed: {os.strerror(error.errno)}."), as_json=as_json)
            sys.exit(Exit.FAILED)
        sys.exit(result if isinstance(result, int) else Exit.DONE)


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script."""
    prepare()
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
    """A plant catalogue that tells other systems about every new plant.

    Every command has its own --help, with an example.

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
    failure = error if isinstance(error, Failure) else Failure(_words(error), exit_code=Exit(error.exit_code))
    print_problem(failure.as_problem())


def _words(error: click.ClickException) -> str:
    """Take the sentence out of what click would print below the usage line."""
    printed = io.StringIO()
    error.show(file=printed)
    return printed.getvalue().partition("Error: ")[2].strip()


if __name__ == "__main__":
    main()
