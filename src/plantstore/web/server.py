"""The HTTP server around an application: uvicorn, quiet, and without its own ideas about signals."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import uvicorn

from plantstore.web.connection import Callers, Connection

KEEP_ALIVE_S = 75  # longer than the usual minute of proxies and clients, so that they close first
STOP_S_MAX = 5  # what a request that is being answered gets when the server stops


class Server(uvicorn.Server):
    """A server that leaves signals to the program around it: the program has more to end than this."""

    callers: Callers | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        if self.callers is not None:
            self.callers.start()
        try:
            await super().serve(sockets)
        finally:
            if self.callers is not None:
                self.callers.stop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def make_server(app: Any, callers: Callers | None = None) -> Server:
    """A server for an ASGI application; `serve([socket])` runs it, `should_exit = True` ends it.

    Without `callers`, who calls is not watched: for a server that only this program knows.
    """
    kind: Any = "httptools" if callers is None else partial(Connection, callers)
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
    server.callers = callers
    return server
