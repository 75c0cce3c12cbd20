"""`plantstore db`: back up, restore, check, compact, migrate or copy the database, without a server."""

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
from plantstore.cli.support.output import Progress, print_note, print_record

if TYPE_CHECKING:
    from plantstore.core.settings import Settings
    from plantstore.operations.backup import StoreFiles
    from plantstore.operations.photo_copies import PhotoCheck

BACK_UP = "Use PostgreSQL's own tools, such as pg_dump, and keep PLANTSTORE_KEY in another place."
RESTORE = "Use PostgreSQL's own tools, such as pg_restore, while no process uses the database."
COMPACT = "PostgreSQL reuses free space on its own; VACUUM FULL returns it to the disk."
_DATA = click.option("--data", metavar="FOLDER", help="The store's data folder. Default: PLANTSTORE_DATA, or ./data.")
_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group()
@common_options
def db() -> None:
    """Back up, restore, check, compact, migrate or copy the database.

    \b
    Example:
      plantstore db backup /backups/plants.db
    """


db.add_command(copy)


def _note_backup(database: Path) -> bool:
    """Note the time of a backup, for the alert about old backups; False if the folder cannot be written."""
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup_times

    try:
        backup_times.note_in_file(database, SystemClock().now())
    except OSError:
        return False
    return True


@db.command()
@_FILE
@_DATA
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@with_common
def backup(common: Common, /, *, file: Path, data: str | None, force: bool) -> None:
    """Back up the database to FILE, even while the store is running. The backup is verified before FILE appears.

    Photos are put into the folder FILE.photos: linked if it is on the same file system, otherwise copied. Photos in a
    bucket are not part of a backup.

    Secrets in the backup are encrypted, and the key is not included. Keep the key too: without it, the backup is
    useless.

    \b
    Example:
      plantstore db backup /backups/plants-monday.db
    """
    from plantstore.operations import backup as backups

    progress, photos = Progress("Copying pages", quiet=common.as_json), _photo_progress(common)
    with _home(common, data, alternative=BACK_UP) as home:
        saved = backups.back_up(home, file, force=force, report=progress.show, photo_report=photos.show)
        is_noted = _note_backup(home.database)
    progress.end()
    photos.end()
    record = {
        "file": str(file),
        "size_bytes": saved.size_bytes,
        "schema": saved.described.schema,
        "events": saved.described.head,
        "pictures": saved.photos.files,
        "pictures_bytes": saved.photos.size_bytes,
        "pictures_missing": saved.photos.missing,
        "key": _key_place(home),
    }
    print_record(record, as_json=common.as_json)
    if saved.photos.missing:
        print_note(
            f"The store itself lacks {saved.photos.missing} pictures, such as {saved.photos.missing_names[0]}.",
            as_json=common.as_json,
        )
    if not is_noted:
        print_note(
            "The store's folder cannot be written, so alerts do not know of this backup.", as_json=common.as_json
        )
    print_note(f"Keep {record['key']} in another place too: without it this backup is useless.", as_json=common.as_json)


