"""What a closed connection leaves in memory: nothing, without waiting for a garbage collection."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.still_clock import StillClock
from tests.web.served import Served, serving

FEED_THAT_WAITS = "/api/v1/events?after=0&wait=20"
FREED_S_MAX = 10.0  # generous: it takes a few turns of the event loop


@pytest.fixture(autouse=True)
def _without_collections() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def opened(served: Served) -> "weakref.ref[Any]":
    """Return a reference to the one connection, which does not keep it."""
    [connection] = served.clients.open
    return weakref.ref(connection)


async def is_freed(served: Served, connection: "weakref.ref[Any]") -> None:
    async with asyncio.timeout(FREED_S_MAX):
        await served.until(lambda: connection() is None)


def test_a_connection_whose_client_leaves_after_the_response_is_freed(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        reader, writer = await served.connect(served.head())
        await reader.readuntil(b"\r\n\r\n")
        connection = opened(served)

        writer.close()

        await is_freed(served, connection)

    serving(tmp_path, clock, test)


def test_a_feed_that_waits_ends_with_its_client_and_reads_nothing_more(tmp_path: Path, clock: StillClock) -> None:
    async def test(served: Served) -> None:
        database = served.site.database
        _, writer = await served.connect(served.head(path=FEED_THAT_WAITS))
        await served.until(lambda: any(one.is_answering for one in served.clients.open))
        connection = opened(served)
        tasks = asyncio.all_tasks()
        async with asyncio.timeout(FREED_S_MAX):
            await served.until(lambda: len(asyncio.all_tasks()) > len(tasks))  # it waits, in tasks of its own
        reads: list[Any] = []

        async def note(function: Any) -> Any:
            reads.append(function)

        database.read = database.read_late = note  # type: ignore[method-assign]

        writer.close()

        await is_freed(served, connection)
        assert reads == []

    serving(tmp_path, clock, test)
