"""`plantstore db`: back up, restore, check, compact, migrate or copy the database, without a server."""

from typing import TYPE_CHECKING, Any

import click

from plantstore.cli.commands.audit import audit_folder, audit_row, print_audit
from plantstore.cli.commands.db_backup import backup, drill, restore
from plantstore.cli.commands.db_continuous import backup_key, backup_times, extract
from plantstore.cli.commands.db_copy import copy
from plantstore.cli.support.data_folder import data_option, settings_of, store_files_of
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.options import Common, common_options, with_common
from plantstore.cli.support.output import print_note, print_record

if TYPE_CHECKING:
    from plantstore.operations.photo_copies import PhotoCheck

COMPACT = "PostgreSQL reuses free space on its own; VACUUM FULL returns it to the disk."


@click.group()
@common_options
def db() -> None:
    """Back up, restore, check, compact, migrate or copy the database.

    \b
    Example:
      plantstore db backup /backups/plants.db
    """


for command in (backup, restore, drill, backup_key, backup_times, extract, copy):
    db.add_command(command)


@db.command()
@data_option
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

    with settings_of(common, data) as settings:
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
@data_option
@with_common
def compact(common: Common, /, *, data: str | None) -> None:
    """Return unused space in the database file to the disk. The store must be stopped.

    A new file is written next to the old one and then replaces it, so the disk needs room for both.

    \b
    Example:
      plantstore db compact --data /var/lib/plantstore
    """
    from plantstore.operations import backup as backups

    with store_files_of(common, data, alternative=COMPACT) as home:
        print_note("Rewriting the database …", as_json=common.as_json)
        before, after = backups.compact(home)
    record = {
        "database": str(home.database),
        "before_bytes": before.database_bytes + before.wal_bytes,
        "after_bytes": after.database_bytes + after.wal_bytes,
    }
    print_record(record, as_json=common.as_json)


@db.command()
@data_option
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

    with settings_of(common, data) as settings:
        if settings.is_postgresql:
            migrated = upgrade.upgrade_server(settings, clock=SystemClock())
        else:
            migrated = upgrade.upgrade_file(store_files(settings), clock=SystemClock())
    record = {"database": settings.database_shown, "before": migrated.before, "schema": migrated.after}
    print_record({**record, "steps": list(migrated.steps)}, as_json=common.as_json)
    if not migrated.steps:
        print_note("The database is up to date.", as_json=common.as_json)


def _note_missing_photos(found: "PhotoCheck | None", *, as_json: bool) -> bool:
    """Print a note if pictures are missing; return whether they are."""
    if found is None or not found.missing:
        return False
    print_note(f"Pictures are missing, such as {found.missing_names[0]}: copy them from a backup.", as_json=as_json)
    return True
