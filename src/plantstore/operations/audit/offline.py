"""Run a full audit from another process, whether or not the store is running. It changes nothing."""

import math
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.domain.audit import Audit
from plantstore.domain.deliveries.lease import WatchedPeer, observe_heartbeats
from plantstore.operations.audit.auditor import audit_in_full
from plantstore.operations.audit.stall_detector import PATIENCE_S, StallDetector, Verdict
from plantstore.storage.database import Transaction
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import migrations, translate_errors, version_of
from plantstore.storage.engine.protocols import Connection, StorageRefused, StoreLocked
from plantstore.storage.sqlite.engine import Connection as FileConnection
from plantstore.storage.sqlite.engine import check_free, check_place
from plantstore.storage.tables import processes

RESAMPLE_S = 2.0  # interval between samples of receivers that seem to be stalled


class OfflineAudit:
    """Audits a database file once. `wait` sleeps for a number of seconds; `report` gets the rows done and the total."""

    def __init__(
        self,
        path: Path,
        *,
        retry_scale: float,
        clock: Clock,
        wait: Callable[[float], None],
        report: Callable[[int, int], None],
    ) -> None:
        self._path = path
        self._retry_scale = retry_scale
        self._clock = clock
        self._wait = wait
        self._report = report
        self._stall_detector = StallDetector()

    def audit(self) -> Audit:
        """Count everything. Raise StorageRefused if the database cannot be read or needs an upgrade.

        If a store runs on the database and a receiver seems to be stalled, sample again for up to PATIENCE_S before
        reporting it.
        """
        with self._opened() as connection:
            newest = migrations()[-1][0]
            if version_of(connection) < newest:
                raise StorageRefused(
                    "This database was written by an older version. Start this version once to upgrade it."
                )
            began = self._clock.monotonic()
            runs = self._sample(connection) is not None
            findings = audit_in_full(
                lambda: self._snapshot(connection), retry_scale=self._retry_scale, report=self._report
            )
            verdict = self._sample_until_sure(connection, since=began) if runs else None
            if verdict is not None:
                findings |= verdict.findings
            return Audit(at=self._clock.now(), full=True, findings=findings)

    def _sample_until_sure(self, connection: Connection, *, since: float) -> Verdict | None:
        """Sample until no receiver remains suspected since the start of the audit, at most for PATIENCE_S."""
        while True:
            is_last = self._clock.monotonic() - since >= PATIENCE_S
            verdict = self._sample(connection)
            if verdict is None or is_last or not self._stall_detector.any_since(since):
                return verdict
            self._wait(RESAMPLE_S)

    def _sample(self, connection: Connection) -> Verdict | None:
        """Sample for stalled receivers; return None if no store is running, because then no receiver can progress."""
        if not self._is_in_use(connection):
            return None
        with self._snapshot(connection) as tx:
            return self._stall_detector.sample(tx, monotonic=self._clock.monotonic())

    @contextmanager
    def _snapshot(self, connection: Connection) -> Iterator[Transaction]:
        connection.begin_read()
        try:
            yield Transaction(connection, self._clock.now())
        finally:
            connection.rollback()

    def _is_in_use(self, connection: Connection) -> bool:
        del connection
        try:
            check_free(self._path)
        except StoreLocked:
            return True
        return False

    @contextmanager
    def _opened(self) -> Iterator[Connection]:
        check_place(self._path)
        if not self._path.exists():
            raise StorageRefused(f"There is no store at {self._path}. Name its folder with --data.")
        with closing(FileConnection(self._path, writes=False)) as connection:
            yield connection


class ServerAudit(OfflineAudit):
    """Audits a database on a server once. The heartbeats of its processes show whether a store is running."""

    def __init__(self, settings: Settings, **more: Any) -> None:
        super().__init__(Path(settings.database_shown), **more)
        self._settings = settings
        self._watched: dict[str, WatchedPeer] = {}
        self._looked_s = -math.inf

    def _is_in_use(self, connection: Connection) -> bool:
        """True unless every delivering process has been seen without a heartbeat for a whole lease."""
        with self._snapshot(connection) as tx:
            beats = {one.id: one.shown for one in processes.find_all(tx) if one.has_share}
        now_s = self._clock.monotonic()
        self._watched = observe_heartbeats(self._watched, beats, last_poll_s=self._looked_s, now_s=now_s)
        self._looked_s = now_s
        return not all(one.is_expired(now_s) for one in self._watched.values())

    @contextmanager
    def _opened(self) -> Iterator[Connection]:
        engine = factory.open_engine(self._settings)
        with closing(engine), closing(engine.connect_reader()) as connection, translate_errors(engine):
            factory.require_schema(connection, self._settings)
            yield connection
