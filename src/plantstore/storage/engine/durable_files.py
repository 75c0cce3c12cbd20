"""Durable file operations: a file's name survives a power loss only after its folder has been synced."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600


def sync(folder: Path) -> None:
    """Make the file names in a folder durable. File contents must be synced separately."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def create_private(file: Path) -> int:
    """Create a file that only its owner may read, or empty it. Return its descriptor, open for writing."""
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)


def write_private(file: Path, content: bytes) -> None:
    """Atomically and durably write a file that only its owner may read; replace an existing file."""
    unfinished = file.with_name(file.name + ".unfinished")
    handle = create_private(unfinished)
    with os.fdopen(handle, "wb") as stream:
        os.fchmod(handle, OWNER_ONLY)  # the file may already exist, or the umask may be stricter
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.replace(file)
    sync(file.parent)


def tighten(files: Iterable[Path]) -> list[Path]:
    """Restrict the permissions of existing files to their owner; return the files that were changed.

    Files of another user, and file systems without permissions, are skipped.
    """
    changed = []
    for file in files:
        with suppress(OSError):
            if file.stat().st_mode & 0o077:
                file.chmod(OWNER_ONLY)
                changed.append(file)
    return changed


def make_private(folder: Path) -> None:
    """Durably create a folder that only its owner may enter, and its missing parents."""
    if folder.is_dir():
        return
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for one in missing:
        sync(one.parent)
