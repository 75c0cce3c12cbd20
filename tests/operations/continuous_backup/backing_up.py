"""A running store with a continuous backup, for tests."""

import asyncio
from pathlib import Path
from typing import Any

from plantstore.app.store import Store
from plantstore.core.settings import Settings
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.continuous_backup import extracting, keys
from plantstore.operations.continuous_backup.extracting import Extracted
from plantstore.operations.continuous_backup.places import BackupPlace, list_chains
from plantstore.operations.continuous_backup.shipping import ContinuousBackup
from plantstore.operations.continuous_backup.states import plan
from plantstore.operations.photo_backup import no_report
from tests.running import settings

PRIVATE, PUBLIC = keys.new_key()


def backed_up(folder: Path, **changes: Any) -> Settings:
    given = {"backup_to": str(folder / "backups"), "backup_recipient": PUBLIC} | changes
    return settings(folder / "data", **given)


def backup_of(store: Store) -> ContinuousBackup:
    assert store.continuous_backup is not None
    return store.continuous_backup


async def until_complete(store: Store) -> Instant:
    """Wait until everything that is committed now is in the backup; return a time of which it has the state."""
    now = store.clock.now()
    async with asyncio.timeout(60):
        while (backup_of(store).status.complete_at or 0) <= now:
            await asyncio.sleep(0.02)
    return after(store.clock.now(), seconds=0.001)  # times in names are rounded up


def make_key_file(folder: Path) -> Path:
    file = folder / "backup.key"
    file.write_text(PRIVATE.reveal(), encoding="ascii")
    return file


async def extract(
    place: BackupPlace, to: Path, *, at: Instant | None = None, key_file: Path | None = None
) -> Extracted:
    chosen = plan(await list_chains(place), at=at)
    found = keys.read_keys(key_file or make_key_file(to.parent))
    return await extracting.extract(place, chosen, to, keys=found, report=no_report, photo_report=no_report)
