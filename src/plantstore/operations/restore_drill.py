"""A trial restore: restore a backup into a temporary folder, audit the result, and compare it with the running store.

Nothing is sent and the store itself is only read, so it may be running.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from plantstore.core.clock import Clock
from plantstore.domain.audit import Audit
from plantstore.domain.public_ids import ReceiverId
from plantstore.operations import backup, upgrade
from plantstore.operations.audit.offline import OfflineAudit
from plantstore.operations.backup import FileCheck, StoreFiles
from plantstore.operations.photo_backup import photos_of
from plantstore.storage.database import Transaction
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.queries import since_backup
from plantstore.storage.queries.backlog import lags
from plantstore.storage.sqlite import files
from plantstore.storage.sqlite.files import Report
from plantstore.storage.tables import attempts, events, receivers

EXAMPLES_MAX = 20  # max lost plants that a drill lists


class LaterPlant(NamedTuple):
    """A plant of the running store that the backup does not have."""

    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverAfter:
    """What a receiver would get after a restore: `queued` deliveries. It has accepted `repeated` of them before.

    `repeated` is None if there is no store to compare with.
    """

    id: ReceiverId
    name: str
    queued: int
    repeated: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The restored store, compared with the one it is a backup of. `later_events` is None without one."""

    events: int
    receivers: Sequence[ReceiverAfter]
    later_events: int | None
    later_plants: Sequence[LaterPlant]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drill:
    """The result of a trial restore."""

    checked: FileCheck
    audit: Audit
    restore_s: float
    compared: Comparison

    @property
    def is_good(self) -> bool:
        """True if the restored store has no faults, all its pictures, and a key that fits."""
        photos = self.checked.photos
        whole = not self.checked.faults and not self.checked.key_fault and (photos is None or not photos.missing)
        return whole and self.audit.clean


def drill(
    home: StoreFiles,
    file: Path,
    *,
    folder: Path,
    key_file: Path | None,
    retry_scale: float,
    receivers_max: int,
    clock: Clock,
    wait: Callable[[float], None],
    report: Report,
    audit_report: Report,
) -> Drill:
    """Restore `file` into a new temporary folder inside `folder`, and delete it in the end.

    Without `key_file`, the key is that of the store. Raise StorageRefused if the backup cannot be restored.
    """
    with TemporaryDirectory(prefix="plantstore-drill-", dir=folder) as temporary:
        began_s = clock.monotonic()
        restored = _restored_files(home, Path(temporary), photos_of(file))
        backup.restore(
            restored,
            file,
            key_file=key_file or (None if home.key is not None else home.key_file),
            force=False,
            clock=clock,
            report=report,
            accept_missing_photos=True,
        )
        restore_s = clock.monotonic() - began_s
        upgrade.upgrade_file(restored, clock=clock)
        checked = backup.check(restored, clock=clock)
        audit = OfflineAudit(
            restored.database, retry_scale=retry_scale, clock=clock, wait=wait, report=audit_report
        ).audit()
        compared = _compare(restored.database, home.database, receivers_max=receivers_max, clock=clock)
    return Drill(checked=checked, audit=audit, restore_s=restore_s, compared=compared)


def _restored_files(home: StoreFiles, folder: Path, photos: Path) -> StoreFiles:
    """Return the files of the store in the temporary folder. Photos in a bucket stay there."""
    return StoreFiles(
        database=folder / home.database.name,
        key_file=folder / home.key_file.name,
        token_file=folder / home.token_file.name,
        key=home.key,
        open_photos=partial(PhotoFolder, folder / "photos") if photos.is_dir() else home.open_photos,
    )


def _compare(restored: Path, store: Path, *, receivers_max: int, clock: Clock) -> Comparison:
    with files.reading(restored) as connection:
        tx = Transaction(connection, clock.now())
        head, newest = events.head(tx), attempts.newest_id(tx)
        found = receivers.page(tx, limit=receivers_max)
        queued = lags(tx, [receiver.id for receiver in found])
    later: int | None = None
    plants: list[LaterPlant] = []
    accepted: Mapping[ReceiverId, int] | None = None
    if store.exists():
        with files.reading(store) as connection:
            tx = Transaction(connection, clock.now())
            later = max(0, events.head(tx) - head)
            plants = [LaterPlant(*one) for one in since_backup.later_plants(tx, head=head, limit=EXAMPLES_MAX)]
            accepted = since_backup.accepted_since(tx, attempt_id=newest, head=head)
    after = [
        ReceiverAfter(
            id=one.id,
            name=one.name,
            queued=queued[one.id].total,
            repeated=None if accepted is None else accepted.get(one.id, 0),
        )
        for one in found
    ]
    return Comparison(events=head, receivers=after, later_events=later, later_plants=plants)
