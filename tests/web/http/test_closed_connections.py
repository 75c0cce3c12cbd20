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


def test_a_connection_whose_client_leaves_during_the_request_is_freed_when_that_ends(
    tmp_path: Path, clock: StillClock
) -> None:
    async def test(served: Served) -> None:
        _, writer = await served.connect(served.head(path=FEED_THAT_WAITS))
        await served.until(lambda: any(one.is_answering for one in served.clients.open))
        connection = opened(served)

        writer.close()
        await served.until(lambda: connection() not in served.clients.open)
        await served.ask(served.post(connection="close"))  # ends the wait

        await is_freed(served, connection)

    serving(tmp_path, clock, test)
