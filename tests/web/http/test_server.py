"""The HTTP server's own loop: it looks at the clock now and then, and ends at once."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime

import httpx
import pytest
from starlette.responses import PlainTextResponse

from plantstore.web.http import server as module
from plantstore.web.http.server import make_server

ENDED_S_MAX = 10.0


async def serving(look: Callable[[str], Awaitable[None]]) -> None:
    """Serve a word while somebody looks at it; ending the server must not take long."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = make_server(PlainTextResponse("here"))
    task = asyncio.create_task(server.serve([listener]))
    await look(f"http://127.0.0.1:{listener.getsockname()[1]}/")
    server.should_exit = True
    async with asyncio.timeout(ENDED_S_MAX):
        await task


def test_a_server_that_is_told_to_end_does_not_wait_for_its_next_look_at_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "TICK_S", 360 * ENDED_S_MAX)

    async def look(url: str) -> None:
        async with httpx.AsyncClient() as client:
            assert (await client.get(url)).text == "here"

    asyncio.run(serving(look))


def test_answers_say_what_time_it_is_however_long_the_server_runs() -> None:
    said = set[float]()

    async def look(url: str) -> None:
        async with httpx.AsyncClient() as client, asyncio.timeout(ENDED_S_MAX):
            while len(said) < 2:
                said.add(parsedate_to_datetime((await client.get(url)).headers["date"]).timestamp())
                await asyncio.sleep(0.05)

    asyncio.run(serving(look))

    assert max(said) > min(said)
