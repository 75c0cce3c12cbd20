"""The HTTP server's main loop: it updates the Date header, and stops without delay."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
from starlette.responses import PlainTextResponse

from plantstore.web.http.server import STOP_S_MAX, TICK_S, Server

ENDED_S_MAX = 10.0


async def serving(visit: Callable[[str], Awaitable[None]], *, tick_s: float = TICK_S) -> None:
    """Serve a text, call `visit` with its URL, and check that the server stops in time."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(PlainTextResponse("here"), tick_s=tick_s)
    task = asyncio.create_task(server.serve([listener]))
    await visit(f"http://127.0.0.1:{listener.getsockname()[1]}/")
    server.should_exit = True
    async with asyncio.timeout(ENDED_S_MAX):
        await task


def test_a_stopping_server_does_not_wait_for_its_next_tick() -> None:
    async def visit(url: str) -> None:
        async with httpx.AsyncClient() as client:
            assert (await client.get(url)).text == "here"

    asyncio.run(serving(visit, tick_s=360 * ENDED_S_MAX))


def test_a_request_that_outlasts_the_stop_gets_no_response() -> None:
    """Its outcome is not known, so a 500 would be untrue, and a client would not repeat the request."""
    begun = asyncio.Event()

    async def endless(_scope: Any, _receive: Any, _send: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def stop_during_a_request() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        server = Server(endless)
        assert server.config.timeout_graceful_shutdown == STOP_S_MAX
        server.config.timeout_graceful_shutdown = 0
        task = asyncio.create_task(server.serve([listener]))
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(b"POST / HTTP/1.1\r\nhost: store.test\r\ncontent-length: 0\r\n\r\n")
        async with asyncio.timeout(ENDED_S_MAX):
            await begun.wait()
            server.should_exit = True
            received = await reader.read()
            writer.close()
            await task
        assert received == b""

    asyncio.run(stop_during_a_request())


def test_the_date_header_stays_current() -> None:
    dates = set[float]()

    async def visit(url: str) -> None:
        async with httpx.AsyncClient() as client, asyncio.timeout(ENDED_S_MAX):
            while len(dates) < 2:
                dates.add(parsedate_to_datetime((await client.get(url)).headers["date"]).timestamp())
                await asyncio.sleep(0.05)

    asyncio.run(serving(visit))

    assert max(dates) > min(dates)
