"""The HTTP server: uvicorn without its logging and signal handlers."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn

from plantstore.core.clock import SystemClock
from plantstore.web.http.connection_limits import ClientConnections, Connection
from plantstore.web.http.protocol import RequestProtocol

KEEP_ALIVE_S = 75  # idle timeout; longer than the usual 60 s of proxies and clients, so that they close first
ACCEPTED_MAX = 8  # connections accepted in one iteration of the event loop; libuv accepts one for each socket
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
    ) -> None:
        self._ending = asyncio.Event()
        self._clients = clients
        self._on_stop = on_stop
        protocol: Any = partial(RequestProtocol, SystemClock()) if clients is None else partial(Connection, clients)
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

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve on these listening sockets until the server is stopped, and close them.

        With limits for clients, each socket is duplicated, because libuv (1.45 and later) accepts one connection a
        socket in an iteration: new clients would wait for seconds while iterations take tens of milliseconds.
        """
        copies = [one.dup() for one in sockets or () for _ in range(ACCEPTED_MAX - 1) if self._clients is not None]
        await super().serve([*(sockets or ()), *copies] or None)

    @property
    def should_exit(self) -> bool:
        return self._ending.is_set()

    @should_exit.setter
    def should_exit(self, ends: bool) -> None:
        if ends and not self._ending.is_set():
            self._ending.set()
            if self._clients is not None:
                self._clients.is_stopping = True
            self._on_stop()

    async def main_loop(self) -> None:
        """Wait for the end. uvicorn's loop would wake an idle process ten times a second, for the Date header."""
        await self._ending.wait()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
