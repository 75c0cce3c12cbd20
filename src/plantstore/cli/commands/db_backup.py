"""`plantstore db backup`, `restore` and `drill`: backups of a store on SQLite."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plantstore.cli.commands.audit import audit_row, print_audit
from plantstore.cli.support.data_folder import data_option, settings_of, store_files_of
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Progress, column, plural, print_list, print_note, print_record
from plantstore.domain.public_ids import receiver_text

if TYPE_CHECKING:
    from plantstore.domain.timestamps import Instant
    from plantstore.operations.backup import CompletedBackup, StoreFiles
    from plantstore.operations.restore_drill import Drill

BACK_UP = "Use PostgreSQL's own tools, such as pg_dump, and keep PLANTSTORE_KEY in another place."
RESTORE = "Use PostgreSQL's own tools, such as pg_restore, while no process uses the database."
DRILL = "Restore a backup with PostgreSQL's own tools into another database, and run `plantstore db check` on it."
_RECEIVERS = (
    column("receiver", heading="receiver id"),
    column("name", heading="receiver"),
    column("queued", heading="queued then", right=True),
    column("repeated", heading="of which accepted since", right=True),
)
KEEP_DAYS_MAX = 3_650  # max days that backups are kept
_FOLDER = click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="A folder of backups, which names each by its time.",
)
_FILE = click.argument("file", type=click.Path(path_type=Path))


def _note_backup(database: Path) -> bool:
    """Note the time of a backup, for the alert about old backups; False if the folder cannot be written."""
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup_times

    try:
        backup_times.note_in_file(database, SystemClock().now())
    except OSError:
        return False
    return True


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@data_option
@_FOLDER
@click.option(
    "--keep-days",
    type=click.IntRange(1, KEEP_DAYS_MAX),
    metavar="DAYS",
    help="With --folder: then delete backups in it that are older, except for the newest.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@with_common
def backup(
    common: Common,
    /,
    *,
    file: Path | None,
    data: str | None,
    folder: Path | None,
    keep_days: int | None,
    force: bool,
) -> None:
    """Back up the database to FILE, even while the store is running. The backup is verified before FILE appears.

    With --folder instead of FILE, the name is made from the time, such as plantstore-20261122T030000Z.db.

    Photos are put into the folder FILE.photos: linked if it is on the same file system, otherwise copied. Photos in a
    bucket are not part of a backup.

    Secrets in the backup are encrypted, and the key is not included. Keep the key too: without it, the backup is
    useless.

    \b
    Example:
      plantstore db backup /backups/plants-monday.db
      plantstore db backup --folder /backups --keep-days 14
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups
    from plantstore.operations import backup_folder

    if (file is None) == (folder is None) or (keep_days is not None and folder is None):
        raise WrongUsage("Name a file, or a folder with --folder. --keep-days belongs to --folder.")
    now = SystemClock().now()
    target = file or Path(folder or "", backup_folder.name_for(now))
    progress, photos = Progress("Copying pages", quiet=common.as_json), _photo_progress(common)
    with store_files_of(common, data, alternative=BACK_UP) as home:
        saved = backups.back_up(home, target, force=force, report=progress.show, photo_report=photos.show)
        is_noted = _note_backup(home.database)
        removed = _remove_old_backups(folder, now, keep_days)
    progress.end()
    photos.end()
    _print_backup(target, saved, key=_key_place(home), removed=removed, is_noted=is_noted, as_json=common.as_json)


def _print_backup(
    file: Path, saved: "CompletedBackup", *, key: str, removed: Sequence[Path], is_noted: bool, as_json: bool
) -> None:
    record = {
        "file": str(file),
        "size_bytes": saved.size_bytes,
        "schema": saved.described.schema,
        "events": saved.described.head,
        "pictures": saved.photos.files,
        "pictures_bytes": saved.photos.size_bytes,
        "pictures_missing": saved.photos.missing,
        "key": key,
        "removed": [one.name for one in removed],
    }
    print_record(record, as_json=as_json)
    if saved.photos.missing:
        print_note(
            f"The store itself lacks {saved.photos.missing} pictures, such as {saved.photos.missing_names[0]}.",
            as_json=as_json,
        )
    if not is_noted:
        print_note("The store's folder cannot be written, so alerts do not know of this backup.", as_json=as_json)
    print_note(f"Keep {key} in another place too: without it this backup is useless.", as_json=as_json)


