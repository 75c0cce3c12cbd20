"""The HTTP server around an application: uvicorn, quiet, and without its own ideas about signals."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import uvicorn

from plantstore.web.http.connection_limits import ClientConnections, Connection
from plantstore.web.http.protocol import RequestProtocol

KEEP_ALIVE_S = 75  # longer than the usual minute of proxies and clients, so that they close first
TICK_S = 0.5  # between looks at the clock for the Date header; uvicorn's own 0.1 s is most of what an idle store costs
STOP_S_MAX = 5  # what a request that is being answered gets when the server stops


class Server(uvicorn.Server):
    """A server that leaves signals to the program around it: the program has more to end than this."""

    clients: ClientConnections | None = None
    on_stop: Callable[[], None] | None = None

    def __init__(self, config: uvicorn.Config) -> None:
        self._ending = asyncio.Event()
        super().__init__(config)

    @property
    def should_exit(self) -> bool:
        return self._ending.is_set()

    @should_exit.setter
    def should_exit(self, ends: bool) -> None:
        if ends and not self._ending.is_set():
            self._ending.set()
            if self.on_stop is not None:
                self.on_stop()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._ending.wait()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        if self.clients is not None:
            self.clients.start()
        try:
            await super().serve(sockets)
        finally:
            if self.clients is not None:
                self.clients.stop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def make_server(
    app: Any, clients: ClientConnections | None = None, *, on_stop: Callable[[], None] | None = None
) -> Server:
    """A server for an ASGI application; `serve([socket])` runs it, `should_exit = True` ends it.

    Without `clients`, who calls is not watched: for a server that only this program knows. `on_stop` is called when it
    is told to end: for answers that would go on for ever.
    """
    kind: Any = RequestProtocol if clients is None else partial(Connection, clients)
    config = uvicorn.Config(
        app,
        http=kind,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=STOP_S_MAX,
    )
    server = Server(config)
    server.clients = clients
    server.on_stop = on_stop
    return server
