"""How far a continuous backup has come, in a file next to the database, so that a restart continues it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from plantstore.domain.timestamps import Instant
from plantstore.storage.engine import durable_files
from plantstore.storage.sqlite.wal_reader import WalPosition

ENDING = ".continuous"
NOWHERE = WalPosition()
NEVER = Instant(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What of a chain was written.

    `next`: the number of the next segment. `log_first`: the first segment with everything in the current log.
    `identity`: the database file after a clean stop, when there is no log; empty while the store runs. `base_at` and
    `base_next`: when the last complete base was begun, and the segment that was next then; 0 without one. `current_at`:
    everything that was committed then was written. `destination` and `mounted_at` are the digest of the place and the
    key, and the mount point of its disk.
    """

    chain: str
    destination: str = ""
    mounted_at: str = "/"
    current_at: Instant = NEVER
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
    """Replace the file durably."""
    position = progress.position
    found = asdict(replace(progress, position=NOWHERE))
    found["position"] = {
        "salts": position.salts.hex(),
        "frames": position.frames,
        "checksum": position.checksum.hex(),
    }
    durable_files.write_private(path_of(database), json.dumps(found).encode())
