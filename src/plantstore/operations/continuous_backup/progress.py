"""How far a continuous backup has come, in a file next to the database, so that a restart continues it."""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from plantstore.domain.timestamps import Instant
from plantstore.storage.sqlite.wal_reader import WalPosition

ENDING = ".continuous"
NOWHERE = WalPosition()
NEVER = Instant(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What of a chain was written.

    `next`: the number of the next segment. `log_first`: the first segment with everything in the current log.
    `identity`: the database file after a clean stop, when there is no log; empty while the store runs. `base_at` and
    `base_next`: when the last complete base was begun, and the segment that was next then; 0 without one.
    """

    chain: str
    next: int = 1
    log_first: int = 1
    position: WalPosition = NOWHERE
    identity: Sequence[int] = ()
    base_at: Instant = NEVER
    base_next: int = 0


def path_of(database: Path) -> Path:
    return database.with_name(database.name + ENDING)


def read(database: Path) -> Progress | None:
    """Return the progress of the last process; None if there is none, or it cannot be read."""
    try:
        found: dict[str, Any] = json.loads(path_of(database).read_bytes())
        position = found.pop("position")
        known = WalPosition(
            salts=bytes.fromhex(position["salts"]),
            frames=position["frames"],
            checksum=bytes.fromhex(position["checksum"]),
        )
        return Progress(position=known, **found)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write(database: Path, progress: Progress) -> None:
    """Replace the file. After a power loss it may be older: then some pages are written again, which does no harm."""
    file = path_of(database)
    position = progress.position
    found = asdict(replace(progress, position=NOWHERE))
    found["position"] = {
        "salts": position.salts.hex(),
        "frames": position.frames,
        "checksum": position.checksum.hex(),
    }
    unfinished = file.with_name(file.name + ".unfinished")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        json.dump(found, stream)
    unfinished.replace(file)
