"""Back up, restore, check and compact the database of a store, from outside the process that serves it.

A database on a server is backed up and restored with the server's own tools. `back_up`, `check` and `check_server`
may be used while the store is running; `restore` and `compact` need it stopped.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.domain.secret import Secret
from plantstore.domain.token import hash_of
from plantstore.operations import backup_times, photo_backup, photo_copies
from plantstore.operations.continuous_backup import progress
from plantstore.operations.photo_backup import no_report
from plantstore.operations.photo_bucket import photo_files_of
from plantstore.operations.photo_copies import CopiedPhotos, PhotoCheck
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files, factory
from plantstore.storage.engine.encryption import SecretBox, check_key, read_key
from plantstore.storage.engine.migrate import migrations, translate_errors
from plantstore.storage.engine.protocols import Connection, StorageRefused, StorageSizes
from plantstore.storage.photo_files import PhotoFiles
from plantstore.storage.queries import photo_names
from plantstore.storage.sqlite import files, log_head
from plantstore.storage.sqlite.engine import SqliteEngine, check_place
from plantstore.storage.sqlite.files import DatabaseSummary, Report
from plantstore.storage.tables import tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFiles:
    """The files of a store on SQLite. `key` is the encryption key in the settings; None if it is in `key_file`.

    `open_photos` returns the place of the photos, which the caller closes.
    """

    database: Path
    key_file: Path
    token_file: Path
    key: Secret | None
    open_photos: Callable[[], PhotoFiles]

    @property
    def own_files(self) -> set[Path]:
        """Every file that belongs to the store, so that no backup overwrites one."""
        database_files = [
            self.database.with_name(self.database.name + end)
            for end in ("", "-wal", "-shm", ".lock", log_head.ENDING, backup_times.ENDING, progress.ENDING)
        ]
        return {one.resolve() for one in (*database_files, self.key_file, self.token_file)}


def store_files(settings: Settings) -> StoreFiles:
    """Return the files that these settings name."""
    return StoreFiles(
        database=settings.database_path,
        key_file=settings.key_file,
        token_file=settings.operator_token_file,
        key=settings.key,
        open_photos=partial(photo_files_of, settings),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedBackup:
    """A backup that was written and checked."""

    described: DatabaseSummary
    size_bytes: int
    photos: CopiedPhotos


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A restored store. `outdated`: needs an upgrade. `token_removed`: a stray `operator.token` was deleted."""

    described: DatabaseSummary
    photos: CopiedPhotos
    outdated: bool
    token_removed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheck:
    """The result of checking a database: `faults` lists damage in the file; `key_fault` is a key mismatch, or empty.

    `lost` describes the events that are missing from the log, compared with the record kept while the store was
    running; empty if none are missing.
    """

    described: DatabaseSummary
    faults: tuple[str, ...]
    key_fault: str
    lost: str = ""
    photos: PhotoCheck | None = None


def back_up(
    home: StoreFiles, file: Path, *, force: bool, report: Report, photo_report: Report = no_report
) -> CompletedBackup:
    """Write a consistent snapshot into one file. The file contains secrets only in encrypted form, and never the key.

    The photos of a store that keeps them in a folder are put next to the file, in the folder `photos_of(file)`.

    Raise StorageRefused if `file` is one of the store's own, or exists and `force` is not given.
    """
    check_store_exists(home)
    if file.resolve() in home.own_files:
        raise StorageRefused(f"{file} belongs to the store itself. Name another file.")
    if file.is_dir() or (file.exists() and not force):
        raise StorageRefused(f"{file} already exists. Name another file, or add --force.")
    described, photos = photo_backup.back_up(
        home.database, home.open_photos(), file, report=report, photo_report=photo_report
    )
    return CompletedBackup(described=described, size_bytes=file.stat().st_size, photos=photos)


def restore(
    home: StoreFiles,
    file: Path,
    *,
    key_file: Path | None,
    force: bool,
    clock: Clock,
    report: Report,
    photo_report: Report = no_report,
    accept_missing_photos: bool = False,
) -> Restored:
    """Replace the database of a stopped store with a backup, and add the photos of the backup.

    Raise StorageRefused, without changing anything, if the backup is damaged, if its key does not match, if the store
    is running, if photos are missing and `accept_missing_photos` is False, or if a store already exists and `force` is
    False. Without `key_file`, the key comes from the settings
    or the data folder.
    """
    if not file.is_file():
        raise StorageRefused(f"There is no file {file}.")
    if file.resolve() in home.own_files:
        raise StorageRefused(f"{file} is the store itself, not a backup of it.")
    if key_file is None and home.key is None and not home.key_file.exists():
        raise StorageRefused("The key is missing: name the file you kept with --key-file, or set PLANTSTORE_KEY.")
    key = _key(home, key_file)
    engine = SqliteEngine(home.database)
    try:
        if home.database.exists() and not force:
            raise StorageRefused(f"{home.database} already exists. Name another folder, or add --force to replace it.")
        new = unfinished_restore(home.database)
        described = files.copy(file, new, report=report)
        try:
            _check_key(new, key, clock)
            photos = photo_backup.restore(
                new, file, home.open_photos(), accept_missing=accept_missing_photos, report=photo_report
            )
            if key_file is not None and not home.key_file.exists():
                _copy_key(key_file, home.key_file)
        except BaseException:
            new.unlink()
            raise
        log_head.forget(home.database)  # or a start after a kill would compare the old note with the new log
        files.replace_database(new, home.database)
        log_head.note(home.database)
        with files.reading(home.database) as connection:
            token_removed = remove_stray_token(home.token_file, Transaction(connection, clock.now()))
    finally:
        engine.close()
    outdated = described.schema < migrations()[-1][0]
    return Restored(described=described, photos=photos, outdated=outdated, token_removed=token_removed)


