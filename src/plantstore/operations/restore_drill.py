"""A trial restore: restore a backup into a temporary folder, audit the result, and compare it with the running store.

Nothing is sent and the store itself is only read, so it may be running.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

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


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterPlant:
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
class Drill:
    """The result of a trial restore. `later_events` is None if there is no store to compare with."""

    events: int
    checked: FileCheck
    audit: Audit
    restore_s: float
    receivers: Sequence[ReceiverAfter]
    later_events: int | None
    later_plants: Sequence[LaterPlant]

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
        with files.reading(restored.database) as connection:
            tx = Transaction(connection, clock.now())
            head, newest = events.head(tx), attempts.newest_id(tx)
            found = receivers.page(tx, limit=receivers_max)
            queued = lags(tx, [receiver.id for receiver in found])
    later, plants, accepted = _since(home.database, head=head, attempt_id=newest, clock=clock)
    return Drill(
        events=head,
        checked=checked,
        audit=audit,
        restore_s=restore_s,
        receivers=[
            ReceiverAfter(
                id=one.id,
                name=one.name,
                queued=queued[one.id].total,
                repeated=None if accepted is None else accepted.get(one.id, 0),
            )
            for one in found
        ],
        later_events=later,
        later_plants=plants,
    )


def _restored_files(home: StoreFiles, folder: Path, photos: Path) -> StoreFiles:
    """Return the files of the store in the temporary folder. Photos in a bucket stay there."""
    return StoreFiles(
        database=folder / home.database.name,
        key_file=folder / home.key_file.name,
        token_file=folder / home.token_file.name,
        key=home.key,
        open_photos=partial(PhotoFolder, folder / "photos") if photos.is_dir() else home.open_photos,
    )


def _since(
    store: Path, *, head: int, attempt_id: int, clock: Clock
) -> tuple[int | None, list[LaterPlant], Mapping[ReceiverId, int] | None]:
    """Return what the store has beyond the backup: the number of its events, some plants, and accepted deliveries."""
    if not store.exists():
        return None, [], None
    with files.reading(store) as connection:
        tx = Transaction(connection, clock.now())
        plants = since_backup.later_plants(tx, head=head, limit=EXAMPLES_MAX)
        accepted = since_backup.accepted_since(tx, attempt_id=attempt_id, head=head)
        return max(0, events.head(tx) - head), [LaterPlant(id=id, name=name) for id, name in plants], accepted
