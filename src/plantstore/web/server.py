"""The HTTP server around an application: uvicorn, quiet, and without its own ideas about signals."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

KEEP_ALIVE_S = 75  # longer than the usual minute of proxies and clients, so that they close first
STOP_S_MAX = 5  # what a request that is being answered gets when the server stops


class Server(uvicorn.Server):
    """A server that leaves signals to the program around it: the program has more to end than this."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def make_server(app: Any) -> Server:
    """A server for an ASGI application; `serve([socket])` runs it, `should_exit = True` ends it."""
    config = uvicorn.Config(
        app,
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=STOP_S_MAX,
    )
    return Server(config)
