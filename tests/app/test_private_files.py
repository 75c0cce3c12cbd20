"""Files of a store and its backups are for their owner only, whatever the umask, and a start makes old ones so."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from plantstore.app.store import open_store
from plantstore.core.clock import SystemClock
from plantstore.operations import backup as backups
from plantstore.operations.backup import store_files
from plantstore.operations.copy import copy
from plantstore.operations.copy.preconditions import IdleWatch
from tests.running import add, run, settings

CLOCK = SystemClock()
TIGHTENED = "made database files private that other users could read"


@pytest.fixture(params=[0o000, 0o002, 0o022], ids=oct)
def _any_umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): oct(path.stat().st_mode & 0o777) for path in files_in(folder)}


def files_in(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def nothing(*_: object) -> None:
    """Hear of progress and do nothing."""


async def parts() -> AsyncIterator[bytes]:
    yield b"name\nRosa\n"


@pytest.mark.usefixtures("_any_umask")
async def test_whatever_the_umask_every_file_of_a_store_is_for_its_owner_only(tmp_path: Path) -> None:
    folder, restored, copied = (tmp_path / name for name in ("data", "restored", "copied"))
    for one in (folder, restored, copied):
        one.mkdir(mode=0o700)
        one.chmod(0o700)
    found: dict[str, str] = {}

    async with open_store(settings(folder)) as store:
        await add(store, "Rosa")
        (folder / "imports").mkdir()
        (folder / "imports").chmod(0o700)
        await store.importer.receive(parts())
        found.update(modes(folder))
    home, backup = store_files(settings(folder)), tmp_path / "backup.db"
    backups.back_up(home, backup, force=False, report=nothing)
    backups.restore(
        store_files(settings(restored)), backup, key_file=home.key_file, force=False, clock=CLOCK, report=nothing
    )
    backups.compact(home)
    key = copy.read_key_of(settings(folder), None, None)
    tools = copy.CopyTools(watch=IdleWatch(clock=CLOCK, wait=nothing), report=nothing)
    copy.copy(settings(folder), settings(copied), key=key, tools=tools)
    for one in (folder, restored, copied):
        found.update({f"{one.name}/{name}": mode for name, mode in modes(one).items()})
    found[backup.name] = oct(backup.stat().st_mode & 0o777)

    assert {"plantstore.db", "plantstore.db-wal", "plantstore.db-shm", "copied/plantstore.db"} < set(found)
    assert any(name.startswith("imports/") for name in found)
    assert set(found.values()) == {"0o600"}, found


def test_files_that_others_may_read_are_tightened_at_the_start_and_the_log_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    said: list[list[str]] = []

    async def start() -> None:
        with structlog.testing.capture_logs() as lines:
            async with open_store(settings(folder)):
                said.append([name for line in lines if line["event"] == TIGHTENED for name in line["files"]])
                assert set(modes(folder).values()) == {"0o600"}

    run(start)
    for name in ("plantstore.db", "plantstore.db.lock"):
        (folder / name).chmod(0o644)
    run(start)
    run(start)

    assert said == [[], [str(folder / "plantstore.db"), str(folder / "plantstore.db.lock")], []]
