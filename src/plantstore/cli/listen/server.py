"""The HTTP server of `listen`: on this machine only, bounded in everything; each request is one call of a function."""

import contextlib
import os
import select
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from plantstore.cli.support.exit_codes import Failure
from plantstore.domain.receiver import WEBHOOK_PATH

HOST = "127.0.0.1"
CONNECTIONS_MAX = 256  # the store has 64 open to one receiver unless its operator allows more
BODY_BYTES_MAX = 1_048_576  # what `receiving.py` reads at most; the store sends 65,536
IDLE_S_MAX = 310  # longer than the store ever keeps a connection that rests, so that it closes first
LOOK_S = 0.05  # how soon the server sees that it is to stop

Headers = list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request as it came; `path` is the whole address asked for. `is_awaited` tells whether anybody still waits."""

    path: str
    headers: Headers
    body: bytes
    is_awaited: Callable[[], bool] = field(default=lambda: True, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What to answer. Content-Length is added; a 204 or 304 has no body."""

    status: int
    headers: Headers
    body: bytes

    @property
    def accepted(self) -> bool:
        return 200 <= self.status < 300


def in_words(status: int, text: str = "") -> Answer:
    """An answer of our own, with a line of text."""
    if not text:
        return Answer(status=status, headers=[], body=b"")
    headers = [("content-type", "text/plain; charset=utf-8")]
    return Answer(status=status, headers=headers, body=f"{text}\n".encode())


class LocalServer:
    """Listens from the start, but answers only from `start()` on: what comes before waits in the system's queue."""

    def __init__(self, port: int, take: Callable[[Request], Answer]) -> None:
        try:
            self._server = _Server(port, take)
        except OSError as error:
            raise Failure(
                f"Port {port} on {HOST} cannot be used: {os.strerror(error.errno or 0)}.",
                next_step="Choose another with --port; 0 takes a free one.",
            ) from error
        self.port: int = self._server.server_port
        self.url = f"http://{HOST}:{self.port}{WEBHOOK_PATH}"
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(LOOK_S,), daemon=True)
        self._thread.start()

    def stop(self, *, wait_s: float) -> None:
        """Take nothing new, and wait for what is being answered."""
        if self._thread is not None:
            self._server.shutdown()
            self._server.wait_until_answered(wait_s)

    def close(self) -> None:
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, port: int, take: Callable[[Request], Answer]) -> None:
        self.take = take
        self.stopping = False
        self._free = threading.BoundedSemaphore(CONNECTIONS_MAX)
        self._answering = 0
        self._changed = threading.Condition()
        super().__init__((HOST, port), _Handler)

    def server_bind(self) -> None:
        """Bind without asking the system for our name, which may take long."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = HOST, self.server_address[1]

    def shutdown(self) -> None:
        self.stopping = True
        super().shutdown()

    @contextlib.contextmanager
    def answering(self) -> Any:
        """Count a request that is being answered."""
        with self._changed:
            self._answering += 1
        try:
            yield
        finally:
            with self._changed:
                self._answering -= 1
                self._changed.notify_all()

    def wait_until_answered(self, wait_s: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._answering == 0, wait_s)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection; one too many is closed at once."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever breaks off has no answer to wait for. Faults of ours are answered in `_Handler`."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = IDLE_S_MAX
    wbufsize = 65_536  # head and body in one packet
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        with self.server.answering():
            answer = self._answer()
            self._send(answer)
            self.wfile.flush()

    def _wrong_method(self) -> None:
        self.close_connection = True  # a body may follow that nobody reads
        self._send(in_words(HTTPStatus.METHOD_NOT_ALLOWED, "Plant Store sends its events by POST."))

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _wrong_method  # noqa: N815  # http.server asks for these names

    def _answer(self) -> Answer:
        length = self.headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()) or "transfer-encoding" in self.headers:
            self.close_connection = True
            return in_words(HTTPStatus.LENGTH_REQUIRED, "Send a body with content-length.")
        if len(length) > 9 or int(length) > BODY_BYTES_MAX:
            self.close_connection = True
            return in_words(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large.")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise ConnectionResetError("the sender went away")
        if self.server.stopping:
            self.close_connection = True
            return in_words(HTTPStatus.SERVICE_UNAVAILABLE, "This listener is stopping.")
        if self.path.partition("?")[0] != WEBHOOK_PATH:
            return in_words(HTTPStatus.NOT_FOUND, f"Only {WEBHOOK_PATH} is answered here.")
        headers = list(self.headers.items())
        return self.server.take(Request(path=self.path, headers=headers, body=body, is_awaited=self._is_awaited))

    def _is_awaited(self) -> bool:
        """A sender that has hung up leaves a connection that can be read to its end at once."""
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return not readable or bool(self.connection.recv(1, socket.MSG_PEEK))
        except OSError:
            return False

    def _send(self, answer: Answer) -> None:
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        if answer.status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED):
            self.send_header("content-length", str(len(answer.body)))
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        if self.command != "HEAD" and answer.status not in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED):
            self.wfile.write(answer.body)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """What is said about a request is the listener's."""

    def log_error(self, format: str, *args: Any) -> None:
        """A connection that rested too long, or spoke no HTTP: not worth a line."""
