"""`plantstore db copy`: a whole store from one database into another, of either engine."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import Common, is_quiet, with_common
from plantstore.cli.support.output import print_record, say
from plantstore.cli.support.progress import Progress

if TYPE_CHECKING:
    from plantstore.core.settings import Settings
    from plantstore.operations.copy.copy import CompletedCopy


@click.command("copy")
@click.argument("source")
@click.argument("to", metavar="TARGET")
@click.option(
    "--key-file",
    type=click.Path(path_type=Path),
    metavar="KEYFILE",
    help="The key of SOURCE. Not needed if it lies beside its file, or is in PLANTSTORE_KEY.",
)
@click.option(
    "--write-key",
    type=click.Path(path_type=Path),
    metavar="NEWFILE",
    help="Write the key into this file too, readable by you only. It must not be there yet.",
)
@with_common
def copy(common: Common, /, *, source: str, to: str, key_file: Path | None, write_key: Path | None) -> None:
    """Copy the store of SOURCE into the empty database TARGET: postgresql://HOST/NAME, sqlite:///FILE, or a path.

    No store may run on either. SOURCE is only read. A copy that was interrupted goes on when the same is said again;
    no store starts on it before every row was compared.

    \b
    Example:
      plantstore db copy data postgresql://shop@db.example/plants
    """
    from plantstore.core.clock import SystemClock
    from plantstore.core.settings import SettingError
    from plantstore.domain.errors import StoreError
    from plantstore.operations.copy import copy as store_copy
    from plantstore.operations.copy.preconditions import IdleWatch
    from plantstore.storage.engine.protocols import StorageRefused

    if common.server_url is not None:
        raise WrongUsage("This works on databases, not through a server.", next_step="Name them both.")
    screen = _Screen(quiet=common.as_json or is_quiet())
    try:
        ours, other = _settings(source), _settings(to)
        key = store_copy.read_key_of(ours, key_file, write_key)
        tools = store_copy.CopyTools(watch=IdleWatch(clock=SystemClock(), wait=time.sleep), report=screen.show)
        copied = store_copy.copy(ours, other, key=key, tools=tools)
        if write_key is not None:
            store_copy.keep_key(key, write_key)
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error
    finally:
        screen.end()
    kept = write_key or (key_file if key_file or ours.key else ours.key_file)
    _print(common, ours, other, copied, key_at="PLANTSTORE_KEY" if kept is None else str(kept))


class _Screen:
    """How far it is: a bar on a terminal, else a line for each table."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._progress: Progress | None = None
        self._at = ("", "")
        self._before = self._done = 0

    def show(self, what: str, table: str, done: int, total: int) -> None:
        is_new = what != self._at[0]
        if (what, table) != self._at:
            self._end_table()
            self._at, self._before = (what, table), 0 if is_new else self._done
        self._done = done
        if _on_terminal():
            if is_new:
                self._end_bar()
                self._progress = Progress(f"{what} rows", quiet=self._quiet)
            assert self._progress is not None
            self._progress.show(done, total)

    def end(self) -> None:
        self._end_table()
        self._end_bar()
        self._at = ("", "")

    def _end_table(self) -> None:
        if self._at[1] and not self._quiet and not _on_terminal():
            click.echo(f"{self._at[0]} {self._at[1]}: {self._done - self._before:,} rows", err=True)

    def _end_bar(self) -> None:
        if self._progress is not None:
            self._progress.end()


def _on_terminal() -> bool:
    return sys.stderr.isatty()


def _settings(address: str) -> "Settings":
    """Where a database is, and the files beside it; the rest as the environment has it."""
    from plantstore.core.postgresql_url import is_postgresql
    from plantstore.core.settings import load

    if is_postgresql(address):
        return load(os.environ, {"database": address})
    path = Path(address.removeprefix("sqlite:///"))
    path = path / "plantstore.db" if path.is_dir() else path
    return load(os.environ, {"database": f"sqlite:///{path}", "data": path.parent})


def _print(common: Common, source: "Settings", to: "Settings", copied: "CompletedCopy", *, key_at: str) -> None:
    record = {
        "source": source.database_shown,
        "database": to.database_shown,
        "schema": copied.schema,
        "events": copied.head,
        "rows": sum(copied.rows.values()),
        "tables": copied.rows,
        "resumed": copied.resumed,
        "open_imports": copied.open_imports,
        "key": key_at,
    }
    print_record(record, as_json=common.as_json, leave_out=() if common.as_json else ("tables",))
    if copied.open_imports:
        place = "the folder imports of its DATA" if source.is_postgresql else source.data / "imports"
        words = f"{copied.open_imports} {'import is' if copied.open_imports == 1 else 'imports are'} not done"
        say(
            f"{words}, and files are not in a database: keep {place}, or cancel and upload them again.",
            as_json=common.as_json,
        )
    if copied.has_sample and to.is_postgresql:
        say("The sample receiver does not answer on a server: remove it from the copy.", as_json=common.as_json)
    setting = "PLANTSTORE_KEY as it is" if key_at == "PLANTSTORE_KEY" else f"PLANTSTORE_KEY to what {key_at} holds"
    say(f"Every row is the same on both sides. For the copy, set {setting}.", as_json=common.as_json)
    say(f"Start no store on {source.database_shown} any more: both would send.", as_json=common.as_json)
