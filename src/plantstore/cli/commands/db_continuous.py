"""`plantstore db backup-key`, `backup-times` and `extract`: the continuous backup of a store on SQLite."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from plantstore.cli.support.data_folder import data_option, settings_of
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, time_option, with_common
from plantstore.cli.support.output import Progress, column, print_list, print_note, print_record

if TYPE_CHECKING:
    from plantstore.core.settings import Settings
    from plantstore.domain.timestamps import Instant
    from plantstore.operations.continuous_backup.extracting import Extracted
    from plantstore.operations.continuous_backup.places import BackupPlace

Result = TypeVar("Result")
_SPANS = (
    column("first", heading="from"),
    column("last", heading="until"),
    column("segments", right=True),
    column("chain"),
)
_FROM = click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="The folder of the continuous backup. Default: PLANTSTORE_BACKUP_TO, a folder or a bucket.",
)


@click.command("backup-key")
@click.argument("file", type=click.Path(path_type=Path))
@with_common
def backup_key(common: Common, /, *, file: Path) -> None:
    """Make the key of a continuous backup: write the private key into FILE, and print the public key.

    The store needs only the public key, in PLANTSTORE_BACKUP_RECIPIENT. Keep FILE in another place than the store:
    a restore needs it, and it reads every backup. age-keygen makes such files too.

    \b
    Example:
      plantstore db backup-key plantstore-backup.key
    """
    from plantstore.operations.continuous_backup import keys

    private, public = keys.new_key()
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Failure(f"{file} already exists. A key that is overwritten is lost.") from None
    except OSError as error:
        raise Failure(f"{file} cannot be written: {error.strerror}.") from error
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(f"# public key: {public}\n{private.reveal()}\n")
        stream.flush()
        os.fsync(stream.fileno())
    print_record({"file": str(file), "recipient": public}, as_json=common.as_json)
    print_note(f"Set PLANTSTORE_BACKUP_RECIPIENT={public}, and keep {file} elsewhere.", as_json=common.as_json)


@click.command("backup-times")
@data_option
@_FROM
@with_common
def backup_times(common: Common, /, *, data: str | None, source: Path | None) -> int:
    """List the times that can be restored from the continuous backup. No key is needed.

    \b
    Example:
      plantstore db backup-times --from /backups/continuous
    """
    from plantstore.domain.timestamps import to_text
    from plantstore.operations.continuous_backup import places, states

    with settings_of(common, data) as settings:
        found = _with_place(settings, source, places.list_chains)
    rows = [
        {"first": to_text(one.first), "last": to_text(one.last), "segments": one.segments, "chain": one.chain}
        for one in states.spans(found)
    ]
    print_list(rows, _SPANS, as_json=common.as_json, empty="There is no complete continuous backup here.")
    return Exit.DONE if rows else Exit.NOT_FOUND


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@_FROM
@click.option(
    "--key-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="KEYFILE",
    required=True,
    help="The private keys of the backup, as `plantstore db backup-key` or age-keygen wrote them.",
)
@click.option("--at", metavar="TIME", callback=time_option, help="As the store was then: 10m, 2h, … Default: newest.")
@click.option("--chain", metavar="CHAIN", help="A chain that `db backup-times` lists. Default: the newest one then.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@with_common
def extract(
    common: Common,
    /,
    *,
    file: Path,
    data: str | None,
    source: Path | None,
    key_file: Path,
    at: str | None,
    chain: str | None,
    force: bool,
) -> None:
    """Make a backup FILE from the continuous backup, as the store was at a time. Then restore it, or try it.

    The store may be running. FILE is checked before it appears, and its photos are in the folder FILE.photos.

    \b
    Example:
      plantstore db extract back.db --at 2026-11-27T14:30:00Z --key-file plantstore-backup.key
      plantstore db restore back.db --key-file plantstore.key --data /var/lib/plantstore
    """
    from plantstore.domain.timestamps import parse
    from plantstore.operations.continuous_backup import extracting, places, states
    from plantstore.operations.continuous_backup.keys import read_keys

    if file.exists() and not force:
        raise Failure(f"{file} already exists. Name another file, or add --force.")
    progress = Progress("Reading files", quiet=common.as_json)
    photos = Progress("Copying pictures", quiet=common.as_json)

    async def run(place: "BackupPlace") -> "Extracted":
        chosen = states.plan(await places.list_chains(place), at=wanted, only=chain)
        return await extracting.extract(place, chosen, file, keys=keys, report=progress.show, photo_report=photos.show)

    with settings_of(common, data) as settings:
        keys, wanted = read_keys(key_file), None if at is None else parse(at)
        made = _with_place(settings, source, run)
    progress.end()
    photos.end()
    _print_extracted(file, made, wanted, as_json=common.as_json)


def _print_extracted(file: Path, made: "Extracted", wanted: "Instant | None", *, as_json: bool) -> None:
    from plantstore.domain.timestamps import to_text

    record = {
        "file": str(file),
        "chain": made.chain,
        "at": to_text(made.at),
        "complete_until": to_text(made.complete_until),
        "size_bytes": file.stat().st_size,
        "schema": made.described.schema,
        "events": made.described.head,
        "pictures": made.photos.files,
        "pictures_missing": made.photos.missing,
        "files_read": made.files_read,
    }
    print_record(record, as_json=as_json)
    if wanted is not None and made.complete_until < wanted:
        until = to_text(made.complete_until)
        why = f"the backup does not have the state of {to_text(wanted)}"
        print_note(f"Changes after {until}, if there were any, are not in the file: {why}.", as_json=as_json)
    if made.photos.missing:
        print_note("Pictures are missing that were not copied, or that no key in the key file reads.", as_json=as_json)


def _with_place(
    settings: "Settings", folder: Path | None, function: "Callable[[BackupPlace], Awaitable[Result]]"
) -> "Result":
    """Call a function with the place of the continuous backup, and close the place."""
    from plantstore.core.clock import SystemClock
    from plantstore.operations.continuous_backup.opening import backup_place
    from plantstore.operations.continuous_backup.places import BackupFolder
    from plantstore.operations.photo_copies import run_apart
    from plantstore.sending.tls import make_tls_context

    if folder is None and not settings.backup_to:
        raise WrongUsage("There is no continuous backup in the settings.", next_step="Name its folder with --from.")

    async def run() -> Result:
        if folder is not None:
            place: BackupPlace = BackupFolder(folder)
        else:
            place = backup_place(settings, clock=SystemClock(), tls=make_tls_context(settings.ca_bundle))
        try:
            return await function(place)
        finally:
            await place.close()

    return run_apart(run())
