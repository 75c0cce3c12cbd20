"""Pre-commit hooks: what commands queue to be done once, before their commit."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.errors import Conflict
from plantstore.storage.database import Transaction
from tests.opened import opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

done: list[Sequence[Any]] = []


def note(tx: Transaction, items: Sequence[Any]) -> None:
    done.append(list(items))
    tx.insert("facts", ("name", "value"), [(item, b"") for item in items])


def leave(name: str, tx: Transaction) -> None:
    tx.add_pre_commit_hook(note, name)


def facts(tx: Transaction) -> list[str]:
    return [row[0] for row in tx.execute("SELECT name FROM facts ORDER BY name")]


@pytest.fixture(autouse=True)
def forget() -> None:
    done.clear()


async def test_a_hook_runs_once_for_all_commands_of_a_commit(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        started = asyncio.Event()
        loop = asyncio.get_running_loop()

        def hold(tx: Transaction) -> None:
            loop.call_soon_threadsafe(started.set)
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()

        first = asyncio.ensure_future(store.write(hold))
        await started.wait()
        await asyncio.gather(*(store.write(partial(leave, name)) for name in "ab"), first)
        assert sorted(item for items in done for item in items) == ["a", "b"]
        assert await store.read(facts) == ["a", "b"]


async def test_a_refused_commands_hook_is_not_run(tmp_path: Path, clock: StillClock) -> None:
    def refuse(tx: Transaction) -> None:
        tx.add_pre_commit_hook(note, "refused")
        raise Conflict

    async with opened(tmp_path, clock) as store:
        with pytest.raises(Conflict):
            await store.write(refuse)
        await store.write(lambda tx: tx.add_pre_commit_hook(note, "taken"))

        assert await store.read(facts) == ["taken"]


async def test_a_failing_hook_undoes_the_commit(tmp_path: Path, clock: StillClock) -> None:
    def fail(tx: Transaction, items: Sequence[Any]) -> None:
        raise RuntimeError("no")

    def command(tx: Transaction) -> None:
        tx.insert("facts", ("name", "value"), [("a", b"")])
        tx.add_pre_commit_hook(fail, None)

    async with opened(tmp_path, clock) as store:
        with pytest.raises(RuntimeError):
            await store.write(command)
        assert await store.read(facts) == []
        await store.write(lambda tx: tx.add_pre_commit_hook(note, "after"))
        assert await store.read(facts) == ["after"]
