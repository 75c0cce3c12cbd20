"""The HTTP server: uvicorn without its logging and signal handlers."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import uvicorn

from plantstore.web.http.connection_limits import ClientConnections, Connection
from plantstore.web.http.protocol import RequestProtocol

KEEP_ALIVE_S = 75  # idle timeout; longer than the usual 60 s of proxies and clients, so that they close first
TICK_S = 0.5  # interval for updating the Date header; uvicorn's 0.1 s would cause most of an idle store's CPU time
STOP_S_MAX = 5  # max time that a stopping server waits for running requests


class Server(uvicorn.Server):
    """uvicorn without signal handlers, because the program stops the server together with its other services.

    `serve([socket])` runs the server, and `should_exit = True` stops it. Without `clients` there are no connection
    limits; this is for servers that only this program uses. `on_stop` is called when the server begins to stop, to end
    endless responses such as event streams.
    """

    def __init__(
        self,
        app: Any,
        clients: ClientConnections | None = None,
        *,
        on_stop: Callable[[], None] = lambda: None,
        tick_s: float = TICK_S,
    ) -> None:
        self._ending = asyncio.Event()
        self._clients = clients
        self._on_stop = on_stop
        self._tick_s = tick_s
        protocol: Any = RequestProtocol if clients is None else partial(Connection, clients)
        config = uvicorn.Config(
            app,
            http=protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=STOP_S_MAX,
        )
        super().__init__(config)

    @property
    def should_exit(self) -> bool:
        return self._ending.is_set()

    @should_exit.setter
    def should_exit(self, ends: bool) -> None:
        if ends and not self._ending.is_set():
            self._ending.set()
            self._on_stop()

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(self._tick_s):
                    await self._ending.wait()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        if self._clients is not None:
            self._clients.start()
        try:
            await super().serve(sockets)
        finally:
            if self._clients is not None:
                self._clients.stop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
