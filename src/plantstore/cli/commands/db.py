"""`plantstore db`: the database itself, past any running store: back up, restore, check, compact, migrate, copy."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plantstore.cli.commands.audit import audit_folder, audit_row, print_audit
from plantstore.cli.commands.db_copy import copy
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import print_record, say
from plantstore.cli.support.progress import Progress

if TYPE_CHECKING:
    from plantstore.core.settings import Settings
    from plantstore.operations.backup import StoreFiles

BACK_UP = "Back it up with PostgreSQL's own tools, such as pg_dump, and keep PLANTSTORE_KEY at another place."
RESTORE = "Restore it with PostgreSQL's own tools, such as pg_restore, while no process runs on it."
COMPACT = "PostgreSQL gives room to new rows by itself; VACUUM FULL gives it back to the disk."
_DATA = click.option("--data", metavar="FOLDER", help="Folder of the store. Otherwise PLANTSTORE_DATA, or ./data.")
_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group()
@common_options
def db() -> None:
    """Back up, restore, check, compact, migrate or copy a store's database.

    \b
    Example:
      plantstore db backup /backups/plants.db
    """


db.add_command(copy)


@db.command()
@_FILE
@_DATA
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@with_common
def backup(common: Common, /, *, file: Path, data: str | None, force: bool) -> None:
    """Write a backup into FILE, while the store runs or not. It is checked before it gets its name.

    It holds secrets encrypted only, and never the key: keep that too, because one is nothing without the other.

    \b
    Example:
      plantstore db backup /backups/plants-monday.db
    """
    from plantstore.operations import backup as backups

    progress = Progress("Copying pages", quiet=common.as_json)
    with _home(common, data, instead=BACK_UP) as home:
        saved = backups.back_up(home, file, force=force, report=progress.show)
    progress.end()
    record = {
        "file": str(file),
        "size_bytes": saved.size_bytes,
        "schema": saved.described.schema,
        "events": saved.described.head,
        "key": _key_words(home),
    }
    print_record(record, as_json=common.as_json)
    say(f"Keep {record['key']} too, at another place: without it nobody can use this backup.", as_json=common.as_json)


@db.command()
@_FILE
@_DATA
@click.option(
    "--key-file",
    type=click.Path(path_type=Path),
    metavar="KEYFILE",
    help="The key that was kept; it is copied into the folder. Not needed if it is there, or in PLANTSTORE_KEY.",
)
@click.option("--force", is_flag=True, help="Replace the database that is there: what is in it is lost.")
@with_common
def restore(common: Common, /, *, file: Path, data: str | None, key_file: Path | None, force: bool) -> None:
    """Put a backup into the folder of a store that does not run.

    Receivers then get what they were owed at that time: what was sent since comes again, with the same webhook-id.

    \b
    Example:
      plantstore db restore /backups/plants-monday.db --key-file /keys/plantstore.key --data /var/lib/plantstore
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups

    progress = Progress("Copying pages", quiet=common.as_json)
    with _home(common, data, instead=RESTORE) as home:
        restored = backups.restore(
            home, file, key_file=key_file, force=force, clock=SystemClock(), report=progress.show
        )
    progress.end()
    record = {
        "database": str(home.database),
        "schema": restored.described.schema,
        "events": restored.described.head,
        "outdated": restored.outdated,
        "token_removed": restored.token_removed,
    }
    print_record(record, as_json=common.as_json)
    if restored.outdated:
        say("It is of an older version: the next start brings it up to date.", as_json=common.as_json)
    if restored.token_removed:
        say("operator.token was of another store: the next start makes a new one.", as_json=common.as_json)


