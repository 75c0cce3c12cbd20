"""The alert about a continuous backup that is behind: when it begins and ends in a running store."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.errors import Unavailable
from plantstore.domain.timestamps import Instant, after
from plantstore.operations.alerts import engine
from plantstore.operations.continuous_backup import shipping
from plantstore.operations.continuous_backup.places import BackupFolder
from plantstore.operations.continuous_backup.status import BackupStatus
from plantstore.storage.tables import alert_incidents
from tests.makers import NOON
from tests.operations.continuous_backup.backing_up import backed_up, backup_of, until_complete
from tests.running import add

pytestmark = pytest.mark.sqlite_only("a continuous backup is of a store on SQLite")

MINUTE_S = 60


class MovedClock(SystemClock):
    """The machine's clocks, moved forward by `ahead_s` seconds."""

    ahead_s = 0.0

    def now(self) -> Instant:
        return after(super().now(), seconds=self.ahead_s)

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead_s


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipping, "EVERY_S", 0.02)
    monkeypatch.setattr(shipping, "RETRY_S_MAX", 0.02)
    monkeypatch.setattr(engine, "EVERY_S", 0.02)
    monkeypatch.setattr(engine, "SLOW_EVERY_S", 0.02)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """The place refuses files while this list has an item."""
    put, is_full = BackupFolder.put, list[bool]()

    async def refuse(place: BackupFolder, name: str, content: bytes) -> None:
        if is_full:
            raise Unavailable("There is no room.")
        await put(place, name, content)

    monkeypatch.setattr(BackupFolder, "put", refuse)
    return is_full


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


async def open_rules(store: Store) -> set[str]:
    return {rule for rule, _ in await store.database.read(alert_incidents.open_keys)}


async def until_reported(store: Store, rules: set[str]) -> None:
    async with asyncio.timeout(30):
        while await open_rules(store) != rules:
            await asyncio.sleep(0.02)


async def test_a_place_that_fails_for_a_quarter_of_an_hour_is_an_alert_until_it_works(
    tmp_path: Path, full: list[bool]
) -> None:
    clock = MovedClock()
    async with open_store(backed_up(tmp_path), clock=clock) as store:
        await until_complete(store)
        full.append(True)
        await add(store, "first")
        await until(lambda: bool(backup_of(store).status.failing_since))
        failing_since = backup_of(store).status.failing_since
        clock.ahead_s = 14 * MINUTE_S
        await asyncio.sleep(0.2)
        assert await open_rules(store) == set()
        assert backup_of(store).status.failing_since == failing_since

        clock.ahead_s = 15 * MINUTE_S
        await until_reported(store, {RuleKey.BACKUP_BEHIND})
        [incident] = await store.database.read(alert_incidents.open_incidents)
        assert incident.facts["why"] == "There is no room."
        assert incident.facts["complete_at"] == backup_of(store).status.complete_at

        full.clear()
        await until_reported(store, set())
        assert backup_of(store).status.failing_since is None


async def test_so_is_one_that_never_was_complete(tmp_path: Path, full: list[bool]) -> None:
    full.append(True)
    clock = MovedClock()
    async with open_store(backed_up(tmp_path), clock=clock) as store:
        await until(lambda: bool(backup_of(store).status.failing))
        assert await open_rules(store) == set()
        clock.ahead_s = 16 * MINUTE_S
        await until_reported(store, {RuleKey.BACKUP_BEHIND})


@pytest.mark.parametrize(
    ("complete_s", "failing_s", "behind_s"),
    [(None, None, -600), (None, -5, -600), (-2, None, -2), (-2, -300, -300), (-900, -300, -900)],
)
def test_it_is_behind_since_the_earlier_of_what_is_missing_and_what_fails(
    complete_s: float | None, failing_s: float | None, behind_s: float
) -> None:
    def ago(seconds: float | None) -> Instant | None:
        return None if seconds is None else after(NOON, seconds=seconds)

    status = BackupStatus(
        complete_at=ago(complete_s), started_at=after(NOON, seconds=-600), failing_since=ago(failing_s)
    )
    assert status.behind_since == ago(behind_s)