@db.command()
@_FILE
@_DATA
@click.option(
    "--key-file",
    type=click.Path(path_type=Path),
    metavar="KEYFILE",
    help="The backup's key; it is copied to the data folder. Not needed if it is already there or in PLANTSTORE_KEY.",
)
@click.option("--force", is_flag=True, help="Replace an existing database; its content is lost.")
@click.option(
    "--accept-missing-photos", "accept_missing", is_flag=True, help="Restore although pictures are missing or damaged."
)
@with_common
def restore(
    common: Common, /, *, file: Path, data: str | None, key_file: Path | None, force: bool, accept_missing: bool
) -> None:
    """Restore a backup. The store must be stopped.

    Receivers continue from where they were at the time of the backup: events sent since then are sent again, with the
    same webhook-id.

    \b
    Example:
      plantstore db restore /backups/plants-monday.db --key-file /keys/plantstore.key --data /var/lib/plantstore
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups

    progress, photos = Progress("Copying pages", quiet=common.as_json), _photo_progress(common)
    with _home(common, data, alternative=RESTORE) as home:
        restored = backups.restore(
            home,
            file,
            key_file=key_file,
            force=force,
            clock=SystemClock(),
            report=progress.show,
            photo_report=photos.show,
            accept_missing_photos=accept_missing,
        )
    progress.end()
    photos.end()
    record = {
        "database": str(home.database),
        "schema": restored.described.schema,
        "events": restored.described.head,
        "pictures": restored.photos.files,
        "pictures_missing": restored.photos.missing,
        "outdated": restored.outdated,
        "token_removed": restored.token_removed,
    }
    print_record(record, as_json=common.as_json)
    if restored.outdated:
        print_note("The backup is from an older version; the next start migrates it.", as_json=common.as_json)
    if restored.token_removed:
        print_note(
            "operator.token belonged to another store; the next start creates a new one.", as_json=common.as_json
        )


@db.command()
@_DATA
@with_common
def check(common: Common, /, *, data: str | None) -> int:
    """Check the database file, the key and the data. Exit code 0 only if everything is fine.

    Changes nothing, and works while the store is running.

    \b
    Example:
      plantstore db check --data /var/lib/plantstore
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups

    with _settings(common, data) as settings:
        if settings.is_postgresql:
            result = backups.check_server(settings, clock=SystemClock())
        else:
            result = backups.check(backups.store_files(settings), clock=SystemClock())
    record: dict[str, Any] = {
        "database": settings.database_shown,
        "schema": result.described.schema,
        "events": result.described.head,
        "faults": list(result.faults),
        "key": result.key_fault or "fits",
        "lost": result.lost or "nothing",
    }
    if result.photos is not None:
        found = result.photos
        record |= {"pictures": found.files, "pictures_missing": found.missing, "pictures_unknown": found.orphaned}
    if result.faults:
        print_record(record, as_json=common.as_json)
        print_note("The file is damaged: restore a backup. Its data was not audited.", as_json=common.as_json)
        return Exit.FAILED
    audited = audit_folder(data, quiet=common.as_json)
    rows = [audit_row(number, finding) for number, finding in audited.findings.items()]
    if common.as_json:
        print_record({**record, "clean": audited.clean, "numbers": rows}, as_json=True)
    else:
        faults = "not checked: use pg_amcheck" if settings.is_postgresql else "none"
        print_record({**record, "faults": faults}, as_json=False)
        print_audit(rows, audited)
    if result.lost:
        print_note(
            "Part of the event log was lost: restore a backup, or see `plantstore serve --help` on --accept-lost-log.",
            as_json=common.as_json,
        )
    lacks_photos = _note_missing_photos(result.photos, as_json=common.as_json)
    good = audited.clean and not result.key_fault and not result.lost and not lacks_photos
    return Exit.DONE if good else Exit.FAILED


@db.command()
@_DATA
@with_common
def compact(common: Common, /, *, data: str | None) -> None:
    """Return unused space in the database file to the disk. The store must be stopped.

    A new file is written next to the old one and then replaces it, so the disk needs room for both.

    \b
    Example:
      plantstore db compact --data /var/lib/plantstore
    """
    from plantstore.operations import backup as backups

    with _home(common, data, alternative=COMPACT) as home:
        print_note("Rewriting the database …", as_json=common.as_json)
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
    """Migrate the database to this version. The store must be stopped; starting it does the same.

    \b
    Example:
      plantstore db migrate --data /var/lib/plantstore
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import upgrade
    from plantstore.operations.backup import store_files

    with _settings(common, data) as settings:
        if settings.is_postgresql:
            migrated = upgrade.upgrade_server(settings, clock=SystemClock())
        else:
            migrated = upgrade.upgrade_file(store_files(settings), clock=SystemClock())
    record = {"database": settings.database_shown, "before": migrated.before, "schema": migrated.after}
    print_record({**record, "steps": list(migrated.steps)}, as_json=common.as_json)
    if not migrated.steps:
        print_note("The database is up to date.", as_json=common.as_json)


@contextmanager
def _home(common: Common, data: str | None, *, alternative: str) -> Iterator["StoreFiles"]:
    """Yield the paths of a store's SQLite files; for PostgreSQL, raise Failure with `alternative` as the next step."""
    from plantstore.operations.backup import store_files

    with _settings(common, data) as settings:
        if settings.is_postgresql:
            raise Failure(f"This store is in {settings.database_shown}, not in a file.", next_step=alternative)
        yield store_files(settings)


@contextmanager
def _settings(common: Common, data: str | None) -> Iterator["Settings"]:
    """Yield the store's settings, and turn storage errors raised in the block into `Failure`."""
    from plantstore.core.settings import SettingError, load
    from plantstore.domain.errors import StoreError
    from plantstore.storage.engine.protocols import StorageRefused

    if common.server_url is not None:
        raise WrongUsage(
            "This works on a data folder on this machine, not on a server.", next_step="Choose the folder with --data."
        )
    try:
        yield load(os.environ, {"data": data})
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error


def _note_missing_photos(found: "PhotoCheck | None", *, as_json: bool) -> bool:
    """Print a note if pictures are missing; return whether they are."""
    if found is None or not found.missing:
        return False
    print_note(f"Pictures are missing, such as {found.missing_names[0]}: copy them from a backup.", as_json=as_json)
    return True


def _photo_progress(common: Common) -> Progress:
    return Progress("Copying pictures", quiet=common.as_json)


def _key_place(home: "StoreFiles") -> str:
    return str(home.key_file) if home.key is None else "PLANTSTORE_KEY"
