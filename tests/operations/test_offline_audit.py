"""A full audit from outside the process: of a store that runs, of one that does not, and of what is no store."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.settings import Settings
from plantstore.domain.audit import COUNTED_BY_STORE, NEEDS_RUNNING_STORE, Audit, AuditNumber, Example
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.public_ids import ReceiverId
from plantstore.operations.audit.offline import RESAMPLE_S, OfflineAudit, ServerAudit
from plantstore.operations.audit.stall_detector import PATIENCE_S
from plantstore.storage.database import Transaction
from plantstore.storage.engine.migrate import migrations
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.sqlite.engine import Connection
from plantstore.storage.tables import attempts, processes
from tests.makers import a_process, an_attempt
from tests.opened import opened
from tests.operations.test_auditor import a_cursor_past_what_is_not_settled, a_stuck_receiver, well, wrong
from tests.running import run
from tests.still_clock import StillClock

STUCK = ReceiverId(12)


def inspect(
    path: Path, clock: StillClock, *, wait: Callable[[float], None] = lambda _: pytest.fail("it waited")
) -> Audit:
    return OfflineAudit(path, retry_scale=1.0, clock=clock, wait=wait, report=lambda _done, _all: None).audit()


def made(folder: Path, clock: StillClock, *changes: Callable[[Transaction], object]) -> Path:
    """A store that does not run."""
    paths: list[Path] = []

    async def make() -> None:
        async with opened(folder, clock) as store:
            paths.append(store.path)
            for change in changes:
                await store.write(change)

    run(make)
    return paths[0]


def test_a_store_that_does_not_run_is_counted_except_what_only_a_running_one_shows(
    tmp_path: Path, clock: StillClock
) -> None:
    path = made(tmp_path, clock, well, a_cursor_past_what_is_not_settled, a_stuck_receiver)

    found = inspect(path, clock)

    assert found.full
    assert wrong(found.findings).keys() == {AuditNumber.UNSETTLED_BEHIND_CURSOR}
    assert {
        number for number, finding in found.findings.items() if finding.count is None
    } == NEEDS_RUNNING_STORE | COUNTED_BY_STORE


async def test_of_a_running_store_everything_is_counted(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(well)

        found = inspect(store.path, clock)

        assert found.clean
        assert {number for number, finding in found.findings.items() if finding.count != 0} == COUNTED_BY_STORE


async def test_who_seems_stuck_is_watched_for_a_minute_before_it_is_said(tmp_path: Path, clock: StillClock) -> None:
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        clock.move(seconds)

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(a_stuck_receiver)

        found = inspect(store.path, clock, wait=wait)

        assert wrong(found.findings).keys() == {AuditNumber.RECEIVERS_STUCK}
        assert found.findings[AuditNumber.RECEIVERS_STUCK].examples == (Example(receiver_id=STUCK, sequence=6),)
        assert sum(waited) == PATIENCE_S


async def test_who_moves_on_is_not_watched_any_longer(tmp_path: Path, clock: StillClock) -> None:
    waited: list[float] = []

    async with opened(tmp_path, clock) as store:
        await store.write(well)
        await store.write(a_stuck_receiver)

        def wait(seconds: float) -> None:
            waited.append(seconds)
            clock.move(seconds)
            outside = Connection(store.path, writes=True)
            tx = Transaction(outside, clock.now())
            attempts.add(tx, [an_attempt(6, id=9_000, receiver_id=STUCK)])
            tx.update("UPDATE receivers SET cursor = 6 WHERE id = ?", (STUCK,))
            outside.close()

        assert inspect(store.path, clock, wait=wait).clean
        assert waited == [RESAMPLE_S]


def test_a_store_that_is_not_there_is_refused(tmp_path: Path, clock: StillClock) -> None:
    with pytest.raises(StorageRefused, match="There is no store at"):
        inspect(tmp_path / "plantstore.db", clock)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("version", "words"), [(migrations()[-1][0] - 1, "an older"), (migrations()[-1][0] + 1, "a newer")]
)
def test_a_database_of_another_version_is_refused(tmp_path: Path, clock: StillClock, version: int, words: str) -> None:
    def change(tx: Transaction) -> None:
        tx.update("DELETE FROM schema_version WHERE version > ?", (version,))
        if version > migrations()[-1][0]:
            tx.insert("schema_version", ("version", "name", "applied_at"), [(version, "later", 0)])

    path = made(tmp_path, clock, change)

    with pytest.raises(StorageRefused, match=words):
        inspect(path, clock)


def test_what_is_no_database_is_refused(tmp_path: Path, clock: StillClock) -> None:
    path = tmp_path / "plantstore.db"
    path.write_bytes(b"no database at all" * 100)

    with pytest.raises(StorageRefused, match="is not a Plant Store database"):
        inspect(path, clock)


class OnServer(ServerAudit):
    """Watches beats as on a server; what it reads is a file, so that no server is needed."""

    def __init__(self, path: Path, **more: Any) -> None:
        super().__init__(Settings(database="postgresql:///plants"), **more)
        self._file = path

    @contextmanager
    def _opened(self) -> Iterator[Connection]:
        with closing(Connection(self._file, writes=False)) as connection:
            yield connection


@pytest.mark.parametrize("beats", [True, False])
def test_on_a_server_a_store_runs_as_long_as_a_process_that_delivers_beats(
    tmp_path: Path, clock: StillClock, beats: bool
) -> None:
    dispatcher, api = a_process("prc_1", role=Role.DISPATCHER), a_process("prc_2", role=Role.API)
    path = made(
        tmp_path,
        clock,
        well,
        a_stuck_receiver,
        lambda tx: processes.register(tx, dispatcher),
        lambda tx: processes.register(tx, api),
    )

    def wait(seconds: float) -> None:
        clock.move(seconds)
        with closing(Connection(path, writes=True)) as outside:
            processes.heartbeat(Transaction(outside, clock.now()), (dispatcher if beats else api).id)

    found = OnServer(path, retry_scale=1.0, clock=clock, wait=wait, report=lambda _done, _all: None).audit()

    stuck = found.findings[AuditNumber.RECEIVERS_STUCK]
    assert stuck.count == (1 if beats else None)