def unfinished_restore(database: Path) -> Path:
    """Return the file that a restore writes before it renames it to the database."""
    return database.with_name(database.name + ".restoring")


def check(home: StoreFiles, *, clock: Clock) -> FileCheck:
    """Check the pages of the database file and its key. The audit of its contents is in `audit/offline.py`."""
    check_store_exists(home)
    lost = log_head.lost(home.database)
    with files.reading(home.database) as connection:
        described, faults = files.describe(connection), tuple(files.faults(connection))
        try:
            check_key(Transaction(connection, clock.now()), SecretBox(_key(home, None), no_random_bytes))
            key_fault = ""
        except StorageRefused as error:
            key_fault = str(error)
        photos = None if faults else _check_photos(home.open_photos(), connection, clock)
    return FileCheck(described=described, faults=faults, key_fault=key_fault, lost=lost, photos=photos)


def compact(home: StoreFiles) -> tuple[StorageSizes, StorageSizes]:
    """Rewrite the database without free pages; return its sizes before and after.

    Raise StorageRefused if the store is running: its writer would be blocked while the entire database is written.
    """
    check_store_exists(home)
    engine = SqliteEngine(home.database)
    try:
        log_head.refuse_lost(home.database)
        before = engine.sizes()
        new = home.database.with_name(home.database.name + ".compacting")
        files.compact(home.database, new)
        files.replace_database(new, home.database)
        log_head.note(home.database)
        return before, engine.sizes()
    finally:
        engine.close()


def check_server(settings: Settings, *, clock: Clock) -> FileCheck:
    """Check the key of a store on a server. To check the database's pages, use the server's own tools."""
    engine = factory.open_engine(settings)
    with closing(engine), closing(engine.connect_reader()) as connection, translate_errors(engine):
        factory.require_schema(connection, settings)
        connection.begin_read()
        try:
            check_key(Transaction(connection, clock.now()), SecretBox(_given_key(settings), no_random_bytes))
            key_fault = ""
        except StorageRefused as error:
            key_fault = str(error)
        described = files.describe(connection)
        photos = _check_photos(photo_files_of(settings), connection, clock)
        connection.rollback()
    return FileCheck(described=described, faults=(), key_fault=key_fault, photos=photos)


def _check_photos(photos: PhotoFiles, connection: Connection, clock: Clock) -> PhotoCheck:
    named = photo_names.read(Transaction(connection, clock.now()))

    async def compare() -> PhotoCheck:
        try:
            return await photo_copies.check_named(photos, named, clock=clock)
        finally:
            await photos.close()

    return photo_copies.run_apart(compare())


def _given_key(settings: Settings) -> bytes:
    if settings.key is None:
        raise StorageRefused("PLANTSTORE_KEY is not set, so no key was tried.")
    return read_key(settings.key, settings.key_file, no_random_bytes, new_store=False)


def check_store_exists(home: StoreFiles) -> None:
    """Raise StorageRefused if there is no database file, or if it is in a place that SQLite cannot use."""
    check_place(home.database)
    if not home.database.exists():
        raise StorageRefused(f"There is no store at {home.database}. Name its folder with --data.")


def _key(home: StoreFiles, key_file: Path | None) -> bytes:
    """Return the key that the store will be opened with, from the given file, the settings or the data folder."""
    if home.key is None and key_file is not None:
        given = read_key(None, key_file, no_random_bytes, new_store=False)
        if home.key_file.exists() and read_key(None, home.key_file, no_random_bytes, new_store=False) != given:
            raise StorageRefused(f"{home.key_file} contains another key. Move it away first if nothing needs it.")
        return given
    return read_key(home.key, home.key_file, no_random_bytes, new_store=False)


def no_random_bytes(_count: int) -> bytes:
    """Raise StorageRefused. Callers pass it as the source of random bytes where nothing may be encrypted or made."""
    raise StorageRefused("This database does not record which key it was made with, so Plant Store did not create it.")


def _check_key(database: Path, key: bytes, clock: Clock) -> None:
    with files.reading(database) as connection:
        check_key(Transaction(connection, clock.now()), SecretBox(key, no_random_bytes))


def _copy_key(source: Path, to: Path) -> None:
    handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream, source.open("rb") as given:
        os.fchmod(handle, durable_files.OWNER_ONLY)
        shutil.copyfileobj(given, stream)
        stream.flush()
        os.fsync(stream.fileno())


def remove_stray_token(file: Path, tx: Transaction) -> bool:
    """Delete `operator.token` if the store does not know its token, so that the next start makes a new one."""
    if not file.exists():
        return False
    text = file.read_text(errors="replace").strip()
    if tokens.is_known(tx, hash_of(text)):
        return False
    file.unlink()
    return True
