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
ACCEPTED_MAX = 64  # connections accepted after a slow iteration of the event loop; libuv accepts one in each
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
        self._listeners: list[socket.socket] = []
        self._accepting: set[asyncio.Task[Any]] = set()
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
        """Serve on these listening sockets until the server is stopped, and close them."""
        self._listeners = list(sockets or ())
        await super().serve(sockets)

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
        if self._clients is None or self._clients.admission is None:
            await self._ending.wait()
            return
        laps = self._clients.admission.laps
        laps.after_slow = self._accept_waiting
        try:
            await self._ending.wait()
        finally:
            laps.after_slow = None

    def _accept_waiting(self) -> None:
        """Accept connections that wait: otherwise new clients would wait for seconds, one for each iteration."""
        for listener in self._listeners:
            for _ in range(ACCEPTED_MAX):
                try:
                    accepted, _address = listener.accept()
                except OSError:  # none waits, one was aborted, or there are too many open files
                    break
                accepted.setblocking(False)
                task = asyncio.get_running_loop().create_task(self._serve_accepted(accepted))
                self._accepting.add(task)
                task.add_done_callback(self._accepting.discard)

    async def _serve_accepted(self, accepted: socket.socket) -> None:
        """Make a connection of an accepted socket; close it if that fails."""
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(self._new_connection, accepted)
        except OSError:  # the client has closed the connection
            accepted.close()
        except Exception as error:
            accepted.close()
            loop.call_exception_handler({"message": "A connection could not be served", "exception": error})

    def _new_connection(self) -> asyncio.Protocol:
        """Return a connection as uvicorn does for those that it accepts."""
        protocol: Any = self.config.http_protocol_class
        made: asyncio.Protocol = protocol(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
