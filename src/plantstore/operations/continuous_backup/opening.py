"""Opens the continuous backup that the settings name."""

import hashlib
import ssl
from pathlib import Path
from typing import Any

from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.core.settings import PREFIX, SettingError, Settings
from plantstore.domain.errors import Unavailable
from plantstore.operations.continuous_backup import keys, progress
from plantstore.operations.continuous_backup.photos import PhotoShipping, WatchedPhotoFolder
from plantstore.operations.continuous_backup.places import BackupFolder, BackupPlace, mount_of
from plantstore.operations.continuous_backup.shipping import ContinuousBackup, Destination
from plantstore.operations.photo_bucket import CHECKED_NAME, bucket_at, photo_files
from plantstore.sending.bucket import Bucket
from plantstore.sending.bucket_place import backup_place_of
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.photo_files import PhotoFiles
from plantstore.storage.sqlite.engine import SqliteEngine

CHECKED_CONTENT = b"plantstore check"
READ_S_MAX = 300.0  # all attempts to read a file of the backup: a restore should not end because of one
ATTEMPT_S_MAX = 60.0  # one attempt: 8 files of 2 MB at 2 Mbit/s


def backup_place(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> BackupPlace:
    """Return the place that the settings name. Nothing is opened before it is used. Raise SettingError."""
    if settings.is_backed_up_to_bucket:
        return _bucket(settings, clock=clock, tls=tls)
    return BackupFolder(Path(settings.backup_to))


async def check_backup_place(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> str:
    """Write, read, list and delete a small file in the place, and return its name.

    Raise SettingError or Unavailable with what to correct.
    """
    _recipient(settings)
    place = backup_place(settings, clock=clock, tls=tls)
    try:
        if isinstance(place, Bucket):
            await place.check(CHECKED_NAME, CHECKED_CONTENT)
            return place.place.shown
        await place.put(CHECKED_NAME, CHECKED_CONTENT)
        [listed] = await place.page(after=CHECKED_NAME[:-1], limit=1)
        if listed.name != CHECKED_NAME or await place.get(CHECKED_NAME) != CHECKED_CONTENT:
            raise Unavailable(f"The folder of backups {settings.backup_to} returned something else than was written.")
        await place.delete(CHECKED_NAME)
        return settings.backup_to
    finally:
        await place.close()


def photo_files_to_back_up(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> PhotoFiles:
    """Return the place of a store's photos; new ones in a folder are noted for the continuous backup, if there is one.

    Raise SettingError if the settings of the bucket are wrong.
    """
    if settings.backup_to and not settings.photos_bucket:
        return WatchedPhotoFolder(settings.photos_folder)
    return photo_files(settings, clock=clock, tls=tls)


def continuous_backup(
    settings: Settings,
    engine: Engine,
    photos: PhotoFiles,
    *,
    clock: Clock,
    random_bytes: RandomBytes,
    tls: ssl.SSLContext,
) -> ContinuousBackup | None:
    """Return the continuous backup of a store, which continues where it was; None if the settings name no place.

    `photos`: those of `photo_files_to_back_up`.

    Call this before the engine opens a connection for writing. Raise SettingError if the settings are wrong.
    """
    if not settings.backup_to:
        return None
    assert isinstance(engine, SqliteEngine), "the settings permit it on SQLite only"
    to, shipping, keep_days = _destination(settings, clock=clock, tls=tls), None, settings.backup_keep_days
    if isinstance(photos, WatchedPhotoFolder):
        digest = _digest(settings.backup_recipient)
        shipping = PhotoShipping(
            photos, to.place, recipient=to.recipient, digest=digest, keep_days=keep_days, clock=clock
        )
    backup = ContinuousBackup(
        settings.database_path,
        engine.follow_wal(),
        to,
        keep_days=keep_days,
        clock=clock,
        random_bytes=random_bytes,
        photos=shipping,
    )
    backup.resume()
    return backup


def _destination(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> Destination:
    recipient = _recipient(settings)
    if settings.is_backed_up_to_bucket:
        bucket = _bucket(settings, clock=clock, tls=tls)
        digest = _digest(f"{bucket.place.shown} {settings.backup_recipient}")
        return Destination(place=bucket, recipient=recipient, digest=digest)
    folder, known = Path(settings.backup_to), progress.read(settings.database_path)
    digest, mounted_at = _digest(f"{folder} {settings.backup_recipient}"), mount_of(folder)
    if known is not None and known.destination == digest and Path(known.mounted_at).is_relative_to(mounted_at):
        mounted_at = known.mounted_at  # that disk has to be there again
    place = BackupFolder(folder, mounted_at=mounted_at)
    return Destination(place=place, recipient=recipient, digest=digest, mounted_at=mounted_at)


def _bucket(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> Bucket:
    place = backup_place_of(settings)
    return bucket_at(place, settings, clock=clock, tls=tls, read_s_max=READ_S_MAX, attempt_s_max=ATTEMPT_S_MAX)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _recipient(settings: Settings) -> Any:
    try:
        return keys.recipient(settings.backup_recipient)
    except ValueError as error:
        raise SettingError(f"{PREFIX}BACKUP_RECIPIENT: {error}.") from error