@db.command()
@_DATA
@with_common
def check(common: Common, /, *, data: str | None) -> int:
    """Look through the file, try the key, and audit what is in it. Exit code 0 only if all is well.

    Changes nothing, whether a store runs on it or not.

    \b
    Example:
      plantstore db check --data /var/lib/plantstore
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups

    with _settings(common, data) as settings:
        if settings.is_postgresql:
            looked = backups.check_server(settings, clock=SystemClock())
        else:
            looked = backups.check(backups.store_files(settings), clock=SystemClock())
    record: dict[str, Any] = {
        "database": settings.database_shown,
        "schema": looked.described.schema,
        "events": looked.described.head,
        "faults": list(looked.faults),
        "key": looked.key_fault or "fits",
        "lost": looked.lost or "nothing",
    }
    if looked.faults:
        print_record(record, as_json=common.as_json)
        say("The file is damaged: restore a backup. What is in it was not audited.", as_json=common.as_json)
        return Exit.FAILED
    found = audit_folder(data, quiet=common.as_json)
    rows = [audit_row(number, finding) for number, finding in found.findings.items()]
    if common.as_json:
        print_record({**record, "clean": found.clean, "numbers": rows}, as_json=True)
    else:
        faults = "not looked for: pg_amcheck does that" if settings.is_postgresql else "none"
        print_record({**record, "faults": faults}, as_json=False)
        print_audit(rows, found)
    if looked.lost:
        say(
            "A part of the log was lost: restore a backup, or see plantstore serve --accept-lost-log.",
            as_json=common.as_json,
        )
    return Exit.DONE if found.clean and not looked.key_fault and not looked.lost else Exit.FAILED


@db.command()
@_DATA
@with_common
def compact(common: Common, /, *, data: str | None) -> None:
    """Give the room that nothing fills any more back to the disk. The store must not run.

    The database is written anew beside the old one, which needs as much room again, and then takes its place.

    \b
    Example:
      plantstore db compact --data /var/lib/plantstore
    """
    from plantstore.operations import backup as backups

    with _home(common, data, instead=COMPACT) as home:
        say("Writing the database anew …", as_json=common.as_json)
        before, after = backups.compact(home)
    record = {
        "database": str(home.database),
        "before_bytes": before.database_bytes + before.wal_bytes,
        "after_bytes": after.database_bytes + after.wal_bytes,
    }
    print_record(record, as_json=common.as_json)


@db.command()
@_DATA
@with_common
def migrate(common: Common, /, *, data: str | None) -> None:
    """Bring the database of a store that does not run up to date. A start does the same by itself.

    \b
    Example:
      plantstore db migrate --data /var/lib/plantstore
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups
    from plantstore.operations import upgrade

    with _settings(common, data) as settings:
        if settings.is_postgresql:
            migrated = upgrade.upgrade_server(settings, clock=SystemClock())
        else:
            migrated = upgrade.upgrade_file(backups.store_files(settings), clock=SystemClock())
    record = {"database": settings.database_shown, "before": migrated.before, "schema": migrated.after}
    print_record({**record, "steps": list(migrated.steps)}, as_json=common.as_json)
    if not migrated.steps:
        say("It is up to date: nothing was changed.", as_json=common.as_json)


@contextmanager
def _home(common: Common, data: str | None, *, instead: str) -> Iterator["StoreFiles"]:
    """Say where the file lies that the store lives in; a store that lives elsewhere is told what to use `instead`."""
    from plantstore.operations.backup import store_files

    with _settings(common, data) as settings:
        if settings.is_postgresql:
            raise Failure(f"This store lives in {settings.database_shown}, not in a file.", next_step=instead)
        yield store_files(settings)


@contextmanager
def _settings(common: Common, data: str | None) -> Iterator["Settings"]:
    """Say where the store lives, and turn what is refused into one line."""
    from plantstore.core.settings import SettingError, load
    from plantstore.domain.errors import StoreError
    from plantstore.storage.engine.protocols import StorageRefused

    if common.server_url is not None:
        raise WrongUsage("This works on a folder of this machine, no server.", next_step="Name it with --data.")
    try:
        yield load(os.environ, {"data": data})
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error


def _key_words(home: "StoreFiles") -> str:
    return str(home.key_file) if home.key is None else "PLANTSTORE_KEY"
