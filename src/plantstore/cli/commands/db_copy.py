"""`plantstore db copy`: copies a whole store into an empty database of either engine."""

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Progress, is_quiet, plural, print_note, print_record

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
    help="The key of SOURCE. Not needed if it is next to its database file or in PLANTSTORE_KEY.",
)
@click.option(
    "--write-key",
    type=click.Path(path_type=Path),
    metavar="NEWFILE",
    help="Also write the key to this new file, readable only by you.",
)
@click.option(
    "--source-photos",
    type=click.Choice(["folder", "bucket"]),
    help="Where the photos of SOURCE are. Default: in the folder photos next to its database file, else as set.",
)
@click.option(
    "--target-photos",
    type=click.Choice(["folder", "bucket"]),
    help="Where to copy photos to. Default: the bucket, if PLANTSTORE_PHOTOS_BUCKET is set, else the folder.",
)
@with_common
def copy(
    common: Common,
    /,
    *,
    source: str,
    to: str,
    key_file: Path | None,
    write_key: Path | None,
    source_photos: str | None,
    target_photos: str | None,
) -> None:
    """Copy the store in SOURCE to the empty database TARGET: postgresql://HOST/NAME, sqlite:///FILE, or a path.

    No store may be running on either database. SOURCE is only read. Run the same command again to resume an interrupted
    copy. No store starts on TARGET until every row has been compared and every photo has been copied.

    \b
    Example:
      plantstore db copy data postgresql://shop@db.example/plants
    """
    from plantstore.core.clock import SystemClock
    from plantstore.core.settings import SettingError
    from plantstore.domain.errors import StoreError
    from plantstore.operations.copy import copy as store_copy
    from plantstore.operations.copy.photos import photo_move
    from plantstore.operations.copy.preconditions import IdleWatch
    from plantstore.storage.engine.protocols import StorageRefused

    if common.server_url is not None:
        raise WrongUsage("This works on databases, not through a server.", next_step="Give both as arguments.")
    display = _ProgressDisplay(quiet=common.as_json or is_quiet())
    try:
        source_settings, target_settings = _settings(source), _settings(to)
        key = store_copy.read_key_of(source_settings, key_file, write_key)
        photos = photo_move(source_settings, target_settings, source_place=source_photos, target_place=target_photos)
        watch = IdleWatch(clock=SystemClock(), wait=time.sleep)
        tools = store_copy.CopyTools(watch=watch, report=display.show, photos=photos)
        copied = store_copy.copy(source_settings, target_settings, key=key, tools=tools)
        if write_key is not None:
            store_copy.keep_key(key, write_key)
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error
    finally:
        display.end()
    key_path = write_key or (key_file if key_file or source_settings.key else source_settings.key_file)
    key_at = "PLANTSTORE_KEY" if key_path is None else str(key_path)
    _print(common, source_settings, target_settings, copied, key_at=key_at)


class _ProgressDisplay:
    """Shows the progress of a copy: one bar per step on a terminal, otherwise one line per finished table."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._progress: Progress | None = None
        self._current = ("", "")
        self._rows_before = self._rows_done = 0

    def show(self, step: str, table: str, done: int, total: int) -> None:
        is_new_step = step != self._current[0]
        if (step, table) != self._current:
            self._end_table()
            self._current, self._rows_before = (step, table), 0 if is_new_step else self._rows_done
        self._rows_done = done
        if _on_terminal():
            if is_new_step:
                self._end_bar()
                self._progress = Progress(f"{step} rows" if table else step, quiet=self._quiet)
            assert self._progress is not None
            self._progress.show(done, total)

    def end(self) -> None:
        self._end_table()
        self._end_bar()
        self._current = ("", "")

    def _end_table(self) -> None:
        if self._current[1] and not self._quiet and not _on_terminal():
            click.echo(
                f"{self._current[0]} {self._current[1]}: {plural(self._rows_done - self._rows_before, 'row')}", err=True
            )

    def _end_bar(self) -> None:
        if self._progress is not None:
            self._progress.end()


def _on_terminal() -> bool:
    return sys.stderr.isatty()


def _settings(address: str) -> "Settings":
    """Return the settings of the store at a database URL or path; other settings come from the environment."""
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
        "pictures": copied.photos.files,
        "pictures_missing": copied.photos.missing,
        "resumed": copied.resumed,
        "open_imports": copied.open_imports,
        "key": key_at,
    }
    print_record(record, as_json=common.as_json, exclude=() if common.as_json else ("tables",))
    if copied.open_imports:
        folder = "the imports folder in its PLANTSTORE_DATA" if source.is_postgresql else source.data / "imports"
        imports = f"{plural(copied.open_imports, 'import')} not finished"
        print_note(
            f"{imports}, and their files are not in the database: keep {folder}, or cancel them and upload again.",
            as_json=common.as_json,
        )
    if copied.has_sample and to.is_postgresql:
        print_note("The sample receiver does not work on PostgreSQL: remove it from the copy.", as_json=common.as_json)
    keep = (
        "keep PLANTSTORE_KEY as it is"
        if key_at == "PLANTSTORE_KEY"
        else f"set PLANTSTORE_KEY to the content of {key_at}"
    )
    print_note(f"All rows are identical. For the copy, {keep}.", as_json=common.as_json)
    print_note(
        f"Do not start a store on {source.database_shown} again: both would send the same events.",
        as_json=common.as_json,
    )
