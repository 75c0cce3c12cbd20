"""A site on a real socket, for clients that behave as no HTTP library does."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from plantstore.core.settings import Settings
from plantstore.web.http.connection_limits import ClientConnections
from plantstore.web.http.server import Server
from tests.still_clock import StillClock
from tests.web.harness import Site

PLANTS = "/api/v1/plants"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Served:
    """A site on a real socket, and the connections to it."""

    def __init__(self, site: Site, clients: ClientConnections, port: int) -> None:
        self.site = site
        self.clients = clients
        self.port = port
        self._opened: list[Streams] = []

    async def connect(self, first: bytes = b"") -> Streams:
        streams = await asyncio.open_connection("127.0.0.1", self.port)
        self._opened.append(streams)
        streams[1].write(first)
        await streams[1].drain()
        return streams

    async def ask(self, request: bytes) -> bytes:
        """Return the complete response to a request that closes the connection."""
        reader, _ = await self.connect(request)
        return await reader.read()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Run the event loop until the condition holds."""
        while not condition():
            await asyncio.sleep(0)

    async def pass_by(self, seconds: float) -> None:
        self.site.clock.move(seconds)
        self.clients.sweep()

    async def close(self) -> None:
        for _, writer in self._opened:
            writer.close()

    def head(self, method: str = "GET", path: str = PLANTS, **headers: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "host: store.example", f"authorization: Bearer {self.site.operator.text}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode()

    def post(self, body: bytes = b'{"name":"Rosa"}', *, length: int | None = None, **headers: str) -> bytes:
        sized = {"content_type": "application/json", "content_length": str(length or len(body)), **headers}
        return self.head("POST", **sized) + body


def serving(
    folder: Path,
    clock: StillClock,
    test: Callable[[Served], Coroutine[Any, Any, None]],
    *,
    around: Callable[[ASGIApp], ASGIApp] = lambda app: app,
    **settings: Any,
) -> None:
    """Run a test against a served site, with these settings as limits, and `around` wrapped around its application."""
    site = Site(folder, clock, ready=lambda: None)

    async def run() -> None:
        listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        new_request_id, admission = site.dependencies.ids.request, site.dependencies.admission
        clients = ClientConnections(Settings(**settings), clock, new_request_id, admission)
        server = Server(around(site.app), clients)
        task = asyncio.get_running_loop().create_task(server.serve([listener]))
        served = Served(site, clients, listener.getsockname()[1])
        try:
            await served.until(lambda: server.started)
            await test(served)
        finally:
            await served.close()
            server.should_exit = True
            await task

    try:
        site.run(run())
    finally:
        site.close()  # also after a failed test: the writer's thread would keep the process from ending
