"""Folders on stable storage: after a power cut a file has the name that it had when its folder was last synced."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600


def sync(folder: Path) -> None:
    """Make durable which names there are in a folder; what the files hold is theirs to sync."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_private(file: Path, content: bytes) -> None:
    """Make a file that only its owner may read, whole or not at all; one that is there is replaced."""
    unfinished = file.with_name(file.name + ".unfinished")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as stream:
        os.fchmod(handle, OWNER_ONLY)  # of one that was left there, and whatever the umask takes away
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(file)
    sync(file.parent)


def tighten(files: Iterable[Path]) -> list[Path]:
    """Let nobody but their owner read or write these files, where they are there; return those that were changed.

    A file that belongs to someone else, or a file system without permissions, stays as it is.
    """
    changed = []
    for file in files:
        with suppress(OSError):
            if file.stat().st_mode & 0o077:
                file.chmod(OWNER_ONLY)
                changed.append(file)
    return changed


def make_private(folder: Path) -> None:
    """Make a folder that only its owner may enter, for good, with those above it that are missing."""
    if folder.is_dir():
        return
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for one in missing:
        sync(one.parent)