@click.command()
@_FILE
@data_option
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
    with store_files_of(common, data, alternative=RESTORE) as home:
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


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@data_option
@_FOLDER
@click.option(
    "--key-file", type=click.Path(path_type=Path), metavar="KEYFILE", help="The backup's key. Default: the store's."
)
@click.option(
    "--temporary",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Restore into a temporary folder in this one. Default: the folder of the backup.",
)
@with_common
def drill(
    common: Common,
    /,
    *,
    file: Path | None,
    data: str | None,
    folder: Path | None,
    key_file: Path | None,
    temporary: Path | None,
) -> int:
    """Try a backup: restore it into a temporary folder, audit it, and compare it with the store. Nothing is sent.

    With --folder, the newest backup in it is tried. The exit code is 0 only if the restored store has no faults. The
    output says what a restore would lose: later plants, and deliveries that receivers would get again.

    \b
    Example:
      plantstore db drill --folder /backups
    """
    from plantstore.core.clock import SystemClock
    from plantstore.operations import backup as backups
    from plantstore.operations import restore_drill

    progress, audited = Progress("Copying pages", quiet=common.as_json), Progress("Counting rows", quiet=common.as_json)
    with settings_of(common, data) as settings:
        if settings.is_postgresql:
            raise Failure(f"This store is in {settings.database_shown}, not in a file.", next_step=DRILL)
        tried = _chosen(file, folder)
        result = restore_drill.drill(
            backups.store_files(settings),
            tried,
            folder=temporary or tried.parent,
            key_file=key_file,
            retry_scale=settings.retry_scale,
            receivers_max=settings.receivers_max,
            clock=SystemClock(),
            wait=time.sleep,
            report=progress.show,
            audit_report=audited.show,
        )
    progress.end()
    audited.end()
    _print_drill(tried, result, as_json=common.as_json)
    return Exit.DONE if result.is_good else Exit.FAILED


def _chosen(file: Path | None, folder: Path | None) -> Path:
    """Return the backup to try: the file, or the newest one in the folder."""
    from plantstore.operations.backup_folder import backups_in

    if (file is None) == (folder is None):
        raise WrongUsage("Name a backup, or a folder of backups with --folder.")
    if file is not None:
        return file
    try:
        found = backups_in(folder or Path())
    except OSError as error:
        raise Failure(f"Cannot read {folder}: {error.strerror}.") from error
    if not found:
        raise Failure(f"There is no backup in {folder}.", next_step=f"Make one: plantstore db backup --folder {folder}")
    return found[0].file


def _print_drill(file: Path, result: "Drill", *, as_json: bool) -> None:
    checked, compared = result.checked, result.compared
    record: dict[str, Any] = {
        "file": str(file),
        "result": "good" if result.is_good else "bad",
        "restore_s": round(result.restore_s, 1),
        "events": compared.events,
        "faults": list(checked.faults),
        "key": checked.key_fault or "fits",
        "pictures_missing": 0 if checked.photos is None else checked.photos.missing,
        "later_events": compared.later_events,
        "later_plants": [{"id": plant.id, "name": plant.name} for plant in compared.later_plants],
    }
    numbers = [audit_row(number, finding) for number, finding in result.audit.findings.items()]
    rows = [
        {"receiver": receiver_text(one.id), "name": one.name, "queued": one.queued, "repeated": one.repeated}
        for one in compared.receivers
    ]
    if as_json:
        print_record({**record, "clean": result.audit.clean, "numbers": numbers, "receivers": rows}, as_json=True)
        return
    print_record(record, as_json=False, exclude=("later_plants",))
    for plant in record["later_plants"]:
        print_note(f"Later than the backup, so lost by a restore: plant {plant['id']}, {plant['name']}")
    if compared.later_events is not None and compared.later_events > len(compared.later_plants) > 0:
        print_note(f"… and {plural(compared.later_events - len(compared.later_plants), 'more event')}.")
    print_audit(numbers, result.audit)
    print_list(rows, _RECEIVERS, as_json=False, empty="There are no receivers.")


def _remove_old_backups(folder: Path | None, now: "Instant", keep_days: int | None) -> Sequence[Path]:
    from plantstore.operations.backup_folder import remove_old

    if folder is None or keep_days is None:
        return []
    try:
        return remove_old(folder, now=now, keep_days=keep_days)
    except OSError as error:
        raise Failure(
            f"The backup is made, but an old one could not be removed: {error}.", exit_code=Exit.PARTLY
        ) from error


def _photo_progress(common: Common) -> Progress:
    return Progress("Copying pictures", quiet=common.as_json)


def _key_place(home: "StoreFiles") -> str:
    return str(home.key_file) if home.key is None else "PLANTSTORE_KEY"
