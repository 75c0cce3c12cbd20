"""A folder of backups: a file for each, named by its time, and the removal of old ones."""

import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from plantstore.domain.timestamps import Instant, to_datetime
from plantstore.operations.photo_backup import photos_of
from plantstore.storage.engine import durable_files

_NAME = re.compile(r"plantstore-(\d{8}T\d{6}Z)\.db")
_TIME = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBackup:
    """A backup in the folder and its time, which its name has."""

    file: Path
    at: datetime


def name_for(at: Instant) -> str:
    """Return the name of a backup that is made at this time."""
    return f"plantstore-{to_datetime(at):{_TIME}}.db"


def backups_in(folder: Path) -> list[KeptBackup]:
    """Return the backups in a folder, the newest first, without other files. Raise OSError if it cannot be read."""
    found = []
    for file in folder.iterdir():
        match = _NAME.fullmatch(file.name)
        if match and file.is_file():
            found.append(KeptBackup(file=file, at=datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)))
    return sorted(found, key=lambda one: one.at, reverse=True)


def remove_old(folder: Path, *, now: Instant, keep_days: int) -> list[Path]:
    """Remove backups older than `keep_days` with their photos, but never the newest; return the removed files.

    Raise OSError if one cannot be removed; older ones then stay too.
    """
    oldest = to_datetime(now) - timedelta(days=keep_days)
    removed = []
    for one in backups_in(folder)[1:]:
        if one.at < oldest:
            one.file.unlink()  # first: a file with its name always has its photos
            shutil.rmtree(photos_of(one.file), ignore_errors=True)
            removed.append(one.file)
    if removed:
        durable_files.sync(folder)
    return removed
