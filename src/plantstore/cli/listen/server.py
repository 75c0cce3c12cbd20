"""The HTTP server of `listen`: uvicorn on loopback in its own thread, with limits on connections, bodies and idle time.

Each request is passed to a handler function in its own thread, so the handler may block.
"""

import asyncio
import functools
import logging
import os
import socket
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from plantstore.cli.support.exit_codes import Failure
from plantstore.domain.receivers.receiver import WEBHOOK_PATH

HOST = "127.0.0.1"
CONNECTIONS_MAX = 256  # max open connections; by default the store opens at most 64 to one receiver
BODY_BYTES_MAX = 1_048_576  # max request body, as in `receiving.py`; the store sends at most 65,536 bytes
IDLE_S_MAX = 310  # max idle time of a connection; longer than the store's, so that the store closes it first
BACKLOG = 256

Headers = list[tuple[str, str]]
_Receive = Callable[[], Awaitable[Any]]
_Send = Callable[[Any], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request as received. `path` includes the query; `is_connected` is false once the client has disconnected."""

    path: str
    headers: Headers
    body: bytes
    is_connected: Callable[[], bool] = field(default=lambda: True, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A response to send. The server adds Content-Length, except to a 204 or 304 response, which has no body."""

    status: int
    headers: Headers
    body: bytes

    @property
    def accepted(self) -> bool:
        return 200 <= self.status < 300


def text_response(status: int, text: str = "") -> Response:
    """Return a response whose body is one line of plain text; without a body if the text is empty."""
    if not text:
        return Response(status=status, headers=[], body=b"")
    headers = [("content-type", "text/plain; charset=utf-8")]
    return Response(status=status, headers=headers, body=f"{text}\n".encode())


def bind(port: int) -> socket.socket:
    """Return a socket that listens on loopback; raise Failure if the port cannot be used."""
    try:
        return socket.create_server((HOST, port), backlog=BACKLOG)
    except OSError as error:
        raise Failure(
            f"Cannot use port {port} on {HOST}: {os.strerror(error.errno or 0)}.",
            next_step="Choose another with --port; 0 takes a free one.",
        ) from error


class LocalServer:
    """Serves HTTP on a listening socket. Connections made before `start` wait in the socket's queue."""

    def __init__(
        self,
        listener: socket.socket,
        handle: Callable[[Request], Response],
        *,
        connections_max: int = CONNECTIONS_MAX,
    ) -> None:
        self.port: int = listener.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}{WEBHOOK_PATH}"
        self._listener = listener
        self._handle = handle
        logging.getLogger("uvicorn").addHandler(logging.NullHandler())  # don't print malformed requests
        config = uvicorn.Config(
            self._app,
            interface="asgi3",
            http=functools.partial(_Connection, connections_max),  # type: ignore[arg-type]  # any callable works
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_keep_alive=IDLE_S_MAX,
        )
        self._server = uvicorn.Server(config)
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._runner.get_loop()  # creates the event loop before the thread starts, so that `stop` can use it
        self._thread.start()

    def stop(self, *, wait_s: float) -> None:
        """Stop accepting connections, wait up to `wait_s` seconds for running requests, then close all connections."""
        self._server.should_exit = True
        if self._thread.is_alive():
            if wait_s:
                self._thread.join(wait_s)
            with suppress(RuntimeError):  # the event loop is closed: nothing is left to abort
                self._runner.get_loop().call_soon_threadsafe(self._abort)
            self._thread.join()
        self._listener.close()

    def _run(self) -> None:
        with self._runner:
            self._runner.run(self._server.serve([self._listener]))

    def _abort(self) -> None:
        self._server.force_exit = True
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()

    async def _app(self, scope: Any, receive: _Receive, send: _Send) -> None:
        try:
            async with asyncio.timeout(IDLE_S_MAX):
                request = await _read_request(scope, receive)
        except TimeoutError:
            request = _closing(HTTPStatus.REQUEST_TIMEOUT, "The body did not arrive in time.")
        except ConnectionResetError:
            return
        await _send(request if isinstance(request, Response) else await self._respond(request, receive), scope, send)

    async def _respond(self, request: Request, receive: _Receive) -> Response:
        """Run the handler in a thread and return its response; until then, watch whether the client disconnects."""
        loop = asyncio.get_running_loop()
        watcher = asyncio.create_task(_disconnected(receive))
        result: asyncio.Future[Response] = loop.create_future()

        def call() -> None:
            try:
                outcome = functools.partial(result.set_result, self._handle(connected))
            except Exception as error:
                outcome = functools.partial(result.set_exception, error)
            with suppress(RuntimeError):  # the event loop has been closed
                loop.call_soon_threadsafe(lambda: None if result.done() else outcome())

        connected = replace(request, is_connected=lambda: not watcher.done())
        threading.Thread(target=call, daemon=True).start()
        try:
            return await result
        finally:
            watcher.cancel()


class _Connection(HttpToolsProtocol):
    """A connection, closed immediately if too many are open, or after IDLE_S_MAX seconds without a first request."""

    def __init__(self, connections_max: int, **parts: Any) -> None:
        super().__init__(**parts)
        self._connections_max = connections_max

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self._connections_max:
            transport.abort()
        self.loop.call_later(IDLE_S_MAX, lambda: None if self.cycle else transport.close())


async def _read_request(scope: Any, receive: _Receive) -> Request | Response:
    """Return the request, or an error response if it is invalid. Raise ConnectionResetError on a disconnect."""
    if scope["method"] != "POST":
        return _closing(HTTPStatus.METHOD_NOT_ALLOWED, "Plant Store sends its events by POST.")
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
    length = dict(headers).get("content-length")
    if length is None:
        return _closing(HTTPStatus.LENGTH_REQUIRED, "The request needs a Content-Length header.")
    if int(length) > BODY_BYTES_MAX:
        return _closing(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large.")
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionResetError("the client disconnected")
        body += message["body"]
        more = message["more_body"]
    if scope["path"] != WEBHOOK_PATH:
        return text_response(HTTPStatus.NOT_FOUND, f"This listener only has the path {WEBHOOK_PATH}.")
    query = scope["query_string"].decode("latin-1")
    return Request(path=scope["path"] + (f"?{query}" if query else ""), headers=headers, body=body)


async def _disconnected(receive: _Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(response: Response, scope: Any, send: _Send) -> None:
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.headers]
    has_body = response.status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
    if has_body:
        headers.append((b"content-length", b"%d" % len(response.body)))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body if has_body and scope["method"] != "HEAD" else b""})


def _closing(status: int, text: str) -> Response:
    """Return a response that also closes the connection, because the request's body may not have been read."""
    response = text_response(status, text)
    return replace(response, headers=[*response.headers, ("connection", "close")])
